"""Time controls as match tools write them, and the clock that the runner keeps."""

import re
from dataclasses import dataclass
from typing import Final

from variants.errors import LionleapError, shown

_TIME: Final = re.compile(r"(?:(\d+)/)?(?:(\d+):)?(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?")


class ControlError(LionleapError):
    """A time control that cannot be read."""


@dataclass(frozen=True, slots=True)
class Control:
    """What one engine may use for its moves. Times in milliseconds; None: not limited in this way.

    base, increment, moves : a clock, refilled with `base` every `moves` moves (0: never)
    movetime               : a fixed time for every move
    """

    base: int | None = None
    increment: int = 0
    moves: int = 0
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    margin: int = 0  # overstepping that is forgiven

    @property
    def timed(self) -> bool:
        """Whether a move can come too late."""
        return self.base is not None or self.movetime is not None

    def __str__(self) -> str:
        """As PGN's TimeControl tag writes it, with nodes and depth behind it."""
        if self.base is not None:
            text = (f"{self.moves}/" if self.moves else "") + f"{self.base / 1000:g}"
            text += f"+{self.increment / 1000:g}" if self.increment else ""
        elif self.movetime is not None:
            text = f"1/{self.movetime / 1000:g}"
        else:
            text = "-"
        limits = [f"{name} {value}" for name, value in (("nodes", self.nodes), ("depth", self.depth)) if value]
        return " ".join([text, *limits])


def read_tc(text: str) -> tuple[int | None, int, int]:
    """Read such as `5+0.05`, `40/60+0.6`, `1:30`, `inf`; return base, increment and moves. Raises ControlError."""
    if text == "inf":
        return None, 0, 0
    read = _TIME.fullmatch(text)
    if not read:
        raise ControlError(f"tc={shown(text)}: expected such as 5+0.05, 40/60+0.6, 1:30 or inf")
    seconds = 60 * int(read[2] or 0) + float(read[3])
    return round(1000 * seconds), round(1000 * float(read[4] or 0)), int(read[1] or 0)


class Clock:
    """One side's clock in one game, in milliseconds."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.left: float | None = None if control.base is None else float(control.base)
        self._played = 0

    @property
    def moves_to_go(self) -> int:
        """Moves until the clock is refilled, 0: it never is."""
        return self.control.moves - self._played % self.control.moves if self.control.moves else 0

    def allowed(self) -> float | None:
        """Return how long the next move may take, the margin included; None: for ever."""
        limits = [limit for limit in (self.left, self.control.movetime) if limit is not None]
        return max(min(limits), 0.0) + self.control.margin if limits else None

    def spend(self, elapsed: float) -> bool:
        """Book a move that took so long; return whether it came in time."""
        allowed = self.allowed()
        in_time = allowed is None or elapsed <= allowed
        self._played += 1
        if self.left is not None:
            self.left += self.control.increment - elapsed
            if self.control.moves and self._played % self.control.moves == 0:
                self.left += float(self.control.base or 0)
        return in_time
