"""Whose capture ends the game, and whether it threatens, for games whose moves are tried (engine/careful.py).

Besides a king the last men of some types may be royal. Walls stand in the way of everything.
"""

from typing import Any

from engine.attacks import hitters, hop_targets
from engine.bitboard import count, first, load, no_squares, square_bit, store, without_first
from engine.jit import kernel
from engine.layout import (
    ALL_ROYALS_HIT,
    BLASTS,
    CHECKED,
    FRAME,
    KINDS,
    LAST_ARE_ROYAL,
    ROWS,
    ROYAL_WHEN_LAST,
    SHY,
    SHY_HOPS,
    SIGHTS,
    TURNS_TO_WALL,
)

GROUP_SHIFT = 16  # of `duties`: the number of a royal type, which several rows may share
GROUPS = 15


@kernel(forceinline=True)
def obstacles(position: Any) -> Any:
    """Return the squares with men and walls."""
    return load(position.side_men, 0) | load(position.side_men, 1) | load(position.walls, position.ply)


@kernel()
def men_on_duty(rules: Any, position: Any, colour: int, duty: int) -> Any:
    """Return the men of a colour whose rows have a duty."""
    found = no_squares(load(position.side_men, colour))
    for row in range(colour * ROWS, colour * ROWS + rules.classes):
        if rules.duties[row] & duty:
            found |= load(position.men, row)
    return found


@kernel()
def shy_reach(rules: Any, position: Any, row: int, origin: int, occupied: Any, mode: int) -> Any:
    """Return where a man goes that hops neither over its like nor onto them.

    mode : 0 for moves, 1 for captures
    """
    like = men_on_duty(rules, position, 0, SHY) | men_on_duty(rules, position, 1, SHY)
    hops = hop_targets(rules, row, origin, occupied, mode)
    return hops & hop_targets(rules, row, origin, occupied & ~like, mode) & ~like


@kernel()
def attackers(rules: Any, position: Any, square: int, by: int, occupied: Any, alive: Any) -> Any:
    """Return the men of `by`, of those in `alive`, that could capture on a square, given what is occupied."""
    found = hitters(rules, position, square, by, occupied, alive)
    if rules.careful & SHY_HOPS:
        hoppers = found & men_on_duty(rules, position, by, SHY)
        while hoppers:
            origin = first(hoppers)
            hoppers = without_first(hoppers)
            row = by * ROWS + rules.class_of[position.board[origin] & (KINDS - 1)]
            if not shy_reach(rules, position, row, origin, occupied, 1) & square_bit(found, square):
                found &= ~square_bit(found, origin)
    return found


@kernel()
def men_of_royal_types(rules: Any, position: Any, colour: int, most: int) -> Any:
    """Return the men of the royal types of which a colour has `most` or fewer."""
    found = no_squares(load(position.side_men, colour))
    for group in range(1, GROUPS + 1):
        men = no_squares(found)
        for row in range(colour * ROWS, colour * ROWS + rules.classes):
            if rules.duties[row] >> GROUP_SHIFT == group:
                men |= load(position.men, row)
        if men and count(men) <= most:
            found |= men
    return found


@kernel()
def last_royals(rules: Any, position: Any, colour: int) -> Any:
    """Return the men that are royal because so few of their type are left."""
    return men_of_royal_types(rules, position, colour, rules.royal_most)


@kernel(forceinline=True)
def _can_be_taken(rules: Any, position: Any, square: int, by: int, occupied: Any, alive: Any, shield: Any) -> bool:
    if load(rules.next_to, square) & shield:
        return False
    return bool(attackers(rules, position, square, by, occupied, alive))


@kernel()
def royals_threatened(rules: Any, position: Any, colour: int) -> bool:
    """Return whether a royal man other than a king could be taken.

    Where captures blast, a man next to an enemy royal one is immune; one that turns to a wall by it takes nothing.
    """
    them = 1 - colour
    occupied = obstacles(position)
    alive = load(position.side_men, them)
    shield = no_squares(alive)
    if rules.careful & BLASTS:
        shield = last_royals(rules, position, them)
    for row in range(them * ROWS, them * ROWS + rules.classes):
        if rules.duties[row] & TURNS_TO_WALL and rules.duties[row] & ROYAL_WHEN_LAST:
            alive &= ~load(position.men, row)
    royals = last_royals(rules, position, colour)
    while royals:
        if _can_be_taken(rules, position, first(royals), them, occupied, alive, shield):
            return True
        royals = without_first(royals)
    if rules.careful & ALL_ROYALS_HIT:
        royals = men_of_royal_types(rules, position, colour, rules.file_of.shape[0])
        threatened = bool(royals)
        while royals and threatened:
            threatened = _can_be_taken(rules, position, first(royals), them, occupied, alive, shield)
            royals = without_first(royals)
        return threatened
    return False


@kernel()
def king_threatened(rules: Any, position: Any, colour: int) -> bool:
    """Return whether the king of a colour could be taken; False where it has none."""
    king = position.king[colour]
    if king < 0:
        return False
    occupied = obstacles(position)
    return bool(attackers(rules, position, king, 1 - colour, occupied, occupied))


@kernel()
def threatened(rules: Any, position: Any, colour: int) -> bool:
    """Return whether a king or another royal man of a colour could be taken."""
    if king_threatened(rules, position, colour):
        return True
    return rules.careful & LAST_ARE_ROYAL != 0 and royals_threatened(rules, position, colour)


@kernel()
def kings_face(rules: Any, position: Any) -> bool:
    """Return whether the two kings see each other along a rank or a file."""
    here, there = position.king[0], position.king[1]
    if here < 0 or there < 0:
        return False
    files = rules.files
    low, high = min(here, there), max(here, there)
    step = 0
    if low // files == high // files:
        step = 1
    elif low % files == high % files:
        step = files
    if step == 0:
        return False
    occupied = obstacles(position) | ~load(rules.board, 0)
    square = low + step
    while square < high:
        if occupied & square_bit(occupied, square):
            return False
        square += step
    return True


@kernel()
def look_around(rules: Any, position: Any) -> bool:
    """Do the work of `look` where no mask says which moves are legal; return whether it is check."""
    here = position.ply & (SIGHTS - 1)
    board = load(rules.board, 0)
    store(position.targets, here, board)
    store(position.pinned, here, no_squares(board))
    store(position.danger, here, no_squares(board))
    position.danger_known[here] = 1
    store(position.risk, here, board)
    position.pins[here] = 0
    checked = threatened(rules, position, position.side)
    position.frames[position.ply * FRAME + CHECKED] = checked
    return checked
