"""How games end, with the reason."""

import pytest

from engine.endings import (
    CHECKMATE,
    DEAD,
    DROP_MATE,
    FLAG,
    MOVE_COUNT,
    MOVE_COUNT_POINTS,
    NOTHING_LEFT,
    PERPETUAL_CHECK,
    REPETITION,
    REPETITION_POINTS,
    STALEMATE,
)
from tests.engine.helpers import CATALOG, board, load

F = "frolov10x10"
BONUS = "6k5/*10*/*10*/*3u6*/*10*/*3Q6*/*10*/*10*/*3K6*/2r9 w - - 0 1"

IMMEDIATE = [
    ("chess", "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "b1b7 h8g8 a2a8", CHECKMATE, -1),
    ("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", STALEMATE, 0),
    ("mightylion", "4k3/8/5L2/8/8/8/8/4K3 b - - 0 1", "", CHECKMATE, -1),
    ("mightylion", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "", STALEMATE, 0),
    ("leaperhouse", "10/3K6/10/10/10/10/10/6k3/10/10[] w - - 0 1", "d9d10", FLAG, -1),
    ("leaperhouse", "10/10/10/10/3K6/10/10/10/6k3/10[] b - - 0 1", "g2g1", FLAG, -1),
    # a mate by a dropped pawn: loses in Okisaki Shogi, wins in the two others
    ("okisakishogi", "kn8/10/1G8/10/10/10/10/10/6K3/10[P] w - - 0 1", "P@a9", DROP_MATE, 1),
    # stalemate loses in the 104-square game, checkmate too
    (F, "12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*1k8*/K11 w - - 0 1", "", STALEMATE, -1),
    # nothing left to promote
    (F, BONUS, "e5e7", NOTHING_LEFT, -1),
    (F, "k11/*10*/*10*/*10*/*10*/*10*/*4q5*/*4K5*/*10*/12 w - - 0 1", "f3f4", NOTHING_LEFT, -1),  # a king alone
    # a king in the other side's citadel
    ("frolov10x10-citadel", "12/*K9*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/4k7 w - - 0 1", "b9a10", FLAG, -1),
    ("frolov10x10-citadel", "4K7/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*9k*/12 b - - 0 1", "k2l1", FLAG, -1),
]


@pytest.mark.parametrize(("name", "fen", "moves", "reason", "value"), IMMEDIATE)
def test_immediate(name: str, fen: str, moves: str, reason: int, value: int) -> None:
    """Ends that stop the game: no moves follow."""
    position = board(name, fen, moves)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.value, outcome.immediate) == (reason, value, True)
    assert position.legal_moves() == [] and position.perft(1) == 0 and position.perft(2) == 0


KNIGHTS = "g1f3 g8f6 f3g1 f6g8 "
LEAPER_CHECK = "10/10/4K4k/10/10/8N1/7o2/10/10/10[] w - - 0 1"

CLAIMS = [
    ("chess", "startpos", KNIGHTS * 2, REPETITION, 0),
    ("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80", "a1a2", MOVE_COUNT, 0),
    ("mightylion", "4k3/8/8/8/3L4/8/8/4K3 w - - 3 1", "d4d4 e8d8 d4d4 d8e8 " * 2, REPETITION, 0),
    ("mightylion", "4k3/8/8/8/3L4/8/8/4K3 w - - 99 80", "d4d4", MOVE_COUNT, 0),
    ("leaperhouse", "startpos", "e1d2 f10g9 d2e1 g9f10 " * 2, REPETITION, 1),  # who repeats loses
    ("leaperhouse", LEAPER_CHECK, "i5h7 j8j7 h7i5 j7j8 " * 2, PERPETUAL_CHECK, -1),
    ("yarishogi", "startpos", "d1d2 d9d8 d2d1 d8d9 " * 3, REPETITION, 0),
    ("okisakishogi", "startpos", "e1d2 f10e9 d2e1 e9f10 " * 3, REPETITION, 0),
    (F, "6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2R9 w - - 99 60", "c1c2", MOVE_COUNT_POINTS, 1),
    (F, "6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2Q9 w - - 99 60", "c1c2", MOVE_COUNT_POINTS, -1),
    (F, "6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2Q9 w - - 0 1", "c1d1 g10h10 d1c1 h10g10 " * 2,
     REPETITION_POINTS, 1),
    (F, "6k5/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*3K6*/12 w - - 99 60", "e2e3", MOVE_COUNT_POINTS, 1),  # bare kings
]  # fmt: skip


