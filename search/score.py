"""Scores: integers from the side to move, in centipawns unless the game is decided.

    |score| < EVALUATION            an evaluation
    REFEREE - ply, ply - REFEREE    decided by a referee, `ply` plies from the root: by repetition, perpetual check or
                                    points. It depends on the path, so it is never stored in the table
    MATE - ply, ply - MATE          decided by rule: mate, campmate, nothing left to promote
"""

from typing import Final

from engine.jit import kernel

EVALUATION: Final = 20000
REFEREE: Final = 30000
MATE: Final = 32000
REFEREE_BOUND: Final = REFEREE - 1000  # from here on a score is decided
MATE_BOUND: Final = MATE - 1000
INFINITE: Final = 32500
OPEN_SCORE: Final = 32700  # no score: the game goes on, or nothing is known


@kernel(forceinline=True)
def decided(value: int, ply: int) -> int:
    """Return the score of a game that ended by rule at `ply`; value is 1, 0 or -1 for the side to move."""
    return value * (MATE - ply)


@kernel(forceinline=True)
def ruled(value: int, ply: int) -> int:
    """Return the score of a game that a referee ended at `ply`."""
    return value * (REFEREE - ply)


@kernel(forceinline=True)
def to_table(score: int, ply: int) -> int:
    """Return a score as the table keeps it: mates count from the stored position, not from the root."""
    if score >= MATE_BOUND:
        return score + ply
    if score <= -MATE_BOUND:
        return score - ply
    return score


@kernel(forceinline=True)
def from_table(score: int, ply: int) -> int:
    """Return a score of the table, seen from the root."""
    if score >= MATE_BOUND:
        return score - ply
    if score <= -MATE_BOUND:
        return score + ply
    return score


@kernel(forceinline=True)
def storable(score: int) -> bool:
    """Return whether a score holds for the position, whatever led to it."""
    size = abs(score)
    return size < REFEREE_BOUND or size > REFEREE


def is_mate(score: int) -> bool:
    """Return whether the score says that the game will be decided by rule."""
    return abs(score) >= MATE_BOUND


def is_decided(score: int) -> bool:
    """Return whether the score says that the game will be decided, by rule or by a referee."""
    return abs(score) >= REFEREE_BOUND


def decided_in_plies(score: int) -> int | None:
    """Return in how many plies the game is decided, negative for a loss, None where it is not.

    Both kinds of end count: a GUI has one word for them. A lost root is -0, told from a won one by the score's sign.
    """
    if not is_decided(score):
        return None
    plies = (MATE if is_mate(score) else REFEREE) - abs(score)
    return plies if score > 0 else -plies


def decided_in_moves(score: int) -> int | None:
    """Return in how many moves of the side to move the game is decided, negative for a loss, None where it is not."""
    plies = decided_in_plies(score)
    if plies is None:
        return None
    return (abs(plies) + 1) // 2 * (1 if score > 0 else -1)


def score_of(value: int) -> int:
    """Return the score of a root that has ended; value is 1, 0 or -1 for the side to move."""
    return value * MATE


