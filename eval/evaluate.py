"""What a position is worth for the side to move, in centipawns.

    square and hand values   kept up to date by `make` as one packed word, blended by the phase
    passed pawns             where captured men do not come back
    pairs                    men of a colour-bound row on both colours of squares
    king danger              men that hit the king or a square that he could go to, and men in hand with room to drop
    race                     a king near the region where he wins
    points                   the lead in points, where they are about to decide
    tempo

Every term is computed for the side to move less the other side and rounded only then, so that a position and the
same with colours changed have one value to the centipawn.
"""

from typing import Any

from engine.attacks import hitters
from engine.bitboard import count, first, hashed, load, shifted, square_bit, store, without_first
from engine.jit import kernel
from engine.layout import (
    COUNT,
    FRAME,
    HAS_FLAGS,
    PAWN_SLOTS,
    PHASE,
    POINTS_DECIDE,
    ROWS,
    SCORE,
)
from engine.rare_ends import points_lead
from eval.king import king_danger
from eval.terms import (
    DANGER_FADES,
    DOUBLED,
    FULL_PHASE,
    ISOLATED,
    LIMIT,
    MOST_DANGER,
    PAIR_CLASSES,
    PAWN_CLASS,
    POINTS_MORE,
    POINTS_PLIES,
    POINTS_WIN,
    RACE,
    RACE_MOVES,
    RACE_WIN,
    TEMPO,
)


@kernel(forceinline=True)
def _phase(position: Any) -> int:
    return int(min(max(position.frames[position.ply * FRAME + PHASE], 0), FULL_PHASE))


@kernel(forceinline=True)
def blended(score: int, phase: int) -> int:
    """Return a packed value as centipawns: its middle part at FULL_PHASE, its end part at 0."""
    middle = score << 32 >> 32
    end = (score - middle) >> 32
    return (middle * phase + end * (FULL_PHASE - phase)) >> 8


@kernel()
def _race(rules: Any, position: Any, side: int) -> int:
    """Return the centipawns of the king of `side` for being near his flag.

    A king without a step nearer to it that the enemy does not hit gets a quarter.
    """
    king = position.king[side]
    if king < 0:
        return 0
    size = rules.file_of.shape[0]
    distance = rules.flag_distance[side * size + king]
    if distance < 1 or distance > RACE_MOVES:
        return 0
    own = load(position.side_men, side)
    steps = load(rules.flag_step, side * size + king) & ~own
    occupied = (own | load(position.side_men, 1 - side)) ^ square_bit(own, king)
    value = rules.eval_terms[RACE + distance]
    while steps:
        if not hitters(rules, position, first(steps), 1 - side, occupied, occupied):
            if distance == 1 and position.side == side:
                return int(rules.eval_terms[RACE_WIN])
            return int(value)
        steps = without_first(steps)
    return int(value >> 2)


@kernel(forceinline=True)
def _ahead(rules: Any, pawns: Any, forward: int) -> Any:
    """Return the squares in front of pawns on their own files."""
    ahead = shifted(pawns, forward)
    ahead |= shifted(ahead, forward)
    ahead |= shifted(ahead, 2 * forward)
    ahead |= shifted(ahead, 4 * forward)
    if rules.ranks > 9:
        ahead |= shifted(ahead, 8 * forward)
    return ahead


@kernel(forceinline=True)
def _beside(rules: Any, squares: Any) -> Any:
    """Return the squares to the left and to the right of squares."""
    left = squares & ~load(rules.file_of, 0)
    right = squares & ~load(rules.file_of, rules.files - 1)
    return shifted(left, -1) | shifted(right, 1)


@kernel()
def _pawns(rules: Any, position: Any, side: int) -> int:
    """Return the packed value of the pawns of `side` for their structure."""
    size = rules.file_of.shape[0]
    forward = rules.files - 2 * side * rules.files
    pawns = load(position.men, side * ROWS + rules.eval_terms[PAWN_CLASS])
    enemies = load(position.men, (1 - side) * ROWS + rules.eval_terms[PAWN_CLASS])
    ahead = _ahead(rules, pawns, forward)
    files = pawns | ahead | _ahead(rules, pawns, -forward)
    control = _ahead(rules, enemies, -forward)
    weak = rules.eval_terms[DOUBLED] * count(pawns & ahead)
    weak += rules.eval_terms[ISOLATED] * count(pawns & ~_beside(rules, files))
    value = -(weak << 32) - weak
    free = pawns & ~(control | _beside(rules, control) | _ahead(rules, pawns, -forward))
    while free:
        value += rules.passed[side * size + first(free)]
        free = without_first(free)
    return int(value)


