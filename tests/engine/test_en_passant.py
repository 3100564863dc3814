"""Double steps and the captures that answer them."""

import random

import pytest

from engine.layout import EP_KEY, FRAME
from engine.move import EN_PASSANTS, action
from tests.engine.helpers import CATALOG, board, choose, load, texts


@pytest.mark.parametrize("name", ["chess", "mightylion", "frolov10x10"])
def test_key_only_where_legal(name: str) -> None:
    """A double step is part of the position's key exactly where a capture is legal."""
    chance = random.Random(f"{name} passing")
    legal = 0
    for _ in range(60):
        position = board(name)
        for _ in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            takes = [move for move in moves if 1 << action(move) & EN_PASSANTS]
            legal += bool(takes)
            assert bool(position.position["frames"][position.ply * FRAME + EP_KEY]) == bool(takes), position.fen()
            position.push(choose(moves, chance, 0.1))
    assert legal


@pytest.mark.parametrize(
    ("fen", "moves", "text", "legal"),
    [
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "e5d6", True),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d6", "e5d6", True),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5 e1e2 e8e7", "e5d6", False),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "e5d6", True),
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "", "e5d6", False),  # opens the rank
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "", "e5d6", False),  # the pawn is pinned
        ("7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1", "", "e5d6", True),  # takes the man that gives check
        ("7k/8/8/3p4/8/8/8/4K3 w - d6 0 1", "", "e5d6", False),
    ],
)
def test_chess(fen: str, moves: str, text: str, legal: bool) -> None:
    """One half-move only, and the king is looked at with both men gone."""
    position = board("chess", fen, moves)
    assert (text in texts(position)) is legal
    assert position.perft(1) == len(position.legal_moves())


def test_fen_of_chess() -> None:
    """The passed square is written where a pawn stands ready, as peers do."""
    assert board("chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5").fen().split()[3] == "d6"
    assert board("chess", "4k3/3p4/8/8/8/8/8/4K3 b - - 0 1", "d7d5").fen().split()[3] == "-"


def test_three_kinds_of_pawns() -> None:
    """4.3 of the 104-square game: whose square was passed is taken, wherever the victim stands."""
    start = "6k5/*10*/*4f5*/*10*/*3P1S4*/*10*/*10*/*10*/*3K6*/12 b - - 0 1"
    straight = board("frolov10x10", start, "f8f6")
    assert straight.fen().split()[3] == "f7f6"
    assert "e6f7f" in texts(straight) and "g6g7f" not in texts(straight)
    oblique = board("frolov10x10", start, "f8h6")
    assert oblique.fen().split()[3] == "g7h6"
    assert "g6g7f" in texts(oblique) and "e6f7f" not in texts(oblique)


def test_sergeant_steps_or_takes() -> None:
    """4.3: two moves, told apart by `x`; with `forced` the step is none."""
    fen = "6k5/*10*/*10*/*10*/*2PFs5*/*10*/*10*/*10*/*3K6*/12 w - e7f6 0 1"
    legal = set(texts(board("frolov10x10", fen)))
    assert {"e6e7", "e6e7x", "d6e7"} <= legal
    if "frolov-forced" not in CATALOG:
        load("[frolov-forced:frolov10x10]\nsergeantEnPassant = forced\n")
    assert legal - set(texts(board("frolov-forced", fen))) == {"e6e7"}
    assert board("frolov10x10", fen, "e6e7").fen() == ("6k5/*10*/*10*/*3F6*/*2P1s5*/*10*/*10*/*10*/*3K6*/12 b - - 0 1")
    assert board("frolov10x10", fen, "e6e7x").fen() == "6k5/*10*/*10*/*3F6*/*2P7*/*10*/*10*/*10*/*3K6*/12 b - - 0 1"


def test_victim_two_files_away() -> None:
    """4.3: the victim of a diagonal step may stand two files from the man who takes."""
    legal = texts(board("frolov10x10", "6k5/*10*/*10*/*10*/*2P1s5*/*10*/*10*/*10*/*3K6*/12 w - e7f6 0 1"))
    assert "d6e7" in legal
    after = board("frolov10x10", "6k5/*10*/*10*/*10*/*2P1s5*/*10*/*10*/*10*/*3K6*/12 w - e7f6 0 1", "d6e7")
    assert after.fen() == "6k5/*10*/*10*/*3P6*/*10*/*10*/*10*/*10*/*3K6*/12 b - - 0 1"


def test_sergeants_in_passing() -> None:
    """5: taking a sergeant in passing is taking a special man."""
    fen = "6k5/*10*/*10*/*10*/*2PFf5*/*10*/*2P7*/*10*/*3K6*/12 w - e7f6 0 1"
    legal = texts(board("frolov10x10", fen))
    assert {"d6e7f", "e6e7", "e6e7x", "e6e7x,d4f", "e6e7x,d6f"} <= set(legal)
    assert "d6e7" not in legal
    assert board("frolov10x10", fen, "e6e7x,d4f").fen() == (
        "6k5/*10*/*10*/*3F6*/*2P7*/*10*/*2F7*/*10*/*3K6*/12 b - - 0 1"
    )
