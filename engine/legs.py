"""Moves of two legs, passes, and the bans on captures that go with them."""

from typing import Any

from engine.attacks import hitters
from engine.bitboard import first, load, square_bit, without_first
from engine.jit import kernel
from engine.layout import BAN, FRAME, HAS_HOPS, KINDS, LEG_SLOTS, LEGS, NO_BRIDGE, PASSES, ROWS, STRUCK, TRADES
from engine.move import ACTION_SHIFT, PASS, TWO_LEGS, VIA_SHIFT


@kernel()
def _protected(rules: Any, position: Any, square: int, by: int, occupied: Any) -> bool:
    """Return whether a man of `by` other than its king could capture on a square, whatever its own king thinks."""
    alive = occupied & ~square_bit(occupied, square)
    if position.king[by] >= 0:
        alive &= ~square_bit(alive, position.king[by])
    return bool(hitters(rules, position, square, by, occupied, alive))


@kernel(forceinline=True)
def _far(rules: Any, a: int, b: int) -> bool:
    """Return whether two squares are no neighbours."""
    files = rules.files
    return abs(a % files - b % files) > 1 or abs(a // files - b // files) > 1


@kernel()
def men_with(rules: Any, position: Any, colour: int, flag: int) -> Any:
    """Return the men of a colour whose rows carry a flag."""
    found = load(position.side_men, colour) ^ load(position.side_men, colour)
    for row in range(colour * ROWS, colour * ROWS + rules.classes):
        if rules.row_flags[row] & flag:
            found |= load(position.men, row)
    return found


@kernel()
def has_men_with(rules: Any, position: Any, colour: int, flag: int) -> bool:
    """Return whether a colour has men whose rows carry a flag."""
    for row in range(colour * ROWS, colour * ROWS + rules.classes):
        if rules.row_flags[row] & flag and load(position.men, row):
            return True
    return False


@kernel()
def those_with(rules: Any, position: Any, men: Any, flag: int) -> Any:
    """Return those of a few men whose rows carry a flag."""
    found = men ^ men
    while men:
        square = first(men)
        men = without_first(men)
        piece = int(position.board[square])
        if rules.row_flags[(piece >> 6) * ROWS + rules.class_of[piece & (KINDS - 1)]] & flag:
            found |= square_bit(found, square)
    return found


@kernel()
def without_trades(rules: Any, position: Any, origin: int, prey: Any, gone: int) -> Any:
    """Return the prey of a man less what the ban of trading forbids.

    gone : square of a victim that he takes on the way, -1: none. Protection is judged on the board after the move.
    """
    them = 1 - position.side
    kept = prey
    alike = those_with(rules, position, prey, TRADES)
    occupied = (load(position.side_men, 0) | load(position.side_men, 1)) & ~square_bit(prey, origin)
    if gone >= 0:
        if not rules.bans[position.board[gone] & (KINDS - 1)] & NO_BRIDGE:
            return prey
        occupied &= ~square_bit(prey, gone)
    while alike:
        target = first(alike)
        alike = without_first(alike)
        if _far(rules, origin, target) and _protected(rules, position, target, them, occupied):
            kept &= ~square_bit(kept, target)
    return kept


@kernel()
def _two_legs_of(rules: Any, position: Any, end: int, row: int, origin: int, prey: Any) -> int:
    """Append the moves that take on the way.

    prey : the enemies that may be taken at all
    """
    size = rules.file_of.shape[0]
    us = position.side
    king = position.king[us]
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    board = load(rules.board, 0)
    for slot in range(LEG_SLOTS):
        index = (row * size + origin) * LEG_SLOTS + slot
        via = rules.leg_first[index]
        if via < 0:
            break
        if not prey & square_bit(prey, via):
            continue
        without = occupied & ~square_bit(prey, origin) & ~square_bit(prey, via)
        victims = load(rules.leg_capture, index) & prey
        if rules.row_flags[row] & TRADES and victims:
            victims = without_trades(rules, position, origin, victims, via)
        targets = load(rules.leg_move, index) & board & ~without | victims
        # where the king is safe without both men, no target can expose him, save as a hurdle
        exposed = king >= 0 and (
            rules.flags & HAS_HOPS != 0 or bool(hitters(rules, position, king, 1 - us, without, without))
        )
        while targets:
            target = square_bit(targets, first(targets))
            move = first(targets) | origin << 8 | via << VIA_SHIFT | TWO_LEGS << ACTION_SHIFT
            targets = without_first(targets)
            if exposed and hitters(rules, position, king, 1 - us, without | target, without & ~target):
                continue
            position.moves[end] = move
            end += 1
    return end


@kernel()
def two_legs(rules: Any, position: Any, end: int) -> int:
    """Append the legal moves that take on the way."""
    size = rules.file_of.shape[0]
    us = position.side
    enemies = load(position.side_men, 1 - us)
    for row in range(us * ROWS, us * ROWS + rules.classes):
        if rules.row_flags[row] & LEGS:
            prey = enemies
            if position.frames[position.ply * FRAME + BAN] and not rules.row_flags[row] & STRUCK:
                prey &= ~men_with(rules, position, 1 - us, STRUCK)
            men = load(position.men, row)
            while men:
                origin = first(men)
                men = without_first(men)
                if load(rules.leg_vias, row * size + origin) & prey:
                    end = _two_legs_of(rules, position, end, row, origin, prey)
    return end


@kernel()
def passes(rules: Any, position: Any, end: int, empty: Any) -> int:
    """Append the pass, written with the lowest man that can make it: one move however many can."""
    size = rules.file_of.shape[0]
    us = position.side
    best = size
    for row in range(us * ROWS, us * ROWS + rules.classes):
        if rules.row_flags[row] & PASSES:
            men = load(position.men, row)
            while men:
                origin = first(men)
                men = without_first(men)
                if load(rules.pass_gate, row * size + origin) & empty:
                    best = min(best, origin)
                    break
    if best < size:
        position.moves[end] = best | best << 8 | PASS << ACTION_SHIFT
        end += 1
    return end
