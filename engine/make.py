"""Making and taking back moves, with everything that is kept up to date on the way."""

from typing import Any

from engine.attacks import en_passant_is_safe
from engine.bitboard import first, load, square_bit, store, without_first
from engine.jit import kernel
from engine.layout import (
    BAN,
    CAPTURED,
    CAPTURES_TO_HAND,
    CASTLE,
    CHECKED,
    COUNT,
    COUNTERSTRIKE,
    EP_KEY,
    EP_VICTIM,
    FRAME,
    HAND_LIMIT,
    HAS_EN_PASSANT,
    KEY,
    KINDS,
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
    VIA_CAPTURED,
)
from engine.move import (
    ACTION_SHIFT,
    CAPTURE,
    CASTLING,
    DOUBLE_STEP,
    DROP,
    EN_PASSANT,
    KIND_SHIFT,
    PROMOTION,
    TWO_LEGS,
    VIA_SHIFT,
)


@kernel(forceinline=True)
def _toggle(rules: Any, position: Any, piece: int, square: int) -> None:
    """Add or remove a piece in the sets of men; the mailbox is the caller's."""
    colour = piece >> 6
    row = colour * ROWS + rules.class_of[piece & (KINDS - 1)]
    men = load(position.men, row)
    bit = square_bit(men, square)
    store(position.men, row, men ^ bit)
    store(position.side_men, colour, load(position.side_men, colour) ^ bit)


@kernel(forceinline=True)
def put(rules: Any, position: Any, piece: int, square: int) -> None:
    """Place a piece on an empty square: mailbox and sets only."""
    _toggle(rules, position, piece, square)
    position.board[square] = piece
    if piece & (KINDS - 1) == rules.king_kind:
        position.king[piece >> 6] = square


@kernel(forceinline=True)
def lift(rules: Any, position: Any, square: int) -> int:
    """Take the piece off a square and return it: mailbox and sets only."""
    piece = int(position.board[square])
    _toggle(rules, position, piece, square)
    position.board[square] = 0
    return piece


@kernel(forceinline=True)
def set_hand(rules: Any, position: Any, piece: int, change: int) -> None:
    """Add `change` (1 or -1) men of a piece to its hand."""
    men = position.hand[piece] + change
    position.hand[piece] = men
    bit = 1 << (piece & (KINDS - 1))
    if men:
        position.hand_kinds[piece >> 6] |= bit
    else:
        position.hand_kinds[piece >> 6] &= ~bit


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
        for row in range(us * ROWS, us * ROWS + rules.classes):
            if rules.row_flags[row] & TAKES_EN_PASSANT:
                takers = load(position.men, row) & load(rules.en_passant_hits, row * size + square)
                while takers:
                    if en_passant_is_safe(rules, position, us, first(takers), square, victim):
                        key ^= rules.zobrist_ep[square]
                        break
                    takers = without_first(takers)
    return key


