"""Endings in words."""

import pytest

from engine.board import Board
from engine.protocols.notation import UciNotation
from engine.protocols.verdict import points, words
from engine.rules import compile_rules
from variants.catalog import Catalog
from variants.fen import parse_fen

CATALOG = Catalog()
START = "startpos"


def play(game: str, fen: str, moves: str) -> Board:
    ready = compile_rules(CATALOG.get(game))
    board = Board(ready, None if fen == START else parse_fen(ready.spec, fen))
    for text in moves.split():
        board.push(UciNotation().read(board, text))
    return board


@pytest.mark.parametrize(
    ("game", "fen", "moves", "expected", "result"),
    [
        ("chess", START, "f2f3 e7e5 g2g4 d8h4", "checkmate", "0-1"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "stalemate", "1/2-1/2"),
        ("chess", START, "g1f3 g8f6 f3g1 f6g8 " * 2, "third repetition: draw", "1/2-1/2"),
        ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", "50 moves without progress: draw", "1/2-1/2"),
        ("chess", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "no side can give mate: draw", "1/2-1/2"),
        ("leaperhouse", "10/4K5/10/10/10/k9/10/10/10/10[] w - - 0 1", "e9e10", "campmate: white king on e10", "1-0"),
        ("leaperhouse", START, "b1d2 b10d9 d2b1 d9b10 " * 2, "third repetition: black loses", "1-0"),
        (
            "yarishogi",
            "k6/7/7/7/7/7/7/7/1+R3K1[] w - - 0 1",
            "b1a1 a9b9 a1b1 b9a9 " * 3,
            "perpetual check by white: white loses",
            "0-1",
        ),
        (
            "frolov10x10",
            "12/*10*/*10*/*10*/*4k5*/*10*/*10*/*4K5*/*10*/12 w - - 0 1",
            "f3e3 f6e6 e3f3 e6f6 " * 2,
            "third repetition: points 0.5 to 0: black wins",
            "0-1",
        ),
        (
            "frolov10x10",
            "12/*10*/*10*/*10*/*4k5*/*10*/*4q5*/*4K5*/*10*/12 w - - 0 1",
            "f3f4",
            "nothing left to promote: white wins",
            "1-0",
        ),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "the last check: black loses", "1-0"),
        ("kinglet", "4k3/8/8/8/8/8/p7/R3K2P w - - 0 1", "a1a2", "the men of a kind are lost: black loses", "1-0"),
        ("shatar", "kb6/8/1K6/8/8/8/6P1/3B4 w - - 0 1", "d1f3",
         "mate without a check by a strong man: draw", "1/2-1/2"),
        ("armageddon", START, "g1f3 g8f6 f3g1 f6g8 " * 2, "third repetition: points 0.5 to 0: black wins", "0-1"),
        ("dobutsu", "3/L2/2l/3[] w - - 0 1", "a3a4", "flag: white commoner on a4", "1-0"),
        ("flipello", "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/pppppppp/pppppppp/pppppppp/pppppppp[] w - - 0 1", "",
         "the board is full: points 32 to 32: draw", "1/2-1/2"),
        (
            "okisakishogi",
            "k9/10/G9/10/10/10/10/10/10/1R2K5[P] w - - 0 1",
            "P@a9",
            "mate by a dropped piece that may not mate: white loses",
            "0-1",
        ),
    ],
)
def test_words(game: str, fen: str, moves: str, expected: str, result: str) -> None:
    board = play(game, fen, moves)
    outcome = board.outcome()
    assert outcome is not None
    assert words(board, outcome) == expected
    assert points(board, outcome) == result


def test_stalemate_that_loses_names_the_loser() -> None:
    board = play("leaperhouse", "k9/10/1K8/2K7/10/10/10/10/10/10[] b - - 0 1".replace("2K7", "10"), "")
    outcome = board.outcome()
    if outcome is not None:
        assert words(board, outcome) == "stalemate: black loses"
