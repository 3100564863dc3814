"""What a move does besides moving: walls, blasts, men that change sides, squares that were never left.

Every square that changes is written to a log, so that taking back is one loop whatever the rule. Bits of an entry:

    0-7      square
    8-15     piece that stood there, 0: none
    16-22    piece whose number in hand changed, 0: none
    23       1: by one more, 0: by one less
"""

from typing import Any

from engine.bitboard import first, load, no_squares, square_bit, store, without_first
from engine.jit import kernel
from engine.layout import (
    BLAST_PROOF,
    BLAST_SPARED,
    BLAST_WALLS,
    BLASTS,
    CAPTURES_TO_HAND,
    CASTLINGS,
    CHANGES,
    ENDS_KINGS_LEAP,
    FLIPS,
    FRAME,
    GATES,
    GATES_DROP,
    GATES_LEAP,
    KEY,
    KINDS,
    ONE_WING_EACH,
    PETRIFIES,
    ROWS,
    TURNS_TO_WALL,
    WALLS,
)
from engine.move import ACTION_SHIFT, CASTLING, DROP, EXTRA_SHIFT, GATED_SHIFT, PASS, VIA_SHIFT
from engine.placing import add, change_hand, lift, lose_rights, put, remove, set_hand

HAND_SHIFT = 16
MORE = 1 << 23

BRACKETED = 0  # places in the words of flipEnclosedPieces
NEIGHBOURS = 1
NEIGHBOURS_IF_NEAR = 2

MOVING_WALL = 1  # place in the words of wallingRule of the one wall that moves


@kernel()
def bracketed(rules: Any, position: Any, square: int, us: int) -> Any:
    """Return the enemies on lines that lead from a square over nothing but enemies to an own man."""
    own = load(position.side_men, us)
    enemies = load(position.side_men, 1 - us)
    found = no_squares(own)
    for direction in range(9):
        dx, dy = direction % 3 - 1, direction // 3 - 1
        if dx == 0 and dy == 0:
            continue
        line = no_squares(own)
        file, rank = square % rules.files + dx, square // rules.files + dy
        while 0 <= file < rules.files and 0 <= rank < rules.ranks:
            bit = square_bit(own, rank * rules.files + file)
            if not enemies & bit:
                if own & bit:
                    found |= line
                break
            line |= bit
            file += dx
            rank += dy
    return found


@kernel()
def _log(rules: Any, position: Any, ply: int, entry: int) -> None:
    """Write an entry of the move that leads to `ply`."""
    top = position.changed[ply]
    if top < CHANGES:
        position.changes[top] = entry
        position.changed[ply] = top + 1


@kernel()
def _replace(rules: Any, position: Any, ply: int, square: int, piece: int) -> int:
    """Put a piece, 0 for none, in place of what stands on a square, and return that."""
    old = int(position.board[square])
    if old:
        remove(rules, position, ply * FRAME, square)
    if piece:
        add(rules, position, ply * FRAME, piece, square)
    if old & (KINDS - 1) == rules.king_kind and position.board[square] == 0:
        position.king[old >> 6] = -1
    return old


@kernel()
def _wall_up(rules: Any, position: Any, ply: int, square: int) -> None:
    """Put a wall on a square, or take it away."""
    walls = load(position.walls, ply)
    store(position.walls, ply, walls ^ square_bit(walls, square))
    position.frames[ply * FRAME + KEY] ^= rules.zobrist_wall[square]


@kernel()
def _burst(rules: Any, position: Any, ply: int, square: int) -> None:
    """Take a man off the board, into the other side's hand where the game has hands."""
    old = _replace(rules, position, ply, square, 0)
    entry = square | old << 8
    kind = rules.hand_kind[old & (KINDS - 1)]
    if kind:
        gainer = (1 - (old >> 6)) << 6 | kind
        change_hand(rules, position, ply * FRAME, gainer, 1)
        entry |= gainer << HAND_SHIFT | MORE
    _log(rules, position, ply, entry)
    lose_rights(rules, position, ply * FRAME, position.castling_loss[square])


@kernel()
def _blast(rules: Any, position: Any, ply: int, to: int, moved: int) -> None:
    """Remove what a capture on `to` blasts, or the capturer that turns to a wall."""
    petrifies = rules.duties[(moved >> 6) * ROWS + rules.class_of[moved & (KINDS - 1)]] & TURNS_TO_WALL != 0
    centre = square_bit(load(rules.board, 0), to)
    victims = no_squares(centre)
    if rules.careful & BLASTS:
        victims = load(rules.next_to, to) & (load(position.side_men, 0) | load(position.side_men, 1)) | centre
    elif petrifies:
        victims = centre
    while victims:
        square = first(victims)
        victims = without_first(victims)
        man = int(position.board[square])
        duties = rules.duties[(man >> 6) * ROWS + rules.class_of[man & (KINDS - 1)]]
        if square != to and duties & (BLAST_SPARED | BLAST_PROOF):
            continue
        if square == to and duties & BLAST_PROOF:
            continue
        _burst(rules, position, ply, square)
        if petrifies if square == to else rules.careful & BLAST_WALLS != 0:
            _wall_up(rules, position, ply, square)


@kernel()
def _flip(rules: Any, position: Any, ply: int, us: int, to: int, dropped: int) -> None:
    """Give the enemies that a man on `to` encloses or touches to his side."""
    if rules.flip_rule == BRACKETED:
        men = bracketed(rules, position, to, us)
    else:
        near = load(rules.next_to, to)
        men = near & load(position.side_men, 1 - us)
        if rules.flip_rule == NEIGHBOURS_IF_NEAR and dropped and not near & load(position.side_men, us):
            men = no_squares(men)
    while men:
        square = first(men)
        men = without_first(men)
        old = _replace(rules, position, ply, square, int(position.board[square]) ^ KINDS)
        _log(rules, position, ply, square | old << 8)


