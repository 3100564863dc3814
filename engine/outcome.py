"""What a position is: decided, drawn or open. Search, referee and protocols all ask here.

An ending is one number of engine/endings.py. The order is that of the rules: immediate ends (no moves are generated
after them), no legal move, then what a referee declares.
"""

from typing import Any

from engine.bitboard import count, first, load, without_first
from engine.chases import chase_result
from engine.counters import MOVES_COUNTED
from engine.endings import (
    CHECKMATE,
    COUNTED_OUT,
    DEAD,
    DROP_MATE,
    FLAG,
    MOVE_COUNT,
    MOVE_COUNT_POINTS,
    MOVE_REPETITION,
    NOTHING_LEFT,
    OPEN,
    PASSED,
    PERPETUAL_CHASE,
    PERPETUAL_CHECK,
    REPETITION,
    REPETITION_POINTS,
    STALEMATE,
    STALEMATE_POINTS,
    ending,
)
from engine.jit import kernel
from engine.layout import (
    CAPTURED,
    CHASES,
    CHECKED,
    COUNT,
    COUNTER_WORDS,
    COUNTS_MOVES,
    DROP_MATE_LOSES,
    EARNS,
    FACING_PASSES,
    FEWER_MEN_COUNT,
    FRAME,
    HAS_DEAD_MATERIAL,
    HAS_FLAGS,
    KEY,
    KINDS,
    MATES_BY_RANK,
    MAY_PASS,
    MOVE,
    MOVED,
    MOVES_REPEAT,
    ONLY_SPECIALS_WIN,
    ORDINARY,
    PERPETUAL_CHECK_LOSES,
    POINTS_DECIDE,
    RARE_ENDS,
    REVERSIBLE,
    ROWS,
    SEEN,
    SPECIAL,
    SPECIALS_WIN,
    WALL_ALONE,
)
from engine.legs import has_men_with
from engine.move import ACTION_SHIFT, DROP, KIND_SHIFT, PASS, WITH_BONUS
from engine.rare_ends import by_points, has_shuttled, ranked_mate, rare_end
from engine.royals import kings_face


@kernel()
def specials_won(rules: Any, position: Any) -> bool:
    """Return whether the last move was a capture that earned a bonus and left no ordinary man to promote."""
    them = 1 - position.side
    frame = position.ply * FRAME
    captured = position.frames[frame + CAPTURED]
    if not captured or 1 << (position.frames[frame + MOVE] >> ACTION_SHIFT & 15) & WITH_BONUS:
        return False
    if has_men_with(rules, position, them, ORDINARY):
        return False
    mover = position.frames[frame + MOVED] & (KINDS - 1)
    taken = rules.row_flags[position.side * ROWS + rules.class_of[captured & (KINDS - 1)]]
    return taken & SPECIAL != 0 and rules.row_flags[them * ROWS + rules.class_of[mover]] & EARNS != 0


@kernel()
def only_specials(rules: Any, position: Any, colour: int) -> bool:
    """Return whether a side has special men and no ordinary man."""
    if has_men_with(rules, position, colour, ORDINARY):
        return False
    return has_men_with(rules, position, colour, SPECIAL)


@kernel()
def passing_ends(rules: Any, position: Any) -> bool:
    """Return whether the last move was a pass that ends the game: the second in a row, or with kings face to face."""
    frame = position.ply * FRAME
    if position.ply == 0 or position.frames[frame + MOVE] >> ACTION_SHIFT & 15 != PASS:
        return False
    if rules.careful & FACING_PASSES and kings_face(rules, position):
        return True
    twice = position.frames[frame - FRAME + MOVE] >> ACTION_SHIFT & 15 == PASS
    return twice and rules.careful & WALL_ALONE == 0


@kernel(forceinline=True)
def immediate_end(rules: Any, position: Any) -> int:
    """Return the ending that came with the last move, whatever could follow."""
    if rules.ends & RARE_ENDS:
        rare = rare_end(rules, position)
        if rare:
            return rare
    if rules.flags & HAS_FLAGS:
        them = 1 - position.side
        row = rules.flag_row[them]
        arrived = load(position.side_men, them) if row < 0 else load(position.men, row)
        if arrived & load(rules.flag_region, them):
            return ending(FLAG, -1)
    if rules.flags & SPECIALS_WIN and specials_won(rules, position):
        return ending(NOTHING_LEFT, -1)
    if rules.flags & ONLY_SPECIALS_WIN:
        if only_specials(rules, position, 1 - position.side):
            return ending(NOTHING_LEFT, -1)
        if only_specials(rules, position, position.side):
            return ending(NOTHING_LEFT, 1)
    if rules.careful & (MAY_PASS | FACING_PASSES) and passing_ends(rules, position):
        return by_points(rules, position, PASSED)
    return OPEN


@kernel()
def stalemate_end(rules: Any, position: Any) -> int:
    """Return the ending of a stalemate."""
    value = rules.stalemate_value
    if rules.ends & FEWER_MEN_COUNT:
        ahead = count(load(position.side_men, position.side)) - count(load(position.side_men, 1 - position.side))
        value = 0 if ahead == 0 else value if ahead < 0 else -value
    if value == 0 and rules.flags & POINTS_DECIDE:
        return by_points(rules, position, STALEMATE_POINTS)
    return ending(STALEMATE, value)


