"""Measuring perft."""

import sys
from pathlib import Path

import pytest

from bench.perft import count, measure
from bench.process import Engine, EngineError

FAKE = (sys.executable, str(Path(__file__).parent / "fake_engine.py"))


def test_count() -> None:
    with Engine(FAKE) as engine:
        nodes, seconds = count(engine, 3)
        assert nodes == 8000 and 0 < seconds < 10


def test_medians() -> None:
    with Engine(FAKE) as one, Engine(FAKE) as two:
        nodes, speeds = measure([one, two], "chess", 3, 3)
        assert nodes == 8000 and all(speed > 0 for speed in speeds)


def test_different_counts_are_an_error() -> None:
    with Engine(FAKE) as one, Engine((*FAKE, "--wrong")) as two, pytest.raises(EngineError, match="differently"):
        measure([one, two], "chess", 3, 1)
