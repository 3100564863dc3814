"""Moves as PGN writes them, for the one game whose tools expect it; other games keep UCI's text."""

from typing import Final

from engine.board import Board
from engine.endings import CHECKMATE
from engine.layout import KINDS
from engine.move import CASTLING, TAKING, action, kind, origin, to_square, via
from engine.rules import Game
from variants.fen import square_name

STANDARD: Final = ("chess",)


def has_san(game: Game) -> bool:
    """Return whether the moves of a game are written in SAN."""
    return game.spec.name in STANDARD


def _letter(board: Board, square: int) -> str:
    man = int(board.position["board"][square]) % KINDS
    return board.game.table.kinds[man - 1].letter.upper()


def san(board: Board, move: int) -> str:
    """Return the text of a legal move."""
    if action(move) == CASTLING:
        text = "O-O-O" if int(board.position["castling_rook"][via(move)]) < origin(move) else "O-O"
        return text + _suffix(board, move)
    letter, target = _letter(board, origin(move)), square_name(board.game.spec, to_square(move))
    takes = "x" if 1 << action(move) & TAKING else ""
    if letter == "P":
        text = (square_name(board.game.spec, origin(move))[0] if takes else "") + takes + target
        if kind(move):
            text += "=" + board.game.table.kinds[kind(move) - 1].letter.upper()
    else:
        text = letter + _origin_needed(board, move, letter) + takes + target
    return text + _suffix(board, move)


def _origin_needed(board: Board, move: int, letter: str) -> str:
    """Return file, rank or both where another man of the kind could go to the same square."""
    start = square_name(board.game.spec, origin(move))
    others = [
        square_name(board.game.spec, origin(other))
        for other in board.legal_moves()
        if to_square(other) == to_square(move)
        and origin(other) != origin(move)
        and action(other) != CASTLING
        and _letter(board, origin(other)) == letter
    ]
    if not others:
        return ""
    if all(other[0] != start[0] for other in others):
        return start[0]
    return start[1:] if all(other[1:] != start[1:] for other in others) else start


def _suffix(board: Board, move: int) -> str:
    after = board.copy()
    after.push(move)
    outcome = after.outcome()
    if outcome is not None and outcome.reason == CHECKMATE:
        return "#"
    return "+" if after.in_check else ""
