"""A game while it is being read: what the sections have said so far, by key, over the defaults."""

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Final

from variants.betza import Betza, read_betza
from variants.keys import PIECE_ORDER, PIECES, Key, Kind, Sides, find_key, is_custom, key_named
from variants.spec import BLACK, WHITE, Ground, Letters, PieceSpec, Ride, Squares, Value, VariantSpec
from variants.values import Cells, Game, Names, Pairs, default_value, pairs_in, starred_cells
from variants.values import Value as Setting

SIDES: Final = ("White", "Black")
NOT_INHERITED: Final = ("aliases", "insufficientMaterial")
# Points of Janggi, and its handicap for the second player. Source: Wikipedia, Janggi.
JANGGI_POINTS: Final = {"rook": 13, "janggiCannon": 7, "horse": 5, "janggiElephant": 3, "wazir": 3, "soldier": 2}
# Half points of Black by the word of materialCounting.
_HANDICAPS: Final = {"janggi": 3, "whitedrawodds": -1, "blackdrawodds": 1}
GUI_ONLY: Final = ("aliases", "variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg")


@dataclass(slots=True)
class PieceDraft:
    """Letter and move text of a piece type."""

    letter: str
    betza: str


@cache
def _default(name: str, colour: int) -> Setting:
    return default_value(key_named(name), colour)


@lru_cache(maxsize=1024)
def moves_of(betza: str) -> Betza:
    """`read_betza`, remembered. Raises BetzaError."""
    return read_betza(betza)


