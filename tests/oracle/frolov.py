"""Daniil Frolov's "10x10 game with some popular pieces" on 104 squares, with all nine options (`frolov10x10.md`).

In a position `ep` is the FEN's pair of squares (passed square, victim's square), `extra` the square of a frozen
general, or "won" after a capture that left nothing to promote (5.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracle.base import NAMES, WHITE, Pos, Result, Rules
from tests.oracle.chessgames import split
from tests.oracle.moves import (
    AROUND,
    DIAGONAL,
    KNIGHT,
    ORTHOGONAL,
    Board,
    Grid,
    Pieces,
    Way,
    bent,
    cannon,
    every,
    leap,
    place,
    ride,
    side_of,
)

HOLES = tuple(f"{file}{rank}" for file in "al" for rank in range(2, 10))
AHEAD = ((-1, 1), (0, 1), (1, 1))
SIDELONG = ((-1, 1), (1, 1))
CAMEL = every((1, 3))
GRYPHON: tuple[Way, ...] = tuple(bent((dx, dy), (dx, 0), (0, dy)) for dx, dy in DIAGONAL)
DRAGON: tuple[Way, ...] = tuple(
    bent((dx, dy), *((x, y) for x, y in DIAGONAL if x * dx + y * dy > 0)) for dx, dy in ORTHOGONAL
)

# 3.1: the ordinary kinds with their compounds, and the points.
COMPOUND = dict(zip("RBMAGDEWCVPSNJ", "QQZZOOUUTTFFYY", strict=True))
SPECIAL = "QZOYTUFLI"
POINTS = dict(K=0, P=1, S=1, F=2, R=6, B=5, Q=11, M=10, A=8, Z=18, G=10, D=8, O=18, E=3, W=4, U=7, C=4, V=3, T=7, N=4)
POINTS |= dict(J=3, Y=7, L=3, I=3)

# 4.4: what the three kinds become on the last rank, and the general that goes to the opponent.
PROMOTIONS = {"P": "RNMGWC", "S": "BJEVDA", "F": "QOZYTU"}
GENERAL = {"P": "L", "S": "I"}
DOUBLE_STEPS: dict[str, tuple[tuple[int, int], ...]] = {"P": ((0, 1),), "S": SIDELONG, "F": AHEAD}
ROOK_HOMES = {"K": "k2", "Q": "b2", "k": "k9", "q": "b9"}
CITADELS = (("a10", "l10"), ("a1", "l1"))


@dataclass(frozen=True)
class Options:
    """Section 9, the defaults first there."""

    hostileFrozen: bool = True
    hostileDrop: bool = False
    wizard: bool = False
    caliph: bool = False
    citadelWin: bool = False
    sergeantEnPassant: str = "optional"
    specialTakenOnLastRank: str = "sergeant"
    onlySpecialsWin: str = "bonus"
    frozenGivesCheck: bool = True


PRESETS = {
    "frolov10x10": Options(),
    "frolov10x10-wizard": Options(wizard=True),
    "frolov10x10-caliph": Options(caliph=True),
    "frolov10x10-citadel": Options(citadelWin=True),
    "frolov10x10-drop": Options(hostileDrop=True),
}


def kinds(options: Options) -> dict[str, tuple[Way, ...]]:
    """Section 3.1, and the piece options of section 9."""
    rook, bishop = ride(*ORTHOGONAL), ride(*DIAGONAL)
    knight, camel = leap(*KNIGHT), leap(*CAMEL)
    elephant, machine = leap(*every((1, 1), (2, 2))), leap(*every((1, 0), (2, 0)))
    table: dict[str, tuple[Way, ...]] = {
        "K": (leap(*AROUND),),
        "P": (leap((0, 1), mode="m"), leap(*SIDELONG, mode="c")),
        "S": (leap(*SIDELONG, mode="m"), leap((0, 1), mode="c")),
        "F": (leap(*AHEAD),),
        "R": (rook,),
        "B": (bishop,),
        "Q": (rook, bishop),
        "M": (rook, knight),
        "A": (bishop, knight),
        "Z": (rook, bishop, knight),
        "G": GRYPHON,
        "D": DRAGON,
        "O": GRYPHON + DRAGON,
        "E": (elephant,),
        "W": (machine,),
        "U": (elephant, machine),
        "C": (ride(*ORTHOGONAL, mode="m"), cannon(*ORTHOGONAL)),
        "V": (ride(*DIAGONAL, mode="m"), cannon(*DIAGONAL)),
        "T": (ride(*AROUND, mode="m"), cannon(*AROUND)),
        "N": (knight,),
        "J": (camel,),
        "Y": (knight, camel),
        "L": (leap(*ORTHOGONAL, *SIDELONG),),
        "I": (leap(*DIAGONAL, (0, 1)),),
    }
    if options.wizard:
        table["N"] += (leap(*ORTHOGONAL),)
        table["J"] += (leap(*DIAGONAL),)
        table["Y"] += (leap(*AROUND),)
    if options.caliph:
        table["A"] = (bishop, camel)
        table["Z"] += (camel,)
    return table


class FrolovRules(Rules):
    """The game; `rights` are the squares of the rooks that may still castle."""

    name = "frolov10x10"
    start = (
        "jcvewgdwevcj/*rnbmkqabnr*/*sssssppppp*/*10*/*10*/*10*/*10*/*PPPPPSSSSS*/*RNBAQKMBNR*/JCVEWDGWEVCJ w KQkq - 0 1"
    )

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.pieces = Pieces(Grid(12, 10, HOLES), kinds(self.options))

    # -- moves

    def candidates(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """Every man but a frozen general (6.2); a sergeant's step and capture in passing are two moves (4.3)."""
        for square, man in pos.board.items():
            if side_of(man) != pos.side or (self.options.hostileFrozen and square == pos.extra):
                continue
            kind = man.upper()
            passing = kind in "PSF" and bool(pos.ep) and self.pieces.hits(pos.board, square, split(pos.ep)[0])
            for to in self.pieces.targets(pos.board, square):
                if passing and to == split(pos.ep)[0] and self.options.sergeantEnPassant == "forced":
                    continue
                yield from self.arrive(pos, square, to, to if to in pos.board else "")
            if passing:
                yield from self.arrive(pos, square, *split(pos.ep))
            if kind in "PSF":
                yield from self.double_steps(pos, square, kind)
            elif kind == "K":
                yield from self.castlings(pos, square)

    def double_steps(self, pos: Pos, square: str, kind: str) -> Iterator[tuple[str, Pos]]:
        """4.2: from the pawn rank, in a direction in which the man moves without capture."""
        x, y = place(square)
        sign = 1 if pos.side == WHITE else -1
        if y != (2 if pos.side == WHITE else 7):
            return
        for dx, dy in DOUBLE_STEPS[kind]:
            one, two = self.grid.at(x + dx, y + dy * sign), self.grid.at(x + 2 * dx, y + 2 * dy * sign)
            if one and two and one not in pos.board and two not in pos.board:
                board = dict(pos.board)
                board[two] = board.pop(square)
                yield square + two, pos.after(square + two, board, zero=True, ep=one + two)

    def arrive(self, pos: Pos, square: str, to: str, victim: str) -> Iterator[tuple[str, Pos]]:
        """All moves from square to target: `victim` is the square of the man taken, or empty text."""
        man = pos.board[square]
        kind = man.upper()
        taken = pos.board[victim].upper() if victim else ""
        special = taken != "" and taken in SPECIAL
        board = dict(pos.board)
        del board[square]
        board.pop(victim, None)
        zero = bool(victim) or kind in "PSF"
        rights = pos.rights.difference((square, victim))
        if kind == "K":
            rights = frozenset(rook for rook in rights if side_of(pos.board[rook]) != pos.side)
        text = square + to
        last_rank = place(to)[1] == (9 if pos.side == WHITE else 0)

        own, general = self.becomes(kind, special, last_rank)
        for letter in own:
            become = dict(board)
            become[to] = letter if pos.side == WHITE else letter.lower()
            mark = letter.lower() if letter != kind else "x" if kind == "F" and victim not in ("", to) else ""
            if special and kind not in COMPOUND:
                yield from self.bonus(pos, text + mark, become, rights)
            else:
                yield text + mark, pos.after(text + mark, become, zero=zero, rights=rights)
        if general:
            for goal in self.grid.squares if self.options.hostileDrop else [to]:
                if goal in board:
                    continue
                become = dict(board)
                become[goal] = general.lower() if pos.side == WHITE else general
                move = text + general.lower() + (f",{general.lower()}@{goal}" if goal != to else "")
                frozen = goal if self.options.hostileFrozen else ""
                yield move, pos.after(move, become, zero=True, rights=rights, extra=frozen)

    def becomes(self, kind: str, special: bool, last_rank: bool) -> tuple[str, str]:
        """4.4 and 5.1: the kinds that may stand on the target, and the general for the opponent (or empty text)."""
        if kind == "F" and last_rank:
            return PROMOTIONS["F"], ""
        if kind in "PS" and last_rank:
            reading = self.options.specialTakenOnLastRank
            if special and reading == "sergeant":
                return PROMOTIONS["F"], ""
            more = PROMOTIONS["F"] if special and reading == "either" else ""
            return PROMOTIONS[kind] + more, GENERAL[kind]
        if special and kind in COMPOUND:
            return COMPOUND[kind], ""
        return kind, ""

    def bonus(self, pos: Pos, text: str, board: Board, rights: frozenset[str]) -> Iterator[tuple[str, Pos]]:
        """5.2 and 5.3: a king or special piece has taken a special one."""
        ordinary = [square for square, man in board.items() if side_of(man) == pos.side and man.upper() in COMPOUND]
        won = not ordinary and self.options.onlySpecialsWin != "off"
        yield text, pos.after(text, board, zero=True, rights=rights, extra="won" if won else "")
        for square in ordinary:
            become = dict(board)
            letter = COMPOUND[board[square].upper()]
            become[square] = letter if pos.side == WHITE else letter.lower()
            move = f"{text},{square}{letter.lower()}"
            yield move, pos.after(move, become, zero=True, rights=rights.difference((square,)))

    def castlings(self, pos: Pos, king: str) -> Iterator[tuple[str, Pos]]:
        """7.1: two or three squares; the rook lands on the square that the king crossed last."""
        x, y = place(king)
        for rook in sorted(pos.rights):
            if side_of(pos.board[rook]) != pos.side:
                continue
            rook_x = place(rook)[0]
            step = 1 if rook_x > x else -1
            if any(self.grid.at(n, y) in pos.board for n in range(x + step, rook_x, step)) or pos.in_check():
                continue
            for length in (2, 3):
                alone = dict(pos.board)
                del alone[king]
                crossed = [self.grid.at(x + n * step, y) for n in range(1, length)]
                if any(self.pieces.attacked(alone, square, 1 - pos.side) for square in crossed):
                    continue
                to = self.grid.at(x + length * step, y)
                board = dict(alone)
                board[crossed[-1]] = board.pop(rook)
                board[to] = pos.board[king]
                rights = frozenset(square for square in pos.rights if side_of(pos.board[square]) != pos.side)
                yield king + to, pos.after(king + to, board, rights=rights)

    def attacked(self, pos: Pos, square: str, by: int) -> bool:
        """6.3: a frozen general attacks like any man, unless the option says that it gives no check."""
        for origin, man in pos.board.items():
            frozen = origin == pos.extra and not self.options.frozenGivesCheck
            if side_of(man) == by and not frozen and self.pieces.hits(pos.board, origin, square):
                return True
        return False

    # -- results

    def over(self, pos: Pos) -> Result | None:
        """5.3, and the king in the opponent's citadel; both for the side that has just moved.

        With `onlySpecialsWin = always` a side that has special men and no ordinary man wins, the mover first.
        """
        mover = 1 - pos.side
        if pos.extra == "won":
            return Result("immediate", "loss", f"nothing left to promote: {NAMES[mover]} wins")
        if self.options.citadelWin:
            for square in CITADELS[mover]:
                if pos.board.get(square) == "Kk"[mover]:
                    return Result("immediate", "loss", f"citadel: {NAMES[mover]} king on {square}")
        if self.options.onlySpecialsWin == "always":
            for side, value in ((mover, "loss"), (pos.side, "win")):
                men = [man.upper() for man in pos.board.values() if side_of(man) == side and man not in "Kk"]
                if men and all(man in SPECIAL for man in men):
                    return Result("immediate", value, f"nothing left to promote: {NAMES[side]} wins")
        return None

    def no_moves(self, pos: Pos) -> Result:
        """7.2: no legal move loses, in check or not."""
        return Result("immediate", "loss", "checkmate" if pos.in_check() else "stalemate")

    def claims(self, pos: Pos, past: list[Pos]) -> Result | None:
        """7.3 and 7.4: fifty moves and the third occurrence are decided by points."""
        if pos.half < 100 and len(self.occurrences(pos, past)) < 2:
            return None
        points = self.points(pos)
        best = 0 if points[0] > points[1] else 1
        value = "win" if best == pos.side else "loss"
        return Result("claim", value, f"points {points[best]:g} to {points[1 - best]:g}: {NAMES[best]} wins")

    def points(self, pos: Pos) -> tuple[float, float]:
        """White's and Black's points; Black has half a point more."""
        totals = [0.0, 0.5]
        for man in pos.board.values():
            totals[side_of(man)] += POINTS[man.upper()]
        return totals[0], totals[1]

    def key(self, pos: Pos) -> tuple[object, ...]:
        """7.4: placement, side, rights, frozen general, and a legal capture in passing."""
        ep = ""
        if pos.ep:
            middle, victim = split(pos.ep)
            if any(split(text)[1] == middle and victim not in child.board for text, child in pos.children()):
                ep = pos.ep
        return (frozenset(pos.board.items()), pos.side, pos.rights, pos.extra, ep)

    # -- FEN

    def fen(self, pos: Pos) -> str:
        """2.2; a position won by 5.3 has no mark."""
        rights = "".join(letter for letter, square in ROOK_HOMES.items() if square in pos.rights)
        left = pos.ep or ("!" + pos.extra if pos.extra in pos.board else "-")
        return f"{self.placement(pos.board)} {'wb'[pos.side]} {rights or '-'} {left} {pos.half} {pos.full}"

    def from_fen(self, fen: str) -> Pos:
        """Read the six fields."""
        placement, side, rights, left, half, full = fen.split()
        board, _ = self.read_placement(placement)
        homes = frozenset(ROOK_HOMES[letter] for letter in rights if letter != "-")
        frozen = left[1:] if left.startswith("!") else ""
        ep = left if left != "-" and not frozen else ""
        return Pos(
            self, board, side="wb".index(side), rights=homes, ep=ep, half=int(half), full=int(full), extra=frozen
        )
