"""Ends that only some games have; `Rules.ends` says which. engine/outcome.py asks here behind one test."""

from typing import Any

from engine.attacks import hitters, in_check
from engine.bitboard import count, first, load, shifted, square_bit, without_first
from engine.counters import CHECKED_HERE, STRONG_CHECK, TRAITS, checks_left
from engine.endings import (
    CASTLED,
    CASTLING_LOST,
    CHECKMATE,
    CHECKS,
    CONNECTION,
    EXTINCTION,
    FLAG,
    FULL_BOARD,
    OPEN,
    PETTY_MATE,
    UNEARNED_MATE,
    ending,
)
from engine.jit import kernel
from engine.layout import (
    CAPTURED,
    CASTLE,
    CASTLING_WINS,
    CASTLINGS,
    CHECKED,
    CONNECTS,
    COUNTER_WORDS,
    COUNTS_CHECKS,
    DIRECTIONS,
    FLAG_CROWDED,
    FLAG_LATE,
    FLAG_RULES,
    FLAG_SAFE,
    FRAME,
    FULL_BOARD_ENDS,
    KINDS,
    LOSES_TYPES,
    MOVE,
    NO_CHECKS,
    POINTS_DECIDE,
    REVERSIBLE,
    ROWS,
)
from engine.make import make, unmake
from engine.move import ACTION_SHIFT, CASTLING, PASS


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
def by_points(rules: Any, position: Any, reason: int) -> int:
    """Return the ending that counting gives where the game is decided by points, else a draw."""
    lead = points_lead(rules, position, position.side) if rules.flags & POINTS_DECIDE else 0
    return ending(reason, 1 if lead > 0 else -1 if lead < 0 else 0)


@kernel()
def men_of_group(rules: Any, position: Any, colour: int, group: int) -> int:
    """Return how many men of a group of types that must not die out a side has, those in hand included."""
    found = 0
    rows = rules.extinct_rows[group]
    for number in range(rules.classes):
        if rows >> number & 1:
            found += count(load(position.men, colour * ROWS + number))
    kinds = position.hand_kinds[colour] & rules.extinct_kinds[group]
    kind = 0
    while kinds:
        if kinds & 1:
            found += position.hand[colour << 6 | kind]
        kinds >>= 1
        kind += 1
    return found


@kernel()
def extinction_end(rules: Any, position: Any) -> int:
    """Return the ending where a side has lost too many men of a type, the side that has just moved first."""
    us = position.side
    for turn in range(2):
        colour = us if turn else 1 - us
        for group in range(rules.extinct_groups):
            if men_of_group(rules, position, colour, group) <= rules.extinct_limit:
                least = rules.extinct_rivals + (rules.extinct_claim and colour == us)
                if men_of_group(rules, position, 1 - colour, group) >= least:
                    return ending(EXTINCTION, rules.extinct_value if colour == us else -rules.extinct_value)
    return OPEN


@kernel()
def _reached(rules: Any, position: Any, colour: int) -> bool:
    """Return whether enough men of a side stand on its flag region, unattacked where that is asked for."""
    region = load(rules.flag_region, colour)
    row = rules.flag_row[colour]
    there = region & (load(position.side_men, colour) if row < 0 else load(position.men, row))
    number = count(there)
    if number == 0:
        return False
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    if number < rules.flag_count and not (rules.ends & FLAG_CROWDED and not region & ~occupied):
        return False
    asked = rules.ends & FLAG_SAFE != 0 and (not rules.ends & FLAG_LATE or colour != position.side)
    if asked and number == rules.flag_count:
        while there:
            if hitters(rules, position, first(there), 1 - colour, occupied, occupied):
                return False
            there = without_first(there)
    return True


@kernel()
def _king_can_arrive(rules: Any, position: Any) -> bool:
    """Return whether a legal step brings the king of the side to move, who is not in check, onto its flag region."""
    us = position.side
    king = position.king[us]
    own = load(position.side_men, us)
    steps = load(rules.flag_region, us) & ~own
    if king < 0 or not steps or in_check(rules, position, us):
        return False
    origin = (us * ROWS + rules.king_class) * rules.file_of.shape[0] + king
    occupied = own | load(position.side_men, 1 - us)
    enemies = occupied & ~own
    steps &= load(rules.leap_move, origin) & ~enemies | load(rules.leap_capture, origin) & enemies
    while steps:
        to = first(steps)
        steps = without_first(steps)
        taking = 1 if occupied & square_bit(occupied, to) else 0
        make(rules, position, king << 8 | to | taking << ACTION_SHIFT)
        legal = not in_check(rules, position, us)
        if rules.careful & NO_CHECKS and in_check(rules, position, 1 - us):
            legal = False
        unmake(rules, position)
        if legal:
            return True
    return False


