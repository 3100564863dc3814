"""What a man on a square hits, and whether a square is hit."""

from typing import Any

from engine.bitboard import (
    down_to_first,
    first,
    last,
    load,
    lone,
    no_squares,
    square_bit,
    up_to_first,
    without_first,
)
from engine.jit import kernel
from engine.layout import (
    ALL_ROWS,
    FRAME,
    FROZEN,
    FROZEN_IS_HARMLESS,
    HOPS,
    KINDS,
    LEADS,
    LEAPS_ONLY,
    ROWS,
    TAKES_EN_PASSANT,
)
from engine.vectors import first_row, hops_reach, rays_reach, rows_meeting
from variants.spec import Hop

CANNON = int(Hop.CANNON)


@kernel(forceinline=True)
def ride_targets(rules: Any, row: int, origin: int, occupied: Any, mode: int) -> Any:
    """Return the squares that the rays of a row reach, up to and including the first man on each.

    mode : 0 for moves, 1 for captures; they differ only for divergent pieces
    """
    up, down = rules.ride_up[row * 2 + mode], rules.ride_down[row * 2 + mode]
    start = rules.ride_base[row * 2 + mode] + origin * (up + down)
    gated = rules.row_flags[row] & LEADS
    return rays_reach(rules.ride_mask, rules.ride_gate, start, up, down, occupied, gated)


@kernel()
def _right_behind(rules: Any, row: int, origin: int, occupied: Any, mode: int) -> Any:
    """Return the squares right behind the first man on each ray of a row."""
    up = rules.hop_up[row * 2 + mode]
    rays = up + rules.hop_down[row * 2 + mode]
    start = rules.hop_base[row * 2 + mode] + origin * rays
    reached = no_squares(occupied)
    for ray in range(start, start + rays):
        mask = load(rules.ride_mask, ray)
        if mask & occupied:
            rising = ray < start + up
            behind = mask & ~(up_to_first(mask, occupied) if rising else down_to_first(mask, occupied))
            if behind:
                reached |= square_bit(mask, first(behind) if rising else last(behind))
    return reached


@kernel(forceinline=True)
def hop_targets(rules: Any, row: int, origin: int, occupied: Any, mode: int) -> Any:
    """Return the squares behind a hurdle that the row may reach, up to and including the next man."""
    if rules.hop_kind[row] != CANNON:
        return _right_behind(rules, row, origin, occupied, mode)
    up, down = rules.hop_up[row * 2 + mode], rules.hop_down[row * 2 + mode]
    start = rules.hop_base[row * 2 + mode] + origin * (up + down)
    return hops_reach(rules.ride_mask, start, up, down, occupied)


@kernel(forceinline=True)
def hops_to(rules: Any, row: int, origin: int, target: int, occupied: Any) -> bool:
    """Return whether a man of the row, which `hop_hits` the target, has one hurdle on the way; both are occupied."""
    if rules.hop_kind[row] != CANNON:
        return bool(_right_behind(rules, row, origin, occupied, 1) & square_bit(occupied, target))
    size = rules.file_of.shape[0]
    families = rules.hop_families[row]
    family = 0
    while families:
        if families & 1:
            hurdles = load(rules.path, (family * size + origin) * size + target) & occupied
            if hurdles and lone(hurdles):
                return True
        families >>= 1
        family += 1
    return False


@kernel(forceinline=True)
def capture_targets(rules: Any, row: int, origin: int, occupied: Any) -> Any:
    """Return the squares that a man of the row hits: where it could capture an enemy."""
    size = rules.file_of.shape[0]
    hits = load(rules.leap_capture, row * size + origin)
    flags = rules.row_flags[row]
    if not flags & LEAPS_ONLY:
        hits |= ride_targets(rules, row, origin, occupied, 1)
        if flags & HOPS:
            hits |= hop_targets(rules, row, origin, occupied, 1)
    return hits


@kernel(forceinline=True)
def path_is_open(rules: Any, row: int, origin: int, target: int, occupied: Any) -> bool:
    """Return whether a ray of the row, which joins the squares on an empty board, is free of men between them."""
    size = rules.file_of.shape[0]
    families = rules.families[row]
    family = 0
    while families:
        if families & 1 and not (load(rules.path, (family * size + origin) * size + target) & occupied):
            return True
        families >>= 1
        family += 1
    return False


