"""What every game of the oracle shares: positions that are copied, never changed, and full-width searches.

A game is a subclass of `Rules`.  It lists all positions that a move could lead to; a move is legal if the mover's king
is not attacked afterwards.  Everything is slow on purpose: the next position is always a fresh copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.oracle.moves import BLACK, WHITE, Board, Grid, Pieces, side_of

NAMES = ("white", "black")


class Result(NamedTuple):
    """How a game ended: `value` is for the side to move; a "claim" does not stop the moves."""

    kind: str
    value: str
    reason: str


class Pos:
    """One position.  `extra` holds what a single game needs beside the usual fields (see its rules class)."""

    __slots__ = ("rules", "board", "hands", "side", "rights", "ep", "half", "full", "extra", "last", "parent", "_kids")

    def __init__(
        self,
        rules: Rules,
        board: Board,
        hands: tuple[str, str] = ("", ""),
        side: int = WHITE,
        rights: frozenset[str] = frozenset(),
        ep: str = "",
        half: int = 0,
        full: int = 1,
        extra: str = "",
        last: str = "",
        parent: Pos | None = None,
    ) -> None:
        self.rules, self.board, self.hands, self.side = rules, board, hands, side
        self.rights, self.ep, self.half, self.full = rights, ep, half, full
        self.extra, self.last, self.parent = extra, last, parent
        self._kids: dict[str, Pos] | None = None

    def after(
        self,
        text: str,
        board: Board,
        hands: tuple[str, str] | None = None,
        *,
        zero: bool = False,
        rights: frozenset[str] | None = None,
        ep: str = "",
        extra: str = "",
    ) -> Pos:
        """The position after the move `text` that led to `board`; `zero` sets the counter of quiet moves back."""
        return Pos(
            self.rules,
            board,
            self.hands if hands is None else hands,
            1 - self.side,
            self.rights if rights is None else rights,
            ep,
            0 if zero else self.half + 1,
            self.full + self.side,
            extra,
            text,
            self,
        )

    def children(self) -> Iterator[tuple[str, Pos]]:
        """Legal moves with the positions that they lead to, in no order."""
        return self.rules.children(self)

    def kids(self) -> dict[str, Pos]:
        """The children, remembered until one of them is asked for its own."""
        if self._kids is None:
            if self.parent is not None:
                self.parent._kids = None
            self._kids = dict(self.children())
        return self._kids

    def legal(self) -> list[str]:
        """The legal moves in UCI text, sorted."""
        return sorted(self.kids())

    def play(self, text: str) -> Pos:
        """The position after a legal move."""
        if text not in self.kids():
            raise ValueError(f"{text} is not legal in {self.fen()}")
        return self.kids()[text]

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.rules.exposed(self, self.side)

    def result(self, history: list[Pos] | None = None) -> Result | None:
        """How the game has ended here, or None.  `history`: the earlier positions, by default those played here."""
        return self.rules.result(self, self.past() if history is None else history)

    def past(self) -> list[Pos]:
        """The positions played before this one, oldest first."""
        found = []
        pos = self.parent
        while pos is not None:
            found.append(pos)
            pos = pos.parent
        return found[::-1]

    def fen(self) -> str:
        """The position's FEN."""
        return self.rules.fen(self)


