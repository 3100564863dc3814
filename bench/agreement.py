"""How good short searches are: how often their move is that of a long search. Finer than a match of the same length.

    python -m bench.agreement GAME [--positions N] [--ms T] [--longer F] [--threads N]

Positions come from games of the search against itself. At each, one thread searches F times as long in a new game; one
thread, one thread with twice the time and N threads then search as in a game, with what they remember of the positions
before. So none of them repeats the long search from its beginning, which would flatter it. Wants as many idle cores as
threads.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from bench.compare import show
from bench.game import Rules, load
from bench.openings import made
from bench.score import Z95
from bench.spsa import BOUND
from engine.board import Board
from engine.protocols.notation import UciNotation
from engine.rules import Game
from search.driver import Info, Searcher
from search.limits import Limits
from variants.errors import LionleapError

HASH: Final = 64
NOTATION: Final = UciNotation()
PLAYED_NODES: Final = 4000  # of a move of the games
PLIES: Final = 8  # random, at their beginning
BALANCED: Final = 500  # centipawns beyond which a game is left
APART: Final = (6, 11)  # plies between two positions of a game, the second not included


@dataclass(slots=True)
class Short:
    """A search that is judged."""

    name: str
    searcher: Searcher
    ms: float
    hits: list[int] = field(default_factory=list)
    nodes: int = 0
    depth: int = 0

    @property
    def limits(self) -> Limits:
        """The time that it has."""
        return _for(self.ms)

    def think(self, board: Board, best: int) -> None:
        """Search a position and note whether the move is the best one."""
        infos: list[Info] = []
        found = self.searcher.search(board, self.limits, infos.append)
        self.hits.append(int(found.move == best))
        self.nodes += self.searcher.nodes
        self.depth += infos[-1].depth

    def row(self, other: "Short") -> list[str]:
        """Return the row of a table; other : what the share is compared with."""
        count = len(self.hits)
        more = 100 * (np.array(self.hits) - np.array(other.hits))
        error = Z95 * float(more.std()) / count**0.5
        return [
            self.name,
            f"{self.ms:g}",
            f"{100 * sum(self.hits) / count:.1f}",
            "" if self is other else f"{more.mean():+.1f} ± {error:.1f}",
            f"{self.nodes / count / 1000:.0f}",
            f"{self.depth / count:.1f}",
        ]


def _for(ms: float) -> Limits:
    return Limits(movetime=max(round(ms), 1))  # 0 would be no limit


def _searcher(game: Game, threads: int = 1) -> Searcher:
    searcher = Searcher(game, HASH, threads)
    searcher.overhead = 0  # there is no referee: all of the time is for thinking
    return searcher


def positions(game: Game, seed: int) -> Iterator[Board]:
    """Yield positions of balanced games without end; a board goes on with its game afterwards."""
    dice = random.Random(f"{game.spec.name} {seed}")
    player = Searcher(game, 16)
    number = 0
    while True:
        number += 1
        board = Board(game)
        for text in made(game, seed, number, PLIES, BOUND).moves:
            board.push(NOTATION.read(board, text))
        player.new_game()
        wait = dice.randrange(*APART)
        while board.outcome() is None:
            infos: list[Info] = []
            move = player.search(board, Limits(nodes=PLAYED_NODES), infos.append).move
            if abs(infos[-1].score) > BALANCED:
                break
            if wait == 0:
                yield board
                wait = dice.randrange(*APART)
            wait -= 1
            board.push(move)


def main() -> int:
    """Search and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.agreement", description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--ms", type=float, default=80, help="of a short search")
    parser.add_argument("--longer", type=float, default=10, metavar="F", help="how many times as long the long one is")
    parser.add_argument("--threads", type=int, default=2, metavar="N", help="of the last short search")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    try:
        game = load(Rules(chosen.variant))
        threads = max(chosen.threads, 1)
        one = Short("one thread", _searcher(game), chosen.ms)
        more = Short(f"{threads} threads", _searcher(game, threads), chosen.ms)
        shorts = [one, Short("one, twice the time", _searcher(game), 2 * chosen.ms), more]
        deep = _searcher(game)
        boards = positions(game, chosen.seed)
        for _ in range(max(chosen.positions, 1)):
            board = next(boards)
            deep.new_game()
            best = deep.search(board, _for(chosen.longer * chosen.ms)).move
            for short in shorts:
                short.think(board, best)
    except LionleapError as error:
        print(f"agreement: {error}", file=sys.stderr)
        return 1
    ms = chosen.longer * chosen.ms
    title = f"{chosen.variant}: moves that one thread finds in {ms:g} ms, {len(one.hits)} positions"
    head = ["search", "ms", "found, %", "beside one thread", "kilonodes", "depth"]
    show(title, head, [short.row(one) for short in shorts])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
