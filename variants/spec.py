"""What a game is: the plain data that a definition file is read into.

Everything here is frozen, hashable and free of numba. Offsets are `(dx, dy)` as White sees the board: `dx` to the
right, `dy` forward; Black's pieces move by the half turn of it. A square is `rank * files + file`, counted from 0
at a1. Pairs `(white, black)` are indexed by `WHITE` and `BLACK`. Letters are lower case.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

WHITE: Final = 0
BLACK: Final = 1

Offset = tuple[int, int]
Squares = frozenset[int]
Letters = tuple[str, ...]


class Hop(IntEnum):
    """How a ride treats the pieces that stand on its path."""

    NONE = 0  # stops at the first piece
    CANNON = 1  # Betza p: needs exactly one hurdle, then goes on like a slider
    GRASSHOPPER = 2  # Betza g: needs a hurdle and lands on the square right behind it


class Value(StrEnum):
    """A game result in a definition file; whose result it is stands at the field that holds it."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    NONE = "none"


class Ground(IntEnum):
    """Where a ride is possible at all."""

    ALL = 0
    LINES = 1  # from and to the squares of diagonalLines
    ADVANCED = 2  # from the squares of soldierPromotionRank and beyond


@dataclass(frozen=True, slots=True)
class Ride:
    """A path of squares from the origin: the steps of `lead`, then `step` up to `limit` times.

    The squares of `lead` must be empty and the ride never ends on them; so a lame leap is a ride with a lead and a
    limit of 1, and a bent rider is a leap plus a ride whose lead is that leap. A leap has no lead and a limit of 1.
    """

    step: Offset
    limit: int = 1  # 0: up to the edge of the board
    lead: tuple[Offset, ...] = ()
    move: bool = True  # may end on an empty square
    capture: bool = True  # may end on an enemy piece
    hop: Hop = Hop.NONE
    initial: bool = False  # only from the double-step region of the side (Betza i)
    ground: Ground = Ground.ALL


@dataclass(frozen=True, slots=True)
class TwoLegs:
    """Two leaps in one turn, such as a Lion's. The second starts where the first ended and may return to the origin."""

    first: Offset
    first_capture: bool  # True: takes an enemy there. False: the square must be empty
    second: Offset
    second_move: bool  # may end on an empty square (the origin counts as empty)
    second_capture: bool


@dataclass(frozen=True, slots=True)
class PieceSpec:
    """One piece type. `rides` and `legs` are what `betza` says."""

    name: str  # key in the definition file, such as shogiPawn or customPiece3
    letter: str
    betza: str
    rides: tuple[Ride, ...] = ()
    legs: tuple[TwoLegs, ...] = ()
    en_passant: bool = False  # Betza e: may capture en passant


