"""Making and taking back moves, in every game of the catalogue."""

import random
from typing import Any

import numpy as np
import pytest

from engine.board import Board
from engine.layout import FRAME, KEY, PHASE, SCORE
from engine.make import make, unmake
from engine.null_move import make_null, unmake_null
from tests.engine.helpers import NOTATION, board, choose, every_game, rare, trials

FIELDS = ("board", "men", "side_men", "hand", "hand_kinds", "king", "side", "ply", "seen")
NAMES = [*every_game(), *trials()]


def state(position: Board) -> list[Any]:
    """What a move and its taking back must leave as it was."""
    record = position.position
    plies = position.ply + 1
    kept = [record["walls"][:plies], record["gates"][: 2 * plies], record["changed"][:plies]]
    return [record[name].tobytes() for name in FIELDS] + [
        array.tobytes() for array in (record["frames"][: plies * FRAME], *kept)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_unmake_restores(name: str) -> None:
    """Every legal move of the positions of some games."""
    chance = random.Random(name)
    for _ in range(4):
        position = board(name)
        for ply in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            before = state(position)
            for move in moves if ply % 3 == 0 else moves[:5]:
                make(position.game.rules, position.position, move)
                unmake(position.game.rules, position.position)
                assert state(position) == before, NOTATION.write(position, move)
            position.push(choose(moves, chance))


@pytest.mark.parametrize("name", NAMES)
def test_incremental_values(name: str) -> None:
    """Key, score and phase equal those computed from scratch, and a FEN read anew gives the same board."""
    chance = random.Random(f"{name} again")
    for game_number in range(4):
        position = board(name)
        for _ in range(100):
            moves = position.legal_moves()
            if not moves:
                break
            position.push(rare(moves, chance) if game_number % 2 else choose(moves, chance))
            frame = position.position["frames"][position.ply * FRAME : (position.ply + 1) * FRAME]
            kept = [int(frame[word]) for word in (KEY, SCORE, PHASE)]
            position.refresh()
            assert kept == [int(frame[word]) for word in (KEY, SCORE, PHASE)], position.fen()
        fresh = board(name, position.fen())
        assert fresh.fen() == position.fen()
        for field in ("board", "men", "side_men", "hand", "hand_kinds", "king", "side"):
            assert np.array_equal(fresh.position[field], position.position[field]), (field, position.fen())
        assert fresh.position["walls"][0] == position.position["walls"][position.ply]


@pytest.mark.parametrize("name", NAMES)
def test_whole_games_back(name: str) -> None:
    """A game taken back to its start is the start."""
    position, chance = board(name), random.Random(name)
    before = state(position)
    played: list[int] = []
    while len(played) < 150 and (moves := position.legal_moves()):
        played.append(choose(moves, chance))
        position.push(played[-1])
    assert [position.pop() for _ in played] == played[::-1]
    assert state(position) == before


@pytest.mark.parametrize("name", NAMES)
def test_null_move(name: str) -> None:
    """The turn is handed over and taken back."""
    position, chance = board(name), random.Random(name)
    for _ in range(30):
        if not position.in_check:
            before, side = state(position), position.side
            make_null(position.game.rules, position.position)
            assert position.side == 1 - side
            frame = position.position["frames"][position.ply * FRAME : (position.ply + 1) * FRAME]
            kept = int(frame[KEY])
            position.refresh()
            assert kept == int(frame[KEY])
            unmake_null(position.position)
            assert state(position) == before
        moves = position.legal_moves()
        if not moves:
            break
        position.push(choose(moves, chance))


def test_rights() -> None:
    """Castling rights go with king and rook, and with a rook that is taken, on the way too."""
    chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for moves, rights in (
        ("e1e2", "kq"), ("a1a2", "Kkq"), ("h1h2", "Qkq"), ("a1a8", "Kk"), ("e1g1", "kq"), ("h1h8", "Qq"),
        ("e1e2 e8e7", "-"),
    ):  # fmt: skip
        assert board("chess", chess, moves).fen().split()[2] == rights
    assert board("mightylion", "r3k2r/7L/8/8/8/8/8/4K3 w kq - 3 1", "h7h8,h8h7").fen() == (
        "r3k3/7L/8/8/8/8/8/4K3 b q - 0 1"
    )


def test_counters() -> None:
    """The counter of quiet plies and the number of the move."""
    fen = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 5 9"
    for moves, counters in (("a1a2", "6 9"), ("e2e3", "0 9"), ("a1a2 e8e7", "7 10"), ("e1c1", "6 9")):
        assert board("chess", fen, moves).fen().split()[4:] == counters.split()
    assert board("mightylion", "4k3/8/8/8/3L4/8/8/4K3 w - - 3 1", "d4d4").fen() == "4k3/8/8/8/3L4/8/8/4K3 b - - 4 1"


def test_keys_of_transpositions() -> None:
    """The same position by another order of moves has the same key, another right or side another one."""
    one, other = board("chess", "startpos", "g1f3 g8f6 b1c3"), board("chess", "startpos", "b1c3 g8f6 g1f3")
    assert one.key == other.key != board("chess").key
    plain = board("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert plain.key != board("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1").key
    assert plain.key != board("chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").key
    # the ban of the counterstrike and a frozen general belong to the position
    struck = board("mightylion", "k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5")
    assert struck.key != board("mightylion", struck.fen()).key
    given = board("frolov10x10", "6k5/*3P6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/6K5 w - - 0 1", "e9e10l")
    assert given.key == board("frolov10x10", given.fen()).key
    assert given.key != board("frolov10x10", given.fen().replace("!e10", "-")).key
    leaper = board("leaperhouse", "10/10/4k5/10/10/10/10/4K5/10/10[NN] w - - 0 1")
    assert leaper.key != board("leaperhouse", "10/10/4k5/10/10/10/10/4K5/10/10[N] w - - 0 1").key
