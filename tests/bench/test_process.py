"""UCI engines as processes."""

import sys
import time
from pathlib import Path

import pytest

from bench.process import Engine, EngineError

FAKE = (sys.executable, str(Path(__file__).parent / "fake_engine.py"))


def test_a_conversation() -> None:
    with Engine(FAKE, {"Hash": "8", "Nothing": "1"}) as engine:
        assert engine.variants == {"chess"}
        engine.select("chess")
        assert engine.ask("go depth 1", lambda line: line.startswith("bestmove"))[-1] == "bestmove e2e4"


@pytest.mark.skipif(sys.platform != "linux", reason="the clock of another process")
def test_what_an_engine_computes() -> None:
    with Engine(FAKE) as engine:
        assert 0 < engine.seconds(processor=True) < 60
        before, clock = engine.seconds(processor=True), engine.seconds()
        time.sleep(0.2)
        assert engine.seconds() - clock >= 0.2
        assert engine.seconds(processor=True) - before < 0.1  # it slept


def test_silence_is_told() -> None:
    with Engine(FAKE) as engine, pytest.raises(EngineError, match="did not answer"):
        engine.ask("hello", lambda line: True, timeout=0.1)


def test_a_dead_engine_is_told() -> None:
    with pytest.raises(EngineError, match="ended"):
        Engine((*FAKE, "--dead"))
