"""Searches a position: deepening, aspiration, several lines, limits, threads. Python drives, kernels search.

A kernel searches one root pass and returns; what reaches it while it runs is one word, the stop flag. Nothing is
printed here: finished iterations go to a callback.
"""

import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.board import Board
from engine.rules import Game
from eval.network_file import Network, own_network
from search.aspiration import WINDOW_DEPTH, Window
from search.layout import MAX_DEPTH
from search.limits import Limits
from search.margin_values import read_margins
from search.score import REFEREE_BOUND, decided_in_moves, score_of
from search.strength import FULL, Strength
from search.table import Table
from search.thread import SearchThread
from search.timing import DEFAULT_OVERHEAD, UNBOUNDED

BOUND_LINES_AFTER: Final = 3000  # ms: from here on failed windows are shown
NO_LIMIT: Final = 1 << 62
SETTLED_DEPTH: Final = 2  # iterations that a decided score must stay before a timed search ends by itself

OnInfo = Callable[["Info"], None]


@dataclass(frozen=True, slots=True)
class Info:
    """One line of a finished iteration. `score` is search/score.py's, from the side to move."""

    depth: int
    seldepth: int
    multipv: int
    score: int
    bound: str  # "" | "lowerbound" | "upperbound"
    nodes: int
    nps: int
    hashfull: int  # thousandths
    time_ms: int
    pv: list[int]
    wdl: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The move to play and the answer to expect; 0: none."""

    move: int = 0
    ponder: int = 0


@dataclass(slots=True)
class _Line:
    """The best line of one root move as far as it is known."""

    depth: int
    score: int
    pv: list[int]
    seldepth: int = 0
    bound: str = ""


class Searcher:
    """Searches positions of one game, one search at a time; the table and the histories last from move to move.

    overhead : ms that a move loses outside; threads : how many search at once
    margins : search/margins.py; None: those of the game
    network : what evaluates; None: the game's own, or the hand-written evaluation where it has none
    """

    def __init__(
        self,
        game: Game,
        hash_mb: int = 16,
        threads: int = 1,
        margins: Mapping[str, int] | None = None,
        network: Network | None = None,
    ) -> None:
        self.game = game
        self.network = own_network(game) if network is None else network
        self._margins = read_margins(game.spec) if margins is None else margins
        self.hash_mb = hash_mb
        self.overhead: float = DEFAULT_OVERHEAD
        self._table = Table(hash_mb)
        self._stop = np.zeros(8, dtype=np.int64)
        self._released = threading.Event()  # an infinite or pondering search may answer
        self._pondering = False
        self._budget = UNBOUNDED
        self._lock = threading.Lock()
        self._begun = 0.0  # when the clock of this search started
        self._timer: threading.Timer | None = None
        self._dice = random.Random()  # noqa: S311  (for games, not for secrets)
        self._threads = [self._thread() for _ in range(max(threads, 1))]

    def _thread(self) -> SearchThread:
        return SearchThread(self.game, self._margins, self.network)

    # --- called from other threads --------------------------------------------------------------------------------

    def stop(self) -> None:
        """End the search as soon as possible; without a search nothing happens."""
        self._released.set()
        self._stop[0] = 1

    def ponderhit(self) -> None:
        """The expected move was played: from now on the clock runs."""
        with self._lock:
            if not self._pondering:
                return
            self._pondering = False
            self._begun = time.perf_counter()
            self._start_timer()
        self._released.set()

    # --- between searches -----------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Forget everything."""
        self._table.clear()
        for thread in self._threads:
            thread.clear()

    def resize(self, hash_mb: int) -> None:
        """Take a table of another size; what it held is lost."""
        self.hash_mb = hash_mb
        self._table = Table(0)  # the old one goes before the new one comes
        self._table = Table(hash_mb)

    def set_threads(self, number: int) -> None:
        """Search with so many threads."""
        number = max(number, 1)
        self._threads = self._threads[:number]
        self._threads += [self._thread() for _ in range(len(self._threads), number)]

    def use(self, network: Network) -> None:
        """Evaluate by another network, or by hand with NO_NETWORK; what the table knew is forgotten."""
        if network is self.network:
            return
        for thread in self._threads:
            thread.use(network)
        self.network = network
        self.new_game()

    def leave_out(self, part: int) -> None:
        """Search without a part from now on, a switch of search/layout.py: to measure what it is worth."""
        for thread in self._threads:
            thread.record["switches"][part] = 0

    @property
    def nodes(self) -> int:
        """Moves made by the current or the last search, all threads together."""
        return sum(thread.nodes for thread in self._threads)

    # --- searching ------------------------------------------------------------------------------------------------

    def search(
        self,
        board: Board,
        limits: Limits,
        on_info: OnInfo | None = None,
        multi_pv: int = 1,
        strength: Strength = FULL,
    ) -> Result:
        """Search and return when a limit is reached, or `stop` or `ponderhit` lets an endless search answer.

        multi_pv : lines to report; strength : below the full one, another move than the best may be returned

        A position that has ended gives one Info of depth 0 and no move.
        """
        report = on_info or (lambda _info: None)
        self._stop[0] = 0
        self._released.clear()
        with self._lock:
            self._pondering = limits.ponder
            self._begun = time.perf_counter()
            self._budget = limits.budget(board.side, self.overhead)
        self._table.next_search()
        main = self._threads[0]
        main.widen(limits.mate is not None)
        for thread in self._threads:
            thread.begin(board, self._table, self._stop, strength.nodes(limits.nodes or NO_LIMIT))
        if not main.set_root(limits.searchmoves):
            outcome = board.outcome()
            value = outcome.value if outcome is not None and outcome.immediate else 0
            report(Info(0, 0, 1, score_of(value), "", 0, 0, 0, self._elapsed(), []))
            self._hold(limits)
            return Result()
        with self._lock:
            if not self._pondering:
                self._start_timer()
        helpers = self._start_helpers(main, limits.depth or MAX_DEPTH)
        try:
            lines = self._deepen(main, limits, report, max(multi_pv, 1), strength.lines)
            self._hold(limits)
        finally:
            self._stop[0] = 1
            self._stop_timer()
            for helper in helpers:
                helper.join()
        line = lines[strength.choose([line.score for line in lines], REFEREE_BOUND, self._dice)]
        return Result(line.pv[0], line.pv[1] if len(line.pv) > 1 else 0)

    def _start_helpers(self, main: SearchThread, depth: int) -> list[threading.Thread]:
        """Let the other threads search along, as many of them as the system lets run."""
        helpers: list[threading.Thread] = []
        for thread in self._threads[1:]:
            helper = threading.Thread(target=thread.help_along, args=(main, depth), daemon=True)
            try:
                helper.start()
            except RuntimeError:  # no more threads for this user
                break
            helpers.append(helper)
        return helpers

    def _hold(self, limits: Limits) -> None:
        """Wait until an endless search may answer."""
        if limits.infinite or limits.ponder:
            self._released.wait()

    def _elapsed(self) -> int:
        return int((time.perf_counter() - self._begun) * 1000)

    def _start_timer(self) -> None:
        if self._budget.hard is None:
            return
        rest = self._budget.hard / 1000 - (time.perf_counter() - self._begun)
        self._timer = threading.Timer(max(rest, 0.0), self.stop)
        self._timer.daemon = True
        self._timer.start()

    def _stop_timer(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _deepen(self, main: SearchThread, limits: Limits, report: OnInfo, shown: int, wanted: int) -> list[_Line]:
        """Search deeper and deeper; return the best lines. shown : lines to report; wanted : lines to know"""
        count = main.root_count
        multi_pv = min(max(shown, wanted), count)
        lines: list[_Line] = [_Line(1, main.static, [main.root_move(k)]) for k in range(multi_pv)]
        told = False
        effort, settled = 1.0, 0
        for depth in range(1, min(limits.depth or MAX_DEPTH, MAX_DEPTH) + 1):
            main.patient = depth == 1
            before = lines[0]
            finished: list[_Line] = []
            for index in range(multi_pv):
                line = self._search_line(main, depth, index, lines[index], report)
                if line is None:
                    break
                finished.append(line)
                if main.aborted:
                    break
            if main.aborted:
                # a line that an aborted pass found is at least as good as the one known before
                if finished and multi_pv == 1 and (finished[0].pv != lines[0].pv or not told):
                    lines = finished
                self._report(main, lines[:shown], report)  # the last line tells all nodes
                break
            finished.sort(key=lambda line: -line.score)
            lines = finished
            self._report(main, lines[:shown], report)
            told = True
            best = lines[0]
            moves = decided_in_moves(best.score)
            if limits.mate is not None and moves is not None and 0 < moves <= limits.mate:
                break
            if limits.infinite or self._pondering or self._budget.soft is None:
                if self._stop[0]:
                    break
                continue
            settled = settled + 1 if abs(best.score) >= REFEREE_BOUND else 0
            if settled > SETTLED_DEPTH or (count == 1 and depth > 4):
                break
            effort = 0.7 * effort + (0.3 if best.pv[0] == before.pv[0] else 0.6)
            if best.score < before.score - 30 and depth > WINDOW_DEPTH:
                effort += 0.3
            if self._stop[0] or not self._budget.next_iteration(self._elapsed(), effort * main.doubt()):
                break
        return lines

    def _search_line(
        self, main: SearchThread, depth: int, index: int, last: _Line, report: OnInfo
    ) -> _Line | None:
        """Search the root moves from `index` on; None where an abort left nothing."""
        window = Window.around(last.score, depth, main.window)
        found: _Line | None = None
        while True:
            alpha = window.alpha
            score = main.search_pass(window, depth, index)
            if main.best_index >= 0 and (score > alpha or not main.aborted):
                main.bring_forward(index)
                if score > alpha or found is None:
                    found = _Line(depth, score, main.line(2), main.seldepth)
            if main.aborted:
                return found if found is not None and found.score > alpha else None
            assert found is not None
            if window.holds(score):
                found.bound = ""
                return found
            if self._elapsed() >= BOUND_LINES_AFTER:
                bound = "upperbound" if score <= alpha else "lowerbound"
                report(self._info(main, index, _Line(depth, score, found.pv, main.seldepth, bound)))
            window.widen(score)

    def _report(self, main: SearchThread, lines: list[_Line], report: OnInfo) -> None:
        for index, line in enumerate(lines):
            report(self._info(main, index, line))

    def _info(self, main: SearchThread, index: int, line: _Line) -> Info:
        spent = time.perf_counter() - self._begun
        nodes = self.nodes
        return Info(
            depth=line.depth,
            seldepth=line.seldepth,
            multipv=index + 1,
            score=line.score,
            bound=line.bound,
            nodes=nodes,
            nps=int(nodes / max(spent, 1e-4)),
            hashfull=self._table.fullness(),
            time_ms=int(spent * 1000),
            pv=list(line.pv),
        )
