"""What a king loses by being attacked: hits on his ring, squares that nobody guards, flights, and drops with check.

Everything is counted in units, whose cost grows with their square. A man hits what he hits with the men where they
stand, so a line that is closed counts nothing. A drop on a square of the ring that a man behind it supports and no
man guards is what most mates in games with drops are made of. In games without, one attacker alone is no danger.
"""

from typing import Any

from engine.attacks import capture_targets, ride_targets
from engine.bitboard import count, first, load, no_squares, without_first
from engine.jit import kernel
from engine.layout import ALL_ROWS, HAS_DROPS, KINDS, LEAPS_ONLY, ROWS
from engine.vectors import first_row, rows_meeting
from eval.terms import (
    ATTACKERS,
    DROP_CHECK,
    DROP_SUPPORTED,
    FLIGHT,
    MOST_DANGER,
    RING_HIT,
    RING_TWICE,
    RING_WEAK,
)


@kernel()
def king_danger(rules: Any, position: Any, side: int) -> int:
    """Return the centipawns that the king of `side` loses by being attacked, 0 .. danger_cost[MOST_DANGER]."""
    king = position.king[side]
    if king < 0:
        return 0
    size = rules.file_of.shape[0]
    terms = rules.eval_terms
    own = side * ROWS
    enemy = ROWS - own
    hits = king * ALL_ROWS
    friends = load(position.side_men, side)
    occupied = friends | load(position.side_men, 1 - side)
    ring = load(rules.king_ring, side * size + king)
    hit = no_squares(ring)
    twice = no_squares(ring)
    units = attackers = 0
    rows = rows_meeting(position.men, enemy, rules.ring_hits, hits + enemy, rules.classes)
    while rows:
        row = enemy + first_row(rows)
        rows &= rows - 1
        men = load(position.men, row) & load(rules.ring_hits, hits + row)
        while men:
            targets = capture_targets(rules, row, first(men), occupied) & ring
            men = without_first(men)
            if targets:
                twice |= hit & targets
                hit |= targets
                units += rules.attack[row]
                attackers += 1
    kinds = 0
    if rules.flags & HAS_DROPS:
        kinds = position.hand_kinds[1 - side] >> 1
    if attackers < terms[ATTACKERS] and not kinds:
        return 0
    guarded = no_squares(ring)
    rows = rows_meeting(position.men, own, rules.ring_hits, hits + own, rules.classes)
    while rows:
        row = own + first_row(rows)
        rows &= rows - 1
        men = load(position.men, row) & load(rules.ring_hits, hits + row)
        while men and rules.guard[row]:
            targets = capture_targets(rules, row, first(men), occupied) & ring
            men = without_first(men)
            if targets:
                guarded |= targets
                units -= rules.guard[row]
    open_squares = hit & ~guarded
    flights = ring & ~friends & ~hit
    units += terms[RING_HIT] * count(hit) + terms[RING_TWICE] * count(twice & ~guarded)
    units += terms[RING_WEAK] * count(open_squares) - terms[FLIGHT] * count(flights)
    if kinds:
        empty = ~occupied
        near = empty & open_squares
        far = empty & ~ring
        force = 0
        kind = 1
        while kinds:
            if kinds & 1:
                row = rules.class_of[kind]
                checks = load(rules.leap_hits, hits + enemy + row)
                if not rules.row_flags[own + row] & LEAPS_ONLY:
                    # what a man of the other colour would hit from the king's square: lines run both ways
                    checks |= ride_targets(rules, own + row, king, occupied, 1)
                checks &= load(rules.drop, (1 - side) * KINDS + kind)
                if checks & near:
                    units += terms[DROP_SUPPORTED]
                if checks & far:
                    units += terms[DROP_CHECK]
                force += rules.hand_attack[kind] * min(position.hand[(1 - side) * KINDS + kind], 2)
            kinds >>= 1
            kind += 1
        units += force * count(ring & empty & ~guarded) >> 2
    return int(rules.danger_cost[min(max(units, 0), MOST_DANGER)])
