"""How many squares a kind of man reaches on a board, found from its moves alone.

Grids are float arrays of shape (ranks, files), rank 0 first, so that `grid.ravel()[square]` is a square's number.
"""

from dataclasses import dataclass, field
from itertools import combinations
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

from variants.spec import WHITE, Hop, Offset, PieceSpec, Ride, VariantSpec
from variants.spec import Ground as Where

Grid = NDArray[np.float64]

MOVE_SHARE: Final = 0.45  # of a target that can be moved to; the rest for one where the man can take
FORWARD: Final = 0.15  # a target ahead counts for so much more, one behind for so much less
INITIAL_SHARE: Final = 0.3  # of a move that a man has once in a game
PREY_SHARE: Final = 0.25  # of a further victim on the way, times the chance that an enemy stands there


@dataclass(slots=True)
class Targets:
    """Where one man may go from every square: for each displacement the chance that the way is open."""

    moves: dict[Offset, Grid] = field(default_factory=dict)
    captures: dict[Offset, Grid] = field(default_factory=dict)
    extra: Grid | float = 0.0  # what captures on the way are worth, in targets


@dataclass(frozen=True, slots=True)
class Ground:
    """A board for the measuring of mobility.

    squares : (ranks, files) 1.0 where a square exists
    openness : chance that a square is empty
    """

    squares: Grid
    openness: float

    @classmethod
    def of(cls, spec: VariantSpec, openness: float) -> "Ground":
        """Return the board of a game."""
        squares = np.ones(spec.files * spec.ranks)
        squares[sorted(spec.holes)] = 0.0
        return cls(squares.reshape(spec.ranks, spec.files), openness)

    def seen(self, grid: Grid, offset: Offset) -> Grid:
        """Return a grid moved so that every square holds what stands at `offset` from it, 0 off the board."""
        dx, dy = offset
        ranks, files = grid.shape
        result = np.zeros_like(grid)
        if abs(dx) < files and abs(dy) < ranks:
            result[max(-dy, 0) : ranks - max(dy, 0), max(-dx, 0) : files - max(dx, 0)] = grid[
                max(dy, 0) : ranks + min(dy, 0), max(dx, 0) : files + min(dx, 0)
            ]
        return result

    def _chance(self, ride: Ride, number: int) -> float:
        """Return the chance that the `number`-th step of a ride (from 1) can be reached."""
        clear = self.openness
        before = len(ride.lead) + number - 1
        if ride.hop is Hop.CANNON:
            return float((number - 1) * (1 - clear) * clear ** max(before - 1, 0))
        if ride.hop is Hop.GRASSHOPPER:
            return float((1 - clear) * clear ** (before - 1)) if number > 1 else 0.0
        return float(clear**before)

    def targets(self, piece: PieceSpec, colour: int, initial: Grid) -> Targets:
        """Return where a man of a colour may go. `initial` is 1.0 where it has its initial moves."""
        sign = 1 if colour == WHITE else -1
        found = Targets()
        for ride in piece.rides:
            if ride.ground is Where.LINES:
                continue  # a few squares of the board
            x = y = 0
            way = self.squares
            for dx, dy in ride.lead:
                x, y = x + sign * dx, y + sign * dy
                way = way * self.seen(self.squares, (x, y))
            number = 0
            while not ride.limit or number < ride.limit:
                number += 1
                x, y = x + sign * ride.step[0], y + sign * ride.step[1]
                way = way * self.seen(self.squares, (x, y))
                if not way.any():
                    break
                chance = way * self._chance(ride, number)
                if ride.initial:
                    chance = chance * initial * INITIAL_SHARE
                for wanted, kept in ((ride.move, found.moves), (ride.capture, found.captures)):
                    if wanted:
                        kept[x, y] = np.maximum(kept[x, y], chance) if (x, y) in kept else chance
        prey = PREY_SHARE * (1 - self.openness) / 2
        for legs in piece.legs:
            first = (sign * legs.first[0], sign * legs.first[1])
            last = (first[0] + sign * legs.second[0], first[1] + sign * legs.second[1])
            way = self.squares * self.seen(self.squares, first) * self.seen(self.squares, last)
            if legs.first_capture:
                found.extra = found.extra + way * prey
        return found

    def mobility(self, targets: Targets, colour: int) -> Grid:
        """Return the weighted number of targets of every square."""
        sign = 1 if colour == WHITE else -1
        total = np.zeros_like(self.squares) + targets.extra
        for kept, share in ((targets.moves, MOVE_SHARE), (targets.captures, 1 - MOVE_SHARE)):
            for (_, dy), chance in kept.items():
                total += share * (1 + FORWARD * np.sign(sign * dy)) * chance
        return total * self.squares

    def distance(self, targets: Targets, goal: Grid, most: int) -> Grid:
        """Return the quiet moves from every square to the goal on an empty board; `most` where there are more."""
        result = np.where(goal > 0, 0.0, float(most))
        near = goal > 0
        for moves in range(1, most):
            reached = near.astype(np.float64)
            grown = near.copy()
            for offset, chance in targets.moves.items():
                grown |= (chance > 0) & (self.seen(reached, offset) > 0)
            result[grown & ~near] = moves
            if (grown == near).all():
                break
            near = grown
        return result


def binding(targets: Targets) -> int:
    """Return how many times larger the board is than what a man can get to from one square, 0: he stays on one line.

    What he gets to is the lattice of his displacements; its index is the greatest common divisor of the areas that
    two of them span: 1 for a knight, 2 for a bishop, 4 for one that leaps two squares straight or diagonally.
    """
    index = 0
    for (x, y), (u, v) in combinations({**targets.moves, **targets.captures}, 2):
        index = gcd(index, x * v - y * u)
        if index == 1:
            break
    return index
