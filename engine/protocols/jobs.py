"""Work in the background that a user may stop: searches and perft, one at a time."""

import threading
from collections.abc import Callable
from typing import Any, Final, Protocol

from engine.board import Board, Outcome

PERFT_SLICE: Final = 5_000_000  # sequences that one uninterruptible call may count; some hundredths of a second


class Listener(Protocol):
    """What a protocol does with the results of a job. Called from the job's thread."""

    def note(self, text: str) -> None:
        """Tell the user something."""

    def info(self, board: Board, info: Any) -> None:
        """Show a finished iteration, a search.driver.Info."""

    def finished(self, board: Board, outcome: Outcome | None) -> None:
        """Show that the game is over at the root, or with None that no move was allowed."""

    def done(self, board: Board, move: int, ponder: int) -> None:
        """Play the move; 0 is none."""

    def perft_move(self, board: Board, move: int, count: int) -> None:
        """Show the count of one root move."""

    def perft_total(self, count: int) -> None:
        """Show the sum, once per perft, also when it was stopped."""


class Job:
    """A thread that does one piece of work, after the work that was asked for before. `board` belongs to the job."""

    patient = False  # whether a further job and the end of the program wait for it

    def __init__(self, board: Board, listener: Listener) -> None:
        self.board = board
        self.listener = listener
        self.stopped = threading.Event()
        self._previous: Job | None = None
        self._thread = threading.Thread(target=self._guarded, name=type(self).__name__, daemon=True)

    @property
    def running(self) -> bool:
        """Whether it is not done yet."""
        return self._thread.is_alive()

    @property
    def waits_for(self) -> "Job | None":
        """The earlier job that is still running, and not told to end."""
        previous = self._previous
        if previous is None or not previous.running:
            return None
        return previous if previous.patient and not previous.stopped.is_set() else previous.waits_for

    def start(self, previous: "Job | None" = None) -> None:
        """Begin as soon as the previous job is done."""
        self._previous = previous
        self._thread.start()

    def stop(self) -> None:
        """Ask it to end soon; returns at once."""
        self.stopped.set()

    def ponderhit(self) -> None:
        """Tell it that the opponent played the expected move."""

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for its end and return whether it came."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _guarded(self) -> None:
        if self._previous is not None:
            self._previous.wait()
            self._previous = None
        try:
            self.work()
        except Exception as error:  # the engine goes on whatever happens
            self.listener.note(f"internal error: {type(error).__name__}: {error}")
            self.failed()

    def work(self) -> None:
        """Do the work."""
        raise NotImplementedError

    def failed(self) -> None:
        """Answer after an internal error."""


class SearchJob(Job):
    """A search. Where `hold` is set its move is kept until `stop` or `ponderhit`."""

    def __init__(
        self,
        board: Board,
        listener: Listener,
        search: Callable[[Board, Callable[[Any], None]], tuple[int, int]],
        halt: Callable[[], None],
        hit: Callable[[], None],
        hold: bool,
    ) -> None:
        """`search(board, on_info)` blocks and returns move and ponder move; `halt` and `hit` act on it."""
        super().__init__(board, listener)
        self._search, self._halt, self._hit = search, halt, hit
        self._hold = hold
        self._released = threading.Event()
        self._begun = False  # `halt` and `hit` are heard from the first report on
        self._early_hit = False

    def stop(self) -> None:
        super().stop()
        if self._begun:
            self._halt()
        self._released.set()

    def ponderhit(self) -> None:
        if self._begun:
            self._hit()
        else:
            self._early_hit = True
        self._released.set()

    def work(self) -> None:
        move, ponder = self._search(self.board, self._on_info)
        if self._hold:
            self._released.wait()
        self.listener.done(self.board, move, ponder)

    def _on_info(self, info: Any) -> None:
        if not self._begun:
            self._begun = True
            if self._early_hit:
                self._hit()
        if self.stopped.is_set():
            self._halt()
        self.listener.info(self.board, info)

    def failed(self) -> None:
        moves = self.board.legal_moves()
        self.listener.done(self.board, moves[0] if moves else 0, 0)


class FinishedJob(Job):
    """Answers for a root without a move to search; held back like a search."""

    def __init__(self, board: Board, listener: Listener, outcome: Outcome | None, hold: bool) -> None:
        super().__init__(board, listener)
        self._outcome, self._hold = outcome, hold
        self._released = threading.Event()

    def stop(self) -> None:
        super().stop()
        self._released.set()

    def ponderhit(self) -> None:
        self._released.set()

    def work(self) -> None:
        self.listener.finished(self.board, self._outcome)
        if self._hold:
            self._released.wait()
        self.listener.done(self.board, 0, 0)


class PerftJob(Job):
    """Counts move sequences, in slices so that it can be stopped. Only `stop` ends it early."""

    patient = True

    def __init__(self, board: Board, listener: Listener, depth: int) -> None:
        super().__init__(board, listener)
        self._depth = depth

    def work(self) -> None:
        total = 0
        moves = self.board.legal_moves()
        for move in moves:
            self.board.push(move)
            count = self._count(self._depth - 1, len(moves))
            self.board.pop()
            if self.stopped.is_set():
                self.listener.note("perft was stopped: the sum is not complete")
                break
            self.listener.perft_move(self.board, move, count)
            total += count
        self.listener.perft_total(total)

    def _count(self, depth: int, widest: int) -> int:
        """Return the sequences of a depth. `widest`: the most moves of a position on the way here."""
        if depth <= 1:
            return self.board.perft(depth)
        moves = self.board.legal_moves()
        widest = max(widest, len(moves))  # a check leaves few moves, and says nothing about those after it
        if widest**depth <= PERFT_SLICE:
            return self.board.perft(depth)
        total = 0
        for move in moves:
            if self.stopped.is_set():
                break
            self.board.push(move)
            total += self._count(depth - 1, widest)
            self.board.pop()
        return total

    def failed(self) -> None:
        self.listener.perft_total(0)
