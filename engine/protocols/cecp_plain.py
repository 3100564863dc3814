"""The moves that XBoard can show.

It knows no move that changes two men at two places, and no promotion to a man of the opponent. Nor can it tell a
capture en passant from a step to the same square.
"""

from engine.attacks import can_step
from engine.board import Board
from engine.layout import KINDS
from engine.move import AWAY, DROP, EN_PASSANTS, WITH_BONUS, action, kind, origin, to_square


def is_plain(board: Board, move: int) -> bool:
    """Return whether XBoard can show a legal move."""
    what = 1 << action(move)
    if what & (WITH_BONUS | AWAY) or (kind(move) >= KINDS and action(move) != DROP):
        return False
    return not (what & EN_PASSANTS and can_step(board.game.rules, board.position, origin(move), to_square(move)))


def plain_moves(board: Board) -> list[int]:
    """Return the legal moves that XBoard can show; all of them where it can show none."""
    moves = board.legal_moves()
    return [move for move in moves if is_plain(board, move)] or moves
