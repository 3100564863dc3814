"""Thinking in CECP: the lines, and what happens when it ends."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from engine.board import Board, Outcome
from engine.protocols.cecp_notation import CecpNotation
from engine.protocols.info import line_text
from search.score import decided_in_moves

MATE_SCORE: Final = 100_000  # what CECP adds moves to for a forced end


class Purpose(Enum):
    """What a search is for."""

    PLAY = auto()
    PONDER = auto()
    ANALYZE = auto()


@dataclass(slots=True)
class Task:
    """A search that was begun. Its result counts unless it was cancelled in the meantime."""

    purpose: Purpose
    cancelled: bool = False
    last: Any = None  # the last search.driver.Info


def score_number(score: int) -> int:
    """Return a score as CECP writes it: 100000 + N for a game that is won in N moves."""
    moves = decided_in_moves(score)
    if moves is None:
        return score
    return MATE_SCORE + moves if score > 0 else -MATE_SCORE + moves


def thinking_line(board: Board, info: Any, notation: CecpNotation) -> str:
    """Return depth, score, hundredths of a second, nodes, selective depth, speed, table hits and the moves."""
    moves = line_text(board, info.pv, notation)
    numbers = info.depth, score_number(info.score), info.time_ms // 10, info.nodes, info.seldepth, info.nps, 0
    return " ".join(map(str, numbers)) + "\t" + moves


class CecpReport:
    """Listens to one search. See engine.protocols.jobs.Listener."""

    def __init__(
        self,
        task: Task,
        notation: CecpNotation,
        tell: Callable[[str], None],
        show: Callable[[str], None],
        done: Callable[[Task, int, int], None],
    ) -> None:
        """`show` writes a line of thinking; `done(task, move, ponder)` is called when the search has ended."""
        self._task, self._notation = task, notation
        self._tell, self._show, self._done = tell, show, done

    def note(self, text: str) -> None:
        """Tell the user something."""
        self._tell(text)

    def info(self, board: Board, info: Any) -> None:
        """Write a finished iteration; what is thought in the opponent's time is not shown."""
        self._task.last = info
        if not self._task.cancelled and self._task.purpose is not Purpose.PONDER and not info.bound:
            self._show(thinking_line(board, info, self._notation))

    def finished(self, board: Board, outcome: Outcome | None) -> None:
        """Nothing to write: the end of a game is told with its result."""

    def done(self, board: Board, move: int, ponder: int) -> None:
        """Hand the move over."""
        self._done(self._task, move, ponder)

    def perft_move(self, board: Board, move: int, count: int) -> None:
        """Not asked for in this protocol."""

    def perft_total(self, count: int) -> None:
        """Not asked for in this protocol."""
