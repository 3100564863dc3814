"""What a position is: decided, drawn or open. Search, referee and protocols all ask here.

An ending is one number: `reason << 2 | value + 1`, 0 for an open position; the value is 1, 0 or -1 for the side to
move. The order is that of the rules: immediate ends (no moves are generated after them), no legal move, then what a
referee declares.
"""

from typing import Any, Final

from engine.bitboard import count, first, load, without_first
from engine.jit import kernel
from engine.layout import (
    CAPTURED,
    CHECKED,
    COUNT,
    DROP_MATE_LOSES,
    EARNS,
    FACING_PASSES,
    FRAME,
    HAS_DEAD_MATERIAL,
    HAS_FLAGS,
    KEY,
    KINDS,
    MAY_PASS,
    MOVE,
    MOVED,
    ONLY_SPECIALS_WIN,
    ORDINARY,
    PERPETUAL_CHECK_LOSES,
    POINTS_DECIDE,
    REVERSIBLE,
    ROWS,
    SEEN,
    SPECIAL,
    SPECIALS_WIN,
    WALL_ALONE,
)
from engine.legs import has_men_with
from engine.move import ACTION_SHIFT, DROP, KIND_SHIFT, PASS, WITH_BONUS
from engine.royals import kings_face

OPEN: Final = 0
CHECKMATE: Final = 1
STALEMATE: Final = 2
FLAG: Final = 3
DROP_MATE: Final = 4  # mate by a drop that may not mate
REPETITION: Final = 5
PERPETUAL_CHECK: Final = 6
MOVE_COUNT: Final = 7
DEAD: Final = 8  # no side can mate
NOTHING_LEFT: Final = 9  # a capture earned a bonus and left nothing to promote
REPETITION_POINTS: Final = 10
MOVE_COUNT_POINTS: Final = 11
PASSED: Final = 12  # both sides passed, or one let the kings face each other


@kernel(forceinline=True)
def _ending(reason: int, value: int) -> int:
    return reason << 2 | value + 1


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
def points_lead(rules: Any, position: Any, colour: int) -> int:
    """Return by how many half points a colour leads on the board, handicaps included."""
    lead = rules.handicap[colour] - rules.handicap[1 - colour]
    men = load(position.side_men, 0) | load(position.side_men, 1)
    while men:
        piece = int(position.board[first(men)])
        men = without_first(men)
        points = rules.points[piece & (KINDS - 1)]
        lead += points if piece >> 6 == colour else -points
    return lead


@kernel()
def _by_points(rules: Any, position: Any, reason: int) -> int:
    lead = points_lead(rules, position, position.side)
    return _ending(reason, 1 if lead > 0 else -1 if lead < 0 else 0)


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
    if rules.flags & HAS_FLAGS:
        them = 1 - position.side
        row = rules.flag_row[them]
        arrived = load(position.side_men, them) if row < 0 else load(position.men, row)
        if arrived & load(rules.flag_region, them):
            return _ending(FLAG, -1)
    if rules.flags & SPECIALS_WIN and specials_won(rules, position):
        return _ending(NOTHING_LEFT, -1)
    if rules.flags & ONLY_SPECIALS_WIN:
        if only_specials(rules, position, 1 - position.side):
            return _ending(NOTHING_LEFT, -1)
        if only_specials(rules, position, position.side):
            return _ending(NOTHING_LEFT, 1)
    if rules.careful & (MAY_PASS | FACING_PASSES) and passing_ends(rules, position):
        return _ending(PASSED, 0)
    return OPEN


@kernel()
def stuck_end(rules: Any, position: Any) -> int:
    """Return the ending of a position without a legal move that `look` has seen."""
    frame = position.ply * FRAME
    if position.frames[frame + CHECKED] != 1:
        return _ending(STALEMATE, rules.stalemate_value)
    move = position.frames[frame + MOVE]
    if (
        rules.flags & DROP_MATE_LOSES
        and move >> ACTION_SHIFT & 15 == DROP
        and move >> KIND_SHIFT & 255 == rules.drop_mate_kind
    ):
        return _ending(DROP_MATE, 1)
    return _ending(CHECKMATE, rules.mate_value)


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
            return _ending(PERPETUAL_CHECK, 1 if suffers else -1)
        if suffers:
            return _ending(PERPETUAL_CHECK, 0)
    if rules.flags & POINTS_DECIDE:
        return _by_points(rules, position, REPETITION_POINTS)
    value = rules.fold_value
    if rules.fold_absolute and position.side:
        value = -value
    return _ending(REPETITION, value)


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
def referee_end(rules: Any, position: Any) -> int:
    """Return the ending that a referee declares in a position with a legal move that `look` has seen."""
    if rules.fold_limit:
        ending = repetition_end(rules, position, rules.fold_limit)
        if ending:
            return ending
    if rules.move_count_limit and position.frames[position.ply * FRAME + COUNT] >= rules.move_count_limit:
        if rules.flags & POINTS_DECIDE:
            return _by_points(rules, position, MOVE_COUNT_POINTS)
        return _ending(MOVE_COUNT, 0)
    if is_dead(rules, position):
        return _ending(DEAD, 0)
    return OPEN
