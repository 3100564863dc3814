"""Positions as text: FEN and SFEN.

Reading is lenient in form (fields may be missing, hands stand in brackets or after a further slash) and strict in
substance: what cannot be on the board of the game is a FenError.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from variants.errors import FenError, shown
from variants.spec import BLACK, WHITE, PieceSpec, Value, VariantSpec

MAX_TEXT: Final = 1_000  # characters; a full board of 256 squares has about 300
MAX_COUNTER: Final = 100_000
MAX_HAND: Final = 255  # of one kind; more than a board holds
FILE_LETTERS: Final = "abcdefghijklmnop"
COLOURS: Final = ("White", "Black")

_SQUARES: Final = re.compile(r"(?:[a-p][0-9]{1,2})+")
_CHECKS: Final = re.compile(r"([0-9]{1,2})\+([0-9]{1,2})")  # still to give
_GIVEN: Final = re.compile(r"\+([0-9]{1,2})\+([0-9]{1,2})")  # already given, of three
_SQUARE: Final = re.compile(r"([a-p])([0-9]{1,2})")
_HAND_IN_SFEN: Final = re.compile(r"([0-9]{0,3})([A-Za-z])")


@dataclass(frozen=True, slots=True)
class Man:
    """A piece on the board.

    `mark` is `+` for one that has promoted as in Shogi, whose `letter` is then the unpromoted one; `~` for a pawn that
    has promoted, whose `letter` is what it is now; or empty.
    """

    letter: str
    colour: int
    mark: str = ""

    def __str__(self) -> str:
        letter = self.letter.upper() if self.colour == WHITE else self.letter
        return "+" + letter if self.mark == "+" else letter + self.mark


@dataclass(frozen=True, slots=True, order=True)
class Right:
    """The right to castle: of which side, to which wing, with which two pieces."""

    colour: int
    queenside: bool
    king: int
    rook: int


@dataclass(slots=True)
class Setup:
    """A position, as it was written. `dropped` has sentences on what was left out of it."""

    pieces: dict[int, Man] = field(default_factory=dict)
    hands: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    side: int = WHITE
    castling: str = "-"  # as read
    rights: tuple[Right, ...] = ()
    en_passant: tuple[int, ...] = ()
    walls: frozenset[int] = frozenset()
    gates: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())  # squares that were never left
    frozen: int | None = None  # square of a man that may not move in this turn
    halfmove: int = 0
    fullmove: int = 1
    checks_left: tuple[int, int] = (1, 1)  # checks that White and Black have still to give
    counting_limit: int = 0  # plies; where it is not 0, halfmove has the plies counted
    dropped: tuple[str, ...] = ()

    def fen(self, spec: VariantSpec, *, chess960: bool = False) -> str:
        """Six fields, with hands in brackets where the game has drops; checks that are counted are a seventh field."""
        fields = (
            _board_text(spec, self) + (self._hands_text(spec) if shows_hands(spec) else ""),
            "wb"[self.side],
            _rights_text(spec, self, chess960 or spec.chess960),
            self._left_behind(spec),
            *([f"{self.checks_left[WHITE]}+{self.checks_left[BLACK]}"] if spec.check_counting else []),
            str(self.halfmove),
            str(self.fullmove),
        )
        return " ".join(fields)

    def _left_behind(self, spec: VariantSpec) -> str:
        """The field of what the last move left behind: squares of en passant, `!` and a resting man, or a limit."""
        if self.counting_limit:
            return str(self.counting_limit)
        if self.frozen is not None:
            return "!" + square_name(spec, self.frozen)
        return "".join(square_name(spec, square) for square in self.en_passant) or "-"

    def sfen(self, spec: VariantSpec) -> str:
        """Four fields; the first player is `b`, moves are counted singly."""
        hand = "".join(("" if count == 1 else str(count)) + letter for letter, count in self._in_hand(spec) if count)
        number = 2 * (self.fullmove - 1) + 1 + self.side
        return f"{_board_text(spec, self)} {'bw'[self.side]} {hand or '-'} {number}"

    def _hands_text(self, spec: VariantSpec) -> str:
        return "[" + "".join(letter * count for letter, count in self._in_hand(spec)) + "]"

    def _in_hand(self, spec: VariantSpec) -> Iterator[tuple[str, int]]:
        for colour in (WHITE, BLACK):
            for piece in reversed(spec.pieces):
                letter = piece.letter.upper() if colour == WHITE else piece.letter
                yield letter, self.hands[colour].get(piece.letter, 0)


def square_name(spec: VariantSpec, square: int) -> str:
    """Such as `e4`."""
    return f"{FILE_LETTERS[square % spec.files]}{square // spec.files + 1}"


def square_at(spec: VariantSpec, text: str) -> int:
    """The square of that name. Raises FenError if the board has none."""
    read = _SQUARE.fullmatch(text)
    if read:
        file, rank = FILE_LETTERS.index(read[1]), int(read[2]) - 1
        if file < spec.files and 0 <= rank < spec.ranks and rank * spec.files + file not in spec.holes:
            return rank * spec.files + file
    raise FenError(f"square {shown(text)} is off the board, {_board_size(spec)}")


def parse_fen(spec: VariantSpec, text: str) -> Setup:
    """Read a FEN of the game. Raises FenError."""
    fields = _fields(text)
    setup = Setup()
    board = fields[0]
    hand = ""
    if "[" in board:
        board, _, hand = board.partition("[")
        if not hand.endswith("]") or "[" in hand:
            raise FenError(f"hand {shown('[' + hand)} does not end with ]")
        hand = hand[:-1]
    elif board.count("/") == spec.ranks:
        board, _, hand = board.rpartition("/")
    setup.pieces, setup.walls = _board(spec, board)
    _read_hand(spec, setup, hand)
    rest = fields[1:]
    if rest:
        side = rest.pop(0)
        if side not in ("w", "b"):
            raise FenError(f"side to move: read {shown(side)}, expected w or b")
        setup.side = BLACK if side == "b" else WHITE
    _read_rest(spec, setup, rest)
    _check_kings(spec, setup)
    setup.rights = _rights(spec, setup)
    return setup


def start_or_kings(spec: VariantSpec) -> Setup:
    """The start position, or nothing but the kings where the game's text gives a faulty one."""
    try:
        return parse_fen(spec, spec.start_fen)
    except FenError:
        squares = [square for square in range(spec.files * spec.ranks) if square not in spec.holes]
        kings = {squares[0]: Man(spec.king, WHITE), squares[-1]: Man(spec.king, BLACK)} if spec.king else {}
        return Setup(pieces=kings)


