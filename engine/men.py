"""What one man can do, written to the position's move stack, its king's safety aside."""

from typing import Any

from engine.attacks import hop_targets, ride_targets
from engine.bitboard import count, first, load, no_squares, square_bit, without_first
from engine.jit import kernel
from engine.layout import (
    BAN,
    BISHOPS_APART,
    BY_ORIGIN,
    CHOICES,
    EP_VICTIM,
    FORCED,
    FRAME,
    FREEZES,
    FROZEN,
    GIVES_AWAY,
    HAS_SPECIALS,
    HOPS,
    INITIAL,
    KINDS,
    LEAPS_ONLY,
    LIMITS_PROMOTION,
    PINS,
    PLAIN,
    ROWS,
    SAME,
    SLOTS,
    SPECIAL,
    STEP_TAKES,
    STRUCK,
    TAKES_EN_PASSANT,
    TRADES,
)
from engine.legs import men_with, those_with, without_trades
from engine.move import ACTION_SHIFT, DOUBLE_STEP, DROP, KIND_SHIFT, PROMOTION, QUIET, VIA_SHIFT
from engine.specials import write_gifts, write_prized

CAPTURES = 1  # what `generate` is asked for, a bit set
QUIETS = 2
DROPS = 4
PROMOTIONS = 8  # quiet ones; capturing promotions are captures
ALL = 15


@kernel(forceinline=True)
def write_targets(position: Any, end: int, targets: Any, word: int) -> int:
    """Append one move to every target; `word` is the move without its target."""
    while targets:
        position.moves[end] = word | first(targets)
        targets = without_first(targets)
        end += 1
    return end


@kernel()
def is_full(rules: Any, position: Any, kind: int) -> bool:
    """Return whether the side to move has so many men of a kind that no other may become one."""
    limit = rules.promotion_limit[kind]
    return bool(limit > 0 and count(load(position.men, position.side * ROWS + rules.class_of[kind])) >= limit)


@kernel()
def write_row(
    rules: Any, position: Any, end: int, row: int, origin: int, targets: Any, taking: int, wanted: int
) -> int:
    """Append the moves of a man to `targets`, promotions included.

    taking : 1 where the targets are enemies, 0 where they are empty
    """
    word = origin << 8 | taking << ACTION_SHIFT
    plain = bool(wanted & (CAPTURES if taking else QUIETS))
    if rules.row_flags[row] & PLAIN:
        return write_targets(position, end, targets, word) if plain else end
    choices = rules.promotions[row]
    staying = targets & load(rules.stay, row)
    if choices and wanted & (CAPTURES if taking else PROMOTIONS):
        zone = load(rules.zone, row)
        promoting = targets & zone
        flags = rules.promotion_flags[row]
        if flags & BY_ORIGIN and zone & square_bit(zone, origin):
            promoting = targets
            if flags & FORCED:
                staying = no_squares(staying)
        for choice in range(row * CHOICES, row * CHOICES + choices):
            kind = rules.promotion[choice]
            if rules.ends & LIMITS_PROMOTION and is_full(rules, position, kind):
                continue
            end = write_targets(position, end, promoting, word | PROMOTION << ACTION_SHIFT | kind << KIND_SHIFT)
        if rules.gift[row] and not rules.flags & GIVES_AWAY:
            end = write_gifts(rules, position, end, row, origin, promoting, taking)
    elif choices and rules.promotion_flags[row] == BY_ORIGIN | FORCED:
        zone = load(rules.zone, row)
        if zone & square_bit(zone, origin):
            staying = no_squares(staying)
    return write_targets(position, end, staying, word) if plain else end


@kernel(forceinline=True)
def reach_of(rules: Any, row: int, origin: int, occupied: Any, empty: Any, enemies: Any) -> Any:
    """Return the squares that a man of the row can go to, before safety."""
    size = rules.file_of.shape[0]
    flags = rules.row_flags[row]
    quiet = load(rules.leap_move, row * size + origin)
    taking = quiet if flags & SAME else load(rules.leap_capture, row * size + origin)
    if not flags & LEAPS_ONLY:
        rides = ride_targets(rules, row, origin, occupied, 0)
        quiet |= rides
        taking |= rides if flags & SAME else ride_targets(rules, row, origin, occupied, 1)
        if flags & HOPS:
            quiet |= hop_targets(rules, row, origin, occupied, 0)
            taking |= hop_targets(rules, row, origin, occupied, 1)
    return quiet & empty | taking & enemies


