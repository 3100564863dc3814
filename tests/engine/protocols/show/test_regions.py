"""Regions in words."""

import pytest

from engine.protocols.show.regions import both_in_words, region_in_words
from tests.engine.protocols.show.test_marks import CATALOG
from variants.fen import square_at

CHESS = CATALOG.get("chess")
FROLOV = CATALOG.get("frolov10x10")


def squares(names: str) -> frozenset[int]:
    found: set[int] = set()
    for name in names.split():
        if name[0] == "*":
            found |= {square_at(CHESS, f"{file}{name[1:]}") for file in "abcdefgh"}
        elif name[1] == "*":
            found |= {square_at(CHESS, f"{name[0]}{rank}") for rank in range(1, 9)}
        else:
            found.add(square_at(CHESS, name))
    return frozenset(found)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("", "nowhere"),
        ("*1 *2 *3 *4 *5 *6 *7 *8", "everywhere"),
        ("*8", "rank 8"),
        ("*1 *3", "ranks 1 and 3"),
        ("*6 *7 *8", "ranks 6 to 8"),
        ("a* c*", "files a and c"),
        ("*8 e4", "rank 8 and e4"),
        ("d1 e1 f1 d2 e2 f2", "the 3 by 2 squares from d1 to f2"),
        ("a2 a3 a4 h7", "a2 to a4 and h7"),
    ],
)
def test_regions(names: str, told: str) -> None:
    assert region_in_words(CHESS, squares(names)) == told


def test_holes_are_no_part_of_a_rank() -> None:
    assert region_in_words(FROLOV, FROLOV.promotion_region[0]) == "rank 10"
    assert region_in_words(FROLOV, FROLOV.holes) == "a2 to a9 and l2 to l9"


def test_scattered_squares_are_counted() -> None:
    scattered = frozenset(square for square in range(64) if square % 9 % 2)
    assert region_in_words(CHESS, scattered) == f"{len(scattered)} squares, which the board shows"


def test_both_sides() -> None:
    white, black = squares("*8"), squares("*1")
    assert both_in_words(CHESS, (white, black)) == "rank 8 for White, rank 1 for Black"
    assert both_in_words(CHESS, (white, white)) == "rank 8"
