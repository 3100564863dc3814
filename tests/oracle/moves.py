"""How pieces reach squares: the slow, declarative half of the test suite's rule oracle.

A piece is a tuple of *ways* written by hand from a rules text.  For one man on one square a way lists every square it
could ever reach, each with the conditions that must hold on the board (`Reach`, `Double`).  Nothing here knows a game.

Squares are their names ("e4", "l10"), men are FEN tokens ("P", "p", "+R"); upper case is White, and steps are written
for White: (1, 2) is one file to the right and two ranks forward.  For Black the second number changes its sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

Step = tuple[int, int]
Board = dict[str, str]

WHITE, BLACK = 0, 1


class Reach(NamedTuple):
    """One target: `clear` squares must be empty, exactly one square of `screen` must be occupied."""

    to: str
    clear: tuple[str, ...]
    screen: tuple[str, ...]
    moves: bool
    takes: bool


class Double(NamedTuple):
    """A move in two legs: by `via` (an enemy is taken there, or it is empty) to `to`, which may be the start square."""

    via: str
    to: str
    first_takes: bool
    moves: bool
    takes: bool


class Grid:
    """A board shape; holes are the board's edge, never a hurdle."""

    def __init__(self, files: int, ranks: int, holes: tuple[str, ...] = ()) -> None:
        self.files, self.ranks = files, ranks
        self.names = {
            (x, y): f"{chr(97 + x)}{y + 1}"
            for y in range(ranks)
            for x in range(files)
            if f"{chr(97 + x)}{y + 1}" not in holes
        }
        self.squares = list(self.names.values())

    def at(self, x: int, y: int) -> str:
        """The square's name, or an empty text off the board and in a hole."""
        return self.names.get((x, y), "")


Way = Callable[[Grid, int, int, int], Iterator[Reach | Double]]


def place(square: str) -> tuple[int, int]:
    """File and rank of a square name, both from 0."""
    return ord(square[0]) - 97, int(square[1:]) - 1


def side_of(man: str) -> int:
    """WHITE for an upper-case token, else BLACK."""
    return WHITE if man[-1] <= "Z" else BLACK


def every(*steps: Step) -> tuple[Step, ...]:
    """All rotations and mirror images of the steps."""
    found = {(sx * a, sy * b) for x, y in steps for a, b in ((x, y), (y, x)) for sx in (1, -1) for sy in (1, -1)}
    return tuple(sorted(found))


ORTHOGONAL, DIAGONAL = every((1, 0)), every((1, 1))
AROUND = ORTHOGONAL + DIAGONAL
KNIGHT = every((1, 2))


def leap(*steps: Step, mode: str = "mc") -> Way:
    """Leaps; the mode says whether they move ("m"), take ("c") or both."""
    return ride(*steps, mode=mode, most=1)


def ride(*steps: Step, mode: str = "mc", most: int = 99) -> Way:
    """The same step again and again over empty squares, at most `most` times."""

    def way(grid: Grid, x: int, y: int, sign: int) -> Iterator[Reach]:
        for dx, dy in steps:
            passed: tuple[str, ...] = ()
            for n in range(1, most + 1):
                to = grid.at(x + n * dx, y + n * dy * sign)
                if not to:
                    break
                yield Reach(to, passed, (), "m" in mode, "c" in mode)
                passed += (to,)

    return way


def lame(step: Step, *via: Step, mode: str = "mc") -> Way:
    """A leap that the men on the `via` squares (counted from the start) block."""

    def way(grid: Grid, x: int, y: int, sign: int) -> Iterator[Reach]:
        to = grid.at(x + step[0], y + step[1] * sign)
        between = tuple(grid.at(x + dx, y + dy * sign) for dx, dy in via)
        if to and all(between):
            yield Reach(to, between, (), "m" in mode, "c" in mode)

    return way


def cannon(*steps: Step, mode: str = "c") -> Way:
    """Along a line to any square behind exactly one man of either side (the Xiangqi cannon's capture)."""

    def way(grid: Grid, x: int, y: int, sign: int) -> Iterator[Reach]:
        for dx, dy in steps:
            passed: tuple[str, ...] = ()
            for n in range(1, 99):
                to = grid.at(x + n * dx, y + n * dy * sign)
                if not to:
                    break
                if passed:
                    yield Reach(to, (), passed, "m" in mode, "c" in mode)
                passed += (to,)

    return way


def grasshopper(*steps: Step, mode: str = "mc") -> Way:
    """To the square right behind the first man on the line."""

    def way(grid: Grid, x: int, y: int, sign: int) -> Iterator[Reach]:
        for dx, dy in steps:
            passed: tuple[str, ...] = ()
            for n in range(1, 99):
                hurdle, to = grid.at(x + n * dx, y + n * dy * sign), grid.at(x + (n + 1) * dx, y + (n + 1) * dy * sign)
                if not hurdle or not to:
                    break
                yield Reach(to, passed, (hurdle,), "m" in mode, "c" in mode)
                passed += (hurdle,)

    return way


