"""The engine and the slow oracle on random positions in which every kind of move of the rules texts occurs."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.board import Board
from engine.layout import KINDS
from engine.move import CASTLING, DOUBLE_STEP, PASS, TWO_LEGS, action, origin, to_square
from tests.engine.helpers import CATALOG, NOTATION, agree, board, load, rare
from tests.oracle.api import Options, Oracle, Pos

PLIES = 12  # played from each set-up


def letter_on(position: Board, square: int) -> str:
    """The letter of the man on a square, lower case; empty text for none."""
    piece = int(position.position["board"][square])
    return position.game.table.kinds[piece % KINDS - 1].letter if piece else ""


def compare(
    mine: Board, theirs: Pos, chance: random.Random, kinds_of: Callable[[Board], set[str]], seen: Counter[str]
) -> int:
    """Play at random, rare moves often; assert agreement on every position and return their number."""
    for ply in range(PLIES):
        agree(mine, theirs)
        seen.update(kinds_of(mine))
        outcome = mine.outcome()
        seen["outcomes"] += outcome is not None
        moves = mine.legal_moves()
        if not moves:
            return ply + 1
        move = rare(moves, chance)
        text = NOTATION.write(mine, move)
        mine.push(move)
        theirs = theirs.play(text)
    return PLIES


# -- Mighty Lion Chess

LION_KINDS = {
    "step", "step with capture", "jump", "jump with capture", "hit and run", "double capture", "shot", "pass",
    "castling", "en passant", "promotion",
}  # fmt: skip


def lion_kinds(position: Board) -> set[str]:
    """The kinds of section 2.1 among the legal moves, and chess's own special moves."""
    found = set()
    men, files = position.position["board"], position.game.spec.files
    for move in position.legal_moves():
        start, target, what = origin(move), to_square(move), action(move)
        if what == PASS:
            found.add("pass")
        elif what == CASTLING:
            found.add("castling")
        elif what == TWO_LEGS:
            found.add("shot" if target == start else "double capture" if men[target] else "hit and run")
        elif letter_on(position, start) == "l":
            far = max(abs(start % files - target % files), abs(start // files - target // files))
            found.add(("step", "jump")[far - 1] + (" with capture" if men[target] else ""))
        elif letter_on(position, start) == "p":
            if start % files != target % files and not men[target]:
                found.add("en passant")
            if target // files in (0, 7):
                found.add("promotion")
    return found


def lion_setup(oracle: Oracle, chance: random.Random) -> Pos:
    """A position with a Lion or two a side, or one from play."""
    while True:
        squares = list(oracle.rules.grid.squares)
        chance.shuffle(squares)
        men = {"e1": "K", "e8": "k"} if chance.random() < 0.5 else {squares.pop(): "K", squares.pop(): "k"}
        rights = ""
        for letter, king, rook in (("K", "e1", "h1"), ("Q", "e1", "a1"), ("k", "e8", "h8"), ("q", "e8", "a8")):
            if men.get(king) in ("K", "k") and rook not in men and chance.random() < 0.6:
                men[rook] = "Rr"[letter.islower()]
                rights += letter if king in men and (men[king] == "K") == letter.isupper() else ""
        for letter in "Ll" + chance.choice(["", "", "L", "l", "Ll"]):
            squares = [square for square in squares if square not in men]
            men[squares.pop()] = letter
        for _ in range(chance.choice([2, 6, 10, 20])):
            square = chance.choice(squares)
            letter = chance.choice("PPPPNBRQ" if square[1] in "234567" else "NBRQ")
            men.setdefault(square, letter if chance.random() < 0.5 else letter.lower())
        pos = oracle.from_fen(f"{oracle.rules.placement(men)} {chance.choice('wb')} {rights or '-'} - 0 1")
        if not oracle.rules.exposed(pos, 1 - pos.side):
            return pos


@pytest.mark.parametrize("part", range(4))
def test_mighty_lion(part: int) -> None:
    """2,000 positions, in which every kind of move of section 2.1 occurs."""
    oracle, chance = Oracle("mightylion"), random.Random(f"lion {part}")
    seen: Counter[str] = Counter()
    compared = 0
    while compared < 500 or (compared < 5000 and LION_KINDS - seen.keys()):
        pos = lion_setup(oracle, chance)
        compared += compare(board("mightylion", pos.fen()), pos, chance, lion_kinds, seen)
    assert not LION_KINDS - seen.keys(), seen


# -- the 104-square game

CASES: dict[str, tuple[str, Options]] = {
    "frolov10x10": ("", Options()),
    "frolov10x10-wizard": ("", Options(wizard=True)),
    "frolov10x10-caliph": ("", Options(caliph=True)),
    "frolov10x10-citadel": ("", Options(citadelWin=True)),
    "frolov10x10-drop": ("", Options(hostileDrop=True)),
    "f-move-at-once": ("hostileFrozen = false", Options(hostileFrozen=False)),
    "f-drop-at-once": ("hostileDrop = true\nhostileFrozen = false", Options(hostileDrop=True, hostileFrozen=False)),
    "f-drop-harmless": (
        "hostileDrop = true\nfrozenGivesCheck = false",
        Options(hostileDrop=True, frozenGivesCheck=False),
    ),
    "f-drop-ordinary": (
        "hostileDrop = true\nspecialTakenOnLastRank = ordinary",
        Options(hostileDrop=True, specialTakenOnLastRank="ordinary"),
    ),
    "f-forced": ("sergeantEnPassant = forced", Options(sergeantEnPassant="forced")),
    "f-ordinary": ("specialTakenOnLastRank = ordinary", Options(specialTakenOnLastRank="ordinary")),
    "f-either": ("specialTakenOnLastRank = either", Options(specialTakenOnLastRank="either")),
    "f-always": ("onlySpecialsWin = always", Options(onlySpecialsWin="always")),
    "f-off": ("onlySpecialsWin = off", Options(onlySpecialsWin="off")),
    "f-harmless": ("frozenGivesCheck = false", Options(frozenGivesCheck=False)),
}
SHARE = 140  # positions of each case

# The rows of section 8, and what belongs to them.
COMMON_KINDS = {
    "double step", "en passant", "sergeant's en passant", "sergeant's capture of a sergeant in passing",
    "pawn takes a sergeant in passing", "promotion", "general for the opponent", "compound", "bonus declined",
    "bonus", "promotion and bonus", "castling by two", "castling by three", "special taken on the last rank",
}  # fmt: skip


def frolov_kinds(position: Board) -> set[str]:
    """The kinds of move of section 8 among the legal moves, told by their texts."""
    found = set()
    men, files = position.position["board"], position.game.spec.files
    special = set(position.game.spec.special_types)
    legal = {NOTATION.write(position, move): move for move in position.legal_moves()}
    for text, move in legal.items():
        start, target, what = origin(move), to_square(move), action(move)
        man, prey = letter_on(position, start), letter_on(position, target)
        first, _, extra = text.partition(",")
        letter = first[-1] if first[-1].isalpha() else ""
        last = target // files in (0, 9)
        if what == DOUBLE_STEP:
            found.add("double step")
        elif what == CASTLING:
            found.add("castling by two" if abs(start - target) == 2 else "castling by three")
        elif "@" in extra:
            found.add("general placed elsewhere")
        elif letter == "x":
            found.add("sergeant's capture of a sergeant in passing" if extra else "sergeant's en passant")
            if first[:-1] not in legal:
                found.add("forced en passant")
        elif letter in ("l", "i"):
            found.add("general for the opponent")
            if prey in special:
                found.add("special taken on the last rank")
        elif man in ("p", "s") and last:
            found.add("special taken on the last rank" if prey in special else "promotion")
        elif man in ("p", "s") and not men[target] and letter == "f":
            found.add("pawn takes a sergeant in passing")
        elif man in ("p", "s") and not men[target] and _leans(start, target, files) != (man == "s"):
            found.add("en passant")
        elif extra:
            found.add("promotion and bonus" if letter else "bonus")
        elif letter and prey in special:
            found.add("compound" if man != "f" else "promotion and bonus declined")
        elif prey in special:
            found.add("bonus declined")
    return found


def _leans(start: int, target: int, files: int) -> bool:
    return start % files != target % files


def passing_men(chance: random.Random) -> dict[str, str]:
    """A man that may make a double step, mostly a sergeant, and enemies that may then take him in passing."""
    file = chance.randrange(2, 8)
    stepper = chance.choice("PSFFF")
    men = {f"{'bcdefghijk'[file]}3": stepper}
    for _ in range(chance.choice([1, 2, 3])):
        men.setdefault(f"{'bcdefghijk'[file + chance.choice([-2, -1, 0, 1, 2])]}5", chance.choice("psff"))
    if chance.random() < 0.5:
        return men
    return {f"{square[0]}{11 - int(square[1])}": letter.swapcase() for square, letter in men.items()}


def frolov_setup(oracle: Oracle, chance: random.Random) -> Pos:
    """A position of scattered men, with pawns that may promote, pass one another, and kings that may castle."""
    while True:
        squares = list(oracle.rules.grid.squares)
        chance.shuffle(squares)
        home = chance.random() < 0.4
        men = {"g2": "K", "f9": "k"} if home else {squares.pop(): "K", squares.pop(): "k"}
        rights = ""
        for letter, rook in (("K", "k2"), ("Q", "b2"), ("k", "k9"), ("q", "b9")):
            if home and chance.random() < 0.6:
                men[rook] = "Rr"[letter.islower()]
                rights += letter
        passing = passing_men(chance) if chance.random() < 0.3 else {}
        men = passing | men  # a king stays where he is
        quiet = passing or chance.random() < 0.5  # a few men only
        for _ in range(chance.choice([2, 5, 9]) if quiet else chance.choice([14, 24, 40])):
            letter = chance.choice("PPPPSSSSFFRBMAGDEWCVNJQZOYTULI")
            white = chance.random() < 0.5
            square = chance.choice(squares)
            if letter in "PSF":
                rank = chance.choice((3, 5, 6, 9))
                square = f"{chance.choice('bcdefghijk')}{rank if white else 11 - rank}"
            men.setdefault(square, letter if white else letter.lower())
        side = chance.choice("wb") if not passing else "wb"[next(iter(passing))[1] == "8"]
        pos = oracle.from_fen(f"{oracle.rules.placement(men)} {side} {rights or '-'} - 0 1")
        if not oracle.rules.exposed(pos, 1 - pos.side):
            return pos


@pytest.mark.parametrize("name", CASES)
def test_104_squares(name: str) -> None:
    """More than 2,000 positions over the default and every option."""
    text, options = CASES[name]
    if name not in CATALOG:
        load(f"[{name}:frolov10x10]\n{text}\n")
    oracle, chance = Oracle("frolov10x10", options=options), random.Random(name)
    seen: Counter[str] = Counter()
    compared = 0
    while compared < SHARE or (compared < 30 * SHARE and wanted(name) - seen.keys()):
        pos = frolov_setup(oracle, chance)
        compared += compare(board(name, pos.fen()), pos, chance, frolov_kinds, seen)
    assert not wanted(name) - seen.keys(), (wanted(name) - seen.keys(), seen)


def wanted(name: str) -> set[str]:
    """The kinds that have to occur in the positions of a case."""
    kinds = COMMON_KINDS if name == "frolov10x10" else {"bonus", "compound", "general for the opponent"}
    if CATALOG.get(name).hostile_drop:
        kinds = kinds | {"general placed elsewhere"}
    if CATALOG.get(name).sergeant_en_passant == "forced":
        kinds = kinds | {"forced en passant"}
    return kinds | {"outcomes"}
