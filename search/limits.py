"""What a search may use. Free of numba, so that protocols can fill it in before the core is loaded."""

from dataclasses import dataclass, fields
from typing import Any

from search.timing import UNBOUNDED, Budget, fixed, from_clock
from variants.spec import WHITE


@dataclass(slots=True)
class Bounds:
    """The limits that a user can give. None: not given. Times in ms."""

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    mate: int | None = None  # end when the game is decided within so many moves
    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    byoyomi: int | None = None
    infinite: bool = False
    ponder: bool = False

    def bounds(self) -> dict[str, Any]:
        """Return them by name."""
        return {bound.name: getattr(self, bound.name) for bound in fields(Bounds)}


@dataclass(slots=True)
class Limits(Bounds):
    """The limits of one search. `searchmoves` empty: all moves."""

    searchmoves: tuple[int, ...] = ()

    def budget(self, side: int, overhead: float) -> Budget:
        """Return the time for one move of a side."""
        if self.movetime is not None and self.movetime > 0:
            return fixed(self.movetime, overhead)
        clock, increment = (self.wtime, self.winc) if side == WHITE else (self.btime, self.binc)
        if clock is None and not self.byoyomi:
            return UNBOUNDED
        return from_clock(clock, increment or 0, self.movestogo, self.byoyomi or 0, overhead)
