"""Networks of random numbers, and what they should say, found the plain way."""

import random
from collections.abc import Iterator

import numpy as np

from engine.board import Board
from engine.rules import Game
from eval.inputs import inputs_of
from eval.network_file import Network, make


def random_network(game: Game, lanes: int = 64, seed: int = 1) -> Network:
    """A network whose activations spread over both bounds and between."""
    dice = np.random.default_rng(seed)
    return make(
        game,
        "random numbers",
        rows=dice.integers(-60, 61, (inputs_of(game).count, lanes)),
        biases=dice.integers(-60, 61, lanes),
        output=dice.integers(-12, 13, (2, lanes)),
        output_bias=int(dice.integers(-(10**6), 10**6)),
        units=64,
        most=5000,
    )


def added_plainly(board: Board, network: Network) -> int:
    """What a network adds, from scratch."""
    views = inputs_of(board.game).of(board)
    sums = [network.biases.astype(np.int64) + network.rows[rows].astype(np.int64).sum(axis=0) for rows in views]
    squares = [np.clip(total, 0, 255) ** 2 for total in sums]
    weights = network.output.astype(np.int64)
    total = int(weights[0] @ squares[board.side] + weights[1] @ squares[1 - board.side])
    value = (total + network.output_bias) * round(400 * 2**32 / (255 * 255 * network.units)) >> 32
    return min(max(value, -network.most), network.most)


def wander(game: Game, plies: int, seed: int) -> Iterator[Board]:
    """A board on a random walk, seen at two plies of three: moves are made, and taken back where a game ends."""
    dice = random.Random(seed)
    board = Board(game)
    for _ in range(plies):
        moves = board.legal_moves()
        if not moves or board.outcome():
            for _ in range(min(board.ply, dice.randint(1, 30))):
                board.pop()
            continue
        board.push(dice.choice(moves))
        if dice.random() < 0.67:
            yield board