NO_SQUARES: Final[tuple[Squares, Squares]] = (frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class VariantSpec:
    """All rules of one game, every default resolved. Field names are the file's keys in snake case.

    `xxxWhite` and `xxxBlack` keys are one pair here. Piece types are letters, sets of them tuples in the order of
    `pieces`. An empty mobility or drop region in the file is the whole board here.
    """

    name: str
    source: str  # "FILE:LINE" of the section
    files: int = 8
    ranks: int = 8
    holes: Squares = frozenset()  # cells that are no squares: edges, never hurdles
    start_fen: str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    template: str = "fairy"
    piece_to_char_table: str = ""
    pocket_size: int = 0
    chess960: bool = False
    two_boards: bool = False
    aliases: tuple[str, ...] = ()  # further names of the game (key `aliases`, ours)

    pieces: tuple[PieceSpec, ...] = ()  # in the order of the table of predefined names, king last
    king: str | None = None  # letter of the royal piece
    mobility_region: tuple[tuple[str, Squares, Squares], ...] = ()  # letter, White's and Black's squares

    # promotion
    promotion_region: tuple[Squares, Squares] = NO_SQUARES
    promotion_pawn_types: tuple[Letters, Letters] = ((), ())
    promotion_piece_types: tuple[Letters, Letters] = ((), ())
    promotion_pawn_reverts_to: tuple[str | None, str | None] = (None, None)  # a captured `Q~` goes to hand as this
    promotion_limit: tuple[tuple[str, int], ...] = ()
    promoted_piece_type: tuple[tuple[str, str], ...] = ()
    sittuyin_promotion: bool = False
    mandatory_pawn_promotion: bool = True
    mandatory_piece_promotion: bool = False
    piece_promotion_on_capture: bool = False
    piece_demotion: bool = False

    # double steps and en passant
    double_step_region: tuple[Squares, Squares] = NO_SQUARES  # empty where doubleStep = false
    triple_step_region: tuple[Squares, Squares] = NO_SQUARES
    en_passant_region: tuple[Squares, Squares] = NO_SQUARES
    en_passant_types: tuple[Letters, Letters] = ((), ())

    # captures of special men; see the keys of these names
    special_types: Letters = ()
    capture_promotion: tuple[tuple[str, str], ...] = ()  # an ordinary type and its compound
    promotion_choices: tuple[tuple[str, Letters], ...] = ()  # of a pawn type, instead of promotion_piece_types
    hostile_promotion: tuple[tuple[str, str], ...] = ()
    hostile_frozen: bool = True
    hostile_drop: bool = False
    frozen_gives_check: bool = True
    special_taken_on_last_rank: str = "sergeant"
    only_specials_win: str = "off"
    sergeant_en_passant: str = "off"
    en_passant_shows_victim: bool = False

    # capture bans; see the keys of these names
    trade_ban: Letters = ()
    trade_ban_no_bridge: Letters = ()
    counterstrike_ban: Letters = ()

    # castling; files count from 0, the rank from 0 and from the side's own edge
    castling: bool = True
    castling_kingside_file: int = 6
    castling_queenside_file: int = 2
    castling_rank: int = 0
    castling_king_file: int = 4
    castling_king_piece: tuple[str | None, str | None] = (None, None)
    castling_rook_pieces: tuple[Letters, Letters] = ((), ())
    castling_rook_kingside_file: int = 7
    castling_rook_queenside_file: int = 0
    castling_distances: tuple[int, ...] = ()  # empty: to the files above
    opposite_castling: bool = False

    # obligations and special moves; see the keys of these names
    checking: bool = True
    drop_checks: bool = True
    must_capture: bool = False
    blast_on_capture: bool = False
    blast_immune_types: Letters = ()
    mutually_immune_types: Letters = ()
    petrify_on_capture_types: Letters = ()
    petrify_blast_pieces: bool = False
    makpong_rule: bool = False
    flying_general: bool = False
    soldier_promotion_rank: int = 0  # from 0, from the side's own edge
    diagonal_lines: Squares = frozenset()
    may_pass: tuple[bool, bool] = (False, False)  # key `pass`
    pass_on_stalemate: tuple[bool, bool] = (False, False)
    gating: bool = False
    seirawan_gating: bool = False
    cambodian_moves: bool = False
    walling_rule: str = "none"
    walling_region: tuple[Squares, Squares] = NO_SQUARES
    wall_or_move: bool = False
    flip_enclosed_pieces: str = "none"
    castling_dropped_piece: bool = False
    castling_wins: Letters = ()  # of KQkq

    # drops
    piece_drops: bool = False
    captures_to_hand: bool = False
    drop_loop: bool = False
    first_rank_pawn_drops: bool = False
    promotion_zone_pawn_drops: bool = False
    drop_region: tuple[Squares, Squares] = NO_SQUARES
    drop_no_doubled: str | None = None
    drop_no_doubled_count: int = 1
    immobility_illegal: bool = False
    free_drops: bool = False
    drop_promoted: bool = False
    sittuyin_rook_drop: bool = False
    must_drop: bool = False
    must_drop_type: str | None = None  # None: any piece
    enclosing_drop: str = "none"
    enclosing_drop_start: Squares = frozenset()
    drop_opposite_colored_bishop: bool = False

    # the end of the game
    checkmate_value: Value = Value.LOSS  # for the side that is mated
    stalemate_value: Value = Value.DRAW  # for the side that cannot move
    stalemate_piece_count: bool = False
    shogi_pawn_drop_mate_illegal: bool = False
    shatar_mate_rule: bool = False
    n_move_rule: int = 50
    n_move_rule_types: tuple[Letters, Letters] = ((), ())
    n_fold_rule: int = 3
    n_fold_value: Value = Value.DRAW  # for the side to move after the repetition
    n_fold_value_absolute: bool = False
    perpetual_check_illegal: bool = False
    move_repetition_illegal: bool = False
    chasing_rule: str = "none"
    check_counting: bool = False
    counting_rule: str = "none"
    points: tuple[tuple[str, int], ...] = ()  # those of materialCounting included
    points_handicap: int = 0  # half points that Black has more
    material_counting: str = "none"
    adjudicate_full_board: bool = False
    extinction_value: Value = Value.NONE  # for the side that lost them
    extinction_piece_types: Letters = ()
    extinction_together: bool = False  # all pieces count as one type
    extinction_piece_count: int = 0
    extinction_opponent_piece_count: int = 0
    extinction_claim: bool = False
    extinction_pseudo_royal: bool = False
    duple_check: bool = False
    bikjang_rule: bool = False
    flag_piece: tuple[str | None, str | None] = (None, None)  # None: any piece
    flag_region: tuple[Squares, Squares] = NO_SQUARES
    flag_move: bool = False
    flag_piece_count: int = 1
    flag_piece_blocked_win: bool = False
    flag_piece_safe: bool = False
    connect_n: int = 0
    connect_nxn: int = 0
    collinear_n: int = 0
    connect_directions: tuple[bool, bool, bool] = (True, True, True)  # along ranks, files, diagonals
    connect_piece_types: Letters = ()
    connect_regions: tuple[tuple[Squares, Squares], tuple[Squares, Squares]] = (NO_SQUARES, NO_SQUARES)  # [colour]
    connect_value: Value = Value.WIN  # for the side that made the connection
    insufficient_material: tuple[str, ...] = ()  # see the key of that name

    @property
    def has_walls(self) -> bool:
        """Whether squares of the board can be walled up, so that a position shows walls besides the holes."""
        return self.walling_rule != "none" or bool(self.petrify_on_capture_types) or self.petrify_blast_pieces
