"""Random games of the catalogue, played to their end: legal moves, positions as text and results are pyffish's."""

import random
from collections import Counter

import pytest

from engine.board import Board
from tests.engine.helpers import BUILT_IN, NOTATION, board, choose, difference
from tests.engine.results_known import OWN_RESULTS, OWN_TEXTS

pyffish = pytest.importorskip("pyffish")

GAMES = sorted(set(pyffish.variants()) & set(BUILT_IN.names()))
FEW, MANY = 1, 20  # games
SHORT, LONG = 60, 600  # plies


def sign(value: int) -> int:
    """Return 1, 0 or -1."""
    return (value > 0) - (value < 0)


def same_moves(name: str, position: Board, start: str, played: list[str]) -> dict[str, int]:
    """Return the legal moves by text; they are the peer's in the same position, after the same game if it is over."""
    legal = {NOTATION.write(position, move): move for move in position.legal_moves()}
    peer = pyffish.legal_moves(name, position.fen(), []) if legal else pyffish.legal_moves(name, start, played)
    assert sorted(legal) == sorted(peer), difference(position.fen(), list(legal), peer)
    return legal


def same_text(name: str, position: Board, peer: str, legal: list[str]) -> None:
    """The position is written as the peer writes it, or what he writes is read as the same position."""
    if name not in OWN_TEXTS:
        assert position.fen() == peer
        return
    read = board(name, peer)
    moves = [NOTATION.write(read, move) for move in read.legal_moves()]
    assert sorted(moves) == sorted(legal), difference(peer, moves, legal)


def same_result(name: str, position: Board, start: str, played: list[str], legal: bool) -> str:
    """Return what ended the game, "" while it is open; it is the peer's result."""
    outcome = position.outcome()
    mine = (outcome is not None, outcome.value if outcome else 0)
    over, value = pyffish.is_immediate_game_end(name, start, played)
    if not over and not legal:
        over, value = True, pyffish.game_result(name, start, played)
    if not over:
        over, value = pyffish.is_optional_game_end(name, start, played)
    words = f"reason {outcome.reason}" if outcome else ""
    if outcome and outcome.reason in OWN_RESULTS.get(name, ()):
        return words
    assert mine == (over, sign(value) if over else 0), (position.fen(), start, played, words)
    return words


def play(name: str, seed: int, most: int) -> str:
    """Play one random game; return how it ended."""
    chance = random.Random(f"{name} {seed}")
    start = pyffish.start_fen(name)
    position, share = board(name), chance.choice([0.1, 0.4, 0.7])
    played: list[str] = []
    while True:
        legal = same_moves(name, position, start, played)
        if len(played) % 8 == 0 or not legal or position.outcome():
            end = same_result(name, position, start, played, bool(legal))
            if end:
                return end
        if len(played) % 8 == 0:
            same_text(name, position, pyffish.get_fen(name, start, played), list(legal))
        if len(played) >= most:
            return "open"
        move = choose(list(legal.values()), chance, share)
        played.append(NOTATION.write(position, move))
        position.push(move)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if number % 8 == 0 else pytest.mark.slow) for number, name in enumerate(GAMES)]
)
def test_sample(name: str) -> None:
    """The beginning of a game, or all of a short one; of every eighth game in the short run."""
    assert Counter(play(name, seed, SHORT) for seed in range(FEW))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_games(name: str) -> None:
    """Twenty games to their end."""
    ends = Counter(play(name, seed, LONG) for seed in range(MANY))
    print(name, dict(ends))
    assert ends.total() == MANY
