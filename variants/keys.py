"""The keys of a definition file: the only list of them.

The reader, its messages and docs/keys.md are made from `KEYS` and `PIECES`. Whether the engine plays a rule yet is the
one column `plays`; a game that deviates from the default of a key that is not played is refused.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from variants.spec import BLACK, WHITE

MAX_FILES: Final = 16
MAX_RANKS: Final = 16
MAX_SQUARES: Final = 256  # the widest bitboard
CUSTOM_PIECES: Final = 25


class Kind(StrEnum):
    """Value types; the words are those of docs/keys.md."""

    BOOL = "true or false"
    INT = "number"
    RANK = "rank"
    FILE = "file"
    TEXT = "text"
    FEN = "position"
    WORD = "word"
    PIECE = "letter"
    PIECES = "letters"
    SQUARES = "squares"
    RIGHTS = "castling rights"
    COUNTS = "letter:number list"
    PROMOTIONS = "letter:letter list"
    NAMES = "names"
    MATERIAL = "material list"
    CHOICES = "letter:letters list"
    NUMBERS = "numbers"


class Sides(StrEnum):
    """Whether a key is also, or only, written with `White` or `Black` at its end."""

    NONE = "no"
    ALSO = "also"
    ONLY = "only"


@dataclass(frozen=True, slots=True)
class Key:
    """One key. A default is written as in a file, save that piece types are names, for letters are each game's own."""

    group: str
    name: str
    kind: Kind
    default: str
    plays: bool
    meaning: str
    example: str
    sides: Sides = Sides.NONE
    black: str | None = None  # the default for Black where it is another one
    words: tuple[str, ...] = ()
    most: int = 1_000_000  # the greatest number
    together: bool = False  # `*` is all pieces as one type, the king's included
    instead: str = ""  # deprecated: the key to write today

    def names(self) -> tuple[str, ...]:
        """All spellings that a file may use."""
        coloured = (self.name + "White", self.name + "Black")
        return {Sides.NONE: (self.name,), Sides.ALSO: (self.name, *coloured), Sides.ONLY: coloured}[self.sides]

    def default_for(self, colour: int) -> str:
        return self.black if colour == BLACK and self.black is not None else self.default


YES: Final = True
NO: Final = False  # "not yet"

_BOOL, _INT, _RANK, _FILE, _TEXT, _FEN = Kind.BOOL, Kind.INT, Kind.RANK, Kind.FILE, Kind.TEXT, Kind.FEN
_WORD, _PIECE, _PIECES, _SQUARES = Kind.WORD, Kind.PIECE, Kind.PIECES, Kind.SQUARES
_ALSO, _ONLY = Sides.ALSO, Sides.ONLY
_RESULTS: Final = ("win", "loss", "draw")
_RESULTS_OR_NONE: Final = (*_RESULTS, "none")

_B: Final = "Board and start position"
_P: Final = "Pieces"
_R: Final = "Promotion"
_S: Final = "Double steps and en passant"
_C: Final = "Castling"
_O: Final = "Obligations and special moves"
_D: Final = "Drops"
_E: Final = "End of the game"
_X: Final = "Deprecated spellings"