@kernel(forceinline=True)
def hitters_of(rules: Any, row: int, square: int, men: Any, occupied: Any) -> Any:
    """Return those of a row's men that could capture on a square, given what is occupied."""
    found = men & load(rules.leap_hits, square * ALL_ROWS + row)
    if not rules.row_flags[row] & LEAPS_ONLY:
        riders = men & load(rules.ride_hits, square * ALL_ROWS + row)
        while riders:
            origin = first(riders)
            riders = without_first(riders)
            if path_is_open(rules, row, origin, square, occupied):
                found |= square_bit(found, origin)
        if rules.row_flags[row] & HOPS:
            hoppers = men & load(rules.hop_hits, row * rules.file_of.shape[0] + square)
            while hoppers:
                origin = first(hoppers)
                hoppers = without_first(hoppers)
                if hops_to(rules, row, origin, square, occupied):
                    found |= square_bit(found, origin)
    return found


@kernel()
def hitters(rules: Any, position: Any, square: int, by: int, occupied: Any, alive: Any) -> Any:
    """Return the men of colour `by` that could capture on a square, given what is occupied.

    alive : the men that count, so that a caller may look at the board after a move
    """
    found = no_squares(occupied)
    rows = rows_meeting(position.men, by * ROWS, rules.any_hits, square * ALL_ROWS + by * ROWS, rules.classes)
    while rows:
        row = by * ROWS + first_row(rows)
        rows &= rows - 1
        found |= hitters_of(rules, row, square, load(position.men, row) & alive, occupied)
    return found


@kernel()
def hops_onto(rules: Any, position: Any, square: int, by: int, occupied: Any) -> bool:
    """Return whether a man of `by`, other than one on the square itself, could capture there over a hurdle."""
    size = rules.file_of.shape[0]
    target = square_bit(occupied, square)
    for row in range(by * ROWS, by * ROWS + rules.classes):
        if rules.row_flags[row] & HOPS:
            hoppers = load(position.men, row) & load(rules.hop_hits, row * size + square) & ~target
            while hoppers:
                if hops_to(rules, row, first(hoppers), square, occupied):
                    return True
                hoppers = without_first(hoppers)
    return False


@kernel()
def in_check(rules: Any, position: Any, colour: int) -> bool:
    """Return whether the king of a colour could be captured; False where it has none."""
    king = position.king[colour]
    if king < 0:
        return False
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    alive = occupied
    if rules.flags & FROZEN_IS_HARMLESS and position.frames[position.ply * FRAME + FROZEN] >= 0:
        alive &= ~square_bit(alive, position.frames[position.ply * FRAME + FROZEN])
    return bool(hitters(rules, position, king, 1 - colour, occupied, alive))


@kernel()
def en_passant_is_safe(rules: Any, position: Any, us: int, taker: int, target: int, victim: int) -> bool:
    """Return whether the king of `us` is safe once `taker` has gone to `target` and `victim` is away."""
    king = position.king[us]
    if king < 0:
        return True
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    gone = square_bit(occupied, taker) | square_bit(occupied, victim)
    after = occupied & ~gone | square_bit(occupied, target)
    return not hitters(rules, position, king, 1 - us, after, after)


@kernel()
def hits(rules: Any, position: Any, origin: int, target: int) -> bool:
    """Return whether the man on `origin` could capture on `target`."""
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    piece = int(position.board[origin])
    row = (piece >> 6) * ROWS + rules.class_of[piece & (KINDS - 1)]
    return bool(capture_targets(rules, row, origin, occupied) & square_bit(occupied, target))


@kernel()
def can_take_en_passant(rules: Any, position: Any) -> bool:
    """Return whether a man of the side to move reaches a square of en passant, its king's safety aside."""
    size = rules.file_of.shape[0]
    us = position.side
    passed = load(position.en_passant, position.ply)
    while passed:
        square = first(passed)
        passed = without_first(passed)
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & TAKES_EN_PASSANT:
                if load(position.men, row) & load(rules.en_passant_hits, row * size + square):
                    return True
    return False


@kernel()
def can_step(rules: Any, position: Any, origin: int, target: int) -> bool:
    """Return whether the man on `origin` could leap to `target` if it were empty."""
    size = rules.file_of.shape[0]
    piece = int(position.board[origin])
    row = (piece >> 6) * ROWS + rules.class_of[piece & (KINDS - 1)]
    targets = load(rules.leap_move, row * size + origin)
    return bool(targets & square_bit(targets, target))