def parse_sfen(spec: VariantSpec, text: str) -> Setup:
    """Read an SFEN: board, side (`b` is the first player), hand with counts, move number. Raises FenError."""
    fields = _fields(text)
    if len(fields) > 4:
        raise FenError(f"SFEN has {len(fields)} fields, expected board, side, hand and move number")
    pieces, walls = _board(spec, fields[0])
    setup = Setup(pieces=pieces, walls=walls)
    side = fields[1] if len(fields) > 1 else "b"
    if side not in ("w", "b"):
        raise FenError(f"side to move: read {shown(side)}, expected b or w")
    setup.side = WHITE if side == "b" else BLACK
    hand = fields[2] if len(fields) > 2 else "-"
    if hand != "-":
        if _HAND_IN_SFEN.sub("", hand):
            raise FenError(f"hand: read {shown(hand)}, expected letters with counts before them, or -")
        for count, letter in _HAND_IN_SFEN.findall(hand):
            _add_to_hand(spec, setup, letter, int(count or 1))
    number = max(1, _counter(fields[3], "move number")) if len(fields) > 3 else 1 + setup.side
    setup.fullmove = (number + 1) // 2
    _check_kings(spec, setup)
    return setup


def _fields(text: str) -> list[str]:
    if len(text) > MAX_TEXT:
        raise FenError(f"position of {len(text)} characters, expected at most {MAX_TEXT}")
    fields = text.split()
    if not fields:
        raise FenError("position without a board")
    return fields


def _board_size(spec: VariantSpec) -> str:
    return f"the board has {spec.files} files and {spec.ranks} ranks"


# ---- board


