"""Races to a flag: a king that wins by arriving is as good as a mate, and the search treats his steps like checks."""

from typing import Any

from engine.attacks import capture_targets, ride_targets
from engine.bitboard import load
from engine.jit import kernel
from engine.layout import BAN, FRAME, HAS_FLAGS, HAS_HOPS, LEAPS_ONLY, ROWS
from engine.safety import dangers
from search.see import kind_moved

NEAR = 2  # king moves from the flag at which a step towards it is a threat


@kernel(forceinline=True)
def _king_wins(rules: Any, side: int) -> bool:
    """Return whether the king of a side is the man that must reach the flag."""
    return bool(rules.flags & HAS_FLAGS != 0 and rules.flag_row[side] == side * ROWS + rules.king_class)


@kernel(forceinline=True)
def is_threatened(rules: Any, position: Any) -> bool:
    """Return whether the enemy king is near his flag, his next steps safe or not."""
    them = 1 - position.side
    if not _king_wins(rules, them) or position.king[them] < 0:
        return False
    return bool(rules.flag_distance[them * rules.file_of.shape[0] + position.king[them]] <= NEAR)


@kernel(forceinline=True)
def steps_near(rules: Any, position: Any, move: int) -> bool:
    """Return whether the move brings the king who wins by arriving nearer to his flag, and near it."""
    us = position.side
    if not _king_wins(rules, us) or kind_moved(position, move) != rules.king_kind:
        return False
    start = us * rules.file_of.shape[0]
    distance = rules.flag_distance[start + (move & 255)]
    return bool(distance <= NEAR and distance < rules.flag_distance[start + (move >> 8 & 255)])


@kernel()
def can_arrive(rules: Any, position: Any) -> bool:
    """Return whether the side to move wins at once by its king's step to the flag. `look` has seen the position.

    True is certain; where hops or capture bans are about, the answer is left to the moves.
    """
    us = position.side
    king = position.king[us]
    size = rules.file_of.shape[0]
    if not _king_wins(rules, us) or king < 0 or rules.flag_distance[us * size + king] != 1:
        return False
    if rules.careful or rules.flags & HAS_HOPS or position.frames[position.ply * FRAME + BAN]:
        return False
    row = us * ROWS + rules.king_class
    enemies = load(position.side_men, 1 - us)
    occupied = load(position.side_men, us) | enemies
    quiet = load(rules.leap_move, row * size + king)
    if not rules.row_flags[row] & LEAPS_ONLY:
        quiet |= ride_targets(rules, row, king, occupied, 0)
    reach = quiet & load(rules.board, 0) & ~occupied | capture_targets(rules, row, king, occupied) & enemies
    arriving = reach & load(rules.stay, row) & load(rules.flag_region, us)
    return bool(arriving) and bool(arriving & ~dangers(rules, position))
