"""From a game's definition to the tables that the kernels read: the only place that derives anything."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from engine import layout
from engine.bitboard import pack, width_for
from engine.duties import DutyFiller, duties_of
from engine.end_rules import fill_ends, plain_flag
from engine.geometry import Board, PathTables, reversed_sets, set_of, squares_of
from engine.kinds import Kind, KindTable, list_kinds
from engine.layout import CHOICES, KINDS, LEG_SLOTS, RIDES, ROWS, SLOTS, rules_dtype
from engine.reach import CAPTURE, MOVE, Reach, is_leap
from engine.vectors import rays_together
from variants.errors import VariantError
from variants.spec import BLACK, WHITE, PieceSpec, Ride, Value, VariantSpec

BY_SET_LEAPS: Final = 3  # a row with so few leaps is moved by set

_VALUES: Final = {Value.WIN: 1, Value.LOSS: -1, Value.DRAW: 0, Value.NONE: 0}


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game ready to be played. `rules` is one record of `layout.rules_dtype(width)`, shared and read only."""

    spec: VariantSpec
    width: int
    table: KindTable
    rules: Any


class _Compiler:
    """Fills one rules record; each method fills one group of fields."""

    def __init__(self, spec: VariantSpec) -> None:
        self.spec = spec
        self.board = Board.of(spec)
        self.size = width_for(spec.files * spec.ranks)
        self.table = list_kinds(spec)
        self.rules = np.zeros(1, dtype=rules_dtype(self.size))[0]
        self.reach = Reach(spec, self.board, self.size)
        self.paths = PathTables(self.board, spec.source)
        self._bases: dict[object, int] = {}
        self._together = rays_together(self.size)
        self._next_ride = 0

    def run(self) -> Game:
        """Return the finished game."""
        self._scalars()
        self._rows()
        self._kinds()
        self._results()
        duties = DutyFiller(self.spec, self.board, self.size, self.rules, self._put)
        duties.fill()
        duties.kind_duties(self.table)
        self._random_keys()
        return Game(self.spec, self.size, self.table, self.rules)

    # --- helpers --------------------------------------------------------------------------------------------------

    def _put(self, name: str, start: int, sets: list[int]) -> None:
        self.rules[name][start : start + len(sets)] = pack(sets, self.size)

    def _put_across(self, name: str, row: int, sets: list[int]) -> None:
        """Store one set for every square where the rows of a square lie side by side."""
        self.rules[name][row :: layout.ALL_ROWS] = pack(sets, self.size)

    def _row(self, colour: int, number: int) -> int:
        return colour * ROWS + number

    def _ray_set(self, rides: list[Ride], colour: int, region: int) -> tuple[int, int, int]:
        """Return base, rising and falling rays of a list of rides in the table of rays, adding them once."""
        rising = [ride for ride in rides if self.board.delta(ride.step, colour) > 0]
        falling = [ride for ride in rides if self.board.delta(ride.step, colour) < 0]
        if not rising + falling:
            return 0, 0, 0
        pads = (-len(rising) % self._together, -len(falling) % self._together)
        ordered = [*rising, *[None] * pads[0], *falling, *[None] * pads[1]]
        masks, gates = [0] * (self.size * len(ordered)), [0] * (self.size * len(ordered))
        for origin in self.board.squares:
            for number, ride in enumerate(ordered):
                if ride is None:
                    continue
                gate, path = self.reach.travel(origin, ride, colour, region)
                masks[origin * len(ordered) + number] = set_of(path)
                gates[origin * len(ordered) + number] = gate if path else 0
        up = len(rising) + pads[0]
        key = (up, tuple(masks), tuple(gates))
        if key not in self._bases:
            if self._next_ride + len(ordered) > RIDES:
                raise VariantError(f"{self.spec.source}: more than {RIDES} different rays")
            base = self._next_ride * self.size
            self._next_ride += len(ordered)
            self._bases[key] = base
            self._put("ride_mask", base, masks)
            self._put("ride_gate", base, gates)
        return self._bases[key], up, len(ordered) - up

    # --- groups of fields -----------------------------------------------------------------------------------------

    def _scalars(self) -> None:
        spec, rules = self.spec, self.rules
        rules["files"], rules["ranks"] = spec.files, spec.ranks
        rules["classes"], rules["kinds"] = len(self.table.class_kinds), len(self.table.kinds)
        king = self.table.find(spec.king) if spec.king else None
        rules["king_class"] = self.table.classes[king.number] if king else -1
        rules["king_kind"] = king.number if king else -1
        self._put("board", 0, [self.board.mask])
        files = [
            set_of([rank * spec.files + file for rank in range(spec.ranks)]) & self.board.mask
            for file in range(spec.files)
        ]
        self._put("file_of", 0, files)
        dark = set_of([s for s in self.board.squares if (s % spec.files + s // spec.files) % 2 == 0])
        self._put("dark", 0, [dark])

    def _rows(self) -> None:
        for _ in range(2):  # the second pass sees every path of the game, so that none can be misread
            for colour in (WHITE, BLACK):
                for number, kind in enumerate(self.table.class_kinds):
                    self._paths_of(self._row(colour, number), kind.piece, colour)
        for colour in (WHITE, BLACK):
            for number, kind in enumerate(self.table.class_kinds):
                self._moves_of(self._row(colour, number), kind.piece, colour)
                self._promotion_of(self._row(colour, number), number, colour)
        for number, table in enumerate(self.paths.tables):
            every = (1 << self.size) - 1
            sets = [every] * (self.size * self.size)
            for (origin, target), between in table.items():
                sets[origin * self.size + target] = between
            self._put("path", number * self.size * self.size, sets)
        for colour in (WHITE, BLACK):
            self._ring_of(colour)

    def _paths_of(self, row: int, piece: PieceSpec, colour: int) -> None:
        self.rules["families"][row] = self.paths.family(self.reach.rides(piece, CAPTURE, False), colour)
        self.rules["hop_families"][row] = self.paths.family(self.reach.rides(piece, CAPTURE, True), colour)

    def _moves_of(self, row: int, piece: PieceSpec, colour: int) -> None:
        rules, size = self.rules, self.size
        leap_move, leap_capture = self.reach.leaps(piece, colour, MOVE), self.reach.leaps(piece, colour, CAPTURE)
        self._put("leap_move", row * size, leap_move)
        self._put("leap_capture", row * size, leap_capture)
        self._put_across("leap_hits", row, reversed_sets(leap_capture, size))
        flags = 0
        sets = []
        region = self.reach.region(piece, colour)
        for mode in (MOVE, CAPTURE):
            rides, hops = self.reach.rides(piece, mode, False), self.reach.rides(piece, mode, True)
            base, rising, falling = self._ray_set(rides, colour, region)
            flags |= layout.LEADS * any(ride.lead for ride in rides)
            rules["ride_base"][row * 2 + mode] = base
            rules["ride_up"][row * 2 + mode], rules["ride_down"][row * 2 + mode] = rising, falling
            hop_base, hop_rising, hop_falling = self._ray_set(hops, colour, region)
            rules["hop_base"][row * 2 + mode] = hop_base
            rules["hop_up"][row * 2 + mode], rules["hop_down"][row * 2 + mode] = hop_rising, hop_falling
            if hops:
                flags |= layout.HOPS
                kinds = {ride.hop for ride in hops}
                if len(kinds) > 1 or any(ride.lead for ride in hops):
                    raise VariantError(f"{self.spec.source}: {piece.betza!r} mixes ways of hopping")
                rules["hop_kind"][row] = kinds.pop()
            sets.append((base, rising, falling, hop_base, hop_rising, hop_falling))
        ride_hits, hop_hits = (self.reach.ridden(piece, colour, CAPTURE, hop) for hop in (False, True))
        self._put_across("ride_hits", row, reversed_sets(ride_hits, size))
        self._put("hop_hits", row * size, reversed_sets(hop_hits, size))
        every = [a | b | c for a, b, c in zip(leap_capture, ride_hits, hop_hits, strict=True)]
        self._put_across("any_hits", row, reversed_sets(every, size))
        if leap_move == leap_capture and sets[0] == sets[1]:
            flags |= layout.SAME
        if flags & layout.HOPS:
            rules["flags"] |= layout.HAS_HOPS
        elif not any(sets[0]) and not any(sets[1]):
            flags |= layout.LEAPS_ONLY
        if piece.letter in self.spec.n_move_rule_types[colour]:
            flags |= layout.RESETS_COUNT
            reached = self.reach.ridden(piece, colour, MOVE, False)
            quiet = [leaps | rides for leaps, rides in zip(leap_move, reached, strict=True)]
            if any(targets & back for targets, back in zip(quiet, reversed_sets(quiet, size), strict=True)):
                flags |= layout.GOES_BACK
        flags |= self._legs_of(row, piece, colour)
        ordinary = piece.letter in dict(self.spec.capture_promotion)
        special = piece.letter in self.spec.special_types
        flags |= layout.ORDINARY * ordinary | layout.SPECIAL * special
        flags |= layout.EARNS * bool(self.spec.special_types and (special or piece.letter == self.spec.king))
        rules["duties"][row] = duties_of(self.spec, piece)
        flags |= layout.TRADES * (piece.letter in self.spec.trade_ban)
        flags |= layout.STRUCK * (piece.letter in self.spec.counterstrike_ban)
        flags |= self._initial_of(row, piece, colour)
        flags |= self._en_passant_of(row, piece, colour)
        if flags & layout.LEAPS_ONLY and not flags & layout.LEGS:
            flags |= self._by_set(row, piece, colour)
        rules["row_flags"][row] = flags

    def _by_set(self, row: int, piece: PieceSpec, colour: int) -> int:
        leaps = [ride for ride in piece.rides if is_leap(ride)]
        if not 0 < len(leaps) <= BY_SET_LEAPS:
            return 0
        for number, ride in enumerate(leaps):
            origins = set_of([s for s in self.board.squares if self.board.travel(s, ride, colour)[1]])
            self._put("set_from", row * SLOTS + number, [origins])
            self.rules["set_delta"][row * SLOTS + number] = self.board.delta(ride.step, colour)
            self.rules["set_mode"][row * SLOTS + number] = ride.move + 2 * ride.capture
        return layout.BY_SET

    def _legs_of(self, row: int, piece: PieceSpec, colour: int) -> int:
        """Fill the tables of moves of two legs, and where the piece can pass by stepping out and back."""
        size, board = self.size, self.board
        start = row * size * LEG_SLOTS
        self.rules["leg_first"][start : start + size * LEG_SLOTS] = -1
        if not piece.legs:
            return 0
        moves, captures = [0] * (size * LEG_SLOTS), [0] * (size * LEG_SLOTS)
        vias, gates = [0] * size, [0] * size
        leaps = self.reach.leaps(piece, colour, CAPTURE)
        for origin in board.squares:
            slots: dict[int, int] = {}
            for leg in piece.legs:
                first = board.step(origin, leg.first, colour)
                last = board.step(first, leg.second, colour) if first >= 0 else -1
                if last < 0:
                    continue
                if not leg.first_capture:
                    if last != origin:
                        raise VariantError(f"{self.spec.source}: {piece.betza!r}: two legs without capture are a ride")
                    gates[origin] |= 1 << first
                    continue
                slot = slots.setdefault(first, len(slots))
                if slot >= LEG_SLOTS:
                    raise VariantError(f"{self.spec.source}: {piece.betza!r}: more than {LEG_SLOTS} first legs")
                vias[origin] |= 1 << first
                index = origin * LEG_SLOTS + slot
                self.rules["leg_first"][start + index] = first
                moves[index] |= leg.second_move << last
                if last != origin:
                    captures[index] |= leg.second_capture << last
                if not leaps[origin] >> first & 1 or (last != origin and not leaps[origin] >> last & 1):
                    problem = "two legs that reach further than its leaps are not supported"
                    raise VariantError(f"{self.spec.source}: {piece.betza!r}: {problem}")
        self._put("leg_vias", row * size, vias)
        self._put("leg_move", start, moves)
        self._put("leg_capture", start, captures)
        self._put("pass_gate", row * size, gates)
        if any(gates):
            self.rules["flags"] |= layout.HAS_PASS
        if any(moves) or any(captures):
            self.rules["flags"] |= layout.HAS_LEGS
            return layout.LEGS | layout.PASSES * any(gates)
        return layout.PASSES * any(gates)

    def _initial_of(self, row: int, piece: PieceSpec, colour: int) -> int:
        """Fill the table of initial moves: double and triple steps of pawns, and Betza's `i`."""
        spec, size, board = self.spec, self.size, self.board
        start = row * size * SLOTS
        region = self.reach.region(piece, colour)
        shapes: set[tuple[int, int]] = set()  # step and number of steps
        origins = 0
        self.rules["initial_to"][start : start + size * SLOTS] = -1
        passes = [0] * (size * SLOTS)
        used = False
        for origin in board.squares:
            plain: list[tuple[int, int]] = []  # target, squares passed
            if piece.name == "pawn":
                steps = 1 + (origin in spec.double_step_region[colour])
                steps = 3 if origin in spec.triple_step_region[colour] else steps
                _, path = self.reach.travel(origin, Ride((0, 1), steps), colour, region)
                first = 3 if origin not in spec.double_step_region[colour] else 2
                plain += [(path[n - 1], set_of(path[: n - 1])) for n in range(first, len(path) + 1)]
            if origin in spec.double_step_region[colour]:
                for ride in (ride for ride in piece.rides if ride.initial and ride.move):
                    gate, path = self.reach.travel(origin, ride, colour, region)
                    plain += [(square, gate | set_of(path[:n])) for n, square in enumerate(path)]
            plain = list(dict.fromkeys(plain))
            moves = [(target, passed, kind) for target, passed in plain for kind in self._kinds_on(row, target)]
            if len(moves) > SLOTS:
                raise VariantError(f"{spec.source}: {piece.betza!r}: more than {SLOTS} initial moves from one square")
            for slot, (target, passed, kind) in enumerate(moves):
                self.rules["initial_to"][start + origin * SLOTS + slot] = kind << 8 | target
                passes[origin * SLOTS + slot] = passed
                used = True
                shapes.add((0, 0) if kind else _even_steps(origin, target, passed))
                origins |= 1 << origin
        self._put("initial_pass", start, passes)
        self._put("initial_from", row, [origins])
        if len(shapes) == 1:
            self.rules["initial_delta"][row], self.rules["initial_steps"][row] = shapes.pop()
        return layout.INITIAL if used else 0

    def _kinds_on(self, row: int, target: int) -> list[int]:
        """Return what a man of the row may be after an initial move to a square, 0 for what he was."""
        colour, number = divmod(row, ROWS)
        promotion = self.table.promotions[self.table.class_kinds[number].number - 1][colour]
        if target not in self.spec.promotion_region[colour] or not promotion.choices:
            return [0]
        return [*promotion.choices] if promotion.forced else [0, *promotion.choices]

    def _en_passant_of(self, row: int, piece: PieceSpec, colour: int) -> int:
        """Fill the squares from which the row takes en passant: with its moves that only capture."""
        spec = self.spec
        if not (piece.name == "pawn" or piece.letter in spec.en_passant_types[colour]):
            return 0
        region = set_of(spec.en_passant_region[colour])
        captures = self.reach.leaps(piece, colour, CAPTURE)
        plain = self.reach.leaps(piece, colour, MOVE)
        if spec.sergeant_en_passant != "off":
            plain = [0] * self.size
        only = [a & ~b & region for a, b in zip(captures, plain, strict=True)]
        self._put("en_passant_hits", row * self.size, reversed_sets(only, self.size))
        if not any(only):
            return 0
        self.rules["flags"] |= layout.HAS_EN_PASSANT
        return layout.TAKES_EN_PASSANT

    def _promotion_of(self, row: int, number: int, colour: int) -> None:
        spec, rules, kind = self.spec, self.rules, self.table.class_kinds[number]
        promotion = self.table.promotions[kind.number - 1][colour]
        in_place = spec.sittuyin_promotion and kind.piece.name == "pawn"
        zone = 0 if in_place else set_of(spec.promotion_region[colour])
        stay = self.reach.mobile(kind.piece, colour) if spec.immobility_illegal else self.board.mask
        if promotion.choices and kind.piece.legs:
            raise VariantError(f"{spec.source}: {kind.letter!r} moves in two legs and promotes; not supported")
        if promotion.choices or (promotion.forced and not promotion.by_origin and kind.piece.name == "pawn"):
            rules["promotions"][row] = len(promotion.choices)
            rules["promotion"][row * CHOICES : row * CHOICES + len(promotion.choices)] = promotion.choices
            rules["promotion_flags"][row] = layout.BY_ORIGIN * promotion.by_origin + layout.FORCED * promotion.forced
            self._put("zone", row, [zone])
            if promotion.forced:
                stay &= ~zone
            self._gift_of(row, kind, promotion.choices)
        elif stay == self.board.mask:
            rules["row_flags"][row] |= layout.PLAIN
        self._put("stay", row, [stay])

    def _gift_of(self, row: int, kind: Kind, own: tuple[int, ...]) -> None:
        """Fill what a promoting man may give to the opponent, and his choices when he takes a special man."""
        spec, rules, colour = self.spec, self.rules, row // ROWS
        gift = self.table.find(dict(spec.hostile_promotion).get(kind.letter, ""))
        if gift:
            rules["gift"][row] = gift.number
        compound = self.table.find(dict(spec.capture_promotion).get(kind.letter, ""))
        if gift and not (compound and spec.special_taken_on_last_rank == "sergeant"):
            rules["special_gift"][row] = 1
        choices = own
        if compound and spec.special_taken_on_last_rank != "ordinary":
            choices = self.table.promotions[compound.number - 1][colour].choices
            if spec.special_taken_on_last_rank == "either":
                choices = tuple(dict.fromkeys(choices + own))
        if len(choices) > CHOICES:
            raise VariantError(f"{spec.source}: more than {CHOICES} promotion choices")
        rules["special_promotions"][row] = len(choices)
        rules["special_promotion"][row * CHOICES : row * CHOICES + len(choices)] = choices

    def _ring_of(self, colour: int) -> None:
        """Fill, for the rows of `colour`, where they hit the other side's king or a square that it could go to."""
        if self.rules["king_class"] < 0:
            return
        king = self.table.class_kinds[self.rules["king_class"]].piece
        other = 1 - colour
        moves, captures = self.reach.moves(king, other, MOVE), self.reach.moves(king, other, CAPTURE)
        targets = [a | b for a, b in zip(moves, captures, strict=True)]
        self._put("king_reach", other * self.size, targets)
        for number, kind in enumerate(self.table.class_kinds):
            leaps = reversed_sets(self.reach.leaps(kind.piece, colour, CAPTURE), self.size)
            reach = reversed_sets(self.reach.ridden(kind.piece, colour, CAPTURE, False), self.size)
            hits = [a | b for a, b in zip(leaps, reach, strict=True)]
            ring = [0] * self.size
            for square in self.board.squares:
                for target in squares_of(targets[square] | 1 << square):
                    ring[square] |= hits[target]
            self._put_across("ring_hits", self._row(colour, number), ring)

    def _kinds(self) -> None:
        spec, rules, table = self.spec, self.rules, self.table
        for kind in table.kinds:
            rules["bans"][kind.number] = (
                layout.TRADE * (kind.letter in spec.trade_ban)
                | layout.NO_BRIDGE * (kind.letter in spec.trade_ban_no_bridge)
                | layout.COUNTERSTRIKE * (kind.letter in spec.counterstrike_ban)
            )
            rules["class_of"][kind.number] = table.classes[kind.number]
            compound = table.find(dict(spec.capture_promotion).get(kind.letter, ""))
            rules["compound"][kind.number] = compound.number if compound else 0
            rules["points"][kind.number] = 2 * dict(spec.points).get(kind.piece.letter, 0)
            royal = kind.letter == spec.king and not kind.mark
            if spec.captures_to_hand and not royal:
                base = table.find(kind.base)
                rules["hand_kind"][kind.number] = base.number if base else 0
            for colour in (WHITE, BLACK):
                if not kind.mark or (kind.mark == "+" and spec.drop_promoted):
                    self._put("drop", colour * KINDS + kind.number, [self._drop_squares(kind.piece, colour)])
        if spec.piece_drops:
            rules["flags"] |= layout.HAS_DROPS
        if spec.captures_to_hand:
            rules["flags"] |= layout.CAPTURES_TO_HAND
        rules["file_limit_row"][:] = -1
        limited = table.find(spec.drop_no_doubled) if spec.drop_no_doubled else None
        if limited:
            rules["file_limit_kind"], rules["file_limit"] = limited.number, spec.drop_no_doubled_count
            for colour in (WHITE, BLACK):
                rules["file_limit_row"][colour] = self._row(colour, table.classes[limited.number])

    def _drop_squares(self, piece: PieceSpec, colour: int) -> int:
        spec = self.spec
        squares = set_of(spec.drop_region[colour]) & self.reach.region(piece, colour)
        if spec.immobility_illegal:
            number = next(n for n, kind in enumerate(self.table.class_kinds) if kind.piece.rides == piece.rides)
            squares &= self.reach.mobile(self.table.class_kinds[number].piece, colour)
        if piece.name == "pawn":
            edge = 0 if colour == WHITE else spec.ranks - 1
            if not spec.first_rank_pawn_drops:
                squares &= ~set_of([edge * spec.files + file for file in range(spec.files)])
            if not spec.promotion_zone_pawn_drops:
                squares &= ~set_of(spec.promotion_region[colour])
        if piece.name == "rook" and spec.sittuyin_rook_drop:
            squares &= set_of([(0 if colour == WHITE else spec.ranks - 1) * spec.files + f for f in range(spec.files)])
        return squares

    def _results(self) -> None:
        spec, rules, table = self.spec, self.rules, self.table
        rules["flag_row"][:] = -1
        for colour in (WHITE, BLACK):
            region = set_of(spec.flag_region[colour])
            self._put("flag_region", colour, [region])
            letter = spec.flag_piece[colour]
            kind = table.find(letter) if letter else None
            if kind:
                rules["flag_row"][colour] = self._row(colour, table.classes[kind.number])
            if region and plain_flag(spec):
                rules["flags"] |= layout.HAS_FLAGS
        if spec.shogi_pawn_drop_mate_illegal:
            pawn = next((kind for kind in table.kinds if kind.piece.name == "shogiPawn" and not kind.mark), None)
            if pawn:
                rules["flags"] |= layout.DROP_MATE_LOSES
                rules["drop_mate_kind"] = pawn.number
        for flag, holds in (
            (layout.HAS_SPECIALS, bool(spec.special_types or spec.hostile_promotion)),
            (layout.FREEZES, bool(spec.hostile_promotion) and spec.hostile_frozen),
            (layout.FROZEN_IS_HARMLESS, bool(spec.hostile_promotion) and not spec.frozen_gives_check),
            (layout.GIVES_AWAY, spec.hostile_drop),
            (layout.SPECIALS_WIN, bool(spec.special_types) and spec.only_specials_win != "off"),
            (layout.ONLY_SPECIALS_WIN, bool(spec.special_types) and spec.only_specials_win == "always"),
            (layout.STEP_TAKES, spec.sergeant_en_passant == "forced"),
            (layout.SHOWS_VICTIM, spec.en_passant_shows_victim),
            (layout.POINTS_DECIDE, bool(spec.points) or spec.material_counting != "none"),
        ):
            rules["flags"] |= flag * holds
        rules["handicap"][WHITE] = max(-spec.points_handicap, 0)
        rules["handicap"][BLACK] = max(spec.points_handicap, 0)
        fill_ends(spec, rules, table, self.board, self.size)
        if spec.perpetual_check_illegal:
            rules["flags"] |= layout.PERPETUAL_CHECK_LOSES
        for word in spec.insufficient_material:
            dead = table.find(word[0])
            if dead:
                rules["flags"] |= layout.HAS_DEAD_MATERIAL
                rules["dead_bound" if word.endswith("*") else "dead_alone"][dead.number] = 1
        rules["move_count_limit"] = 2 * spec.n_move_rule
        rules["fold_limit"], rules["fold_value"] = spec.n_fold_rule, _VALUES[spec.n_fold_value]
        rules["fold_absolute"] = spec.n_fold_value_absolute
        rules["mate_value"] = _VALUES[spec.checkmate_value]
        rules["stalemate_value"] = _VALUES[spec.stalemate_value]

    def _random_keys(self) -> None:
        numbers = np.random.Generator(np.random.PCG64(20101111))
        for name in ("zobrist", "zobrist_hand", "zobrist_castle", "zobrist_ep", "zobrist_ban"):
            array = self.rules[name]
            if name == "zobrist_hand":  # the keys of large hands come last, so that the others stay what they are
                array = array.reshape(-1, layout.HAND_LIMIT)[:, :64]
            array[:] = numbers.integers(-(2**63), 2**63, size=array.shape, dtype=np.int64)
        self.rules["zobrist_castle"][0] = 0
        self.rules["zobrist_ban"][0] = 0
        self.rules["zobrist_hand"][:: layout.HAND_LIMIT] = 0  # an empty hand
        self.rules["zobrist_black"] = numbers.integers(-(2**63), 2**63, dtype=np.int64)
        for name in ("zobrist_wall", "zobrist_gate", "zobrist_checks", "zobrist_hand"):
            array = self.rules[name]
            if name == "zobrist_hand":
                array = array.reshape(-1, layout.HAND_LIMIT)[:, 64:]
            array[:] = numbers.integers(-(2**63), 2**63, size=array.shape, dtype=np.int64)


def _even_steps(origin: int, target: int, passed: int) -> tuple[int, int]:
    """Return the index change and number of the equal steps from origin to target, (0, 0) where they are not equal."""
    stops = [origin, *squares_of(passed), target] if target > origin else [target, *squares_of(passed), origin]
    deltas = {after - before for before, after in zip(stops, stops[1:], strict=False)}
    if len(deltas) != 1:
        return 0, 0
    return deltas.pop() * (1 if target > origin else -1), len(stops) - 1


@lru_cache(maxsize=32)
def compile_rules(spec: VariantSpec) -> Game:
    """Return a game ready to be played; VariantError, naming file and line, where the engine cannot play it."""
    return _Compiler(spec).run()