def _board(spec: VariantSpec, text: str) -> tuple[dict[int, Man], frozenset[int]]:
    """The men of a board by square, and its walls."""
    rows = text.split("/")
    if len(rows) != spec.ranks:
        raise FenError(f"board with {len(rows)} ranks, expected {spec.ranks}")
    pieces: dict[int, Man] = {}
    walls: set[int] = set()
    for index, row in enumerate(rows):
        rank = spec.ranks - 1 - index
        file = 0
        for cell in _cells(spec, row, rank):
            if file < spec.files:
                square = rank * spec.files + file
                if cell == "*" and square not in spec.holes and spec.has_walls:
                    walls.add(square)
                elif (cell == "*") != (square in spec.holes):
                    where = square_name(spec, square)
                    if cell == "*":
                        raise FenError(f"{where} is no hole of the board, read '*': the game has no walls")
                    raise FenError(f"{where} is a hole of the board, read {_cell_name(cell)}, expected '*'")
                if isinstance(cell, Man):
                    pieces[square] = cell
            file += 1
        if file != spec.files:
            raise FenError(f"rank {rank + 1}, {shown(row)}, has {file} squares, expected {spec.files}")
    return pieces, frozenset(walls)


def _cell_name(cell: Man | str) -> str:
    return "an empty square" if cell == "" else shown(str(cell))


def _cells(spec: VariantSpec, row: str, rank: int) -> Iterator[Man | str]:
    """The cells of a row: men, `*` for holes, empty texts for empty squares."""
    letters = {piece.letter for piece in spec.pieces}
    promoting = {source for source, _ in spec.promoted_piece_type}
    at = 0
    while at < len(row):
        start = at
        while at < len(row) and row[at] in "0123456789":
            at += 1
        if at > start:
            count = int(row[start:at]) if at - start <= 2 else 0
            if not count:
                raise FenError(f"rank {rank + 1}: read {shown(row[start:at])}, expected a number of empty squares")
            yield from [""] * count
            continue
        if row[at] == "*":
            at += 1
            yield "*"
            continue
        mark = "+" if row[at] == "+" else ""
        at += len(mark)
        letter = row[at : at + 1]
        at += 1
        if letter.lower() not in letters or not letter.isascii():
            raise FenError(f"rank {rank + 1}: read {shown(letter)}, expected a piece letter of {_letters(letters)}")
        if mark and letter.lower() not in promoting:
            raise FenError(f"rank {rank + 1}: read {shown('+' + letter)}, but {letter} has no promoted form")
        if row[at : at + 1] == "~":
            at += 1
            if mark:
                raise FenError(f"rank {rank + 1}: read {shown('+' + letter + '~')}, expected one mark of promotion")
            mark = "~"
        yield Man(letter.lower(), WHITE if letter.isupper() else BLACK, mark)


def _letters(letters: set[str]) -> str:
    return shown("".join(sorted(letters)))


def _check_kings(spec: VariantSpec, setup: Setup) -> None:
    """Each side has one king; where losing men ends the game, a side may have none."""
    if spec.king is None:
        return
    for colour in (WHITE, BLACK):
        count = sum(man.letter == spec.king and man.colour == colour for man in setup.pieces.values())
        count += setup.hands[colour].get(spec.king, 0)
        if count != 1 and not (count == 0 and spec.extinction_value is not Value.NONE):
            raise FenError(f"{COLOURS[colour]} has {count or 'no'} king{'s' * (count > 1)} on the board, expected one")


def _board_text(spec: VariantSpec, setup: Setup) -> str:
    rows = []
    blocked = spec.holes | setup.walls
    for rank in reversed(range(spec.ranks)):
        row, empty = "", 0
        for square in range(rank * spec.files, (rank + 1) * spec.files):
            shown_cell = "*" if square in blocked else str(setup.pieces.get(square, ""))
            if not shown_cell:
                empty += 1
                continue
            row += (str(empty) if empty else "") + shown_cell
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


# ---- hands


def shows_hands(spec: VariantSpec) -> bool:
    """Are the hands part of a position's text?"""
    return (spec.piece_drops or (spec.gating and spec.seirawan_gating)) and not spec.free_drops


def _read_hand(spec: VariantSpec, setup: Setup, text: str) -> None:
    for letter in "" if text == "-" else text:
        _add_to_hand(spec, setup, letter, 1)


def _add_to_hand(spec: VariantSpec, setup: Setup, letter: str, count: int) -> None:
    if not spec.piece_drops and not (spec.gating and spec.seirawan_gating):
        raise FenError(f"hand: read {shown(letter)}, but the game has no drops")
    letters = {piece.letter for piece in spec.pieces} - (set() if spec.must_drop else {spec.king or ""})
    if letter.lower() not in letters or not letter.isascii():
        raise FenError(f"hand: read {shown(letter)}, expected a piece letter of {_letters(letters)}")
    hand = setup.hands[WHITE if letter.isupper() else BLACK]
    hand[letter.lower()] = hand.get(letter.lower(), 0) + count
    if hand[letter.lower()] > MAX_HAND:
        raise FenError(f"hand with {hand[letter.lower()]} of {letter}, expected at most {MAX_HAND}")


