"""Short searches judged by a long one."""

import re
import sys
from itertools import islice

import pytest

from bench.agreement import APART, Short, main, positions
from bench.game import Rules, load
from search.driver import Searcher


def test_positions_lie_apart_and_are_the_same_every_time() -> None:
    game = load(Rules("minishogi"))
    first, again = (
        [(board, board.fen(), int(board.position["ply"])) for board in islice(positions(game, 5), 6)] for _ in range(2)
    )
    assert [fen for _, fen, _ in first] == [fen for _, fen, _ in again]
    assert len({fen for _, fen, _ in first}) == 6
    same = [two[2] - one[2] for one, two in zip(first, first[1:], strict=False) if one[0] is two[0]]
    assert same and all(plies in range(*APART) for plies in same)


def test_a_search_is_judged_by_the_best_move() -> None:
    game = load(Rules("minishogi"))
    board = next(positions(game, 5))
    short = Short("one", Searcher(game, 1), 5)
    found = short.searcher.search(board, limits := short.limits).move
    assert limits.movetime and found
    for best in (found, 0):
        short.think(board, best)
    assert short.hits[-1] == 0 and short.nodes > 0 and short.depth > 0
    assert short.row(short)[:4] == ["one", "5", f"{100 * sum(short.hits) / 2:.1f}", ""]


def test_the_table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", "agreement minishogi --positions 3 --ms 4 --longer 3".split())
    assert main() == 0
    text = capsys.readouterr().out
    assert "3 positions" in text and re.search(r"2 threads\W+4\W+\d+\.\d\W+[+-]\d+\.\d ± \d+\.\d", text)


def test_an_unknown_game_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["agreement", "nochess"])
    assert main() == 1 and capsys.readouterr().err.startswith("agreement: ")
