"""What the parts of the search are worth."""

import re
import sys

import pytest

from bench.features import PARTS, main
from bench.game import Rules, load
from engine.board import Board
from search.driver import Searcher
from search.limits import Limits
from tests.bench.here import Here
from variants.fen import parse_fen

MIDDLE = "r2q1rk1/pp2bppp/2n1bn2/3p4/3N1B2/2N1P3/PP2BPPP/R2Q1RK1 w - - 0 11"


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_left_out(part: str) -> None:
    game = load(Rules("chess"))
    nodes = []
    for out in (False, True):
        searcher = Searcher(game, 4)
        if out:
            searcher.leave_out(PARTS[part])
        searcher.search(Board(game, parse_fen(game.spec, MIDDLE)), Limits(depth=9, nodes=300_000))
        nodes.append(searcher.nodes)
    assert nodes[0] != nodes[1]


def test_the_table(here: Here, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = "features minishogi --games 6 --nodes 60 --parts quiescence null-move".split()
    monkeypatch.setattr(sys, "argv", asked)
    assert main() == 0 and here.done == 6
    rows = [re.findall(r"[\w.+/-]+", line)[:3] for line in capsys.readouterr().out.splitlines()]
    scores = {row[0]: (row[1], float(row[2])) for row in rows if row and row[0] in PARTS}
    assert scores["quiescence"][0] == scores["null-move"][0] == "6"
    assert scores["quiescence"][1] > 0.5


def test_an_unknown_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["features", "nosuch"])
    assert main() == 1 and "nosuch" in capsys.readouterr().err
