"""The memory of a game's rules and of a position: two numpy record types.

A kernel receives a record as one pointer with every field at a constant offset (docs/architecture.md says what that
saves). The sizes depend only on the width S of the board type, so all games on boards of one width share their
kernels. Sets of squares are elements of `bits_dtype(S)`.

Tables that are read for all rows and one square have the square first: rows that lie S elements apart share few
lines of the first cache, and drive each other out.

Words used for the indices below:

    square  rank * files + file, 0..S-1
    colour  0 white, 1 black
    kind    piece kind, 1..63; a promoted piece that reverts when captured is a kind of its own
    piece   colour * 64 + kind; 0 is an empty square
    row     colour * ROWS + class. A class is a set of kinds that move, promote and count alike, so that five kinds
            of gold generals are one loop. Boards of pieces are kept by row; the mailbox keeps the kinds apart
"""

from typing import Any, Final

import numpy as np

from engine.bitboard import bits_dtype

KINDS: Final = 64
PIECES: Final = 2 * KINDS
ROWS: Final = 32
ALL_ROWS: Final = 2 * ROWS
RIDES: Final = 96  # ray sets in the table of rays, over all rows
FAMILIES: Final = 4  # tables of paths
SLOTS: Final = 8  # initial moves of a row from one square
CHOICES: Final = 16  # promotion choices of a row
HAND_LIMIT: Final = 128  # men of one kind in one hand
CASTLINGS: Final = 8
LEG_SLOTS: Final = 8
PLIES: Final = 8192 + 256  # game and search together
FRAME: Final = 16  # words of state kept for every ply
SEEN: Final = 8192  # slots of the repetition filter
SIGHTS: Final = 512  # plies whose `look` is kept, a ring
PINS: Final = 64
PAWN_SLOTS: Final = 1024  # pawn structures whose value is kept
CHANGES: Final = PLIES * 16  # squares that moves change besides their own
MOVES: Final = 1 << 17  # move stack of a position, shared by all plies
MOST_MOVES: Final = 1 << 14  # no position has more; a ply that finds less room left must not generate

# Rules.flags
HAS_HOPS: Final = 1  # a hurdle can give, take away or shift a check
HAS_DROPS: Final = 2
HAS_FLAGS: Final = 4  # a flag region wins
HAS_EN_PASSANT: Final = 8
HAS_LEGS: Final = 16
HAS_DEAD_MATERIAL: Final = 32
CAPTURES_TO_HAND: Final = 64
DROP_MATE_LOSES: Final = 128  # mate by dropping the kind `drop_mate_kind`
PERPETUAL_CHECK_LOSES: Final = 256
HAS_PASS: Final = 512
HAS_SPECIALS: Final = 1024  # captures of special men promote
FREEZES: Final = 2048  # a man given to the opponent rests for one turn
FROZEN_IS_HARMLESS: Final = 4096  # and gives no check meanwhile
GIVES_AWAY: Final = 8192  # it may be placed on any empty square
SPECIALS_WIN: Final = 16384  # a capture that earns a bonus and leaves nothing to promote wins
ONLY_SPECIALS_WIN: Final = 32768  # so does having nothing but special men at any time
POINTS_DECIDE: Final = 65536  # what a referee declares is decided by points
STEP_TAKES: Final = 131072  # a step onto a square of en passant always takes
SHOWS_VICTIM: Final = 262144  # a FEN names passed square and victim after every double step

