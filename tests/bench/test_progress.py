"""What a match shows."""

import sys

import pytest

from bench.game import Record
from bench.progress import Display
from bench.standings import Standings


def standings() -> Standings:
    found = Standings(("one", "two"), ((0, 1),), True)
    found.add(Record(0, 0, 0, ("one", "two"), result="1-0", reason="checkmate"))
    return found


def test_lines() -> None:
    lines: list[str] = []
    with Display(write=lines.append) as display:
        display.say("hello")
        display.game("game 1")
        display.show(standings(), 1, 2)
        display.interim(standings())
        display.final(standings())
    assert lines[:2] == ["hello", "game 1"] and len(lines) == 4
    assert lines[2] == lines[3] and lines[2].startswith("Score of one vs two: 1 - 0 - 0 [1.000] 1")


def test_a_live_panel(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with Display() as display:
        display.say("hello [x]")
        display.show(standings(), 1, 2)
        display.interim(standings())
        display.final(standings())
    printed = capsys.readouterr().out
    assert "hello [x]" in printed and "Score of one vs two" in printed
