"""Legal moves by masks: of all games but those whose moves are tried (engine/careful.py)."""

from typing import Any

from engine.bitboard import first, load, no_squares, shifted, square_bit, without_first
from engine.castling import castlings
from engine.en_passant import en_passants
from engine.jit import kernel
from engine.layout import (
    ALL_ROWS,
    BAN,
    BY_ORIGIN,
    BY_SET,
    BY_TABLE,
    CHECKED,
    EP_VICTIM,
    FRAME,
    GIVES_AWAY,
    HAS_DROPS,
    HAS_EN_PASSANT,
    HAS_HOPS,
    HAS_LEGS,
    HAS_PASS,
    HAS_SPECIALS,
    INITIAL,
    PLAIN,
    ROWS,
    SIGHTS,
    SLOTS,
    SPECIAL,
    STEP_TAKES,
    TRADES,
)
from engine.legs import men_with, passes, two_legs
from engine.men import (
    CAPTURES,
    DROPS,
    PROMOTIONS,
    QUIETS,
    along_pins,
    may_move,
    promoting_on,
    reach_of,
    targets_of,
    write_drops,
    write_gifts_away,
    write_initial,
    write_man,
    write_row,
    write_targets,
)
from engine.move import ACTION_SHIFT
from engine.safety import dangers
from engine.trial import is_safe


@kernel(forceinline=True)
def leapers_onto(rules: Any, row: int, squares: Any) -> Any:
    """Return from where a man of the row leaps onto one of a few squares as a capture."""
    origins = no_squares(squares)
    while squares:
        origins |= load(rules.leap_hits, first(squares) * ALL_ROWS + row)
        squares = without_first(squares)
    return origins


@kernel()
def _write_landed(
    rules: Any, position: Any, end: int, row: int, leaping: Any, delta: int, landed: Any, taking: int, wanted: int
) -> int:
    """Append one leap of several men, `leaping`, to the squares of `landed`."""
    if not rules.row_flags[row] & PLAIN:
        zone = load(rules.zone, row)
        special = landed & (zone | ~load(rules.stay, row))
        if rules.promotion_flags[row] & BY_ORIGIN and leaping & zone:
            special |= landed & shifted(leaping & zone, delta)
        landed &= ~special
        while special:
            to = first(special)
            special = without_first(special)
            end = write_row(rules, position, end, row, to - delta, square_bit(zone, to), taking, wanted)
    if wanted & (CAPTURES if taking else QUIETS):
        while landed:
            to = first(landed)
            landed = without_first(landed)
            position.moves[end] = to | to - delta << 8 | taking << ACTION_SHIFT
            end += 1
    return end


@kernel()
def _write_set(rules: Any, position: Any, end: int, row: int, men: Any, vacant: Any, prey: Any, wanted: int) -> int:
    """Append the moves of men whose few leaps are made all at once."""
    for leap in range(row * SLOTS, row * SLOTS + SLOTS):
        mode = rules.set_mode[leap]
        if mode == 0:
            break
        leaping = men & load(rules.set_from, leap)
        delta = rules.set_delta[leap]
        landed = shifted(leaping, delta)
        if mode & 2 and wanted & CAPTURES and landed & prey:
            end = _write_landed(rules, position, end, row, leaping, delta, landed & prey, 1, wanted)
        if mode & 1 and wanted & (QUIETS | PROMOTIONS) and landed & vacant:
            end = _write_landed(rules, position, end, row, leaping, delta, landed & vacant, 0, wanted)
    return end