# ---- the fields behind the side to move


def _read_rest(spec: VariantSpec, setup: Setup, rest: list[str]) -> None:
    """Castling, en passant and the two counters; each may be missing."""
    if rest and not rest[0].isdecimal() and (rest[0] == "-" or not _SQUARES.fullmatch(rest[0].removeprefix("!"))):
        setup.castling = rest.pop(0)
    if rest and rest[0].startswith("!") and spec.hostile_promotion:
        setup.frozen = square_at(spec, rest.pop(0)[1:])
        man = setup.pieces.get(setup.frozen)
        if man is None or man.colour != setup.side:
            raise FenError(f"!{square_name(spec, setup.frozen)} names no man of the side to move")
    elif rest and (rest[0] == "-" or _SQUARES.fullmatch(rest[0])):
        text = rest.pop(0)
        setup.en_passant = tuple(square_at(spec, read[0]) for read in _SQUARE.finditer("" if text == "-" else text))
    elif spec.counting_rule != "none" and len(rest) >= 3:
        setup.counting_limit = _counter(rest.pop(0), "counting limit")
    if rest and spec.check_counting:
        read = _CHECKS.fullmatch(rest[0])
        if read:
            del rest[0]
            setup.checks_left = int(read[1]), int(read[2])
    if rest:
        setup.halfmove = _counter(rest.pop(0), "half-move counter")
    if rest:
        setup.fullmove = max(1, _counter(rest.pop(0), "move number"))
    if rest and spec.check_counting:
        read = _GIVEN.fullmatch(rest[0])
        if read:
            del rest[0]
            setup.checks_left = max(3 - int(read[1]), 0), max(3 - int(read[2]), 0)
    if rest:
        raise FenError(f"read {shown(' '.join(rest))} after the move number, expected nothing")


def _counter(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6 and int(text) <= MAX_COUNTER):
        raise FenError(f"{what}: read {shown(text)}, expected 0 to {MAX_COUNTER}")
    return int(text)


# ---- castling


def _rights(spec: VariantSpec, setup: Setup) -> tuple[Right, ...]:
    if setup.castling == "-":
        return ()
    files = FILE_LETTERS[: spec.files]
    allowed = set("kq" + files)
    found: set[Right] = set()
    dropped = ""
    if spec.gating:
        setup.gates = read_gates(spec, setup)
        return tuple(sorted(_rights_and_gates(spec, setup)))
    for letter in setup.castling:
        if letter.lower() not in allowed:
            raise FenError(f"castling: read {shown(setup.castling)}, expected -, letters of KQkq, or files of rooks")
        right = _right(spec, setup, letter) if spec.castling else None
        if right is None:
            dropped += letter
        else:
            found.add(right)
    if dropped:
        reason = "no king and rook stand ready for it" if spec.castling else "the game has no castling"
        setup.dropped += (f"castling right {shown(dropped)} left out: {reason}",)
    return tuple(sorted(found))


def read_gates(spec: VariantSpec, setup: Setup) -> tuple[frozenset[int], frozenset[int]]:
    """The squares that were never left, which stand among the castling letters as files of the sides' first ranks."""
    gates: tuple[set[int], set[int]] = (set(), set())
    for letter in setup.castling:
        colour = WHITE if letter.isupper() else BLACK
        if letter.lower() in FILE_LETTERS[: spec.files]:
            square = _castling_rank(spec, colour) + FILE_LETTERS.index(letter.lower())
            if square in setup.pieces and setup.pieces[square].colour == colour:
                gates[colour].add(square)
        elif letter.lower() in "kq":
            right = _right(spec, setup, letter) if spec.castling else None
            if right:
                gates[colour].update((right.king, right.rook))
        else:
            raise FenError(f"castling: read {shown(setup.castling)}, expected -, letters of KQkq, or files")
    return frozenset(gates[WHITE]), frozenset(gates[BLACK])


