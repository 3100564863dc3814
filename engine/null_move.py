"""Handing the turn over, as the search does to ask whether a position is good even without a move.

It is no move of any game: nothing can repeat across it, and its frame holds no move.
"""

from typing import Any

from engine.counters import copy_counters
from engine.effects import keep_still
from engine.jit import kernel
from engine.layout import (
    BAN,
    CAPTURED,
    CASTLE,
    CHECKED,
    COUNT,
    EP_KEY,
    EP_VICTIM,
    FRAME,
    FROZEN,
    HAS_COUNTERS,
    HAS_SPECIALS,
    KEY,
    MOVE,
    MOVED,
    PHASE,
    REVERSIBLE,
    SCORE,
    SEEN,
)


@kernel()
def make_null(rules: Any, position: Any) -> None:
    """Open the next frame with the other side to move. The side to move must not be in check."""
    old = position.ply * FRAME
    new = old + FRAME
    frames = position.frames
    key = frames[old + KEY] ^ rules.zobrist_black ^ frames[old + EP_KEY] ^ rules.zobrist_ban[frames[old + BAN]]
    if rules.flags & HAS_SPECIALS:
        frames[new + FROZEN] = -1
        if frames[old + FROZEN] >= 0:
            key ^= rules.zobrist_ep[frames[old + FROZEN]]
    frames[new + KEY] = key
    frames[new + CASTLE] = frames[old + CASTLE]
    frames[new + EP_VICTIM] = -1
    frames[new + EP_KEY] = 0
    frames[new + COUNT] = frames[old + COUNT] + 1
    frames[new + REVERSIBLE] = 0
    frames[new + CAPTURED] = 0
    frames[new + MOVE] = 0
    frames[new + SCORE] = frames[old + SCORE]
    frames[new + PHASE] = frames[old + PHASE]
    frames[new + CHECKED] = -1
    frames[new + MOVED] = 0
    frames[new + BAN] = 0
    position.seen[key & (SEEN - 1)] += 1
    if rules.careful:
        keep_still(rules, position, position.ply + 1)
    position.side = 1 - position.side
    position.ply += 1
    if rules.ends & HAS_COUNTERS:
        copy_counters(position)


@kernel()
def unmake_null(position: Any) -> None:
    """Take `make_null` back."""
    position.seen[position.frames[position.ply * FRAME + KEY] & (SEEN - 1)] -= 1
    position.side = 1 - position.side
    position.ply -= 1
