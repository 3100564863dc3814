"""The rules of a game in words, by the groups of variants/keys.py.

The usual rules have sentences of their own here. Whatever else a definition sets is told by the meaning that the table
of keys has for it, so that no rule goes untold.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.protocols.show.piece_words import listed, number
from engine.protocols.show.regions import both_in_words, region_in_words
from variants.draft import GUI_ONLY, Draft
from variants.fen import COLOURS, FILE_LETTERS
from variants.keys import Key, Kind, Sides, find_key
from variants.spec import BLACK, WHITE, Letters, Value, VariantSpec
from variants.values import Value as Setting
from variants.values import pairs_in

END: Final = "End of the game"
_OURS: Final = " Ours."


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sentences under a title."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Writer:
    """What is said about some keys of a group, set or not."""

    title: str
    keys: tuple[str, ...]
    write: Callable[[VariantSpec], list[str]]


def chapters(draft: Draft) -> list[Chapter]:
    """Return the rules of a game, those of its pieces' moves aside."""
    spec = draft.spec()
    found = []
    for writer in _WRITERS:
        sentences = writer.write(spec) + _others(draft, writer.title)
        if sentences:
            found.append(Chapter(writer.title, tuple(sentences)))
    missing = draft.unplayed()
    if missing:
        found.append(Chapter("Not played yet", (f"The engine lacks these rules of the game: {', '.join(missing)}.",)))
    return found


# --- words ----------------------------------------------------------------------------------------------------------


def letters_in_words(letters: Letters, last: str = "and") -> str:
    """Return letters as a board shows White's."""
    return listed((letter.upper() for letter in letters), last)


# --- chapters -------------------------------------------------------------------------------------------------------


def _board(spec: VariantSpec) -> list[str]:
    found = [f"The board has {spec.files} files and {spec.ranks} ranks."]
    if spec.holes:
        holes = region_in_words(spec, spec.holes)
        found.append(f"It has holes, which are no squares; a line ends there as at the edge of the board: {holes}.")
    if spec.chess960:
        found.append("Castling is written as in Chess960.")
    return found


def _promotion(spec: VariantSpec) -> list[str]:
    found = []
    choices = dict(spec.promotion_choices)
    sides = (WHITE,) if _symmetric(spec.promotion_pawn_types, spec.promotion_piece_types) else (WHITE, BLACK)
    zone = both_in_words(spec, spec.promotion_region)
    must = "must promote" if spec.mandatory_pawn_promotion else "may promote"
    for side in sides:
        whose = "" if len(sides) == 1 else f"{COLOURS[side]}'s "
        for pawn in spec.promotion_pawn_types[side]:
            targets = choices.get(pawn, spec.promotion_piece_types[side])
            if targets:
                found.append(
                    f"{whose}{pawn.upper()} {must} on reaching its zone ({zone}), to {letters_in_words(targets, 'or')}."
                )
    if spec.promoted_piece_type:
        pairs = listed(f"{source.upper()} to {target.upper()}" for source, target in spec.promoted_piece_type)
        when = "captures into, inside or out of" if spec.piece_promotion_on_capture else "moves into, inside or out of"
        must = "promotes" if spec.mandatory_piece_promotion else "may promote"
        found.append(f"A man that {when} its zone ({zone}) {must}: {pairs}. It is written with a +.")
    return found


def _symmetric(*pairs: tuple[object, object]) -> bool:
    return all(white == black for white, black in pairs)


def _double_steps(spec: VariantSpec) -> list[str]:
    found = []
    starters = tuple(
        piece.letter for piece in spec.pieces if piece.name == "pawn" or any(ride.initial for ride in piece.rides)
    )
    if starters and any(spec.double_step_region):
        has = "has" if len(starters) == 1 else "have"
        where = both_in_words(spec, spec.double_step_region)
        found.append(f"{letters_in_words(starters)} {has} longer first steps, from {where}.")
    pawns = tuple(piece.letter for piece in spec.pieces if piece.name == "pawn")
    if pawns and any(spec.triple_step_region):
        region = both_in_words(spec, spec.triple_step_region)
        found.append(f"{letters_in_words(pawns)} may go three squares from {region}.")
    takers = tuple(dict.fromkeys((*spec.en_passant_types[WHITE], *spec.en_passant_types[BLACK])))
    if takers and (any(spec.double_step_region) or any(spec.triple_step_region)) and any(spec.en_passant_region):
        where = both_in_words(spec, spec.en_passant_region)
        where = "" if where == "everywhere" else f", on {where}"
        found.append(f"{letters_in_words(takers)} may take who made such a step on a square that he crossed{where}.")
    return found


