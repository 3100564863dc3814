"""What the tests of the oracle share: the tables of tests/data, and a line of moves with its end."""

from __future__ import annotations

from pathlib import Path

from tests.oracle.api import Pos

DATA = Path(__file__).parent.parent / "data"
VALUE = {"win": 1, "draw": 0, "loss": -1}


def rows(name: str, header: bool = False) -> list[list[str]]:
    """The rows of a table of the test data."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1 if header else 0 :]]


def reason(pos: Pos, texts: str) -> str:
    """The reason of the result after the moves."""
    for text in texts.split():
        pos = pos.play(text)
    result = pos.result()
    assert result is not None
    return result.reason


# -- other programs
