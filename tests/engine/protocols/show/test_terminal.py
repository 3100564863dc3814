"""Games in the terminal."""

import pytest

from engine.protocols.show.marks import Mark, diagram_of
from engine.protocols.show.terminal import WIDTH, grid, lines, symbol
from tests.engine.protocols.show.test_marks import CATALOG, game, piece
from variants.catalog import Catalog


def test_a_knight() -> None:
    chess = CATALOG.get("chess")
    assert grid(diagram_of(chess, piece(chess, "n"))) == [
        ". * . * .",
        "* . . . *",
        ". . @ . .",
        "* . . . *",
        ". * . * .",
    ]
    assert grid(diagram_of(chess, piece(chess, "p")))[:2] == [". . i . .", ". x o x ."]


def test_symbols() -> None:
    assert symbol(Mark.MOVE | Mark.CAPTURE | Mark.SECOND)[0] == "*"
    assert symbol(Mark.FIRST_CAPTURE | Mark.MOVE)[0] == "1" and symbol(Mark.SECOND)[0] == "2"
    assert symbol(Mark.PASSED)[0] == "-" and symbol(Mark.PASSED | Mark.MOVE)[0] == "o"
    assert symbol(Mark.HOP_MOVE | Mark.CAPTURE)[0] == "+"


@pytest.mark.parametrize("name", CATALOG.drafts())
def test_every_game_can_be_shown(name: str) -> None:
    draft = CATALOG.draft(name)
    found = list(lines(draft))
    assert found[0].split(",")[0] == name and f"Start: {draft.spec().start_fen}" in found
    for each in draft.spec().pieces:
        assert any(f"{each.letter.upper()}  " in line and each.betza in line for line in found)
    start = found.index("Pieces")
    assert all(len(line) <= WIDTH for line in found[start:] if " @ " not in line)
    legend = {line.split()[0] for line in found if line.startswith("  ") and line[3:5] == "  "}
    assert "*" in legend or not any(" * " in line for line in found[start:])


def test_a_start_position_that_does_not_fit() -> None:
    assert game("N") is not None
    catalog = Catalog()
    catalog.load_text("[x:chess]\nstartFen = 9/8 w\n")
    assert any("cannot be shown" in line for line in lines(catalog.draft("x")))
