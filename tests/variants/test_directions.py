"""Direction words of Betza."""

import pytest

from variants.betza import read_betza
from variants.directions import select, turned, words


@pytest.mark.parametrize(
    "letters, split",
    [("ffr", ["ff", "r"]), ("frfl", ["fr", "fl"]), ("lrs", ["l", "r", "s"]), ("fbh", ["f", "bh"]), ("", [])],
)
def test_words(letters: str, split: list[str]) -> None:
    assert words(letters) == split


def test_straight_atoms_split_pairs() -> None:
    rook = [(0, 1), (0, -1), (1, 0), (-1, 0)]
    assert select(rook, ["fr"], straight=True) == [(0, 1), (1, 0)]
    assert select(rook, [], straight=True) == rook


def test_the_half_knights_are_mirror_images() -> None:
    right = {ride.step for ride in read_betza("hrN").rides}
    left = {ride.step for ride in read_betza("hlN").rides}
    assert left == {(-x, y) for x, y in right} and not left & right and len(left | right) == 8


@pytest.mark.parametrize("pair", ["fr", "fl", "br", "bl", "rf", "lf", "rb", "lb"])
def test_a_full_pair_is_one_knight_leap(pair: str) -> None:
    (ride,) = read_betza(pair + "N").rides
    dx, dy = ride.step
    assert (dy > 0) == ("f" in pair) and (dx > 0) == ("r" in pair)
    assert (abs(dx) == 2) == (pair[0] in "fb")


def test_turned() -> None:
    assert turned((1, 1), "fs") == ((1, 0), (0, 1))
    assert turned((0, -1), "r") == ((-1, 0),)
    assert turned((0, 1), "h") == ()