@kernel(forceinline=True)
def targets_of(rules: Any, row: int, origin: int, occupied: Any, taking: int) -> Any:
    """Return what a man of the row hits or, where it takes nothing, the squares that it could go to were they empty."""
    index = row * rules.file_of.shape[0] + origin
    flags = rules.row_flags[row]
    reach = load(rules.leap_capture, index) if taking else load(rules.leap_move, index)
    if not flags & LEAPS_ONLY:
        reach |= ride_targets(rules, row, origin, occupied, 1 if taking else 0)
        if flags & HOPS:
            reach |= hop_targets(rules, row, origin, occupied, 1 if taking else 0)
    return reach


@kernel(forceinline=True)
def promoting_on(rules: Any, row: int, origin: int, empty: Any) -> Any:
    """Return the squares of `empty` where a man of the row would promote."""
    if not rules.promotions[row]:
        return no_squares(empty)
    zone = load(rules.zone, row)
    if rules.promotion_flags[row] & BY_ORIGIN and zone & square_bit(zone, origin):
        return empty
    return empty & zone


@kernel(forceinline=True)
def without_full_files(rules: Any, position: Any, piece: int, squares: Any) -> Any:
    """Return the squares less the files that hold as many men as may be dropped on one."""
    if piece & (KINDS - 1) == rules.file_limit_kind:
        men = load(position.men, rules.file_limit_row[piece >> 6])
        for file in range(rules.files):
            column = load(rules.file_of, file)
            if count(men & column) >= rules.file_limit:
                squares &= ~column
    return squares


@kernel()
def apart(rules: Any, position: Any, piece: int, squares: Any, empty: Any) -> Any:
    """Return the squares of `squares` that leave room for equal numbers of bishops on both colours of squares."""
    us = piece >> 6
    bishop = us << 6 | rules.apart_kind
    men = load(position.men, us * ROWS + rules.class_of[rules.apart_kind])
    every = count(men) + position.hand[bishop]
    dark = load(rules.dark, 0)
    room = load(rules.drop, bishop) & empty | men
    for colour in range(2):
        side = ~dark if colour else dark
        if piece == bishop:
            if count(men & side) + 1 > (every + 1) // 2:
                squares &= ~side
        elif count(room & side) <= every // 2:  # each of these squares is needed
            squares &= ~(room & side)
    return squares


@kernel()
def droppable(rules: Any, position: Any, piece: int, empty: Any) -> Any:
    """Return the squares of `empty` where a man in hand may be dropped, the king's safety aside."""
    squares = empty & load(rules.drop, piece)
    if rules.ends & BISHOPS_APART:
        squares = apart(rules, position, piece, squares, empty)
    return without_full_files(rules, position, piece, squares)


@kernel()
def write_initial(rules: Any, position: Any, end: int, row: int, origin: int, empty: Any, allowed: Any) -> int:
    """Append the initial moves of a man."""
    size = rules.file_of.shape[0]
    for slot in range(SLOTS):
        index = (row * size + origin) * SLOTS + slot
        landing = int(rules.initial_to[index])
        if landing < 0:
            break
        target = landing & 255
        kind = landing >> 8
        passed = load(rules.initial_pass, index)
        if passed & ~empty or not (allowed & empty & square_bit(empty, target)):
            continue
        if kind and rules.ends & LIMITS_PROMOTION and is_full(rules, position, kind):
            continue
        word = kind << KIND_SHIFT | PROMOTION << ACTION_SHIFT
        if kind == 0:
            word = slot << VIA_SHIFT | (DOUBLE_STEP if passed else QUIET) << ACTION_SHIFT
        position.moves[end] = origin << 8 | target | word
        end += 1
    return end


