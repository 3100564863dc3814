"""The evaluation by a network: the hand-written one plus what the network adds, for any game.

    (inputs -> H) x 2 -> 1, H = 64, 128 or 256 lanes

The first layer is one sum of rows of a table for each perspective, the accumulators, int16 in units of 1 / ONE. Clipped
to 0..1, squared, weighted (int16, in a unit of the network's own) and added, the side to move first, they give what is
added to `evaluate_terms`.

Accumulators are kept for the last plies, each with the board and the hands that it was made for. A position is
compared with those of the ply before, and what differs is added and subtracted: right for whatever a move changed,
and nothing is done for positions that nobody evaluates.
"""

from typing import Any, Final

import numpy as np

from engine.bitboard import first, without_first
from engine.jit import kernel
from engine.layout import FRAME, KEY, PIECES
from eval.lanes import LANE_BYTES, LANES, combine, differing, keep_board, squared_dot

WIDTHS: Final = (64, 128, 256)  # lanes that a network can have
UNIT: Final = 400  # centipawns of an output of 1
FACTOR_BITS: Final = 32
STACK: Final = 256  # accumulators kept, a ring by ply; more than a search is deep
LOOK_BACK: Final = 4  # plies: checks are not evaluated, so the one before may have no accumulator
HANDS: Final = 128  # pieces that can be in a hand
ROWS_LISTED: Final = 2048  # rows of a perspective that one position has at most
LEVEL: Final = 2 * 2 * max(WIDTHS)  # bytes of the accumulators of a ply


def network_dtype(width: int) -> np.dtype[Any]:
    """Return the record type of a network in use: of one thread, as it holds the accumulators."""
    s = width
    return np.dtype(
        [
            ("blocks", np.int64),  # of LANES lanes; 0: there is no network
            ("table", np.int64),  # address of the rows of the first layer
            ("no_row", np.int64),  # bytes from there to a row of zeros
            ("output", np.int64),  # address of the weights: side to move, other side
            ("output_bias", np.int64),  # in units of the weighted squares
            ("factor", np.int64),  # centipawns of such a unit, times 2 ** FACTOR_BITS
            ("most", np.int64),  # centipawns that the network adds or subtracts at most
            ("accumulators", np.int64),  # address of STACK levels of LEVEL bytes, perspective by perspective
            ("keys", np.int64, (STACK,)),  # [level] the position that it was made for
            ("boards", np.uint8, (STACK * s,)),  # [level, square] its mailbox
            ("in_hand", np.uint8, (STACK * HANDS,)),  # [level, number in `hands`] its men in hand
            # where the rows are, in bytes
            ("piece", np.int64, (2 * PIECES,)),  # [perspective, piece] of square 0
            ("place", np.int64, (2 * s,)),  # [perspective, square] from there
            ("hand", np.int64, (2 * HANDS,)),  # [perspective, number in `hands`] of "at least one"
            ("hands", np.int64, (HANDS,)),  # pieces
            ("hand_most", np.int64, (HANDS,)),
            ("hands_count", np.int64),
            ("row_bytes", np.int64),
            # rows to add and to subtract, while an accumulator is made
            ("plus", np.int64, (2 * ROWS_LISTED,)),  # [perspective, number] address
            ("minus", np.int64, (2 * ROWS_LISTED,)),
        ]
    )


@kernel(forceinline=True)
def _list_men(position: Any, network: Any, source: int, to: int) -> Any:
    """List the rows of the squares that differ from a level's board; return how many are added and subtracted."""
    size = position.board.shape[0]
    plus = minus = 0
    changed = differing(position.board, network.boards, source * size)
    while changed:
        square = first(changed)
        changed = without_first(changed)
        old, new = int(network.boards[source * size + square]), int(position.board[square])
        white, black = network.table + network.place[square], network.table + network.place[size + square]
        if old:
            network.minus[minus] = white + network.piece[old]
            network.minus[ROWS_LISTED + minus] = black + network.piece[PIECES + old]
            minus += 1
        if new:
            network.plus[plus] = white + network.piece[new]
            network.plus[ROWS_LISTED + plus] = black + network.piece[PIECES + new]
            plus += 1
    keep_board(position.board, network.boards, to * size)
    return plus, minus


@kernel(forceinline=True)
def _list_hands(position: Any, network: Any, source: int, to: int, plus: int, minus: int) -> Any:
    """The same for the men in hand, behind the rows that are listed already."""
    for index in range(network.hands_count):
        men = position.hand[network.hands[index]]
        new = min(men, network.hand_most[index])
        old = int(network.in_hand[source * HANDS + index])
        network.in_hand[to * HANDS + index] = new
        while old > new:
            old -= 1
            row = network.table + old * network.row_bytes
            network.minus[minus] = row + network.hand[index]
            network.minus[ROWS_LISTED + minus] = row + network.hand[HANDS + index]
            minus += 1
        while old < new:
            row = network.table + old * network.row_bytes
            network.plus[plus] = row + network.hand[index]
            network.plus[ROWS_LISTED + plus] = row + network.hand[HANDS + index]
            plus += 1
            old += 1
    return plus, minus


@kernel(forceinline=True)
def _renew(position: Any, network: Any, source: int, to: int) -> None:
    """Make the accumulators of the position at level `to` from those of level `source`."""
    plus, minus = _list_men(position, network, source, to)
    if network.hands_count:
        plus, minus = _list_hands(position, network, source, to, plus, minus)
    passes = max(plus, minus, 1)
    for number in range(plus, passes):
        network.plus[number] = network.plus[ROWS_LISTED + number] = network.table + network.no_row
    for number in range(minus, passes):
        network.minus[number] = network.minus[ROWS_LISTED + number] = network.table + network.no_row
    for perspective in range(2):
        start = network.accumulators + perspective * (LEVEL // 2)
        goal, before = start + to * LEVEL, start + source * LEVEL
        for number in range(perspective * ROWS_LISTED, perspective * ROWS_LISTED + passes):
            plus_row, minus_row = network.plus[number], network.minus[number]
            for block in range(0, network.blocks * LANE_BYTES, LANE_BYTES):
                combine(goal + block, before + block, plus_row + block, minus_row + block)
            before = goal


@kernel(forceinline=True)
def _level(position: Any, network: Any) -> int:
    """Return the level of the position, with its accumulators brought up to date."""
    ply = position.ply
    level = ply & (STACK - 1)
    key = position.frames[ply * FRAME + KEY]
    if network.keys[level] == key:
        return int(level)
    source = level  # whatever was there: it differs more, that is all
    for back in range(1, min(LOOK_BACK, ply) + 1):
        earlier = (ply - back) & (STACK - 1)
        if network.keys[earlier] == position.frames[(ply - back) * FRAME + KEY]:
            source = earlier
            break
    _renew(position, network, source, level)
    network.keys[level] = key
    return int(level)


@kernel(forceinline=True)
def added(position: Any, network: Any) -> int:
    """Return what the network adds to `evaluate_terms`, in centipawns for the side to move, `most` at most."""
    start = network.accumulators + _level(position, network) * LEVEL
    own, other = start + position.side * (LEVEL // 2), start + (1 - position.side) * (LEVEL // 2)
    size = network.blocks * LANE_BYTES
    total = 0
    for block in range(0, size, LANE_BYTES):
        total += squared_dot(own + block, network.output + block)
        total += squared_dot(other + block, network.output + size + block)
    value = (total + network.output_bias) * network.factor >> FACTOR_BITS
    return int(min(max(value, -network.most), network.most))


assert LANES * 2 == LANE_BYTES and all(width % LANES == 0 for width in WIDTHS)