@kernel()
def make(rules: Any, position: Any, move: int) -> None:
    """Play a legal (or pseudo-legal) move and open the next frame.

    Key, square and hand values, phase, counters, rights, en passant and the repetition filter follow.
    """
    size = rules.file_of.shape[0]
    us = position.side
    them = 1 - us
    ply = position.ply
    old = ply * FRAME
    new = old + FRAME
    frames = position.frames
    to = move & 255
    origin = move >> 8 & 255
    action = move >> ACTION_SHIFT & 15
    key = frames[old + KEY] ^ rules.zobrist_black
    score = frames[old + SCORE]
    phase = frames[old + PHASE]
    captured = 0
    moved = 0
    struck = 0  # capture bans of what was taken
    counts = False  # the move-count rule starts anew
    final = False  # no earlier position can come back
    key ^= frames[old + EP_KEY]
    frames[new + EP_VICTIM] = -1
    frames[new + EP_KEY] = 0
    rights = frames[old + CASTLE]

    if action <= (CAPTURE | PROMOTION) or action == DOUBLE_STEP or action == EN_PASSANT:
        victim = to
        if action == EN_PASSANT:
            victim = frames[old + EP_VICTIM]
        if action == EN_PASSANT or action == CAPTURE or action == CAPTURE | PROMOTION:
            captured = lift(rules, position, victim)
            key ^= rules.zobrist[captured * size + victim]
            score -= rules.value[captured * size + victim]
            phase -= rules.phase[captured]
            counts = True
            struck = rules.bans[captured & (KINDS - 1)]
            kind = rules.hand_kind[captured & (KINDS - 1)]
            if kind:
                piece = us << 6 | kind
                index = piece * HAND_LIMIT + position.hand[piece]
                key ^= rules.zobrist_hand[index] ^ rules.zobrist_hand[index + 1]
                score += rules.hand_value[index + 1] - rules.hand_value[index]
                set_hand(rules, position, piece, 1)
        moved = lift(rules, position, origin)
        piece = moved
        if action == PROMOTION or action == CAPTURE | PROMOTION:
            piece = us << 6 | (move >> KIND_SHIFT & 255)
            phase += rules.phase[piece] - rules.phase[moved]
            counts = True
        put(rules, position, piece, to)
        key ^= rules.zobrist[moved * size + origin] ^ rules.zobrist[piece * size + to]
        score += rules.value[piece * size + to] - rules.value[moved * size + origin]
        if rules.row_flags[us * ROWS + rules.class_of[moved & (KINDS - 1)]] & RESETS_COUNT:
            counts = True
        if rights:
            lost = rights & (position.castling_loss[origin] | position.castling_loss[victim])
            if lost:
                key ^= rules.zobrist_castle[rights]
                rights &= ~lost
                key ^= rules.zobrist_castle[rights]
                final = True
    elif action == TWO_LEGS:
        via = move >> VIA_SHIFT & 255
        moved = lift(rules, position, origin)
        on_the_way = lift(rules, position, via)
        key ^= rules.zobrist[moved * size + origin] ^ rules.zobrist[on_the_way * size + via]
        score -= rules.value[moved * size + origin] + rules.value[on_the_way * size + via]
        phase -= rules.phase[on_the_way]
        frames[new + VIA_CAPTURED] = on_the_way
        if position.board[to]:
            captured = lift(rules, position, to)
            key ^= rules.zobrist[captured * size + to]
            score -= rules.value[captured * size + to]
            phase -= rules.phase[captured]
        put(rules, position, moved, to)
        key ^= rules.zobrist[moved * size + to]
        score += rules.value[moved * size + to]
        counts = True
        lost = rights & (position.castling_loss[origin] | position.castling_loss[via] | position.castling_loss[to])
        key ^= rules.zobrist_castle[rights] ^ rules.zobrist_castle[rights & ~lost]
        rights &= ~lost
        struck = rules.bans[on_the_way & (KINDS - 1)] | rules.bans[captured & (KINDS - 1)]
    elif action == DROP:
        moved = us << 6 | (move >> KIND_SHIFT & 255)
        index = moved * HAND_LIMIT + position.hand[moved]
        key ^= rules.zobrist_hand[index] ^ rules.zobrist_hand[index - 1] ^ rules.zobrist[moved * size + to]
        score += rules.hand_value[index - 1] - rules.hand_value[index] + rules.value[moved * size + to]
        phase += rules.phase[moved]
        set_hand(rules, position, moved, -1)
        put(rules, position, moved, to)
        counts = True
    elif action == CASTLING:
        number = move >> VIA_SHIFT & 255
        rook_from = position.castling_rook[number]
        rook_to = position.castling_rook_to[number]
        moved = lift(rules, position, origin)
        rook = lift(rules, position, rook_from)
        put(rules, position, moved, to)
        put(rules, position, rook, rook_to)
        key ^= rules.zobrist[moved * size + origin] ^ rules.zobrist[moved * size + to]
        key ^= rules.zobrist[rook * size + rook_from] ^ rules.zobrist[rook * size + rook_to]
        score += rules.value[moved * size + to] - rules.value[moved * size + origin]
        score += rules.value[rook * size + rook_to] - rules.value[rook * size + rook_from]
        key ^= rules.zobrist_castle[rights]
        rights &= ~position.castling_loss[origin]
        key ^= rules.zobrist_castle[rights]
        final = True

    position.side = them
    position.ply = ply + 1
    if action == DOUBLE_STEP and rules.flags & HAS_EN_PASSANT:
        slot = (us * ROWS + rules.class_of[moved & (KINDS - 1)]) * size + origin
        passed = load(rules.initial_pass, slot * SLOTS + (move >> VIA_SHIFT & 255))
        store(position.en_passant, ply + 1, passed)
        frames[new + EP_VICTIM] = to
        frames[new + EP_KEY] = en_passant_key(rules, position, to)
        key ^= frames[new + EP_KEY]
    ban = 1 if struck & COUNTERSTRIKE and not rules.bans[moved & (KINDS - 1)] & COUNTERSTRIKE else 0
    key ^= rules.zobrist_ban[ban] ^ rules.zobrist_ban[frames[old + BAN]]
    frames[new + BAN] = ban
    frames[new + KEY] = key
    position.seen[key & (SEEN - 1)] += 1
    frames[new + CASTLE] = rights
    frames[new + COUNT] = 0 if counts else frames[old + COUNT] + 1
    # with hands, a captured man can be dropped again, so any earlier position can come back
    returns = rules.flags & CAPTURES_TO_HAND or not (counts or final)
    frames[new + REVERSIBLE] = frames[old + REVERSIBLE] + 1 if returns else 0
    frames[new + CAPTURED] = captured
    frames[new + MOVE] = move
    frames[new + SCORE] = score
    frames[new + PHASE] = phase
    frames[new + CHECKED] = -1
    frames[new + MOVED] = moved


@kernel()
def unmake(rules: Any, position: Any) -> None:
    """Take back the last move."""
    ply = position.ply
    frame = ply * FRAME
    frames = position.frames
    move = frames[frame + MOVE]
    us = 1 - position.side
    to = move & 255
    origin = move >> 8 & 255
    action = move >> ACTION_SHIFT & 15
    position.side = us
    position.ply = ply - 1
    position.seen[frames[frame + KEY] & (SEEN - 1)] -= 1
    if action <= (CAPTURE | PROMOTION) or action == DOUBLE_STEP or action == EN_PASSANT:
        lift(rules, position, to)
        put(rules, position, frames[frame + MOVED], origin)
        captured = frames[frame + CAPTURED]
        if captured:
            victim = to
            if action == EN_PASSANT:
                victim = frames[frame - FRAME + EP_VICTIM]
            put(rules, position, captured, victim)
            kind = rules.hand_kind[captured & (KINDS - 1)]
            if kind:
                set_hand(rules, position, us << 6 | kind, -1)
    elif action == TWO_LEGS:
        lift(rules, position, to)
        if frames[frame + CAPTURED]:
            put(rules, position, frames[frame + CAPTURED], to)
        put(rules, position, frames[frame + VIA_CAPTURED], move >> VIA_SHIFT & 255)
        put(rules, position, frames[frame + MOVED], origin)
    elif action == DROP:
        set_hand(rules, position, lift(rules, position, to), 1)
    elif action == CASTLING:
        number = move >> VIA_SHIFT & 255
        king = lift(rules, position, to)
        rook = lift(rules, position, position.castling_rook_to[number])
        put(rules, position, king, origin)
        put(rules, position, rook, position.castling_rook[number])
