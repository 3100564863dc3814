"""Evaluates single positions, for what is not a search.

Apart from the kernels: what a kernel's file imports decides when it is compiled anew.
"""

import numpy as np

from engine.board import Board
from engine.rules import Game
from eval.judge import judge
from eval.network import network_dtype
from eval.network_file import Accumulators, Network


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