@kernel()
def flag_end(rules: Any, position: Any) -> int:
    """Return the ending of a game whose flag rule is not simply that arriving wins.

    FLAG_LATE : the other side has one more move; black's king may so draw level with white's
    FLAG_SAFE : who is attacked there wins only by still being there, and safe, at his next turn
    """
    us = position.side
    them = 1 - us
    late = rules.ends & FLAG_LATE != 0
    safe = rules.ends & FLAG_SAFE != 0
    king_row = rules.king_class
    kings = rules.king_class >= 0 and rules.flag_row[them] == them * ROWS + king_row
    if (late or safe) and _reached(rules, position, us):
        level = (late and us == 0 and kings) or (safe and not late)
        return ending(FLAG, 0 if level and _reached(rules, position, them) else 1)
    mine = rules.king_class >= 0 and rules.flag_row[us] == us * ROWS + king_row
    if (not late or safe or mine) and _reached(rules, position, them):
        if not (late and mine and us == 1 and _king_can_arrive(rules, position)):
            return ending(FLAG, -1)
    return OPEN


@kernel()
def castling_end(rules: Any, position: Any) -> int:
    """Return the ending where certain castlings win, and having none of them left loses."""
    us = position.side
    frame = position.ply * FRAME
    move = position.frames[frame + MOVE]
    if move >> ACTION_SHIFT & 15 == CASTLING:
        wing = 1 if move & 255 < move >> 8 & 255 else 0
        if rules.castling_wins >> (1 - us) * 2 + wing & 1:
            return ending(CASTLED, -1)
    rights = position.frames[frame + CASTLE]
    for turn in range(2):
        colour = us if turn else 1 - us
        wanted = rules.castling_wins >> colour * 2 & 3
        left = False
        for index in range(CASTLINGS):
            if rights >> index & 1 and position.castling_side[index] == colour:
                wing = 1 if position.castling_rook[index] < position.castling_king[index] else 0
                left |= wanted >> wing & 1 != 0
        if wanted and not left:
            return ending(CASTLING_LOST, -1 if colour == us else 1)
    return OPEN


@kernel()
def _linked(rules: Any, men: Any, start: Any, goal: Any) -> bool:
    """Return whether a chain of neighbouring men leads from one set of squares to another."""
    reached = men & start
    while True:
        if reached & goal:
            return True
        grown = reached
        for direction in range(2 * DIRECTIONS):
            if rules.connect_used >> (direction >> 1) & 1:
                grown |= shifted(reached & load(rules.connect_from, direction), rules.connect_delta[direction]) & men
        if grown == reached:
            return False
        reached = grown


@kernel()
def _in_line(rules: Any, men: Any, number: int, gaps: bool) -> bool:
    """Return whether `number` men stand in a row, or on one line where gaps are allowed."""
    for index in range(DIRECTIONS):
        direction = 2 * index
        if not rules.connect_used >> index & 1:
            continue
        if gaps:
            left = men
            while left:
                square = first(left)
                left = without_first(left)
                found = 1
                here = square_bit(men, square)
                for _ in range(16):
                    here = shifted(here & load(rules.connect_from, direction), rules.connect_delta[direction])
                    if here & men:
                        found += 1
                if found >= number:
                    return True
            continue
        row = men
        for _ in range(number - 1):
            row = shifted(row & load(rules.connect_from, direction), rules.connect_delta[direction]) & men
        if row:
            return True
    return False


@kernel()
def connection_end(rules: Any, position: Any) -> int:
    """Return the ending where the side that has just moved has joined its men as the game wants it."""
    them = 1 - position.side
    men = load(position.side_men, them)
    men ^= men
    for number in range(rules.classes):
        if rules.connect_rows >> number & 1:
            men |= load(position.men, them * ROWS + number)
    joined = rules.connect_n > 0 and _in_line(rules, men, rules.connect_n, False)
    joined = joined or (rules.collinear_n > 0 and _in_line(rules, men, rules.collinear_n, True))
    goal = load(rules.connect_region, them * 2 + 1)
    if goal and not joined:
        joined = _linked(rules, men, load(rules.connect_region, them * 2), goal)
    if rules.connect_nxn and not joined:
        square = men
        for _ in range(rules.connect_nxn - 1):
            right = shifted(square & load(rules.connect_from, 0), rules.connect_delta[0])
            both = square & right
            square = both & shifted(both & load(rules.connect_from, 2), rules.connect_delta[2])
        joined = bool(square)
    return ending(CONNECTION, -rules.connect_value) if joined else OPEN


