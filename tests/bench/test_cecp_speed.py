"""Measuring a CECP engine."""

import sys
from pathlib import Path

import pytest

from bench.cecp_speed import names_of, search

ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "protover":
        print('feature variants="normal,lion" done=1', flush=True)
    if word == "go":
        print(" 4  12   150  3000 e2e4", flush=True)
        print(" 5 -12   200  8000 e2e4", flush=True)
        print("move e2e4", flush=True)
    if word == "quit":
        break
"""


@pytest.fixture
def command(tmp_path: Path) -> tuple[str, ...]:
    path = tmp_path / "engine.py"
    path.write_text(ENGINE, encoding="utf-8")
    return sys.executable, str(path)


def test_names() -> None:
    assert names_of("mightylion") == ("mightylion", "lion")


def test_the_last_line_counts(command: tuple[str, ...]) -> None:
    assert search(command, "mightylion") == (4000.0, 5)


@pytest.mark.skipif(sys.platform != "linux", reason="the clock of another process")
def test_by_the_processor(command: tuple[str, ...]) -> None:
    measured = search(command, "mightylion", processor=True)
    assert measured is not None and measured[0] > 4000 and measured[1] == 5


def test_a_game_that_it_does_not_know(command: tuple[str, ...]) -> None:
    assert search(command, "leaperhouse") is None
