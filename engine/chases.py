"""Perpetual chases, as the Asian Xiangqi Federation forbids them (key `chasingRule`).

A man chases enemies that it newly attacks and could take with profit: a stronger man, or one without a protector that
could take back. Kings and soldiers chase nothing; kings, and soldiers that have not crossed the river, are not chased.
Nothing of this is kept while a game goes on: when a position repeats, the moves of the cycle are taken back and played
again. Source: rules of the Asian Xiangqi Federation, chapter on repetition, read move by move as in Fairy-Stockfish.
"""

from typing import Any

from engine.attacks import capture_targets, hitters
from engine.bitboard import first, load, no_squares, square_bit, store, without_first
from engine.jit import kernel
from engine.layout import CAPTURED, CHECKED, FRAME, KINDS, MOST_MOVES, MOVE, ROWS
from engine.make import make, unmake

# Rules.chase_role
ROOK = 1
CANNON = 2
HORSE = 3
GUARD = 4  # elephants and advisors
SOLDIER = 5
KING = 6


@kernel(forceinline=True)
def _role(rules: Any, position: Any, square: int) -> int:
    return int(rules.chase_role[position.board[square] & (KINDS - 1)])


@kernel()
def _attacks(rules: Any, position: Any, square: int, occupied: Any) -> Any:
    """Return what the man on a square hits, given what is occupied."""
    piece = int(position.board[square])
    return capture_targets(rules, (piece >> 6) * ROWS + rules.class_of[piece & (KINDS - 1)], square, occupied)


@kernel()
def _with_role(rules: Any, position: Any, men: Any, low: int, high: int) -> Any:
    """Return the men of a set with a role from `low` to `high`."""
    found = no_squares(men)
    while men:
        square = first(men)
        men = without_first(men)
        if low <= _role(rules, position, square) <= high:
            found |= square_bit(found, square)
    return found


@kernel()
def _neighbours(rules: Any, like: Any, square: int, diagonal: bool) -> Any:
    """Return the four neighbours of a square, straight or diagonal."""
    found = no_squares(like)
    file = square % rules.files
    for step in range(4):
        across = (step & 1) * 2 - 1
        along = (step >> 1) * 2 - 1
        if not diagonal:
            across, along = (across, 0) if step < 2 else (0, across)
        rank = square // rules.files + along
        if 0 <= file + across < rules.files and 0 <= rank < rules.ranks:
            found |= square_bit(found, rank * rules.files + file + across)
    return found


@kernel()
def _lines(rules: Any, like: Any, square: int) -> Any:
    """Return the squares of the rank and the file of a square, itself left out."""
    found = load(rules.file_of, square % rules.files)
    start = square - square % rules.files
    for file in range(rules.files):
        found |= square_bit(found, start + file)
    return found & load(rules.board, 0) & ~square_bit(found, square)


@kernel()
def shields(rules: Any, position: Any, us: int) -> Any:
    """Return the men of both sides that keep an enemy from taking the king of `us`, each for itself."""
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    found = no_squares(occupied)
    king = position.king[us]
    if king < 0:
        return found
    now = hitters(rules, position, king, 1 - us, occupied, occupied)
    near = _lines(rules, occupied, king) | _neighbours(rules, occupied, king, True)
    men = occupied & near
    while men:
        square = first(men)
        men = without_first(men)
        bit = square_bit(found, square)
        if hitters(rules, position, king, 1 - us, occupied & ~bit, occupied & ~bit) & ~now:
            found |= bit
    return found


@kernel()
def _may_be_chased(rules: Any, position: Any, men: Any) -> Any:
    """Return the men of a set less kings and soldiers that only go forward."""
    found = no_squares(men)
    while men:
        square = first(men)
        men = without_first(men)
        role = _role(rules, position, square)
        if role == SOLDIER:
            sideways = load(rules.board, 0) & _neighbours(rules, found, square, False)
            sideways &= ~load(rules.file_of, square % rules.files)
            if _attacks(rules, position, square, no_squares(found)) & sideways:
                found |= square_bit(found, square)
        elif role != KING:
            found |= square_bit(found, square)
    return found


