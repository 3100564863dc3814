"""The moves that XBoard can show; docs/guis.md tells how each kind was tried.

It knows no move that changes two men at two places, and no promotion to a man of the opponent.
"""

from engine.board import Board
from engine.layout import KINDS
from engine.move import AWAY, DROP, WITH_BONUS, action, kind


def is_plain(board: Board, move: int) -> bool:
    """Return whether XBoard can show a legal move."""
    return not 1 << action(move) & (WITH_BONUS | AWAY) and (kind(move) < KINDS or action(move) == DROP)


def plain_moves(board: Board) -> list[int]:
    """Return the legal moves that XBoard can show; all of them where it can show none."""
    moves = board.legal_moves()
    return [move for move in moves if is_plain(board, move)] or moves