@kernel()
def rare_end(rules: Any, position: Any) -> int:
    """Return the ending that came with the last move by one of the rules of `Rules.ends`."""
    ends = rules.ends
    result = OPEN
    if ends & LOSES_TYPES:
        result = extinction_end(rules, position)
    if result == OPEN and ends & FLAG_RULES:
        result = flag_end(rules, position)
    if result == OPEN and ends & CASTLING_WINS:
        result = castling_end(rules, position)
    if result == OPEN and ends & COUNTS_CHECKS and checks_left(position, 1 - position.side) == 0:
        result = ending(CHECKS, -1)
    if result == OPEN and ends & CONNECTS:
        result = connection_end(rules, position)
    if result == OPEN and ends & FULL_BOARD_ENDS:
        if not load(rules.board, 0) & ~(load(position.side_men, 0) | load(position.side_men, 1)):
            result = by_points(rules, position, FULL_BOARD)
    return result


@kernel()
def ranked_mate(rules: Any, position: Any) -> int:
    """Return the ending of a mate where a man of low rank may not give it, and a strong man has to have checked.

    The mate by men of low rank alone wins for the mated side. Otherwise one check of the unbroken series of checks
    must have been given by a strong man, or the game is drawn.
    """
    us = position.side
    occupied = load(position.side_men, 0) | load(position.side_men, 1)
    checkers = hitters(rules, position, position.king[us], 1 - us, occupied, occupied)
    petty = True
    while checkers:
        petty = petty and rules.mate_low[position.board[first(checkers)] & (KINDS - 1)] != 0
        checkers = without_first(checkers)
    if petty:
        return ending(PETTY_MATE, 1)
    ply = position.ply
    while ply >= position.first_ply and position.counters[ply * COUNTER_WORDS + TRAITS] & CHECKED_HERE:
        if position.counters[ply * COUNTER_WORDS + TRAITS] & STRONG_CHECK:
            return ending(CHECKMATE, rules.mate_value)
        ply -= 2
    return ending(UNEARNED_MATE, 0)


@kernel(forceinline=True)
def _undoes(later: int, earlier: int) -> bool:
    """Return whether an ordinary move goes back the way that another came."""
    plain = later >> ACTION_SHIFT & 15 <= 1 and earlier >> ACTION_SHIFT & 15 <= 1
    return bool(plain and later & 255 == earlier >> 8 & 255 and later >> 8 & 255 == earlier & 255)


@kernel()
def has_shuttled(rules: Any, position: Any) -> bool:
    """Return whether the side that has just moved went to and fro with one man, for the fifth move in a row.

    One pass between the last two of these moves does not count. The man must be one that may come near the enemy king,
    and no move of the series was an answer to a check.
    """
    last = position.ply
    oldest = last - position.frames[last * FRAME + REVERSIBLE]
    move = position.frames[last * FRAME + MOVE]
    if last - 8 < max(oldest, position.first_ply) or move >> ACTION_SHIFT & 15 > 1:
        return False
    if not rules.harasses[position.board[move & 255]]:
        return False
    before = last - 2
    if position.frames[before * FRAME + MOVE] >> ACTION_SHIFT & 15 == PASS:
        if position.frames[(before - 1) * FRAME + CHECKED] == 1:
            return False
        before -= 2
    if position.frames[(last - 1) * FRAME + CHECKED] == 1:
        return False
    later = move
    for _ in range(3):
        earlier = position.frames[before * FRAME + MOVE]
        if before <= oldest or not _undoes(later, earlier) or position.frames[(before - 1) * FRAME + CHECKED] == 1:
            return False
        later = earlier
        before -= 2
    if before < position.first_ply + 1:
        return False
    came = position.frames[before * FRAME + MOVE]
    return bool(not position.frames[before * FRAME + CAPTURED] and later >> 8 & 255 == came & 255 and came != 0)