@kernel()
def _close_gates(rules: Any, position: Any, ply: int, us: int, move: int, moved: int) -> None:
    """Forget the squares that the move leaves or takes on, and drop a man in the gate if the move says so."""
    to, origin, action = move & 255, move >> 8 & 255, move >> ACTION_SHIFT & 15
    own, theirs = load(position.gates, 2 * ply + us), load(position.gates, 2 * ply + 1 - us)
    before_own, before_theirs = own, theirs
    kind = move >> GATED_SHIFT & (KINDS - 1)
    if kind:
        square = (move >> EXTRA_SHIFT & 511) - 1
        piece = us << 6 | kind
        _replace(rules, position, ply, square, piece)
        change_hand(rules, position, ply * FRAME, piece, -1)
        _log(rules, position, ply, square | piece << HAND_SHIFT)
        own &= ~square_bit(own, square)
    if action != DROP and action != PASS:
        own &= ~square_bit(own, origin)
    if action == CASTLING:
        own &= ~square_bit(own, position.castling_rook[move >> VIA_SHIFT & 255])
        theirs &= ~square_bit(own, position.castling_king_to[move >> VIA_SHIFT & 255])
    else:
        theirs &= ~square_bit(own, to)
    if rules.careful & GATES_DROP and position.hand_kinds[us] == 0 and not _refills(rules):
        own = no_squares(own)
    king = position.king[1 - us]
    duties = rules.duties[(moved >> 6) * ROWS + rules.class_of[moved & (KINDS - 1)]]
    if rules.careful & GATES_LEAP and duties & ENDS_KINGS_LEAP and king >= 0:
        files = rules.files
        if king // files == to // files or king % files == to % files:
            theirs &= ~square_bit(own, king)
    store(position.gates, 2 * ply + us, own)
    store(position.gates, 2 * ply + 1 - us, theirs)
    position.frames[ply * FRAME + KEY] ^= gates_key(rules, us, own ^ before_own)
    position.frames[ply * FRAME + KEY] ^= gates_key(rules, 1 - us, theirs ^ before_theirs)


@kernel(forceinline=True)
def _refills(rules: Any) -> bool:
    """Return whether captured men come into hands."""
    return bool(rules.flags & CAPTURES_TO_HAND)


@kernel()
def gates_key(rules: Any, colour: int, gates: Any) -> int:
    """Return what a side's gates add to the key of a position."""
    key = 0
    while gates:
        key ^= rules.zobrist_gate[colour * rules.file_of.shape[0] + first(gates)]
        gates = without_first(gates)
    return int(key)


@kernel()
def apply_effects(rules: Any, position: Any, move: int, moved: int, captured: int) -> None:
    """Do what the move does besides moving. `make` calls it before the turn goes over.

    moved, captured : pieces, as `make` keeps them
    """
    ply = position.ply + 1
    us = position.side
    action = move >> ACTION_SHIFT & 15
    to = move & 255
    position.changed[ply] = position.changed[ply - 1]
    store(position.walls, ply, load(position.walls, ply - 1))
    store(position.gates, 2 * ply, load(position.gates, 2 * ply - 2))
    store(position.gates, 2 * ply + 1, load(position.gates, 2 * ply - 1))
    careful = rules.careful
    if careful & FLIPS and action != PASS:
        _flip(rules, position, ply, us, to, int(action == DROP))
    if careful & GATES:
        _close_gates(rules, position, ply, us, move, moved)
    if captured and careful & (BLASTS | PETRIFIES):
        _blast(rules, position, ply, to, moved)
    if careful & WALLS and move >> EXTRA_SHIFT:
        if rules.wall_rule == MOVING_WALL:
            walls = load(position.walls, ply)
            while walls:
                _wall_up(rules, position, ply, first(walls))
                walls = without_first(walls)
        _wall_up(rules, position, ply, (move >> EXTRA_SHIFT & 511) - 1)
    if careful & ONE_WING_EACH and action == CASTLING:
        number = move >> VIA_SHIFT & 255
        queenside = position.castling_rook[number] < position.castling_king[number]
        for other in range(CASTLINGS):
            wing = position.castling_rook[other] < position.castling_king[other]
            if position.castling_side[other] == 1 - us and wing == queenside:
                lose_rights(rules, position, ply * FRAME, 1 << other)


@kernel()
def undo_effects(rules: Any, position: Any) -> None:
    """Put back what the last move changed besides moving. `unmake` calls it first."""
    ply = position.ply
    top = position.changed[ply]
    while top > position.changed[ply - 1]:
        top -= 1
        entry = int(position.changes[top])
        square, old = entry & 255, entry >> 8 & 255
        if position.board[square]:
            lift(rules, position, square)
        if old:
            put(rules, position, old, square)
        in_hand = entry >> HAND_SHIFT & 127
        if in_hand:
            set_hand(rules, position, in_hand, -1 if entry & MORE else 1)


@kernel()
def keep_still(rules: Any, position: Any, ply: int) -> None:
    """Take walls and gates over from the ply before, as a null move does."""
    position.changed[ply] = position.changed[ply - 1]
    store(position.walls, ply, load(position.walls, ply - 1))
    store(position.gates, 2 * ply, load(position.gates, 2 * ply - 2))
    store(position.gates, 2 * ply + 1, load(position.gates, 2 * ply - 1))
