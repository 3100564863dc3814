"""Putting men on squares and taking them off, with everything that is kept up to date on the way."""

from typing import Any

from engine.bitboard import load, square_bit, store
from engine.jit import kernel
from engine.layout import CASTLE, HAND_LIMIT, KEY, KINDS, PHASE, ROWS, SCORE


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


@kernel(forceinline=True)
def add(rules: Any, position: Any, frame: int, piece: int, square: int) -> None:
    """Place a piece on an empty square, with key, score and phase of the frame."""
    index = piece * rules.file_of.shape[0] + square
    put(rules, position, piece, square)
    position.frames[frame + KEY] ^= rules.zobrist[index]
    position.frames[frame + SCORE] += rules.value[index]
    position.frames[frame + PHASE] += rules.phase[piece]


@kernel(forceinline=True)
def remove(rules: Any, position: Any, frame: int, square: int) -> int:
    """Take the piece off a square, with key, score and phase of the frame, and return it."""
    piece = lift(rules, position, square)
    index = piece * rules.file_of.shape[0] + square
    position.frames[frame + KEY] ^= rules.zobrist[index]
    position.frames[frame + SCORE] -= rules.value[index]
    position.frames[frame + PHASE] -= rules.phase[piece]
    return piece


@kernel(forceinline=True)
def change_hand(rules: Any, position: Any, frame: int, piece: int, change: int) -> None:
    """Add a man to a hand or take one out, with key and score of the frame."""
    old = piece * HAND_LIMIT + position.hand[piece]
    new = old + change
    position.frames[frame + KEY] ^= rules.zobrist_hand[old] ^ rules.zobrist_hand[new]
    position.frames[frame + SCORE] += rules.hand_value[new] - rules.hand_value[old]
    set_hand(rules, position, piece, change)


@kernel(forceinline=True)
def capture(rules: Any, position: Any, frame: int, us: int, square: int) -> int:
    """Take the man on a square, into the hand where the game has hands, and return him."""
    captured = remove(rules, position, frame, square)
    if captured & (KINDS - 1) == rules.king_kind:
        position.king[captured >> 6] = -1  # only in a position that was set up so
    kind = rules.hand_kind[captured & (KINDS - 1)]
    if kind:
        change_hand(rules, position, frame, us << 6 | kind, 1)
    return captured


@kernel(forceinline=True)
def lose_rights(rules: Any, position: Any, frame: int, lost: int) -> bool:
    """Take away castling rights; return whether there were any."""
    rights = position.frames[frame + CASTLE]
    if not rights & lost:
        return False
    position.frames[frame + KEY] ^= rules.zobrist_castle[rights] ^ rules.zobrist_castle[rights & ~lost]
    position.frames[frame + CASTLE] = rights & ~lost
    return True


@kernel(forceinline=True)
def give_back(rules: Any, position: Any, us: int, captured: int, square: int) -> None:
    """Put a captured man back, out of the hand where it went there."""
    put(rules, position, captured, square)
    kind = rules.hand_kind[captured & (KINDS - 1)]
    if kind:
        set_hand(rules, position, us << 6 | kind, -1)