@kernel()
def _preyed_on(rules: Any, position: Any, attacker: int, attacks: Any, pinned: Any) -> Any:
    """Return the men among `attacks` that the man on `attacker` could take with profit."""
    us = position.side
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    attacks = _may_be_chased(rules, position, attacks)
    role = _role(rules, position, attacker)
    found = no_squares(attacks)
    if role == HORSE or role == CANNON:
        found |= _with_role(rules, position, attacks, ROOK, ROOK)
    if role == GUARD:
        found |= _with_role(rules, position, attacks, ROOK, HORSE)
    like = no_squares(attacks)
    left = attacks
    while left:
        square = first(left)
        left = without_first(left)
        same = position.board[square] & (KINDS - 1) == position.board[attacker] & (KINDS - 1)
        if same:
            like |= square_bit(like, square)
    if role == HORSE and _neighbours(rules, occupied, attacker, True) & occupied:
        while like:  # a horse that stands in the way of only one of the two
            square = first(like)
            like = without_first(like)
            if _attacks(rules, position, square, occupied) & square_bit(like, attacker):
                attacks &= ~square_bit(like, square)
    else:
        attacks &= ~(like & ~pinned)
    gone = occupied & ~square_bit(occupied, attacker)
    enemy_king = position.king[1 - us]
    while attacks:
        square = first(attacks)
        attacks = without_first(attacks)
        roots = hitters(rules, position, square, us, gone, gone) & ~pinned
        bare = not roots
        if roots and enemy_king >= 0 and position.king[us] >= 0 and roots == square_bit(roots, position.king[us]):
            bare = _in_sight(rules, position, enemy_king, square, gone)
        if bare:
            found |= square_bit(found, square)
    return found


@kernel()
def _in_sight(rules: Any, position: Any, one: int, other: int, occupied: Any) -> bool:
    """Return whether two squares are on one open line of the board."""
    if one == other:
        return False
    step = 0
    if one % rules.files == other % rules.files:
        step = rules.files
    elif one // rules.files == other // rules.files:
        step = 1
    if step == 0:
        return False
    square = min(one, other) + step
    while square < max(one, other):
        if occupied & square_bit(occupied, square):
            return False
        square += step
    return True


@kernel()
def chased_men(rules: Any, position: Any, before: Any) -> Any:
    """Return the men of the side to move that the last move chases.

    before : the shields of its king before that move
    """
    us = position.side
    them = 1 - us
    move = position.frames[position.ply * FRAME + MOVE]
    own, enemies = load(position.side_men, us), load(position.side_men, them)
    occupied = own | enemies
    origin, to = move >> 8 & 255, move & 255
    shielding = shields(rules, position, us)
    pinned = shielding
    if rules.chase_faces:  # a lone man between the kings is pinned, too
        king = position.king[us]
        column = load(rules.file_of, position.king[them] % rules.files)
        between = column & own
        if king >= 0 and column & square_bit(column, king):
            alone = between & ~square_bit(between, king)
            if alone and not without_first(alone):
                pinned |= alone
    found = no_squares(occupied)
    role = _role(rules, position, to)
    if role != KING and role != SOLDIER:
        attacks = _attacks(rules, position, to, occupied) & own
        if role == ROOK or role == CANNON:  # along the line of the move nothing is new
            line = load(rules.file_of, to % rules.files)
            if origin % rules.files != to % rules.files:
                line = _lines(rules, line, to) & ~line
            attacks &= ~line
        found |= _preyed_on(rules, position, to, attacks, pinned)
    earlier = occupied
    if not position.frames[position.ply * FRAME + CAPTURED]:
        earlier &= ~square_bit(earlier, to)
    earlier |= square_bit(earlier, origin)
    opened = _with_role(rules, position, _neighbours(rules, own, origin, False) & enemies, HORSE, HORSE)
    opened |= _with_role(rules, position, _neighbours(rules, own, origin, True) & enemies, GUARD, GUARD)
    opened |= _with_role(rules, position, _lines(rules, own, origin) & enemies, ROOK, CANNON)
    opened |= _with_role(rules, position, _lines(rules, own, to) & enemies, CANNON, CANNON)
    while opened:
        square = first(opened)
        opened = without_first(opened)
        new = _attacks(rules, position, square, occupied) & ~_attacks(rules, position, square, earlier) & own
        found |= _preyed_on(rules, position, square, new, pinned)
    found |= _unprotected(rules, position, shielding & ~before)
    return found


