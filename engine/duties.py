"""The rules of a game that need its moves to be tried, from its definition to the fields of its rules.

engine/careful.py plays by them; a game with none of them has `Rules.careful` 0 and is judged by masks.
"""

from typing import Any, Final

from engine import layout
from engine.geometry import Board, per_square, set_of
from engine.layout import KINDS
from engine.royals import GROUP_SHIFT, GROUPS
from variants.errors import VariantError
from variants.keys import key_named
from variants.spec import BLACK, WHITE, PieceSpec, VariantSpec

_KINGS_LEAP: Final = ((-2, 1), (2, 1))
_FERS_LEAP: Final = ((0, 2),)


def careful_rules(spec: VariantSpec) -> int:
    """Return the word `Rules.careful` of a game."""
    walls = spec.walling_rule != "none"
    rules = (
        (layout.MUST_CAPTURE, spec.must_capture),
        (layout.NO_CHECKS, not spec.checking),
        (layout.NO_DROP_CHECKS, not spec.drop_checks),
        (layout.LAST_ARE_ROYAL, _has_royal_types(spec)),
        (layout.ALL_ROYALS_HIT, _has_royal_types(spec) and spec.duple_check),
        (layout.BLASTS, spec.blast_on_capture),
        (layout.BLAST_WALLS, spec.blast_on_capture and spec.petrify_blast_pieces),
        (layout.PETRIFIES, bool(spec.petrify_on_capture_types)),
        (layout.WALLS, walls),
        (layout.WALL_ALONE, walls and spec.wall_or_move),
        (layout.KINGS_APART, spec.flying_general),
        (layout.FACING_PASSES, spec.bikjang_rule),
        (layout.KING_TAKES_CHECKER, spec.makpong_rule),
        (layout.MAY_PASS, any(spec.may_pass) or any(spec.pass_on_stalemate)),
        (layout.FLIPS, spec.flip_enclosed_pieces != "none"),
        (layout.ENCLOSES, spec.enclosing_drop != "none"),
        (layout.MUST_DROP, spec.must_drop),
        (layout.GATES, spec.gating),
        (layout.GATES_DROP, spec.gating and spec.seirawan_gating),
        (layout.GATES_LEAP, spec.gating and spec.cambodian_moves),
        (layout.IN_PLACE, spec.sittuyin_promotion),
        (layout.BY_CAPTURE_ONLY, spec.piece_promotion_on_capture),
        (layout.DROPS_PROMOTED, spec.drop_promoted),
        (layout.ONE_WING_EACH, spec.opposite_castling),
        (layout.SPARES_ITS_LIKE, bool(spec.mutually_immune_types)),
        (layout.SHY_HOPS, any(piece.name == "janggiCannon" for piece in spec.pieces)),
        (layout.FREE_DROPS, spec.free_drops),
        (layout.TURNS_BACK, spec.piece_demotion),
    )
    return sum(word for word, holds in rules if holds)


def _has_royal_types(spec: VariantSpec) -> bool:
    return spec.extinction_pseudo_royal and bool(spec.extinction_piece_types)


def duties_of(spec: VariantSpec, piece: PieceSpec) -> int:
    """Return what the rules of trying say of a piece type: a set of the duties of engine/layout.py."""
    letter, name = piece.letter, piece.name
    royal = _has_royal_types(spec) and letter in spec.extinction_piece_types
    promotes = letter in dict(spec.promoted_piece_type)
    demotes = spec.piece_demotion and letter in dict(spec.promoted_piece_type).values()
    duties = (
        (layout.ROYAL_WHEN_LAST, royal),
        (layout.BLAST_PROOF, letter in spec.blast_immune_types),
        (layout.BLAST_SPARED, spec.blast_on_capture and name == "pawn"),
        (layout.TURNS_TO_WALL, letter in spec.petrify_on_capture_types),
        (layout.SPARES_LIKE, letter in spec.mutually_immune_types),
        (layout.SHY, name == "janggiCannon"),
        (layout.LEAPS_ONCE, spec.cambodian_moves and name == "fers"),
        (layout.ENDS_KINGS_LEAP, spec.cambodian_moves and name == "rook"),
        (layout.PROMOTES_BY_CAPTURE, spec.piece_promotion_on_capture and (promotes or demotes)),
    )
    group = spec.extinction_piece_types.index(letter) + 1 if royal else 0
    return sum(duty for duty, holds in duties if holds) | group << GROUP_SHIFT


