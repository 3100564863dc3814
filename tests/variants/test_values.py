"""Readers of values."""

import pytest

from variants.keys import key_named
from variants.values import BadValue, Game, is_name, read_piece, read_value

GAME = Game(10, 8, {"p": "pawn", "n": "knight", "k": "king", "x": "customPiece1"})


def read(key: str, text: str) -> object:
    return read_value(key_named(key), text, GAME)


@pytest.mark.parametrize("text", ["true", "TRUE", "yes", "1"])
def test_true(text: str) -> None:
    assert read("castling", text) is True


@pytest.mark.parametrize("text", ["false", "No", "0"])
def test_false(text: str) -> None:
    assert read("castling", text) is False


@pytest.mark.parametrize(
    "key, text, value",
    [
        ("nMoveRule", "0", 0),
        ("maxFile", "10", 9),
        ("maxFile", "j", 9),
        ("maxFile", "P", 15),
        ("maxRank", "16", 15),
        ("castlingRank", "2", 1),
        ("castlingKingsideFile", "I", 8),
        ("stalemateValue", "loss", "loss"),
        ("dropNoDoubled", "-", None),
        ("dropNoDoubled", "N", "knight"),
        ("dropNoDoubled", "np", "pawn"),
        ("flagPiece", "*", None),
        ("promotionPawnTypes", "P n-x", ("pawn", "knight")),
        ("promotionPawnTypes", "npn", ("pawn", "knight")),
        ("promotionPawnTypes", "*", ("pawn", "knight", "customPiece1")),
        ("promotedPieceType", "p:n x : -", (("pawn", "knight"), ("customPiece1", None))),
        ("promotionLimit", "n:2 p:0", (("knight", 2), ("pawn", 0))),
        ("castlingWins", "kK", ("K", "k")),
        ("aliases", "a b a", ("a", "b")),
        ("insufficientMaterial", "xn n*", ("nx", "n*")),
        ("whiteFlag", "a1 j8 - e4", frozenset({(0, 0), (9, 7)})),
        ("whiteFlag", "-", frozenset()),
        ("whiteFlag", "*1", frozenset((file, 0) for file in range(16))),
        ("whiteFlag", "b*", frozenset((1, rank) for rank in range(16))),
    ],
)
def test_values(key: str, text: str, value: object) -> None:
    assert read(key, text) == value


@pytest.mark.parametrize(
    "key, text",
    [
        ("castling", "maybe"),
        ("castling", ""),
        ("nMoveRule", "3x"),
        ("nMoveRule", "-1"),
        ("nMoveRule", "\u0663"),
        ("nMoveRule", "99999999999999999999"),
        ("maxFile", "q"),
        ("maxFile", "17"),
        ("maxFile", "0"),
        ("maxRank", "17"),
        ("castlingRank", "9"),
        ("castlingKingsideFile", "k"),
        ("stalemateValue", "lost"),
        ("stalemateValue", "none"),
        ("dropNoDoubled", ""),
        ("dropNoDoubled", "*"),
        ("dropNoDoubled", "q"),
        ("promotionPieceTypes", "nq"),
        ("promotedPieceType", "p=n"),
        ("promotedPieceType", "p:n,n:p"),
        ("promotedPieceType", "p:q"),
        ("promotionLimit", "n"),
        ("promotionLimit", "n:x"),
        ("castlingWins", "X"),
        ("aliases", "a:b"),
        ("insufficientMaterial", "k"),
        ("insufficientMaterial", "nn*"),
        ("insufficientMaterial", "*"),
        ("whiteFlag", "k1"),
        ("whiteFlag", "a9"),
        ("whiteFlag", "a0"),
        ("whiteFlag", "*x"),
        ("whiteFlag", "a1b2"),
        ("whiteFlag", "a1,b2"),
        ("whiteFlag", "**"),
        ("startFen", "8/8\u00e4"),
    ],
)
def test_bad_values(key: str, text: str) -> None:
    with pytest.raises(BadValue, match="expected"):
        read(key, text)


def test_pieces() -> None:
    assert read_piece("knight", "N") == ("n", "")
    assert read_piece("king", "k:KN") == ("k", "KN")
    assert read_piece("customPiece1", "x: fW ") == ("x", "fW")
    assert read_piece("knight", "-") is None
    for text in ("", "?", "1", "nn", "\u00e4"):
        with pytest.raises(BadValue):
            read_piece("customPiece1", text)


def test_names() -> None:
    assert all(map(is_name, ["chess", "3check", "fox-and-hounds", "ai-wok", "A_b.c+"]))
    assert not any(map(is_name, ["", "a b", "a\n", "a:b", "-a", "x" * 65, "\u00e4"]))
