"""Static exchange evaluation: what a move wins when both sides go on capturing on its target.

Men are taken by the cheapest capturer first; lines open as capturers leave. What goes to the captor's hand counts.
Pins and promotions during the exchange are ignored. (The swap algorithm: chessprogramming.org, "Static Exchange
Evaluation"; the form with a threshold: "SEE - The Swap Algorithm", same page.)
"""

from typing import Any

from engine.attacks import hitters, hitters_of
from engine.bitboard import first, load, square_bit, without_first
from engine.jit import kernel
from engine.layout import ALL_ROWS, EP_VICTIM, FRAME, KINDS, ROWS
from engine.move import (
    ACTION_SHIFT,
    DROP,
    EN_PASSANTS,
    KIND_SHIFT,
    PROMOTION,
    PROMOTION_AWAY,
    TAKING,
    TWO_LEGS,
    VIA_SHIFT,
    WITH_BONUS,
)
from engine.vectors import first_row, rows_meeting

FEW_CLASSES = 12  # of more it is worth while to look first which of them can hit a square at all
_TACTICAL = TAKING | 1 << PROMOTION | 1 << TWO_LEGS | 1 << PROMOTION_AWAY


@kernel(forceinline=True)
def is_tactical(move: int) -> bool:
    """Return whether the move captures or promotes."""
    return _TACTICAL >> (move >> ACTION_SHIFT & 15) & 1 == 1


@kernel(forceinline=True)
def kind_moved(position: Any, move: int) -> int:
    """Return the kind that makes the move, as it leaves."""
    if move >> ACTION_SHIFT & 15 == DROP:
        return move >> KIND_SHIFT & (KINDS - 1)
    return int(position.board[move >> 8 & 255]) & (KINDS - 1)


@kernel(forceinline=True)
def kind_taken(position: Any, move: int) -> int:
    """Return the kind that stands on the target, or the one taken en passant; 0 for none."""
    square = move & 255
    action = move >> ACTION_SHIFT & 15
    if 1 << action & EN_PASSANTS:
        square = position.frames[position.ply * FRAME + EP_VICTIM]
    elif action == DROP or square == move >> 8 & 255:
        return 0
    return int(position.board[square]) & (KINDS - 1)


@kernel(forceinline=True)
def winnings(rules: Any, position: Any, search: Any, move: int) -> int:
    """Return the centipawns that a move wins before any answer: men taken, and what a promotion adds."""
    action = move >> ACTION_SHIFT & 15
    won = search.gain[kind_taken(position, move)]
    if action == TWO_LEGS:
        won += search.gain[int(position.board[move >> VIA_SHIFT & 255]) & (KINDS - 1)]
    if 1 << action & WITH_BONUS:
        plain = int(position.board[move >> VIA_SHIFT & 255]) & (KINDS - 1)
        won += rules.worth[rules.compound[plain]] - rules.worth[plain]
    new_kind = move >> KIND_SHIFT & (KINDS - 1)
    if new_kind and action != DROP:
        given = move >> KIND_SHIFT & KINDS != 0  # the new man is the opponent's
        won += (-rules.worth[new_kind] if given else rules.worth[new_kind]) - rules.worth[kind_moved(position, move)]
    return int(won)


@kernel()
def wins_at_least(rules: Any, position: Any, search: Any, move: int, threshold: int) -> bool:
    """Return whether the exchange that the move starts wins `threshold` centipawns or more for the mover."""
    action = move >> ACTION_SHIFT & 15
    balance = winnings(rules, position, search, move) - threshold
    if balance < 0:
        return False
    to = move & 255
    origin = move >> 8 & 255
    new_kind = move >> KIND_SHIFT & (KINDS - 1)
    at_risk = new_kind if new_kind else kind_moved(position, move)
    if at_risk == rules.king_kind:
        return True  # a legal move: the king is not taken
    balance -= search.gain[at_risk]
    if balance >= 0:
        return True
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    occupied &= ~square_bit(occupied, origin)
    if 1 << action & EN_PASSANTS:
        occupied &= ~square_bit(occupied, position.frames[position.ply * FRAME + EP_VICTIM])
    elif action == TWO_LEGS:
        occupied &= ~square_bit(occupied, move >> VIA_SHIFT & 255)
    target = square_bit(occupied, to)
    occupied |= target
    us = position.side
    side = 1 - us
    while True:
        # balance < 0: what the side that has just captured is above the threshold by, less 1, if it loses its man
        square = cheapest_hitter(rules, position, search, to, side, occupied, occupied & ~target)
        if square < 0:
            break
        kind = int(position.board[square]) & (KINDS - 1)
        occupied &= ~square_bit(occupied, square)
        if kind == rules.king_kind:  # he captures last, and only where nobody can take him
            if not hitters(rules, position, to, 1 - side, occupied, occupied & ~target):
                side = 1 - side
            break
        balance = -balance - 1 - search.gain[kind]
        side = 1 - side
        if balance >= 0:
            break
    return bool(side != us)


@kernel(forceinline=True)
def cheapest_hitter(rules: Any, position: Any, search: Any, square: int, by: int, occupied: Any, alive: Any) -> int:
    """Return the origin of the cheapest man of `by` that could capture on a square, -1: none.

    Classes are looked at from the cheapest on; the king comes last. alive : the men that count
    """
    hits = square * ALL_ROWS
    ranks = (1 << rules.classes) - 1
    if rules.classes > FEW_CLASSES:
        rows = rows_meeting(position.men, by * ROWS, rules.any_hits, hits + by * ROWS, rules.classes)
        ranks = 0
        while rows:
            ranks |= 1 << search.gain_rank[first_row(rows)]
            rows &= rows - 1
    while ranks:
        row = by * ROWS + search.by_gain[first_row(ranks)]
        ranks &= ranks - 1
        men = load(position.men, row) & load(rules.any_hits, hits + row) & alive
        if men:
            men = hitters_of(rules, row, square, men, occupied)
            if men:
                best = first(men)
                lowest = search.gain[position.board[best] & (KINDS - 1)]
                men = without_first(men)
                while men:
                    gain = search.gain[position.board[first(men)] & (KINDS - 1)]
                    if gain < lowest:
                        best = first(men)
                        lowest = gain
                    men = without_first(men)
                return int(best)
    return -1
