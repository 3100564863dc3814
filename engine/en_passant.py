"""Captures en passant, by any man and of any man that made a double step."""

from typing import Any

from engine.attacks import en_passant_is_safe
from engine.bitboard import first, load, without_first
from engine.jit import kernel
from engine.layout import EARNS, EP_KEY, EP_VICTIM, FRAME, HAS_SPECIALS, KINDS, ROWS, SPECIAL, TAKES_EN_PASSANT
from engine.move import ACTION_SHIFT, EN_PASSANT, EN_PASSANT_BONUS, KIND_SHIFT
from engine.specials import with_bonuses


@kernel()
def en_passants(rules: Any, position: Any, end: int) -> int:
    """Append the legal captures en passant."""
    size = rules.file_of.shape[0]
    us = position.side
    if not position.frames[position.ply * FRAME + EP_KEY]:
        return end
    victim = position.frames[position.ply * FRAME + EP_VICTIM]
    prize = False
    if rules.flags & HAS_SPECIALS:
        victim_row = (1 - us) * ROWS + rules.class_of[position.board[victim] & (KINDS - 1)]
        prize = rules.row_flags[victim_row] & SPECIAL != 0
    passed = load(position.en_passant, position.ply)
    while passed:
        square = first(passed)
        passed = without_first(passed)
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & TAKES_EN_PASSANT:
                takers = load(position.men, row) & load(rules.en_passant_hits, row * size + square)
                while takers:
                    taker = first(takers)
                    takers = without_first(takers)
                    if not en_passant_is_safe(rules, position, us, taker, square, victim):
                        continue
                    move = taker << 8 | square | EN_PASSANT << ACTION_SHIFT
                    if prize and rules.row_flags[row] & EARNS:
                        end = with_bonuses(rules, position, end, move, EN_PASSANT_BONUS)
                    else:
                        if prize:
                            move |= rules.compound[position.board[taker] & (KINDS - 1)] << KIND_SHIFT
                        position.moves[end] = move
                        end += 1
    return end
