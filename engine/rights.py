"""Castling rights that come about in play, in games where king and rooks are dropped."""

from typing import Any

from engine.jit import kernel
from engine.layout import CASTLINGS


@kernel()
def gained_rights(rules: Any, position: Any, square: int) -> int:
    """Return the castling rights that a man dropped on a square gains: those whose king and rook are now at home."""
    found = 0
    side = int(position.board[square]) >> 6
    for index in range(CASTLINGS):
        if position.castling_side[index] == side:
            king, rook = position.castling_king[index], position.castling_rook[index]
            if square == king or square == rook:
                both = int(position.board[king]) >> 6 == side and int(position.board[rook]) >> 6 == side
                if both and rules.castler[position.board[king]] == 1 and rules.castler[position.board[rook]] == 2:
                    found |= 1 << index
    return found
