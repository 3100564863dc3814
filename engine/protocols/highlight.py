"""Target squares for XBoard: what `lift`, `put` and `hover` are answered with.

A move is entered by clicks. After `put T` and `lift T`, where T holds no own man that could move, the second leg of a
move that takes on T is asked for.
"""

from collections.abc import Iterable
from typing import Final

from engine.board import Board
from engine.layout import KINDS
from engine.move import AWAY, DROP, EN_PASSANTS, PASS, TAKING, TWO_LEGS, action, kind, origin, to_square, via
from engine.protocols.cecp_notation import takes_over
from engine.protocols.cecp_squares import to_uci
from variants.errors import FenError
from variants.fen import square_at
from variants.spec import VariantSpec

MOVE: Final = "Y"
CAPTURE: Final = "R"
FIRST_LEG: Final = "C"
PROMOTION: Final = "M"


class Highlight:
    """The dialogue about one man. `allowed` moves are those that the user may be shown."""

    def __init__(self) -> None:
        self._lifted = ""  # the man that was lifted first
        self._put = ""  # where he was put since

    def forget(self) -> None:
        """End the dialogue: the position has changed."""
        self._lifted = self._put = ""

    def put(self, square: str) -> None:
        """Note where the man was put."""
        self._put = square.strip().rstrip(",")

    def lift(self, board: Board, allowed: Iterable[int], square: str) -> str:
        """Return the line that marks where a man may go; an empty board where he cannot move."""
        square = square.strip()
        spec = board.game.spec
        moves = list(allowed)
        if square == self._put and square != self._lifted and self._lifted:
            marks = second_legs(board, moves, _square(spec, self._lifted), _square(spec, square))
            if marks:
                return f"highlight {rows(spec, marks)}"
        self._lifted, self._put = square, ""
        if "@" in square:
            return f"highlight {rows(spec, drops(board, moves, square[0]))}"
        return f"highlight {rows(spec, targets(board, moves, _square(spec, square)))}"


def _square(spec: VariantSpec, name: str) -> int:
    """Return the square that CECP calls so, -1 for none."""
    try:
        return square_at(spec, to_uci(spec, name))
    except FenError:
        return -1


def targets(board: Board, moves: Iterable[int], start: int) -> dict[int, str]:
    """Return the marks for a man on a square."""
    marks: dict[int, str] = {}
    first_legs = set()
    for move in moves:
        if origin(move) != start or action(move) == DROP:
            continue
        what, target, over = action(move), to_square(move), takes_over(board, move)
        if what == TWO_LEGS:
            first_legs.add(via(move))
        elif over >= 0:
            first_legs.add(over)
        elif what == PASS:
            marks[start] = MOVE
        elif kind(move) and marks.get(target) != PROMOTION:
            marks[target] = PROMOTION
        elif target not in marks:
            marks[target] = CAPTURE if 1 << what & TAKING else MOVE
    return marks | dict.fromkeys(first_legs, FIRST_LEG)


def second_legs(board: Board, moves: Iterable[int], start: int, middle: int) -> dict[int, str]:
    """Return the marks for the second leg of a man that has just taken on a square."""
    marks: dict[int, str] = {}
    stops = False
    for move in moves:
        if origin(move) != start or action(move) == DROP:
            continue
        target = to_square(move)
        if takes_over(board, move) == middle:
            marks[target] = MOVE
        elif action(move) == TWO_LEGS and via(move) == middle:
            enemy = target != start and board.position["board"][target] // KINDS != board.side
            marks[target] = CAPTURE if enemy and board.position["board"][target] else MOVE
        elif target == middle and 1 << action(move) & TAKING & ~EN_PASSANTS & ~AWAY:
            stops = True
    if marks and stops:
        marks[middle] = MOVE
    return marks


def drops(board: Board, moves: Iterable[int], letter: str) -> dict[int, str]:
    """Return the marks for a man of the hand."""
    kinds = board.game.table.kinds
    return {
        to_square(move): MOVE
        for move in moves
        if action(move) == DROP and kinds[kind(move) % KINDS - 1].letter == letter.lower()
    }


def rows(spec: VariantSpec, marks: dict[int, str]) -> str:
    """Return the marks as the board of a FEN, from the highest rank down."""
    texts = []
    for rank in reversed(range(spec.ranks)):
        text, empty = "", 0
        for square in range(rank * spec.files, (rank + 1) * spec.files):
            if square not in marks:
                empty += 1
                continue
            text += (str(empty) if empty else "") + marks[square]
            empty = 0
        texts.append(text + (str(empty) if empty else ""))
    return "/".join(texts)