def _rights_and_gates(spec: VariantSpec, setup: Setup) -> set[Right]:
    """The rights where letters mean gates as well: a file is a right only if no man waits to be dropped."""
    found: set[Right] = set()
    for letter in setup.castling if spec.castling else "":
        colour = WHITE if letter.isupper() else BLACK
        if letter.lower() in "kq" or not shows_gates(spec, setup, colour):
            right = _right(spec, setup, letter)
            if right:
                found.add(right)
    for colour in (WHITE, BLACK):
        king = _castling_king(spec, setup, colour) if spec.castling else None
        none_yet = not any(right.colour == colour for right in found)
        if none_yet and king in setup.gates[colour] and king is not None and shows_gates(spec, setup, colour):
            rooks = [square for square in setup.gates[colour] if _is_rook(spec, setup, square, colour)]
            found |= {Right(colour, rook < king, king, rook) for rook in rooks}
    return found


def shows_gates(spec: VariantSpec, setup: Setup, colour: int) -> bool:
    """Do the gates of a side still matter: has it a man to drop there, or are they of another use?"""
    return not spec.seirawan_gating or spec.captures_to_hand or any(setup.hands[colour].values())


def _castling_rank(spec: VariantSpec, colour: int) -> int:
    """The first square of the rank where a side castles."""
    return (spec.castling_rank if colour == WHITE else spec.ranks - 1 - spec.castling_rank) * spec.files


def _right(spec: VariantSpec, setup: Setup, letter: str) -> Right | None:
    colour = WHITE if letter.isupper() else BLACK
    king = _castling_king(spec, setup, colour)
    if king is None:
        return None
    if letter.lower() in "kq":
        rook = _outer_rook(spec, setup, king, colour, queenside=letter.lower() == "q")
    else:
        rook = king - king % spec.files + FILE_LETTERS.index(letter.lower())
        if rook == king or not _is_rook(spec, setup, rook, colour):
            rook = None
    return None if rook is None else Right(colour, rook < king, king, rook)


def _castling_king(spec: VariantSpec, setup: Setup, colour: int) -> int | None:
    row = range(_castling_rank(spec, colour), _castling_rank(spec, colour) + spec.files)
    letter = spec.castling_king_piece[colour]
    kings = [square for square in row if letter and setup.pieces.get(square) == Man(letter, colour)]
    if len(kings) > 1:
        kings = [square for square in kings if square % spec.files == spec.castling_king_file]
    return kings[0] if kings else None


def _outer_rook(spec: VariantSpec, setup: Setup, king: int, colour: int, *, queenside: bool) -> int | None:
    row = king - king % spec.files
    start = row + (spec.castling_rook_queenside_file if queenside else spec.castling_rook_kingside_file)
    path = range(start, king) if queenside else range(start, king, -1)
    return next((square for square in path if _is_rook(spec, setup, square, colour)), None)


def _is_rook(spec: VariantSpec, setup: Setup, square: int, colour: int) -> bool:
    man = setup.pieces.get(square)
    return man is not None and man.colour == colour and man.letter in spec.castling_rook_pieces[colour]


def _rights_text(spec: VariantSpec, setup: Setup, chess960: bool) -> str:
    texts = ["", ""]
    outer_first = sorted(setup.rights, key=lambda right: (right.colour, right.queenside, -abs(right.rook - right.king)))
    for right in outer_first:
        letter = "q" if right.queenside else "k"
        outer = _outer_rook(spec, setup, right.king, right.colour, queenside=right.queenside)
        if chess960 or outer != right.rook:
            letter = FILE_LETTERS[right.rook % spec.files]
        texts[right.colour] += letter
    for colour in (WHITE, BLACK):
        if spec.gating and shows_gates(spec, setup, colour):
            rights = [right for right in setup.rights if right.colour == colour]
            told = {right.rook for right in rights} | (set() if chess960 else {right.king for right in rights})
            texts[colour] += "".join(FILE_LETTERS[square % spec.files] for square in sorted(setup.gates[colour] - told))
    return texts[WHITE].upper() + texts[BLACK] or "-"


def piece_named(spec: VariantSpec, letter: str) -> PieceSpec:
    """The piece type of that letter. Raises FenError if the game has none."""
    for piece in spec.pieces:
        if piece.letter == letter.lower():
            return piece
    raise FenError(f"read {shown(letter)}, expected a piece letter of {_letters({p.letter for p in spec.pieces})}")
