"""Castling in chess, in Chess960 and by two or three squares."""

import chess
import pytest

from engine.protocols.notation import UciNotation
from tests.engine.helpers import NOTATION, board, texts

HOME = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def castlings(fen: str, chess960: bool = False) -> list[str]:
    """The castlings among White's legal moves in chess."""
    position = board("chess", fen)
    return [text for text in texts(position, UciNotation(chess960)) if text.startswith("e1") and text in WAYS]


WAYS = ("e1g1", "e1c1", "e1h1", "e1a1")


@pytest.mark.parametrize(
    ("fen", "wanted"),
    [
        (HOME, "e1c1 e1g1"),
        (HOME.replace("KQkq", "Kkq"), "e1g1"),
        (HOME.replace("KQkq", "-"), ""),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", ""),  # a man between, also beside the rook
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", ""),  # in check
        ("4k3/8/8/8/8/8/8/R3Kr1R w KQ - 0 1", ""),
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),  # through check
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1"),  # into check
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),  # only the rook passes an attacked square
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),  # the rook is attacked
    ],
)
def test_chess(fen: str, wanted: str) -> None:
    """Rights, men between, checks."""
    assert castlings(fen) == wanted.split()


def test_both_notations() -> None:
    """King takes rook in Chess960; both are understood, and O-O too."""
    assert castlings(HOME, chess960=True) == ["e1a1", "e1h1"]
    position = board("chess", HOME)
    short, long = NOTATION.read(position, "e1g1"), NOTATION.read(position, "e1c1")
    for text in ("e1h1", "O-O", "0-0", "o-o"):
        assert NOTATION.read(position, text) == short
    for text in ("e1a1", "O-O-O", "0-0-0"):
        assert NOTATION.read(position, text) == long
    position.push(short)
    assert position.fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"


@pytest.mark.parametrize(
    "fen",
    [
        "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
        "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1",
        "2r1kr2/8/8/8/8/8/8/2R1KR2 w FCfc - 0 1",
        "5rkr/8/8/8/8/8/8/5RKR w HFhf - 0 1",
        "4k3/8/8/8/8/8/8/1rR1K3 w C - 0 1",  # the rook was a shield
        "4k3/8/8/8/8/8/8/1R2KR1R w FB - 0 1",
    ],
)
def test_chess960(fen: str) -> None:
    """python-chess agrees on moves and both FENs, before and after each castling."""
    position, peer = board("chess", fen), chess.Board(fen, chess960=True)
    notation = UciNotation(chess960=True)
    assert texts(position, notation) == sorted(move.uci() for move in peer.legal_moves)
    for move in position.legal_moves():
        text = notation.write(position, move)
        peer.push_uci(text)
        position.push(move)
        assert position.fen() == peer.fen(en_passant="xfen"), text
        assert position.fen(chess960=True) == peer.shredder_fen(), text
        assert position.perft(1) == peer.legal_moves.count()
        position.pop()
        peer.pop()


WIDE = "k11/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K3R*/12 w KQ - 0 1"


def test_two_or_three_squares() -> None:
    """7.1 of the 104-square game, for both sides; the rook lands on the square that the king crossed last."""
    legal = texts(board("frolov10x10", WIDE))
    assert {"g2e2", "g2d2", "g2i2", "g2j2"} <= set(legal)
    for text, row in (("g2i2", "*R5RK2*"), ("g2j2", "*R6RK1*"), ("g2e2", "*3KR4R*"), ("g2d2", "*2KR5R*")):
        assert board("frolov10x10", WIDE, text).fen().split()[0].split("/")[8] == row
    black = "12/*r3k4r*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/K11 b kq - 0 1"
    assert {"f9d9", "f9c9", "f9h9", "f9i9"} <= set(texts(board("frolov10x10", black)))


def test_hoppers_and_castling() -> None:
    """7.1: the rook can become the screen of a hopper, and the king is tested on every square that he crosses."""
    crossed = "k11/*6r3*/*10*/*10*/*10*/*10*/*10*/*10*/*R4K3R*/12 w KQ - 0 1"
    legal = set(texts(board("frolov10x10", crossed)))
    assert not {"g2i2", "g2j2"} & legal and {"g2e2", "g2d2"} <= legal
    # a cannon on b2's rank: after g2i2 the rook on h2 stands between it and the king
    cannon = "k11/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*c4K3R*/12 w K - 0 1"
    assert not {"g2i2", "g2j2"} & set(texts(board("frolov10x10", cannon)))


def test_more_than_can_be_kept() -> None:
    """Rights are kept by square: a rook that is taken at home takes its right along."""
    position = board("chess", "r3k2r/8/8/8/8/8/6B1/R3K2R w KQkq - 0 1", "g2a8")
    assert position.fen().split()[2] == "KQk"