KEYS: Final[tuple[Key, ...]] = (
    # ---- board
    Key(_B, "maxRank", _RANK, "8", YES, "Number of ranks, 1 to 16; the board has at most 256 cells.", "10"),
    Key(_B, "maxFile", _FILE, "8", YES, "Number of files, 1 to 16, as a number or as the last file's letter.", "j"),
    Key(_B, "startFen", _FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", YES,
        "Start position; castling, en passant and counters may be left out.", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    Key(_B, "holes", _SQUARES, "-", YES,
        "Ours: cells that are no squares; they end a line like the edge of the board and never serve as a hurdle.",
        "a2 l2"),
    Key(_B, "aliases", Kind.NAMES, "", YES,
        "Ours: further names of the game; a child does not take them over.", "lion mighty"),
    Key(_B, "variantTemplate", _TEXT, "fairy", YES, "Told to user interfaces only; changes no rule.", "shogi"),
    Key(_B, "pieceToCharTable", _TEXT, "-", YES,
        "Table of piece pictures for XBoard; changes no rule.", "PNBRQ...........Kpnbrq...........k"),
    Key(_B, "pocketSize", _INT, "0", YES,
        "Number of kinds in a hand that user interfaces show, 0 for as many as there are; changes no rule.", "6",
        most=64),
    Key(_B, "chess960", _BOOL, "false", YES,
        "Castling is always written as in Chess960: the king takes its own rook.", "true"),
    Key(_B, "twoBoards", _BOOL, "false", YES, "Hands are fed from a partner's board, as in Bughouse.", "true"),
    # ---- pieces
    Key(_P, "mobilityRegion", _SQUARES, "all", YES,
        "Squares that a piece type may ever stand on or attack; after the colour comes the piece's name, as in"
        " mobilityRegionWhiteKing.", "*1 *2 *3", _ONLY),
    Key(_P, "pieceValueMg", Kind.COUNTS, "", YES,
        "Piece values for the middle game; read and checked, but not used: we measure our own.", "n:300 b:320"),
    Key(_P, "pieceValueEg", Kind.COUNTS, "", YES, "The same for the end game.", "n:300 b:340"),
    Key(_P, "pawnTypes", _PIECES, "pawn", YES,
        "Sets promotionPawnTypes, enPassantTypes and nMoveRuleTypes at once, unless they are written themselves.",
        "ps"),
    # ---- promotion
    Key(_R, "promotionRegion", _SQUARES, "*8", YES,
        "The zone of promotion. Pawns promote on entering, others where the move begins or ends there. Ranks are"
        " absolute: a taller board does not move them.", "*8 *9 *10", _ONLY, black="*1"),
    Key(_R, "promotionPawnTypes", _PIECES, "pawn", YES,
        "Types that choose among promotionPieceTypes; `pawn` always does. A promoted piece goes to hand as the last"
        " letter.", "p", _ALSO),
    Key(_R, "promotionPieceTypes", _PIECES, "", YES,
        "What those types may become. A game without a parent has to say it.", "nbrq", _ALSO),
    Key(_R, "promotionChoices", Kind.CHOICES, "", YES,
        "What a pawn type may become, instead of promotionPieceTypes. Ours.", "p:rn s:bj"),
    Key(_R, "hostilePromotion", Kind.PROMOTIONS, "", YES,
        "A pawn type may also become that type of the opponent's. Ours.", "p:l"),
    Key(_R, "hostileFrozen", _BOOL, "true", YES,
        "A man given to the opponent so may not move in the opponent's next turn. Ours.", "false"),
    Key(_R, "hostileDrop", _BOOL, "false", YES,
        "It may be placed on any empty square instead; the pawn's square counts as empty. Ours.", "true"),
    Key(_R, "frozenGivesCheck", _BOOL, "true", YES, "It gives check while it may not move. Ours.", "false"),
    Key(_R, "specialTakenOnLastRank", _WORD, "sergeant", YES,
        "What a pawn type that takes a special man in its zone may become: what its compound (the sergeant) may"
        " become, what it may become itself (ordinary), or both. Ours.", "either",
        words=("sergeant", "ordinary", "either")),
    Key(_R, "promotionLimit", Kind.COUNTS, "", YES,
        "No promotion to a type of which that many stand on the board; 0 is no limit.", "q:1 r:2"),
    Key(_R, "promotedPieceType", Kind.PROMOTIONS, "", YES,
        "Promotion in the way of Shogi: from which letter to which; `-` takes an entry of the parent away.", "p:g r:-"),
    Key(_R, "mandatoryPawnPromotion", _BOOL, "true", YES, "A pawn that can promote must do so.", "false"),
    Key(_R, "mandatoryPiecePromotion", _BOOL, "false", YES,
        "The same for the types of promotedPieceType.", "true"),
    Key(_R, "piecePromotionOnCapture", _BOOL, "false", YES,
        "Promotion in the way of Shogi happens with captures only.", "true"),
    Key(_R, "pieceDemotion", _BOOL, "false", YES, "Promoted pieces may turn back by the same rule.", "true"),
    Key(_R, "sittuyinPromotion", _BOOL, "false", YES,
        "Pawns promote from the zone, in place or with a diagonal step, as in Sittuyin.", "true"),
    # ---- double steps
    Key(_S, "doubleStep", _BOOL, "true", YES,
        "false: there are no double steps, and no moves with Betza's `i`.", "false"),
    Key(_S, "doubleStepRegion", _SQUARES, "*2", YES,
        "Squares from which a pawn's double step, or a move with Betza's `i`, starts.", "*2 *3", _ONLY, black="*7"),
    Key(_S, "tripleStepRegion", _SQUARES, "-", YES,
        "Squares from which a `pawn` may go three.", "*2", _ONLY),
    Key(_S, "enPassantRegion", _SQUARES, "all", YES,
        "Squares to which a side may capture en passant.", "*6", _ALSO),
    Key(_S, "sergeantEnPassant", _WORD, "off", YES,
        "A type that can also step onto the square passed, such as a sergeant: off, it does not take en passant there;"
        " optional, it may do either, and the capture is written with an x; forced, stepping there takes. Ours.",
        "optional", words=("off", "optional", "forced")),
    Key(_S, "enPassantShowsVictim", _BOOL, "false", YES,
        "A position names the square passed and the square of the man after every double step, as in e7f6. Ours.",
        "true"),
    Key(_S, "enPassantTypes", _PIECES, "pawn", YES,
        "Types that capture en passant; `pawn` always does, and so does a type with Betza's `e` unless this key is"
        " written.", "ps", _ALSO),
    # ---- castling
    Key(_C, "castling", _BOOL, "true", YES, "false: castling letters of a position mean nothing.", "false"),
    Key(_C, "castlingKingsideFile", _FILE, "g", YES,
        "Where the king lands; the rook lands on the next file inward.", "i"),
    Key(_C, "castlingQueensideFile", _FILE, "c", YES, "The same on the other wing.", "c"),
    Key(_C, "castlingRank", _RANK, "1", YES, "The rank of castling, counted from the side's own edge.", "2"),
    Key(_C, "castlingKingFile", _FILE, "e", YES,
        "Which piece castles, where several of its type stand on that rank.", "f"),
    Key(_C, "castlingKingPiece", _PIECE, "king", YES, "The type that castles as king.", "k", _ALSO),
    Key(_C, "castlingRookKingsideFile", _FILE, "last", YES,
        "The file from which the rook is looked for, inward.", "i"),
    Key(_C, "castlingRookQueensideFile", _FILE, "a", YES, "The same on the other wing.", "b"),
    Key(_C, "castlingDistances", Kind.NUMBERS, "", YES,
        "The king castles by that many squares and the rook goes to the square that he crossed last, instead of to"
        " castlingKingsideFile and castlingQueensideFile. Ours.", "2 3"),
    Key(_C, "castlingRookPieces", _PIECES, "rook", YES, "The types that castle as rook.", "rq", _ALSO),
    Key(_C, "castlingDroppedPiece", _BOOL, "false", YES,
        "A king or rook that is dropped on its home gains the right.", "true"),
    Key(_C, "oppositeCastling", _BOOL, "false", YES,
        "Once one side has castled, the other may not castle to the same wing.", "true"),
    Key(_C, "castlingWins", Kind.RIGHTS, "-", YES,
        "Doing one of these castlings wins; a side that has lost all of its own listed ones loses.", "kq"),
    # ---- obligations and special moves
    Key(_O, "checking", _BOOL, "true", YES, "false: no move may give check.", "false"),
    Key(_O, "dropChecks", _BOOL, "true", YES, "false: no drop may give check.", "false"),
    Key(_O, "mustCapture", _BOOL, "false", YES, "Who can capture must.", "true"),
    Key(_O, "blastOnCapture", _BOOL, "false", YES,
        "A capture removes both pieces and all neighbours of the square save pawns.", "true"),
    Key(_O, "specialTypes", _PIECES, "", YES,
        "Special types, whose capture promotes: see capturePromotion. Ours.", "qu"),
    Key(_O, "capturePromotion", Kind.PROMOTIONS, "", YES,
        "An ordinary type and its compound. An ordinary man that takes a special one becomes his compound at once."
        " When the king or a special man does that, his side may turn one other ordinary man of its own into the"
        " compound of that man, in the same move. Ours.", "r:q b:q"),
    Key(_O, "onlySpecialsWin", _WORD, "off", YES,
        "bonus: a capture that may promote another man wins when there is no ordinary man left to promote; always:"
        " having none wins whenever it comes about. Ours.", "bonus", words=("off", "bonus", "always")),
    Key(_O, "tradeBan", _PIECES, "", YES,
        "Types that may not take one another from a distance, that is from no neighbouring square, if on the board "
        "after the move an enemy other than the king could take there. Ours.", "l"),
    Key(_O, "tradeBanNoBridge", _PIECES, "", YES,
        "A capture on the way lifts tradeBan (a bridge), except the capture of one of these types. Ours.", "p"),
    Key(_O, "counterstrikeBan", _PIECES, "", YES,
        "When one of these types was taken by a type not listed here, the very next half-move may not do the same in "
        "return. Ours.", "l"),
    Key(_O, "blastImmuneTypes", _PIECES, "", YES, "Types that such a blast leaves alone.", "n"),
    Key(_O, "mutuallyImmuneTypes", _PIECES, "", YES, "Types that cannot capture their own kind.", "n"),
    Key(_O, "petrifyOnCaptureTypes", _PIECES, "", YES, "Types that turn into a wall when they capture.", "nbrq"),
    Key(_O, "petrifyBlastPieces", _BOOL, "false", YES, "What a blast removes turns into walls.", "true"),
    Key(_O, "makpongRule", _BOOL, "false", YES,
        "A king in check may move only to capture the piece that gives it.", "true"),
    Key(_O, "flyingGeneral", _BOOL, "false", YES, "Kings may not face each other on an open line.", "true"),
    Key(_O, "soldierPromotionRank", _RANK, "1", YES,
        "The rank, from the own edge, at which a `soldier` begins to move sideways.", "6"),
    Key(_O, "diagonalLines", _SQUARES, "-", YES, "Points between which the palace's diagonals run.", "d1 e2 f3"),
    Key(_O, "cambodianMoves", _BOOL, "false", YES, "The first-move leaps of Cambodian chess.", "true"),
    Key(_O, "pass", _BOOL, "false", YES, "A side that is not in check may pass.", "true", _ALSO),
    Key(_O, "passOnStalemate", _BOOL, "false", YES, "A side passes when it has no other move.", "true", _ALSO),
    Key(_O, "gating", _BOOL, "false", YES, "Positions remember which back-rank squares were never left.", "true"),
    Key(_O, "seirawanGating", _BOOL, "false", YES,
        "A piece that leaves its first square may let one from the hand in there.", "true"),
    Key(_O, "wallingRule", _WORD, "none", YES, "Each move also walls a square up; which one, the word says.", "duck",
        words=("arrow", "duck", "edge", "past", "static", "none")),
    Key(_O, "wallingRegion", _SQUARES, "all", YES, "Squares that may be walled up.", "*3 *4", _ALSO),
    Key(_O, "wallOrMove", _BOOL, "false", YES, "Each turn is a move or a wall, not both.", "true"),
    Key(_O, "flipEnclosedPieces", _WORD, "none", YES, "Enclosed or touched enemies change sides.", "reversi",
        words=("reversi", "ataxx", "quadwrangle", "none")),
    # ---- drops
    Key(_D, "pieceDrops", _BOOL, "false", YES, "Pieces in hand may be dropped on empty squares.", "true"),
    Key(_D, "freeDrops", _BOOL, "false", YES, "Hands never run out, and are not written. Ours.", "true"),
    Key(_D, "capturesToHand", _BOOL, "false", YES,
        "Captured pieces go to the captor's hand, as what they were before they promoted.", "true"),
    Key(_D, "dropLoop", _BOOL, "false", YES, "Promoted pawns stay what they are when captured.", "true"),
    Key(_D, "firstRankPawnDrops", _BOOL, "false", YES,
        "A `pawn` may be dropped on its side's first rank.", "true"),
    Key(_D, "promotionZonePawnDrops", _BOOL, "false", YES,
        "A `pawn` may be dropped into its zone of promotion.", "true"),
    Key(_D, "dropRegion", _SQUARES, "all", YES, "Squares on which a side may drop.", "*1 *2 *3", _ONLY),
    Key(_D, "dropNoDoubled", _PIECE, "-", YES,
        "The one type that may not be dropped on a file with dropNoDoubledCount own ones of it.", "p"),
    Key(_D, "dropNoDoubledCount", _INT, "1", YES, "See dropNoDoubled.", "2", most=MAX_RANKS),
    Key(_D, "immobilityIllegal", _BOOL, "false", YES,
        "No piece may be put where it could never move from on an empty board; promoting moves are exempt.", "true"),
    Key(_D, "dropPromoted", _BOOL, "false", YES, "Pieces may be dropped promoted.", "true"),
    Key(_D, "dropOppositeColoredBishop", _BOOL, "false", YES,
        "A side's bishops must stand on squares of both colours.", "true"),
    Key(_D, "sittuyinRookDrop", _BOOL, "false", YES, "Rooks are dropped on the first rank only.", "true"),
    Key(_D, "mustDrop", _BOOL, "false", YES, "Who can drop must.", "true"),
    Key(_D, "mustDropType", _PIECE, "*", YES, "The type that mustDrop is about.", "k"),
    Key(_D, "enclosingDrop", _WORD, "none", YES, "What a square must be like for a drop there.", "reversi",
        words=("reversi", "ataxx", "snort", "anyside", "top", "none")),
    Key(_D, "enclosingDropStart", _SQUARES, "-", YES,
        "While one of these squares is empty, drops go there.", "d4 e4 d5 e5"),
    # ---- end of the game
    Key(_E, "checkmateValue", _WORD, "loss", YES, "The result for the side that is mated.", "win", words=_RESULTS),
    Key(_E, "stalemateValue", _WORD, "draw", YES,
        "The result for the side that has no move and is not in check.", "loss", words=_RESULTS),
    Key(_E, "stalematePieceCount", _BOOL, "false", YES,
        "A stalemate has stalemateValue for the side that cannot move if it has fewer pieces"
        " than the other, the opposite if more, and is a draw if as many.", "true"),
    Key(_E, "shogiPawnDropMateIllegal", _BOOL, "false", YES,
        "Who mates by dropping a `shogiPawn` loses; the drop stays a legal move.", "true"),
    Key(_E, "shatarMateRule", _BOOL, "false", YES,
        "A mate by `knight`s alone wins for the mated side, and a series of checks"
        " that mates is a draw without a check by a `knight`, `rook` or `bers`.", "true"),
    Key(_E, "nMoveRule", _INT, "50", YES,
        "Draw after that many moves of each side without capture, drop, promotion or pawn move; 0 is never.", "0",
        most=10_000),
    Key(_E, "nMoveRuleTypes", _PIECES, "pawn", YES, "Types whose moves restart that count.", "p", _ALSO),
    Key(_E, "nFoldRule", _INT, "3", YES,
        "The occurrence of a position at which the game ends; 0 is never.", "4", most=100),
    Key(_E, "nFoldValue", _WORD, "draw", YES,
        "The result of that for the side to move then: `win` means that the one who repeats loses.", "win",
        words=_RESULTS),
    Key(_E, "nFoldValueAbsolute", _BOOL, "false", YES, "nFoldValue is White's result instead.", "true"),
    Key(_E, "perpetualCheckIllegal", _BOOL, "false", YES,
        "When the game ends by repetition, the side that gave check all the time loses; both, draw.", "true"),
    Key(_E, "points", Kind.COUNTS, "", YES,
        "Points of the types. What a referee declares, by repetition or the move count, is then won by the side with"
        " more points on the board. Ours.", "p:1 n:4"),
    Key(_E, "pointsHandicap", _INT, "0", YES, "Half points that Black has anyway. Ours.", "1", most=1000),
    Key(_E, "insufficientMaterial", Kind.MATERIAL, "", YES,
        "Ours: the game is drawn when all pieces save the kings are one of these words; `b*` is any number of them,"
        " all on squares of one colour. With the key, bare kings always draw; a child does not take it over.",
        "n b b*"),
    Key(_E, "moveRepetitionIllegal", _BOOL, "false", YES, "Moving one piece to and fro loses.", "true"),
    Key(_E, "chasingRule", _WORD, "none", YES, "Chasing a piece for ever loses.", "axf", words=("axf", "none")),
    Key(_E, "checkCounting", _BOOL, "false", YES,
        "A side wins by its last check of those that the position counts, as in `3+3` (White's and Black's)"
        " before the half-move counter; without that field the first check wins.", "true"),
    Key(_E, "extinctionValue", _WORD, "none", YES, "The result for a side that has lost a type.", "loss",
        words=_RESULTS_OR_NONE),
    Key(_E, "extinctionPieceTypes", _PIECES, "", YES,
        "The types that this is about, each for itself; `*` is all pieces"
        " together.", "k", together=True),
    Key(_E, "extinctionPieceCount", _INT, "0", YES,
        "The number of men on the board and in hand at which a type counts as lost.", "1"),
    Key(_E, "extinctionOpponentPieceCount", _INT, "0", YES,
        "How many of them the opponent must have for it.", "2"),
    Key(_E, "extinctionClaim", _BOOL, "false", YES, "The side that lost them has one move to answer.", "true"),
    Key(_E, "extinctionPseudoRoyal", _BOOL, "false", YES, "The last ones of those types are royal.", "true"),
    Key(_E, "dupleCheck", _BOOL, "false", YES, "It is check only if all of several royals are attacked.", "true"),
    Key(_E, "flagPiece", _PIECE, "*", YES, "The type that wins by reaching flagRegion; `*` is any.", "k", _ALSO),
    Key(_E, "flagRegion", _SQUARES, "-", YES,
        "The side that has just moved wins if its flagPiece stands on one of these squares.", "*10", _ALSO),
    Key(_E, "flagMove", _BOOL, "false", YES, "The other side has one more move to draw level.", "true"),
    Key(_E, "flagPieceCount", _INT, "1", YES, "How many must stand there.", "2"),
    Key(_E, "flagPieceBlockedWin", _BOOL, "false", YES,
        "One is enough when all other squares there are occupied.", "true"),
    Key(_E, "flagPieceSafe", _BOOL, "false", YES, "Arrivals count only while not attacked.", "true"),
    Key(_E, "bikjangRule", _BOOL, "false", YES, "Facing kings offer a draw, as in Janggi.", "true"),
    Key(_E, "materialCounting", _WORD, "none", YES, "What would be a draw is decided by counting.", "janggi",
        words=("janggi", "unweighted", "whitedrawodds", "blackdrawodds", "none")),
    Key(_E, "adjudicateFullBoard", _BOOL, "false", YES, "A full board is decided by counting.", "true"),
    Key(_E, "countingRule", _WORD, "none", YES,
        "How many moves a side has to mate a weak opponent, as in Makruk and"
        " its kin; a position has the limit and the count in place of en passant and the half-move counter.", "makruk",
        words=("makruk", "cambodian", "asean", "none")),
    Key(_E, "connectN", _INT, "0", YES, "That many in a row win.", "4"),
    Key(_E, "connectHorizontal", _BOOL, "true", YES, "Rows along a rank count.", "false"),
    Key(_E, "connectVertical", _BOOL, "true", YES, "Rows along a file count.", "false"),
    Key(_E, "connectDiagonal", _BOOL, "true", YES, "Rows along a diagonal count.", "false"),
    Key(_E, "connectPieceTypes", _PIECES, "*", YES, "The types that count.", "p", together=True),
    Key(_E, "connectRegion1White", _SQUARES, "-", YES, "White wins by linking this region to the next.", "*1"),
    Key(_E, "connectRegion2White", _SQUARES, "-", YES, "See connectRegion1White.", "*8"),
    Key(_E, "connectRegion1Black", _SQUARES, "-", YES, "The same for Black.", "a*"),
    Key(_E, "connectRegion2Black", _SQUARES, "-", YES, "See connectRegion1Black.", "h*"),
    Key(_E, "connectNxN", _INT, "0", YES, "A full square of that side length wins.", "2"),
    Key(_E, "collinearN", _INT, "0", YES, "That many on one line win, gaps allowed.", "3"),
    Key(_E, "connectValue", _WORD, "win", YES, "The result for the side that made the connection.", "loss",
        words=_RESULTS_OR_NONE),
    # ---- deprecated
    Key(_X, "promotionRank", _RANK, "8", YES,
        "That rank, from the own edge, and all beyond it.", "8", instead="promotionRegionWhite and Black"),
    Key(_X, "doubleStepRank", _RANK, "2", YES, "That rank, from the own edge, and those before it from"
        " doubleStepRankMin on.", "2", instead="doubleStepRegionWhite and Black"),
    Key(_X, "doubleStepRankMin", _RANK, "2", YES, "See doubleStepRank; without effect where that key is written.", "1",
        instead="doubleStepRegionWhite and Black"),
    Key(_X, "whiteFlag", _SQUARES, "-", YES, "White's flagRegion.", "*8", instead="flagRegionWhite"),
    Key(_X, "blackFlag", _SQUARES, "-", YES, "Black's flagRegion.", "*1", instead="flagRegionBlack"),
    Key(_X, "castlingRookPiece", _PIECES, "rook", YES, "The types that castle as rook.", "r",
        instead="castlingRookPieces"),
    Key(_X, "whiteDropRegion", _SQUARES, "all", YES, "White's dropRegion.", "*1", instead="dropRegionWhite"),
    Key(_X, "blackDropRegion", _SQUARES, "all", YES, "Black's dropRegion.", "*8", instead="dropRegionBlack"),
    Key(_X, "dropOnTop", _BOOL, "false", YES, "true: a drop needs something below.", "true", instead="enclosingDrop"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PieceName:
    """A predefined piece type. Their order decides which one keeps a letter that is given twice: the later one."""

    name: str
    betza: str
    plays: bool = YES


PIECES: Final[tuple[PieceName, ...]] = (
    PieceName("pawn", "fmWfceF"),
    PieceName("knight", "N"),
    PieceName("bishop", "B"),
    PieceName("rook", "R"),
    PieceName("queen", "Q"),
    PieceName("fers", "F"),
    PieceName("alfil", "A"),
    PieceName("fersAlfil", "FA"),
    PieceName("silver", "FfW"),
    PieceName("aiwok", "RNF"),
    PieceName("bers", "RF"),
    PieceName("archbishop", "BN"),
    PieceName("chancellor", "RN"),
    PieceName("amazon", "QN"),
    PieceName("knibis", "mNcB"),
    PieceName("biskni", "mBcN"),
    PieceName("kniroo", "mNcR"),
    PieceName("rookni", "mRcN"),
    PieceName("shogiPawn", "fW"),
    PieceName("lance", "fR"),
    PieceName("shogiKnight", "fN"),
    PieceName("gold", "WfF"),
    PieceName("dragonHorse", "BW"),
    PieceName("clobber", "cW"),
    PieceName("breakthrough", "fmWfF"),
    PieceName("immobile", ""),
    PieceName("cannon", "mRcpR"),
    PieceName("janggiCannon", "pR"),  # and it neither hops over nor takes its own kind, which no Betza says
    PieceName("soldier", "fsW"),
    PieceName("horse", "nN"),
    PieceName("elephant", "nA"),
    PieceName("janggiElephant", "nZ"),
    PieceName("banner", "RcpRnN"),
    PieceName("wazir", "W"),
    PieceName("commoner", "K"),
    PieceName("centaur", "KN"),
    *(PieceName(f"customPiece{number}", "") for number in range(1, CUSTOM_PIECES + 1)),
    PieceName("king", "K"),
)

PIECE_ORDER: Final[dict[str, int]] = {piece.name: index for index, piece in enumerate(PIECES)}
_BY_NAME: Final[dict[str, Key]] = {key.name: key for key in KEYS}
_BY_SPELLING: Final[dict[str, Key]] = {spelling: key for key in KEYS for spelling in key.names()}
_REGION_NAMES: Final[dict[str, int]] = {
    f"mobilityRegion{side}{piece.name[0].upper()}{piece.name[1:]}": colour
    for colour, side in ((WHITE, "White"), (BLACK, "Black"))
    for piece in PIECES
}


def is_custom(piece: str) -> bool:
    """Is it one of the types that have no moves of their own?"""
    return piece.startswith("customPiece")


def key_named(name: str) -> Key:
    """The key of that name in the table. KeyError if there is none: a fault of ours."""
    return _BY_NAME[name]


def find_key(spelling: str) -> tuple[Key, int | None] | None:
    """The key that a file means, and the colour if the spelling has one; None if there is no such key.

    Piece names are not among them, see `PIECE_ORDER`.
    """
    if spelling in _REGION_NAMES:
        return _BY_NAME["mobilityRegion"], _REGION_NAMES[spelling]
    key = _BY_SPELLING.get(spelling)
    if key is None or spelling in ("mobilityRegionWhite", "mobilityRegionBlack"):
        return None
    if key.sides is Sides.NONE or spelling == key.name:
        return key, None
    return key, WHITE if spelling.endswith("White") else BLACK


def all_spellings() -> list[str]:
    """Everything that may stand before an equals sign."""
    plain = [spelling for spelling in _BY_SPELLING if not spelling.startswith("mobilityRegion")]
    return [*plain, *_REGION_NAMES, *PIECE_ORDER]