@kernel()
def _taken_by_step(rules: Any, position: Any, row: int, origin: int) -> Any:
    """Return the squares of en passant that the man hits, where a step there has to take."""
    size = rules.file_of.shape[0]
    passed = load(position.en_passant, position.ply)
    if position.frames[position.ply * FRAME + EP_VICTIM] < 0:
        passed = no_squares(passed)
    return passed & load(rules.leap_capture, row * size + origin)


@kernel()
def write_man(
    rules: Any, position: Any, end: int, row: int, origin: int, reach: Any, empty: Any, allowed: Any, wanted: int
) -> int:
    """Append the moves of one man, those of two legs apart.

    reach : squares that he reaches and may go to, capture bans aside; allowed : the same for an initial move
    """
    if wanted & CAPTURES:
        prey = reach & ~empty
        them = 1 - position.side
        if position.frames[position.ply * FRAME + BAN] and not rules.row_flags[row] & STRUCK:
            prey &= ~men_with(rules, position, them, STRUCK)
        if rules.row_flags[row] & TRADES and prey:
            prey = without_trades(rules, position, origin, prey, -1)
        if rules.flags & HAS_SPECIALS and prey:
            prized = those_with(rules, position, prey, SPECIAL)
            if prized:
                end = write_prized(rules, position, end, row, origin, prized)
                prey &= ~prized
        if prey:
            end = write_row(rules, position, end, row, origin, prey, 1, wanted)
    if wanted & QUIETS or (wanted & PROMOTIONS and rules.promotions[row]):
        quiet = reach & empty
        if rules.flags & STEP_TAKES and rules.row_flags[row] & TAKES_EN_PASSANT:
            quiet &= ~_taken_by_step(rules, position, row, origin)
        end = write_row(rules, position, end, row, origin, quiet, 0, wanted)
        if rules.row_flags[row] & INITIAL and wanted & QUIETS:
            end = write_initial(rules, position, end, row, origin, empty, allowed)
    return end


@kernel(forceinline=True)
def may_move(rules: Any, position: Any, own: Any) -> Any:
    """Return the men that are not frozen."""
    if rules.flags & FREEZES and position.frames[position.ply * FRAME + FROZEN] >= 0:
        return own & ~square_bit(own, position.frames[position.ply * FRAME + FROZEN])
    return own


@kernel(forceinline=True)
def along_pins(position: Any, here: int, origin: int, targets: Any) -> Any:
    """Return where a pinned man may go, of the squares that a man of his side may go to."""
    for pin in range(here * PINS, here * PINS + position.pins[here]):
        if position.pin_square[pin] == origin:
            targets &= load(position.pin_line, pin)
    return targets


@kernel()
def write_drops(rules: Any, position: Any, end: int, squares: Any) -> int:
    """Append the drops on empty squares of a set."""
    us = position.side
    kinds = position.hand_kinds[us]
    kind = 0
    while kinds:
        if kinds & 1:
            free = droppable(rules, position, us << 6 | kind, squares)
            while free:
                square = first(free)
                free = without_first(free)
                position.moves[end] = square << 8 | square | kind << KIND_SHIFT | DROP << ACTION_SHIFT
                end += 1
        kinds >>= 1
        kind += 1
    return end


@kernel()
def write_gifts_away(rules: Any, position: Any, end: int, wanted: int) -> int:
    """Append the legal promotions to a man of the opponent that may be placed on any empty square.

    Wherever the promoting man goes, the placed one may stand in the way of a check or of a pin.
    """
    us = position.side
    own = load(position.side_men, us)
    enemies = load(position.side_men, 1 - us)
    empty = load(rules.board, 0) & ~(own | enemies)
    for row in range(us * ROWS, us * ROWS + rules.classes):
        if rules.gift[row]:
            prey = enemies
            if not rules.special_gift[row]:
                prey &= ~men_with(rules, position, 1 - us, SPECIAL)
            men = load(position.men, row)
            while men:
                origin = first(men)
                men = without_first(men)
                reach = reach_of(rules, row, origin, own | enemies, empty, enemies) & load(rules.zone, row)
                if wanted & PROMOTIONS:
                    end = write_gifts(rules, position, end, row, origin, reach & empty, 0)
                if wanted & CAPTURES:
                    end = write_gifts(rules, position, end, row, origin, reach & prey, 1)
    return end
