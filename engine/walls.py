"""Moves that also place a wall: which squares may be walled up."""

from typing import Any

from engine.bitboard import first, load, no_squares, shifted, square_bit, without_first
from engine.jit import kernel
from engine.layout import EP_VICTIM, FRAME, KINDS, ROWS, WALL_ALONE
from engine.men import reach_of
from engine.move import ACTION_SHIFT, CASTLING, DROP, EN_PASSANTS, EXTRA_SHIFT, KIND_SHIFT, PASS, VIA_SHIFT
from engine.royals import obstacles

SHOT = 0  # places in the words of wallingRule: where the moved man could go on to,
EDGE = 2  # on the rim or beside a wall,
LEFT = 3  # on the square just left


@kernel(forceinline=True)
def _beside(rules: Any, squares: Any) -> Any:
    """Return the squares beside, before and behind squares."""
    left = squares & ~load(rules.file_of, 0)
    right = squares & ~load(rules.file_of, rules.files - 1)
    found = shifted(left, -1) | shifted(right, 1) | shifted(squares, rules.files) | shifted(squares, -rules.files)
    return found & load(rules.board, 0)


@kernel()
def _occupied_after(rules: Any, position: Any, move: int) -> Any:
    """Return the squares that are occupied after the move, walls included, blasts not."""
    occupied = obstacles(position)
    action = move >> ACTION_SHIFT & 15
    if action == PASS:
        return occupied
    if action != DROP:
        occupied &= ~square_bit(occupied, move >> 8 & 255)
    if action == CASTLING:
        number = move >> VIA_SHIFT & 255
        occupied &= ~square_bit(occupied, position.castling_rook[number])
        occupied |= square_bit(occupied, position.castling_rook_to[number])
    if 1 << action & EN_PASSANTS:
        occupied &= ~square_bit(occupied, position.frames[position.ply * FRAME + EP_VICTIM])
    return occupied | square_bit(occupied, move & 255)


@kernel()
def wall_squares(rules: Any, position: Any, move: int) -> Any:
    """Return where a move may place its wall."""
    us = position.side
    origin, to = move >> 8 & 255, move & 255
    occupied = _occupied_after(rules, position, move)
    squares = load(rules.board, 0) & ~occupied & load(rules.wall_region, us)
    if rules.wall_rule == SHOT:
        kind = move >> KIND_SHIFT & (KINDS - 1)
        if move >> ACTION_SHIFT & 15 != DROP:
            kind = int(position.board[origin]) & (KINDS - 1)
        row = us * ROWS + rules.class_of[kind]
        squares &= reach_of(rules, row, to, occupied, ~occupied, no_squares(occupied))
    elif rules.wall_rule == EDGE:
        squares &= load(rules.wall_rim, 0) | _beside(rules, load(position.walls, position.ply))
    elif rules.wall_rule == LEFT:
        squares &= square_bit(squares, origin)
    return squares


@kernel()
def with_walls(rules: Any, position: Any, start: int, end: int) -> int:
    """Replace each move of a list by the same with every wall that it may place.

    Where a turn is a move or a wall, moves stay as they are and passes with a wall are added.
    """
    write = end
    if rules.careful & WALL_ALONE:
        own = load(position.side_men, position.side)
        if own:
            move = first(own) << 8 | first(own) | PASS << ACTION_SHIFT
            squares = wall_squares(rules, position, move)
            while squares:
                position.moves[write] = move | (first(squares) + 1) << EXTRA_SHIFT
                squares = without_first(squares)
                write += 1
        return write
    for index in range(start, end):
        move = position.moves[index]
        squares = wall_squares(rules, position, move)
        while squares:
            position.moves[write] = move | (first(squares) + 1) << EXTRA_SHIFT
            squares = without_first(squares)
            write += 1
    for index in range(end, write):
        position.moves[start + index - end] = position.moves[index]
    return start + write - end
