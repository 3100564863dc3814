"""How long to think: a soft bound, after which no iteration begins, and a hard one, at which the search is stopped."""

from dataclasses import dataclass
from typing import Final

DEFAULT_OVERHEAD: Final = 30  # ms lost between our clock and the referee's
EXPECTED_MOVES: Final = 22  # still to be played, where the clock does not say
SHARE_OF_INCREMENT: Final = 0.8
HARD_FACTOR: Final = 4.0  # of the soft bound
HARD_SHARE: Final = 0.4  # of the clock
LAST_MOVE_SHARE: Final = 0.7  # of the clock where the next period begins with this move
NEW_ITERATION: Final = 0.6  # of the soft bound: an iteration takes longer than all before


@dataclass(frozen=True, slots=True)
class Budget:
    """Milliseconds from the start of the search. None: no bound."""

    soft: float | None
    hard: float | None

    def next_iteration(self, elapsed: float, effort: float = 1.0) -> bool:
        """Return whether another iteration may begin. `effort` scales the soft bound: above 1 for open questions."""
        return self.soft is None or elapsed < self.soft * effort


UNBOUNDED: Final = Budget(None, None)


def fixed(movetime: float, overhead: float) -> Budget:
    """Return the budget of a fixed time: all of it is used, never more."""
    if movetime <= 0:
        return UNBOUNDED
    bound = max(movetime - min(overhead, movetime / 2), 0.0)
    return Budget(None, bound)


def from_clock(
    time: float | None, increment: float, moves_to_go: int | None, byoyomi: float, overhead: float
) -> Budget:
    """Return the budget of one move from the mover's clock.

    time, increment, byoyomi, overhead : ms; a clock at or below zero leaves the byoyomi, or nothing
    moves_to_go : moves until the clock is refilled, None: it never is
    """
    left = max(time or 0.0, 0.0)
    moves = min(max(moves_to_go, 1), EXPECTED_MOVES) if moves_to_go else EXPECTED_MOVES
    usable = max(left + byoyomi - overhead, 0.0)
    share = left / moves + SHARE_OF_INCREMENT * increment + byoyomi
    if moves == 1:
        share = LAST_MOVE_SHARE * left + byoyomi
    most = HARD_SHARE * left + increment + byoyomi if moves > 1 else share
    hard = min(HARD_FACTOR * share, most, usable)
    if left <= 0 and byoyomi <= 0:
        hard = min(SHARE_OF_INCREMENT * max(increment - overhead, 0.0), 0.0)
    soft = min(share, hard)
    return Budget(NEW_ITERATION * soft, max(hard, 0.0))