class DutyFiller:
    """Fills the fields of one rules record that only games with such rules read."""

    def __init__(self, spec: VariantSpec, board: Board, size: int, rules: Any, put: Any) -> None:
        """Keep what is to be filled; `put(name, start, sets)` stores sets of squares."""
        self.spec, self.board, self.size, self.rules, self.put = spec, board, size, rules, put

    def fill(self) -> None:
        """Fill them; VariantError where two rules cannot be played together."""
        spec, rules = self.spec, self.rules
        rules["careful"] = careful_rules(spec)
        if not rules["careful"]:
            return
        self._refuse()
        for name, key in (
            ("wall_rule", "wallingRule"),
            ("enclosing_rule", "enclosingDrop"),
            ("flip_rule", "flipEnclosedPieces"),
        ):
            word = {"w": spec.walling_rule, "e": spec.enclosing_drop, "f": spec.flip_enclosed_pieces}[name[0]]
            rules[name] = key_named(key).words.index(word)
        rules["royal_most"] = spec.extinction_piece_count + 1
        for colour in (WHITE, BLACK):
            rules["passing"][colour] = 2 if spec.may_pass[colour] else int(spec.pass_on_stalemate[colour])
            self.put("wall_region", colour, [set_of(spec.walling_region[colour])])
            self.put("place_zone", colour, [set_of(spec.promotion_region[colour])])
            for king, leaps in enumerate((_FERS_LEAP, _KINGS_LEAP)):
                self.put("gate_leap", (2 * colour + king) * self.size, self._leaps(leaps, colour))
        last_file, last_rank = spec.files - 1, spec.ranks - 1
        rim = [s for s in self.board.squares if s % spec.files in (0, last_file) or s // spec.files in (0, last_rank)]
        self.put("wall_rim", 0, [set_of(rim)])
        self.put("first_drops", 0, [set_of(spec.enclosing_drop_start)])
        around = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        self.put("next_to", 0, self._leaps(around, WHITE))

    def _leaps(self, offsets: tuple[tuple[int, int], ...], colour: int) -> list[int]:
        return per_square(
            self.board,
            self.size,
            lambda origin: set_of(
                [target for offset in offsets if (target := self.board.step(origin, offset, colour)) >= 0]
            ),
        )

    def _refuse(self) -> None:
        spec, careful = self.spec, int(self.rules["careful"])
        problem = ""
        if spec.special_types or spec.hostile_promotion or spec.trade_ban or spec.counterstrike_ban:
            problem = "special types and capture bans go with none of the rules that need moves to be tried"
        elif careful & layout.WALLS and careful & layout.GATES_DROP:
            problem = "a move cannot place a wall and drop a man in a gate"
        elif careful & layout.BLASTS and spec.king and spec.king not in spec.blast_immune_types:
            problem = "blastOnCapture goes with no royal king; extinction rules can make another type royal"
        elif _has_royal_types(spec) and len(spec.extinction_piece_types) > GROUPS:
            problem = f"more than {GROUPS} royal types"
        if problem:
            raise VariantError(f"{spec.source}: {problem}")

    def kind_duties(self, table: Any) -> None:
        """Fill what concerns single kinds: where drops come from."""
        spec, rules = self.spec, self.rules
        for kind in table.kinds:
            stock = table.find(kind.base) if kind.mark else kind
            rules["drop_from"][kind.number] = 0 if spec.free_drops or stock is None else stock.number
            if kind.mark == "+" and spec.drop_promoted and stock is not None:
                rules["promoted_drop"][stock.number] = kind.number
        wanted = table.find(spec.must_drop_type) if spec.must_drop_type else None
        rules["must_drop_kind"] = wanted.number if wanted else 0


assert KINDS <= 64  # a kind fits the field of a move for a man dropped in a gate
