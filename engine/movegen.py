"""Legal moves, written to the position's move stack."""

from typing import Any

from engine.attacks import en_passant_is_safe, hitters, hop_targets, in_check, ride_targets
from engine.bitboard import count, first, load, no_squares, square_bit, without_first
from engine.jit import kernel
from engine.layout import (
    BAN,
    BY_ORIGIN,
    CASTLE,
    CASTLINGS,
    CHECKED,
    CHOICES,
    EP_VICTIM,
    FORCED,
    FRAME,
    HAS_DROPS,
    HAS_EN_PASSANT,
    HAS_HOPS,
    HAS_LEGS,
    HAS_PASS,
    HOPS,
    INITIAL,
    KINDS,
    LEAPS_ONLY,
    LEG_SLOTS,
    LEGS,
    NO_BRIDGE,
    PASSES,
    PINS,
    PLAIN,
    ROWS,
    SAME,
    SIGHTS,
    SLOTS,
    STRUCK,
    TAKES_EN_PASSANT,
    TRADES,
)
from engine.make import make, unmake
from engine.move import (
    ACTION_SHIFT,
    CASTLING,
    DOUBLE_STEP,
    DROP,
    EN_PASSANT,
    KIND_SHIFT,
    PASS,
    PROMOTION,
    QUIET,
    TWO_LEGS,
    VIA_SHIFT,
)

CAPTURES = 1  # what `generate` is asked for, a bit set
QUIETS = 2
DROPS = 4
PROMOTIONS = 8  # quiet ones; capturing promotions are captures
ALL = 15


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
    elif choices and rules.promotion_flags[row] == BY_ORIGIN | FORCED:
        zone = load(rules.zone, row)
        if zone & square_bit(zone, origin):
            staying = no_squares(staying)
    return _write(position, end, staying, word) if plain else end


@kernel(forceinline=True)
def _reach(rules: Any, row: int, origin: int, occupied: Any, empty: Any, enemies: Any) -> Any:
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
def is_safe(rules: Any, position: Any, move: int) -> bool:
    """Return whether a pseudo-legal move leaves the own king safe, by trying it on the board."""
    us = position.side
    make(rules, position, move)
    safe = not in_check(rules, position, us)
    unmake(rules, position)
    return safe


@kernel()
def en_passants(rules: Any, position: Any, end: int) -> int:
    """Append the legal captures en passant."""
    size = rules.file_of.shape[0]
    us = position.side
    victim = position.frames[position.ply * FRAME + EP_VICTIM]
    if victim < 0:
        return end
    passed = load(position.en_passant, position.ply)
    while passed:
        square = first(passed)
        passed = without_first(passed)
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & TAKES_EN_PASSANT:
                takers = load(position.men, row) & load(rules.en_passant_hits, row * size + square)
                while takers:
                    taker = first(takers)
                    takers = without_first(takers)
                    if en_passant_is_safe(rules, position, us, taker, square, victim):
                        position.moves[end] = taker << 8 | square | EN_PASSANT << ACTION_SHIFT
                        end += 1
    return end


@kernel()
def castlings(rules: Any, position: Any, end: int) -> int:
    """Append the legal castlings.

    The king must not be in check, the squares between must be empty, those that the king crosses are tested with the
    king alone away, and the final position is tried: the rook may have been a shield.
    """
    us = position.side
    rights = position.frames[position.ply * FRAME + CASTLE]
    if not rights or position.frames[position.ply * FRAME + CHECKED] == 1:
        return end
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    for number in range(CASTLINGS):
        if rights >> number & 1 and position.castling_side[number] == us:
            if load(position.castling_empty, number) & occupied:
                continue
            king = position.castling_king[number]
            crossed = load(position.castling_safe, number)
            alone = occupied & ~square_bit(occupied, king)
            safe = True
            while crossed and safe:
                safe = not hitters(rules, position, first(crossed), 1 - us, alone, alone)
                crossed = without_first(crossed)
            if not safe:
                continue
            move = king << 8 | position.castling_king_to[number] | number << VIA_SHIFT | CASTLING << ACTION_SHIFT
            if is_safe(rules, position, move):
                position.moves[end] = move
                end += 1
    return end


@kernel()
def _initial(rules: Any, position: Any, end: int, row: int, origin: int, empty: Any, allowed: Any) -> int:
    size = rules.file_of.shape[0]
    for slot in range(SLOTS):
        index = (row * size + origin) * SLOTS + slot
        target = rules.initial_to[index]
        if target < 0:
            break
        passed = load(rules.initial_pass, index)
        if passed & ~empty or not (allowed & empty & square_bit(empty, target)):
            continue
        action = DOUBLE_STEP if passed else QUIET
        position.moves[end] = origin << 8 | target | slot << VIA_SHIFT | action << ACTION_SHIFT
        end += 1
    return end


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
def _bannable(rules: Any, position: Any, colour: int, flag: int) -> Any:
    """Return the men of a colour whose rows carry a flag."""
    found = load(position.side_men, colour) ^ load(position.side_men, colour)
    for row in range(colour * ROWS, colour * ROWS + rules.classes):
        if rules.row_flags[row] & flag:
            found |= load(position.men, row)
    return found