def _castling(spec: VariantSpec) -> list[str]:
    rights = (spec.start_fen.split() + ["", "", ""])[2]
    if not spec.castling or rights in ("", "-"):
        return ["There is no castling."]
    rooks = tuple(dict.fromkeys((*spec.castling_rook_pieces[WHITE], *spec.castling_rook_pieces[BLACK])))
    king = (spec.castling_king_piece[WHITE] or spec.king or "k").upper()
    if spec.castling_distances:
        steps = listed((number(count) for count in spec.castling_distances), "or")
        how = f"{steps} squares towards the rook, which goes to the square that he crossed last"
    else:
        how = listed(
            (
                f"to file {FILE_LETTERS[king_file]} with the rook on file {FILE_LETTERS[king_file + inward]}"
                for king_file, inward in ((spec.castling_kingside_file, -1), (spec.castling_queenside_file, 1))
                if 0 <= king_file + inward < spec.files
            ),
            "or",
        )
    rank = "" if spec.castling_rank == 0 else f" on rank {spec.castling_rank + 1} from the side's edge"
    return [
        f"{king} castles with {letters_in_words(rooks, 'or')}{rank}: {how}. Neither has moved, the squares between are"
        " empty, and the king crosses no attacked square."
    ]


def _drops(spec: VariantSpec) -> list[str]:
    if not spec.piece_drops:
        return ["Captured men go to the captor's hand."] if spec.captures_to_hand else []
    found = []
    if spec.captures_to_hand:
        found.append("Captured men change sides and go to the captor's hand, as what they were before they promoted.")
        if spec.drop_loop:
            found.append("Promoted pawns stay what they are when captured.")
    region = both_in_words(spec, spec.drop_region)
    where = "an empty square" if region == "everywhere" else f"an empty square of {region}"
    found.append(f"Instead of moving, a side may put a man from its hand on {where}.")
    pawns = tuple(piece.letter for piece in spec.pieces if piece.name == "pawn")
    if pawns:
        barred = [
            place
            for allowed, place in (
                (spec.first_rank_pawn_drops, "on its first rank"),
                (spec.promotion_zone_pawn_drops, "in its zone of promotion"),
            )
            if not allowed
        ]
        if barred:
            found.append(f"{letters_in_words(pawns)} may not be dropped {listed(barred, 'or')}.")
    if spec.drop_no_doubled:
        count = spec.drop_no_doubled_count
        own = "another one" if count == 1 else f"{number(count)} others"
        found.append(f"{spec.drop_no_doubled.upper()} may not be dropped on a file with {own} of its side.")
    if spec.immobility_illegal:
        found.append("No man may be moved or dropped to where it could never move again.")
    if spec.shogi_pawn_drop_mate_illegal:
        found.append("Who mates by dropping a pawn loses.")
    return found




def _end(spec: VariantSpec) -> list[str]:
    found = []
    stuck = {Value.WIN: "it wins", Value.LOSS: "it loses"}.get(spec.stalemate_value, "the game is drawn")
    if spec.king:
        king = spec.king.upper()
        mate = {Value.WIN: "its side wins", Value.LOSS: "its side loses"}.get(spec.checkmate_value, "the game is drawn")
        found.append(f"{king} is royal and may not be left attacked; when it is mated, {mate}.")
        found.append(f"When a side has no legal move and is not in check, {stuck}.")
    else:
        found.append(f"There is no king, and so no check. When a side has no legal move, {stuck}.")
    if any(spec.flag_region):
        flags = tuple(letter for letter in dict.fromkeys(spec.flag_piece) if letter)
        who = f"{letters_in_words(flags, 'or')} reaches" if flags else "a man reaches"
        found.append(f"A side whose {who} {both_in_words(spec, spec.flag_region)} wins.")
    if spec.n_move_rule:
        types = tuple(dict.fromkeys((*spec.n_move_rule_types[WHITE], *spec.n_move_rule_types[BLACK])))
        events = ["capture", *(["drop"] if spec.piece_drops else []), "promotion"]
        events += [f"move of {letters_in_words(types, 'or')}"] if types else []
        found.append(f"{spec.n_move_rule} moves of each side without {listed(events, 'or')} are a draw.")
    else:
        found.append("No number of moves ends the game.")
    if spec.n_fold_rule:
        found.append(_repetition(spec))
    if spec.insufficient_material:
        words = [
            f"any number of {word[0].upper()} on one colour" if word.endswith("*") else word.upper()
            for word in spec.insufficient_material
        ]
        found.append(f"Bare kings draw, and so do kings with nothing but {listed(words, 'or')}.")
    return found


def _repetition(spec: VariantSpec) -> str:
    time = {2: "second", 3: "third"}.get(spec.n_fold_rule, f"{spec.n_fold_rule}th")
    if spec.n_fold_value_absolute:
        result = {Value.WIN: "White wins", Value.LOSS: "Black wins"}.get(spec.n_fold_value, "the game is drawn")
    else:
        result = {Value.WIN: "the side that repeats loses", Value.LOSS: "the side that repeats wins"}.get(
            spec.n_fold_value, "the game is drawn"
        )
    check = " A side that gave check all the time loses." if spec.perpetual_check_illegal else ""
    return f"When a position occurs for the {time} time, {result}.{check}"


