"""Orthodox chess with Chess960 castling, small chess-like games of given pieces, and Mighty Lion Chess.

The Lion's rules are those of `mightylion.md`: section 2 (moves), 3 (capture bans, column "follow"), 4 (notation).
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle.base import NAMES, WHITE, Pos, Result, Rules
from tests.oracle.moves import (
    AROUND,
    DIAGONAL,
    KNIGHT,
    ORTHOGONAL,
    Board,
    Grid,
    Pieces,
    Way,
    every,
    leap,
    place,
    ride,
    side_of,
    twice,
)

PAWN: tuple[Way, ...] = (leap((0, 1), mode="m"), leap((-1, 1), (1, 1), mode="c"))
CHESS_KINDS: dict[str, tuple[Way, ...]] = {
    "P": PAWN,
    "N": (leap(*KNIGHT),),
    "B": (ride(*DIAGONAL),),
    "R": (ride(*ORTHOGONAL),),
    "Q": (ride(*AROUND),),
    "K": (leap(*AROUND),),
}
LION: tuple[Way, ...] = (
    leap(*AROUND, *every((2, 0), (2, 2)), *KNIGHT),
    *(twice(step, *AROUND) for step in AROUND),
    *(twice((dx, dy), (-dx, -dy), first_takes=False, mode="m") for dx, dy in AROUND),
)


class ChessRules(Rules):
    """Chess.  `rights` are the squares of the rooks that may still castle."""

    name = "chess"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    promotions = "NBRQ"
    stalemate = "draw"
    mates_check = True
    double_ranks = (2, 7)
    dead_draws = True

    def __init__(self, chess960: bool = False) -> None:
        self.chess960 = chess960
        self.pieces = Pieces(Grid(8, 8), CHESS_KINDS)

    # -- moves

    def candidates(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """Steps, promotions, double steps, en passant, castling and two-leg moves."""
        for square, man in pos.board.items():
            if side_of(man) != pos.side:
                continue
            for to in self.pieces.targets(pos.board, square):
                yield from self.step(pos, square, to)
            if man in "Pp":
                yield from self.pawn_extras(pos, square)
            elif man in "Kk":
                yield from self.castlings(pos, square)
        yield from self.two_leg_moves(pos)

    def step(self, pos: Pos, square: str, to: str, victim: str = "", ep: str = "") -> Iterator[tuple[str, Pos]]:
        """One move; `victim` is a square where a man is taken beside the target's, `ep` the square passed over."""
        man = pos.board[square]
        zero = man in "Pp" or to in pos.board or bool(victim)
        board = dict(pos.board)
        del board[square]
        if victim:
            del board[victim]
        last_rank = place(to)[1] == (self.grid.ranks - 1 if pos.side == WHITE else 0)
        rights = self.rights_after(pos, square, to)
        extra = self.extra_after(pos, square, to, "")
        if man in "Pp" and last_rank and self.promotions:
            for letter in self.promotions:
                become = dict(board)
                become[to] = letter if pos.side == WHITE else letter.lower()
                text = square + to + letter.lower()
                yield text, pos.after(text, become, zero=True, rights=rights, extra=extra)
        else:
            board[to] = man
            yield square + to, pos.after(square + to, board, zero=zero, rights=rights, ep=ep, extra=extra)

    def rights_after(self, pos: Pos, *touched: str) -> frozenset[str]:
        """Rights go when the king moves, and when the rook moves or is taken."""
        rights = pos.rights.difference(touched)
        if pos.board[touched[0]] in "Kk":
            home = place(touched[0])[1]
            rights = frozenset(
                square for square in rights if place(square)[1] != home or side_of(pos.board[square]) != pos.side
            )
        return rights

    def extra_after(self, pos: Pos, square: str, to: str, via: str) -> str:
        """A further piece of state after a move (for the Lion)."""
        return ""

    def pawn_extras(self, pos: Pos, square: str) -> Iterator[tuple[str, Pos]]:
        """The double step and the capture in passing."""
        x, y = place(square)
        ahead = 1 if pos.side == WHITE else -1
        one, two = self.grid.at(x, y + ahead), self.grid.at(x, y + 2 * ahead)
        if y + 1 == self.double_ranks[pos.side] and two and one not in pos.board and two not in pos.board:
            yield from self.step(pos, square, two, ep=one)
        for dx in (-1, 1):
            to = self.grid.at(x + dx, y + ahead)
            if to and to == pos.ep and to not in pos.board:
                yield from self.step(pos, square, to, victim=self.grid.at(x + dx, y))

    def castlings(self, pos: Pos, king: str) -> Iterator[tuple[str, Pos]]:
        """The king goes to the c or g file and the rook beside it; all squares of both ways are free of other men."""
        x, y = place(king)
        for rook in sorted(pos.rights):
            rx, ry = place(rook)
            if ry != y or pos.board.get(rook) != "Rr"[pos.side]:
                continue
            to_x, rook_x = (6, 5) if rx > x else (2, 3)
            if not self.chess960 and abs(to_x - x) != 2:
                continue
            way = [self.grid.at(n, y) for n in range(min(x, rx, to_x, rook_x), max(x, rx, to_x, rook_x) + 1)]
            board = dict(pos.board)
            del board[king], board[rook]
            if not board.keys().isdisjoint(way):
                continue
            walk = [self.grid.at(n, y) for n in range(min(x, to_x), max(x, to_x) + 1)]
            alone = dict(pos.board)
            del alone[king]
            if any(self.pieces.attacked(alone, square, 1 - pos.side) for square in walk):
                continue
            board[self.grid.at(to_x, y)], board[self.grid.at(rook_x, y)] = "Kk"[pos.side], "Rr"[pos.side]
            text = king + (rook if self.chess960 else self.grid.at(to_x, y))
            rights = frozenset(square for square in pos.rights if side_of(pos.board[square]) != pos.side)
            yield text, pos.after(text, board, rights=rights)

    def two_leg_moves(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """Two captures, hit and run, shooting, and one pass for all men that may pass."""
        passing = []
        for square, man in pos.board.items():
            if side_of(man) != pos.side:
                continue
            for via, to in self.pieces.double_moves(pos.board, square):
                if not via and to == square:
                    passing.append(square)
                    continue
                if not via and to in self.pieces.targets(pos.board, square):
                    continue
                board = dict(pos.board)
                del board[square]
                board.pop(via, None)
                board[to] = man
                text = f"{square}{via},{via}{to}" if via else square + to
                zero = bool(via) or (to in pos.board and to != square)
                yield (
                    text,
                    pos.after(
                        text,
                        board,
                        zero=zero,
                        rights=self.rights_after(pos, square, to, via),
                        extra=self.extra_after(pos, square, to, via),
                    ),
                )
        if passing:
            square = min(passing, key=lambda s: place(s)[::-1])
            yield square * 2, pos.after(square * 2, pos.board)

    # -- results

    def no_moves(self, pos: Pos) -> Result:
        """Checkmate loses, stalemate is the game's choice."""
        if pos.in_check():
            return Result("immediate", "loss", "checkmate")
        return Result("immediate", self.stalemate, "stalemate")

    def claims(self, pos: Pos, past: list[Pos]) -> Result | None:
        """No mating material, fifty moves, third occurrence."""
        if self.dead_draws and self.dead(pos.board):
            return Result("claim", "draw", "dead position")
        if pos.half >= 100:
            return Result("claim", "draw", "fifty moves")
        if len(self.occurrences(pos, past)) >= 2:
            return Result("claim", "draw", "third repetition: draw")
        return None

    def dead(self, board: Board) -> bool:
        """Kings and at most one knight, or only bishops that all stand on one colour."""
        men = [(man.upper(), sum(place(square)) % 2) for square, man in board.items() if man not in "Kk"]
        if len(men) <= 1:
            return all(kind in "BN" for kind, _ in men)
        return all(kind == "B" for kind, _ in men) and len({colour for _, colour in men}) == 1

    def ep_counts(self, pos: Pos) -> bool:
        """Whether a legal move takes in passing."""
        return bool(pos.ep) and any(
            child.board.get(pos.ep, "").upper() == "P" and len(child.board) < len(pos.board)
            for text, child in pos.children()
            if text[len(text) - len(pos.ep) :] == pos.ep
        )

    def key(self, pos: Pos) -> tuple[object, ...]:
        """Placement, side, rights and a possible capture in passing."""
        return (frozenset(pos.board.items()), pos.side, pos.rights, pos.ep if self.ep_counts(pos) else "", pos.extra)

    # -- FEN

    def fen(self, pos: Pos) -> str:
        """X-FEN: the passed square only where a pawn stands ready to take, rook files only for inner rooks."""
        rights = "".join(
            self.right_letter(pos, square)
            for square in sorted(pos.rights, key=lambda s: (side_of(pos.board[s]), -place(s)[0]))
        )
        ep = "-"
        if pos.ep:
            x, y = place(pos.ep)
            back = y - 1 if pos.side == WHITE else y + 1
            if any(pos.board.get(self.grid.at(x + dx, back)) == "Pp"[pos.side] for dx in (-1, 1)):
                ep = pos.ep
        return f"{self.placement(pos.board)} {'wb'[pos.side]} {rights or '-'} {ep} {pos.half} {pos.full}"

    def right_letter(self, pos: Pos, rook: str) -> str:
        """K or Q for the outermost rook on its side of the king, else the rook's file."""
        x, y = place(rook)
        side = side_of(pos.board[rook])
        king = next(place(square)[0] for square, man in pos.board.items() if man == "Kk"[side])
        outer = range(x + 1, self.grid.files) if x > king else range(x)
        inner = any(pos.board.get(self.grid.at(n, y)) == "Rr"[side] for n in outer)
        letter = rook[0].upper() if inner else ("K" if x > king else "Q")
        return letter if side == WHITE else letter.lower()

    def from_fen(self, fen: str) -> Pos:
        """Read a FEN with KQkq, X-FEN or Shredder letters; trailing fields may be missing."""
        fields = [*fen.split(), *["-", "-", "0", "1"][max(0, len(fen.split()) - 2) :]]
        board, _ = self.read_placement(fields[0])
        rights = frozenset(square for letter in fields[2] if (square := self.rook_of(board, letter)))
        return Pos(
            self,
            board,
            side="wb".index(fields[1]),
            rights=rights,
            ep=fields[3].replace("-", ""),
            half=int(fields[4]),
            full=int(fields[5]),
        )

    def rook_of(self, board: Board, letter: str) -> str:
        """The rook that a castling letter means; empty text if there is none."""
        if letter == "-":
            return ""
        side = WHITE if letter.isupper() else 1
        for king in [square for square, man in board.items() if man == "Kk"[side]]:
            x, y = place(king)
            rooks = [n for n in range(self.grid.files) if board.get(self.grid.at(n, y)) == "Rr"[side]]
            wanted = {"K": [n for n in rooks[::-1] if n > x][:1], "Q": [n for n in rooks if n < x][:1]}
            for n in wanted.get(letter.upper(), [n for n in rooks if n == ord(letter.upper()) - 65]):
                return self.grid.at(n, y)
        return ""


class PieceGame(ChessRules):
    """A small game of given pieces for tests: chess rules, other kinds, any board, no castling unless the FEN says so.

    Pawns ("P") promote to `promotions` (none if empty) and make the double step from `double_ranks` (0: never).
    """

    dead_draws = False

    def __init__(
        self,
        start: str,
        kinds: dict[str, tuple[Way, ...]],
        files: int = 8,
        ranks: int = 8,
        holes: tuple[str, ...] = (),
        promotions: str = "",
        double_ranks: tuple[int, int] = (0, 0),
        stalemate: str = "draw",
    ) -> None:
        super().__init__()
        self.name, self.start = "pieces", start
        self.promotions, self.double_ranks, self.stalemate = promotions, double_ranks, stalemate
        self.mates_check = stalemate != "loss"
        self.pieces = Pieces(Grid(files, ranks, holes), {**CHESS_KINDS, **kinds})


class LionRules(ChessRules):
    """Mighty Lion Chess.  `extra` is "!" right after a Lion was taken by another piece (the counterstrike ban)."""

    name = "mightylion"
    start = "rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1"

    def __init__(self) -> None:
        super().__init__()
        self.pieces = Pieces(Grid(8, 8), {**CHESS_KINDS, "L": LION})

    def candidates(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """The moves that the three bans of section 3.1 leave."""
        for text, child in super().candidates(pos):
            if not self.banned(pos, text, child):
                yield text, child

    def banned(self, pos: Pos, text: str, child: Pos) -> bool:
        """R1: a protected Lion two squares away without a bridge.  R3: a Lion by another piece right after such one."""
        first, _, second = text.partition(",")
        start, middle = split(first)
        target = split(second)[1] if second else middle
        victim = pos.board.get(target, "") if target != start else ""
        if victim not in ("L", "l"):
            return False
        if pos.board[start] not in "Ll":
            return bool(pos.extra)
        (x, y), (to_x, to_y) = place(start), place(target)
        if max(abs(x - to_x), abs(y - to_y)) < 2 or (second and pos.board[middle] not in "Pp"):
            return False
        return any(
            side_of(man) != pos.side and man not in "Kk" and self.pieces.hits(child.board, square, target)
            for square, man in child.board.items()
        )

    def extra_after(self, pos: Pos, square: str, to: str, via: str) -> str:
        """The ban starts when another piece takes a Lion."""
        took = pos.board.get(to, "") in ("L", "l") and to != square
        return "!" if took and pos.board[square] not in "Ll" else ""

    def dead(self, board: Board) -> bool:
        """King, king and bishop, or king and knight against a bare king."""
        men = [man.upper() for man in board.values() if man not in "Kk"]
        return not men or men in (["B"], ["N"])


def split(text: str) -> tuple[str, str]:
    """The two squares of a move text; a promotion letter is dropped."""
    cut = next(n for n in range(1, len(text)) if text[n].isalpha())
    end = next((n for n in range(cut + 1, len(text)) if not text[n].isdigit()), len(text))
    return text[:cut], text[cut:end]


__all__ = ["CHESS_KINDS", "NAMES", "ChessRules", "LionRules", "PieceGame", "split"]
