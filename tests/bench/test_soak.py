"""The soak: what is measured, and that a short one passes."""

import io
from pathlib import Path

import pytest

from bench.process import OWN, Engine
from bench.soak import NONSENSE, Course, Soak, SoakError
from bench.startup import resident


def test_growth_is_the_slope_after_the_first_quarter() -> None:
    course = Course([float(n) for n in range(100)], [400.0 if n >= 25 else 100.0 for n in range(100)])
    assert course.growth() == pytest.approx(0.0)
    course.memory = [float(n) for n in range(100)]
    assert course.growth() == pytest.approx(74.0)
    assert Course().growth() == 0.0


def test_the_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    Course([0.0, 60.0], [100.0, 110.0], games=3).draw(str(tmp_path / "soak.png"))
    assert (tmp_path / "soak.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.process
def test_a_short_soak_loses_nothing(kernels: None) -> None:
    log = io.StringIO()
    with Engine(OWN, {"Hash": "4"}) as engine:
        soak = Soak(engine, 2, 5, log)
        soak.run(lambda course, seconds: course.games < 4)
        for text in NONSENSE:
            for line in text.split("\n"):
                soak._send(line)
        soak._send("stop")
        soak._ready()
        assert resident(engine.pid) > 10
    assert soak.course.games == 4 and soak.course.searches > 5 and len(log.getvalue().splitlines()) >= 2


@pytest.mark.process
def test_a_wrong_position_is_seen(kernels: None) -> None:
    from engine.board import Board
    from tests.engine.helpers import game

    with Engine(OWN) as engine:
        soak = Soak(engine, 1, 1)
        soak._send("position startpos moves e2e4")
        with pytest.raises(SoakError, match="expected rnbqkbnr"):
            soak._compare(Board(game("chess")))
