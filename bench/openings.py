"""Openings for any game: from a file, or made here by random moves that leave a balanced position.

An opening made here is a list of moves from the start position, since some engines cannot read a FEN. The same game,
seed and number give the same opening on every machine.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.board import Board
from engine.protocols.notation import UciNotation
from engine.rules import Game
from search.driver import Info, Searcher
from search.limits import Limits
from variants.errors import LionleapError, shown

PLIES: Final = 8
NODES: Final = 3000  # of the search that tells whether an opening is balanced
BOUND: Final = 60  # centipawns; grows with every BATCH of tries that were in vain
BATCH: Final = 20
GROWTH: Final = 1.25
TRIES: Final = 400
HASH: Final = 1  # MB
ORDERS: Final = ("sequential", "random")


class OpeningError(LionleapError):
    """Openings that cannot be read or found."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a game begins: at a FEN, or at the start where it is empty, after some moves."""

    fen: str = ""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Book:
    """Where openings come from. `openings` empty: they are made.

    plies, bound : of those that are made
    """

    openings: tuple[Opening, ...] = ()
    order: str = "sequential"
    start: int = 0
    seed: int = 1
    plies: int = PLIES
    bound: int = BOUND

    def listed(self, number: int) -> Opening | None:
        """Return the opening of a pair of games where they come from a file."""
        if not self.openings:
            return None
        order = list(range(len(self.openings)))
        if self.order == "random":
            random.Random(self.seed).shuffle(order)
        return self.openings[order[(self.start + number) % len(order)]]

    def opening(self, game: Game, number: int) -> Opening:
        """Return the opening of a pair of games. Raises OpeningError."""
        return self.listed(number) or made(game, self.seed, number, self.plies, self.bound)


def text_of_file(path: str) -> str:
    """Return the text of a file of openings. Raises OpeningError."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise OpeningError(f"openings: {shown(path)}: {error}") from error


def read_epd(path: str) -> tuple[Opening, ...]:
    """Return the positions of a file, one a line, without their operations. Raises OpeningError."""
    lines = text_of_file(path).splitlines()
    found = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.partition(";")[0].split()
        clocks = fields[4:6] if len(fields) > 5 and fields[4].isdecimal() and fields[5].isdecimal() else ["0", "1"]
        found.append(Opening(" ".join(fields[:4] + clocks)))
    if not found:
        raise OpeningError(f"openings: {shown(path)} holds no position")
    return tuple(found)


@lru_cache(maxsize=64)
def made(game: Game, seed: int, number: int, plies: int, bound: int) -> Opening:
    """Return an opening of random moves, drops included, whose end a short search calls balanced."""
    if plies <= 0:
        return Opening()
    generator = random.Random(f"{game.spec.name} {seed} {number}")
    searcher = Searcher(game, HASH)
    for attempt in range(TRIES):
        walked = _walk(game, generator, plies)
        if walked is None:
            continue
        board, moves = walked
        if abs(_score(searcher, board)) <= bound * GROWTH ** (attempt // BATCH):
            return Opening("", tuple(moves))
    raise OpeningError(f"no balanced opening of {plies} plies was found for {game.spec.name}")


def _walk(game: Game, generator: random.Random, plies: int) -> tuple[Board, list[str]] | None:
    """Play random moves; None where the game ends meanwhile."""
    notation = UciNotation()
    board, moves = Board(game), []
    for _ in range(plies):
        legal = board.legal_moves()
        if not legal:
            return None
        move = generator.choice(legal)
        moves.append(notation.write(board, move))
        board.push(move)
    return None if board.outcome() is not None else (board, moves)


def _score(searcher: Searcher, board: Board) -> int:
    found: list[Info] = []
    searcher.new_game()
    searcher.search(board.copy(), Limits(nodes=NODES), found.append)
    return found[-1].score if found else 0
