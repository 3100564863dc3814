"""Where the piece types of a game can go from every square of its empty board, within their regions."""

from dataclasses import dataclass
from typing import Final

from engine.geometry import Board, per_square, set_of
from variants.errors import VariantError
from variants.spec import Hop, PieceSpec, Ride, VariantSpec

MOVE: Final = 0
CAPTURE: Final = 1


@dataclass(frozen=True, slots=True)
class Reach:
    """Asks a board with the rides of a piece type. Lists of squares have `size` entries, holes and all."""

    spec: VariantSpec
    board: Board
    size: int

    def region(self, piece: PieceSpec, colour: int) -> int:
        """Return the squares on which a man of the type may stand."""
        for letter, *regions in self.spec.mobility_region:
            if letter == piece.letter:
                return set_of(regions[colour]) & self.board.mask
        return self.board.mask

    def leaps(self, piece: PieceSpec, colour: int, mode: int) -> list[int]:
        """Return for every square the targets of the plain leaps. `mode`: MOVE or CAPTURE."""
        leaps = [ride for ride in piece.rides if is_leap(ride) and (ride.capture if mode else ride.move)]
        region = self.region(piece, colour)

        def targets(origin: int) -> int:
            return set_of([square for ride in leaps for square in self.board.travel(origin, ride, colour)[1]]) & region

        return per_square(self.board, self.size, targets)

    def rides(self, piece: PieceSpec, mode: int, hop: bool) -> list[Ride]:
        """Return what is neither a plain leap nor an initial move: with a hurdle, or without."""
        return [
            ride
            for ride in piece.rides
            if not is_leap(ride)
            and not ride.initial
            and (ride.capture if mode else ride.move)
            and (ride.hop is not Hop.NONE) == hop
        ]

    def travel(self, origin: int, ride: Ride, colour: int, region: int) -> tuple[int, list[int]]:
        """Return the squares of the lead and those after it, up to the edge of the region."""
        gate, path = self.board.travel(origin, ride, colour)
        inside = [square for square in path if region >> square & 1]
        if inside != path[: len(inside)]:
            raise VariantError(f"{self.spec.source}: a slide out of a mobilityRegion and in again is not supported")
        return gate, inside

    def ridden(self, piece: PieceSpec, colour: int, mode: int, hop: bool) -> list[int]:
        """Return for every square the targets of `rides`."""
        rides = self.rides(piece, mode, hop)
        region = self.region(piece, colour)

        def targets(origin: int) -> int:
            return set_of([square for ride in rides for square in self.travel(origin, ride, colour, region)[1]])

        return per_square(self.board, self.size, targets)

    def moves(self, piece: PieceSpec, colour: int, mode: int) -> list[int]:
        """Return for every square the targets of leaps and rides of all kinds."""
        ways = (
            self.leaps(piece, colour, mode),
            self.ridden(piece, colour, mode, False),
            self.ridden(piece, colour, mode, True),
        )
        return [leaps | rides | hops for leaps, rides, hops in zip(*ways, strict=True)]

    def mobile(self, piece: PieceSpec, colour: int) -> int:
        """Return the squares from which a man of the type has a quiet move."""
        moves = self.moves(piece, colour, MOVE)
        return set_of([square for square in self.board.squares if moves[square]])


def is_leap(ride: Ride) -> bool:
    """Return whether a ride is one step to a fixed square, whatever stands between."""
    return ride.limit == 1 and not ride.lead and ride.hop is Hop.NONE and not ride.initial
