"""The one place that chooses: a position is worth what the network in use says, or else the hand-written evaluation."""

from typing import Any

import numpy as np

from engine.board import Board
from engine.jit import kernel
from engine.rules import Game
from eval.evaluate import evaluate_within
from eval.network import evaluate_by_network, network_dtype
from eval.network_file import Accumulators, Network
from eval.terms import LIMIT


@kernel()
def judge_within(rules: Any, position: Any, network: Any, low: int, high: int) -> int:
    """Return `judge`'s value where it lies within (low, high); elsewhere a value that lies beyond the same end."""
    if network.blocks:
        return evaluate_by_network(rules, position, network, low, high)
    return evaluate_within(rules, position, low, high)


@kernel()
def judge(rules: Any, position: Any, network: Any) -> int:
    """Return what the position is worth for the side to move, in centipawns, at most LIMIT either way.

    network : record of eval.network.network_dtype; its accumulators follow the position
    """
    return judge_within(rules, position, network, -LIMIT, LIMIT)


class Judge:
    """Evaluates single positions of a game. `record` is a network in use, for kernels."""

    def __init__(self, game: Game, network: Network) -> None:
        """`network` may be NO_NETWORK. Raises NetworkError where it is not one of the game."""
        self._game = game
        self.record = np.zeros(1, dtype=network_dtype(game.width))[0]
        self._accumulators = Accumulators(game, self.record)
        self._accumulators.use(network)

    def value(self, board: Board) -> int:
        """Return what a position is worth for the side to move, in centipawns."""
        return int(judge(self._game.rules, board.position, self.record))
