"""Captures that promote, bonus promotions and men given to the opponent: sections 5 and 6 of the 104-square game."""

import re

import pytest

from tests.engine.helpers import CATALOG, board, load, texts

PAWN = "6k5/*3P6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/6K5 w - - 0 1"


def option(text: str) -> str:
    """The name of the game with one key changed."""
    name = "frolov-" + "".join(letter for letter in text if letter.isalnum()).lower()
    if name not in CATALOG:
        load(f"[{name}:frolov10x10]\n{text}\n")
    return name


def of(name: str, fen: str, start: str) -> list[str]:
    """The moves that begin with a text."""
    return [text for text in texts(board(name, fen)) if text.startswith(start)]


@pytest.mark.parametrize(
    ("man", "compound"), [*zip("RBMAGDEWCVPSNJ".replace("C", "").replace("V", ""), "QQZZOOUUFFYY", strict=True)]
)
def test_compounds(man: str, compound: str) -> None:
    """5.1: an ordinary man that takes a special one becomes his compound, whatever he would like."""
    offsets = {"N": (1, 2), "J": (1, 3), "G": (1, 1), "A": (1, 1), "B": (1, 1), "E": (1, 1), "P": (1, 1)}
    dx, dy = offsets.get(man, (0, 1))
    board_rows = {5: {4: man}, 5 + dy: {4 + dx: "q"}}
    ranks = []
    for rank in range(10, 0, -1):
        row = board_rows.get(rank, {})
        cells = "".join(row.get(file, "1") for file in range(1, 11))
        ranks.append(f"*{re.sub('1+', lambda run: str(len(run[0])), cells)}*")
    ranks[0], ranks[9] = "k11", "11K"
    fen = "/".join(ranks) + " w - - 0 1"
    start, target = "e5", f"{'abcdefghijkl'[4 + dx]}{5 + dy}"
    assert of("frolov10x10", fen, start + target) == [f"{start}{target}{compound.lower()}"]


def test_bonus() -> None:
    """5.2: a king or a special man that takes a special one may turn one ordinary man into his compound."""
    fen = "k11/*10*/*10*/*10*/*10*/*10*/*4q5*/*4K1P3*/*R9*/J11 w - - 0 1"
    assert of("frolov10x10", fen, "f3f4") == ["f3f4", "f3f4,a1y", "f3f4,b2q", "f3f4,h3f"]
    after = board("frolov10x10", fen, "f3f4,b2q")
    assert after.fen() == "k11/*10*/*10*/*10*/*10*/*10*/*4K5*/*6P3*/*Q9*/J11 b - - 0 1"
    taken_back = after.copy()
    taken_back.pop()
    assert taken_back.fen() == fen


def test_bonus_costs_the_right_to_castle() -> None:
    """5.2: a rook promoted on its home square can castle no more."""
    fen = "k11/*10*/*10*/*10*/*10*/*10*/*10*/*4q5*/*R3K4R*/12 w KQ - 0 1"
    castle = fen.replace("R3K4R", "R4K3R").replace("*4q5*", "*5q4*")
    assert board("frolov10x10", castle, "g2g3,b2q").fen().split()[2] == "-"
    queen = "k11/*10*/*10*/*10*/*10*/*10*/*10*/*Q8q*/*R4K3R*/12 w KQ - 0 1"
    assert board("frolov10x10", queen, "b3k3,b2q").fen().split()[2] == "K"


def test_general_for_the_opponent() -> None:
    """6.1 to 6.3: he stands on the last rank, may not move at once, and gives check meanwhile."""
    assert [text[-1] for text in of("frolov10x10", PAWN, "e9e10")] == list("cglmnrw")
    given = board("frolov10x10", PAWN, "e9e10l")
    assert given.fen() == "4l1k5/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/6K5 b - !e10 0 1"
    assert not any(text.startswith("e10") for text in texts(given))
    later = board("frolov10x10", PAWN, "e9e10l g10h10 g1g2")
    assert any(text.startswith("e10") for text in texts(later))
    free = board(option("hostileFrozen = false"), PAWN, "e9e10l")
    assert free.fen().split()[3] == "-" and "e10e9" in texts(free)
    beside = "k11/*3PK5*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/12 w - - 0 1"
    assert not of("frolov10x10", beside, "e9e10l")
    assert of(option("frozenGivesCheck = false"), beside, "e9e10l") == ["e9e10l"]


def test_general_placed_anywhere() -> None:
    """6.2: on any empty square, in the way of a check too; never where he would give check."""
    generals = of("frolov10x10-drop", PAWN, "e9e10l")
    assert "e9e10l" in generals and "e9e10l,l@e9" in generals and "e9e10l,l@a1" in generals
    attacking = [square for square in ("f2", "g2", "h2", "f1", "h1") if f"e9e10l,l@{square}" not in generals]
    assert attacking and len(generals) == 104 - 2 - len(attacking)
    placed = board("frolov10x10-drop", PAWN, "e9e10l,l@d5")
    assert placed.fen().split()[3] == "!d5" and placed.setup().pieces.keys() >= {4 * 12 + 3}
    # the check along the rank can be answered by a general between, and by nothing else of the pawn
    checked = "k11/*3P6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/r5K5 w - - 0 1"
    blocks = of("frolov10x10-drop", checked, "e9")
    assert blocks == ["e9e10l,l@b1", "e9e10l,l@c1", "e9e10l,l@d1", "e9e10l,l@e1"]
    assert board("frolov10x10-drop", checked).perft(1) == len(texts(board("frolov10x10-drop", checked)))


def test_special_taken_on_the_last_rank() -> None:
    """4.4: the sergeant's list, the own list with the general, or both."""
    fen = "3q8/*3P6*/*8k1*/*10*/*10*/*10*/*10*/*10*/*3K6*/12 w - - 0 1"
    readings = {"sergeant": "oqtuyz", "ordinary": "cglmnrw", "either": "cglmnoqrtuwyz"}
    for reading, letters in readings.items():
        name = option(f"specialTakenOnLastRank = {reading}")
        assert [text[-1] for text in of(name, fen, "e9d10")] == list(letters)
        assert board(name, fen).perft(1) == len(texts(board(name, fen)))


def test_sergeant_promotes_and_earns() -> None:
    """4.4: both at once, `c9b10u,k2u`."""
    fen = "1q10/*1F8*/*10*/*10*/*8k1*/*10*/*10*/*10*/*3K5E*/12 w - - 0 1"
    legal = of("frolov10x10", fen, "c9b10")
    assert legal == sorted(f"c9b10{letter}{extra}" for letter in "oqtuyz" for extra in ("", ",k2u"))
