"""What the side to move must mind for its king: found once for every position, or when it is first asked for."""

from typing import Any

from engine.attacks import capture_targets, hops_onto, hops_to
from engine.bitboard import first, load, lone, no_squares, square_bit, store, without_first
from engine.jit import kernel
from engine.layout import ALL_ROWS, CHECKED, FRAME, HAS_HOPS, HOPS, LEAPS_ONLY, PINS, ROWS, SIGHTS
from engine.royals import look_around
from engine.vectors import first_row, rows_meeting


@kernel(forceinline=True)
def look(rules: Any, position: Any) -> bool:
    """Find checks, pins and squares that the king cannot go to; return whether the side to move is in check.

    Written to `position` at the current ply of the ring: `targets`, `pinned` with `pin_line`, `risk`. What the king may
    not enter is left to `dangers`.

    A ray checks when every square of its path is empty and pins when exactly one own man stands there. Whatever the
    number of checkers, a move other than the king's must end in the intersection of (path and origin) of all of
    them. This holds for straight, limited, lame and bent rays alike. Hops are resolved for the king's
    squares only: `risk` names the squares that matter to them, and another man's move that touches one is tried.
    """
    if rules.careful:
        return look_around(rules, position)
    size = rules.file_of.shape[0]
    us = position.side
    them = 1 - us
    here = position.ply & (SIGHTS - 1)
    king = position.king[us]
    own = load(position.side_men, us)
    targets = load(rules.board, 0)
    pinned = no_squares(own)
    risk = no_squares(own)
    checked = False
    pins = 0
    if king >= 0:
        occupied = own | load(position.side_men, them)
        there = them * ROWS
        rows = rows_meeting(position.men, there, rules.any_hits, king * ALL_ROWS + there, rules.classes)
        while rows:
            row = there + first_row(rows)
            rows &= rows - 1
            men = load(position.men, row)
            flags = rules.row_flags[row]
            leapers = men & load(rules.leap_hits, king * ALL_ROWS + row)
            if leapers:
                checked = True
                targets &= leapers if lone(leapers) else no_squares(own)
            if flags & LEAPS_ONLY:
                continue
            riders = men & load(rules.ride_hits, king * ALL_ROWS + row)
            while riders:
                origin = first(riders)
                riders = without_first(riders)
                families = rules.families[row]
                family = 0
                while families:
                    if families & 1:
                        path = load(rules.path, (family * size + origin) * size + king)
                        blockers = path & occupied
                        line = path | square_bit(own, origin)
                        if not blockers:
                            checked = True
                            targets &= line
                        elif lone(blockers) and blockers & own:
                            square = first(blockers)
                            slot = here * PINS
                            while slot < here * PINS + pins and position.pin_square[slot] != square:
                                slot += 1
                            if slot < here * PINS + pins:
                                line &= load(position.pin_line, slot)
                            elif pins < PINS - 1:
                                pins += 1
                            position.pin_square[slot] = square
                            store(position.pin_line, slot, line)
                            pinned |= blockers
                    families >>= 1
                    family += 1
            if flags & HOPS:
                hoppers = men & load(rules.hop_hits, row * size + king)
                while hoppers:
                    origin = first(hoppers)
                    hoppers = without_first(hoppers)
                    risk |= square_bit(own, origin)
                    if hops_to(rules, row, origin, king, occupied):
                        checked = True
                        risk = load(rules.board, 0)
                    families = rules.hop_families[row]
                    family = 0
                    while families:
                        path = load(rules.path, (family * size + origin) * size + king)
                        if families & 1 and path != ~no_squares(own):
                            risk |= path
                        families >>= 1
                        family += 1
    store(position.targets, here, targets)
    store(position.pinned, here, pinned)
    store(position.risk, here, risk)
    position.danger_known[here] = 0
    position.pins[here] = pins
    position.frames[position.ply * FRAME + CHECKED] = checked
    return checked


@kernel()
def dangers(rules: Any, position: Any) -> Any:
    """Return the squares next to the king of the side to move that the enemy hits, the king being away.

    `look` has seen the position. Most positions of a search are left before the king's moves are wanted, so the
    squares are found when they are first asked for, and kept.
    """
    here = position.ply & (SIGHTS - 1)
    danger = load(position.danger, here)
    if position.danger_known[here]:
        return danger
    size = rules.file_of.shape[0]
    us = position.side
    them = 1 - us
    king = position.king[us]
    own = load(position.side_men, us)
    danger = no_squares(own)
    if king >= 0:
        reach = load(rules.king_reach, us * size + king) & ~own
        if reach:  # where the king cannot go nothing is dangerous
            without_king = (own | load(position.side_men, them)) ^ square_bit(own, king)
            there = them * ROWS
            rows = rows_meeting(position.men, there, rules.ring_hits, king * ALL_ROWS + there, rules.classes)
            while rows:
                row = there + first_row(rows)
                rows &= rows - 1
                near = load(position.men, row) & load(rules.ring_hits, king * ALL_ROWS + row)
                if rules.row_flags[row] & LEAPS_ONLY:
                    while near:
                        danger |= load(rules.leap_capture, row * size + first(near))
                        near = without_first(near)
                else:
                    while near:
                        danger |= capture_targets(rules, row, first(near), without_king)
                        near = without_first(near)
            if rules.flags & HAS_HOPS:
                open_squares = reach & ~danger
                while open_squares:
                    square = first(open_squares)
                    open_squares = without_first(open_squares)
                    if hops_onto(rules, position, square, them, without_king | square_bit(own, square)):
                        danger |= square_bit(own, square)
    store(position.danger, here, danger)
    position.danger_known[here] = 1
    return danger