@kernel()
def without_trades(rules: Any, position: Any, origin: int, prey: Any, gone: int) -> Any:
    """Return the prey of a man less what the ban of trading forbids.

    gone : square of a victim that he takes on the way, -1: none. Protection is judged on the board after the move.
    """
    them = 1 - position.side
    kept = prey
    alike = prey & _bannable(rules, position, them, TRADES)
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
        while targets:
            target = square_bit(targets, first(targets))
            move = first(targets) | origin << 8 | via << VIA_SHIFT | TWO_LEGS << ACTION_SHIFT
            targets = without_first(targets)
            if king >= 0 and hitters(rules, position, king, 1 - us, without | target, without & ~target):
                continue
            position.moves[end] = move
            end += 1
    return end


@kernel()
def two_legs(rules: Any, position: Any, end: int, row: int, prey: Any) -> int:
    """Append the moves of a row that take on the way."""
    if rules.row_flags[row] & STRUCK:
        prey |= load(position.side_men, 1 - position.side)
    men = load(position.men, row)
    while men:
        end = _two_legs_of(rules, position, end, row, first(men), prey)
        men = without_first(men)
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
    end = start
    if wanted & CAPTURES and rules.flags & HAS_EN_PASSANT:
        end = en_passants(rules, position, end)
    unfiltered = end
    banned = no_squares(own)
    if position.frames[position.ply * FRAME + BAN]:
        banned = _bannable(rules, position, 1 - us, STRUCK)
    king_class = rules.king_class
    if position.king[us] >= 0:
        row = us * ROWS + king_class
        king = position.king[us]
        reach = _reach(rules, row, king, occupied, empty, enemies) & ~load(position.danger, here)
        end = _write_row(rules, position, end, row, king, reach & enemies & ~banned, 1, wanted)
        end = _write_row(rules, position, end, row, king, reach & empty, 0, wanted)
    if targets:
        for number in range(rules.classes):
            row = us * ROWS + number
            men = load(position.men, row)
            if number == king_class:
                men = no_squares(men)
            while men:
                origin = first(men)
                men = without_first(men)
                allowed = targets
                if pinned & square_bit(pinned, origin):
                    for pin in range(here * PINS, here * PINS + position.pins[here]):
                        if position.pin_square[pin] == origin:
                            allowed &= load(position.pin_line, pin)
                reach = _reach(rules, row, origin, occupied, empty, enemies) & allowed
                if wanted & CAPTURES:
                    prey = reach & enemies
                    if banned and not rules.row_flags[row] & STRUCK:
                        prey &= ~banned
                    if rules.row_flags[row] & TRADES and prey:
                        prey = without_trades(rules, position, origin, prey, -1)
                    end = _write_row(rules, position, end, row, origin, prey, 1, wanted)
                if wanted & (QUIETS | PROMOTIONS):
                    end = _write_row(rules, position, end, row, origin, reach & empty, 0, wanted)
                    if rules.row_flags[row] & INITIAL and wanted & QUIETS:
                        end = _initial(rules, position, end, row, origin, empty, allowed)
        if wanted & QUIETS and rules.flags & HAS_PASS and position.frames[position.ply * FRAME + CHECKED] != 1:
            end = passes(rules, position, end, empty)
        if wanted & DROPS and rules.flags & HAS_DROPS:
            kinds = position.hand_kinds[us]
            kind = 0
            while kinds:
                if kinds & 1:
                    squares = droppable(rules, position, us << 6 | kind, empty & targets)
                    while squares:
                        square = first(squares)
                        squares = without_first(squares)
                        position.moves[end] = square << 8 | square | kind << KIND_SHIFT | DROP << ACTION_SHIFT
                        end += 1
                kinds >>= 1
                kind += 1
    if wanted & CAPTURES and rules.flags & HAS_LEGS:
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & LEGS:
                end = two_legs(rules, position, end, row, enemies & ~banned)
    if rules.flags & HAS_HOPS:
        end = _without_unsafe(rules, position, unfiltered, end)
    if wanted & QUIETS:
        end = castlings(rules, position, end)
    return end


@kernel()
def _without_unsafe(rules: Any, position: Any, start: int, end: int) -> int:
    """Drop the moves that a hop makes illegal: those of the king, and those that touch a line of `risk`."""
    risk = load(position.risk, position.ply & (SIGHTS - 1))
    king = position.king[position.side]
    kept = start
    for index in range(start, end):
        move = position.moves[index]
        touched = square_bit(risk, move & 255) | square_bit(risk, move >> 8 & 255)
        if (move >> 8 & 255 == king or touched & risk) and not is_safe(rules, position, move):
            continue
        position.moves[kept] = move
        kept += 1
    return kept
