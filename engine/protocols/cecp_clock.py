"""The clocks of CECP: `level`, `st`, `sd`, `time`, `otim`."""

import math
from typing import Final

from engine.protocols.go import Go
from variants.errors import LionleapError, shown
from variants.spec import WHITE

MOST: Final = 1e9  # seconds
DEFAULT_BASE: Final = 300_000.0  # ms, where nobody has told


class ClockError(LionleapError):
    """A time that cannot be read."""


class Clock:
    """What the engine may use for its moves. Times in milliseconds."""

    def __init__(self) -> None:
        self.moves = 0  # of a session of `level`, 0: all
        self.base = DEFAULT_BASE
        self.increment = 0.0
        self.fixed: float | None = None  # from `st`
        self.depth: int | None = None
        self._own: float | None = None
        self._other: float | None = None

    def reset(self) -> None:
        """Begin a new game: no limit of depth, full clocks."""
        self.depth = self._own = self._other = None

    def level(self, text: str) -> None:
        """Read `MOVES BASE INCREMENT`; the base is minutes, perhaps with seconds behind a colon. Ends `st`."""
        words = text.split()
        if len(words) != 3:
            raise ClockError(f"level: read {shown(text)}, expected moves, minutes and seconds")
        moves = _number(words[0], "level")
        minutes, _, seconds = words[1].partition(":")
        base = 60 * _number(minutes, "level") + (_number(seconds, "level") if seconds else 0.0)
        self.increment = 1000 * _number(words[2], "level")
        self.moves, self.base, self.fixed = int(moves), 1000 * base, None
        self._own = self._other = None

    def st(self, text: str) -> None:
        """Read the seconds of every move. Ends `level`."""
        self.fixed = max(1.0, 1000 * _number(text, "st"))

    def sd(self, text: str) -> None:
        """Read the depth of every search; 0 is no limit."""
        self.depth = min(int(_number(text, "sd")), 1000) or None

    def time(self, text: str) -> None:
        """Read the hundredths of a second on the engine's clock."""
        self._own = 10 * _number(text, "time", -MOST)

    def otim(self, text: str) -> None:
        """Read the hundredths of a second on the opponent's clock."""
        self._other = 10 * _number(text, "otim", -MOST)

    def spend(self, milliseconds: float) -> None:
        """Let the engine's clock run for a move; the GUI tells the truth before the next one."""
        left = self.base if self._own is None else self._own
        self._own = left - milliseconds + self.increment

    def request(self, side: int, played: int) -> Go:
        """Return the limits of one search. `played`: the moves that the side has made."""
        if self.fixed is not None:
            return Go(depth=self.depth, movetime=round(self.fixed))
        own = self.base if self._own is None else self._own
        other = self.base if self._other is None else self._other
        white, black = (own, other) if side == WHITE else (other, own)
        return Go(
            depth=self.depth,
            wtime=round(white),
            btime=round(black),
            winc=round(self.increment),
            binc=round(self.increment),
            movestogo=self.moves - played % self.moves if self.moves else None,
        )


def _number(text: str, command: str, least: float = 0.0) -> float:
    """Return a number, perhaps with a fraction."""
    try:
        number = float(text) if len(text) <= 20 and "_" not in text else math.nan
    except ValueError:
        number = math.nan
    if not least <= number <= MOST:
        raise ClockError(f"{command}: read {shown(text)}, expected a number")
    return number
