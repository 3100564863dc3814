"""One thread of a search: its record, its copy of the position, and what Python asks of both."""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
from engine.layout import ROWS, position_dtype
from engine.men import CAPTURES, DROPS, PROMOTIONS, QUIETS
from engine.moves import generate
from engine.outcome import immediate_end
from engine.rules import Game
from engine.safety import look
from eval.judge import judge
from eval.network_file import Accumulators, Network, own_network
from search.alphabeta import alphabeta
from search.aspiration import Window
from search.layout import ABOVE, DEPTHS, NULL_MOVE, PRUNING, STATIC_CUTS, blocks_used, search_dtype
from search.margin_values import read_margins
from search.ordering import score_captures, score_quiets
from search.root import check_line, table_move_at
from search.score import INFINITE, OPEN_SCORE
from search.table import Table

HEAVY_FACTOR: Final = 1.6  # of the worth of the cheapest kind: men worth more make a null move safe
FIRST_CAPTURES: Final = 1 << 20  # what puts captures before quiet moves at the root
FIRST_OF_ALL: Final = 1 << 40
FORGOTTEN: Final = ("killers", "excluded", "root_nodes")  # from one search to the next
LEARNED: Final = ("history", "capture_history", "continuation", "counters")


class SearchThread:
    """The state of one thread. Kernels get `record` and `position`.

    margins : search/margins.py; None: those of the game
    network : what evaluates; None: the game's own, or the hand-written evaluation where it has none
    """

    def __init__(
        self,
        game: Game,
        margins: Mapping[str, int] | None = None,
        network: Network | None = None,
    ) -> None:
        self.game = game
        self.record = np.zeros(1, dtype=search_dtype(game.width))[0]
        self._positions = np.zeros(1, dtype=position_dtype(game.width))
        self.position = self._positions[0]
        self._wide = False
        self._current: tuple[int, int, int]  # depth, alpha, beta of the pass that is searched; helpers read it whole
        self._accumulators = Accumulators(game, self.record["network"])
        self.use(own_network(game) if network is None else network)
        self._write_margins(read_margins(game.spec) if margins is None else margins)
        self._write_constants()

    def _write_margins(self, margins: Mapping[str, int]) -> None:
        record = self.record
        for name, number in margins.items():
            record[name] = number
        depths = np.maximum(np.arange(DEPTHS), 1).reshape(-1, 1)
        numbers = np.maximum(np.arange(DEPTHS), 1).reshape(1, -1)
        base, divisor = margins["reduction_base"] / 100, margins["reduction_divisor"] / 100
        plies = base + np.log(depths) * np.log(numbers) / divisor
        record["reduction"][:] = np.floor(plies).astype(np.int64).ravel()

    def _write_constants(self) -> None:
        record, rules = self.record, self.game.rules
        record["switches"][:] = 1
        record["blocks"] = blocks_used(self.game.width, int(rules["classes"]))
        worth = rules["worth"]
        record["gain"][:] = worth + np.where(rules["hand_kind"] > 0, rules["hand_worth"][rules["hand_kind"]], 0)
        king = int(rules["king_kind"])
        if king >= 0:
            record["gain"][king] = 0  # never taken
        numbers_of_kinds = [kind for kind in range(1, int(rules["kinds"]) + 1) if kind != king]
        cost = {int(rules["class_of"][kind]): int(record["gain"][kind]) for kind in reversed(numbers_of_kinds)}
        order = sorted(cost, key=lambda number: cost[number])
        order += [number for number in range(int(rules["classes"])) if number not in cost]
        record["by_gain"][: len(order)] = order
        record["gain_rank"][order] = np.arange(len(order))
        cheapest = min((int(worth[kind]) for kind in numbers_of_kinds), default=0)
        for kind in numbers_of_kinds:
            if worth[kind] > HEAVY_FACTOR * cheapest:
                for colour in range(2):
                    record["heavy"][colour * ROWS + int(rules["class_of"][kind])] = 1

    def use(self, network: Network) -> None:
        """Evaluate by a network from now on; by NO_NETWORK: by hand. Raises NetworkError."""
        self._accumulators.use(network)

    def widen(self, wide: bool) -> None:
        """Leave nothing out but by bounds and reductions, for a search that looks for a mate; or as usual again."""
        for switch in (NULL_MOVE, PRUNING, STATIC_CUTS):
            if wide != self._wide:
                self.record["switches"][switch] = 0 if wide else 1
        self._wide = wide

    def clear(self) -> None:
        """Forget what was learned."""
        for name in LEARNED + FORGOTTEN:
            self.record[name][:] = 0

    def begin(self, board: Board, table: Table, stop: NDArray[np.int64], node_limit: int) -> None:
        """Take over a position and prepare a search."""
        record = self.record
        self._positions[0] = board.position
        table.attach(record)
        record["stop_address"] = stop.ctypes.data
        record["node_limit"] = node_limit
        self._current = 1, -INFINITE, INFINITE
        for name in ("nodes", "next_look", "seldepth", "aborted", "patient"):
            record[name] = 0
        for name in FORGOTTEN:
            record[name][:] = 0

    def set_root(self, wanted: tuple[int, ...] = ()) -> int:
        """List the root's moves, only those that are wanted if any are named; return their number."""
        record, position, rules = self.record, self.position, self.game.rules
        for name in ("static", "block", "made"):
            record[name][:ABOVE] = {"static": OPEN_SCORE, "block": -1, "made": 0}[name]
        record["root_ply"] = position["ply"]
        record["root_first"] = 0
        look(rules, position)
        captures = end = 0
        if not immediate_end(rules, position):
            captures = int(generate(rules, position, 0, CAPTURES | PROMOTIONS))
            score_captures(rules, position, record, 0, captures)
            end = int(generate(rules, position, captures, QUIETS | DROPS))
            score_quiets(rules, position, record, 0, captures, end)
        scores = record["scores"][:end].astype(np.int64)
        scores[:captures] += FIRST_CAPTURES
        moves = position["moves"][:end].copy()
        scores[moves == table_move_at(position, record)] = FIRST_OF_ALL
        order = [int(move) for move in moves[np.argsort(-scores, kind="stable")]]
        if wanted:
            order = [move for move in order if move in wanted]
        record["root_moves"][: len(order)] = order
        record["root_count"] = len(order)
        return len(order)

    # --- a pass over the root -------------------------------------------------------------------------------------

    def search_pass(self, window: Window, depth: int, first: int) -> int:
        """Search the root moves from index `first` on and return the best score, a bound where it misses the window."""
        depth = max(depth - window.lessened, 1)
        alpha, beta = window.alpha, window.beta
        self._current = depth, alpha, beta
        self.record["root_depth"] = depth
        self.record["seldepth"] = 0
        self.record["root_first"] = first
        return int(alphabeta(self.game.rules, self.position, self.record, alpha, beta, depth, 0, 0))

    def bring_forward(self, index: int) -> None:
        """Move the best move to `index`, behind the lines already found."""
        best = self.best_index
        for name in ("root_moves", "root_scores", "root_nodes"):
            array = self.record[name]
            value = array[best].copy()
            array[index + 1 : best + 1] = array[index:best].copy()
            array[index] = value

    def line(self, wanted: int) -> list[int]:
        """Return the best line, legal to its end; up to `wanted` plies the table may continue it."""
        length = int(check_line(self.game.rules, self.position, self.record, wanted))
        return [int(move) for move in self.record["pv"][:length]]

    def help_along(self, main: "SearchThread", depth_limit: int) -> None:
        """Search the root of `main` beside it, only to fill the shared table.

        What `main` searches is searched too, in the same window, since other bounds would be of little use to it. What
        is done before `main` has done it is searched one ply deeper. docs/results.md compares other ways.
        """
        count = main.root_count
        self.set_root()
        self.record["root_moves"][:count] = main.record["root_moves"][:count]
        self.record["root_count"] = count
        done = last = 0
        while done < depth_limit:
            depth, alpha, beta = main._current
            if depth > done:
                window = Window(alpha, beta, self.window)
            else:
                depth = done + 1
                window = Window.around(last, depth, self.window)
            while done < depth:
                last = self.search_pass(window, depth, 0)
                if self.aborted:
                    return
                if self.best_index > 0:
                    self.bring_forward(0)
                if window.holds(last):
                    done = depth
                elif main._current[0] > depth:
                    break
                else:
                    window.widen(last)

    # --- questions ------------------------------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """Moves made in this search."""
        return int(self.record["nodes"])

    @property
    def seldepth(self) -> int:
        """Deepest ply of the last pass."""
        return int(self.record["seldepth"])

    @property
    def aborted(self) -> bool:
        """Whether the last pass was stopped."""
        return bool(self.record["aborted"])

    @property
    def patient(self) -> bool:
        """Whether the stop flag is not looked at."""
        return bool(self.record["patient"])

    @patient.setter
    def patient(self, value: bool) -> None:
        self.record["patient"] = value

    @property
    def best_index(self) -> int:
        """Index of the best root move of the last pass, -1: none was finished."""
        return int(self.record["root_best"])

    @property
    def root_count(self) -> int:
        """Number of root moves that are searched."""
        return int(self.record["root_count"])

    def root_move(self, index: int) -> int:
        """Return a root move."""
        return int(self.record["root_moves"][index])

    @property
    def window(self) -> int:
        """Centipawns either side of the last score, in which an iteration begins."""
        return int(self.record["window"])

    @property
    def static(self) -> int:
        """The root's evaluation."""
        return int(judge(self.game.rules, self.position, self.record["network"]))

    def doubt(self) -> float:
        """Return a factor for the time: below 1 where the best move took most of the nodes, above where few."""
        nodes = self.record["root_nodes"][: self.root_count]
        share = float(nodes[0]) / max(float(nodes.sum()), 1.0)
        return 1.6 - 0.9 * share
