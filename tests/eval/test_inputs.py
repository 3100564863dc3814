"""The inputs of a network follow from a game's rules."""

from engine.board import Board
from engine.rules import compile_rules
from eval.inputs import MOST_IN_HAND, digest_of, inputs_of, is_mirrored, is_symmetric, sides_changed
from tests.eval.test_evaluate import ready
from variants.catalog import Catalog

GAME = "[a:chess]\n{}\n"


def test_counts() -> None:
    assert inputs_of(ready("chess")).count == 2 * 6 * 64
    inputs = inputs_of(ready("crazyhouse"))
    assert inputs.count == 2 * 10 * 64 + 2 * (12 + 4 + 4 + 4 + 2) and inputs.most.max() == MOST_IN_HAND
    assert inputs_of(ready("frolov10x10")).cells == 104  # of 120 cells


def test_sides_see_the_same_at_the_start() -> None:
    for name in ("chess", "shogi", "leaperhouse", "okisakishogi", "yarishogi", "mightylion", "frolov10x10"):
        white, black = inputs_of(ready(name)).of(Board(ready(name)))
        assert sorted(white) == sorted(black) and len(set(white)) == len(white)


def test_mirrored_or_turned() -> None:
    assert is_mirrored(ready("chess").spec)
    assert not is_mirrored(ready("shogi").spec)


def test_left_and_right() -> None:
    """A mirror shows the same game where nothing tells the wings apart: men, regions, castling."""
    for name, expected in (("shogi", True), ("yarishogi", True), ("chess", False), ("losalamos", True)):
        assert is_symmetric(ready(name).spec) == expected, name
    catalog = Catalog()
    for number, text in enumerate(("customPiece1 = n:frN", "flagRegionWhite = a8", "promotionRegionWhite = a8 b8")):
        catalog.load_text(f"[g{number}:losalamos]\n{text}\n".replace("8", "6"))
        assert not is_symmetric(catalog.get(f"g{number}")), text
    other = sides_changed(ready("yarishogi").spec, 64)
    assert other[:8].tolist() == [6, 5, 4, 3, 2, 1, 0, 13] and other[63] == 63


def test_the_digest_is_about_inputs_only() -> None:
    def digest(text: str) -> str:
        catalog = Catalog()
        catalog.load_text(GAME.format(text))
        return digest_of(compile_rules(catalog.get("a")))

    plain = digest("")
    assert plain == digest_of(ready("chess")) and len(plain) == 32
    assert digest("nFoldRule = 4") == plain
    assert digest("maxRank = 7\nstartFen = 4k3/8/8/8/8/8/4K3 w - - 0 1") != plain
    assert digest("customPiece1 = n:NW") != plain
