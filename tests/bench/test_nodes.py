"""Measuring the search."""

import sys
from pathlib import Path

import pytest

import bench.compare
import bench.nodes
from bench.nodes import main, measure, search
from bench.process import Engine

FAKE = (sys.executable, str(Path(__file__).parent / "fake_engine.py"))


def test_search() -> None:
    with Engine(FAKE) as engine:
        run = search(engine, "nodes 5000")
        assert (run.nodes, run.depth) == (5000, 7) and run.seconds > 0


def test_medians() -> None:
    with Engine(FAKE) as one, Engine(FAKE) as two:
        rows = measure([one, two], "chess", "depth 7", 3)
        assert [row[1] for row in rows] == [7, 7] and all(row[0] > 0 for row in rows)
    with Engine(FAKE) as one:
        assert measure([one], "nosuchgame", "depth 7", 1) == [(0.0, 0.0, 0.0)]


def test_tables(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Threads have columns of their own, and are not timed by what they compute together."""
    for module in (bench.compare, bench.nodes):
        monkeypatch.setattr(module, "OWN", FAKE)
    command = ["nodes", "--games", "chess", "--runs", "1", "--nodes", "1000", "--threads", "2"]
    monkeypatch.setattr(sys, "argv", command)
    assert main() == 0
    shown = capsys.readouterr().out
    assert shown.count("2 threads") == 2 and shown.count("chess") == 2
    monkeypatch.setattr(sys, "argv", [*command, "--processor"])
    with pytest.raises(SystemExit):
        main()
    assert "timed by the clock" in capsys.readouterr().err
