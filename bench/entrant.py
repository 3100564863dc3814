"""What a match is told about one of its engines, and how an engine can fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from bench.clock import Clock, Control

UCI: Final = "uci"
CECP: Final = "xboard"
STOP_SECONDS: Final = 3.0  # from a time loss to the move, before the engine counts as stalled


class Fault(StrEnum):
    """How an engine can lose other than by the game's rules."""

    CRASH = "crash"
    STALL = "stall"
    ILLEGAL = "illegal move"
    CLAIM = "false claim"
    TIME = "time"


PROTOCOL_FAULTS: Final = (Fault.CRASH, Fault.STALL, Fault.ILLEGAL, Fault.CLAIM)


class EngineFault(Exception):
    """An engine lost by a fault of its own."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(detail)
        self.fault = fault
        self.detail = detail


class Resigned(Exception):
    """An engine gave up."""


class Unplayable(Exception):
    """An engine cannot play this match at all; no game can be held against it."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One engine of a match."""

    name: str
    command: str
    proto: str = UCI
    arguments: tuple[str, ...] = ()
    folder: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    variant: str = ""  # its own name of the game, where it is another one
    control: Control = Control()
    restart: bool = False  # a new process for every game
    ponder: bool = False  # it thinks while the opponent does


@dataclass(frozen=True, slots=True)
class Table:
    """What both engines must know of the game: its names and its size.

    ten_ranks : CECP numbers the ranks of such a board from 0
    """

    variant: str
    aliases: tuple[str, ...] = ()
    ten_ranks: bool = False

    def names(self, entrant: Entrant) -> tuple[str, ...]:
        """Return the names that an engine may know the game by."""
        return (entrant.variant,) if entrant.variant else (self.variant, *self.aliases)


@dataclass(slots=True)
class Thought:
    """An engine's move with what it said about it. `score` in centipawns from its own side."""

    move: str
    elapsed: float  # ms
    score: int | None = None
    mate: int | None = None  # moves
    depth: int = 0
    ponder: str = ""  # the answer that it expects

    def comment(self) -> str:
        """Return it as match tools write it, such as `+0.31/12 0.52s`."""
        time = f"{self.elapsed / 1000:.3f}s"
        if self.mate is not None:
            return f"{'-' if self.mate < 0 else '+'}M{abs(self.mate)}/{self.depth} {time}"
        if self.score is None:
            return time
        return f"{self.score / 100:+.2f}/{self.depth} {time}"

    def centipawns(self) -> int | None:
        """Return the score with mates as large numbers."""
        if self.mate is not None:
            return 100_000 - abs(self.mate) if self.mate > 0 else abs(self.mate) - 100_000
        return self.score


class Player(Protocol):
    """An engine that can play, whatever protocol it speaks. Every call may raise EngineFault."""

    name: str  # as the engine calls itself
    notes: list[str]  # what the user should know, such as options that it lacks

    @property
    def pid(self) -> int:
        """Its process."""

    def new_game(self, fen: str, control: Control, opponent: Control) -> None:
        """Begin a game from a FEN, or from the start where it is empty."""

    def think(self, moves: Sequence[str], clocks: tuple[Clock, Clock], side: int) -> Thought:
        """Return the move after all the moves of the game. Raises Resigned."""

    def ponder(self, moves: Sequence[str], expected: str, clocks: tuple[Clock, Clock], side: int) -> None:
        """Think while the opponent does, where that was asked for; `moves` end with the engine's own."""

    def game_over(self, result: str) -> None:
        """Tell it that the game has ended."""

    def close(self) -> None:
        """End its process."""

    def kill(self) -> None:
        """End its process at once."""
