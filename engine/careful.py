"""Legal moves of games whose rules no mask can judge: every move is made, looked at and taken back.

Moves are written in steps: what the men can do, then with the walls that they may place, of those the lawful ones,
then with men dropped where others left, and last what the side is obliged to do. A game takes this way if its word
`Rules.careful` is not 0.
"""

from typing import Any

from engine.bitboard import first, load, no_squares, square_bit, without_first
from engine.enclosing import open_for_drops
from engine.jit import kernel
from engine.layout import (
    BLASTS,
    CASTLE,
    CASTLINGS,
    CHECKED,
    CHOICES,
    DROPS_PROMOTED,
    EP_VICTIM,
    FACING_PASSES,
    FORCED,
    FRAME,
    FREE_DROPS,
    GATES_DROP,
    GATES_LEAP,
    HAS_DROPS,
    HAS_EN_PASSANT,
    HAS_LEGS,
    HAS_PASS,
    IN_PLACE,
    KING_TAKES_CHECKER,
    KINGS_APART,
    LAST_ARE_ROYAL,
    LEAPS_ONCE,
    LIMITS_PROMOTION,
    MAY_PASS,
    MUST_CAPTURE,
    MUST_DROP,
    NO_CHECKS,
    NO_DROP_CHECKS,
    PROMOTES_BY_CAPTURE,
    ROWS,
    SHY,
    SPARES_LIKE,
    TAKES_EN_PASSANT,
    WALL_ALONE,
    WALLS,
)
from engine.legs import passes, two_legs
from engine.make import make, unmake
from engine.men import (
    ALL,
    CAPTURES,
    DROPS,
    PROMOTIONS,
    QUIETS,
    droppable,
    is_full,
    may_move,
    reach_of,
    without_full_files,
    write_man,
    write_targets,
)
from engine.move import (
    ACTION_SHIFT,
    CAPTURE,
    CASTLING,
    DROP,
    EN_PASSANT,
    EXTRA_SHIFT,
    GATED_SHIFT,
    KIND_SHIFT,
    PASS,
    PROMOTION,
    TAKING,
    TWO_LEGS,
    VIA_SHIFT,
)
from engine.royals import attackers, king_threatened, kings_face, last_royals, obstacles, royals_threatened, shy_reach
from engine.walls import with_walls


@kernel()
def _by_capture(rules: Any, position: Any, end: int, row: int, origin: int, reach: Any, empty: Any) -> int:
    """Append the moves of a man that promotes by capturing only."""
    end = write_targets(position, end, reach & empty, origin << 8)
    zone = load(rules.zone, row)
    prey = reach & ~empty
    promoting = prey if zone & square_bit(zone, origin) else prey & zone
    word = origin << 8 | CAPTURE << ACTION_SHIFT
    promoted = word | PROMOTION << ACTION_SHIFT
    for choice in range(row * CHOICES, row * CHOICES + rules.promotions[row]):
        if not is_full(rules, position, rules.promotion[choice]):
            end = write_targets(position, end, promoting, promoted | rules.promotion[choice] << KIND_SHIFT)
    if rules.promotion_flags[row] & FORCED:
        prey &= ~promoting
    return write_targets(position, end, prey, word)


@kernel()
def _in_place(rules: Any, position: Any, end: int, row: int, occupied: Any, empty: Any) -> int:
    """Append the promotions of pawns that stand in their zone, or of a last pawn, on the spot or one move of the new
    man away, where he attacks nobody."""
    us = position.side
    enemies = load(position.side_men, 1 - us)
    men = load(position.men, row)
    if without_first(men):
        men &= load(rules.place_zone, us)
    while men:
        origin = first(men)
        men = without_first(men)
        here = square_bit(empty, origin)
        for choice in range(row * CHOICES, row * CHOICES + rules.promotions[row]):
            kind = rules.promotion[choice]
            if rules.ends & LIMITS_PROMOTION and is_full(rules, position, kind):
                continue
            new_row = us * ROWS + rules.class_of[kind]
            targets = reach_of(rules, new_row, origin, occupied, empty, no_squares(empty)) | here
            while targets:
                to = first(targets)
                targets = without_first(targets)
                if not reach_of(rules, new_row, to, occupied & ~here, no_squares(empty), enemies):
                    word = origin << 8 | to | kind << KIND_SHIFT | PROMOTION << ACTION_SHIFT
                    position.moves[end] = word
                    end += 1
    return end


