"""The piece kinds of a game, and which of them move alike.

A piece type of the definition becomes one kind; a promoted man that reverts when it is captured is a further kind.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.apart import told_apart
from engine.duties import duties_of
from engine.layout import CHOICES, KINDS, ROWS
from variants.errors import VariantError
from variants.spec import BLACK, WHITE, PieceSpec, VariantSpec


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of man. `number` is its code, 1..63."""

    number: int
    piece: PieceSpec  # how it moves
    letter: str  # of the text: the unpromoted letter where `mark` is "+"
    mark: str  # "" | "+" promoted in the Shogi way | "~" promoted pawn of a game with hands
    base: str  # letter of the type that it is in a hand

    def text(self, colour: int) -> str:
        """Return the kind as a FEN writes it."""
        letter = self.letter.upper() if colour == WHITE else self.letter
        return f"+{letter}" if self.mark == "+" else letter + self.mark


@dataclass(frozen=True, slots=True)
class Promotion:
    """What a kind may become, for one colour."""

    choices: tuple[int, ...]
    by_origin: bool
    forced: bool


@dataclass(frozen=True, slots=True)
class KindTable:
    """All kinds of a game; `classes[number]` is the class of a kind."""

    kinds: tuple[Kind, ...]
    promotions: tuple[tuple[Promotion, Promotion], ...]  # [kind index][colour]
    classes: dict[int, int]
    class_kinds: tuple[Kind, ...]  # one kind of each class

    def find(self, letter: str, mark: str = "") -> Kind | None:
        """Return the kind that a FEN writes so, or None."""
        return next((kind for kind in self.kinds if kind.letter == letter and kind.mark == mark), None)


def _marks_pawns(spec: VariantSpec) -> bool:
    """Return whether a promoted pawn is a kind of its own, because it is another one in a hand."""
    return (spec.captures_to_hand or spec.two_boards) and not spec.drop_loop


def _promotion(spec: VariantSpec, kind: Kind, colour: int, kinds: Iterable[Kind]) -> Promotion:
    if kind.mark == "+" and spec.piece_demotion:
        back = next(other.number for other in kinds if other.letter == kind.letter and not other.mark)
        return Promotion((back,), True, spec.mandatory_piece_promotion)
    if kind.mark:
        return Promotion((), False, False)
    pawn = kind.letter in spec.promotion_pawn_types[colour] or kind.piece.name == "pawn"
    targets = dict(spec.promoted_piece_type)
    table = {(other.letter, other.mark): other.number for other in kinds}
    mark = "~" if _marks_pawns(spec) else ""
    if pawn:
        letters = dict(spec.promotion_choices).get(kind.letter, spec.promotion_piece_types[colour])
        choices = tuple(table[letter, mark] for letter in letters)
        if kind.letter in targets:
            choices += (table[kind.letter, "+"],)
        return Promotion(choices, False, spec.mandatory_pawn_promotion and not spec.sittuyin_promotion)
    if kind.letter in targets:
        return Promotion((table[kind.letter, "+"],), True, spec.mandatory_piece_promotion)
    return Promotion((), False, False)


def list_kinds(spec: VariantSpec) -> KindTable:
    """Return the kinds of a game and their classes; VariantError where there are too many."""
    by_letter = {piece.letter: piece for piece in spec.pieces}
    wanted = [(piece, piece.letter, "", piece.letter) for piece in spec.pieces]
    wanted += [(by_letter[target], letter, "+", letter) for letter, target in spec.promoted_piece_type]
    if _marks_pawns(spec):
        pawns = [piece.letter for piece in spec.pieces if piece.letter in spec.promotion_pawn_types[WHITE]]
        if pawns:
            letters = dict.fromkeys(spec.promotion_piece_types[WHITE] + spec.promotion_piece_types[BLACK])
            base = spec.promotion_pawn_reverts_to[WHITE] or pawns[-1]
            wanted += [(by_letter[letter], letter, "~", base) for letter in letters]
    if len(wanted) >= KINDS:
        raise VariantError(f"{spec.source}: {len(wanted)} kinds of pieces, at most {KINDS - 1} are supported")
    kinds = tuple(Kind(number, *fields) for number, fields in enumerate(wanted, 1))
    promotions = tuple(
        (_promotion(spec, kind, WHITE, kinds), _promotion(spec, kind, BLACK, kinds)) for kind in kinds
    )
    if any(len(promotion.choices) > CHOICES for pair in promotions for promotion in pair):
        raise VariantError(f"{spec.source}: more than {CHOICES} promotion choices")
    classes: dict[int, int] = {}
    class_kinds: list[Kind] = []
    seen: dict[object, int] = {}
    for kind, pair in zip(kinds, promotions, strict=True):
        plain = kind.letter if not kind.mark else None
        key = (
            frozenset(kind.piece.rides),
            frozenset(kind.piece.legs),
            kind.piece.name == "pawn",
            kind.piece.en_passant,
            tuple(kind.piece.letter in spec.en_passant_types[colour] for colour in (WHITE, BLACK)),
            pair,
            tuple(kind.letter in ban for ban in (spec.trade_ban, spec.trade_ban_no_bridge, spec.counterstrike_ban)),
            tuple(kind.piece.letter in spec.n_move_rule_types[colour] for colour in (WHITE, BLACK)),
            dict(spec.capture_promotion).get(kind.letter),
            dict(spec.hostile_promotion).get(kind.letter),
            kind.letter in spec.special_types,
            duties_of(spec, kind.piece),
            told_apart(spec, kind.piece.letter, kind.piece.name),
            plain if plain in (spec.king, spec.drop_no_doubled) else None,
            tuple(plain if plain == spec.flag_piece[colour] else None for colour in (WHITE, BLACK)),
        )
        if key not in seen:
            seen[key] = len(class_kinds)
            class_kinds.append(kind)
        classes[kind.number] = seen[key]
    if len(class_kinds) > ROWS:
        raise VariantError(f"{spec.source}: {len(class_kinds)} ways of moving, at most {ROWS} are supported")
    return KindTable(kinds, promotions, classes, tuple(class_kinds))
