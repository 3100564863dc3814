"""Aspiration: an iteration begins in a narrow window around the last score, and tries a wider one after every miss."""

from typing import Final

from search.score import INFINITE, REFEREE_BOUND

WINDOW_DEPTH: Final = 4  # from here on iterations begin with a window
WIDEST: Final = 1000  # centipawns; one that is missed by more is given up
MOST_LESSENED: Final = 3  # plies that are left off while scores are above the window


class Window:
    """The bounds (alpha, beta) between which the root is searched.

    lessened : plies by which the iteration's depth is lessened: a score above the window is often seen earlier
    """

    def __init__(self, alpha: int = -INFINITE, beta: int = INFINITE, width: int = WIDEST) -> None:
        self.alpha = alpha
        self.beta = beta
        self.lessened = 0
        self._width = width

    @classmethod
    def around(cls, score: int, depth: int, width: int) -> "Window":
        """Return the first window of an iteration; width : centipawns either side of the last score."""
        if depth < WINDOW_DEPTH or abs(score) >= REFEREE_BOUND:
            return cls()
        return cls(score - width, score + width, width)

    def holds(self, score: int) -> bool:
        """Return whether a score is exact, not a bound."""
        return self.alpha < score < self.beta

    def widen(self, score: int) -> None:
        """Take in a score that was missed."""
        self._width *= 2
        if score <= self.alpha:
            self.beta = (self.alpha + self.beta) // 2
            self.alpha = max(score - self._width, -INFINITE)
            self.lessened = 0
        else:
            self.beta = min(score + self._width, INFINITE)
            self.lessened = min(self.lessened + 1, MOST_LESSENED)
        if self._width > WIDEST or abs(score) >= REFEREE_BOUND:
            self.alpha, self.beta = -INFINITE, INFINITE