@kernel()
def _takings_en_passant(rules: Any, position: Any, end: int, empty: Any) -> int:
    size = rules.file_of.shape[0]
    us = position.side
    passed = load(position.en_passant, position.ply) & empty
    while passed:
        square = first(passed)
        passed = without_first(passed)
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & TAKES_EN_PASSANT:
                takers = load(position.men, row) & load(rules.en_passant_hits, row * size + square)
                while takers:
                    position.moves[end] = first(takers) << 8 | square | EN_PASSANT << ACTION_SHIFT
                    takers = without_first(takers)
                    end += 1
    return end


@kernel()
def _castlings(rules: Any, position: Any, end: int, occupied: Any) -> int:
    """Append the castlings whose way is free and, for a royal man, safe."""
    us = position.side
    rights = position.frames[position.ply * FRAME + CASTLE]
    royals = no_squares(occupied)
    if position.king[us] >= 0:
        royals |= square_bit(royals, position.king[us])
    shielded = no_squares(occupied)
    if rules.careful & LAST_ARE_ROYAL:
        royals |= last_royals(rules, position, us)
        if rules.careful & BLASTS:
            shielded = last_royals(rules, position, 1 - us)
    for number in range(CASTLINGS):
        if not rights >> number:
            break
        if not rights >> number & 1 or position.castling_side[number] != us:
            continue
        if load(position.castling_empty, number) & occupied:
            continue
        king = position.castling_king[number]
        here = square_bit(occupied, king)
        safe = True
        if royals & here:
            crossed = load(position.castling_safe, number) | here
            alone = occupied & ~here
            while crossed and safe:
                square = first(crossed)
                crossed = without_first(crossed)
                if not load(rules.next_to, square) & shielded:
                    safe = not attackers(rules, position, square, 1 - us, alone, alone)
        if safe:
            word = king << 8 | position.castling_king_to[number] | number << VIA_SHIFT
            position.moves[end] = word | CASTLING << ACTION_SHIFT
            end += 1
    return end


@kernel()
def _drops(rules: Any, position: Any, end: int, empty: Any) -> int:
    """Append the drops."""
    us = position.side
    allowed = open_for_drops(rules, position, us, empty)
    kinds = position.hand_kinds[us]
    if rules.careful & FREE_DROPS:
        kinds = ~(kinds & 0)
    for kind in range(1, rules.kinds + 1):
        if not kinds >> kind & 1:
            continue
        squares = droppable(rules, position, us << 6 | kind, allowed)
        promoted = rules.promoted_drop[kind]
        if rules.careful & DROPS_PROMOTED and promoted:
            others = without_full_files(rules, position, us << 6 | kind, allowed & load(rules.drop, us << 6 | promoted))
            while others:
                square = first(others)
                others = without_first(others)
                position.moves[end] = square << 8 | square | promoted << KIND_SHIFT | DROP << ACTION_SHIFT
                end += 1
        while squares:
            square = first(squares)
            squares = without_first(squares)
            position.moves[end] = square << 8 | square | kind << KIND_SHIFT | DROP << ACTION_SHIFT
            end += 1
    return end


@kernel()
def _leaps_from_gates(rules: Any, position: Any, end: int, empty: Any) -> int:
    """Append the leaps that some men have from a square that was never left."""
    us = position.side
    size = rules.file_of.shape[0]
    gates = load(position.gates, 2 * position.ply + us)
    king = position.king[us]
    if king >= 0 and gates & square_bit(gates, king) and position.frames[position.ply * FRAME + CHECKED] != 1:
        targets = load(rules.gate_leap, (2 * us + 1) * size + king) & empty
        end = write_targets(position, end, targets, king << 8)
    for row in range(us * ROWS, us * ROWS + rules.classes):
        if rules.duties[row] & LEAPS_ONCE:
            men = load(position.men, row) & gates
            while men:
                origin = first(men)
                men = without_first(men)
                end = write_targets(position, end, load(rules.gate_leap, 2 * us * size + origin) & empty, origin << 8)
    return end


