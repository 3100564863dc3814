"""Whether a move that was not generated here - from the table, a killer - is legal."""

from typing import Any

from engine.attacks import capture_targets, hop_targets, ride_targets
from engine.bitboard import load, no_squares, square_bit
from engine.jit import kernel
from engine.layout import (
    BAN,
    BY_ORIGIN,
    CHOICES,
    EP_VICTIM,
    FORCED,
    FRAME,
    FREEZES,
    FROZEN,
    HAS_DROPS,
    HAS_HOPS,
    HAS_SPECIALS,
    HOPS,
    INITIAL,
    KINDS,
    LEAPS_ONLY,
    LIMITS_PROMOTION,
    PINS,
    PLAIN,
    ROWS,
    SIGHTS,
    SLOTS,
    SPECIAL,
    STEP_TAKES,
    TRADES,
)
from engine.men import droppable, is_full
from engine.move import ACTION_SHIFT, CAPTURE, DOUBLE_STEP, DROP, KIND_SHIFT, PROMOTION, QUIET, VIA_SHIFT
from engine.safety import dangers
from engine.trial import is_safe

ILLEGAL = 0
LEGAL = 1
UNKNOWN = 2


@kernel(forceinline=True)
def _promotes_well(rules: Any, row: int, origin: int, to: int, new_kind: int) -> bool:
    """Return whether a move to `to` may become `new_kind`, or may stay what it is where that is 0."""
    stay = load(rules.stay, row)
    choices = rules.promotions[row]
    flags = rules.promotion_flags[row]
    zone = load(rules.zone, row)
    leaving = choices > 0 and flags & BY_ORIGIN != 0 and bool(zone & square_bit(zone, origin))
    if new_kind == 0:
        return bool(stay & square_bit(stay, to)) and not (leaving and flags & FORCED)
    if not leaving and not zone & square_bit(zone, to):
        return False
    for choice in range(row * CHOICES, row * CHOICES + choices):
        if rules.promotion[choice] == new_kind:
            return True
    return False


@kernel(forceinline=True)
def _reaches(rules: Any, position: Any, row: int, origin: int, to: int, taking: int) -> bool:
    """Return whether a man of the row goes from `origin` to `to` by an ordinary move, the king's safety aside."""
    size = rules.file_of.shape[0]
    enemies = load(position.side_men, 1 - position.side)
    occupied = load(position.side_men, position.side) | enemies
    bit = square_bit(occupied, to)
    reach = no_squares(occupied)
    if taking:
        if enemies & bit:
            reach = capture_targets(rules, row, origin, occupied)
    elif load(rules.board, 0) & ~occupied & bit:
        reach = load(rules.leap_move, row * size + origin)
        if not rules.row_flags[row] & LEAPS_ONLY:
            reach |= ride_targets(rules, row, origin, occupied, 0)
            if rules.row_flags[row] & HOPS:
                reach |= hop_targets(rules, row, origin, occupied, 0)
    return bool(reach & bit)


@kernel(forceinline=True)
def _steps_initially(rules: Any, position: Any, row: int, origin: int, move: int) -> bool:
    """Return whether the move is an initial one of the row, the king's safety aside."""
    slot = move >> VIA_SHIFT & 255
    to = move & 255
    index = (row * rules.file_of.shape[0] + origin) * SLOTS + slot
    if slot >= SLOTS or rules.initial_to[index] != to:
        return False
    passed = load(rules.initial_pass, index)
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    empty = load(rules.board, 0) & ~occupied
    if passed & ~empty or not empty & square_bit(empty, to):
        return False
    return bool(passed) == (move >> ACTION_SHIFT & 15 == DOUBLE_STEP)


