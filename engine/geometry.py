"""Where the pieces of a game can go on its board: rides and leaps as sets and paths of squares (Python integers)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.layout import FAMILIES
from variants.errors import VariantError
from variants.spec import WHITE, Ground, Offset, Ride, VariantSpec


@dataclass(slots=True)
class Board:
    """The squares of a game."""

    files: int
    ranks: int
    mask: int = 0
    squares: list[int] = field(default_factory=list)
    lines: int = 0  # squares that are joined by further diagonals
    advanced: tuple[int, int] = (0, 0)  # [colour] squares where a soldier may step aside

    @classmethod
    def of(cls, spec: VariantSpec) -> "Board":
        """Return the board of a game."""
        board = cls(spec.files, spec.ranks)
        board.squares = [square for square in range(spec.files * spec.ranks) if square not in spec.holes]
        board.mask = set_of(board.squares)
        board.lines = set_of(spec.diagonal_lines)
        first = spec.soldier_promotion_rank
        white = [square for square in board.squares if square // spec.files >= first]
        black = [square for square in board.squares if spec.ranks - 1 - square // spec.files >= first]
        board.advanced = set_of(white), set_of(black)
        return board

    def step(self, square: int, offset: Offset, colour: int) -> int:
        """Return the square that a step leads to, -1 off the board. Black's steps are White's turned by a half."""
        dx, dy = offset if colour == WHITE else (-offset[0], -offset[1])
        file, rank = square % self.files + dx, square // self.files + dy
        if not (0 <= file < self.files and 0 <= rank < self.ranks):
            return -1
        target = rank * self.files + file
        return target if self.mask >> target & 1 else -1

    def delta(self, offset: Offset, colour: int) -> int:
        """Return the change of the square's index that a step makes."""
        change = offset[1] * self.files + offset[0]
        return change if colour == WHITE else -change

    def travel(self, square: int, ride: Ride, colour: int) -> tuple[int, list[int]]:
        """Return the set of squares of the lead, and the list of those after it; (0, []) where it cannot be ridden."""
        here = {Ground.ALL: self.mask, Ground.LINES: self.lines, Ground.ADVANCED: self.advanced[colour]}[ride.ground]
        if not here >> square & 1:
            return 0, []
        there = self.lines if ride.ground is Ground.LINES else self.mask
        gate = 0
        for offset in ride.lead:
            square = self.step(square, offset, colour)
            if square < 0:
                return 0, []
            gate |= 1 << square
        path: list[int] = []
        while not ride.limit or len(path) < ride.limit:
            square = self.step(square, ride.step, colour)
            if square < 0 or not there >> square & 1:
                break
            path.append(square)
        return gate, path


def set_of(squares: list[int] | frozenset[int]) -> int:
    """Return squares as a set."""
    value = 0
    for square in squares:
        value |= 1 << square
    return value


def squares_of(value: int) -> Iterator[int]:
    """Yield the squares of a set, lowest first."""
    while value:
        yield (value & -value).bit_length() - 1
        value &= value - 1


class PathTables:
    """Which squares lie between an origin and a target, for every ride of a game.

    Two rides may join the same two squares by different paths (a rook and a dabbaba rider). Each such ride goes to a
    table of its own, so that one table knows one path for a pair of squares.
    """

    def __init__(self, board: Board, source: str) -> None:
        self.board = board
        self.source = source
        self.tables: list[dict[tuple[int, int], int]] = []
        self._homes: dict[object, int] = {}

    def _paths(self, ride: Ride, colour: int) -> dict[tuple[int, int], int]:
        found = {}
        for origin in self.board.squares:
            gate, path = self.board.travel(origin, ride, colour)
            between = gate
            for target in path:
                found[origin, target] = between
                between |= 1 << target
        return found

    def family(self, rides: list[Ride], colour: int) -> int:
        """Return the bit set of tables that hold the paths of these rides, adding what is missing."""
        families = 0
        own: list[tuple[int, dict[tuple[int, int], int]]] = []
        for ride in rides:
            key = (self.board.delta(ride.step, colour), ride.limit, colour if ride.lead else 0, ride.lead, ride.ground)
            paths = self._paths(ride, colour)
            if key not in self._homes:
                self._homes[key] = self._place(paths)
            own.append((self._homes[key], paths))
            families |= 1 << self._homes[key]
        if families & (families - 1) and self._misread(families, own):
            raise VariantError(f"{self.source}: a piece joins two squares by paths that cannot be told apart")
        return families

    def _place(self, paths: dict[tuple[int, int], int]) -> int:
        for number, table in enumerate(self.tables):
            if all(table.get(pair, between) == between for pair, between in paths.items()):
                table.update(paths)
                return number
        if len(self.tables) == FAMILIES:
            raise VariantError(f"{self.source}: rides of more than {FAMILIES} crossing families")
        self.tables.append(dict(paths))
        return len(self.tables) - 1

    def _misread(self, families: int, own: list[tuple[int, dict[tuple[int, int], int]]]) -> bool:
        """Return whether a table of these holds a path between two squares that the piece joins otherwise."""
        joined = {pair for _, paths in own for pair in paths}
        for number, table in enumerate(self.tables):
            if families >> number & 1:
                mine: dict[tuple[int, int], int] = {}
                for home, paths in own:
                    if home == number:
                        mine.update(paths)
                if any(pair in table and pair not in mine for pair in joined):
                    return True
        return False


def reversed_sets(sets: list[int], size: int) -> list[int]:
    """Return, for every square, the squares whose set contains it."""
    back = [0] * size
    for origin, targets in enumerate(sets):
        for target in squares_of(targets):
            back[target] |= 1 << origin
    return back


def per_square(board: Board, size: int, function: Callable[[int], int]) -> list[int]:
    """Return a list of sets indexed by square, empty off the board."""
    sets = [0] * size
    for square in board.squares:
        sets[square] = function(square)
    return sets