_WRITERS: Final[tuple[_Writer, ...]] = (
    _Writer("Board and start position", ("maxRank", "maxFile", "startFen", "holes", "chess960"), _board),
    _Writer("Pieces", ("pawnTypes",), lambda _spec: []),
    _Writer(
        "Promotion",
        (
            *("promotionRegion", "promotionPawnTypes", "promotionPieceTypes", "promotionChoices", "promotedPieceType"),
            *("mandatoryPawnPromotion", "mandatoryPiecePromotion", "piecePromotionOnCapture"),
        ),
        _promotion,
    ),
    _Writer(
        "Double steps and en passant",
        ("doubleStep", "doubleStepRegion", "tripleStepRegion", "enPassantRegion", "enPassantTypes"),
        _double_steps,
    ),
    _Writer(
        "Castling",
        (
            *("castling", "castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingKingFile"),
            *("castlingKingPiece", "castlingRookKingsideFile", "castlingRookQueensideFile", "castlingDistances"),
            "castlingRookPieces",
        ),
        _castling,
    ),
    _Writer("Obligations and special moves", (), lambda _spec: []),
    _Writer(
        "Drops",
        (
            *("pieceDrops", "capturesToHand", "dropLoop", "firstRankPawnDrops", "promotionZonePawnDrops"),
            *("dropRegion", "dropNoDoubled", "dropNoDoubledCount", "immobilityIllegal", "shogiPawnDropMateIllegal"),
        ),
        _drops,
    ),
    _Writer(
        END,
        (
            *("checkmateValue", "stalemateValue", "nMoveRule", "nMoveRuleTypes", "nFoldRule", "nFoldValue"),
            *("nFoldValueAbsolute", "perpetualCheckIllegal", "flagPiece", "flagRegion", "insufficientMaterial"),
        ),
        _end,
    ),
)
_TOLD: Final = frozenset(key for writer in _WRITERS for key in writer.keys) | frozenset(GUI_ONLY)


# --- whatever else is set -------------------------------------------------------------------------------------------


def _others(draft: Draft, group: str) -> list[str]:
    """Return sentences on the keys of a group that nothing else is said about."""
    said: dict[str, None] = {}
    for spelling in draft.changed():
        found = find_key(spelling)
        if found and found[0].group == group and found[0].name not in _TOLD:
            said[_setting(draft, spelling, found[0])] = None
    return list(said)


def _setting(draft: Draft, spelling: str, key: Key) -> str:
    """Return what a key means and what it is set to; of both sides together where they have the same."""
    value = draft.settings[spelling]
    meaning = key.meaning.removesuffix(_OURS)
    name = spelling
    if key.name == "mobilityRegion":
        side = COLOURS[spelling.startswith("mobilityRegionBlack")]
        piece = next((each for each in draft.pieces if spelling.endswith(each[0].upper() + each[1:])), "")
        who = draft.pieces[piece].letter.upper() if piece else "that type"
        return f"{side}'s {who} may stand only on {_text(draft, key, value)}, and attacks nothing else."
    if key.kind is Kind.WORD:
        meaning = _chosen(meaning, str(value), key.words)
    if key.sides is not Sides.NONE and draft.get(key.name, WHITE) == draft.get(key.name, BLACK):
        name = key.name
    if key.kind is Kind.BOOL:
        first, _, rest = meaning.partition(": ")
        meaning = rest if first == "false" and value is False else meaning
        return f"{meaning[0].upper()}{meaning[1:]} ({name} = {str(value).lower()})"
    return f"{meaning} ({name} = {_text(draft, key, value)})"


def _chosen(meaning: str, word: str, words: tuple[str, ...]) -> str:
    """Return a meaning that explains several words without those that were not chosen."""
    parts = re.split(r"(?:^|: |; )(" + "|".join(map(re.escape, words)) + r")[:,] ", meaning)
    said = dict(zip(parts[1::2], parts[2::2], strict=True))
    if word not in said:
        return meaning
    head = f"{parts[0]}: " if parts[0] else ""
    sentence = head + said[word].removesuffix(".") + "."
    return sentence[0].upper() + sentence[1:]


def _text(draft: Draft, key: Key, value: Setting) -> str:
    """Return a value as a file has it."""
    spec = draft.spec()
    if isinstance(value, frozenset):
        cells = frozenset(y * spec.files + x for x, y in value if x < spec.files and y < spec.ranks)
        return region_in_words(spec, cells)
    letter = {name: piece.letter for name, piece in draft.pieces.items()}
    if isinstance(value, tuple) and all(isinstance(part, tuple) for part in value):
        return " ".join(f"{letter.get(name, name)}:{letter.get(str(to), to)}" for name, to in pairs_in(value))
    if isinstance(value, tuple):
        return " ".join(letter.get(str(part), str(part)) for part in value)
    if value is None:
        return "everywhere" if key.kind is Kind.SQUARES else "-"
    return letter.get(value, value) if isinstance(value, str) else str(value + (key.kind in (Kind.RANK, Kind.FILE)))
