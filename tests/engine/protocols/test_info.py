"""Lines of a search."""

import random
from dataclasses import replace

import pytest

from engine.board import Board
from engine.protocols.info import finished_line, info_line, line_text, score_text, wdl_text
from engine.protocols.notation import UciNotation
from engine.rules import compile_rules
from search.driver import Info
from search.score import MATE, REFEREE
from variants.catalog import Catalog

NOTATION = UciNotation()


def board(name: str = "chess") -> Board:
    return Board(compile_rules(Catalog().get(name)))


def line_of(texts: str) -> tuple[Board, list[int]]:
    start = board()
    moves = []
    for text in texts.split():
        moves.append(NOTATION.read(start, text))
        start.push(moves[-1])
    return board(), moves


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (35, "cp 35"),
        (-1200, "cp -1200"),
        (MATE - 1, "mate 1"),
        (MATE - 3, "mate 2"),
        (-MATE + 1, "mate -1"),  # the mover's own move ends the game
        (-MATE + 2, "mate -1"),
        (-MATE + 4, "mate -2"),
        (-MATE, "mate 0"),
        (REFEREE - 1, "mate 1"),
        (-REFEREE + 2, "mate -1"),
    ],
)
def test_scores(score: int, text: str) -> None:
    assert score_text(score) == text


@pytest.mark.parametrize("score", [0, 50, -50, 800, -19000, MATE - 5, -MATE + 6])
def test_wdl_adds_up(score: int) -> None:
    win, draw, loss = map(int, wdl_text(score).split()[1:])
    assert win + draw + loss == 1000 and min(win, draw, loss) >= 0
    assert (win > loss) == (score > 0) or win == loss


def test_a_line() -> None:
    start, moves = line_of("e2e4 e7e5 g1f3")
    info = Info(7, 9, 1, 35, "", 1000, 50000, 12, 999, moves)
    text = "info depth 7 seldepth 9 multipv 1 score cp 35 nodes 1000 nps 50000 tbhits 0 time 999 pv e2e4 e7e5 g1f3"
    assert info_line(start, info, NOTATION) == text
    late = info_line(start, replace(info, time_ms=1000, bound="lowerbound"), NOTATION, show_wdl=True)
    assert " score cp 35 wdl " in late and " lowerbound nodes " in late and " hashfull 12 tbhits " in late
    assert start.fen() == board().fen()


def test_a_line_ends_before_an_illegal_move() -> None:
    start, moves = line_of("e2e4 e7e5")
    assert line_text(start, [moves[0], moves[0]], NOTATION) == "e2e4"
    assert line_text(start, [], NOTATION) == ""


def test_finished_roots() -> None:
    assert finished_line(0) == "info depth 0 score cp 0"
    assert finished_line(-1, True) == "info depth 0 score mate 0 wdl 0 0 1000"
    assert finished_line(1, True) == "info depth 0 score mate 0 wdl 1000 0 0"


@pytest.mark.parametrize("name", ["chess", "mightylion", "frolov10x10", "crazyhouse", "seirawan"])
def test_a_line_is_written_as_its_moves_are(name: str) -> None:
    """Whether or not the board has to follow the line."""
    dice = random.Random(name)
    for _ in range(10):
        start = board(name)
        moves: list[int] = []
        texts = []
        while len(moves) < 60 and (legal := start.legal_moves()):
            rare = [move for move in legal if NOTATION.needs_board(move)]
            moves.append(dice.choice(rare if rare and dice.random() < 0.5 else legal))
            texts.append(NOTATION.write(start, moves[-1]))
            start.push(moves[-1])
        again = board(name)
        before = again.fen()
        assert line_text(again, moves, NOTATION) == " ".join(texts)
        assert again.fen() == before and again.legal_moves() == board(name).legal_moves()
