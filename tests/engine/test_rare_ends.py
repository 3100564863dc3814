"""The rarer ends of games: each rule in a small game of its own or in one of the catalogue."""

import pytest

from engine.endings import (
    CASTLED,
    CASTLING_LOST,
    CHECKMATE,
    CHECKS,
    CONNECTION,
    COUNTED_OUT,
    EXTINCTION,
    FLAG,
    FULL_BOARD,
    MOVE_REPETITION,
    PETTY_MATE,
    REPETITION_POINTS,
    STALEMATE_POINTS,
    UNEARNED_MATE,
)
from tests.engine.helpers import CATALOG, board, load, texts

MEN = "startFen = 8/8/8/8/8/8/8/8 w - - 0 1\nking = -\ncastling = false\n"
SMALL = {
    "row": MEN + "connectN = 3\n",
    "row-of-queens": MEN + "connectN = 3\nconnectPieceTypes = q\nconnectDiagonal = false\n",
    "square": MEN + "connectNxN = 2\n",
    "line": MEN + "collinearN = 3\nconnectValue = loss\n",
    "bridge": MEN
    + "connectRegion1White = *1\nconnectRegion2White = *3\nconnectRegion1Black = a*\nconnectRegion2Black = c*\n",
    "castle-wins": "castlingWins = kqKQ\n",
    "two-flags": MEN + "flagRegion = *8\nflagPieceCount = 2\n",
    "crowded": MEN + "flagRegion = a8 b8\nflagPieceCount = 3\nflagPieceBlockedWin = true\n",
    "safe-and-late": MEN + "flagRegion = e5\nflagPiece = q\nflagPieceSafe = true\nflagMove = true\n",
}


@pytest.fixture(autouse=True, scope="module")
def small_games() -> None:
    for name, text in SMALL.items():
        if name not in CATALOG:
            load(f"[{name}:chess]\n{text}")


