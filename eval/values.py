"""From a game's rules to everything that the evaluation weighs, written into the record of its rules.

Nothing here knows a game. A man is worth what he can reach: with M the number of squares that he reaches from an
average square of that board, blocked as often as its density of men says, he is worth `PER_TARGET * M +
PER_TARGET_SQUARED * M * M` centipawns. The quadratic form is that of H. G. Muller's rule for leapers on 8x8 (value
= 33 N + 0.7 N * N centipawns for N moves in the middle of the board, published with his engines); the constants were
set so that chess comes out with its usual values, and then give Shogi's usual proportions as well. Men are worth more
where they can promote soon, less where they are bound to a part of the board.

Where captured men change sides, material never leaves the game, and no end game comes. The phase then says how much
of it stands on the board, and `end` values are those of a game with everything in hand.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from engine.bitboard import pack
from engine.geometry import set_of
from engine.layout import HAND_LIMIT, KINDS, ROWS
from engine.rules import Game
from eval import terms
from eval.mobility import Grid, Ground, Targets, binding
from eval.weights import Weights, read_weights
from variants.fen import start_or_kings
from variants.spec import BLACK, WHITE, Value

PER_TARGET: Final = 56.0
PER_TARGET_SQUARED: Final = 0.9
KING_WORTH: Final = 10_000  # in exchanges a king is taken last, and takes last

TAKEN_OFF: Final = 0.4  # of the men at the start are away in the middle of a game without drops
IN_HAND: Final = 0.25  # or in hand in one with drops
BOUND: Final = 0.08  # lost for every halving of the board that a man can get to, two at most
BOUND_WITH_DROPS: Final = 0.04
PLACE: Final = (9.0, 7.0)  # centipawns for a target more than on the average square (middle, end)
ADVANCE: Final = (16.0, 8.0)  # from the first rank to two thirds of the board
HOPE: Final = (0.07, 0.15)  # share of the gain that a man one move from promotion has
HOPE_WITH_DROPS: Final = (0.2, 0.25)
HOPE_FADES: Final = 0.6  # with every move more
PAWN_CENTRE: Final = 14.0  # centipawns for a pawn on a middle file that has moved
FLAG_HOPE: Final = 150.0  # centipawns for one move from the flag, of a man other than a king
FAR: Final = 12  # moves; as good as never

HAND_FACTOR: Final = 1.04  # a man in hand, against the best quarter of the squares where he can be dropped
NEXT_MAN: Final = 0.92  # each further man of a kind in hand
LEAST_MAN: Final = 0.6
NEXT_LIMITED: Final = 0.8  # the same for a kind of which a file bears few
LEAST_LIMITED: Final = 0.35

PER_UNIT: Final = 60.0  # centipawns of worth that make a unit of attack
MOST_UNITS: Final = 9.0  # of one man
HAND_ATTACK: Final = 0.6  # units of a man in hand for each four free squares, as a share of those of an attacker
GUARD: Final = 0.3  # of the units of a man who guards his king
DANGER_DIVISOR: Final = 4  # units squared over this are centipawns
MOST_DANGER_COST: Final = 2500
UNITS: Final = {  # of danger, besides those of the men that attack: the names in a weight file
    terms.RING_HIT: ("ring_hit", 2.0),
    terms.RING_TWICE: ("ring_twice", 3.0),
    terms.RING_WEAK: ("ring_weak", 4.0),
    terms.FLIGHT: ("flight", 1.0),
    terms.DROP_SUPPORTED: ("drop_supported", 12.0),
    terms.DROP_CHECK: ("drop_check", 5.0),
}
PAIR: Final = 30


@dataclass(slots=True)
class _Man:
    """One kind of one colour while its values are found."""

    targets: Targets
    mobility: Grid
    material: float
    royal: bool
    pawn: bool  # goes forward only, by single steps
    middle: Grid = field(default_factory=lambda: np.zeros(0))
    end: Grid = field(default_factory=lambda: np.zeros(0))


class _Appraiser:
    """Finds the values of one game and writes them."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self.game, self.spec, self.rules, self.weights = game, game.spec, game.rules, weights
        spec = game.spec
        self.drops = spec.piece_drops
        self.start = start_or_kings(spec)
        cells = spec.files * spec.ranks - len(spec.holes)
        crowd = len(self.start.pieces) + sum(sum(hand.values()) for hand in self.start.hands)
        away = IN_HAND if self.drops else TAKEN_OFF
        self.ground = Ground.of(spec, 1 - min(crowd / cells, 0.9) * (1 - away))
        self.men = [[self._man(number, colour) for number in range(len(game.table.kinds))] for colour in (0, 1)]
        for colour in (WHITE, BLACK):
            for number in range(len(game.table.kinds)):
                self._place(number, colour)

    # --- one kind -------------------------------------------------------------------------------------------------

    def _grid(self, squares: frozenset[int]) -> Grid:
        grid = np.zeros(self.spec.files * self.spec.ranks)
        grid[sorted(squares)] = 1.0
        return grid.reshape(self.spec.ranks, self.spec.files)

    def _advance(self, colour: int) -> Grid:
        """Return 0 on the side's first rank to 1 on its last."""
        ranks = np.linspace(0.0, 1.0, self.spec.ranks)[:, None] + np.zeros((1, self.spec.files))
        return ranks if colour == WHITE else 1.0 - ranks

    def _centre(self, axis: int) -> Grid:
        """Return 1 on the middle rank (axis 0) or file (axis 1) to 0 at the edge."""
        count = (self.spec.ranks, self.spec.files)[axis]
        line = 1.0 - np.abs(np.linspace(-1.0, 1.0, count)) if count > 1 else np.zeros(1)
        line = line / max(float(line.max()), 1e-9)
        return np.zeros((self.spec.ranks, self.spec.files)) + (line[:, None] if axis == 0 else line[None, :])

    def _man(self, number: int, colour: int) -> _Man:
        kind = self.game.table.kinds[number]
        initial = self._grid(self.spec.double_step_region[colour])
        targets = self.ground.targets(kind.piece, colour, initial)
        mobility = self.ground.mobility(targets, colour)
        mean = float(mobility.sum() / self.ground.squares.sum())
        halvings = min(np.log2(binding(targets) or 4), 2.0)
        bound = 1 - (BOUND_WITH_DROPS if self.drops else BOUND) * halvings
        material = (PER_TARGET * mean + PER_TARGET_SQUARED * mean * mean) * bound
        steps = [ride for ride in kind.piece.rides if not ride.initial]
        return _Man(
            targets=targets,
            mobility=mobility,
            material=material,
            royal=kind.number == int(self.rules["king_kind"]),
            pawn=bool(steps) and all(ride.step[1] == 1 and ride.limit == 1 and not ride.lead for ride in steps),
        )

    def _place(self, number: int, colour: int) -> None:
        """Find the square values of a kind, its material included."""
        man = self.men[colour][number]
        advance = self._advance(colour)
        if man.royal:
            man.material = 0.0
            man.middle, man.end = self._royal(colour, advance)
        else:
            mean = float(man.mobility.sum() / self.ground.squares.sum())
            better = man.mobility - mean
            forward = np.minimum(advance, 2 / 3) - 1 / 3
            hope = self._hope(number, colour)
            shares = HOPE_WITH_DROPS if self.drops else HOPE
            man.middle = man.material + PLACE[0] * better + ADVANCE[0] * forward + shares[0] * hope
            man.end = man.material + PLACE[1] * better + ADVANCE[1] * forward + shares[1] * hope
            if man.pawn and not self.drops:
                man.middle = man.middle + PAWN_CENTRE * self._centre(1) * np.minimum(2 * advance, 1.0)
        self._flag_hope(number, colour)
        man.middle, man.end = man.middle * self.ground.squares, man.end * self.ground.squares
        letter = self.game.table.kinds[number].text(BLACK)
        man.middle = self.weights.squares(letter, "middle", man.middle, colour)
        man.end = self.weights.squares(letter, "end", man.end, colour)

    def _royal(self, colour: int, advance: Grid) -> tuple[Grid, Grid]:
        """Return a king's square values: at home behind his men, in an end game in the middle of the board."""
        ranks = advance * (self.spec.ranks - 1)
        out = np.minimum(ranks, 4.0)
        if self.drops:
            each = 5.0 if self.rules["flag_row"][colour] >= 0 else 10.0
            safe = -each * out
            return safe, 1.4 * safe
        central = self._centre(0) * self._centre(1)
        return -14.0 * out - 20.0 * self._centre(1), 35.0 * central + 10.0 * np.minimum(advance, 0.6)

    def _hope(self, number: int, colour: int) -> Grid:
        """Return what a promotion would gain, less with every move to the zone."""
        man = self.men[colour][number]
        promotion = self.game.table.promotions[number][colour]
        gain = max((self.men[colour][choice - 1].material for choice in promotion.choices), default=0.0) - man.material
        if not promotion.choices or gain <= 0:
            return np.zeros_like(self.ground.squares)
        zone = self._grid(self.spec.promotion_region[colour]) * self.ground.squares
        distance = np.maximum(self.ground.distance(man.targets, zone, FAR), 1.0)
        return gain * np.where(distance < FAR, HOPE_FADES ** (distance - 1), 0.0)

    def _flag_hope(self, number: int, colour: int) -> None:
        """Add the nearness of a flag for men other than a king that may win by reaching it."""
        man, region = self.men[colour][number], self.spec.flag_region[colour]
        kind, flag = self.game.table.kinds[number], self.spec.flag_piece[colour]
        if not region or man.royal or (flag is not None and (kind.letter != flag or kind.mark)):
            return
        distance = np.maximum(self.ground.distance(man.targets, self._grid(region), FAR), 1.0)
        hope = FLAG_HOPE * np.where(distance < FAR, HOPE_FADES ** (distance - 1), 0.0)
        man.middle, man.end = man.middle + hope, man.end + hope

    # --- writing --------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Fill all fields of the rules that hold values."""
        self._write_values()
        self._write_hands()
        self._write_phase()
        self._write_danger()
        self._write_pawns()
        self._write_flags()
        self._write_terms()

    @property
    def _losing_wins(self) -> bool:
        """Whether having no men left wins, so that each man is a burden."""
        return self.spec.extinction_value is Value.WIN and self.spec.extinction_together

    def _write_values(self) -> None:
        self.rules["value"][:] = 0
        self.rules["worth"][:] = 0
        better = BLACK if self._losing_wins else WHITE  # for which white men count
        for colour in (WHITE, BLACK):
            for number, man in enumerate(self.men[colour]):
                start = (colour * KINDS + number + 1) * self.game.width
                words = _packed(man.middle, man.end) * (1 if colour == better else -1)
                self.rules["value"][start : start + words.size] = words
                if colour == WHITE:
                    usual = float(np.median((man.middle + man.end)[self.ground.squares > 0])) / 2
                    self.rules["worth"][number + 1] = KING_WORTH if man.royal else max(_rounded(usual), 1)

    def _write_hands(self) -> None:
        self.rules["hand_value"][:] = 0
        self.rules["hand_worth"][:] = 0
        if not self.drops:
            return
        for colour in (WHITE, BLACK):
            for number, man in enumerate(self.men[colour]):
                kind = self.game.table.kinds[number]
                if man.royal or kind.mark:
                    continue
                parts = []
                limited = kind.letter == self.spec.drop_no_doubled
                falls, least = (NEXT_LIMITED, LEAST_LIMITED) if limited else (NEXT_MAN, LEAST_MAN)
                share = np.maximum(falls ** np.arange(HAND_LIMIT - 1), least)
                squares = sorted(self.spec.drop_region[colour])
                for name, grid in (("middle", man.middle), ("end", man.end)):
                    best = np.sort(grid.ravel()[squares])[-max(len(squares) // 4, 1) :]
                    first = self.weights.hand(kind.text(BLACK), name, HAND_FACTOR * float(best.mean()))
                    parts.append(np.concatenate(([0.0], np.cumsum(share * first))))
                words = _packed(parts[0], parts[1]) * (1 if colour == WHITE else -1)
                start = (colour * KINDS + kind.number) * HAND_LIMIT
                self.rules["hand_value"][start : start + HAND_LIMIT] = words
                if colour == WHITE:
                    self.rules["hand_worth"][kind.number] = _rounded((parts[0][1] + parts[1][1]) / 2)

    def _write_phase(self) -> None:
        """Share FULL_PHASE out among the men of the start by their worth; pawns count only where men come back."""
        weights = np.zeros(KINDS)
        for number, man in enumerate(self.men[WHITE]):
            if not man.royal and (self.drops or not man.pawn):
                weights[number + 1] = self.rules["worth"][number + 1]
        total = 0.0
        for man_there in self.start.pieces.values():
            kind = self.game.table.find(man_there.letter, man_there.mark) or self.game.table.find(man_there.letter)
            total += weights[kind.number] if kind else 0.0
        if self.drops:
            for hand in self.start.hands:
                for letter, men in hand.items():
                    kind = self.game.table.find(letter)
                    total += men * weights[kind.number] if kind else 0.0
        shares = np.floor(weights * terms.FULL_PHASE / max(total, 1.0) + 0.5).astype(np.int64)
        self.rules["phase"][:KINDS] = shares
        self.rules["phase"][KINDS:] = shares

    def _write_danger(self) -> None:
        rules, size, number = self.rules, self.game.width, self.weights.number
        squares = np.arange(terms.MOST_DANGER + 1)
        cost = np.minimum(squares * squares // DANGER_DIVISOR, MOST_DANGER_COST)
        rules["danger_cost"][:] = np.floor(cost * number("danger", 1.0) + 0.5).astype(np.int64)
        for name in ("attack", "guard", "pair", "hand_attack"):
            rules[name][:] = 0
        for place, kind in enumerate(self.game.table.class_kinds):
            man = self.men[WHITE][kind.number - 1]
            if man.royal:
                continue
            units = min(float(rules["worth"][kind.number]) / PER_UNIT, MOST_UNITS)
            for colour in (WHITE, BLACK):
                row = colour * ROWS + place
                rules["attack"][row] = _rounded(units * number("attack", 1.0))
                rules["guard"][row] = max(_rounded(units * number("guard", GUARD)), 1)
                if not self.drops and _colour_bound(man.targets):  # else he can be dropped on either colour
                    rules["pair"][row] = PAIR
        if self.drops:
            share = number("hand_attack", HAND_ATTACK) / PER_UNIT
            for kind in self.game.table.kinds:
                if not kind.mark and not self.men[WHITE][kind.number - 1].royal:
                    rules["hand_attack"][kind.number] = _rounded(float(rules["worth"][kind.number]) * share)
        for colour in (WHITE, BLACK):
            rings = [0] * size
            for square in self._squares():
                rings[square] = 1 << square | self._king_moves(colour, square)
            rules["king_ring"][colour * size : (colour + 1) * size] = pack(rings, size)

    def _squares(self) -> list[int]:
        return [s for s in range(self.spec.files * self.spec.ranks) if s not in self.spec.holes]

    def _king_moves(self, colour: int, square: int) -> int:
        """Return the squares that the royal piece reaches from a square on an empty board."""
        king = int(self.rules["king_kind"])
        if king < 1:
            return 0
        targets = self.men[colour][king - 1].targets
        rank, file = divmod(square, self.spec.files)
        both = {**targets.moves, **targets.captures}
        return set_of([square + dy * self.spec.files + dx for (dx, dy), way in both.items() if way[rank, file] > 0])

    def _write_pawns(self) -> None:
        rules, size = self.rules, self.game.width
        rules["eval_terms"][:] = 0
        rules["eval_terms"][terms.PAWN_CLASS] = -1
        rules["passed"][:] = 0
        if self.drops:
            return
        for number, kind in enumerate(self.game.table.class_kinds):
            man = self.men[WHITE][kind.number - 1]
            straight = all(offset == (0, 1) for offset, way in man.targets.moves.items() if offset[1] < 2)
            if not (man.pawn and straight and man.targets.moves and rules["promotions"][number]):
                continue
            rules["eval_terms"][terms.PAWN_CLASS] = number
            for colour in (WHITE, BLACK):
                zone = self._grid(self.spec.promotion_region[colour]) * self.ground.squares
                distance = self.ground.distance(self.men[colour][kind.number - 1].targets, zone, FAR)
                near = np.where((distance > 0) & (distance < FAR), distance, np.inf) - 1
                words = _packed(50.0 * 0.6**near, 110.0 * 0.65**near)
                rules["passed"][colour * size : colour * size + words.size] = words
            return

    def _write_flags(self) -> None:
        rules, size = self.rules, self.game.width
        rules["flag_distance"][:] = -1
        rules["flag_step"][:] = pack([0], size)[0]
        for colour in (WHITE, BLACK):
            region = self.spec.flag_region[colour]
            flag_is_king = rules["flag_row"][colour] == colour * ROWS + rules["king_class"]
            if not region or rules["king_class"] < 0 or not flag_is_king:
                continue
            targets = self.men[colour][int(rules["king_kind"]) - 1].targets
            distance = self.ground.distance(targets, self._grid(region), FAR).ravel()
            steps = [0] * size
            for square in self._squares():
                rules["flag_distance"][colour * size + square] = int(distance[square])
                reached = self._king_moves(colour, square)
                steps[square] = set_of(
                    [s for s in self._squares() if reached >> s & 1 and distance[s] < distance[square]]
                )
            rules["flag_step"][colour * size : (colour + 1) * size] = pack(steps, size)

    def _write_terms(self) -> None:
        constants = self.rules["eval_terms"]
        number = self.weights.number
        constants[terms.TEMPO] = _rounded(number("tempo", 25.0 if self.drops else 12.0))
        constants[terms.DANGER_FADES] = not self.drops
        constants[terms.ATTACKERS] = _rounded(number("attackers", 1.0 if self.drops else 2.0))
        constants[terms.RACE_WIN] = 3000
        constants[terms.PAIR_CLASSES] = sum(1 << n for n in range(ROWS) if self.rules["pair"][n])
        for distance, value in enumerate((600.0, 200.0, 80.0, 30.0), 1):
            constants[terms.RACE + distance] = _rounded(number(f"race{distance}", value))
        constants[terms.DOUBLED] = _rounded(number("doubled", 10.0))
        constants[terms.ISOLATED] = _rounded(number("isolated", 12.0))
        for index, (name, derived) in UNITS.items():
            constants[index] = _rounded(number(name, derived))


def _colour_bound(targets: Targets) -> bool:
    offsets = [*targets.moves, *targets.captures]
    return bool(offsets) and all((dx + dy) % 2 == 0 for dx, dy in offsets)


def _rounded(value: float) -> int:
    return int(np.floor(value + 0.5 + 1e-7))


def _packed(middle: Grid, end: Grid) -> Any:
    """Return centipawn grids as words like `layout.packed`; rounding is the same for mirrored grids."""
    whole = [np.floor(grid.ravel() + 0.5 + 1e-7).astype(np.int64) for grid in (middle, end)]
    return (whole[1] << 32) + whole[0]


def install_values(game: Game, weights: Weights | None = None) -> None:
    """Derive all values of a game and write them into `game.rules`.

    weights : numbers that override the derived ones; None: those of the game's weight file, if it has one
    """
    _Appraiser(game, weights or read_weights(game.spec)).write()