@dataclass(slots=True)
class Draft:
    """One game. `settings` are keyed by the spelling with the colour where the key has one."""

    name: str
    source: str
    pieces: dict[str, PieceDraft] = field(default_factory=dict)
    settings: dict[str, Setting] = field(default_factory=dict)

    def child(self, name: str, source: str) -> "Draft":
        """A copy under another name, to which a section is then applied."""
        pieces = {piece: PieceDraft(old.letter, old.betza) for piece, old in self.pieces.items()}
        settings = {key: value for key, value in self.settings.items() if key not in NOT_INHERITED}
        return Draft(name, source, pieces, settings)

    # ---- settings

    def set(self, key: Key, colour: int | None, value: Setting) -> None:
        """Set a key for one side or, without a colour, as the key stands."""
        if key.sides is Sides.NONE:
            self.settings[key.name] = value
        else:
            for side in (WHITE, BLACK) if colour is None else (colour,):
                self.settings[key.name + SIDES[side]] = value

    def get(self, name: str, colour: int | None = None) -> Setting:
        """The value of a key, its default if no section has set it."""
        spelling = name if colour is None else name + SIDES[colour]
        return self.settings[spelling] if spelling in self.settings else _default(name, colour or WHITE)

    def flag(self, name: str) -> bool:
        value = self.get(name)
        assert isinstance(value, bool)
        return value

    def number(self, name: str) -> int:
        value = self.get(name)
        assert isinstance(value, int)
        return value

    def text(self, name: str) -> str:
        value = self.get(name)
        assert isinstance(value, str)
        return value

    def words(self, name: str, colour: int | None = None) -> Names:
        value = self.get(name, colour)
        assert isinstance(value, tuple)
        return tuple(word for word in value if isinstance(word, str))

    def pairs(self, name: str) -> Pairs:
        return pairs_in(self.get(name))

    # ---- board and letters

    @property
    def files(self) -> int:
        return self.number("maxFile") + 1

    @property
    def ranks(self) -> int:
        return self.number("maxRank") + 1

    @property
    def letters(self) -> dict[str, str]:
        """Which type has the letter, in the order of the types."""
        ordered = sorted(self.pieces, key=PIECE_ORDER.__getitem__)
        return {self.pieces[name].letter: name for name in ordered}

    def game(self) -> Game:
        return Game(self.files, self.ranks, self.letters)

    def remove_piece(self, name: str) -> None:
        """Take a type out of the game; it is no longer chosen in promotions either."""
        if self.pieces.pop(name, None) is None:
            return
        for colour in (WHITE, BLACK):
            kept = tuple(word for word in self.words("promotionPieceTypes", colour) if word != name)
            self.settings["promotionPieceTypes" + SIDES[colour]] = kept

    # ---- the finished game

    def unplayed(self) -> tuple[str, ...]:
        """The names of the keys, and the piece types, whose rules the engine does not play."""
        rules = dict.fromkeys(
            _key_of(name)[0].name for name in self.settings if not _key_of(name)[0].plays and self._is_set(name)
        )
        types = [name for name in sorted(self.pieces, key=PIECE_ORDER.__getitem__) if not _PREDEFINED[name].plays]
        return (*rules, *types)

    def changed(self) -> list[str]:
        """The spellings of the keys that differ from their default in this game."""
        return [name for name in self.settings if self._is_set(name)]

    def _is_set(self, spelling: str) -> bool:
        """Does a key differ from its default in this game?"""
        key, colour = _key_of(spelling)
        value = self.settings[spelling]
        if key.kind is Kind.COUNTS:
            return any(number for _, number in pairs_in(value))  # 0 is no limit
        if key.kind is Kind.SQUARES:
            value, default = self._squares(value), self._squares(default_value(key, colour))
            return bool(value) and value != default if key.default == "all" else value != default
        return value != default_value(key, colour)

    def differences(self, other: "Draft") -> list[str]:
        """The keys in which the rules of two games differ, save those for user interfaces only."""
        unsaid = {name for name in NOT_INHERITED if name not in self.settings}
        names = sorted({*self.settings, *other.settings} - set(GUI_ONLY) - unsaid)
        different = [name for name in names if self._meaning(name) != other._meaning(name)]
        for piece in PIECE_ORDER:
            mine, theirs = self.pieces.get(piece), other.pieces.get(piece)
            if (mine is None) != (theirs is None) or (mine and theirs and not _same(mine, theirs)):
                different.append(piece)
        return different

    def _meaning(self, spelling: str) -> object:
        colour = WHITE if spelling.endswith("White") else BLACK if spelling.endswith("Black") else None
        name = spelling if colour is None or spelling.startswith("connectRegion") else spelling[:-5]
        if name.startswith("mobilityRegion"):
            return self.settings.get(spelling)
        key = key_named(name)
        value = self.get(name, None if key.sides is Sides.NONE else colour)
        match key.kind:
            case Kind.SQUARES:
                return self._squares(value)
            case Kind.PIECES if name != "promotionPawnTypes":
                assert isinstance(value, tuple)
                return {word for word in value if word in self.pieces}
            case Kind.FEN:
                return str(value).split()
        return value

    def spec(self) -> VariantSpec:
        """All defaults resolved, everything cut to the board, types as letters."""
        pawn = self.pieces.get("pawn")
        always = (pawn.letter,) if pawn else ()
        king = self.pieces.get("king")
        kingside = self.get("castlingRookKingsideFile")
        last = self.files - 1
        pawn_types = self._letter_sets("promotionPawnTypes", always)
        holes = self._holes()
        return VariantSpec(
            name=self.name,
            source=self.source,
            files=self.files,
            ranks=self.ranks,
            holes=holes,
            start_fen=self.text("startFen"),
            template=self.text("variantTemplate"),
            piece_to_char_table=self.text("pieceToCharTable"),
            pocket_size=self.number("pocketSize"),
            chess960=self.flag("chess960"),
            two_boards=self.flag("twoBoards"),
            aliases=self.words("aliases"),
            pieces=tuple(self._piece(name) for name in self.letters.values()),
            king=king.letter if king else None,
            mobility_region=self._mobility(),
            promotion_region=self._regions("promotionRegion"),
            promotion_pawn_types=pawn_types,
            promotion_piece_types=self._letter_sets("promotionPieceTypes"),
            promotion_pawn_reverts_to=(self._reverts_to(WHITE), self._reverts_to(BLACK)),
            promotion_limit=self._counts("promotionLimit"),
            promoted_piece_type=self._promotions("promotedPieceType"),
            sittuyin_promotion=self.flag("sittuyinPromotion"),
            mandatory_pawn_promotion=self.flag("mandatoryPawnPromotion"),
            mandatory_piece_promotion=self.flag("mandatoryPiecePromotion"),
            piece_promotion_on_capture=self.flag("piecePromotionOnCapture"),
            piece_demotion=self.flag("pieceDemotion"),
            double_step_region=self._regions("doubleStepRegion") if self.flag("doubleStep") else _NOWHERE,
            triple_step_region=self._regions("tripleStepRegion"),
            en_passant_region=self._regions("enPassantRegion"),
            en_passant_types=self._letter_sets("enPassantTypes", always),
            special_types=self._letter_set("specialTypes"),
            capture_promotion=self._promotions("capturePromotion"),
            promotion_choices=self._choices(),
            hostile_promotion=self._promotions("hostilePromotion"),
            hostile_frozen=self.flag("hostileFrozen"),
            hostile_drop=self.flag("hostileDrop"),
            frozen_gives_check=self.flag("frozenGivesCheck"),
            special_taken_on_last_rank=self.text("specialTakenOnLastRank"),
            only_specials_win=self.text("onlySpecialsWin"),
            sergeant_en_passant=self.text("sergeantEnPassant"),
            en_passant_shows_victim=self.flag("enPassantShowsVictim"),
            trade_ban=self._letter_set("tradeBan"),
            trade_ban_no_bridge=self._letter_set("tradeBanNoBridge"),
            counterstrike_ban=self._letter_set("counterstrikeBan"),
            castling=self.flag("castling"),
            castling_kingside_file=self.number("castlingKingsideFile"),
            castling_queenside_file=self.number("castlingQueensideFile"),
            castling_rank=min(self.number("castlingRank"), self.ranks - 1),
            castling_king_file=self.number("castlingKingFile"),
            castling_king_piece=self._letter_pair("castlingKingPiece"),
            castling_rook_pieces=self._letter_sets("castlingRookPieces"),
            castling_rook_kingside_file=min(kingside, last) if isinstance(kingside, int) else last,
            castling_rook_queenside_file=min(self.number("castlingRookQueensideFile"), last),
            castling_distances=tuple(int(word) for word in self.words("castlingDistances")),
            opposite_castling=self.flag("oppositeCastling"),
            checking=self.flag("checking"),
            drop_checks=self.flag("dropChecks"),
            must_capture=self.flag("mustCapture"),
            blast_on_capture=self.flag("blastOnCapture"),
            blast_immune_types=self._letter_set("blastImmuneTypes"),
            mutually_immune_types=self._letter_set("mutuallyImmuneTypes"),
            petrify_on_capture_types=self._letter_set("petrifyOnCaptureTypes"),
            petrify_blast_pieces=self.flag("petrifyBlastPieces"),
            makpong_rule=self.flag("makpongRule"),
            flying_general=self.flag("flyingGeneral"),
            soldier_promotion_rank=min(self.number("soldierPromotionRank"), self.ranks - 1),
            diagonal_lines=self._cut(self.get("diagonalLines"), holes),
            may_pass=self._flags("pass"),
            pass_on_stalemate=self._flags("passOnStalemate"),
            gating=self.flag("gating"),
            seirawan_gating=self.flag("seirawanGating"),
            cambodian_moves=self.flag("cambodianMoves"),
            walling_rule=self.text("wallingRule"),
            walling_region=self._regions("wallingRegion"),
            wall_or_move=self.flag("wallOrMove"),
            flip_enclosed_pieces=self.text("flipEnclosedPieces"),
            castling_dropped_piece=self.flag("castlingDroppedPiece"),
            castling_wins=self.words("castlingWins"),
            piece_drops=self.flag("pieceDrops"),
            captures_to_hand=self.flag("capturesToHand"),
            drop_loop=self.flag("dropLoop"),
            first_rank_pawn_drops=self.flag("firstRankPawnDrops"),
            promotion_zone_pawn_drops=self.flag("promotionZonePawnDrops"),
            drop_region=self._regions("dropRegion"),
            drop_no_doubled=self._letter(self.get("dropNoDoubled")),
            drop_no_doubled_count=self.number("dropNoDoubledCount"),
            immobility_illegal=self.flag("immobilityIllegal"),
            free_drops=self.flag("freeDrops"),
            drop_promoted=self.flag("dropPromoted"),
            sittuyin_rook_drop=self.flag("sittuyinRookDrop"),
            must_drop=self.flag("mustDrop"),
            must_drop_type=self._letter(self.get("mustDropType")),
            enclosing_drop=self.text("enclosingDrop"),
            enclosing_drop_start=self._cut(self.get("enclosingDropStart"), holes),
            drop_opposite_colored_bishop=self.flag("dropOppositeColoredBishop"),
            checkmate_value=Value(self.text("checkmateValue")),
            stalemate_value=Value(self.text("stalemateValue")),
            stalemate_piece_count=self.flag("stalematePieceCount"),
            shatar_mate_rule=self.flag("shatarMateRule"),
            shogi_pawn_drop_mate_illegal=self.flag("shogiPawnDropMateIllegal"),
            n_move_rule=self.number("nMoveRule"),
            n_move_rule_types=self._letter_sets("nMoveRuleTypes"),
            n_fold_rule=self.number("nFoldRule"),
            n_fold_value=Value(self.text("nFoldValue")),
            n_fold_value_absolute=self.flag("nFoldValueAbsolute"),
            perpetual_check_illegal=self.flag("perpetualCheckIllegal"),
            move_repetition_illegal=self.flag("moveRepetitionIllegal"),
            chasing_rule=self.text("chasingRule"),
            check_counting=self.flag("checkCounting"),
            counting_rule=self.text("countingRule"),
            points=self._points(),
            points_handicap=_HANDICAPS.get(self.text("materialCounting"), self.number("pointsHandicap")),
            material_counting=self.text("materialCounting"),
            adjudicate_full_board=self.flag("adjudicateFullBoard"),
            extinction_value=Value(self.text("extinctionValue")),
            extinction_piece_types=self._letter_set("extinctionPieceTypes"),
            extinction_together="*" in self.words("extinctionPieceTypes"),
            extinction_piece_count=self.number("extinctionPieceCount"),
            extinction_opponent_piece_count=self.number("extinctionOpponentPieceCount"),
            extinction_claim=self.flag("extinctionClaim"),
            extinction_pseudo_royal=self.flag("extinctionPseudoRoyal"),
            duple_check=self.flag("dupleCheck"),
            bikjang_rule=self.flag("bikjangRule"),
            flag_piece=self._letter_pair("flagPiece"),
            flag_region=self._regions("flagRegion"),
            flag_move=self.flag("flagMove"),
            flag_piece_count=self.number("flagPieceCount"),
            flag_piece_blocked_win=self.flag("flagPieceBlockedWin"),
            flag_piece_safe=self.flag("flagPieceSafe"),
            connect_n=self.number("connectN"),
            connect_nxn=self.number("connectNxN"),
            collinear_n=self.number("collinearN"),
            connect_directions=(
                self.flag("connectHorizontal"), self.flag("connectVertical"), self.flag("connectDiagonal")
            ),
            connect_piece_types=self._connecting(),
            connect_regions=(self._linked("White"), self._linked("Black")),
            connect_value=Value(self.text("connectValue")),
            insufficient_material=self.words("insufficientMaterial"),
        )

    def _piece(self, name: str) -> PieceSpec:
        piece = self.pieces[name]
        moves = moves_of(piece.betza)
        rides = self._on_the_lines(name, moves.rides)
        return PieceSpec(name, piece.letter, piece.betza, rides, moves.legs, moves.en_passant)

    def _on_the_lines(self, name: str, rides: tuple[Ride, ...]) -> tuple[Ride, ...]:
        """The moves of a type on this board: what diagonalLines adds, where a soldier may step aside."""
        if name == "soldier" and self.number("soldierPromotionRank"):
            rides = tuple(replace(ride, ground=Ground.ADVANCED) if ride.step[0] else ride for ride in rides)
        if not self._squares(self.get("diagonalLines")):
            return rides
        wazir = set(rides) == set(moves_of("W").rides)
        diagonal = {"rook": "B", "janggiCannon": "pB", "soldier": "fF"}.get(name, "F" if wazir else "")
        return rides + tuple(replace(ride, ground=Ground.LINES) for ride in moves_of(diagonal).rides)

    def _squares(self, value: Setting) -> Cells:
        """A region on this board; None is the whole board."""
        board = _cells(self.files, self.ranks)
        return board & value if isinstance(value, frozenset) else board

    def _cut(self, value: Setting, holes: Squares = frozenset()) -> Squares:
        files = self.files
        return frozenset(y * files + x for x, y in self._squares(value)) - holes

    def _holes(self) -> Squares:
        """The cells that are no squares: those of the key, else the walls of a start position that nothing can move."""
        walls = self.text("wallingRule") != "none" or self.words("petrifyOnCaptureTypes")
        if "holes" in self.settings or walls or self.flag("petrifyBlastPieces"):
            return self._cut(self.get("holes"))
        return self._cut(starred_cells(self.text("startFen")))

    def _flags(self, name: str) -> tuple[bool, bool]:
        return self.get(name, WHITE) is True, self.get(name, BLACK) is True

    def _regions(self, name: str) -> tuple[Squares, Squares]:
        holes = self._holes()
        return self._cut(self.get(name, WHITE), holes), self._cut(self.get(name, BLACK), holes)

    def _letter(self, value: object) -> str | None:
        piece = self.pieces.get(value) if isinstance(value, str) else None
        return piece.letter if piece else None

    def _letter_pair(self, name: str) -> tuple[str | None, str | None]:
        return self._letter(self.get(name, WHITE)), self._letter(self.get(name, BLACK))

    def _letter_sets(self, name: str, always: Letters = ()) -> tuple[Letters, Letters]:
        return self._letter_set(name, WHITE, always), self._letter_set(name, BLACK, always)

    def _letter_set(self, name: str, colour: int | None = None, always: Letters = ()) -> Letters:
        words = self.words(name, colour)
        return tuple(letter for letter, piece in self.letters.items() if piece in words or letter in always)

    def _reverts_to(self, colour: int) -> str | None:
        types = [name for name in self.words("promotionPawnTypes", colour) if name in self.pieces]
        return self.pieces[types[-1]].letter if types else None

    def _counts(self, key: str) -> tuple[tuple[str, int], ...]:
        found = [(self._letter(name), number) for name, number in self.pairs(key)]
        return tuple((letter, number) for letter, number in found if letter and isinstance(number, int))

    def _points(self) -> tuple[tuple[str, int], ...]:
        match self.text("materialCounting"):
            case "janggi":
                return tuple((self.pieces[n].letter, p) for n, p in JANGGI_POINTS.items() if n in self.pieces)
            case "unweighted":
                return tuple((letter, 1) for letter in self.letters)
            case "none":
                return self._counts("points")
        return ()

    def _mobility(self) -> tuple[tuple[str, Squares, Squares], ...]:
        """The regions of the types that have any; an empty region is the whole board."""
        found = []
        holes = self._cut(self.get("holes"))
        for letter, name in self.letters.items():
            spellings = [f"mobilityRegion{side}{name[0].upper()}{name[1:]}" for side in SIDES]
            if any(self.settings.get(spelling) for spelling in spellings):
                white, black = (self._cut(self.settings.get(spelling) or None, holes) for spelling in spellings)
                found.append((letter, white, black))
        return tuple(found)

    def _connecting(self) -> Letters:
        words = self.words("connectPieceTypes")
        return tuple(letter for letter, piece in self.letters.items() if piece in words or "*" in words)

    def _linked(self, side: str) -> tuple[Squares, Squares]:
        return self._cut(self.get(f"connectRegion1{side}")), self._cut(self.get(f"connectRegion2{side}"))

    def _choices(self) -> tuple[tuple[str, Letters], ...]:
        found: dict[str, Letters] = {}
        for pawn, choice in self._promotions("promotionChoices"):
            found[pawn] = (*found.get(pawn, ()), choice)
        return tuple(found.items())

    def _promotions(self, key: str) -> tuple[tuple[str, str], ...]:
        pairs: list[tuple[str, str]] = []
        for name, becomes in self.pairs(key):
            source, target = self._letter(name), self._letter(becomes)
            if source is not None and target is not None:
                pairs.append((source, target))
        return tuple(pairs)


@cache
def _cells(files: int, ranks: int) -> Cells:
    """All cells of a board."""
    return frozenset((x, y) for x in range(files) for y in range(ranks))


@cache
def _key_of(spelling: str) -> tuple[Key, int]:
    """The key of a spelling in `Draft.settings`, and its colour, White's where it has none."""
    found = find_key(spelling)
    assert found is not None
    return found[0], found[1] or WHITE


_NOWHERE: Final[tuple[Squares, Squares]] = (frozenset(), frozenset())
_PREDEFINED: Final = {piece.name: piece for piece in PIECES}


def predefined_betza(name: str) -> str:
    """The moves that a type has by its name."""
    return _PREDEFINED[name].betza


def may_have_betza(name: str) -> bool:
    """Is the type's own move text read?"""
    return is_custom(name) or name == "king"


def _same(one: PieceDraft, other: PieceDraft) -> bool:
    if one.letter != other.letter:
        return False
    mine, theirs = moves_of(one.betza), moves_of(other.betza)
    return set(mine.rides) == set(theirs.rides) and set(mine.legs) == set(theirs.legs)