# Rules.careful: rules that need moves to be tried, see engine/careful.py; 0 where masks judge every move
MUST_CAPTURE: Final = 1
NO_CHECKS: Final = 1 << 1
NO_DROP_CHECKS: Final = 1 << 2
LAST_ARE_ROYAL: Final = 1 << 3  # the last men of some types are royal
ALL_ROYALS_HIT: Final = 1 << 4  # it is check, too, when all men of those types are attacked at once
BLASTS: Final = 1 << 5  # a capture removes the neighbours
BLAST_WALLS: Final = 1 << 6  # and leaves walls there
PETRIFIES: Final = 1 << 7  # some capturers turn into walls
WALLS: Final = 1 << 8  # a move places a wall
WALL_ALONE: Final = 1 << 9  # instead of moving
KINGS_APART: Final = 1 << 10  # kings may not face each other
FACING_PASSES: Final = 1 << 11  # who is faced by the enemy king may pass
KING_TAKES_CHECKER: Final = 1 << 12  # a king in check may only capture the checker
MAY_PASS: Final = 1 << 13
FLIPS: Final = 1 << 14  # men change sides after a move
ENCLOSES: Final = 1 << 15  # drops need certain neighbours
MUST_DROP: Final = 1 << 16
GATES: Final = 1 << 17  # squares that were never left are remembered
GATES_DROP: Final = 1 << 18  # a man may be dropped there when one leaves
GATES_LEAP: Final = 1 << 19  # leaps that are possible from there only
IN_PLACE: Final = 1 << 20  # pawns promote where they stand
BY_CAPTURE_ONLY: Final = 1 << 21  # some promotions need a capture
DROPS_PROMOTED: Final = 1 << 22
ONE_WING_EACH: Final = 1 << 23  # a castling takes the other side's right on that wing
SPARES_ITS_LIKE: Final = 1 << 24  # some men cannot take one another
SHY_HOPS: Final = 1 << 25  # some men hop neither over their like nor onto them
FREE_DROPS: Final = 1 << 26  # hands never run out
TURNS_BACK: Final = 1 << 27  # promoted men turn back, so that no promotion restarts a count

# Rules.duties, what those rules say of a row
ROYAL_WHEN_LAST: Final = 1
BLAST_PROOF: Final = 2
BLAST_SPARED: Final = 4  # as a neighbour
TURNS_TO_WALL: Final = 8
SPARES_LIKE: Final = 16
SHY: Final = 32
LEAPS_ONCE: Final = 64
ENDS_KINGS_LEAP: Final = 128  # by aiming at the king
PROMOTES_BY_CAPTURE: Final = 256
# Rules.ends, see engine/rare_ends.py, engine/counters.py and engine/end_rules.py
LOSES_TYPES: Final = 1  # a side with too few men of a type has lost, or won
FLAG_RULES: Final = 1 << 1  # a flag region, where arriving is not simply winning
FLAG_LATE: Final = 1 << 2  # the other side has one more move
FLAG_SAFE: Final = 1 << 3  # who is attacked there has not arrived
FLAG_CROWDED: Final = 1 << 4  # fewer men than asked for are enough where no square there is empty
CASTLING_WINS: Final = 1 << 5
COUNTS_CHECKS: Final = 1 << 6
CONNECTS: Final = 1 << 7
FULL_BOARD_ENDS: Final = 1 << 8
COUNTS_MOVES: Final = 1 << 11  # a weak side counts the moves that the other has to mate
FEWER_MEN_COUNT: Final = 1 << 12  # at a stalemate
MATES_BY_RANK: Final = 1 << 13  # who gives mate, and gave check before, matters
LIMITS_PROMOTION: Final = 1 << 14
BISHOPS_APART: Final = 1 << 15  # dropped bishops come to stand on squares of both colours
DROPS_CASTLE: Final = 1 << 16  # a king and a rook that are dropped on their homes may castle
MOVES_REPEAT: Final = 1 << 17  # one man to and fro loses
CHASES: Final = 1 << 18  # chasing a man for ever loses
# asked after every move
RARE_ENDS: Final = LOSES_TYPES | FLAG_RULES | CASTLING_WINS | COUNTS_CHECKS | CONNECTS | FULL_BOARD_ENDS
HAS_COUNTERS: Final = COUNTS_CHECKS | COUNTS_MOVES | MATES_BY_RANK  # Position.counters is kept
COUNTER_WORDS: Final = 4  # engine/counters.py
GROUPS: Final = 8  # of types that must not die out
STEPS: Final = 8  # of a counting rule
DIRECTIONS: Final = 4  # of rows of men

# Rules.bans, explained at the keys of these names
TRADE: Final = 1  # may not take its like from a distance where that is protected
NO_BRIDGE: Final = 2  # does not lift that ban when it is taken on the way
COUNTERSTRIKE: Final = 4

# Rules.row_flags
SAME: Final = 1  # moves to an empty square and captures are the same
LEAPS_ONLY: Final = 2  # no rays, hops or legs
BY_SET: Final = 4  # a few leaps, made for all men of the row at once
TAKES_EN_PASSANT: Final = 8
RESETS_COUNT: Final = 16  # a move of it resets the move-count rule
HOPS: Final = 32
INITIAL: Final = 64
LEGS: Final = 128
LEADS: Final = 256  # some ray has squares before it that must be empty
PLAIN: Final = 512  # no promotion, and may end anywhere
BY_TABLE: Final = SAME | LEAPS_ONLY | PLAIN  # all three: moves and captures are one table
TRADES: Final = 1024  # its kind is one of TRADE
STRUCK: Final = 2048  # its kind is one of COUNTERSTRIKE
PASSES: Final = 4096
SPECIAL: Final = 8192  # its kind is special
ORDINARY: Final = 16384  # its kind has a compound
EARNS: Final = 32768  # earns a bonus by taking a special man
GOES_BACK: Final = 65536  # a move of it that RESETS_COUNT may be undone by another, and then it does not

