"""Where lines go."""

import io
from pathlib import Path

import pytest

from engine.protocols.output import Output


def test_lines_and_notes() -> None:
    stream = io.StringIO()
    output = Output(stream)
    output.line("a")
    output.lines(["b", "c"])
    output.note("two\nlines  and\tblanks")
    assert stream.getvalue() == "a\nb\nc\ninfo string two lines and blanks\n"


def test_the_log_has_both_directions(tmp_path: Path) -> None:
    output = Output(io.StringIO())
    output.log_to(str(tmp_path / "log"))
    output.heard("uci")
    output.line("uciok")
    output.log_to("")
    output.line("not logged")
    assert (tmp_path / "log").read_text() == ">> uci\n<< uciok\n"


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError):
        Output(io.StringIO()).log_to(str(tmp_path / "no" / "log"))


def test_a_reader_that_has_gone_is_no_error() -> None:
    stream = io.StringIO()
    output = Output(stream)
    stream.close()
    output.line("a")
    assert output.broken