@kernel()
def _unprotected(rules: Any, position: Any, new: Any) -> Any:
    """Return the men of the side to move that lost a protector to a pin, or are hit by a man that uncovers a check.

    new : shields of the king that were none before the last move
    """
    us = position.side
    own, enemies = load(position.side_men, us), load(position.side_men, 1 - us)
    occupied = own | enemies
    covered = shields(rules, position, 1 - us)
    found = no_squares(own)
    pinned = new & own
    while pinned:
        square = first(pinned)
        pinned = without_first(pinned)
        rooted = _may_be_chased(rules, position, _attacks(rules, position, square, occupied) & own)
        while rooted:
            man = first(rooted)
            rooted = without_first(rooted)
            if hitters(rules, position, man, 1 - us, occupied, occupied) & ~covered:
                found |= square_bit(found, man)
    uncovering = new & enemies
    king = position.king[us]
    while uncovering:
        square = first(uncovering)
        uncovering = without_first(uncovering)
        hit = _attacks(rules, position, square, occupied) & own
        near = _attacks(rules, position, king, occupied)
        found |= hit & ~near
        hit &= near
        after = occupied & ~(square_bit(occupied, square) | square_bit(occupied, king))
        while hit:
            man = first(hit)
            hit = without_first(hit)
            if hitters(rules, position, man, 1 - us, after, after) & ~square_bit(after, square):
                found |= square_bit(found, man)
    return found


@kernel(forceinline=True)
def _back(men: Any, move: int) -> Any:
    """Return the places of men before a move of their side."""
    target = square_bit(men, move & 255)
    return men & ~target | square_bit(men, move >> 8 & 255) if men & target else men


@kernel()
def chase_result(rules: Any, position: Any, since: int) -> int:
    """Return who chases in a cycle that began at ply `since`: 1 the side that has just moved, 2 the other, 3 both.

    The same man has to be chased after each move of a side.
    """
    last = position.ply
    start = position.moves.shape[0] - MOST_MOVES
    oldest = max(since - 1, position.first_ply)
    if last - oldest > MOST_MOVES // 2:
        return 0
    for ply in range(last, oldest, -1):
        slot = start + 2 * (ply - oldest)
        position.moves[slot] = position.frames[ply * FRAME + MOVE]
        position.moves[slot + 1] = position.frames[ply * FRAME + CHECKED]
        unmake(rules, position)
    for ply in range(oldest + 1, last + 1):
        slot = start + 2 * (ply - oldest)
        before = shields(rules, position, 1 - position.side)
        make(rules, position, position.moves[slot])
        position.frames[ply * FRAME + CHECKED] = position.moves[slot + 1]
        store(position.chased, ply, chased_men(rules, position, before))
    result = 0
    for turn in range(2):
        ply = last - turn
        men = load(position.chased, ply)
        final = since if turn == 0 else since + 1
        while ply - 2 >= final and ply - 2 > oldest:
            men = _back(men, position.frames[(ply - 1) * FRAME + MOVE]) & load(position.chased, ply - 2)
            ply -= 2
        if men:
            result |= 1 << turn
    return result