@kernel()
def _candidates(rules: Any, position: Any, end: int) -> int:
    """Append what the men can do, safety and obligations aside."""
    us = position.side
    own, enemies = load(position.side_men, us), load(position.side_men, 1 - us)
    occupied = obstacles(position)
    board = load(rules.board, 0)
    empty = board & ~occupied
    free = may_move(rules, position, own)
    careful = rules.careful
    if rules.flags & HAS_EN_PASSANT and position.frames[position.ply * FRAME + EP_VICTIM] >= 0:
        end = _takings_en_passant(rules, position, end, empty)
    for number in range(rules.classes):
        row = us * ROWS + number
        men = load(position.men, row) & free
        duties = rules.duties[row]
        prey = enemies
        if duties & SPARES_LIKE:
            prey &= ~load(position.men, (1 - us) * ROWS + number)
        if careful & IN_PLACE and rules.promotions[row] and men:
            end = _in_place(rules, position, end, row, occupied, empty)
        while men:
            origin = first(men)
            men = without_first(men)
            if duties & SHY:
                reach = shy_reach(rules, position, row, origin, occupied, 0) & empty
                reach |= shy_reach(rules, position, row, origin, occupied, 1) & prey
            else:
                reach = reach_of(rules, row, origin, occupied, empty, prey)
            if duties & PROMOTES_BY_CAPTURE:
                end = _by_capture(rules, position, end, row, origin, reach, empty)
            else:
                end = write_man(rules, position, end, row, origin, reach, empty, board, ALL)
    if rules.flags & HAS_LEGS:
        end = two_legs(rules, position, end)
    if rules.flags & HAS_DROPS:
        end = _drops(rules, position, end, empty)
    if careful & GATES_LEAP:
        end = _leaps_from_gates(rules, position, end, empty)
    end = _castlings(rules, position, end, occupied)
    if rules.flags & HAS_PASS and position.frames[position.ply * FRAME + CHECKED] != 1:
        end = passes(rules, position, end, empty)
    if careful & MAY_PASS and rules.passing[us] and own:
        square = position.king[us] if position.king[us] >= 0 else first(own)
        position.moves[end] = square << 8 | square | PASS << ACTION_SHIFT
        end += 1
    return end


@kernel()
def _is_lawful(rules: Any, position: Any, move: int, faced: bool) -> bool:
    """Return whether a move leaves no royal man of its side to be taken, by trying it.

    faced : the kings see each other before the move
    """
    us = position.side
    careful = rules.careful
    action = move >> ACTION_SHIFT & 15
    if faced and action == PASS:
        return True
    mine, theirs = load(position.side_men, us), load(position.side_men, 1 - us)
    if careful & LAST_ARE_ROYAL:
        mine, theirs = last_royals(rules, position, us), last_royals(rules, position, 1 - us)
        if action == CASTLING or action == DROP:
            mine = no_squares(mine)
        elif mine & square_bit(mine, move >> 8 & 255):
            mine = mine & ~square_bit(mine, move >> 8 & 255) | square_bit(mine, move & 255)
    make(rules, position, move)
    lawful = not king_threatened(rules, position, us)
    if lawful and careful & LAST_ARE_ROYAL:
        if mine & ~load(position.side_men, us):
            lawful = False  # blown up by itself
        elif not theirs & ~load(position.side_men, 1 - us):
            lawful = not royals_threatened(rules, position, us)
    if lawful and (careful & KINGS_APART or faced):
        lawful = not kings_face(rules, position)
    silent = careful & NO_CHECKS != 0
    silent = silent or (careful & NO_DROP_CHECKS != 0 and action == DROP)
    silent = silent or (careful & IN_PLACE != 0 and action == PROMOTION)
    if lawful and silent:
        lawful = not king_threatened(rules, position, 1 - us)
    unmake(rules, position)
    return lawful


@kernel()
def _lawful(rules: Any, position: Any, start: int, end: int) -> int:
    """Keep the lawful moves of a list."""
    us = position.side
    king = position.king[us]
    judged = LAST_ARE_ROYAL | NO_CHECKS | NO_DROP_CHECKS | IN_PLACE | FACING_PASSES
    if king < 0 and not rules.careful & judged:
        return end
    faced = rules.careful & FACING_PASSES != 0 and kings_face(rules, position)
    only = ~no_squares(load(rules.board, 0))  # where the king may go
    if rules.careful & KING_TAKES_CHECKER and king >= 0:
        occupied = obstacles(position)
        checkers = attackers(rules, position, king, 1 - us, occupied, occupied)
        if checkers:
            only = no_squares(only) if without_first(checkers) else checkers
    kept = start
    for index in range(start, end):
        move = position.moves[index]
        if move >> 8 & 255 == king and not only & square_bit(only, move & 255):
            continue
        if _is_lawful(rules, position, move, faced):
            position.moves[kept] = move
            kept += 1
    return kept


