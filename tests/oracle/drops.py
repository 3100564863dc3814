"""The three drop games: Leaperhouse, Okisaki Shogi and Yari Shogi.

Tables and rules from `leaperhouse-okisaki-yari.md` and the seed texts that it decides about.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.base import NAMES, WHITE, Pos, Result, Rules
from tests.oracle.moves import (
    AROUND,
    DIAGONAL,
    KNIGHT,
    ORTHOGONAL,
    Grid,
    Pieces,
    Way,
    every,
    leap,
    place,
    ride,
    side_of,
)

FORWARD = (0, 1)
FORWARD_THREE = ((-1, 1), (0, 1), (1, 1))
SIDEWAYS = ((-1, 0), (1, 0))
GOLD: tuple[Way, ...] = (leap(*FORWARD_THREE, *SIDEWAYS, (0, -1)),)
KING: tuple[Way, ...] = (leap(*AROUND),)


class DropRules(Rules):
    """A game with hands.  `zone`: how many last ranks promote; `stuck`: kinds that cannot move on the last rank."""

    zone = 3
    promotes = ""
    forced_in_zone = ""
    stuck = ""
    hand_order = ""
    folds = 4
    fold_value = "draw"
    campmate = False
    pawn_drop_mate_wins_for_mated = False

    # -- moves

    def rank(self, square: str, side: int) -> int:
        """The rank as the side counts it, 1 is its own first."""
        y = place(square)[1]
        return y + 1 if side == WHITE else self.grid.ranks - y

    def last(self, square: str, side: int) -> bool:
        """Whether the square is on the side's last rank."""
        return self.rank(square, side) == self.grid.ranks

    def in_zone(self, square: str, side: int) -> bool:
        """Whether the square is in the side's promotion zone."""
        return self.rank(square, side) > self.grid.ranks - self.zone

    def candidates(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """Board moves with and without promotion, then drops."""
        for square, man in pos.board.items():
            if side_of(man) == pos.side:
                for to in self.pieces.targets(pos.board, square):
                    yield from self.step(pos, square, to)
        for letter in sorted(set(pos.hands[pos.side])):
            yield from self.drop(pos, letter)

    def step(self, pos: Pos, square: str, to: str) -> Iterator[tuple[str, Pos]]:
        """One board move, as one or two moves by promotion (into, inside or out of the zone)."""
        man = pos.board[square]
        hands = pos.hands
        victim = pos.board.get(to)
        if victim is not None:
            hands = self.hold(hands, pos.side, victim[-1])
        kind = man.upper()
        may = kind in self.promotes and (self.in_zone(square, pos.side) or self.in_zone(to, pos.side))
        must = may and (kind in self.forced_in_zone or (kind in self.stuck and self.last(to, pos.side)))
        for becomes, mark in ((man, ""), ("+" + man, "+")):
            if (mark and not may) or (not mark and must):
                continue
            board = dict(pos.board)
            del board[square]
            board[to] = becomes
            yield square + to + mark, pos.after(square + to + mark, board, hands, zero=bool(victim or mark))

    def drop(self, pos: Pos, letter: str) -> Iterator[tuple[str, Pos]]:
        """Drops of one kind: no immobile man, no second unpromoted pawn on a file."""
        man = letter if pos.side == WHITE else letter.lower()
        hands = self.release(pos.hands, pos.side, letter)
        files = {square[0] for square, other in pos.board.items() if other == man} if letter == "P" else set()
        for to in self.grid.squares:
            if to in pos.board or to[0] in files or (letter in self.stuck and self.last(to, pos.side)):
                continue
            board = dict(pos.board)
            board[to] = man
            yield f"{letter}@{to}", pos.after(f"{letter}@{to}", board, hands, zero=True)

    def sort_hand(self, letters: str) -> str:
        """A hand in the order in which FENs write it."""
        return "".join(sorted(letters, key=self.hand_order.find))

    def hold(self, hands: tuple[str, str], side: int, letter: str) -> tuple[str, str]:
        """The hands after a capture."""
        mine = self.sort_hand(hands[side] + letter.upper())
        return (mine, hands[1]) if side == WHITE else (hands[0], mine)

    def release(self, hands: tuple[str, str], side: int, letter: str) -> tuple[str, str]:
        """The hands after a drop."""
        mine = hands[side].replace(letter, "", 1)
        return (mine, hands[1]) if side == WHITE else (hands[0], mine)

    # -- results

    def over(self, pos: Pos) -> Result | None:
        """Campmate: the king that has just moved stands on its last rank (tested for the side that moved only)."""
        if self.campmate:
            mover = 1 - pos.side
            for square, man in pos.board.items():
                if man == "Kk"[mover] and self.last(square, mover):
                    return Result("immediate", "loss", f"campmate: {NAMES[mover]} king on {square}")
        return None

    def no_moves(self, pos: Pos) -> Result:
        """Mate and stalemate lose; in Okisaki Shogi a mate by a dropped pawn loses for the side that dropped."""
        if not pos.in_check():
            return Result("immediate", "loss", "stalemate")
        if self.pawn_drop_mate_wins_for_mated and pos.last.startswith("P@"):
            return Result("immediate", "win", "checkmate by a dropped pawn")
        return Result("immediate", "loss", "checkmate")

    def claims(self, pos: Pos, past: list[Pos]) -> Result | None:
        """Repetition of board, hands and side to move over the whole game; perpetual check loses for the checker."""
        before = self.occurrences(pos, past)
        if len(before) + 1 < self.folds:
            return None
        cycle = [*past[before[1 - self.folds] :], pos]
        them = all(p.in_check() for p in cycle if p.side == pos.side)
        us = all(p.in_check() for p in cycle if p.side != pos.side)
        if us or them:
            if us and them:
                return Result("claim", "draw", "perpetual check by both sides")
            loser = pos.side if us else 1 - pos.side
            value = "loss" if us else "win"
            return Result("claim", value, f"perpetual check by {NAMES[loser]}: {NAMES[loser]} loses")
        word = {3: "third", 4: "fourth"}[self.folds]
        if self.fold_value == "draw":
            return Result("claim", "draw", f"{word} repetition: draw")
        return Result("claim", self.fold_value, f"{word} repetition: {NAMES[1 - pos.side]} loses")

    # -- FEN

    def fen(self, pos: Pos) -> str:
        """Six fields; white's hand comes first."""
        hand = pos.hands[0] + pos.hands[1].lower()
        return f"{self.placement(pos.board)}[{hand}] {'wb'[pos.side]} - - {pos.half} {pos.full}"

    def from_fen(self, fen: str) -> Pos:
        """Read a FEN; the fields for castling and en passant may be missing."""
        fields = fen.split()
        board, hand = self.read_placement(fields[0])
        hands = (
            self.sort_hand("".join(c for c in hand if c.isupper())),
            self.sort_hand("".join(c for c in hand if c.islower()).upper()),
        )
        counters = [int(field) for field in fields[2:] if field.isdigit()] or [0]
        full = counters[1] if len(counters) > 1 else 1
        return Pos(self, board, hands, "wb".index(fields[1]), half=counters[0], full=full)


class Leaperhouse(DropRules):
    """The third occurrence loses for the side that completes it (prose of the seed), the king's last rank wins."""

    name = "leaperhouse"
    start = "oncurkucno/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/ONCUKRUCNO[] w - - 0 1"
    promotes = forced_in_zone = stuck = "P"
    hand_order = "ORCUGPN"
    folds = 3
    fold_value = "win"
    campmate = True
    pieces = Pieces(
        Grid(10, 10),
        {
            "N": (leap(*KNIGHT),),
            "O": (leap(*every((2, 0), (2, 2))),),
            "C": (leap(*every((1, 3))),),
            "U": (leap(*every((2, 3))),),
            "R": (leap(*every((3, 0), (3, 3))),),
            "P": (leap(FORWARD),),
            "+P": KING,
            "G": KING,
            "K": KING,
        },
    )


class Okisaki(DropRules):
    """Promotion is a choice but for the pawn on the last rank; the fourth occurrence draws."""

    name = "okisakishogi"
    start = "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL[] w - - 0 1"
    promotes = "PLNSBR"
    stuck = "P"
    hand_order = "LGPSQRBN"
    pawn_drop_mate_wins_for_mated = True
    pieces = Pieces(
        Grid(10, 10),
        {
            "P": (leap(FORWARD),),
            "L": (ride((0, 1), (0, -1)),),
            "N": (leap(*KNIGHT),),
            "S": (leap(*DIAGONAL, FORWARD),),
            "G": GOLD,
            "B": (ride(*DIAGONAL),),
            "R": (ride(*ORTHOGONAL),),
            "Q": (ride(*AROUND),),
            "K": KING,
            "+P": GOLD,
            "+L": GOLD,
            "+N": GOLD,
            "+S": GOLD,
            "+B": (ride(*DIAGONAL), leap(*ORTHOGONAL)),
            "+R": (ride(*ORTHOGONAL), leap(*DIAGONAL)),
        },
    )


YARI_GOLD: tuple[Way, ...] = (leap(*FORWARD_THREE, *SIDEWAYS), ride((0, -1)))
YARI_SILVER: tuple[Way, ...] = (leap(*FORWARD_THREE), ride((0, -1)))
CHESS_ROOK: tuple[Way, ...] = (ride(*ORTHOGONAL),)


class Yari(DropRules):
    """All but the general promote; bishop, knight and pawn must on the ninth rank; the fourth occurrence draws."""

    name = "yarishogi"
    start = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR[] w - - 0 1"
    promotes = "PRBN"
    stuck = "PBN"
    hand_order = "SGRBNPL"
    pieces = Pieces(
        Grid(7, 9),
        {
            "R": (ride(FORWARD, *SIDEWAYS),),
            "B": (ride(FORWARD), leap((-1, 1), (1, 1))),
            "N": (ride(FORWARD), leap((-1, 2), (1, 2))),
            "P": (leap(FORWARD),),
            "K": KING,
            "+R": CHESS_ROOK,
            "+B": YARI_GOLD,
            "+N": YARI_GOLD,
            "+P": YARI_SILVER,
            "L": CHESS_ROOK,
            "G": YARI_GOLD,
            "S": YARI_SILVER,
        },
    )
