"""Captures that promote: an ordinary man that takes a special one becomes his compound, a king or a special man
that does so may turn another own man into his; and promotions to a man of the opponent.
"""

from typing import Any

from engine.bitboard import first, load, square_bit, without_first
from engine.jit import kernel
from engine.layout import CHOICES, EARNS, GIVES_AWAY, KINDS, ORDINARY
from engine.legs import men_with
from engine.move import (
    ACTION_SHIFT,
    CAPTURE,
    CAPTURE_BONUS,
    CAPTURE_PROMOTION,
    CAPTURE_PROMOTION_BONUS,
    KIND_SHIFT,
    PROMOTION,
    PROMOTION_AWAY,
    VIA_SHIFT,
)
from engine.trial import is_safe


@kernel()
def with_bonuses(rules: Any, position: Any, end: int, move: int, bonus_action: int) -> int:
    """Append a capture that earns a bonus: without it, and once for every ordinary man that could be promoted."""
    position.moves[end] = move
    end += 1
    men = men_with(rules, position, position.side, ORDINARY)
    word = move & ~(15 << ACTION_SHIFT) | bonus_action << ACTION_SHIFT
    while men:
        position.moves[end] = word | first(men) << VIA_SHIFT
        men = without_first(men)
        end += 1
    return end


@kernel()
def write_prized(rules: Any, position: Any, end: int, row: int, origin: int, prized: Any) -> int:
    """Append the captures of special men."""
    flags = rules.row_flags[row]
    zone = load(rules.zone, row)
    compound = rules.compound[position.board[origin] & (KINDS - 1)]
    while prized:
        target = first(prized)
        prized = without_first(prized)
        word = origin << 8 | target
        choices = 0
        if rules.promotions[row] and zone & square_bit(zone, target):
            choices = rules.special_promotions[row]
        if choices:
            for choice in range(row * CHOICES, row * CHOICES + choices):
                move = word | rules.special_promotion[choice] << KIND_SHIFT | CAPTURE_PROMOTION << ACTION_SHIFT
                if flags & EARNS:
                    end = with_bonuses(rules, position, end, move, CAPTURE_PROMOTION_BONUS)
                else:
                    position.moves[end] = move
                    end += 1
            if rules.special_gift[row] and not rules.flags & GIVES_AWAY:
                end = write_gifts(rules, position, end, row, origin, square_bit(zone, target), 1)
        elif flags & EARNS:
            end = with_bonuses(rules, position, end, word | CAPTURE << ACTION_SHIFT, CAPTURE_BONUS)
        elif compound:
            position.moves[end] = word | compound << KIND_SHIFT | CAPTURE_PROMOTION << ACTION_SHIFT
            end += 1
        else:
            position.moves[end] = word | CAPTURE << ACTION_SHIFT
            end += 1
    return end


@kernel()
def write_gifts(rules: Any, position: Any, end: int, row: int, origin: int, targets: Any, taking: int) -> int:
    """Append the promotions to a man of the opponent, who must not hit the own king.

    taking : 1 where the targets are enemies
    """
    kind = rules.gift[row] | KINDS
    empty = load(rules.board, 0) & ~(load(position.side_men, 0) | load(position.side_men, 1))
    while targets:
        target = first(targets)
        targets = without_first(targets)
        word = origin << 8 | target | kind << KIND_SHIFT
        move = word | (PROMOTION | taking) << ACTION_SHIFT
        if is_safe(rules, position, move):
            position.moves[end] = move
            end += 1
        if rules.flags & GIVES_AWAY:
            places = (empty | square_bit(empty, origin)) & ~square_bit(empty, target)
            while places:
                move = word | first(places) << VIA_SHIFT | (PROMOTION_AWAY + taking) << ACTION_SHIFT
                places = without_first(places)
                if is_safe(rules, position, move):
                    position.moves[end] = move
                    end += 1
    return end