@pytest.mark.parametrize(("name", "fen", "moves", "reason", "value"), CLAIMS)
def test_declared(name: str, fen: str, moves: str, reason: int, value: int) -> None:
    """Ends that a referee declares; the moves are still there, and one ply earlier the game was open."""
    position = board(name, fen, moves)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.value, outcome.immediate) == (reason, value, False)
    assert position.legal_moves()
    position.pop()
    assert position.outcome() is None


@pytest.mark.parametrize(
    ("name", "fen", "dead"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", True),
        ("chess", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", True),
        ("chess", "4k3/8/8/8/8/8/8/3BK3 w - - 0 1", True),
        ("chess", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", True),  # bishops of one colour
        ("chess", "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", False),
        ("chess", "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", False),
        ("chess", "3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", False),
        ("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", False),
        ("mightylion", "4k3/8/8/8/8/8/8/3BK3 w - - 0 1", True),
        ("mightylion", "4k3/8/8/8/8/8/8/3NK3 w - - 0 1", True),
        ("mightylion", "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", False),
        ("mightylion", "4k3/8/8/8/8/8/8/3LK3 w - - 0 1", False),
        ("mightylion", "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", False),
        (F, "6k5/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*3K6*/12 w - - 0 1", False),
    ],
)
def test_dead_positions(name: str, fen: str, dead: bool) -> None:
    """Kings with too little beside them."""
    outcome = board(name, fen).outcome()
    assert (outcome is not None) is dead
    assert outcome is None or (outcome.reason, outcome.value, outcome.immediate) == (DEAD, 0, False)


def test_mate_comes_first() -> None:
    """A mate with the hundredth ply, and one that completes a repetition of nothing."""
    position = board("chess", "7k/1R6/8/8/8/8/R7/4K3 w - - 99 80", "a2a8")
    outcome = position.outcome()
    assert outcome is not None and (outcome.reason, outcome.immediate) == (CHECKMATE, True)


def test_nothing_left_to_promote() -> None:
    """5.3: not by a quiet move, not with a bonus that promotes the last man, not by a man that becomes a compound."""
    assert board(F, BONUS, "e5e6").outcome() is None
    last = BONUS.replace("*3K6*", "*3KP5*")
    for text in ("e5e7", "e5e7,f2f"):
        assert board(F, last, text).outcome() is None
    rook = BONUS.replace("*3Q6*", "*3R6*")
    assert board(F, rook, "e5e7q").outcome() is None


def test_only_specials_win() -> None:
    """The option of section 9: off, and at any time, for the side that moved first."""
    for value in ("off", "always"):
        if f"frolov-{value}" not in CATALOG:
            load(f"[frolov-{value}:frolov10x10]\nonlySpecialsWin = {value}\n")
    assert board("frolov-off", BONUS, "e5e7").outcome() is None
    rook = BONUS.replace("*3Q6*", "*3R6*")
    won = board("frolov-always", rook, "e5e7q").outcome()
    assert won is not None and (won.reason, won.value) == (NOTHING_LEFT, -1)
    # taking the last ordinary man of the other side makes that side win; a bare king has no special men and does not
    gift = "6k5/*10*/*10*/*3R6*/*10*/*3q6*/*10*/*10*/*5K4*/U1r9 b - - 0 1"
    taken = board("frolov-always", gift, "e5e7").outcome()
    assert taken is not None and (taken.reason, taken.value) == (NOTHING_LEFT, 1)
    bare = "6k5/*10*/*10*/*3r6*/*10*/*10*/*10*/*10*/*3K6*/12 w - - 0 1"
    assert board("frolov-always", bare, "e2d2").outcome() is None


def test_history_starts_at_the_set_up() -> None:
    """The set-up position counts as an occurrence, whatever came before it."""
    assert board("chess", "startpos", KNIGHTS).outcome() is None
    assert board("chess", board("chess", "startpos", KNIGHTS).fen(), KNIGHTS).outcome() is None
