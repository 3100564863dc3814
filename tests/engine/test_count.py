"""Counting moves without writing them equals listing them."""

import random

import pytest

from engine.count import count_moves
from tests.engine.helpers import DATA, board, choose, every_game, rare, trials

SMALL = sorted({path.stem for path in (DATA / "games").glob("*.ini")} - {"trials"})


@pytest.mark.parametrize("name", [*every_game(), *SMALL, *trials()])
def test_counting_equals_listing(name: str) -> None:
    """Along random games, some of them with rare moves often."""
    chance = random.Random(f"{name} counted")
    for seed in range(4):
        position = board(name)
        for _ in range(100):
            moves = position.legal_moves()
            if moves:  # games that ended by their last move are not counted but ended
                assert count_moves(position.game.rules, position.position) == len(moves), position.fen()
            assert position.perft(1) == len(moves), position.fen()
            if not moves:
                break
            position.push(rare(moves, chance) if seed % 2 else choose(moves, chance))


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1"),  # a pinned rook
        ("chess", "4k3/8/8/b7/8/8/3P4/4K3 w - - 0 1"),  # a pinned pawn that cannot move
        ("chess", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"),  # en passant opens the rank
        ("chess", "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1"),  # a knight's check
        ("chess", "4k3/8/8/8/7b/8/4r3/R3K2R w KQ - 0 1"),  # two checks
        ("mightylion", "k7/8/8/8/8/8/q6L/3r3K w - - 0 1"),
        ("frolov10x10", "12/*4k5*/*10*/*4c5*/*10*/*4N5*/*10*/*4K5*/*10*/12 w - - 0 1"),  # a screen that may not leave
        ("frolov10x10-drop", "12/*k1n6S*/*10*/*7Z2*/*7K2*/*8y1*/*10*/*2Q6d*/*10*/12 w - - 0 1"),
        ("yarishogi", "k6/7/7/7/3r3/7/3P3/7/3K3[PRB] w - - 0 1"),
    ],
)
def test_delicate_positions(name: str, fen: str) -> None:
    """Pins, checks and screens."""
    position = board(name, fen)
    assert position.perft(1) == len(position.legal_moves())
