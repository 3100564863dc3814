"""Perft itself: depths, ends of games, the place on the stack."""

import random

import pytest

from engine.perft import perft
from tests.engine.helpers import board, choose, every_game


@pytest.mark.parametrize("name", every_game())
def test_sum_of_the_divide(name: str) -> None:
    """The count is the sum over the first moves, wherever on the stack it is written, and changes nothing."""
    position, chance = board(name), random.Random(name)
    for _ in range(12):
        before = position.fen()
        total = 0
        for move in position.legal_moves():
            position.push(move)
            total += position.perft(1)
            position.pop()
        assert position.perft(2) == total == perft(position.game.rules, position.position, 1000, 2)
        assert position.fen() == before
        moves = position.legal_moves()
        if not moves:
            break
        position.push(choose(moves, chance, 0.6))


def test_ends_cut_the_count() -> None:
    """A move that ends the game at once has no successors."""
    position = board("leaperhouse", "10/3K6/10/10/10/10/10/6k3/10/10[] w - - 0 1")
    arrivals = [move for move in position.legal_moves() if (move & 255) // 10 == 9]
    assert len(arrivals) == 3
    total = 0
    for move in position.legal_moves():
        if move not in arrivals:
            position.push(move)
            total += len(position.legal_moves())
            position.pop()
    assert position.perft(2) == total


def test_depth_zero() -> None:
    """One sequence of no moves."""
    assert board("chess").perft(0) == 1
