"""What a network sees of a position: numbered inputs, derived from the rules of any game.

A perspective is a side's view. To it, an input is

    (own or enemy, kind, square)      a man stands there; a kind that a promotion makes is one of its own
    (own or enemy, kind, n)           at least n men of the kind are in hand: a capture or a drop changes one of them

Black sees the board turned, so that both sides have the same numbers. It is mirrored rank by rank where that maps
the start position onto itself, as in chess; else turned by a half, as in Shogi.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
from engine.layout import KINDS, PIECES
from engine.rules import Game
from variants.fen import Setup, start_or_kings
from variants.spec import BLACK, WHITE, Offset, PieceSpec, VariantSpec

MOST_IN_HAND: Final = 12  # men of a kind that are told apart


@dataclass(frozen=True, slots=True, eq=False)
class Inputs:
    """The inputs of a game. [perspective, ...] everywhere.

    count  : number of inputs
    cells  : squares that exist for either side
    piece  : int64 (2, PIECES) input of a piece on the perspective's first square, -1: no such piece
    place  : int64 (2, S) number of the square in the perspective
    hands  : piece codes that can be in a hand
    hand   : int64 (2, len(hands)) number of the input "at least one"
    most   : int64 (len(hands),) men that are told apart
    """

    count: int
    cells: int
    piece: NDArray[np.int64]
    place: NDArray[np.int64]
    hands: tuple[int, ...]
    hand: NDArray[np.int64]
    most: NDArray[np.int64]

    def of(self, board: Board) -> tuple[list[int], list[int]]:
        """Return the inputs of White's and of Black's perspective that a position has."""
        return self.of_arrays(board.position["board"], board.position["hand"][list(self.hands)])

    def of_arrays(self, cells: NDArray[Any], hands: NDArray[Any]) -> tuple[list[int], list[int]]:
        """The same from a mailbox and the numbers of men in hand, in the order of `hands`."""
        found: tuple[list[int], list[int]] = ([], [])
        for perspective in (WHITE, BLACK):
            for square in np.flatnonzero(cells):
                row = self.piece[perspective, cells[square]] + self.place[perspective, square]
                found[perspective].append(int(row))
            for index, men in enumerate(hands):
                first = int(self.hand[perspective, index])
                found[perspective].extend(range(first, first + min(int(men), int(self.most[index]))))
        return found


def _turned(spec: VariantSpec, square: int, mirrored: bool) -> int:
    rank, file = divmod(square, spec.files)
    if mirrored:
        return (spec.ranks - 1 - rank) * spec.files + file
    return spec.files * spec.ranks - 1 - square


def is_mirrored(spec: VariantSpec) -> bool:
    """Return whether Black's view is mirrored rank by rank."""
    start = start_or_kings(spec)

    def fits(mirrored: bool) -> int:
        return sum(_faces(start, square, _turned(spec, square, mirrored)) for square in start.pieces)

    return fits(True) >= fits(False)


def _faces(start: Setup, square: int, other: int) -> bool:
    man, opposite = start.pieces[square], start.pieces.get(other)
    return opposite is not None and man.letter == opposite.letter and man.colour != opposite.colour


def sides_changed(spec: VariantSpec, width: int) -> NDArray[np.int64]:
    """Return for every square the one on the same rank as far from the other edge, int64 (width,)."""
    found = np.arange(width)
    for square in range(spec.files * spec.ranks):
        rank, file = divmod(square, spec.files)
        found[square] = (rank + 1) * spec.files - 1 - file
    return found


