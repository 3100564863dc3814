"""The number of legal moves, found without writing or making them where the rules allow it.

A man that is not pinned may go wherever it reaches and `targets` allows, so whole sets are counted. Pawns and other
men of few leaps are moved as one set, all men of equal movement in one loop.
"""

from typing import Any

from engine.attacks import capture_targets, ride_targets
from engine.bitboard import count, first, load, no_squares, shifted, square_bit, without_first
from engine.castling import castlings
from engine.en_passant import en_passants
from engine.jit import kernel
from engine.layout import (
    BAN,
    BY_ORIGIN,
    BY_SET,
    BY_TABLE,
    CASTLE,
    CHECKED,
    EP_KEY,
    EP_VICTIM,
    FORCED,
    FRAME,
    GIVES_AWAY,
    HAS_DROPS,
    HAS_HOPS,
    HAS_LEGS,
    HAS_PASS,
    HAS_SPECIALS,
    INITIAL,
    KINDS,
    LEAPS_ONLY,
    LIMITS_PROMOTION,
    MOST_MOVES,
    PINS,
    PLAIN,
    ROWS,
    SAME,
    SIGHTS,
    SLOTS,
    SPECIAL,
    STEP_TAKES,
    TAKES_EN_PASSANT,
    TRADES,
)
from engine.legs import men_with, passes, two_legs, without_trades
from engine.men import ALL, along_pins, droppable, may_move, reach_of, write_drops, write_gifts_away, write_man
from engine.movegen import without_unsafe
from engine.moves import generate
from engine.safety import dangers, look


@kernel(forceinline=True)
def _landings(rules: Any, row: int, targets: Any, from_zone: bool) -> int:
    """Return how many moves to `targets` there are, promotions and the choice not to promote included."""
    choices = rules.promotions[row]
    staying = targets & load(rules.stay, row)
    if not choices:
        return count(staying)
    if from_zone:
        promoting = choices * count(targets)
        return promoting if rules.promotion_flags[row] & FORCED else promoting + count(staying)
    return choices * count(targets & load(rules.zone, row)) + count(staying)


@kernel(forceinline=True)
def _count_set(rules: Any, row: int, men: Any, empty: Any, enemies: Any) -> int:
    """Return the moves of men whose few leaps are made all at once."""
    found = 0
    flags = rules.row_flags[row]
    for leap in range(row * SLOTS, row * SLOTS + SLOTS):
        mode = rules.set_mode[leap]
        if mode == 0:
            break
        allowed = empty if mode == 1 else enemies if mode == 2 else empty | enemies
        leaping = men & load(rules.set_from, leap)
        landed = shifted(leaping, rules.set_delta[leap]) & allowed
        if flags & PLAIN:
            found += count(landed)
            continue
        zone = load(rules.zone, row)
        if rules.promotion_flags[row] & BY_ORIGIN and zone & leaping:
            leaving = shifted(leaping & zone, rules.set_delta[leap])
            found += _landings(rules, row, landed & leaving, True) + _landings(rules, row, landed & ~leaving, False)
        elif zone & landed:
            found += _landings(rules, row, landed, False)
        else:
            found += count(landed & load(rules.stay, row))
    return found


@kernel(forceinline=True)
def _count_initial(rules: Any, row: int, origin: int, empty: Any, allowed: Any) -> int:
    size = rules.file_of.shape[0]
    found = 0
    for slot in range(SLOTS):
        index = (row * size + origin) * SLOTS + slot
        landing = int(rules.initial_to[index])
        if landing < 0:
            break
        target = landing & 255
        if not (load(rules.initial_pass, index) & ~empty) and allowed & square_bit(allowed, target):
            found += 1
    return found


@kernel(forceinline=True)
def _count_initial_set(rules: Any, row: int, men: Any, empty: Any, allowed: Any) -> int:
    """Return the initial moves of men of the row, by set where all of them make the same steps."""
    delta = rules.initial_delta[row]
    if delta:
        men &= load(rules.initial_from, row)
        for _ in range(rules.initial_steps[row]):
            men = shifted(men, delta) & empty
        return count(men & allowed)
    found = 0
    while men:
        found += _count_initial(rules, row, first(men), empty, allowed)
        men = without_first(men)
    return found


@kernel(forceinline=True)
def _count_man(rules: Any, row: int, origin: int, occupied: Any, empty: Any, enemies: Any) -> int:
    """Return the moves of one man to the allowed squares of `empty` and `enemies`."""
    size = rules.file_of.shape[0]
    flags = rules.row_flags[row]
    quiet = load(rules.leap_move, row * size + origin)
    if flags & SAME:
        if not flags & LEAPS_ONLY:
            quiet |= ride_targets(rules, row, origin, occupied, 0)
        reached = quiet & (empty | enemies)
    else:
        taking = load(rules.leap_capture, row * size + origin)
        if not flags & LEAPS_ONLY:
            quiet |= ride_targets(rules, row, origin, occupied, 0)
            taking |= ride_targets(rules, row, origin, occupied, 1)
        reached = quiet & empty | taking & enemies
    if flags & PLAIN:
        return count(reached)
    zone = load(rules.zone, row)
    from_zone = rules.promotion_flags[row] & BY_ORIGIN != 0 and bool(zone & square_bit(zone, origin))
    return _landings(rules, row, reached, from_zone)


