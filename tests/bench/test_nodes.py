"""Measuring the search."""

import sys
from pathlib import Path

from bench.nodes import measure, search
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
