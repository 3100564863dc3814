"""Where piece types can go on an empty board."""

import pytest

from engine.geometry import Board, squares_of
from engine.reach import CAPTURE, MOVE, Reach, is_leap
from engine.rules import compile_rules
from tests.engine.helpers import CATALOG
from variants.catalog import Catalog
from variants.errors import VariantError
from variants.spec import BLACK, WHITE, PieceSpec, Ride


def of(name: str) -> Reach:
    """A game's reach."""
    spec = CATALOG.get(name)
    return Reach(spec, Board.of(spec), spec.files * spec.ranks)


def man(reach: Reach, letter: str) -> PieceSpec:
    """The type of a letter."""
    return next(piece for piece in reach.spec.pieces if piece.letter == letter)


def sizes(moves: list[int]) -> list[int]:
    """How many squares can be reached from every square."""
    return [moves_of.bit_count() for moves_of in moves]


def test_leaps_and_rides() -> None:
    """The numbers of chess: 8 x 8 squares, from a corner and from the middle."""
    chess = of("chess")
    assert sum(sizes(chess.leaps(man(chess, "n"), WHITE, MOVE))) == 336
    assert sum(sizes(chess.leaps(man(chess, "k"), BLACK, CAPTURE))) == 420
    assert not any(chess.leaps(man(chess, "r"), WHITE, MOVE))
    assert set(sizes(chess.ridden(man(chess, "r"), WHITE, CAPTURE, False))) == {14}
    assert not any(chess.ridden(man(chess, "r"), WHITE, CAPTURE, True))
    queen = chess.moves(man(chess, "q"), WHITE, MOVE)
    assert queen[0].bit_count() == 21 and queen[27].bit_count() == 27
    pawn = man(chess, "p")
    assert list(squares_of(chess.moves(pawn, WHITE, MOVE)[8])) == [16]
    assert list(squares_of(chess.moves(pawn, BLACK, CAPTURE)[8])) == [1]


def test_hoppers() -> None:
    """A cannon rides without capture and captures over a hurdle, which an empty board does not ask for."""
    xiangqi = of("xiangqi")
    cannon = man(xiangqi, "c")
    assert set(sizes(xiangqi.ridden(cannon, WHITE, MOVE, False))) == {17}
    assert not any(xiangqi.ridden(cannon, WHITE, CAPTURE, False))
    assert any(xiangqi.ridden(cannon, WHITE, CAPTURE, True))


def test_regions() -> None:
    """A general stays in his palace; a slide ends with the region, and one that comes back into it is refused."""
    xiangqi = of("xiangqi")
    king = man(xiangqi, "k")
    palace = xiangqi.region(king, WHITE)
    assert palace.bit_count() == 9
    assert all(not targets & ~palace for targets in xiangqi.moves(king, WHITE, MOVE))
    catalog = Catalog()
    catalog.load_text("[split:chess]\nmobilityRegionWhiteRook = *1 *2 *4\n")
    with pytest.raises(VariantError, match="out of a mobilityRegion and in again"):
        compile_rules(catalog.get("split"))


def test_who_can_move() -> None:
    """A knight of shogi has no move from the last two ranks, a lance of yarishogi, a rook, from everywhere."""
    shogi = of("shogi")
    knight = shogi.mobile(man(shogi, "n"), WHITE)
    assert knight == shogi.board.mask & (1 << 63) - 1
    assert shogi.mobile(man(shogi, "n"), BLACK) == shogi.board.mask & ~((1 << 18) - 1)
    yari = of("yarishogi")
    assert yari.mobile(man(yari, "l"), WHITE) == yari.board.mask


def test_what_is_a_leap() -> None:
    """One step to a fixed square, however far."""
    assert is_leap(Ride((1, 2), 1)) and not is_leap(Ride((1, 2), 2)) and not is_leap(Ride((0, 1), 0))