class Rules:
    """A game's rules; subclasses say what its moves are and how it ends."""

    name = ""
    start = ""
    pieces: Pieces
    mates_check = False  # whether only a check can win by leaving no move (stalemate does not lose)

    @property
    def grid(self) -> Grid:
        """The board's shape."""
        return self.pieces.grid

    # -- moves

    def candidates(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """All moves by the pieces' ways, the own king's safety not looked at."""
        raise NotImplementedError

    def over(self, pos: Pos) -> Result | None:
        """An end that stops the moves at once (campmate and the like)."""
        return None

    def children(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """The legal moves."""
        if self.over(pos) is None:
            for text, child in self.candidates(pos):
                if not self.exposed(child, pos.side):
                    yield text, child

    def attacked(self, pos: Pos, square: str, by: int) -> bool:
        """Whether the side attacks the square."""
        return self.pieces.attacked(pos.board, square, by)

    def exposed(self, pos: Pos, side: int) -> bool:
        """Whether a king of the side is attacked."""
        king = "Kk"[side]
        for square, man in pos.board.items():
            if man == king and self.attacked(pos, square, 1 - side):
                return True
        return False

    # -- results

    def no_moves(self, pos: Pos) -> Result:
        """The result for a side without a legal move."""
        raise NotImplementedError

    def claims(self, pos: Pos, past: list[Pos]) -> Result | None:
        """Repetition, move counts and other ends that leave the moves in place."""
        return None

    def result(self, pos: Pos, past: list[Pos]) -> Result | None:
        """Immediate ends first, then claims."""
        ended = self.over(pos)
        if ended is not None:
            return ended
        if next(self.children(pos), None) is None:
            return self.no_moves(pos)
        return self.claims(pos, past)

    def key(self, pos: Pos) -> tuple[object, ...]:
        """What must be equal for a repetition."""
        return (frozenset(pos.board.items()), pos.hands, pos.side)

    def occurrences(self, pos: Pos, past: list[Pos]) -> list[int]:
        """Where in `past` this position stood before."""
        if len(past) < 4:
            return []
        key = self.key(pos)
        return [n for n, old in enumerate(past) if old.side == pos.side and self.key(old) == key]

    # -- FEN

    def letters(self, man: str) -> str:
        """A man's text in a FEN."""
        return man

    def placement(self, board: Board) -> str:
        """The first FEN field, without hands."""
        rows = []
        for y in range(self.grid.ranks - 1, -1, -1):
            row, empty = "", 0
            for x in range(self.grid.files):
                square = self.grid.at(x, y)
                if square and square not in board:
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + (board[square] if square else "*")
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        return "/".join(rows)

    def read_placement(self, text: str) -> tuple[Board, str]:
        """The board and the letters in hand of the first FEN field."""
        text, _, hand = text.partition("[")
        board: Board = {}
        for row, y in zip(text.split("/"), range(self.grid.ranks - 1, -1, -1), strict=True):
            x, number, plus = 0, "", ""
            for letter in row + " ":
                if letter.isdigit():
                    number += letter
                    continue
                x, number = x + int(number or 0), ""
                if letter == "+":
                    plus = "+"
                elif letter == "*":
                    assert not self.grid.at(x, y), f"no hole in {row}"
                    x += 1
                elif letter != " ":
                    board[self.grid.names[x, y]] = plus + letter
                    x, plus = x + 1, ""
            assert x == self.grid.files, f"rank {row} has {x} squares"
        return board, hand.rstrip("]").replace("-", "")

    def fen(self, pos: Pos) -> str:
        """The FEN of a position."""
        raise NotImplementedError

    def from_fen(self, fen: str) -> Pos:
        """Read a FEN."""
        raise NotImplementedError


def perft(pos: Pos, depth: int) -> int:
    """The number of move sequences of the given length."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in pos.children())
    return sum(perft(child, depth - 1) for _, child in pos.children())


def divide(pos: Pos, depth: int) -> dict[str, int]:
    """Perft per first move."""
    return {text: perft(child, depth - 1) for text, child in sorted(pos.children())}


MATE = 32000


def by_rule(pos: Pos, ply: int) -> int | None:
    """The value of an ended game for the side to move: mate-like scores count the plies from the root."""
    ended = pos.result()
    if ended is None:
        return None
    return {"win": MATE - ply, "loss": ply - MATE, "draw": 0}[ended.value]


def minimax(
    pos: Pos,
    depth: int,
    evaluate: Callable[[Pos], int],
    ended: Callable[[Pos, int], int | None] = by_rule,
    ply: int = 0,
) -> int:
    """Plain full-width minimax for the side to move.

    `evaluate` gives a leaf's value for its side to move; `ended(pos, ply)` a finished game's value, also at leaves.
    """
    value = ended(pos, ply)
    if value is not None:
        return value
    if depth == 0:
        return evaluate(pos)
    return max(-minimax(child, depth - 1, evaluate, ended, ply + 1) for _, child in pos.children())


def alphabeta(
    pos: Pos,
    depth: int,
    evaluate: Callable[[Pos], int],
    ended: Callable[[Pos, int], int | None] = by_rule,
    low: int = -MATE,
    high: int = MATE,
    ply: int = 0,
) -> int:
    """The same value as `minimax`, sooner: captures first, and moves that cannot matter are cut off."""
    value = ended(pos, ply)
    if value is not None:
        return value
    if depth == 0:
        return evaluate(pos)
    best = -MATE
    for child in sorted((child for _, child in pos.children()), key=lambda child: len(child.board)):
        best = max(best, -alphabeta(child, depth - 1, evaluate, ended, -high, -max(low, best), ply + 1))
        if best >= high:
            break
    return best


def immediate(pos: Pos) -> str | None:
    """The value for the side to move of a game that is over by mate, campmate and the like; claims do not count."""
    ended = pos.rules.over(pos)
    if ended is None and next(pos.children(), None) is None:
        ended = pos.rules.no_moves(pos)
    return None if ended is None else ended.value


Narrow = Callable[[Pos], bool]


def mate_in(pos: Pos, n: int, narrow: Narrow | None = None) -> list[str]:
    """First moves that force a win (mate, campmate ...) in at most n own moves, sorted; history is not looked at.

    With `narrow` the attacker tries only moves to positions that it accepts (and immediate wins): what is found is
    proved, what is not found may exist.
    """
    return sorted(text for text, child in pos.children() if wins(child, n, narrow))


def mate_distance(pos: Pos, most: int, narrow: Narrow | None = None) -> int | None:
    """The smallest n up to `most` with a forced win in n moves."""
    for n in range(1, most + 1):
        if any(wins(child, n, narrow) for _, child in pos.children()):
            return n
    return None


def wins(child: Pos, n: int, narrow: Narrow | None = None) -> bool:
    """Whether the side that has just moved to `child` wins by force, that move being the first of n."""
    if narrow is not None and n > 1 and not narrow(child):
        return immediate(child) == "loss"
    if n == 1 and child.rules.mates_check and not child.in_check():
        return child.rules.over(child) is not None and immediate(child) == "loss"
    value = immediate(child)
    if value is not None or n == 1:
        return value == "loss"
    for _, reply in child.children():
        if immediate(reply) is not None:
            return False
        if not any(wins(again, n - 1, narrow) for _, again in reply.children()):
            return False
    return True


def checks(child: Pos) -> bool:
    """A narrowing for `mate_in`: the move gave check."""
    return child.in_check()


def checks_or_king_steps(child: Pos) -> bool:
    """A narrowing for campmates: the move gave check or was the king's."""
    king = "Kk"[1 - child.side]
    parent = child.parent
    assert parent is not None
    return child.in_check() or any(
        man == king and parent.board.get(square) != king for square, man in child.board.items()
    )


__all__ = [
    "BLACK",
    "MATE",
    "NAMES",
    "Narrow",
    "WHITE",
    "Pos",
    "Result",
    "Rules",
    "alphabeta",
    "by_rule",
    "checks",
    "checks_or_king_steps",
    "divide",
    "immediate",
    "mate_distance",
    "mate_in",
    "minimax",
    "perft",
    "side_of",
    "wins",
]
