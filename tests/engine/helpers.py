"""What the engine's tests share: games by name, boards, tables of data, random play."""

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from engine.board import Board, Outcome
from engine.move import CAPTURE_PROMOTION, DROP, PROMOTION, TAKING, TWO_LEGS, action
from engine.protocols.notation import UciNotation
from engine.rules import Game, compile_rules
from tests.oracle.api import Pos, Result
from variants.catalog import Catalog
from variants.fen import parse_fen
from variants.report import Severity

DATA: Final = Path(__file__).parent.parent / "data"
CATALOG: Final = Catalog()
BUILT_IN: Final = Catalog()  # stays as it is, whatever the tests load
HEART: Final = [
    *("chess", "leaperhouse", "okisakishogi", "yarishogi", "mightylion", "losalamos", "omicron", "frolov10x10"),
    *(f"frolov10x10-{option}" for option in ("wizard", "caliph", "citadel", "drop")),
]
NOTATION: Final = UciNotation()
VALUES: Final = {"win": 1, "draw": 0, "loss": -1}


def every_game(without: str = "") -> list[ParameterSet]:
    """The games of the catalogue as parameters of a test; all but the heart of it are for the long run.

    without : names of games, with spaces between, of which something else is true
    """
    names = [name for name in BUILT_IN.names() if name not in without.split()]
    return [pytest.param(name, marks=() if name in HEART else pytest.mark.slow) for name in names]


@lru_cache(maxsize=64)
def game(name: str) -> Game:
    """A game of the catalogue or of `data/games`, ready to be played."""
    if name not in CATALOG:
        load((DATA / "games" / f"{name}.ini").read_text(encoding="utf-8"))
    return compile_rules(CATALOG.get(name))


@lru_cache(maxsize=1)
def trials() -> tuple[str, ...]:
    """Load the games of `data/games/trials.ini`, each of which has a rule whose moves are tried; return their names."""
    text = (DATA / "games" / "trials.ini").read_text(encoding="utf-8")
    load(text)
    return tuple(re.findall(r"^\[([a-z-]+)", text, re.MULTILINE))


def load(text: str) -> None:
    """Add the games of an ini text to the catalogue; it must draw no report."""
    reports = [report for report in CATALOG.load_text(text) if report.severity is not Severity.NOTE]
    assert not reports, "\n".join(map(str, reports))


def board(name: str, fen: str = "startpos", moves: str = "") -> Board:
    """A board of a game after some moves."""
    rules = game(name)
    found = Board(rules, None if fen == "startpos" else parse_fen(rules.spec, fen))
    for text in moves.split():
        found.push(NOTATION.read(found, text))
    return found


def texts(position: Board, notation: UciNotation = NOTATION) -> list[str]:
    """The legal moves of a position as text, sorted."""
    return sorted(notation.write(position, move) for move in position.legal_moves())


def rows(name: str) -> list[list[str]]:
    """The rows of a table of the test data, its heading left out."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    table = [line.split("\t") for line in lines if not line.startswith("#")]
    return table[1:] if table[0][0] in ("fen", "variant") else table


def sharp(move: int) -> bool:
    """Whether a move captures or promotes."""
    what = action(move)
    return bool(1 << what & TAKING) or what in (TWO_LEGS, PROMOTION, CAPTURE_PROMOTION)


def rare(moves: list[int], chance: random.Random) -> int:
    """A random move of a random action, so that rare actions come up often."""
    wanted = chance.choice(sorted({action(move) for move in moves}))
    return chance.choice([move for move in moves if action(move) == wanted])


def choose(moves: list[int], chance: random.Random, share: float = 0.4) -> int:
    """A random move, with the given chance one that captures or promotes, if there is any."""
    lively = [move for move in moves if sharp(move)]
    drops = [move for move in moves if action(move) == DROP]
    if lively and chance.random() < share:
        return chance.choice(lively)
    if drops and chance.random() < 0.5:  # they outnumber all others
        others = [move for move in moves if action(move) != DROP]
        return chance.choice(others or drops)
    return chance.choice(moves)


def random_walk(start: Board, seed: int, plies: int, share: float = 0.4) -> Iterator[list[int]]:
    """Play a random game on the board; yield the legal moves of each position before one of them is played."""
    chance = random.Random(seed)
    for _ in range(plies):
        moves = start.legal_moves()
        yield moves
        if not moves:
            return
        start.push(choose(moves, chance, share))


def same_outcome(mine: Outcome | None, theirs: Result | None) -> bool:
    """Whether engine and oracle say the same: who wins, and whether moves can follow."""
    if mine is None or theirs is None:
        return mine is None and theirs is None
    return (mine.value, mine.immediate) == (VALUES[theirs.value], theirs.kind == "immediate")


def agree(mine: Board, theirs: Pos) -> list[str]:
    """Assert that engine and oracle agree on legal moves, check, FEN and outcome; return the moves."""
    fen = theirs.fen()
    legal = texts(mine)
    peer = theirs.legal()
    assert legal == peer, difference(fen, legal, peer)
    assert mine.perft(1) == len(legal), (fen, "counting")
    assert mine.in_check == theirs.in_check(), fen
    assert mine.fen() == fen, (mine.fen(), fen)
    assert same_outcome(mine.outcome(), theirs.result()), (fen, mine.outcome(), theirs.result())
    return legal


def difference(fen: str, got: list[str], wanted: list[str]) -> str:
    """Two lists of moves, only where they differ."""
    return f"{fen}: too many {sorted(set(got) - set(wanted))}, missing {sorted(set(wanted) - set(got))}"
