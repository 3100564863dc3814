"""Legal moves, written to the position's move stack."""

from typing import Any

from engine.attacks import hop_targets, ride_targets
from engine.bitboard import count, first, load, no_squares, shifted, square_bit, without_first
from engine.castling import castlings
from engine.en_passant import en_passants
from engine.jit import kernel
from engine.layout import (
    BAN,
    BY_ORIGIN,
    BY_SET,
    CHECKED,
    CHOICES,
    EP_VICTIM,
    FORCED,
    FRAME,
    FREEZES,
    FROZEN,
    GIVES_AWAY,
    HAS_DROPS,
    HAS_EN_PASSANT,
    HAS_HOPS,
    HAS_LEGS,
    HAS_PASS,
    HAS_SPECIALS,
    HOPS,
    INITIAL,
    KINDS,
    LEAPS_ONLY,
    PINS,
    PLAIN,
    ROWS,
    SAME,
    SIGHTS,
    SLOTS,
    SPECIAL,
    STEP_TAKES,
    STRUCK,
    TAKES_EN_PASSANT,
    TRADES,
)
from engine.legs import men_with, passes, those_with, two_legs, without_trades
from engine.move import ACTION_SHIFT, DOUBLE_STEP, DROP, KIND_SHIFT, PROMOTION, QUIET, VIA_SHIFT
from engine.specials import write_gifts, write_prized
from engine.trial import is_safe

CAPTURES = 1  # what `generate` is asked for, a bit set
QUIETS = 2
DROPS = 4
PROMOTIONS = 8  # quiet ones; capturing promotions are captures
ALL = 15

LEAPERS = SAME | LEAPS_ONLY | PLAIN  # rows whose men move by one table


@kernel(forceinline=True)
def _write(position: Any, end: int, targets: Any, word: int) -> int:
    """Append one move to every target; `word` is the move without its target."""
    while targets:
        position.moves[end] = word | first(targets)
        targets = without_first(targets)
        end += 1
    return end


@kernel()
def _write_row(
    rules: Any, position: Any, end: int, row: int, origin: int, targets: Any, taking: int, wanted: int
) -> int:
    """Append the moves of a man to `targets`, promotions included.

    taking : 1 where the targets are enemies, 0 where they are empty
    """
    word = origin << 8 | taking << ACTION_SHIFT
    plain = bool(wanted & (CAPTURES if taking else QUIETS))
    if rules.row_flags[row] & PLAIN:
        return _write(position, end, targets, word) if plain else end
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
            end = _write(position, end, promoting, word | PROMOTION << ACTION_SHIFT | kind << KIND_SHIFT)
        if rules.gift[row] and not rules.flags & GIVES_AWAY:
            end = write_gifts(rules, position, end, row, origin, promoting, taking)
    elif choices and rules.promotion_flags[row] == BY_ORIGIN | FORCED:
        zone = load(rules.zone, row)
        if zone & square_bit(zone, origin):
            staying = no_squares(staying)
    return _write(position, end, staying, word) if plain else end


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
def promoting_on(rules: Any, row: int, origin: int, empty: Any) -> Any:
    """Return the squares of `empty` where a man of the row would promote."""
    if not rules.promotions[row]:
        return no_squares(empty)
    zone = load(rules.zone, row)
    if rules.promotion_flags[row] & BY_ORIGIN and zone & square_bit(zone, origin):
        return empty
    return empty & zone


@kernel()
def droppable(rules: Any, position: Any, piece: int, empty: Any) -> Any:
    """Return the squares of `empty` where a man in hand may be dropped, the king's safety aside."""
    squares = empty & load(rules.drop, piece)
    if piece & (KINDS - 1) == rules.file_limit_kind:
        men = load(position.men, rules.file_limit_row[piece >> 6])
        for file in range(rules.files):
            column = load(rules.file_of, file)
            if count(men & column) >= rules.file_limit:
                squares &= ~column
    return squares


@kernel()
def _initial(rules: Any, position: Any, end: int, row: int, origin: int, empty: Any, allowed: Any) -> int:
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
            end = _write_row(rules, position, end, row, origin, prey, 1, wanted)
    if wanted & QUIETS or (wanted & PROMOTIONS and rules.promotions[row]):
        quiet = reach & empty
        if rules.flags & STEP_TAKES and rules.row_flags[row] & TAKES_EN_PASSANT:
            quiet &= ~_taken_by_step(rules, position, row, origin)
        end = _write_row(rules, position, end, row, origin, quiet, 0, wanted)
        if rules.row_flags[row] & INITIAL and wanted & QUIETS:
            end = _initial(rules, position, end, row, origin, empty, allowed)
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
            end = _write_row(rules, position, end, row, to - delta, square_bit(zone, to), taking, wanted)
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


@kernel()
def generate(rules: Any, position: Any, start: int, wanted: int) -> int:
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
    by_set = not rules.flags & (HAS_SPECIALS | STEP_TAKES) and not position.frames[position.ply * FRAME + BAN]
    for number in range(rules.classes):
        row = us * ROWS + number
        men = load(position.men, row) & free
        if not men:
            continue
        flags = rules.row_flags[row]
        if by_set and number != rules.king_class and not flags & TRADES:
            loose = men & ~pinned
            if flags & BY_SET:
                end = _write_set(rules, position, end, row, loose, vacant, prey, wanted)
                if flags & INITIAL and wanted & QUIETS:
                    while loose:
                        end = _initial(rules, position, end, row, first(loose), empty, targets)
                        loose = without_first(loose)
                men &= pinned
            elif flags & LEAPERS == LEAPERS and not flags & INITIAL:
                while loose:
                    origin = first(loose)
                    loose = without_first(loose)
                    reach = load(rules.leap_move, row * size + origin)
                    if wanted & CAPTURES:
                        end = _write(position, end, reach & prey, origin << 8 | 1 << ACTION_SHIFT)
                    if wanted & QUIETS:
                        end = _write(position, end, reach & vacant, origin << 8)
                men &= pinned
        while men:
            origin = first(men)
            men = without_first(men)
            allowed = targets
            if origin == king:
                allowed = ~load(position.danger, here)
            elif not targets:
                break
            elif pinned & square_bit(pinned, origin):
                allowed = along_pins(position, here, origin, targets)
            reach = reach_of(rules, row, origin, occupied, empty, enemies) & allowed
            if not wanted & QUIETS:
                reach &= enemies | promoting_on(rules, row, origin, empty)
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
