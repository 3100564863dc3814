"""The picture of a match."""

import sys
from pathlib import Path

import pytest

from bench.game import Record
from bench.plot import Course, PlotError
from bench.score import Sprt
from bench.tally import Tally


def course(tally: Tally) -> Course:
    found = Course()
    for number in range(6):
        tally.add(Record(number // 2, number % 2, number % 2, tally.names, result=("1-0", "1/2-1/2")[number % 2]))
        found.add(tally)
    return found


def test_the_course() -> None:
    found = course(Tally(("a", "b")))
    assert found.scores[:2] == [1.0, 0.75] and len(found.elos) == len(found.llrs) == 6


@pytest.mark.filterwarnings("ignore")
def test_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    tally = Tally(("a", "b"), sprt=Sprt(0, 5))
    path = tmp_path / "a.png"
    course(tally).draw(str(path), tally)
    assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(PlotError):
        course(Tally(("a", "b"))).draw(str(tmp_path / "none" / "a.png"), tally)


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PlotError, match="needs matplotlib"):
        Course().draw("a.png", Tally(("a", "b")))
