"""Drawings."""

import re
from xml.etree import ElementTree

import pytest

from engine.protocols.show import svg
from engine.protocols.show.marks import Mark, diagram_of
from tests.engine.protocols.show.test_marks import CATALOG, game, piece
from variants.fen import parse_fen


def drawn(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def classes(root: ElementTree.Element) -> list[str]:
    return [element.get("class", "") for element in root.iter()]


def test_a_board() -> None:
    chess = CATALOG.get("chess")
    found = classes(drawn(svg.board(chess, parse_fen(chess, chess.start_fen))))
    assert found.count("man white") == found.count("man black") == 16
    assert found.count("light") == found.count("dark") == 32
    assert found.count("zone white") == found.count("zone black") == 8


def test_holes_and_flags() -> None:
    spec = CATALOG.get("frolov10x10-citadel")
    found = classes(drawn(svg.board(spec, parse_fen(spec, spec.start_fen))))
    assert found.count("hole") == 16 and found.count("light") + found.count("dark") == 104
    assert found.count("flag white") == found.count("flag black") == 2


def test_black_men_of_shogi_point_down() -> None:
    assert "rotate(180)" in svg.token("P", 1, 0, 0, 40, True)
    assert "rotate" not in svg.token("P", 0, 0, 0, 40, True) + svg.token("P", 1, 0, 0, 40, False)


def test_letters_are_escaped() -> None:
    assert "&lt;" in svg.token("<", 0, 0, 0, 40, False)


@pytest.mark.parametrize(
    ("betza", "wanted"),
    [
        ("R", {"slide both", "both"}),
        ("mRcpR", {"slide move", "slide both", "move", "hop capture"}),
        ("fmWcF", {"move", "capture"}),
        ("nN", {"both", "passed"}),
        ("(cK-aK)", {"first", "second"}),
        ("ifmnD", {"initial", "passed"}),
        ("mgQ", {"hop move", "slide move"}),
    ],
)
def test_signs(betza: str, wanted: set[str]) -> None:
    spec = game(betza)
    found = classes(drawn(svg.moves(diagram_of(spec, piece(spec, "x")), "X", False)))
    signs = set(found) - {"moves", "light", "dark", "man white", ""}
    assert signs <= wanted | {"slide both"} and wanted - signs <= {"slide both", "slide move"}


def test_every_mark_has_a_sign() -> None:
    signs = [svg.glyph(mark, 12, 12) for mark in Mark]
    assert all(signs) and len(set(signs)) >= len(signs) - 1  # both kinds of first steps look alike
    assert not re.search(r"\dE", "".join(signs))
