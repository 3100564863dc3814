"""Squares, steps, paths."""

import dataclasses

import pytest

from engine.geometry import Board, PathTables, per_square, reversed_sets, set_of, squares_of
from tests.engine.helpers import game
from variants.errors import VariantError
from variants.spec import BLACK, WHITE, Ride


def at(board: Board, name: str) -> int:
    """The index of a square."""
    return (int(name[1:]) - 1) * board.files + ord(name[0]) - 97


CHESS = Board.of(game("chess").spec)
HOLES = Board.of(game("frolov10x10").spec)


def test_board() -> None:
    """Squares and holes."""
    assert (len(CHESS.squares), CHESS.mask) == (64, (1 << 64) - 1)
    assert len(HOLES.squares) == 104 == HOLES.mask.bit_count()
    assert at(HOLES, "a1") in HOLES.squares and at(HOLES, "a2") not in HOLES.squares


def test_steps() -> None:
    """Off the edge and into a hole there is nothing; Black's steps are turned by a half."""
    assert CHESS.step(at(CHESS, "d4"), (1, 2), WHITE) == at(CHESS, "e6")
    assert CHESS.step(at(CHESS, "d4"), (1, 2), BLACK) == at(CHESS, "c2")
    assert CHESS.step(at(CHESS, "h4"), (1, 0), WHITE) == -1
    assert CHESS.step(at(CHESS, "a1"), (0, 1), BLACK) == -1
    assert HOLES.step(at(HOLES, "a1"), (0, 1), WHITE) == -1
    assert HOLES.step(at(HOLES, "b3"), (-1, -2), WHITE) == at(HOLES, "a1")
    assert (CHESS.delta((1, 2), WHITE), CHESS.delta((1, 2), BLACK)) == (17, -17)


def test_travel() -> None:
    """Rays, limits and leads."""
    names = [at(CHESS, name) for name in ("e5", "f6", "g7", "h8")]
    assert CHESS.travel(at(CHESS, "d4"), Ride((1, 1), 0), WHITE) == (0, names)
    assert CHESS.travel(at(CHESS, "d4"), Ride((1, 1), 2), WHITE) == (0, names[:2])
    gate, path = CHESS.travel(at(CHESS, "d4"), Ride((0, 1), 0, ((1, 1),)), WHITE)
    assert (list(squares_of(gate)), path) == ([at(CHESS, "e5")], [at(CHESS, n) for n in ("e6", "e7", "e8")])
    assert CHESS.travel(at(CHESS, "h4"), Ride((0, 1), 0, ((1, 1),)), WHITE) == (0, [])
    # a line ends at a hole and does not go on behind it
    assert HOLES.travel(at(HOLES, "c3"), Ride((-1, 0), 0), WHITE)[1] == [at(HOLES, "b3")]
    assert HOLES.travel(at(HOLES, "d4"), Ride((-1, -1), 0), WHITE)[1][-1] == at(HOLES, "a1")


def test_sets() -> None:
    """Sets of squares and back."""
    assert list(squares_of(set_of([63, 0, 5]))) == [0, 5, 63]
    assert set_of([]) == 0 and list(squares_of(0)) == []
    assert reversed_sets([0b110, 0b001, 0], 3) == [0b010, 0b001, 0b001]
    assert per_square(HOLES, 128, lambda square: 1 << square) == [
        1 << square if square in HOLES.squares else 0 for square in range(128)
    ]


def test_paths() -> None:
    """A queen's rays share one table; a dabbaba rider needs another; the two together cannot be one piece."""
    tables = PathTables(CHESS, "test")
    queen = [Ride((x, y), 0) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    assert tables.family(queen, WHITE) == 1
    between = tables.tables[0][at(CHESS, "a1"), at(CHESS, "d4")]
    assert list(squares_of(between)) == [at(CHESS, "b2"), at(CHESS, "c3")]
    assert tables.family([Ride((2, 0), 0)], WHITE) == 2
    assert tables.family([Ride((1, 2), 0)], WHITE) == 1
    both = [Ride((1, 0), 0), Ride((2, 0), 0)]
    tables.family(both, WHITE)
    for number in range(3, 9):
        step = Ride((number, 0), 0)
        bent = Ride((1, 0), 0, ((number - 2, 1),))
        try:
            tables.family([step, bent], WHITE)
        except VariantError:
            return
    pytest.fail("no number of tables is too much")


def test_specs_differ() -> None:
    """A board follows its game."""
    small = Board.of(dataclasses.replace(game("chess").spec, files=5, ranks=6))
    assert (small.files, small.ranks, len(small.squares)) == (5, 6, 30)
