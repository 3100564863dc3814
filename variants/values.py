"""Readers of the values of keys: text to bool, number, piece names, cells.

Piece types are held by name, for a child may give the letters anew. Cells are (file, rank) pairs, for a child may
change the board.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from variants.errors import VariantError
from variants.keys import MAX_FILES, MAX_RANKS, PIECE_ORDER, Key, Kind, is_custom

Cell = tuple[int, int]  # file, rank
Cells = frozenset[Cell]
Names = tuple[str, ...]  # of piece types, as written
Pairs = tuple[tuple[str, int | str | None], ...]  # a type with a number, or with a type
Value = bool | int | str | Cells | Names | Pairs | None

FILE_LETTERS: Final = "abcdefghijklmnop"
_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyz")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,63}")
_CELL: Final = re.compile(r"([a-p]|\*)([0-9]{1,2}|\*)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_TRUTH: Final = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_NAME_MEANS: Final = "a name of letters, digits and _ . + -, at most 64"


class BadValue(VariantError):
    """A value that its key does not take."""

    def __init__(self, problem: str, expected: str) -> None:
        super().__init__(f"{problem}, expected {expected}")
        self.problem = problem
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Game:
    """What a value may refer to: the board, and the piece type of each letter."""

    files: int
    ranks: int
    letters: Mapping[str, str]

    def piece(self, letter: str) -> str:
        found = self.letters.get(letter.lower())
        if found is None:
            known = "".join(sorted(self.letters))
            raise BadValue(f"{letter!r} is no piece of the game", f"letters of {known!r}")
        return found


def is_name(text: str) -> bool:
    """May a game be called that? Names are words in what user interfaces read."""
    return _NAME.fullmatch(text) is not None


def read_value(key: Key, text: str, game: Game) -> Value:
    """Read the value of `key`. Raises BadValue."""
    match key.kind:
        case Kind.BOOL:
            return _bool(text)
        case Kind.INT:
            return _int(text, key.most)
        case Kind.RANK:
            return _rank(text, MAX_RANKS if key.name == "maxRank" else game.ranks)
        case Kind.FILE:
            return _file(text, MAX_FILES if key.name == "maxFile" else game.files)
        case Kind.WORD:
            return _word(text, key.words)
        case Kind.PIECE:
            return _piece(text, game, star=key.default == "*")
        case Kind.PIECES:
            return ("*",) if key.together and text.strip() == "*" else _pieces(text, game)
        case Kind.SQUARES:
            return _cells(text, game)
        case Kind.RIGHTS:
            return _rights(text)
        case Kind.COUNTS:
            return _counts(text, game)
        case Kind.PROMOTIONS:
            return _promotions(text, game)
        case Kind.NAMES:
            return _names(text)
        case Kind.CHOICES:
            return _choices(text, game)
        case Kind.NUMBERS:
            return _numbers(text, game)
        case Kind.MATERIAL:
            return _material(text, game)
        case Kind.TEXT | Kind.FEN:
            return _text(text)


def default_value(key: Key, colour: int) -> Value:
    """The value of a key that is not written."""
    text = key.default_for(colour)
    if key.kind in (Kind.PIECE, Kind.PIECES):
        names = tuple(text.split()) if text != "*" else ("*",)
        return names if key.kind is Kind.PIECES else names[0] if names[0] in PIECE_ORDER else None
    if key.kind is Kind.SQUARES and text == "all" or key.kind is Kind.FILE and text == "last":
        return None
    if not text and key.kind is not Kind.TEXT:
        return ()
    return read_value(key, text, Game(MAX_FILES, MAX_RANKS, {}))


def _bool(text: str) -> bool:
    if text.lower() not in _TRUTH:
        raise BadValue("not a truth value", "true or false")
    return _TRUTH[text.lower()]


def _int(text: str, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not 0 <= int(text) <= most:
        raise BadValue("not such a number", f"0 to {most}")
    return int(text)


def _rank(text: str, ranks: int) -> int:
    if not _NUMBER.fullmatch(text) or not 1 <= int(text) <= ranks:
        raise BadValue("no such rank", f"1 to {ranks}")
    return int(text) - 1


def _file(text: str, files: int) -> int:
    number = FILE_LETTERS.find(text.lower()) + 1 if len(text) == 1 and text.isalpha() else 0
    if _NUMBER.fullmatch(text):
        number = int(text)
    if not 1 <= number <= files:
        raise BadValue("no such file", f"a to {FILE_LETTERS[files - 1]} or 1 to {files}")
    return number - 1


def _word(text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise BadValue("not one of the words", " or ".join(words))
    return text


def _piece(text: str, game: Game, *, star: bool) -> str | None:
    if text == "-" or (star and text == "*"):
        return None
    if not text:
        raise BadValue("no letter", "a letter or -")
    names = [game.piece(letter) for letter in text if not letter.isspace()]
    return names[-1]  # Fairy-Stockfish takes the last of several


def _pieces(text: str, game: Game) -> Names:
    names: list[str] = []
    for letter in text:
        if letter == "-":
            break
        if letter == "*":
            names += [name for name in game.letters.values() if name != "king"]
        elif not letter.isspace():
            names.append(game.piece(letter))
    last = {name: index for index, name in enumerate(names)}
    return tuple(sorted(last, key=last.__getitem__))


def _cells(text: str, game: Game) -> Cells:
    """The cells of a region. A whole rank or file goes on beyond this board, for a child may have a larger one."""
    cells: set[Cell] = set()
    for word in text.split():
        if word == "-":
            break
        read = _CELL.fullmatch(word)
        if read is None or word == "**":
            raise BadValue(f"{word[:20]!r} is no square", "squares such as e4, ranks such as *8, files such as a*")
        file, rank = read.groups()
        files = range(MAX_FILES) if file == "*" else (FILE_LETTERS.index(file.lower()),)
        ranks = range(MAX_RANKS) if rank == "*" else (int(rank) - 1,)
        if not (files[0] < game.files and 0 <= ranks[0] < game.ranks):
            raise BadValue(f"{word!r} is off the board", f"a1 to {FILE_LETTERS[game.files - 1]}{game.ranks}")
        cells |= {(x, y) for x in files for y in ranks}
    return frozenset(cells)


def starred_cells(fen: str) -> Cells:
    """The cells that the board of a FEN marks with `*`. What is not understood there is skipped."""
    cells: set[Cell] = set()
    for rank, row in enumerate(reversed(fen.partition(" ")[0].partition("[")[0].split("/"))):
        file = 0
        for run in re.findall(r"[0-9]+|[A-Za-z*]", row):
            if run == "*":
                cells.add((file, rank))
            file += int(run[:3]) if run.isdecimal() else 1
    return frozenset(cells)


def _rights(text: str) -> Names:
    if text != "-" and (not text or set(text) - set("KQkq")):
        raise BadValue("no castling rights", "letters of KQkq, or -")
    return tuple(sorted(set(text) - {"-"}))


def _counts(text: str, game: Game) -> Pairs:
    found: dict[str, int | str | None] = {}
    for word in re.sub(r"\s*:\s*", ":", text).split():
        letter, colon, number = word.partition(":")
        if len(letter) != 1 or not colon or not _NUMBER.fullmatch(number):
            raise BadValue(f"{word[:20]!r} is no entry", "entries such as n:3, with blanks between them")
        found[game.piece(letter)] = int(number)
    return tuple(found.items())


def _choices(text: str, game: Game) -> Pairs:
    """The types of every entry, one pair for each."""
    found: list[tuple[str, int | str | None]] = []
    for word in re.sub(r"\s*:\s*", ":", text).split():
        letter, colon, letters = word.partition(":")
        if len(letter) != 1 or not colon or not letters:
            raise BadValue(f"{word[:20]!r} is no entry", "entries such as p:rn, with blanks between them")
        found += [(game.piece(letter), game.piece(other)) for other in letters]
    return tuple(dict.fromkeys(found))


def _numbers(text: str, game: Game) -> Names:
    for word in text.split():
        if not _NUMBER.fullmatch(word) or not 1 <= int(word) < game.files:
            raise BadValue(f"{word[:20]!r} is no such number", f"numbers of 1 to {game.files - 1}, with blanks between")
    return tuple(dict.fromkeys(text.split()))


def _promotions(text: str, game: Game) -> Pairs:
    found: dict[str, int | str | None] = {}
    for word in re.sub(r"\s*:\s*", ":", text).split():
        if len(word) != 3 or word[1] != ":":
            raise BadValue(f"{word[:20]!r} is no entry", "entries such as p:g or p:-, with blanks between them")
        found[game.piece(word[0])] = None if word[2] == "-" else game.piece(word[2])
    return tuple(found.items())


def _names(text: str) -> Names:
    names = tuple(dict.fromkeys(text.split()))
    if not all(map(is_name, names)):
        raise BadValue("not a list of names", _NAME_MEANS)
    return names


def _material(text: str, game: Game) -> Names:
    words = tuple(dict.fromkeys(text.lower().split()))
    for word in words:
        letters = word[:-1] if word.endswith("*") else word
        if not letters or (word.endswith("*") and len(letters) != 1):
            raise BadValue(f"{word[:20]!r} is no word of pieces", "words such as n, nn or b*")
        if any(game.piece(letter) == "king" for letter in letters):
            raise BadValue("the king is always there", "the other pieces only")
    return tuple(word if word.endswith("*") else "".join(sorted(word)) for word in words)


def _text(text: str) -> str:
    if not text.isascii() or not text.isprintable():
        raise BadValue("characters that are not plain text", "printable ASCII")
    return text


def pairs_in(value: Value) -> Pairs:
    """The value of a key that holds a list of pairs."""
    assert isinstance(value, tuple)
    return tuple(item for item in value if isinstance(item, tuple))


def read_piece(name: str, text: str) -> tuple[str, str] | None:
    """Read `n`, `k:KN`, `-`: letter and move text (empty if none is written). None removes the type."""
    if text == "-":
        return None
    letter, rest = text[:1].lower(), text[1:].strip()
    if letter not in _LETTERS:
        raise BadValue("no piece letter", "a letter, or - for no such piece")
    if rest and rest[0] != ":":
        wanted = "a letter, a colon and Betza" if is_custom(name) or name == "king" else "one letter"
        raise BadValue("more than a letter", wanted)
    return letter, rest[1:].strip()