@kernel()
def stuck_end(rules: Any, position: Any) -> int:
    """Return the ending of a position without a legal move that `look` has seen."""
    frame = position.ply * FRAME
    if position.frames[frame + CHECKED] != 1:
        return stalemate_end(rules, position)
    move = position.frames[frame + MOVE]
    if (
        rules.flags & DROP_MATE_LOSES
        and move >> ACTION_SHIFT & 15 == DROP
        and move >> KIND_SHIFT & 255 == rules.drop_mate_kind
    ):
        return ending(DROP_MATE, 1)
    if rules.ends & MATES_BY_RANK:
        return ranked_mate(rules, position)
    return ending(CHECKMATE, rules.mate_value)


@kernel()
def occurrences(position: Any, most: int) -> int:
    """Return how often the position has stood before, counting to `most` at most."""
    here = position.ply * FRAME
    key = position.frames[here + KEY]
    if position.seen[key & (SEEN - 1)] < 2:
        return 0
    found = 0
    oldest = max(position.first_ply, position.ply - position.frames[here + REVERSIBLE])
    ply = position.ply - 2
    while ply >= oldest and found < most:
        found += position.frames[ply * FRAME + KEY] == key
        ply -= 2
    return found


@kernel()
def _checks_all_along(position: Any, since: int, to_move: int) -> bool:
    """Return whether a side stood in check whenever it was to move after ply `since`.

    to_move : 0 for the side to move now, 1 for the other
    """
    ply = position.ply - to_move
    while ply > since:
        if position.frames[ply * FRAME + CHECKED] != 1:
            return False
        ply -= 2
    return True


@kernel()
def repetition_end(rules: Any, position: Any, times: int) -> int:
    """Return the ending of the position if it stands for the `times`-th time or more."""
    if times < 2 or occurrences(position, times - 1) < times - 1:
        return OPEN
    key = position.frames[position.ply * FRAME + KEY]
    since = position.ply
    left = times - 1
    while left:
        since -= 2
        left -= position.frames[since * FRAME + KEY] == key
    if rules.flags & PERPETUAL_CHECK_LOSES:
        suffers = _checks_all_along(position, since, 0)
        checks = _checks_all_along(position, since, 1)
        if suffers != checks:
            return ending(PERPETUAL_CHECK, 1 if suffers else -1)
        if suffers and not rules.flags & POINTS_DECIDE:
            return ending(PERPETUAL_CHECK, 0)
    if rules.ends & CHASES:
        chasing = chase_result(rules, position, since)
        if chasing:
            return ending(PERPETUAL_CHASE, 1 if chasing == 1 else -1 if chasing == 2 else 0)
    value = rules.fold_value
    if rules.fold_absolute and position.side:
        value = -value
    if value == 0 and rules.flags & POINTS_DECIDE:
        return by_points(rules, position, REPETITION_POINTS)
    return ending(REPETITION, value)


@kernel()
def is_dead(rules: Any, position: Any) -> bool:
    """Return whether neither side can mate by the game's table of insufficient material."""
    if not rules.flags & HAS_DEAD_MATERIAL:
        return False
    men = load(position.side_men, 0) | load(position.side_men, 1)
    dark = load(rules.dark, 0)
    others = 0
    alone = bound = True
    on_dark = 0
    while men:
        square = first(men)
        bit = men & dark
        kind = position.board[square] & (KINDS - 1)
        men = without_first(men)
        if kind != rules.king_kind:
            others += 1
            alone &= rules.dead_alone[kind] == 1
            bound &= rules.dead_bound[kind] == 1
            on_dark += count(bit) - count(men & dark)
            if not (bound or (alone and others == 1)):
                return False
    return others == 0 or (alone and others == 1) or (bound and (on_dark == 0 or on_dark == others))


@kernel()
def is_counted_out(position: Any) -> bool:
    """Return whether the count of the moves that a side has to mate is over."""
    word = position.counters[position.ply * COUNTER_WORDS + MOVES_COUNTED]
    return bool(word >> 16 != 0 and word & 0xFFFF > word >> 16)


@kernel()
def referee_end(rules: Any, position: Any) -> int:
    """Return the ending that a referee declares in a position with a legal move that `look` has seen."""
    if rules.ends & MOVES_REPEAT and has_shuttled(rules, position):
        return ending(MOVE_REPETITION, 1)
    if rules.fold_limit:
        result = repetition_end(rules, position, rules.fold_limit)
        if result:
            return result
    if rules.move_count_limit and position.frames[position.ply * FRAME + COUNT] >= rules.move_count_limit:
        if rules.flags & POINTS_DECIDE:
            return by_points(rules, position, MOVE_COUNT_POINTS)
        return ending(MOVE_COUNT, 0)
    if is_dead(rules, position):
        return ending(DEAD, 0)
    if rules.ends & COUNTS_MOVES and is_counted_out(position):
        return ending(COUNTED_OUT, 0)
    return OPEN