@kernel(forceinline=True)
def _pawns_remembered(rules: Any, position: Any) -> int:
    """Return the packed value of both sides' pawns, white less black: structures come back in most positions."""
    white = load(position.men, rules.eval_terms[PAWN_CLASS])
    black = load(position.men, ROWS + rules.eval_terms[PAWN_CLASS])
    slot = hashed(white) * 3 + hashed(black) & (PAWN_SLOTS - 1)
    if load(position.pawn_sets, 2 * slot) != white or load(position.pawn_sets, 2 * slot + 1) != black:
        store(position.pawn_sets, 2 * slot, white)
        store(position.pawn_sets, 2 * slot + 1, black)
        position.pawn_value[slot] = _pawns(rules, position, 0) - _pawns(rules, position, 1)
    return int(position.pawn_value[slot])


@kernel(forceinline=True)
def _pairs(rules: Any, position: Any, side: int) -> int:
    """Return the centipawns of `side` for colour-bound men on both colours."""
    dark = load(rules.dark, 0)
    value = 0
    row = side * ROWS
    classes = rules.eval_terms[PAIR_CLASSES]
    while classes:
        if classes & 1:
            men = load(position.men, row)
            if men & dark and men & ~dark:
                value += rules.pair[row]
        classes >>= 1
        row += 1
    return value


@kernel(forceinline=True)
def points_near(rules: Any, position: Any) -> int:
    """Return how many plies the game has come into the last POINTS_PLIES before points decide, 0 or less: not yet."""
    if rules.flags & POINTS_DECIDE and rules.move_count_limit:
        return int(position.frames[position.ply * FRAME + COUNT] - rules.move_count_limit + POINTS_PLIES)
    return 0


@kernel()
def towards_points(rules: Any, position: Any, value: int, plies: int) -> int:
    """Return a value moved towards what the points of both sides say, all the way at POINTS_PLIES.

    plies : what `points_near` says
    """
    lead = points_lead(rules, position, position.side)
    verdict = POINTS_MORE * lead
    if lead:
        verdict += POINTS_WIN if lead > 0 else -POINTS_WIN
    # a division of equal size for both signs: both sides see the same value
    change = (verdict - value) * min(plies, POINTS_PLIES)
    return value + (change // POINTS_PLIES if change >= 0 else -(-change // POINTS_PLIES))


@kernel()
def evaluate(rules: Any, position: Any) -> int:
    """Return what the position is worth for the side to move, in centipawns, at most LIMIT either way.

    Neither `look` nor a list of moves is needed; whether the game has ended is not asked.
    """
    return evaluate_within(rules, position, -LIMIT, LIMIT)


@kernel(forceinline=True)
def _faded(rules: Any, danger: int, phase: int) -> int:
    """Return king danger in the proportion in which it counts in this phase; more of it is never less."""
    return danger * phase >> 8 if rules.eval_terms[DANGER_FADES] else danger


@kernel(forceinline=True)
def evaluate_terms(rules: Any, position: Any, low: int, high: int) -> int:
    """Return the sum of all terms but the points, as `evaluate_within` does.

    King danger costs half of the time of an evaluation. What a king can lose by it is bounded, and of two kings the one
    that could bring the value back into the window is looked at first.
    """
    us = position.side
    them = 1 - us
    phase = _phase(position)
    score = position.frames[position.ply * FRAME + SCORE]
    if us:
        score = -score
    if rules.eval_terms[PAWN_CLASS] >= 0:
        pawns = _pawns_remembered(rules, position)
        score += -pawns if us else pawns
    value = blended(score, phase) + rules.eval_terms[TEMPO]
    value += _pairs(rules, position, us) - _pairs(rules, position, them)
    if rules.flags & HAS_FLAGS:
        low, high = -2 * LIMIT, 2 * LIMIT  # a race can turn any value: nothing is left out
    most = rules.danger_cost[MOST_DANGER]
    if value - most >= high or value + most <= low:
        return int(min(max(value, -LIMIT), LIMIT))
    danger = king_danger(rules, position, us)
    rough = value - _faded(rules, danger, phase)
    if rough >= high:
        return int(min(max(rough, -LIMIT), LIMIT))
    danger = king_danger(rules, position, them) - danger
    value += _faded(rules, danger, phase)
    if rules.flags & HAS_FLAGS:
        value += _race(rules, position, us) - _race(rules, position, them)
    return int(min(max(value, -LIMIT), LIMIT))


@kernel(forceinline=True)
def evaluate_within(rules: Any, position: Any, low: int, high: int) -> int:
    """Return `evaluate`'s value where it lies within (low, high); elsewhere a value that lies beyond the same end."""
    near = points_near(rules, position)
    if near <= 0:
        return evaluate_terms(rules, position, low, high)
    value = towards_points(rules, position, evaluate_terms(rules, position, -LIMIT, LIMIT), near)
    return int(min(max(value, -LIMIT), LIMIT))
