"""Castling, in every form: the squares are in the position, the conditions here."""

from typing import Any

from engine.attacks import hitters
from engine.bitboard import first, load, no_squares, square_bit, without_first
from engine.jit import kernel
from engine.layout import CASTLE, CASTLINGS, CHECKED, FRAME
from engine.move import ACTION_SHIFT, CASTLING, VIA_SHIFT
from engine.trial import is_safe


@kernel()
def castlings(rules: Any, position: Any, end: int) -> int:
    """Append the legal castlings.

    The king must not be in check, the squares between must be empty, those that a royal king crosses are tested with
    him alone away, and the final position is tried: the rook may have been a shield.
    """
    us = position.side
    rights = position.frames[position.ply * FRAME + CASTLE]
    if not rights or position.frames[position.ply * FRAME + CHECKED] == 1:
        return end
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    for number in range(CASTLINGS):
        if not rights >> number:
            break
        if rights >> number & 1 and position.castling_side[number] == us:
            if load(position.castling_empty, number) & occupied:
                continue
            king = position.castling_king[number]
            crossed = load(position.castling_safe, number)
            if king != position.king[us]:
                crossed = no_squares(crossed)
            alone = occupied & ~square_bit(occupied, king)
            safe = True
            while crossed and safe:
                safe = not hitters(rules, position, first(crossed), 1 - us, alone, alone)
                crossed = without_first(crossed)
            if not safe:
                continue
            move = king << 8 | position.castling_king_to[number] | number << VIA_SHIFT | CASTLING << ACTION_SHIFT
            if is_safe(rules, position, move):
                position.moves[end] = move
                end += 1
    return end
