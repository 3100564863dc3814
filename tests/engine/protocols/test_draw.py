"""The picture of a position."""

from engine.board import Board
from engine.protocols.draw import diagram, picture
from engine.rules import compile_rules
from variants.catalog import Catalog
from variants.fen import parse_fen

CATALOG = Catalog()


def test_picture() -> None:
    game = compile_rules(CATALOG.get("losalamos"))
    lines = picture(Board(game, parse_fen(game.spec, "3k2/6/6/6/4q1/4K1 w - - 0 1")))
    assert lines == [
        "",
        "    Black",
        "  +---+---+---+---+---+---+",
        "6 |   |   |   | k |   |   |",
        "  +---+---+---+---+---+---+",
        "5 |   |   |   |   |   |   |",
        "  +---+---+---+---+---+---+",
        "4 |   |   |   |   |   |   |",
        "  +---+---+---+---+---+---+",
        "3 |   |   |   |   |   |   |",
        "  +---+---+---+---+---+---+",
        "2 |   |   |   |   | q |   |",
        "  +---+---+---+---+---+---+",
        "1 |   |   |   |   | K |   |",
        "  +---+---+---+---+---+---+",
        "    a   b   c   d   e   f",
        "    White * to move",
        "",
        "Fen: 3k2/6/6/6/4q1/4K1 w - - 0 1",
        "Sfen: 3k2/6/6/6/4q1/4K1 b - 1",
        lines[-2],
        "Checkers: e2",
    ]
    assert lines[-2].startswith("Key: ") and len(lines[-2]) == len("Key: ") + 16


def test_hands_and_marks_widen_the_cells() -> None:
    spec = CATALOG.get("yarishogi")
    lines = list(diagram(spec, parse_fen(spec, "3k3/7/7/7/7/7/+r6/7/3K3[PPr] b - - 0 1")))
    assert lines[0] == "    Black [r] * to move"
    assert lines[-1] == "    White [PP]"
    assert "+r" in lines[14] and len({len(line) for line in lines[1:-2]}) == 1
