"""Making and taking back moves, with everything that is kept up to date on the way."""

from typing import Any

from engine.attacks import en_passant_is_safe, ride_targets
from engine.bitboard import first, load, no_squares, square_bit, store, without_first
from engine.counters import carry_counters
from engine.effects import apply_effects, undo_effects
from engine.jit import kernel
from engine.layout import (
    BAN,
    BONUS,
    BY_ORIGIN,
    CAPTURED,
    CAPTURES_TO_HAND,
    CASTLE,
    CHECKED,
    COUNT,
    COUNTERSTRIKE,
    DROPS_CASTLE,
    EP_KEY,
    EP_VICTIM,
    FRAME,
    FREEZES,
    FROZEN,
    GOES_BACK,
    HAS_COUNTERS,
    HAS_EN_PASSANT,
    HAS_SPECIALS,
    KEY,
    KINDS,
    LEAPS_ONLY,
    MOVE,
    MOVED,
    PHASE,
    RESETS_COUNT,
    REVERSIBLE,
    ROWS,
    SCORE,
    SEEN,
    SLOTS,
    TAKES_EN_PASSANT,
    TURNS_BACK,
    VIA_CAPTURED,
)
from engine.move import (
    ACTION_SHIFT,
    AWAY,
    CASTLING,
    DOUBLE_STEP,
    DROP,
    EN_PASSANTS,
    KIND_SHIFT,
    PASS,
    PROMOTION,
    TAKING,
    TWO_LEGS,
    VIA_SHIFT,
    WITH_BONUS,
)
from engine.placing import add, capture, change_hand, give_back, lift, lose_rights, put, remove, set_hand
from engine.rights import gained_rights


@kernel()
def goes_back(rules: Any, row: int, origin: int, to: int) -> bool:
    """Return whether a man of the row could undo a move on an empty board."""
    back = load(rules.leap_move, row * rules.file_of.shape[0] + to)
    nobody = no_squares(back)
    if not rules.row_flags[row] & LEAPS_ONLY:
        back |= ride_targets(rules, row, to, nobody, 0)
    return bool(back & square_bit(back, origin))


@kernel()
def en_passant_key(rules: Any, position: Any, victim: int) -> int:
    """Return the key of the en passant captures of `victim` that are legal for the side to move, 0 for none."""
    size = rules.file_of.shape[0]
    us = position.side
    passed = load(position.en_passant, position.ply)
    key = 0
    while passed:
        square = first(passed)
        passed = without_first(passed)
        legal = False
        trusting = rules.careful != 0  # walls and other kings are not looked at here
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & TAKES_EN_PASSANT and not legal:
                takers = load(position.men, row) & load(rules.en_passant_hits, row * size + square)
                while takers and not legal:
                    legal = trusting or en_passant_is_safe(rules, position, us, first(takers), square, victim)
                    takers = without_first(takers)
        if legal:
            key ^= rules.zobrist_ep[square]
    return key


