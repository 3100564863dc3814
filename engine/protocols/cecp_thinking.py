"""What a CECP engine thinks about: its move, the opponent's, a position to analyse; and what it tells of the result.

The thread that reads commands calls in; a search ends in a thread of its own, which plays the move that it found.
`lock` keeps the two apart. Nothing here imports the compiled core before it is needed.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.protocols.cecp_clock import Clock
from engine.protocols.cecp_position import Position
from engine.protocols.go import Go
from engine.protocols.output import Output

if TYPE_CHECKING:
    from engine.board import Board
    from engine.protocols.cecp_report import CecpReport, Purpose, Task


class Thinking:
    """The work of one engine, at most one piece of it at a time.

    over      : a result was told or heard
    score     : of the last move, from the engine's side
    post      : thinking is shown
    ponder    : the opponent's time is used
    analyzing : thinking is about positions, not moves to play
    """

    def __init__(
        self,
        output: Output,
        position: Position,
        clock: Clock,
        lock: "threading.RLock",
        tell: Callable[[str], None],
        moved: Callable[[], None],
    ) -> None:
        """`tell` is for remarks; `moved` is called after the engine has moved."""
        self.over = self.post = self.ponder = self.analyzing = False
        self.score = 0
        self._output, self._position, self._clock = output, position, clock
        self._lock, self._tell, self._moved = lock, tell, moved
        self._task: Task | None = None
        self._expected: str | None = None  # the move whose answer is searched in the opponent's time
        self._pongs: list[str] = []  # to answer after the move

    @property
    def playing(self) -> bool:
        """Whether the engine is thinking about its move."""
        from engine.protocols.cecp_report import Purpose

        return self._task is not None and self._task.purpose is Purpose.PLAY

    def begin_game(self) -> None:
        """Forget how the last game stood."""
        self.over, self.score = False, 0

    # --- begin and end --------------------------------------------------------------------------------------------

    def think(self) -> None:
        """Search for a move and play it, or tell the result."""
        from engine.protocols.cecp_report import Purpose

        board = self._position.board
        if self.claim(board):
            return
        request = self._clock.request(board.side, self._played)
        request.searchmoves = self._position.root_moves()
        self._start(request, Purpose.PLAY)

    def analyze(self) -> None:
        """Search the position without end."""
        from engine.protocols.cecp_report import Purpose

        self.cancel()
        self._position.board  # noqa: B018
        self._start(Go(infinite=True), Purpose.ANALYZE)

    def expects(self, played: str) -> bool:
        """Return whether the engine is pondering about the answer to a move, in UCI's form."""
        return self._task is not None and played == self._expected

    def hit(self) -> None:
        """Go on with the search for the answer to the move that was played."""
        from engine.protocols.cecp_report import Purpose

        assert self._task is not None
        self._task.purpose, self._expected = Purpose.PLAY, None
        if self.claim(self._position.board):
            self.cancel()
            return
        self._position.session.ponderhit()

    def easy(self) -> None:
        """Leave the opponent's time alone."""
        self.ponder = False
        if self._expected is not None:
            self.cancel()

    def cancel(self) -> None:
        """End what is running without a move."""
        self._expected = None
        if self._task is not None:
            self._task.cancelled = True
            self._task = None
            self._position.session.stop()
        self._answer_pings()

    @property
    def _played(self) -> int:
        """How many moves the engine has made."""
        return len(self._position.moves) // 2

    def _start(self, request: Go, purpose: "Purpose") -> None:
        from engine.protocols.cecp_report import Task

        self._task = Task(purpose)
        self._position.session.start(request, self._report(self._task))

    def _report(self, task: "Task") -> "CecpReport":
        from engine.protocols.cecp_report import CecpReport

        return CecpReport(task, self._position.notation, self._tell, self._write_thought, self._done)

    def _write_thought(self, text: str) -> None:
        if self.post or self.analyzing:
            self._output.line(text)

    # --- the move -------------------------------------------------------------------------------------------------

    def _done(self, task: "Task", move: int, ponder: int) -> None:
        """Play what a search found. Called from its thread."""
        from engine.protocols.cecp_report import Purpose

        with self._lock:
            if task.cancelled or task is not self._task or task.purpose is not Purpose.PLAY:
                return
            self._task = None
            try:
                self._play(task, move, ponder)
            except Exception as error:  # the engine goes on whatever happens
                self._tell(f"internal error: {type(error).__name__}: {error}")
            self._answer_pings()

    def _play(self, task: "Task", move: int, ponder: int) -> None:
        board = self._position.board
        if not move:
            if not self.claim(board):
                self._tell("there is no move to play in this position")
            return
        lines = self._position.notation.lines(board, move)
        board = self._position.push(move)
        if task.last is not None:
            self.score = task.last.score
            self._clock.spend(task.last.time_ms)
        self._output.lines([f"move {text}" for text in lines])
        self._moved()
        if not self.claim(board) and self.ponder and not self.analyzing:
            self._start_pondering(board, ponder)

    def _start_pondering(self, board: "Board", expected: int) -> None:
        """Search the answer to the expected move, if it leads to a position where something is to be searched."""
        from engine.protocols.cecp_report import Purpose

        if not expected or expected not in board.legal_moves():
            return
        text = self._position.text(expected)
        board.push(expected)
        try:
            if board.outcome() is None:
                request = self._clock.request(board.side, self._played)
                request.searchmoves = self._position.root_moves()
                request.ponder = True
                self._expected = text
                self._start(request, Purpose.PONDER)
        finally:
            board.pop()

    # --- what is told ---------------------------------------------------------------------------------------------

    def claim(self, board: "Board") -> bool:
        """Tell the result of a game that has ended, once; return whether it has."""
        from engine.protocols.verdict import result_line

        outcome = board.outcome()
        if outcome is None:
            return False
        if not self.over:
            self.over = True
            self._output.line(result_line(board, outcome))
        return True

    def progress(self) -> None:
        """Answer `.`: hundredths of a second, nodes, depth, moves left and moves in all."""
        last = self._task.last if self._task is not None else None
        if self.analyzing and last is not None:
            total = len(self._position.board.legal_moves())
            self._output.line(f"stat01: {last.time_ms // 10} {last.nodes} {last.depth} 0 {total}")

    def pong(self, text: str) -> None:
        """Answer a ping when everything before is done: after the move, if the engine is thinking about one."""
        if self.playing:
            self._pongs.append(text)
            return
        if self._task is None:
            self._position.settle()
            self._position.session.ready()
        self._output.line(f"pong {text}")

    def _answer_pings(self) -> None:
        pongs, self._pongs = self._pongs, []
        for text in pongs:
            self._output.line(f"pong {text}")
