"""The memory of one search thread: one numpy record, which kernels receive as one pointer.

Only the boards' width S decides its size. `plies` below count from the root of the search, not from the game's start.
"""

from typing import Any, Final

import numpy as np

from engine.layout import ALL_ROWS, KINDS, MOST_MOVES, MOVES, PIECES, ROWS, SIGHTS
from eval.network import network_dtype
from search.margins import MARGINS

MAX_PLY: Final = SIGHTS // 2 - 16  # deepest node of a search, quiescence included
MAX_DEPTH: Final = 120  # of an iteration
LINE: Final = MAX_PLY + 8  # entries of a line in `pv`; more than any depth
STATES: Final = MAX_PLY + 8  # plies that have state, root included
ABOVE: Final = 2  # plies "before the root" whose state may be read
TRIED: Final = 64  # quiet moves of a node that are remembered for the histories
MOST_HISTORY: Final = 16384  # bound of every history value
DEPTHS: Final = 64  # of the table of reductions

# switches, by which tests turn parts of the search off; all are 1 in play
QUIESCENCE: Final = 0  # off: a leaf is the end of the game or the evaluation
TABLE_CUTS: Final = 1  # scores of the table may end a node
NULL_MOVE: Final = 2
REDUCTIONS: Final = 3
PRUNING: Final = 4  # moves that are left out unsearched: late, futile, bad by exchange
STATIC_CUTS: Final = 5  # nodes that are left by their evaluation: reverse futility, razoring
EXTENSIONS: Final = 6
EARLY_DRAWS: Final = 7  # a second occurrence inside the tree draws where repetition draws
MATE_DISTANCE: Final = 8
SINGULAR: Final = 9
SWITCHES: Final = 16


def continuation_blocks(width: int) -> int:
    """Return how many (class, target) pairs the continuation history tells apart at most; a power of two."""
    return max(16 * width, 2048)


def blocks_used(width: int, classes: int) -> int:
    """Return how many of them a game uses: the next power of two, so that the history is no larger than it must be."""
    return min(1 << (classes * width - 1).bit_length(), continuation_blocks(width))


def search_dtype(width: int) -> np.dtype[Any]:
    """Return the record type of a search thread."""
    s, blocks = width, continuation_blocks(width)
    return np.dtype(
        [
            # of every ply: index ply + ABOVE where plies before the root may be asked for
            ("static", np.int64, (STATES + ABOVE,)),  # evaluation, OPEN_SCORE in check
            ("block", np.int64, (STATES + ABOVE,)),  # continuation block of the move made at the ply, -1: none
            ("made", np.int64, (STATES + ABOVE,)),  # the move made at the ply, 0: a null move
            ("killers", np.int64, (2 * STATES,)),
            ("excluded", np.int64, (STATES,)),  # move that a singular search leaves out, 0: none
            ("top", np.int64, (STATES,)),  # where the next ply's moves go on the move stack
            ("tried", np.int64, (STATES * TRIED,)),
            # the move picker of every ply: search/ordering.py
            ("stage", np.int64, (STATES,)),
            ("begin", np.int64, (STATES,)),  # first index of the ply's moves
            ("table_move", np.int64, (STATES,)),
            ("hint", np.int64, (STATES,)),
            ("counter_move", np.int64, (STATES,)),
            ("cursor", np.int64, (STATES,)),
            ("end", np.int64, (STATES,)),
            ("bad", np.int64, (STATES,)),  # captures put off, at the start of the list
            ("picked", np.int64, (STATES,)),  # quiet moves chosen by score so far
            ("early", np.int64, (STATES,)),  # bit set of killers and counter move returned: search/ordering.py
            ("scores", np.int32, (MOVES,)),  # parallel to position.moves
            # what was good elsewhere, -MOST_HISTORY..MOST_HISTORY
            ("history", np.int16, (2 * PIECES * s,)),  # [0 move 1 drop, piece, to]
            ("capture_history", np.int16, (ALL_ROWS * s * KINDS,)),  # [row, to, kind taken]
            ("continuation", np.int16, (2 * blocks * blocks,)),  # [colour, earlier (class, to), (class, to)]
            ("counters", np.int64, (PIECES * s,)),  # [piece, to] the quiet move that refuted it
            # the best line
            ("pv", np.int64, (STATES * LINE,)),  # [ply, move number]
            ("pv_length", np.int64, (STATES,)),
            # the root
            ("root_moves", np.int64, (MOST_MOVES,)),
            ("root_scores", np.int64, (MOST_MOVES,)),
            ("root_nodes", np.int64, (MOST_MOVES,)),  # spent on the move in this search
            ("root_count", np.int64),
            ("root_first", np.int64),  # index of the first root move that is searched: those before have lines already
            ("root_best", np.int64),  # index of the best move of the current iteration, -1: none yet
            ("root_depth", np.int64),
            ("root_ply", np.int64),  # position.ply of the root
            # constants of the game and of the search
            ("gain", np.int64, (KINDS,)),  # centipawns for capturing the kind, what goes to hand included
            ("by_gain", np.int64, (ROWS,)),  # classes, the cheapest to lose first, the king's last
            ("blocks", np.int64),  # of the continuation history, `blocks_used`
            ("gain_rank", np.int64, (ROWS,)),  # [class] its place in by_gain
            ("heavy", np.int64, (ALL_ROWS,)),  # 1: men of the row make a null move safe
            ("reduction", np.int64, (DEPTHS * DEPTHS,)),  # [depth, move number] plies
            ("switches", np.int64, (SWITCHES,)),
            *((margin.name, np.int64) for margin in MARGINS),
            ("network", network_dtype(width)),  # the evaluation's, where one is in use: eval/judge.py
            # counters and limits
            ("nodes", np.int64),  # moves made
            ("node_limit", np.int64),
            ("next_look", np.int64),  # nodes at which the stop flag is read next
            ("seldepth", np.int64),
            ("aborted", np.int64),  # 1: stopped; scores that come back mean nothing
            ("patient", np.int64),  # 1: the stop flag is not read (the first iteration)
            # shared with other threads
            ("stop_address", np.int64),  # of a word that is not 0 once the search must end
            ("table_address", np.int64),
            ("table_mask", np.int64),  # buckets - 1
            ("age", np.int64),
        ]
    )