ENDS = [
    # counting checks
    ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", CHECKS, -1),
    ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", "a1a8", None, 0),
    ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", CHECKS, -1),  # without the field the first check wins
    ("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 +1+0", "a1a8", None, 0),
    # types that are lost
    ("kinglet", "4k3/8/8/8/8/8/p7/R3K2P w - - 0 1", "a1a2", EXTINCTION, -1),
    ("extinction", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", EXTINCTION, 1),
    ("threekings", "4k3/8/8/8/8/8/r7/K2K3K w - - 0 1", "", EXTINCTION, 1),  # black has one of three
    ("shatranj", "4k3/8/8/8/8/8/r7/1K6 w - - 0 1", "b1a2", None, 0),  # two bare kings
    ("shatranj", "4k3/8/8/8/8/r7/8/RK6 w - - 0 1", "a1a3", None, 0),  # a bare king might take the rook
    ("shatranj", "4k3/8/8/8/8/r7/8/RK6 w - - 0 1", "a1a3 e8e7", EXTINCTION, 1),
    ("shatranj", "4k3/4r3/8/4R3/8/8/8/1K6 w - - 0 1", "e5e7", None, 0),  # black can take it
    ("horde", "4k3/8/8/8/8/8/r7/1P6 b - - 0 1", "a2a3", None, 0),
    ("horde", "4k3/8/8/8/8/8/1P6/1r6 b - - 0 1", "b1b2", EXTINCTION, -1),
    ("shatar", "4k3/8/8/8/8/8/r7/1K6 w - - 0 1", "", EXTINCTION, 0),
    # flags
    ("dobutsu", "3/L2/2l/3[] w - - 0 1", "a3a4", FLAG, -1),
    ("dobutsu", "1l1/L2/3/3[] w - - 0 1", "a3a4", None, 0),  # attacked
    ("jesonmor", "9/9/9/9/9/3N5/9/9/8n w - - 0 1", "d4e6 i1g2 e6g5 g2e1", None, 0),
    ("jesonmor", "9/9/9/9/9/9/3N5/9/8n w - - 0 1", "d3e5", None, 0),
    ("jesonmor", "9/9/9/9/9/9/3N5/9/8n w - - 0 1", "d3e5 i1g2", FLAG, 1),
    ("two-flags", "8/QQ6/8/8/8/8/8/7q w - - 0 1", "a7a8", None, 0),
    ("two-flags", "1Q6/Q7/8/8/8/8/8/7q w - - 0 1", "a7a8", FLAG, -1),
    ("crowded", "1q6/8/Q7/8/8/8/8/8 w - - 0 1", "a6a8", FLAG, -1),
    ("crowded", "8/8/Q7/8/8/8/8/q7 w - - 0 1", "a6a8", None, 0),
    ("safe-and-late", "8/8/Q7/8/8/8/7q/8 w - - 0 1", "a6e6", None, 0),
    # rows of men
    ("row", "8/8/8/8/8/8/RR6/2R4r w - - 0 1", "c1c2", CONNECTION, -1),
    ("row", "8/8/8/8/8/2R5/1R6/R6r w - - 0 1", "", None, 0),  # only the last mover's
    ("row", "8/8/8/8/8/2R5/1R6/R6r b - - 0 1", "", CONNECTION, -1),
    ("row-of-queens", "8/8/8/8/8/8/RRR5/7r b - - 0 1", "", None, 0),
    ("row-of-queens", "8/8/8/8/8/8/QQQ5/7r b - - 0 1", "", CONNECTION, -1),
    ("row-of-queens", "8/8/8/8/8/2Q5/1Q6/Q6r b - - 0 1", "", None, 0),
    ("row", "r7/8/8/8/8/8/R6R/6R1 b - - 0 1", "", None, 0),  # no row around the edge
    ("square", "8/8/8/8/8/8/RR6/RR5r b - - 0 1", "", CONNECTION, -1),
    ("square", "8/8/8/8/8/8/RR6/R1R4r b - - 0 1", "", None, 0),
    ("line", "8/8/8/8/R6R/8/8/4R2r w - - 0 1", "e1e4", CONNECTION, 1),
    ("bridge", "8/8/8/8/8/1R6/1R6/R6r b - - 0 1", "", CONNECTION, -1),
    ("bridge", "8/8/8/8/8/1R6/3R4/R6r b - - 0 1", "", None, 0),
    ("bridge", "8/8/8/8/r7/1r6/2r5/7R w - - 0 1", "", CONNECTION, -1),
    # castling
    ("castle-wins", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", CASTLED, -1),
    ("castle-wins", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", CASTLING_LOST, 1),
    # a full board
    ("flipello", "PPPPPPPP/" * 4 + "pppppppp/" * 3 + "pppppppP[] w - - 0 1", "", FULL_BOARD, 1),
    # mates of Shatar
    ("shatar", "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7", PETTY_MATE, 1),
    ("shatar", "k7/8/1K6/8/8/8/7p/6R1 w - - 0 1", "g1g8", CHECKMATE, -1),
    ("shatar", "kb6/8/1K6/8/8/8/6P1/3B4 w - - 0 1", "d1f3", UNEARNED_MATE, 0),
    # stalemate, where draws are counted
    ("armageddon", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", STALEMATE_POINTS, 1),
]


@pytest.mark.parametrize(("name", "fen", "moves", "reason", "value"), ENDS)
def test_ends(name: str, fen: str, moves: str, reason: int | None, value: int) -> None:
    """Ends that stop the game, with the value for the side to move; None where it goes on."""
    position = board(name, fen, moves)
    outcome = position.outcome()
    if reason is None:
        assert outcome is None or not outcome.immediate, outcome
    else:
        assert outcome is not None and (outcome.reason, outcome.value, outcome.immediate) == (reason, value, True)
        assert not position.legal_moves()


def test_counters_come_back() -> None:
    """Taking moves back restores the checks that are left, and the key tells positions apart by them."""
    position = board("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8 e8e7 a8a1 e7e8")
    other = board("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 4 3")
    assert " 2+3 " in position.fen() and position.key != other.key
    same = board("3check", position.fen())
    assert same.key == position.key
    for _ in range(4):
        position.pop()
    assert " 3+3 " in position.fen()


def test_counting_in_makruk() -> None:
    """A bare king against a rook: sixteen moves, and the men on the board count."""
    position = board("makruk", "4k3/8/8/8/8/8/R2p4/4K3 w - - 0 1", "e1d2")
    assert position.fen().split()[3:5] == ["32", "6"]
    assert board("makruk", position.fen()).fen() == position.fen()
    ended = board("makruk", "4k3/8/8/8/8/8/R7/4K3 w - 32 32 40", "a2a3")
    outcome = ended.outcome()
    assert outcome is not None and (outcome.reason, outcome.value, outcome.immediate) == (COUNTED_OUT, 0, False)
    ended.pop()
    assert ended.outcome() is None


def test_draws_that_are_counted() -> None:
    """Black wins what would be a draw."""
    outcome = board("armageddon", "startpos", "g1f3 g8f6 f3g1 f6g8 " * 2).outcome()
    assert outcome is not None and (outcome.reason, outcome.value, outcome.immediate) == (REPETITION_POINTS, -1, False)


def test_men_of_a_limited_kind() -> None:
    """A pawn becomes only what has been lost."""
    fen = "9k/P9/10/10/10/10/10/10/10/QK8 w - - 0 1"
    assert {text[-1] for text in texts(board("grand", fen)) if text.startswith("a9")} == set("acrbn")
    assert {text[-1] for text in texts(board("grand", fen.replace("Q", "N")))} >= set("acqrbn")


def test_regions_of_men() -> None:
    """A pawn that steps back stops before its first rank."""
    assert "e2e1" not in texts(board("pawnback", "4k3/8/8/8/8/8/4P3/K7 w - - 0 1"))
    assert "e3e2" in texts(board("pawnback", "4k3/8/8/8/8/4P3/8/K7 w - - 0 1"))


def test_sideways_moves_do_not_restart_the_count() -> None:
    """A pawn's move that can be undone is no progress."""
    fen = "4k3/8/8/8/8/4P3/8/K7 w - - 7 9"
    assert board("pawnsideways", fen, "e3d3").fen().split()[4] == "8"
    assert board("pawnsideways", fen, "e3e4").fen().split()[4] == "0"


def test_rights_of_dropped_men() -> None:
    """King and rook that are dropped on their homes may castle; bishops come to stand on both colours."""
    start = "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1"
    position = board("placement", start, "K@e1 k@e8 R@h1 r@a8")
    assert position.fen().split()[2] == "Kq"
    position.pop()
    assert position.fen().split()[2] == "K"
    bishops = board("placement", start, "B@a1 b@a8")
    assert not {"B@c1", "B@e1", "B@g1"} & set(texts(bishops)) and "B@b1" in texts(bishops)


def test_a_man_to_and_fro() -> None:
    """The fifth move of the same man in a row loses in modern Janggi."""
    moves = ("a1a2 a10a9 a2a1 a9a10 " * 3).split()
    assert board("janggimodern", "startpos", " ".join(moves[:8])).outcome() is None
    outcome = board("janggimodern", "startpos", " ".join(moves[:9])).outcome()
    assert outcome is not None and (outcome.reason, outcome.value) == (MOVE_REPETITION, 1)
