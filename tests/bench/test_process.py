"""UCI engines as processes."""

import sys
from pathlib import Path

import pytest

from bench.process import Engine, EngineError

FAKE = (sys.executable, str(Path(__file__).parent / "fake_engine.py"))


def test_a_conversation() -> None:
    with Engine(FAKE, {"Hash": "8", "Nothing": "1"}) as engine:
        assert engine.variants == {"chess"}
        engine.select("chess")
        assert engine.ask("go depth 1", lambda line: line.startswith("bestmove"))[-1] == "bestmove e2e4"


def test_silence_is_told() -> None:
    with Engine(FAKE) as engine, pytest.raises(EngineError, match="did not answer"):
        engine.ask("hello", lambda line: True, timeout=0.1)


def test_a_dead_engine_is_told() -> None:
    with pytest.raises(EngineError, match="ended"):
        Engine((*FAKE, "--dead"))
