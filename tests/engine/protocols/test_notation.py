"""Moves as text."""

import pytest

from engine.board import Board
from engine.protocols.notation import MoveTextError, UciNotation
from engine.rules import compile_rules
from tests.engine.helpers import every_game
from variants.catalog import Catalog
from variants.fen import parse_fen

CATALOG = Catalog()


def board(game: str, fen: str) -> Board:
    ready = compile_rules(CATALOG.get(game))
    return Board(ready, parse_fen(ready.spec, fen))


def fen_after(game: str, fen: str, text: str, chess960: bool = False) -> str:
    position = board(game, fen)
    position.push(UciNotation(chess960).read(position, text))
    return position.fen()


CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


@pytest.mark.parametrize(
    ("game", "fen", "text", "after"),
    [
        ("chess", CASTLING, "e1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("chess", CASTLING, "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("chess", CASTLING, "O-O-O", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "Q7/7k/8/8/8/8/8/K7 b - - 0 1"),
        ("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8N", "N7/7k/8/8/8/8/8/K7 b - - 0 1"),
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"),
        ("yarishogi", "3k3/7/7/7/7/7/7/7/3K3[P] w - - 0 1", "p@a2", "3k3/7/7/7/7/7/7/P6/3K3[] b "),
        (
            "okisakishogi",
            "4k5/R9/10/10/10/10/10/10/10/4K5[] w - - 0 1",
            "a9a10+",
            "+R3k5/10/10/10/10/10/10/10/10/4K5[]",
        ),
        ("okisakishogi", "4k5/R9/10/10/10/10/10/10/10/4K5[] w - - 0 1", "a9a10=", "R3k5/10/10/10/10/10/10/10/10/4K5[]"),
        ("okisakishogi", "4k5/R9/10/10/10/10/10/10/10/4K5[] w - - 0 1", "a9a10", "R3k5/10/10/10/10/10/10/10/10/4K5[]"),
    ],
)
def test_reading(game: str, fen: str, text: str, after: str) -> None:
    assert fen_after(game, fen, text).startswith(after)


@pytest.mark.parametrize("text", ["", "e2e5", "e9e10", "e1", "P@e4", "0000", "e2e4e5", "x" * 10_000, "é2é4", "a7a8k"])
def test_what_is_no_legal_move(text: str) -> None:
    with pytest.raises(MoveTextError, match="expected a legal move"):
        fen_after("chess", "4k3/P7/8/8/8/8/4P3/4K3 w - - 0 1", text)


def test_chess960_writes_the_rook() -> None:
    position = board("chess", CASTLING)
    assert {"e1a1", "e1h1"} <= set(UciNotation(True).texts(position))
    assert {"e1c1", "e1g1"} <= set(UciNotation().texts(position))


@pytest.mark.parametrize("game", every_game())
def test_each_move_has_a_text_of_its_own(game: str) -> None:
    position = Board(compile_rules(CATALOG.get(game)))
    notation = UciNotation()
    for _ in range(12):
        texts = notation.texts(position)
        assert len(texts) == len(position.legal_moves())
        for text, move in texts.items():
            assert notation.read(position, text) == move
        if not texts:
            break
        position.push(texts[sorted(texts)[len(texts) // 2]])