@kernel(forceinline=True)
def make(rules: Any, position: Any, move: int) -> None:
    """Play a legal (or pseudo-legal) move and open the next frame.

    Key, square and hand values, phase, counters, rights, en passant and the repetition filter follow.
    """
    us = position.side
    ply = position.ply
    old = ply * FRAME
    new = old + FRAME
    frames = position.frames
    to = move & 255
    origin = move >> 8 & 255
    via = move >> VIA_SHIFT & 255
    new_kind = move >> KIND_SHIFT & 255
    action = move >> ACTION_SHIFT & 15
    frames[new + KEY] = frames[old + KEY] ^ rules.zobrist_black ^ frames[old + EP_KEY]
    frames[new + SCORE] = frames[old + SCORE]
    frames[new + PHASE] = frames[old + PHASE]
    frames[new + CASTLE] = frames[old + CASTLE]
    frames[new + EP_VICTIM] = -1
    frames[new + EP_KEY] = 0
    if rules.flags & HAS_SPECIALS:
        frames[new + FROZEN] = -1
        if frames[old + FROZEN] >= 0:
            frames[new + KEY] ^= rules.zobrist_ep[frames[old + FROZEN]]
    captured = 0
    moved = 0
    struck = 0  # capture bans of what was taken
    counts = new_kind != 0  # the move-count rule starts anew
    final = False  # no earlier position can come back

    if action == DROP:
        moved = us << 6 | new_kind
        if rules.drop_from[new_kind]:
            change_hand(rules, position, new, us << 6 | rules.drop_from[new_kind], -1)
        add(rules, position, new, moved, to)
        if rules.ends & DROPS_CASTLE:
            rights = frames[new + CASTLE] | gained_rights(rules, position, to)
            frames[new + KEY] ^= rules.zobrist_castle[rights] ^ rules.zobrist_castle[frames[new + CASTLE]]
            frames[new + CASTLE] = rights
    elif action == CASTLING:
        rook_from = position.castling_rook[via]
        rook_to = position.castling_rook_to[via]
        moved = remove(rules, position, new, origin)
        rook = remove(rules, position, new, rook_from)
        add(rules, position, new, moved, to)
        add(rules, position, new, rook, rook_to)
        final = lose_rights(rules, position, new, position.castling_loss[origin])
    elif action != PASS:
        moved = remove(rules, position, new, origin)
        if 1 << action & TAKING:
            victim = frames[old + EP_VICTIM] if 1 << action & EN_PASSANTS else to
            captured = capture(rules, position, new, us, victim)
            struck = rules.bans[captured & (KINDS - 1)]
            counts = True
            final = lose_rights(rules, position, new, position.castling_loss[victim])
        elif action == TWO_LEGS:
            on_the_way = capture(rules, position, new, us, via)
            frames[new + VIA_CAPTURED] = on_the_way
            struck = rules.bans[on_the_way & (KINDS - 1)]
            if position.board[to]:
                captured = capture(rules, position, new, us, to)
                struck |= rules.bans[captured & (KINDS - 1)]
            counts = True
            final = lose_rights(rules, position, new, position.castling_loss[via] | position.castling_loss[to])
        piece = moved
        if new_kind:
            piece = (us << 6 ^ new_kind & KINDS) | new_kind & (KINDS - 1)
        add(rules, position, new, piece, via if 1 << action & AWAY else to)
        row = us * ROWS + rules.class_of[moved & (KINDS - 1)]
        if rules.row_flags[row] & RESETS_COUNT:
            counts = counts or not (rules.row_flags[row] & GOES_BACK and goes_back(rules, row, origin, to))
        final |= lose_rights(rules, position, new, position.castling_loss[origin])
        if rules.flags & HAS_SPECIALS:
            if new_kind & KINDS and rules.flags & FREEZES:
                frames[new + FROZEN] = via if 1 << action & AWAY else to
                frames[new + KEY] ^= rules.zobrist_ep[frames[new + FROZEN]]
            if 1 << action & WITH_BONUS:
                frames[new + BONUS] = remove(rules, position, new, via)
                better = us << 6 | rules.compound[frames[new + BONUS] & (KINDS - 1)]
                add(rules, position, new, better, via)
                lose_rights(rules, position, new, position.castling_loss[via])

    if rules.careful:
        if rules.careful & TURNS_BACK and action == PROMOTION:
            counts = rules.promotion_flags[us * ROWS + rules.class_of[moved & (KINDS - 1)]] & BY_ORIGIN == 0
        apply_effects(rules, position, move, moved, captured)
    position.side = 1 - us
    position.ply = ply + 1
    if action == DOUBLE_STEP and rules.flags & HAS_EN_PASSANT:
        slot = (us * ROWS + rules.class_of[moved & (KINDS - 1)]) * rules.file_of.shape[0] + origin
        store(position.en_passant, ply + 1, load(rules.initial_pass, slot * SLOTS + via))
        frames[new + EP_VICTIM] = to
        frames[new + EP_KEY] = en_passant_key(rules, position, to)
        frames[new + KEY] ^= frames[new + EP_KEY]
    frames[new + BAN] = struck & COUNTERSTRIKE != 0 and rules.bans[moved & (KINDS - 1)] & COUNTERSTRIKE == 0
    frames[new + KEY] ^= rules.zobrist_ban[frames[new + BAN]] ^ rules.zobrist_ban[frames[old + BAN]]
    if rules.ends & HAS_COUNTERS:
        carry_counters(rules, position, new + KEY, captured, new_kind if action != DROP else 0)
    position.seen[frames[new + KEY] & (SEEN - 1)] += 1
    frames[new + COUNT] = 0 if counts else frames[old + COUNT] + 1
    # with hands, a captured man can be dropped again, so any earlier position can come back
    returns = rules.flags & CAPTURES_TO_HAND or not (counts or final)
    frames[new + REVERSIBLE] = frames[old + REVERSIBLE] + 1 if returns else 0
    frames[new + CAPTURED] = captured
    frames[new + MOVE] = move
    frames[new + CHECKED] = -1
    frames[new + MOVED] = moved


@kernel(forceinline=True)
def unmake(rules: Any, position: Any) -> None:
    """Take back the last move."""
    frame = position.ply * FRAME
    frames = position.frames
    move = frames[frame + MOVE]
    us = 1 - position.side
    if rules.careful:
        undo_effects(rules, position)
    to = move & 255
    origin = move >> 8 & 255
    via = move >> VIA_SHIFT & 255
    action = move >> ACTION_SHIFT & 15
    position.side = us
    position.ply -= 1
    position.seen[frames[frame + KEY] & (SEEN - 1)] -= 1
    if action == DROP:
        dropped = lift(rules, position, to) & (KINDS - 1)
        stock = rules.drop_from[dropped]
        if dropped == rules.king_kind:
            position.king[us] = -1
        if stock:
            set_hand(rules, position, us << 6 | stock, 1)
    elif action == CASTLING:
        king = lift(rules, position, to)
        rook = lift(rules, position, position.castling_rook_to[via])
        put(rules, position, king, origin)
        put(rules, position, rook, position.castling_rook[via])
    elif action != PASS:
        if 1 << action & WITH_BONUS:
            lift(rules, position, via)
            put(rules, position, frames[frame + BONUS], via)
        lift(rules, position, via if 1 << action & AWAY else to)
        captured = frames[frame + CAPTURED]
        if captured:
            victim = frames[frame - FRAME + EP_VICTIM] if 1 << action & EN_PASSANTS else to
            give_back(rules, position, us, captured, victim)
        if action == TWO_LEGS:
            give_back(rules, position, us, frames[frame + VIA_CAPTURED], via)
        put(rules, position, frames[frame + MOVED], origin)