def is_symmetric(spec: VariantSpec) -> bool:
    """Return whether a position seen in a mirror, left and right changed, is one of the same game and as good."""
    if (spec.castling and any(spec.castling_rook_pieces)) or spec.gating:
        return False
    other = sides_changed(spec, spec.files * spec.ranks)

    def same(squares: Iterable[int]) -> bool:
        return {int(other[square]) for square in squares} == set(squares)

    regions = [spec.holes, spec.diagonal_lines, spec.enclosing_drop_start]
    for pair in (
        spec.promotion_region,
        spec.double_step_region,
        spec.triple_step_region,
        spec.drop_region,
        spec.flag_region,
        spec.walling_region,
        *spec.connect_regions,
        *((white, black) for _, white, black in spec.mobility_region),
    ):
        regions += pair
    return all(map(same, regions)) and all(map(_is_even, spec.pieces))


def _is_even(piece: PieceSpec) -> bool:
    """Return whether a man moves alike to the left and to the right."""

    def turned(offset: Offset) -> Offset:
        return -offset[0], offset[1]

    rides = {replace(ride, step=turned(ride.step), lead=tuple(map(turned, ride.lead))) for ride in piece.rides}
    legs = {replace(leg, first=turned(leg.first), second=turned(leg.second)) for leg in piece.legs}
    return rides == set(piece.rides) and legs == set(piece.legs)


@lru_cache(maxsize=32)
def inputs_of(game: Game) -> Inputs:
    """Return the inputs of a game."""
    spec, table = game.spec, game.table
    mirrored = is_mirrored(spec)
    there = [square for square in range(spec.files * spec.ranks) if square not in spec.holes]
    seen = sorted({*there, *(_turned(spec, square, mirrored) for square in there)})
    number = {square: index for index, square in enumerate(seen)}
    cells = len(seen)
    place = np.zeros((2, game.width), dtype=np.int64)
    for square in seen:
        place[:, square] = number[square], number[_turned(spec, square, mirrored)]
    kinds = len(table.kinds)
    piece = np.full((2, PIECES), -1, dtype=np.int64)
    for perspective in (WHITE, BLACK):
        for colour in (WHITE, BLACK):
            for kind in table.kinds:
                side = int(colour != perspective)
                piece[perspective, colour * KINDS + kind.number] = (side * kinds + kind.number - 1) * cells
    count = 2 * kinds * cells
    numbers = _in_hand(game)
    codes = tuple(colour * KINDS + kind for colour in (WHITE, BLACK) for kind in numbers)
    hand = np.zeros((2, len(codes)), dtype=np.int64)
    for perspective in (WHITE, BLACK):
        first = count
        for colour in (perspective, 1 - perspective):
            for index, held in enumerate(numbers):
                hand[perspective, colour * len(numbers) + index] = first
                first += numbers[held]
    count += 2 * sum(numbers.values())
    most = np.array([numbers[code % KINDS] for code in codes], dtype=np.int64)
    return Inputs(count, cells, piece, place, codes, hand, most)


def _in_hand(game: Game) -> dict[int, int]:
    """Return the kinds that can be in a hand, with the number of men that are told apart."""
    if not game.spec.piece_drops:
        return {}
    start = start_or_kings(game.spec)
    men: dict[int, int] = {}
    for kind in game.table.kinds:
        if not kind.mark:
            men[kind.number] = sum(hand.get(kind.letter, 0) for hand in start.hands)
    for man in start.pieces.values():
        there = game.table.find(man.letter, man.mark) or game.table.find(man.letter)
        into = int(game.rules["hand_kind"][there.number]) if there else 0
        if into in men:
            men[into] += 1
    return {kind: min(count, MOST_IN_HAND) for kind, count in men.items() if count}


def digest_of(game: Game) -> str:
    """Return 32 hex digits that change whenever the inputs of a game mean something else.

    Board, kinds, their moves and their numbers in hand are in it. Names, and rules of how a game ends, are not.
    """
    spec, inputs = game.spec, inputs_of(game)
    lines = [f"{spec.files}x{spec.ranks} {sorted(spec.holes)} {is_mirrored(spec)}"]
    lines += [f"{kind.text(BLACK)} {kind.piece.name == 'pawn'} {kind.piece.betza}" for kind in game.table.kinds]
    lines.append(f"{inputs.hands} {inputs.most.tolist()}")
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
