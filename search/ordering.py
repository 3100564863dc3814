"""The order in which a node's moves are tried: table, captures, killers, quiet moves and drops, losing captures.

Nothing is generated before it is needed, and nothing is sorted: the best of what is left is picked each time, and
once enough quiet moves were picked the rest comes as it lies. Drops are hundreds.
"""

from typing import Any

from engine.attacks import path_is_open
from engine.bitboard import load, no_squares, square_bit
from engine.jit import kernel
from engine.layout import ALL_ROWS, HAND_LIMIT, KINDS, LEAPS_ONLY, PIECES, ROWS
from engine.men import CAPTURES, DROPS, PROMOTIONS, QUIETS
from engine.move import ACTION_SHIFT, DROP, KIND_SHIFT, NO_MOVE
from engine.moves import generate
from search.layout import ABOVE
from search.legality import LEGAL, legality
from search.race import steps_near
from search.see import kind_moved, kind_taken, winnings, wins_at_least
from search.table import MOVE_MASK, announce

TABLE = 0  # stages
LIST_CAPTURES = 1
GOOD_CAPTURES = 2
FIRST_KILLER = 3
SECOND_KILLER = 4
COUNTER = 5
LIST_QUIETS = 6
QUIET_MOVES = 7
BAD_CAPTURES = 8
DONE = 9

EARLY_FIRST = 1  # a killer or counter move that was returned before the quiet moves were listed; one that only the
EARLY_SECOND = 2  # generator can judge comes with the rest
EARLY_COUNTER = 4

PICKS = 32  # quiet moves that are chosen by score; the rest comes unordered
CHECK_BONUS = 6000  # for a quiet move that gives check, or brings a king near his flag


@kernel(forceinline=True)
def piece_moved(position: Any, move: int) -> int:
    """Return the piece that makes the move, as it leaves, or the one dropped."""
    return int(position.side << 6 | kind_moved(position, move))


@kernel(forceinline=True)
def history_slot(rules: Any, position: Any, move: int) -> int:
    """Return the index of a quiet move in `history`."""
    drop = move >> ACTION_SHIFT & 15 == DROP
    size = rules.file_of.shape[0]
    return int(((PIECES if drop else 0) + piece_moved(position, move)) * size + (move & 255))


@kernel(forceinline=True)
def capture_slot(rules: Any, position: Any, move: int) -> int:
    """Return the index of a tactical move in `capture_history`."""
    row = position.side * ROWS + rules.class_of[kind_moved(position, move)]
    return int((row * rules.file_of.shape[0] + (move & 255)) * KINDS + kind_taken(position, move))


@kernel(forceinline=True)
def block_of(rules: Any, position: Any, search: Any, move: int) -> int:
    """Return the continuation block of a move: its class and target."""
    slot = rules.class_of[kind_moved(position, move)] * rules.file_of.shape[0] + (move & 255)
    return int(slot & (search.blocks - 1))


@kernel(forceinline=True)
def continuation_slot(position: Any, search: Any, earlier: int, block: int) -> int:
    """Return the index in `continuation` of a move of `block` after one of block `earlier`."""
    blocks = search.blocks
    return int((position.side * blocks + earlier) * blocks + block)


@kernel(forceinline=True)
def checks_directly(rules: Any, row: int, king: int, to: int, occupied: Any) -> bool:
    """Return whether a man of the row on `to` hits the enemy king; hops and opened lines are not looked at."""
    if king < 0:
        return False
    bit = square_bit(occupied, to)
    if load(rules.leap_hits, king * ALL_ROWS + row) & bit:
        return True
    if rules.row_flags[row] & LEAPS_ONLY or not load(rules.ride_hits, king * ALL_ROWS + row) & bit:
        return False
    return path_is_open(rules, row, to, king, occupied)


@kernel()
def gives_check(rules: Any, position: Any, move: int) -> bool:
    """Return whether the man moved or dropped will hit the enemy king from its target."""
    us = position.side
    kind = move >> KIND_SHIFT & (KINDS - 1)
    if kind == 0:
        kind = kind_moved(position, move)
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    return checks_directly(rules, us * ROWS + rules.class_of[kind], position.king[1 - us], move & 255, occupied)


