"""What a network costs: nodes per second of a search with it against the hand-written evaluation, in turn in one run.

    python -m bench.network_cost [GAME...] [--network FILE] [--lanes N] [--runs N] [--nodes N]

Processor time of one thread, so that other work on the machine disturbs little. Without a file the network's weights
are random and its output is bounded as a trained one's, as the speed depends on how often bounds spare its work.
"""

import argparse
import random
import sys
import time
from statistics import median
from typing import Final

import numpy as np

from bench.game import Rules, load
from engine.board import Board
from engine.rules import Game
from eval.inputs import inputs_of
from eval.network import WIDTHS
from eval.network_file import NO_NETWORK, Network, make, own_network, read
from search.driver import Searcher
from search.limits import Limits
from variants.errors import LionleapError

GAMES: Final = ("leaperhouse", "okisakishogi", "yarishogi", "mightylion", "frolov10x10")
POSITIONS: Final = 6
BOUND: Final = 400  # centipawns that a network of random weights adds at most


def random_network(game: Game, lanes: int) -> Network:
    """Return a network whose activations are those of a trained one in size."""
    dice = np.random.default_rng(1)
    return make(
        game,
        "random weights",
        rows=dice.integers(-40, 41, (inputs_of(game).count, lanes)),
        biases=dice.integers(0, 120, lanes),
        output=dice.integers(-4, 5, (2, lanes)),
        output_bias=0,
        units=200,
        most=BOUND,
    )


def positions(game: Game) -> list[Board]:
    """Return positions of random games, from the opening to the middle."""
    dice = random.Random(3)
    found: list[Board] = []
    while len(found) < POSITIONS:
        board = Board(game)
        for _ in range(10 + 8 * len(found)):
            moves = board.legal_moves()
            if not moves:
                break
            board.push(dice.choice(moves))
        if board.outcome() is None:
            found.append(board)
    return found


def speed(searcher: Searcher, boards: list[Board], nodes: int) -> float:
    """Return nodes per second of processor time."""
    spent, made = 0.0, 0
    for board in boards:
        searcher.new_game()
        begun = time.thread_time()
        searcher.search(board, Limits(nodes=nodes))
        spent += time.thread_time() - begun
        made += searcher.nodes
    return made / spent


def measure(game: Game, network: Network, runs: int, nodes: int) -> tuple[float, float, float]:
    """Return nodes per second by hand and with the network, medians, and the median ratio of the runs."""
    boards = positions(game)
    by_hand, by_network = (Searcher(game, 16, network=used) for used in (NO_NETWORK, network))
    pairs = [(speed(by_hand, boards, nodes), speed(by_network, boards, nodes)) for _ in range(runs)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(b / a for a, b in pairs)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.network_cost", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--network", metavar="FILE", help="of the game named; else its own, or random")
    parser.add_argument("--lanes", type=int, default=128, choices=WIDTHS, help="of random weights")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=100_000)
    chosen = parser.parse_args()
    try:
        for name in chosen.games:
            game = load(Rules(name))
            network = read(chosen.network, game) if chosen.network else own_network(game)
            network = network if network.lanes else random_network(game, chosen.lanes)
            hand, net, ratio = measure(game, network, max(chosen.runs, 1), max(chosen.nodes, 1000))
            what = f"{network.lanes} lanes, {network.source or 'random'}"
            print(f"{name}: {hand / 1000:.0f} -> {net / 1000:.0f} kn/s, {ratio:.3f} ({what})", flush=True)
    except LionleapError as error:
        print(f"network_cost: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