@kernel()
def generate_by_masks(rules: Any, position: Any, start: int, wanted: int) -> int:
    """Write the legal moves to `position.moves[start:]` and return the index after the last.

    wanted : bit set of CAPTURES, QUIETS, DROPS, PROMOTIONS

    `look` must have seen the position. Nothing but the move stack changes.
    """
    us = position.side
    here = position.ply & (SIGHTS - 1)
    own = load(position.side_men, us)
    enemies = load(position.side_men, 1 - us)
    occupied = own | enemies
    empty = load(rules.board, 0) & ~occupied
    targets = load(position.targets, here)
    pinned = load(position.pinned, here)
    free = may_move(rules, position, own)
    end = start
    if wanted & CAPTURES and rules.flags & HAS_EN_PASSANT:
        end = en_passants(rules, position, end)
    unfiltered = end
    king = position.king[us]
    size = rules.file_of.shape[0]
    vacant, prey = empty & targets, enemies & targets
    frame = position.ply * FRAME
    by_set = not position.frames[frame + BAN]
    if rules.flags & STEP_TAKES and position.frames[frame + EP_VICTIM] >= 0:
        by_set = False
    prized = no_squares(own)
    if rules.flags & HAS_SPECIALS and wanted & CAPTURES:
        prized = men_with(rules, position, 1 - us, SPECIAL) & targets
    one_sort = wanted & (CAPTURES | QUIETS) == CAPTURES or wanted & (CAPTURES | QUIETS) == QUIETS
    taking = wanted & CAPTURES
    goal, action = (prey, 1 << ACTION_SHIFT) if taking else (vacant, 0)
    for number in range(rules.classes):
        row = us * ROWS + number
        men = load(position.men, row) & free
        if not men:
            continue
        flags = rules.row_flags[row]
        # men that are written here unless they are pinned or take a special one: in the order of `write_man`
        plain = flags & (PLAIN | INITIAL | TRADES) == PLAIN and by_set and one_sort and number != rules.king_class
        if by_set and number != rules.king_class and not flags & TRADES:
            loose = men & ~pinned
            if flags & BY_SET:
                if prized:
                    loose &= ~leapers_onto(rules, row, prized)
                men &= ~loose
                end = _write_set(rules, position, end, row, loose, vacant, prey, wanted)
                if flags & INITIAL and wanted & QUIETS:
                    loose &= load(rules.initial_from, row)
                    while loose:
                        end = write_initial(rules, position, end, row, first(loose), empty, targets)
                        loose = without_first(loose)
            elif flags & BY_TABLE == BY_TABLE and not flags & INITIAL:
                men &= ~loose
                while loose:
                    origin = first(loose)
                    loose = without_first(loose)
                    reach = load(rules.leap_move, row * size + origin)
                    if reach & prized:
                        men |= square_bit(men, origin)
                        continue
                    if wanted & CAPTURES:
                        end = write_targets(position, end, reach & prey, origin << 8 | 1 << ACTION_SHIFT)
                    if wanted & QUIETS:
                        end = write_targets(position, end, reach & vacant, origin << 8)
        while men:
            origin = first(men)
            men = without_first(men)
            if plain and not pinned & square_bit(pinned, origin):
                reach = targets_of(rules, row, origin, occupied, taking) & goal
                if not reach & prized:
                    end = write_targets(position, end, reach, origin << 8 | action)
                    continue
            allowed = targets
            if origin == king:
                allowed = load(rules.board, 0)
            elif not targets:
                break
            elif pinned & square_bit(pinned, origin):
                allowed = along_pins(position, here, origin, targets)
            reach = reach_of(rules, row, origin, occupied, empty, enemies) & allowed
            if not wanted & QUIETS:
                reach &= enemies | promoting_on(rules, row, origin, empty)
            if origin == king and (reach or flags & INITIAL):
                allowed = ~dangers(rules, position)
                reach &= allowed
            if reach or flags & INITIAL:
                end = write_man(rules, position, end, row, origin, reach, empty, allowed, wanted)
    if wanted & QUIETS and rules.flags & HAS_PASS and position.frames[position.ply * FRAME + CHECKED] != 1:
        end = passes(rules, position, end, empty)
    if wanted & DROPS and rules.flags & HAS_DROPS:
        end = write_drops(rules, position, end, empty & targets)
    if wanted & CAPTURES and rules.flags & HAS_LEGS:
        end = two_legs(rules, position, end)
    if rules.flags & HAS_HOPS:
        end = without_unsafe(rules, position, unfiltered, end)
    if wanted & QUIETS:
        end = castlings(rules, position, end)
    if rules.flags & GIVES_AWAY:
        end = write_gifts_away(rules, position, end, wanted)
    return end


@kernel()
def without_unsafe(rules: Any, position: Any, start: int, end: int) -> int:
    """Drop the moves that a hop makes illegal, of those that touch a line of `risk`; the king knows his `danger`."""
    risk = load(position.risk, position.ply & (SIGHTS - 1))
    if not risk:
        return end
    king = position.king[position.side]
    kept = start
    for index in range(start, end):
        move = position.moves[index]
        touched = square_bit(risk, move & 255) | square_bit(risk, move >> 8 & 255)
        if move >> 8 & 255 != king and touched & risk and not is_safe(rules, position, move):
            continue
        position.moves[kept] = move
        kept += 1
    return kept
