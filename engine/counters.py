"""Counters that a position carries from move to move besides those of its frame; only some games have them.

Check counting, the moves that a side still has to mate (`countingRule`), and who gave check in earlier positions.
"""

from typing import Any

from engine.attacks import hitters
from engine.bitboard import count, first, load, without_first
from engine.jit import kernel
from engine.layout import (
    COUNTER_WORDS,
    COUNTS_CHECKS,
    COUNTS_MOVES,
    KINDS,
    MATES_BY_RANK,
    ROWS,
)

CHECKS_LEFT = 0  # white's | black's << 8
MOVES_COUNTED = 1  # plies counted | limit << 16; the limit 0: no count
TRAITS = 2

# bits of TRAITS
CHECKED_HERE = 1  # the side to move is in check
STRONG_CHECK = 2  # by a man that is strong enough for a mate


@kernel(forceinline=True)
def checks_left(position: Any, colour: int) -> int:
    """Return how many checks a side has still to give."""
    return position.counters[position.ply * COUNTER_WORDS + CHECKS_LEFT] >> 8 * colour & 255


@kernel()
def _pawns_left(rules: Any, position: Any) -> bool:
    row = rules.counting_pawn_class
    return bool(row >= 0 and bool(load(position.men, row) | load(position.men, ROWS + row)))


@kernel()
def counting_limit(rules: Any, position: Any, colour: int) -> int:
    """Return the plies after which a count begun now against the enemies of `colour` is over, 0 where none begins.

    The side `colour` is the weaker one; `counting_steps` has the men of the other that set the limit.
    """
    own = count(load(position.side_men, colour))
    start = (1 - colour) * ROWS
    if count(load(position.side_men, 1 - colour)) == 1 or own > rules.counting_most:
        return 0
    if _pawns_left(rules, position) and (rules.counting_needs_no_pawns or own == 1):
        return 0
    if own > 1:
        return rules.counting_board
    for step in range(rules.counting_steps):
        if count(load(position.men, start + rules.counting_class[step])) >= rules.counting_least[step]:
            return int(rules.counting_limit[step])
    return rules.counting_rest


@kernel()
def _count_on(rules: Any, position: Any, captured: int, promoted: int) -> None:
    """Carry the count of moves on, after a move that made `position.side` the side to move."""
    us = position.side
    them = 1 - us
    word = position.ply * COUNTER_WORDS + MOVES_COUNTED
    old = position.counters[word - COUNTER_WORDS]
    limit = old >> 16
    plies = old & 0xFFFF
    if limit:
        plies += 1
    men = count(load(position.side_men, 0) | load(position.side_men, 1))
    own = count(load(position.side_men, us))
    pawn_class = rules.counting_pawn_class
    if rules.counting_from_men and captured and rules.class_of[captured & (KINDS - 1)] == pawn_class:
        if count(load(position.side_men, them)) == 1:
            if not _pawns_left(rules, position):
                begun = counting_limit(rules, position, them)
                if begun:
                    limit = begun
                    plies = 2 * men - 1
    if limit == 0 or ((captured or promoted) and own == 1):
        begun = counting_limit(rules, position, us)
        if begun:
            limit = begun
            plies = 2 * men if rules.counting_from_men and own == 1 else 0
    position.counters[word] = limit << 16 | plies


@kernel()
def _traits(rules: Any, position: Any) -> int:
    us = position.side
    found = 0
    if rules.ends & MATES_BY_RANK and position.king[us] >= 0:
        occupied = load(position.side_men, 0) | load(position.side_men, 1)
        checkers = hitters(rules, position, position.king[us], 1 - us, occupied, occupied)
        if checkers:
            found |= CHECKED_HERE
        while checkers:
            if rules.mate_rank[position.board[first(checkers)] & (KINDS - 1)] > 0:
                found |= STRONG_CHECK
            checkers = without_first(checkers)
    return found


@kernel()
def start_counters(rules: Any, position: Any) -> None:
    """Fill what follows from the board alone, in a position that was set up."""
    position.counters[position.ply * COUNTER_WORDS + TRAITS] = _traits(rules, position)


@kernel()
def copy_counters(position: Any) -> None:
    """Take the counters of the position before over, as a null move does."""
    start = position.ply * COUNTER_WORDS
    for word in range(start, start + COUNTER_WORDS):
        position.counters[word] = position.counters[word - COUNTER_WORDS]


@kernel()
def carry_counters(rules: Any, position: Any, frame_key: int, captured: int, promoted: int) -> None:
    """Fill the counters after a move: `position` has the next side to move. The key of the frame follows."""
    copy_counters(position)
    start = position.ply * COUNTER_WORDS
    us = position.side
    them = 1 - us
    if rules.ends & COUNTS_CHECKS and position.king[us] >= 0:
        occupied = load(position.side_men, 0) | load(position.side_men, 1)
        left = position.counters[start + CHECKS_LEFT] >> 8 * them & 255
        if left and hitters(rules, position, position.king[us], them, occupied, occupied):
            position.counters[start + CHECKS_LEFT] -= 1 << 8 * them
            position.frames[frame_key] ^= (
                rules.zobrist_checks[them * 256 + left] ^ rules.zobrist_checks[them * 256 + left - 1]
            )
    if rules.ends & COUNTS_MOVES:
        _count_on(rules, position, captured, promoted)
    if rules.ends & MATES_BY_RANK:
        position.counters[start + TRAITS] = _traits(rules, position)
