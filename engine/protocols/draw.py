"""A position as a picture of text."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from variants.fen import FILE_LETTERS, Man, Setup, shows_hands, square_name
from variants.spec import BLACK, WHITE, VariantSpec

if TYPE_CHECKING:
    from engine.board import Board


def picture(board: "Board", chess960: bool = False) -> list[str]:
    """Return the lines of the board with hands, and its texts: FEN, SFEN, key, checking men."""
    spec = board.game.spec
    checkers = " ".join(square_name(spec, square) for square in board.checkers())
    return [
        "",
        *diagram(spec, board.setup()),
        "",
        f"Fen: {board.fen(chess960)}",
        f"Sfen: {board.sfen()}",
        f"Key: {board.key:016X}",
        f"Checkers: {checkers}".rstrip(),
    ]


def diagram(spec: VariantSpec, setup: Setup) -> Iterator[str]:
    """Yield the board from White's side; `*` marks the side to move, holes and walls are hatched."""
    cells = {square: str(man) for square, man in setup.pieces.items()} | dict.fromkeys(spec.holes | setup.walls, "##")
    width = max([1, *map(len, cells.values())])
    margin = len(str(spec.ranks))
    rule = " " * margin + " +" + ("-" * (width + 2) + "+") * spec.files
    yield from _hand(spec, setup, BLACK, margin)
    yield rule
    for rank in reversed(range(spec.ranks)):
        row = (cells.get(rank * spec.files + file, "").center(width) for file in range(spec.files))
        yield f"{rank + 1:>{margin}} | {' | '.join(row)} |"
        yield rule
    files = (FILE_LETTERS[file].center(width) for file in range(spec.files))
    yield " " * margin + "   " + "   ".join(files).rstrip()
    yield from _hand(spec, setup, WHITE, margin)


def _hand(spec: VariantSpec, setup: Setup, colour: int, margin: int) -> Iterator[str]:
    turn = " * to move" if setup.side == colour else ""
    name = ("White", "Black")[colour]
    line = name
    if shows_hands(spec):
        held = "".join(
            str(Man(piece.letter, colour)) * setup.hands[colour].get(piece.letter, 0) for piece in reversed(spec.pieces)
        )
        line += f" [{held}]"
    yield " " * margin + f"   {line}{turn}"
