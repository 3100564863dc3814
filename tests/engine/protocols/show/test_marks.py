"""Diagrams of pieces."""

import pytest

from engine.protocols.show.marks import Diagram, Mark, diagram_of
from variants.catalog import Catalog
from variants.ini import read_text
from variants.spec import PieceSpec, VariantSpec

CATALOG = Catalog()
BOTH = Mark.MOVE | Mark.CAPTURE


def game(betza: str, *lines: str) -> VariantSpec:
    text = "\n".join(["[x:chess]", f"customPiece1 = x:{betza}", *lines])
    return read_text(text, "test", {"chess": CATALOG.draft("chess")}).games["x"].spec()


def piece(spec: VariantSpec, letter: str) -> PieceSpec:
    return next(each for each in spec.pieces if each.letter == letter)


def drawn(betza: str) -> Diagram:
    spec = game(betza)
    return diagram_of(spec, piece(spec, "x"))


def test_leaps() -> None:
    found = drawn("N")
    assert found.radius == 2 and set(found.marks.values()) == {BOTH} and not found.lines
    assert set(found.marks) == {(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)}
    assert drawn("(5,2)").radius == 5


def test_slides_have_arrows() -> None:
    found = drawn("mRcB3")
    assert found.radius == 3 and found.marks[0, 3] == Mark.MOVE and found.marks[-3, 3] == Mark.CAPTURE
    assert set(found.lines) == {((x, y), (x, y)) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    assert drawn("R5").lines[(0, 1), (0, 1)] == BOTH  # longer than the diagram


def test_pawns_have_their_double_steps() -> None:
    chess = CATALOG.get("chess")
    found = diagram_of(chess, piece(chess, "p"))
    assert found.marks == {
        (0, 1): Mark.MOVE | Mark.PASSED, (0, 2): Mark.INITIAL, (1, 1): Mark.CAPTURE, (-1, 1): Mark.CAPTURE,
    }  # fmt: skip
    without = game("N", "doubleStep = false")
    assert (0, 2) not in diagram_of(without, piece(without, "p")).marks
    triple = game("N", "tripleStepRegionWhite = *2")
    assert diagram_of(triple, piece(triple, "p")).marks[0, 3] == Mark.INITIAL


@pytest.mark.parametrize(
    ("betza", "square", "mark"),
    [
        ("nN", (1, 2), BOTH),
        ("nN", (0, 1), Mark.PASSED),
        ("mRcpR", (0, 1), Mark.MOVE),
        ("mRcpR", (0, 2), Mark.MOVE | Mark.HOP_CAPTURE),
        ("gQ", (2, 2), Mark.HOP_MOVE | Mark.HOP_CAPTURE),
        ("FyafsF", (1, 1), BOTH | Mark.PASSED),
        ("FyafsF", (1, 3), BOTH),
        ("ifmnD", (0, 2), Mark.INITIAL),
        ("(cK-aK)", (1, 0), Mark.FIRST_CAPTURE | Mark.SECOND),
        ("(cK-aK)", (2, 1), Mark.SECOND),
        ("(K-bK)", (1, 0), Mark.FIRST_STEP),
    ],
)
def test_marks(betza: str, square: tuple[int, int], mark: Mark) -> None:
    assert drawn(betza).marks[square] == mark


def test_a_lion_may_come_back() -> None:
    assert drawn("(cK-aK)").returns and not drawn("K").returns
    assert drawn("(cK-aK)").used() == Mark.FIRST_CAPTURE | Mark.SECOND


@pytest.mark.parametrize("name", CATALOG.drafts())
def test_every_piece_has_its_diagram(name: str) -> None:
    spec = CATALOG.draft(name).spec()
    for each in spec.pieces:
        found = diagram_of(spec, each)
        assert bool(found.marks) == bool(each.rides or each.legs), each.betza
        assert all(found.inside(square) and square != (0, 0) for square in found.marks), each.betza
