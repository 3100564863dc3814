"""Target squares."""

import pytest

from engine.protocols.highlight import Highlight, rows
from tests.engine.helpers import board
from variants.catalog import Catalog

LION = "k7/8/5n2/4p3/3L4/8/8/7K w - - 0 1"
EMPTY = "highlight 8/8/8/8/8/8/8/8"


def test_the_clicks_of_a_double_capture() -> None:
    there = board("mightylion", LION)
    moves, marks = there.legal_moves(), Highlight()
    assert marks.lift(there, moves, "d4") == "highlight 8/8/1YYYYR2/1YYYCY2/1YYYYY2/1YYYYY2/1YYYYY2/8"
    marks.put("e5")
    # the second leg: on, back to the start, or staying; the knight can be taken
    assert marks.lift(there, moves, "e5") == "highlight 8/8/3YYR2/3YYY2/3YYY2/8/8/8"
    marks.put("f6,")
    assert marks.lift(there, moves, "d4").startswith("highlight 8/8/1YYYYR2")


def test_a_pass_marks_the_own_square() -> None:
    there = board("mightylion")
    assert Highlight().lift(there, there.legal_moves(), "b1") == "highlight 8/8/8/8/8/YYYY4/8/8"
    there = board("mightylion", "7k/8/8/8/8/8/8/L6K w - - 0 1")
    assert Highlight().lift(there, there.legal_moves(), "a1") == "highlight 8/8/8/8/8/YYY5/YYY5/YYY5"


def test_every_lift_is_answered() -> None:
    there = board("chess")
    for square in ("a1", "e7", "e4", "z9", "", "e99"):
        assert Highlight().lift(there, there.legal_moves(), square) == EMPTY


def test_captures_and_promotions() -> None:
    there = board("chess", "3r3k/4P3/8/pP6/8/8/8/K7 w - a6 0 1")
    assert Highlight().lift(there, there.legal_moves(), "e7") == "highlight 3MM3/8/8/8/8/8/8/8"
    assert Highlight().lift(there, there.legal_moves(), "b5") == "highlight 8/8/RY6/8/8/8/8/8"


def test_drops_and_ranks_from_zero() -> None:
    there = board("leaperhouse", "5k4/10/10/P9/10/10/10/10/10/4K5[N] w - - 0 1")
    assert Highlight().lift(there, there.legal_moves(), "a6") == "highlight 10/10/M9/10/10/10/10/10/10/10"
    assert Highlight().lift(there, there.legal_moves(), "N@").startswith("highlight YYYYY1YYYY/YYYYYYYYYY/")


def test_a_new_position_ends_the_dialogue() -> None:
    there = board("mightylion", LION)
    moves, marks = there.legal_moves(), Highlight()
    marks.lift(there, moves, "d4")
    marks.put("e5")
    marks.forget()
    assert marks.lift(there, moves, "e5") == EMPTY


@pytest.mark.parametrize(("marks", "expected"), [({}, "12"), ({0: "Y", 11: "R"}, "Y10R"), ({1: "C"}, "1C10")])
def test_long_rows(marks: dict[int, str], expected: str) -> None:
    assert rows(Catalog().get("frolov10x10"), marks).split("/")[-1] == expected
