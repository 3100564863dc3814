"""The transposition table: what is known of positions that were searched before, shared by all threads.

An array of 64-bit words. A bucket is 8 words, one cache line: four entries of two words,

    word 0    key ^ data: an entry that two threads wrote at once does not match its key
    word 1    data, below

    bits of data    field
    0-35            best move, engine/move.py; 0: none
    36-51           score, int16, mates counted from this position
    52-58           depth, 0..127 plies
    59-60           bound: 1 upper, 2 lower, 3 exact
    61-63           age: the search that wrote it, modulo 8

An empty entry is 0, 0; no data word of a stored entry is 0, because its bound is not.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel
from engine.layout import CASTLE, EP_KEY, FRAME, HAND_LIMIT, KEY, KINDS
from engine.move import ACTION_SHIFT, DROP, KIND_SHIFT, TWO_LEGS, VIA_SHIFT
from search.memory import peek, poke, prefetch

UPPER: Final = 1
LOWER: Final = 2
EXACT: Final = 3

BUCKET_WORDS: Final = 8
BUCKET_BYTES: Final = 64
ENTRIES: Final = 4
SCORE_SHIFT: Final = 36
DEPTH_SHIFT: Final = 52
BOUND_SHIFT: Final = 59
AGE_SHIFT: Final = 61
MOVE_MASK: Final = (1 << SCORE_SHIFT) - 1
DEPTH_MASK: Final = 127
AGE_MASK: Final = 7


@kernel(forceinline=True)
def entry_move(data: int) -> int:
    """Return the move of a data word."""
    return data & MOVE_MASK


@kernel(forceinline=True)
def entry_score(data: int) -> int:
    """Return the score of a data word, sign extended."""
    return data << 64 - DEPTH_SHIFT >> 48


@kernel(forceinline=True)
def entry_depth(data: int) -> int:
    """Return the depth of a data word."""
    return data >> DEPTH_SHIFT & DEPTH_MASK


@kernel(forceinline=True)
def entry_bound(data: int) -> int:
    """Return the bound of a data word."""
    return data >> BOUND_SHIFT & 3


@kernel(forceinline=True)
def fetch_bucket(search: Any, key: int) -> None:
    """Ask for the bucket of a key before it is needed: a look at the table is a miss of 80 to 200 ns."""
    prefetch(search.table_address, (key & search.table_mask) << 3)


@kernel(forceinline=True)
def announce(rules: Any, position: Any, search: Any, move: int) -> None:
    """Ask for the table's bucket of the position after a move, well before it is looked at.

    The key is that of ordinary moves and drops, of passes and of captures on the way; after other moves the bucket
    comes late, and nothing else happens.
    """
    size = rules.file_of.shape[0]
    us = position.side
    to = move & 255
    action = move >> ACTION_SHIFT & 15
    new_kind = move >> KIND_SHIFT & (KINDS - 1)
    frame = position.ply * FRAME
    key = position.frames[frame + KEY] ^ position.frames[frame + EP_KEY] ^ rules.zobrist_black
    piece = us << 6 | new_kind
    if action == DROP:
        hand = piece * HAND_LIMIT + position.hand[piece]
        key ^= rules.zobrist_hand[hand] ^ rules.zobrist_hand[hand - 1]
    else:
        origin = move >> 8 & 255
        moved = int(position.board[origin])
        key ^= rules.zobrist[moved * size + origin]
        if new_kind == 0:
            piece = moved
        captured = int(position.board[to])
        if captured and to != origin:
            key ^= rules.zobrist[captured * size + to]
            kind = rules.hand_kind[captured & (KINDS - 1)]
            if kind:
                hand = (us << 6 | kind) * HAND_LIMIT + position.hand[us << 6 | kind]
                key ^= rules.zobrist_hand[hand] ^ rules.zobrist_hand[hand + 1]
        if action == TWO_LEGS:
            via = move >> VIA_SHIFT & 255
            key ^= rules.zobrist[int(position.board[via]) * size + via]
        rights = position.frames[frame + CASTLE]
        if rights:
            kept = rights & ~(position.castling_loss[origin] | position.castling_loss[to])
            key ^= rules.zobrist_castle[rights] ^ rules.zobrist_castle[kept]
    fetch_bucket(search, key ^ rules.zobrist[piece * size + to])


@kernel(forceinline=True)
def probe(search: Any, key: int) -> int:
    """Return the data word of a key, 0 where it is not stored."""
    word = (key & search.table_mask) << 3
    for entry in range(word, word + BUCKET_WORDS, 2):
        data = peek(search.table_address, entry + 1)
        if peek(search.table_address, entry) ^ data == key and data:
            return int(data)
    return 0


@kernel()
def keep(search: Any, key: int, move: int, score: int, depth: int, bound: int) -> None:
    """Store an entry in place of the one of the same key, or of the least worth in the bucket.

    Worth is depth, less 8 for every search since. A shallower entry of the same search does not displace a deeper
    one of the same position unless it is exact; an entry without a move keeps the move that was known.
    """
    address = search.table_address
    word = (key & search.table_mask) << 3
    chosen = word
    worst = 1 << 30
    for entry in range(word, word + BUCKET_WORDS, 2):
        data = peek(address, entry + 1)
        if peek(address, entry) ^ data == key and data:
            same_age = data >> AGE_SHIFT & AGE_MASK == search.age
            if bound != EXACT and same_age and depth + 3 < entry_depth(data):
                return
            if move == 0:
                move = entry_move(data)
            chosen = entry
            break
        if data == 0:
            worth = -(1 << 20)
        else:
            worth = entry_depth(data) - 8 * (search.age - (data >> AGE_SHIFT & AGE_MASK) & AGE_MASK)
        if worth < worst:
            worst = worth
            chosen = entry
    data = move & MOVE_MASK | (score & 0xFFFF) << SCORE_SHIFT | depth << DEPTH_SHIFT | bound << BOUND_SHIFT
    data |= search.age << AGE_SHIFT
    poke(address, chosen, key ^ data)
    poke(address, chosen + 1, data)


class Table:
    """The table's memory. `attach` lets a search record use it."""

    def __init__(self, megabytes: int) -> None:
        """Take the largest power of two of buckets that fits, one at least."""
        buckets = 1 << max((max(megabytes, 0) << 20) // BUCKET_BYTES, 1).bit_length() - 1
        self._memory = np.zeros((buckets + 1) * BUCKET_WORDS, dtype=np.int64)
        start = -(self._memory.ctypes.data // 8) % BUCKET_WORDS
        self.words: NDArray[np.int64] = self._memory[start : start + buckets * BUCKET_WORDS]
        self.mask = buckets - 1
        self.age = 0

    def attach(self, search: Any) -> None:
        """Write address, mask and age to a search record, which must not outlive the table."""
        search["table_address"] = self.words.ctypes.data
        search["table_mask"] = self.mask
        search["age"] = self.age

    def next_search(self) -> None:
        """Let everything that is stored grow older by one search."""
        self.age = self.age + 1 & AGE_MASK

    def clear(self) -> None:
        """Forget everything."""
        self.words[:] = 0
        self.age = 0

    def fullness(self) -> int:
        """Return how many of 1000 entries were written by the current search, from the first 1000."""
        data = self.words[: 1000 * 2][1::2]
        used = np.count_nonzero((data != 0) & (data >> AGE_SHIFT & AGE_MASK == self.age))
        return int(1000 * used // max(len(data), 1))
