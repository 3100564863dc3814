"""The search against itself."""

import sys
from pathlib import Path

import pytest

from bench.game import Rules, load
from bench.selfplay import Played, endings, main, play_game, summary
from search.driver import Searcher
from search.limits import Limits


def test_a_game_ends_by_the_rules() -> None:
    game = load(Rules("yarishogi"))
    played = play_game(game, Searcher(game, 1), Limits(nodes=300), keep_positions=True)
    assert played.result in ("1-0", "0-1", "1/2-1/2") and played.reason
    assert len(played.positions) == len(played.moves) > 10


def test_endings_are_counted() -> None:
    games = [
        Played(["a"] * 5, "1-0", "points 61.5 to 58: black loses"),
        Played(["a"] * 7, "1-0", "points 63 to 58: black loses"),
        Played(["a"] * 9, "0-1", "campmate: black king on e1"),
    ]
    assert endings(games) == {"points: black loses": 2, "campmate: black king": 1}
    lines = summary(games)
    assert lines[:2] == ["games: 3, white wins 2, black wins 1, draws 0", "plies: shortest 5, median 7, longest 9"]


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "moves"
    words = ["selfplay", "yarishogi", "--games", "2", "--nodes", "200", "--moves", str(path)]
    monkeypatch.setattr(sys, "argv", words)
    assert main() == 0
    printed = capsys.readouterr().out
    assert printed.count("plies {") == 2 and "games: 2" in printed
    assert len(path.read_text().splitlines()) == 2
    monkeypatch.setattr(sys, "argv", ["selfplay", "flurb"])
    assert main() == 1
    assert "no game is called" in capsys.readouterr().err