def bent(first: Step, *then: Step, mode: str = "mc") -> Way:
    """One step, which may end the move, and then on as a rider in one of the directions `then`."""

    def way(grid: Grid, x: int, y: int, sign: int) -> Iterator[Reach]:
        x, y = x + first[0], y + first[1] * sign
        corner = grid.at(x, y)
        if not corner:
            return
        yield Reach(corner, (), (), "m" in mode, "c" in mode)
        for dx, dy in then:
            passed: tuple[str, ...] = (corner,)
            for n in range(1, 99):
                to = grid.at(x + n * dx, y + n * dy * sign)
                if not to:
                    break
                yield Reach(to, passed, (), "m" in mode, "c" in mode)
                passed += (to,)

    return way


def twice(first: Step, *second: Step, first_takes: bool = True, mode: str = "mc") -> Way:
    """Two legs: the first takes an enemy (or goes to an empty square), the second moves or takes, maybe back."""

    def way(grid: Grid, x: int, y: int, sign: int) -> Iterator[Double]:
        via = grid.at(x + first[0], y + first[1] * sign)
        if not via:
            return
        for dx, dy in second:
            to = grid.at(x + first[0] + dx, y + (first[1] + dy) * sign)
            if to:
                yield Double(via, to, first_takes, "m" in mode, "c" in mode)

    return way


def holds(reach: Reach, board: Board) -> bool:
    """Whether the conditions on the squares between start and target are met."""
    if reach.clear and not board.keys().isdisjoint(reach.clear):
        return False
    return not reach.screen or sum(square in board for square in reach.screen) == 1


class Pieces:
    """The ways of all kinds on one grid, worked out once per man and square."""

    def __init__(self, grid: Grid, kinds: dict[str, tuple[Way, ...]]) -> None:
        self.grid, self.kinds = grid, kinds
        self._known: dict[tuple[str, str], tuple[list[Reach], list[Double], dict[str, list[Reach]]]] = {}

    def of(self, man: str, square: str) -> tuple[list[Reach], list[Double], dict[str, list[Reach]]]:
        """All reaches, all double moves, and the capturing reaches by target."""
        known = self._known.get((man, square))
        if known is None:
            x, y = place(square)
            sign = 1 if side_of(man) == WHITE else -1
            reaches: list[Reach] = []
            doubles: list[Double] = []
            aims: dict[str, list[Reach]] = {}
            for way in self.kinds[man.upper()]:
                for item in way(self.grid, x, y, sign):
                    if isinstance(item, Double):
                        doubles.append(item)
                        continue
                    reaches.append(item)
                    if item.takes:
                        aims.setdefault(item.to, []).append(item)
            known = self._known[man, square] = (reaches, doubles, aims)
        return known

    def targets(self, board: Board, square: str) -> list[str]:
        """Squares a man may move or capture to in one leg, each once (two paths to one square are one move)."""
        man = board[square]
        own = side_of(man)
        found: dict[str, None] = {}
        for reach in self.of(man, square)[0]:
            victim = board.get(reach.to)
            if victim is None:
                if reach.moves and holds(reach, board):
                    found[reach.to] = None
            elif reach.takes and side_of(victim) != own and holds(reach, board):
                found[reach.to] = None
        return list(found)

    def double_moves(self, board: Board, square: str) -> list[tuple[str, str]]:
        """Pairs (via, to) of two-leg moves, each effect once: via is empty text where nothing is taken there."""
        man = board[square]
        own = side_of(man)
        found: dict[tuple[str, str], None] = {}
        for double in self.of(man, square)[1]:
            first = board.get(double.via)
            if double.first_takes != (first is not None) or (first is not None and side_of(first) == own):
                continue
            last = None if double.to == square else board.get(double.to)
            if double.moves if last is None else double.takes and side_of(last) != own:
                found[double.via if double.first_takes else "", double.to] = None
        return list(found)

    def hits(self, board: Board, square: str, target: str) -> bool:
        """Whether the man on `square` attacks `target`: could take an enemy there, whatever stands there now."""
        _, doubles, aims = self.of(board[square], square)
        for reach in aims.get(target, ()):
            if holds(reach, board):
                return True
        own = side_of(board[square])
        for double in doubles:
            first = board.get(double.via)
            if double.to == target != square and double.takes:
                if first is None and not double.first_takes:
                    return True
                if first is not None and double.first_takes and side_of(first) != own:
                    return True
            if double.via == target and double.first_takes:
                last = None if double.to == square else board.get(double.to)
                if double.moves if last is None else double.takes and side_of(last) != own:
                    return True
        return False

    def attacked(self, board: Board, target: str, by: int) -> bool:
        """Whether any man of the side attacks the square."""
        for square, man in board.items():
            if side_of(man) == by and self.hits(board, square, target):
                return True
        return False