@kernel()
def _with_gated(rules: Any, position: Any, start: int, end: int) -> int:
    """Append the moves of a list once more for every man in hand that may be dropped where the mover leaves a gate.

    A move is judged without that man, so he can never stop a check.
    """
    us = position.side
    gates = load(position.gates, 2 * position.ply + us)
    last = end
    for index in range(start, last):
        move = position.moves[index]
        action = move >> ACTION_SHIFT & 15
        if action == DROP or action == PASS:
            continue
        number = move >> VIA_SHIFT & 255
        for side in range(1 + (action == CASTLING)):
            square = position.castling_rook[number] if side else move >> 8 & 255
            bit = square_bit(gates, square)
            if not gates & bit:
                continue
            if action == CASTLING and (move & 255 == square or position.castling_rook_to[number] == square):
                continue
            for kind in range(1, rules.kinds + 1):
                if position.hand_kinds[us] >> kind & 1 and droppable(rules, position, us << 6 | kind, bit):
                    position.moves[end] = move | (square + 1) << EXTRA_SHIFT | kind << GATED_SHIFT
                    end += 1
    return end


@kernel(forceinline=True)
def _class_of(move: int) -> int:
    """Return what `generate` calls the move: CAPTURES, PROMOTIONS, DROPS or QUIETS."""
    action = move >> ACTION_SHIFT & 15
    if 1 << action & TAKING or action == TWO_LEGS:
        return CAPTURES
    if action == PROMOTION:
        return PROMOTIONS
    return DROPS if action == DROP else QUIETS


@kernel()
def _only(position: Any, start: int, end: int, wanted: int) -> int:
    """Keep the moves of some classes."""
    kept = start
    for index in range(start, end):
        move = position.moves[index]
        if _class_of(move) & wanted:
            position.moves[kept] = move
            kept += 1
    return kept


@kernel()
def _has(position: Any, start: int, end: int, wanted: int) -> bool:
    """Return whether a list has a move of some classes."""
    for index in range(start, end):
        if _class_of(position.moves[index]) & wanted:
            return True
    return False


@kernel()
def _obliged(rules: Any, position: Any, start: int, end: int) -> int:
    """Keep of the lawful moves what the side may choose from."""
    us = position.side
    careful = rules.careful
    if careful & MUST_DROP:
        kind = rules.must_drop_kind
        if position.hand[us << 6 | kind] > 0 if kind else position.hand_kinds[us] != 0:
            kept = start
            for index in range(start, end):
                move = position.moves[index]
                if move >> ACTION_SHIFT & 15 != DROP or not kind or move >> KIND_SHIFT & 255 == kind:
                    position.moves[kept] = move
                    kept += 1
            end = kept
            if _has(position, start, end, DROPS):
                end = _only(position, start, end, DROPS)
    if careful & MUST_CAPTURE and _has(position, start, end, CAPTURES):
        end = _only(position, start, end, CAPTURES)
    if careful & MAY_PASS and rules.passing[us] == 1:
        kept = start
        for index in range(start, end):
            move = position.moves[index]
            if move >> ACTION_SHIFT & 15 != PASS:
                position.moves[kept] = move
                kept += 1
        if kept > start:
            end = kept
    return end


@kernel()
def generate_carefully(rules: Any, position: Any, start: int, wanted: int) -> int:
    """Do the work of `generate` by trying: write the legal moves from `start` on and return their end."""
    end = _candidates(rules, position, start)
    if rules.careful & (WALLS | WALL_ALONE):
        end = with_walls(rules, position, start, end)
    end = _lawful(rules, position, start, end)
    if rules.careful & GATES_DROP:
        end = _with_gated(rules, position, start, end)
    end = _obliged(rules, position, start, end)
    return end if wanted == ALL else _only(position, start, end, wanted)