# Rules.promotion_flags
BY_ORIGIN: Final = 1  # leaving the zone promotes too
FORCED: Final = 2

# words of a frame
KEY: Final = 0
CASTLE: Final = 1  # castling rights, a bit for each entry of Position.castling_*
EP_VICTIM: Final = 2  # square of the man that made a double step, -1: none
COUNT: Final = 3  # plies since the last capture or move of a counted kind
REVERSIBLE: Final = 4  # plies over which a position may have repeated
CAPTURED: Final = 5  # piece taken on the target (or en passant) by the move that led here
MOVE: Final = 6  # that move
SCORE: Final = 7  # square and hand values, white less black, packed: end game << 32 + middle game
PHASE: Final = 8
CHECKED: Final = 9  # the side to move is in check, -1: not known yet
MOVED: Final = 10  # piece that made the move, as it left its origin
VIA_CAPTURED: Final = 11  # piece taken on the way
BAN: Final = 12  # 1: the counterstrike ban holds for this half-move
FROZEN: Final = 14  # square of a man that may not move in this turn, -1: none
BONUS: Final = 15  # piece that a bonus promotion replaced
EP_KEY: Final = 13  # what the key holds for en passant: 0 unless such a capture is legal


def rules_dtype(width: int) -> np.dtype[Any]:
    """Return the record type of a game's rules."""
    bits, s = bits_dtype(width), width
    return np.dtype(
        [
            ("board", bits, (1,)),  # the squares that exist
            ("leap_move", bits, (ALL_ROWS * s,)),  # [row, from] targets on empty squares
            ("leap_capture", bits, (ALL_ROWS * s,)),  # [row, from] targets on enemies
            ("leap_hits", bits, (s * ALL_ROWS,)),  # [to, row] squares from which the row leaps onto `to` as a capture
            ("ride_hits", bits, (s * ALL_ROWS,)),  # [to, row] the same for rays, on an empty board
            ("hop_hits", bits, (ALL_ROWS * s,)),  # [row, to] the same for hops, over any hurdle
            ("any_hits", bits, (s * ALL_ROWS,)),  # [to, row] the union of these three
            ("king_reach", bits, (2 * s,)),  # [colour, from] where the king could go on an empty board
            ("ring_hits", bits, (s * ALL_ROWS,)),  # [king, row] leaps and rays that hit the enemy king or its targets
            ("ride_mask", bits, (RIDES * s,)),  # [base + from * rays + ray]
            ("ride_gate", bits, (RIDES * s,)),  # squares before the ray that must be empty
            ("path", bits, (FAMILIES * s * s,)),  # [family, from, to] squares that must be empty; all ones: no path
            ("initial_pass", bits, (ALL_ROWS * s * SLOTS,)),  # [row, from, slot] squares passed
            ("en_passant_hits", bits, (ALL_ROWS * s,)),  # [row, to]
            ("set_from", bits, (ALL_ROWS * SLOTS,)),  # [row, leap] squares that have that leap
            ("initial_from", bits, (ALL_ROWS,)),  # [row] origins of an initial move
            ("zone", bits, (ALL_ROWS,)),  # [row] promotion zone
            ("stay", bits, (ALL_ROWS,)),  # [row] squares where a move may end without promoting
            ("drop", bits, (PIECES,)),  # [piece]
            ("flag_region", bits, (2,)),
            ("file_of", bits, (s,)),  # [file index of the first rank] squares of that file
            ("dark", bits, (1,)),  # squares of one of the two colours
            ("leg_vias", bits, (ALL_ROWS * s,)),  # [row, from] squares of first victims
            ("leg_move", bits, (ALL_ROWS * s * LEG_SLOTS,)),  # [row, from, slot] empty squares where it may end
            ("leg_capture", bits, (ALL_ROWS * s * LEG_SLOTS,)),  # [row, from, slot] the same with an enemy there
            ("pass_gate", bits, (ALL_ROWS * s,)),  # [row, from] squares of which one must be empty for a pass
            ("leg_first", np.int16, (ALL_ROWS * s * LEG_SLOTS,)),  # first victim's square, -1: none
            ("initial_to", np.int16, (ALL_ROWS * s * SLOTS,)),  # [row, from, slot] target | new kind << 8, -1: none
            ("ride_base", np.int32, (ALL_ROWS * 2,)),  # [row, 0 move or 1 capture]
            ("ride_up", np.int32, (ALL_ROWS * 2,)),  # rays of rising index, listed first (engine/vectors.py)
            ("ride_down", np.int32, (ALL_ROWS * 2,)),
            ("hop_base", np.int32, (ALL_ROWS * 2,)),
            ("hop_up", np.int32, (ALL_ROWS * 2,)),
            ("hop_down", np.int32, (ALL_ROWS * 2,)),
            ("hop_kind", np.int32, (ALL_ROWS,)),  # spec.Hop
            ("families", np.int32, (ALL_ROWS,)),  # bit set of the path tables of the row's rays
            ("hop_families", np.int32, (ALL_ROWS,)),
            ("row_flags", np.int32, (ALL_ROWS,)),
            ("set_delta", np.int32, (ALL_ROWS * SLOTS,)),  # index change of a leap made by set
            ("set_mode", np.int32, (ALL_ROWS * SLOTS,)),  # 1 move, 2 capture, 3 both, 0: end of the list
            ("initial_delta", np.int32, (ALL_ROWS,)),  # index change of one of its steps, 0: the moves differ
            ("initial_steps", np.int32, (ALL_ROWS,)),
            ("promotions", np.int32, (ALL_ROWS,)),  # number of choices
            ("promotion", np.int32, (ALL_ROWS * CHOICES,)),  # kinds
            ("promotion_flags", np.int32, (ALL_ROWS,)),
            ("class_of", np.int32, (KINDS,)),
            ("compound", np.int32, (KINDS,)),  # what an ordinary man becomes when he takes a special one, 0: nothing
            ("points", np.int64, (KINDS,)),  # half points on the board
            ("handicap", np.int64, (2,)),  # [colour] half points that a side has anyway
            ("special_promotions", np.int32, (ALL_ROWS,)),  # choices of a man that takes a special one in his zone
            ("special_promotion", np.int32, (ALL_ROWS * CHOICES,)),
            ("gift", np.int32, (ALL_ROWS,)),  # kind that a man may give to the opponent when he promotes, 0: none
            ("special_gift", np.int32, (ALL_ROWS,)),  # 1: he may do so by taking a special man too
            ("bans", np.int32, (KINDS,)),  # bit set of the capture bans that the kind takes part in
            ("hand_kind", np.int32, (KINDS,)),  # what a captured man of the kind is in the captor's hand, 0: nothing
            ("dead_alone", np.int32, (KINDS,)),  # 1: kings and one man of the kind cannot mate
            ("dead_bound", np.int32, (KINDS,)),  # 1: nor can any number of them on one colour of squares
            ("flag_row", np.int32, (2,)),  # row that must reach the flag region, -1: any piece
            ("file_limit_row", np.int32, (2,)),  # row of the kind that may not be doubled on a file
            ("zobrist", np.int64, (PIECES * s,)),  # [piece, square]
            ("zobrist_hand", np.int64, (PIECES * HAND_LIMIT,)),  # [piece, men]
            ("zobrist_castle", np.int64, (1 << CASTLINGS,)),
            ("zobrist_ep", np.int64, (s,)),
            ("zobrist_ban", np.int64, (4,)),
            ("value", np.int64, (PIECES * s,)),  # [piece, square] packed as SCORE, white positive
            ("hand_value", np.int64, (PIECES * HAND_LIMIT,)),  # [piece, men] of all those men
            ("phase", np.int64, (PIECES,)),
            ("worth", np.int64, (KINDS,)),  # centipawns, for exchanges
            ("hand_worth", np.int64, (KINDS,)),
            ("zobrist_black", np.int64),
            ("flags", np.int64),
            ("classes", np.int64),
            ("kinds", np.int64),
            ("files", np.int64),
            ("ranks", np.int64),
            ("king_class", np.int64),  # -1: no royal piece
            ("king_kind", np.int64),
            ("file_limit_kind", np.int64),  # kind that may not be doubled on a file, 0: none
            ("file_limit", np.int64),
            ("drop_mate_kind", np.int64),
            # rules that need moves to be tried
            ("careful", np.int64),
            ("duties", np.int32, (ALL_ROWS,)),
            ("drop_from", np.int32, (KINDS,)),  # kind in hand that a dropped kind comes from, 0: none is needed
            ("promoted_drop", np.int32, (KINDS,)),  # kind that a man in hand may be dropped as, 0: only as itself
            ("next_to", bits, (s,)),  # [square] the eight neighbours
            ("wall_region", bits, (2,)),
            ("wall_rim", bits, (1,)),
            ("first_drops", bits, (1,)),  # while one of them is empty, drops go there
            ("place_zone", bits, (2,)),  # [colour] where pawns promote in place
            ("gate_leap", bits, (4 * s,)),  # [colour * 2 + king, square] targets of a leap from a gate
            ("zobrist_wall", np.int64, (s,)),
            ("zobrist_gate", np.int64, (2 * s,)),  # [colour, square]
            ("passing", np.int64, (2,)),  # [colour] 0 never, 1 if nothing else is possible, 2 always
            ("wall_rule", np.int64),  # these three: places in the list of words of their keys
            ("enclosing_rule", np.int64),
            ("flip_rule", np.int64),
            ("royal_most", np.int64),  # so many of a type or fewer are royal
            ("must_drop_kind", np.int64),  # 0: any
            # rare ends
            ("ends", np.int64),
            ("extinct_rows", np.int64, (GROUPS,)),  # bit set of classes
            ("extinct_kinds", np.int64, (GROUPS,)),  # bit set of kinds in hand
            ("extinct_groups", np.int64),
            ("extinct_limit", np.int64),
            ("extinct_rivals", np.int64),  # so many the other side must have
            ("extinct_claim", np.int64),  # and so many more if the side to move is the one that lost them
            ("extinct_value", np.int64),
            ("flag_count", np.int64),
            ("castling_wins", np.int64),  # bit 2 * colour + wing, 0 the king's
            ("connect_rows", np.int64),  # bit set of classes
            ("connect_used", np.int64),  # bit set of directions: east, north, north-east, south-east
            ("connect_delta", np.int64, (2 * DIRECTIONS,)),  # [2 * direction + 1 for its opposite]
            ("connect_from", bits, (2 * DIRECTIONS,)),  # squares that have a neighbour there
            ("connect_region", bits, (4,)),  # [2 * colour + end]
            ("connect_n", np.int64),
            ("connect_nxn", np.int64),
            ("collinear_n", np.int64),
            ("connect_value", np.int64),
            ("counting_board", np.int64),  # plies, against a side that has more than its king
            ("counting_most", np.int64),  # so many men may such a side have
            ("counting_rest", np.int64),
            ("counting_needs_no_pawns", np.int64),
            ("counting_from_men", np.int64),  # against a bare king the count begins at the number of men
            ("counting_pawn_class", np.int64),
            ("counting_steps", np.int64),
            ("counting_class", np.int64, (STEPS,)),
            ("counting_least", np.int64, (STEPS,)),
            ("counting_limit", np.int64, (STEPS,)),  # plies
            ("mate_rank", np.int32, (KINDS,)),  # 1: a check by it earns a mate
            ("mate_low", np.int32, (KINDS,)),  # 1: it may not mate
            ("promotion_limit", np.int32, (KINDS,)),  # no promotion where so many of them stand, 0: no limit
            ("apart_kind", np.int64),  # kind of which a side's men stand on both colours of squares
            ("chase_role", np.int32, (KINDS,)),  # a constant of engine/chases.py
            ("chase_faces", np.int64),  # 1: kings may not face each other
            ("harasses", np.int32, (PIECES,)),  # 1: it may stand where the enemy king may
            ("castler", np.int32, (PIECES,)),  # 1: castles as king, 2: as rook
            ("zobrist_checks", np.int64, (512,)),  # [colour * 256 + checks left]
            ("move_count_limit", np.int64),  # plies, 0: no such rule
            ("fold_limit", np.int64),  # occurrences, 0: no such rule
            ("fold_value", np.int64),  # 1 win, 0 draw, -1 loss for the side to move after the repetition
            ("mate_value", np.int64),  # the same, for the side that cannot move
            ("stalemate_value", np.int64),
            ("fold_absolute", np.int64),  # 1: fold_value is White's
            # what only the evaluation reads; eval/values.py fills it together with value, phase and worth
            ("king_ring", bits, (2 * s,)),  # [colour, square] the king's square and all that he could go to
            ("flag_step", bits, (2 * s,)),  # [colour, square] the king's moves that bring him nearer to his flag
            ("flag_distance", np.int64, (2 * s,)),  # [colour, square] king moves to the flag on an empty board
            ("passed", np.int64, (2 * s,)),  # [colour, square] packed bonus of a pawn that no enemy pawn can stop
            ("attack", np.int64, (ALL_ROWS,)),  # units of danger of a man that hits the enemy king's ring
            ("guard", np.int64, (ALL_ROWS,)),  # units that a man takes away who hits his own king's ring
            ("pair", np.int64, (ALL_ROWS,)),  # centipawns for men of a colour-bound row on both colours of squares
            ("hand_attack", np.int64, (KINDS,)),  # units of danger of a man in hand for each four free squares
            ("danger_cost", np.int64, (128,)),  # [units] centipawns
            ("eval_terms", np.int64, (24,)),  # constants of eval/terms.py
        ]
    )