@kernel(forceinline=True)
def _is_special(rules: Any, position: Any, row: int, move: int) -> bool:
    """Return whether captures, promotions or steps like this one follow further rules."""
    action = move >> ACTION_SHIFT & 15
    frame = position.ply * FRAME
    if action & 1:
        if rules.row_flags[row] & TRADES or position.frames[frame + BAN]:
            return True
        victim = int(position.board[move & 255]) & (KINDS - 1)
        there = rules.row_flags[(1 - position.side) * ROWS + rules.class_of[victim]]
        if rules.flags & HAS_SPECIALS and there & SPECIAL:
            return True
    if action & PROMOTION and rules.gift[row]:
        return True
    if rules.flags & FREEZES and position.frames[frame + FROZEN] == move >> 8 & 255:
        return True
    return bool(rules.flags & STEP_TAKES != 0 and position.frames[frame + EP_VICTIM] >= 0)


@kernel()
def legality(rules: Any, position: Any, move: int) -> int:
    """Return LEGAL, ILLEGAL or UNKNOWN for any move word in a position that `look` has seen.

    UNKNOWN is the answer for kinds of moves that are rare; only the generator knows. The king's safety follows from
    what `look` wrote, or is tried where hops are about.
    """
    size = rules.file_of.shape[0]
    us = position.side
    to = move & 255
    origin = move >> 8 & 255
    action = move >> ACTION_SHIFT & 15
    new_kind = move >> KIND_SHIFT & 255
    if move <= 0 or to >= size or origin >= size:
        return ILLEGAL
    if rules.careful:
        return UNKNOWN
    here = position.ply & (SIGHTS - 1)
    targets = load(position.targets, here)
    bit = square_bit(targets, to)
    if action == DROP:
        if not rules.flags & HAS_DROPS or origin != to or new_kind >= KINDS or move >> VIA_SHIFT & 255:
            return ILLEGAL
        if position.hand[us << 6 | new_kind] <= 0:
            return ILLEGAL
        empty = load(rules.board, 0) & ~(load(position.side_men, 0) | load(position.side_men, 1))
        if not droppable(rules, position, us << 6 | new_kind, empty & targets) & bit:
            return ILLEGAL
    else:
        if action > (CAPTURE | PROMOTION) and action != DOUBLE_STEP:
            return UNKNOWN
        piece = int(position.board[origin])
        if piece == 0 or piece >> 6 != us:
            return ILLEGAL
        row = us * ROWS + rules.class_of[piece & (KINDS - 1)]
        flags = rules.row_flags[row]
        if _is_special(rules, position, row, move):
            return UNKNOWN
        if action == DOUBLE_STEP or (action == QUIET and move >> VIA_SHIFT & 255):
            if new_kind or not flags & INITIAL or not _steps_initially(rules, position, row, origin, move):
                return ILLEGAL
        elif not _reaches(rules, position, row, origin, to, action & CAPTURE):
            initial = action == QUIET and flags & INITIAL and _steps_initially(rules, position, row, origin, move)
            if not initial or new_kind:
                return ILLEGAL
        else:
            if move >> VIA_SHIFT & 255 or (action & PROMOTION != 0) != (new_kind != 0):
                return ILLEGAL
            if flags & PLAIN:
                if new_kind:
                    return ILLEGAL
            elif not _promotes_well(rules, row, origin, to, new_kind):
                return ILLEGAL
            elif new_kind and rules.ends & LIMITS_PROMOTION and is_full(rules, position, new_kind & (KINDS - 1)):
                return ILLEGAL
        if origin == position.king[us]:
            if dangers(rules, position) & bit:
                return ILLEGAL
        else:
            if not targets & bit:
                return ILLEGAL
            pinned = load(position.pinned, here)
            if pinned & square_bit(pinned, origin):
                for pin in range(here * PINS, here * PINS + position.pins[here]):
                    if position.pin_square[pin] == origin and not load(position.pin_line, pin) & bit:
                        return ILLEGAL
    if rules.flags & HAS_HOPS and not is_safe(rules, position, move):
        return ILLEGAL
    return LEGAL