@kernel()
def _count_special(rules: Any, position: Any) -> int:
    """Return the number of castlings and captures en passant, by writing them to the end of the move stack."""
    start = position.moves.shape[0] - MOST_MOVES
    return castlings(rules, position, en_passants(rules, position, start)) - start


@kernel()
def _count_traders(rules: Any, position: Any, row: int, prey: Any) -> int:
    """Return less one for each capture of `prey` by a man of the row that the ban of trading forbids."""
    here = position.ply & (SIGHTS - 1)
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    men = load(position.men, row)
    found = 0
    while men:
        origin = first(men)
        men = without_first(men)
        allowed = prey
        for pin in range(here * PINS, here * PINS + position.pins[here]):
            if position.pin_square[pin] == origin:
                allowed &= load(position.pin_line, pin)
        hit = capture_targets(rules, row, origin, occupied) & allowed
        found += count(without_trades(rules, position, origin, hit, -1)) - count(hit)
    return found


@kernel()
def _count_long(rules: Any, position: Any, vacant: Any) -> int:
    """Return the number of moves of two legs and passes, by writing them to the end of the move stack."""
    start = position.moves.shape[0] - MOST_MOVES
    end = two_legs(rules, position, start) if rules.flags & HAS_LEGS else start
    if rules.flags & HAS_PASS and position.frames[position.ply * FRAME + CHECKED] != 1:
        end = passes(rules, position, end, vacant)
    return end - start


@kernel(forceinline=True)
def _stepping_onto(rules: Any, row: int, men: Any, empty: Any, enemies: Any) -> Any:
    """Return those of the men, whose few leaps are made all at once, that leap onto one of the squares."""
    found = no_squares(men)
    for leap in range(row * SLOTS, row * SLOTS + SLOTS):
        mode = rules.set_mode[leap]
        if mode == 0:
            break
        squares = empty if mode == 1 else enemies if mode == 2 else empty | enemies
        found |= shifted(squares, -rules.set_delta[leap]) & load(rules.set_from, leap)
    return found & men


@kernel(forceinline=True)
def _starting_onto(rules: Any, row: int, men: Any, empty: Any, squares: Any) -> Any:
    """Return those of the men that have an initial move to one of the squares."""
    found = no_squares(men)
    while men:
        origin = first(men)
        men = without_first(men)
        if _count_initial(rules, row, origin, empty, squares):
            found |= square_bit(found, origin)
    return found


@kernel()
def _count_by_list(
    rules: Any, position: Any, row: int, origin: int, occupied: Any, empty: Any, allowed: Any, reach: Any
) -> int:
    """Return the legal moves of one man, by writing them to the end of the move stack and trying what needs it."""
    start = position.moves.shape[0] - MOST_MOVES
    end = write_man(rules, position, start, row, origin, reach, empty, allowed, ALL)
    return without_unsafe(rules, position, start, end) - start