def position_dtype(width: int) -> np.dtype[Any]:
    """Return the record type of a position with its history."""
    bits, s = bits_dtype(width), width
    return np.dtype(
        [
            ("men", bits, (ALL_ROWS,)),  # [row]
            ("side_men", bits, (2,)),  # [colour]
            ("targets", bits, (SIGHTS,)),  # [ply] where a man other than the king may go: blocks and captures checkers
            ("pinned", bits, (SIGHTS,)),  # [ply]
            ("danger", bits, (SIGHTS,)),  # [ply] squares next to the king that the enemy hits, the king being away
            ("risk", bits, (SIGHTS,)),  # [ply] squares of lines on which a hop may give check
            ("pin_line", bits, (SIGHTS * PINS,)),  # [ply, pin] where that pinned man may go
            ("pin_square", np.int64, (SIGHTS * PINS,)),
            ("pins", np.int64, (SIGHTS,)),
            ("danger_known", np.int64, (SIGHTS,)),  # [ply] 1: `danger` has been found
            ("en_passant", bits, (PLIES,)),  # [ply] squares where the last double step can be taken
            ("castling_empty", bits, (CASTLINGS,)),
            ("castling_safe", bits, (CASTLINGS,)),  # squares the king crosses
            ("pawn_sets", bits, (2 * PAWN_SLOTS,)),  # [slot, colour] the pawns whose structure `pawn_value` holds
            ("pawn_value", np.int64, (PAWN_SLOTS,)),  # packed as SCORE, white less black
            ("frames", np.int64, (PLIES * FRAME,)),  # [ply, word]
            ("counters", np.int64, (PLIES * COUNTER_WORDS,)),  # [ply, word]
            ("chased", bits, (PLIES,)),  # [ply] men of the side to move that the last move chases
            ("moves", np.int64, (MOVES,)),
            ("hand", np.int64, (PIECES,)),  # [piece] men in hand
            ("hand_kinds", np.int64, (2,)),  # bit set of the kinds in hand
            ("king", np.int64, (2,)),  # square, -1: none
            ("castling_king", np.int64, (CASTLINGS,)),  # origin
            ("castling_king_to", np.int64, (CASTLINGS,)),
            ("castling_rook", np.int64, (CASTLINGS,)),
            ("castling_rook_to", np.int64, (CASTLINGS,)),
            ("castling_side", np.int64, (CASTLINGS,)),  # colour, -1: unused
            ("castling_loss", np.int64, (s,)),  # rights lost when a move touches the square
            ("walls", bits, (PLIES,)),  # [ply]
            ("gates", bits, (2 * PLIES,)),  # [ply, colour] squares that were never left
            ("changes", np.int32, (CHANGES,)),  # what `make` changed besides, see engine/effects.py
            ("changed", np.int32, (PLIES,)),  # [ply] number of changes up to there
            ("board", np.uint8, (s,)),  # [square] piece
            ("seen", np.uint16, (SEEN,)),  # how often a key with these low bits stands in the history
            ("side", np.int64),
            ("ply", np.int64),  # index of the current frame
            ("first_ply", np.int64),  # frame of the oldest known position
        ]
    )


def packed(middle: int, end: int) -> int:
    """Return a pair of centipawn values as one word that can be added and subtracted."""
    return (end << 32) + middle
