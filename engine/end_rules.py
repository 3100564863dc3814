"""From a game's definition to the tables of its rarer ends, for engine/rare_ends.py and engine/counters.py."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine import layout
from engine.apart import COUNTING, connects
from engine.bitboard import pack
from engine.geometry import Board, set_of
from engine.kinds import Kind, KindTable
from engine.layout import GROUPS, KINDS
from variants.errors import VariantError
from variants.spec import BLACK, WHITE, Value, VariantSpec

VALUES: Final = {Value.WIN: 1, Value.LOSS: -1, Value.DRAW: 0, Value.NONE: 0}
# east, north, north-east, south-east, each followed by its opposite
_STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


STRONG: Final = ("knight", "rook", "bers")  # of shatarMateRule
LOW: Final = ("knight",)
# Of chasingRule; constants of engine/chases.py, which imports kernels.
ROLES: Final = {"rook": 1, "cannon": 2, "horse": 3, "elephant": 4, "fers": 4, "soldier": 5, "king": 6}


def fill_ends(spec: VariantSpec, rules: Any, table: KindTable, board: Board, size: int) -> None:
    """Fill `ends` and the fields that belong to its bits. VariantError where the tables are too small."""
    ends = _extinction(spec, rules, table) | _flags(spec, rules) | _counting(spec, rules, table)
    if connects(spec):
        ends |= layout.CONNECTS
        _connection(spec, rules, table, board, size)
    if spec.castling_wins:
        ends |= layout.CASTLING_WINS
        rules["castling_wins"] = sum(1 << "KQkq".index(letter) for letter in spec.castling_wins)
    if spec.shatar_mate_rule:
        ends |= layout.MATES_BY_RANK
        for kind in table.kinds:
            rules["mate_rank"][kind.number] = kind.piece.name in STRONG
            rules["mate_low"][kind.number] = kind.piece.name in LOW
    rules["chase_faces"] = spec.flying_general
    for kind in table.kinds:
        rules["chase_role"][kind.number] = ROLES.get(kind.piece.name, 0)
    limits = dict(spec.promotion_limit)
    for kind in table.kinds:
        rules["promotion_limit"][kind.number] = limits.get(kind.piece.letter, 0)
    regions = {letter: (white, black) for letter, white, black in spec.mobility_region}
    for colour in (WHITE, BLACK):
        enemy = regions[spec.king][1 - colour] if spec.king in regions else frozenset(board.squares)
        for kind in table.kinds:
            letter = kind.piece.letter
            meets = letter not in regions or bool(regions[letter][colour] & enemy)
            rules["harasses"][colour * KINDS + kind.number] = meets
            role = 2 * (letter in spec.castling_rook_pieces[colour]) or letter == spec.castling_king_piece[colour]
            rules["castler"][colour * KINDS + kind.number] = role
    bishops = [kind for kind in table.kinds if kind.piece.name == "bishop"]
    if spec.drop_opposite_colored_bishop and bishops:
        ends |= layout.BISHOPS_APART
        rules["apart_kind"] = bishops[0].number
    for flag, holds in (
        (layout.COUNTS_CHECKS, spec.check_counting),
        (layout.FULL_BOARD_ENDS, spec.adjudicate_full_board),
        (layout.FEWER_MEN_COUNT, spec.stalemate_piece_count),
        (layout.LIMITS_PROMOTION, any(limits.values())),
        (layout.DROPS_CASTLE, spec.castling_dropped_piece),
        (layout.MOVES_REPEAT, spec.move_repetition_illegal),
        (layout.CHASES, spec.chasing_rule != "none"),
    ):
        ends |= flag * holds
    rules["ends"] = ends


def _sets(table: KindTable, wanted: Callable[[Kind], bool]) -> tuple[int, int]:
    """Return the bit sets of classes and of kinds that hold the wanted kinds."""
    kinds = [kind.number for kind in table.kinds if wanted(kind)]
    return set_of(frozenset(table.classes[number] for number in kinds)), set_of(kinds)


def _extinction(spec: VariantSpec, rules: Any, table: KindTable) -> int:
    if spec.extinction_pseudo_royal and not spec.blast_on_capture:
        return 0  # royal men cannot be taken
    if spec.extinction_value is Value.NONE or not (spec.extinction_piece_types or spec.extinction_together):
        return 0
    groups: list[Callable[[Kind], bool]] = [lambda kind: True] if spec.extinction_together else []
    groups += [_is_type(letter) for letter in spec.extinction_piece_types]
    if len(groups) > GROUPS:
        raise VariantError(f"{spec.source}: more than {GROUPS} extinctionPieceTypes are not supported")
    for number, wanted in enumerate(groups):
        rules["extinct_rows"][number], rules["extinct_kinds"][number] = _sets(table, wanted)
    rules["extinct_groups"] = len(groups)
    rules["extinct_limit"] = spec.extinction_piece_count
    rules["extinct_rivals"] = spec.extinction_opponent_piece_count
    rules["extinct_claim"] = spec.extinction_claim
    rules["extinct_value"] = VALUES[spec.extinction_value]
    return layout.LOSES_TYPES


def _is_type(letter: str) -> Callable[[Kind], bool]:
    return lambda kind: kind.piece.letter == letter


def _flags(spec: VariantSpec, rules: Any) -> int:
    """Games whose flag rule is the plain one have HAS_FLAGS in `Rules.flags` instead."""
    rules["flag_count"] = spec.flag_piece_count
    if not any(spec.flag_region) or plain_flag(spec):
        return 0
    late, safe, crowded = spec.flag_move, spec.flag_piece_safe, spec.flag_piece_blocked_win
    return layout.FLAG_RULES | layout.FLAG_LATE * late | layout.FLAG_SAFE * safe | layout.FLAG_CROWDED * crowded


def plain_flag(spec: VariantSpec) -> bool:
    """Return whether one man that arrives on the flag region wins at once."""
    return not (spec.flag_move or spec.flag_piece_safe) and spec.flag_piece_count <= 1


def _counting(spec: VariantSpec, rules: Any, table: KindTable) -> int:
    rules["counting_pawn_class"] = -1
    if spec.counting_rule == "none":
        return 0
    found = {kind.piece.name: table.classes[kind.number] for kind in table.kinds}
    counting = COUNTING[spec.counting_rule]
    steps = [step for step in counting.steps if step[0] in found]
    rules["counting_board"], rules["counting_rest"] = 2 * counting.board, 2 * counting.rest
    rules["counting_most"], rules["counting_steps"] = counting.most, len(steps)
    rules["counting_needs_no_pawns"], rules["counting_from_men"] = counting.needs_no_pawns, counting.from_men
    rules["counting_pawn_class"] = found.get("pawn", -1)
    for number, (name, least, limit) in enumerate(steps):
        rules["counting_class"][number], rules["counting_least"][number] = found[name], least
        rules["counting_limit"][number] = 2 * limit
    return layout.COUNTS_MOVES


def _connection(spec: VariantSpec, rules: Any, table: KindTable, board: Board, size: int) -> None:
    along_ranks, along_files, diagonally = spec.connect_directions
    rules["connect_used"] = along_ranks | along_files << 1 | diagonally << 2 | diagonally << 3
    rules["connect_rows"], _ = _sets(table, lambda kind: kind.piece.letter in spec.connect_piece_types)
    rules["connect_n"], rules["connect_nxn"] = spec.connect_n, spec.connect_nxn
    rules["collinear_n"] = spec.collinear_n
    rules["connect_value"] = VALUES[spec.connect_value]
    for number, step in enumerate(_STEPS):
        rules["connect_delta"][number] = board.delta(step, WHITE)
        origins = [square for square in board.squares if board.step(square, step, WHITE) >= 0]
        _put(rules, "connect_from", number, [set_of(origins)], size)
    for colour in (WHITE, BLACK):
        one, other = spec.connect_regions[colour]
        if one and other:
            _put(rules, "connect_region", 2 * colour, [set_of(one), set_of(other)], size)


def _put(rules: Any, name: str, start: int, sets: Iterable[int], size: int) -> None:
    words = list(sets)
    rules[name][start : start + len(words)] = pack(words, size)


assert KINDS <= 64  # a set of kinds is one integer