@kernel()
def start_picking(position: Any, search: Any, ply: int, start: int, table_move: int, hint: int) -> None:
    """Prepare the picker of a ply.

    start : first free index of the move stack
    table_move : a legal move or 0
    hint : a move that comes first among its like if it is generated, 0: none
    """
    search.stage[ply] = TABLE if table_move else LIST_CAPTURES
    search.table_move[ply] = table_move
    search.hint[ply] = hint
    search.begin[ply] = start
    search.cursor[ply] = start
    search.end[ply] = start
    search.bad[ply] = start
    search.picked[ply] = 0
    search.early[ply] = 0
    search.top[ply] = start
    counter = 0
    previous = search.made[ply - 1 + ABOVE]
    if previous:
        to = previous & 255
        counter = search.counters[int(position.board[to]) * (search.counters.shape[0] // PIECES) + to]
    search.counter_move[ply] = counter


@kernel()
def score_captures(rules: Any, position: Any, search: Any, start: int, end: int) -> None:
    """Rate tactical moves: the most valuable victim, then the cheapest capturer and what history says."""
    for index in range(start, end):
        move = position.moves[index]
        score = 8 * winnings(rules, position, search, move) - search.gain[kind_moved(position, move)]
        score += search.capture_history[capture_slot(rules, position, move)] >> 3
        search.scores[index] = score


@kernel(forceinline=True)
def put_first(position: Any, search: Any, start: int, end: int, move: int) -> None:
    """Give a move of the table, of which it keeps a part, the highest rating if it is in the list."""
    if move:
        for index in range(start, end):
            if position.moves[index] & MOVE_MASK == move:
                search.scores[index] = 1 << 30


@kernel(forceinline=True)
def _middle(value: int) -> int:
    """Return the middle-game part of a packed value."""
    return value << 32 >> 32


@kernel()
def score_quiets(rules: Any, position: Any, search: Any, ply: int, start: int, end: int) -> None:
    """Rate quiet moves and drops: histories, the change of square and hand values, direct checks."""
    us = position.side
    size = rules.file_of.shape[0]
    king = position.king[1 - us]
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    blocks = search.blocks
    earlier = search.block[ply - 1 + ABOVE]
    own_earlier = search.block[ply - 2 + ABOVE]
    after = (us * blocks + max(earlier, 0)) * blocks
    follow_up = (us * blocks + max(own_earlier, 0)) * blocks
    weight = 16 - 32 * us  # of a packed value, which is White's
    hitting = no_squares(occupied)  # where a man of the row may hit the enemy king
    group = -1
    piece = row = block = handed = 0
    for index in range(start, end):
        move = position.moves[index]
        to = move & 255
        drop = move >> ACTION_SHIFT & 15 == DROP
        if drop:
            piece = us << 6 | (move >> KIND_SHIFT & (KINDS - 1))
        else:
            piece = int(position.board[move >> 8 & 255])
        slot = (piece + PIECES * drop) * size
        if slot != group:  # moves of one kind follow each other
            group = slot
            row = us * ROWS + rules.class_of[piece & (KINDS - 1)]
            block = (row - us * ROWS) * size
            if king >= 0:
                hitting = load(rules.leap_hits, king * ALL_ROWS + row)
                if not rules.row_flags[row] & LEAPS_ONLY:
                    hitting |= load(rules.ride_hits, king * ALL_ROWS + row)
            if drop:
                hand = piece * HAND_LIMIT + position.hand[piece]
                handed = rules.hand_value[hand] - rules.hand_value[hand - 1]
        before = handed if drop else rules.value[piece * size + (move >> 8 & 255)]
        score = int(search.history[slot + to])
        if earlier >= 0:
            score += search.continuation[after + (block + to & blocks - 1)]
        if own_earlier >= 0:
            score += search.continuation[follow_up + (block + to & blocks - 1)]
        score += weight * _middle(rules.value[piece * size + to] - before)
        if hitting & square_bit(hitting, to) and checks_directly(rules, row, king, to, occupied):
            score += CHECK_BONUS
        elif not drop and steps_near(rules, position, move):
            score += CHECK_BONUS
        search.scores[index] = score


@kernel(forceinline=True)
def skip_quiets(search: Any, ply: int) -> None:
    """Go on with the losing captures."""
    search.stage[ply] = BAD_CAPTURES
    search.cursor[ply] = search.begin[ply]


@kernel(forceinline=True)
def take_best(position: Any, search: Any, start: int, end: int) -> int:
    """Bring the best rated move of a range to its start and return it."""
    highest = search.scores[start]
    for index in range(start + 1, end):
        highest = max(highest, search.scores[index])
    best = start
    while search.scores[best] != highest:
        best += 1
    move = position.moves[best]
    position.moves[best] = position.moves[start]
    position.moves[start] = move
    score = search.scores[best]
    search.scores[best] = search.scores[start]
    search.scores[start] = score
    return int(move)


@kernel(forceinline=True)
def _may_be_tried(rules: Any, position: Any, search: Any, slot: int, table_move: int) -> bool:
    """Return whether a killer is certainly legal; where every move has to be tried nothing is certain."""
    move = search.killers[slot]
    if not move or move == table_move or rules.careful:
        return False
    return bool(legality(rules, position, move) == LEGAL)


@kernel()
def next_move(rules: Any, position: Any, search: Any, ply: int, enough: int) -> int:
    """Return the next move of a ply, NO_MOVE after the last; every legal move comes once.

    enough : 1 where quiet moves that are not listed yet need not be listed any more
    """
    table_move = search.table_move[ply]
    if search.stage[ply] == TABLE:
        search.stage[ply] = LIST_CAPTURES
        return int(table_move)
    if search.stage[ply] == LIST_CAPTURES:
        start = search.cursor[ply]
        end = generate(rules, position, start, CAPTURES | PROMOTIONS)
        score_captures(rules, position, search, start, end)
        put_first(position, search, start, end, search.hint[ply])
        search.end[ply] = end
        search.top[ply] = end
        search.stage[ply] = GOOD_CAPTURES
    if search.stage[ply] == GOOD_CAPTURES:
        while search.cursor[ply] < search.end[ply]:
            move = take_best(position, search, search.cursor[ply], search.end[ply])
            search.cursor[ply] += 1
            if move == table_move:
                continue
            announce(rules, position, search, move)  # most are searched, and the exchange takes time
            if move == search.hint[ply] or wins_at_least(rules, position, search, move, 0):
                return move
            position.moves[search.bad[ply]] = move  # the places before the cursor are free
            search.bad[ply] += 1
        search.stage[ply] = FIRST_KILLER
    if search.stage[ply] == FIRST_KILLER:
        search.stage[ply] = SECOND_KILLER
        if _may_be_tried(rules, position, search, 2 * ply, table_move):
            search.early[ply] |= EARLY_FIRST
            return int(search.killers[2 * ply])
    if search.stage[ply] == SECOND_KILLER:
        search.stage[ply] = COUNTER
        if _may_be_tried(rules, position, search, 2 * ply + 1, table_move):
            search.early[ply] |= EARLY_SECOND
            return int(search.killers[2 * ply + 1])
    if search.stage[ply] == COUNTER:
        search.stage[ply] = LIST_QUIETS
        move = search.counter_move[ply]
        known = move == table_move or move == search.killers[2 * ply] or move == search.killers[2 * ply + 1]
        if move and not known and not rules.careful and legality(rules, position, move) == LEGAL:
            search.early[ply] |= EARLY_COUNTER
            return int(move)
    if search.stage[ply] == LIST_QUIETS and enough:
        skip_quiets(search, ply)
    if search.stage[ply] == LIST_QUIETS:
        start = search.end[ply]
        end = generate(rules, position, start, QUIETS | DROPS)
        score_quiets(rules, position, search, ply, start, end)
        put_first(position, search, start, end, search.hint[ply])
        search.cursor[ply] = start
        search.end[ply] = end
        search.top[ply] = end
        search.stage[ply] = QUIET_MOVES
    if search.stage[ply] == QUIET_MOVES:
        while search.cursor[ply] < search.end[ply]:
            cursor = search.cursor[ply]
            search.cursor[ply] = cursor + 1
            if search.picked[ply] < PICKS:
                search.picked[ply] += 1
                move = take_best(position, search, cursor, search.end[ply])
            else:
                move = position.moves[cursor]
            early = search.early[ply]
            if (
                move != table_move
                and (move != search.killers[2 * ply] or not early & EARLY_FIRST)
                and (move != search.killers[2 * ply + 1] or not early & EARLY_SECOND)
                and (move != search.counter_move[ply] or not early & EARLY_COUNTER)
            ):
                return move
        skip_quiets(search, ply)
    if search.stage[ply] == BAD_CAPTURES:
        if search.cursor[ply] < search.bad[ply]:
            move = position.moves[search.cursor[ply]]
            search.cursor[ply] += 1
            return int(move)
        search.stage[ply] = DONE
    return NO_MOVE