@kernel()
def _count_carefully(rules: Any, position: Any) -> int:
    """Return the number of legal moves of a game with hops or special men.

    Men are counted as elsewhere unless they touch a line of `risk`, or may promote or take a special man: the moves
    of such a man are written and looked through.
    """
    size = rules.file_of.shape[0]
    us = position.side
    here = position.ply & (SIGHTS - 1)
    own = load(position.side_men, us)
    enemies = load(position.side_men, 1 - us)
    occupied = own | enemies
    empty = load(rules.board, 0) & ~occupied
    targets = load(position.targets, here)
    pinned = load(position.pinned, here)
    risk = load(position.risk, here)
    vacant, prey = empty & targets, enemies & targets
    critical = risk
    prized = men_with(rules, position, 1 - us, SPECIAL) if rules.flags & HAS_SPECIALS else no_squares(own)
    critical |= prized
    passing = rules.flags & STEP_TAKES != 0 and position.frames[position.ply * FRAME + EP_VICTIM] >= 0
    free = may_move(rules, position, own)
    king = position.king[us]
    found = 0
    if king >= 0 and free & square_bit(free, king):
        row = us * ROWS + rules.king_class
        reach = reach_of(rules, row, king, occupied, empty, enemies)
        if reach or rules.row_flags[row] & INITIAL:
            allowed = ~dangers(rules, position)
            reach &= allowed
            if reach & prized or not rules.row_flags[row] & PLAIN:
                found += _count_by_list(rules, position, row, king, occupied, empty, allowed, reach)
            else:
                found += count(reach) + _count_initial(rules, row, king, empty, empty & allowed)
        free ^= square_bit(free, king)
    if not targets:
        return found
    for number in range(rules.classes):
        row = us * ROWS + number
        men = load(position.men, row) & free
        if not men:
            continue
        flags = rules.row_flags[row]
        squares = critical | load(rules.zone, row) if rules.promotions[row] else critical
        loose = men & ~(pinned | risk)
        if flags & TRADES or (passing and flags & TAKES_EN_PASSANT):
            loose = no_squares(own)
        elif flags & BY_SET:
            loose &= ~_stepping_onto(rules, row, loose, vacant & squares, prey & squares)
        if flags & INITIAL:
            if vacant & risk:
                loose &= ~_starting_onto(rules, row, loose, empty, vacant & risk)
            if flags & BY_SET:
                found += _count_initial_set(rules, row, loose, empty, vacant)
        if flags & BY_SET:
            found += _count_set(rules, row, loose, vacant, prey)
            men &= ~loose
            loose = no_squares(own)
        while men:
            origin = first(men)
            men = without_first(men)
            allowed = along_pins(position, here, origin, targets) if pinned & square_bit(pinned, origin) else targets
            if flags & LEAPS_ONLY and flags & SAME:
                reach = load(rules.leap_move, row * size + origin) & allowed & ~own & load(rules.board, 0)
            else:
                reach = reach_of(rules, row, origin, occupied, empty, enemies) & allowed
            if reach & squares or not loose & square_bit(loose, origin):
                found += _count_by_list(rules, position, row, origin, occupied, empty, allowed, reach)
            else:
                found += count(reach)
                if flags & INITIAL:
                    found += _count_initial(rules, row, origin, empty, vacant)
    if rules.flags & HAS_DROPS:
        start = position.moves.shape[0] - MOST_MOVES
        end = write_drops(rules, position, start, vacant)
        found += without_unsafe(rules, position, start, end) - start
    if rules.flags & GIVES_AWAY:
        start = position.moves.shape[0] - MOST_MOVES
        found += write_gifts_away(rules, position, start, ALL) - start
    return found


@kernel()
def count_moves(rules: Any, position: Any) -> int:
    """Return the number of legal moves; `look` is called on the way."""
    look(rules, position)
    if rules.careful or position.frames[position.ply * FRAME + BAN] or rules.ends & LIMITS_PROMOTION:
        start = position.moves.shape[0] - MOST_MOVES
        return generate(rules, position, start, ALL) - start
    us = position.side
    here = position.ply & (SIGHTS - 1)
    own = load(position.side_men, us)
    enemies = load(position.side_men, 1 - us)
    occupied = own | enemies
    vacant = load(rules.board, 0) & ~occupied
    targets = load(position.targets, here)
    pinned = load(position.pinned, here)
    found = 0
    frame = position.ply * FRAME
    if position.frames[frame + CASTLE] or position.frames[frame + EP_KEY]:
        found += _count_special(rules, position)
    if rules.flags & (HAS_LEGS | HAS_PASS):
        found += _count_long(rules, position, vacant)
    if rules.flags & (HAS_HOPS | HAS_SPECIALS):
        return found + _count_carefully(rules, position)
    king_class = rules.king_class
    king = position.king[us]
    if king >= 0:
        safe = ~dangers(rules, position)
        found += _count_man(rules, us * ROWS + king_class, king, occupied, vacant & safe, enemies & safe)
    if not targets:
        return found
    empty = vacant & targets
    prey = enemies & targets
    allowed = empty | prey
    size = rules.file_of.shape[0]
    for number in range(rules.classes):
        row = us * ROWS + number
        men = load(position.men, row) & ~pinned
        if not men or number == king_class:
            continue
        flags = rules.row_flags[row]
        if flags & TRADES:
            found += _count_traders(rules, position, row, prey)
        if flags & INITIAL:
            found += _count_initial_set(rules, row, men, vacant, empty)
        if flags & BY_SET:
            found += _count_set(rules, row, men, empty, prey)
        elif flags & BY_TABLE == BY_TABLE:
            while men:
                found += count(load(rules.leap_move, row * size + first(men)) & allowed)
                men = without_first(men)
        else:
            while men:
                found += _count_man(rules, row, first(men), occupied, empty, prey)
                men = without_first(men)
    if pinned:
        for pin in range(here * PINS, here * PINS + position.pins[here]):
            origin = position.pin_square[pin]
            line = load(position.pin_line, pin)
            row = us * ROWS + rules.class_of[position.board[origin] & (KINDS - 1)]
            found += _count_man(rules, row, origin, occupied, empty & line, prey & line)
            if rules.row_flags[row] & INITIAL:
                found += _count_initial(rules, row, origin, vacant, empty & line)
    if rules.flags & HAS_DROPS:
        kinds = position.hand_kinds[us]
        kind = 0
        while kinds:
            if kinds & 1:
                found += count(droppable(rules, position, us << 6 | kind, empty))
            kinds >>= 1
            kind += 1
    return found
