"""Small games of one fairy piece each (`data/games`): perft and random positions equal the oracle's."""

import random

import pytest

from tests.engine.helpers import DATA, NOTATION, agree, board, choose, game
from tests.oracle.api import Oracle, PieceGame, perft
from tests.oracle.examples import EXAMPLES

GAMES = {
    "griffon": "griffon",
    "manticore": "manticore",
    "nightriders": "nightrider",
    "camelrider": "camelrider",
    "grasshoppers": "grasshopper",
    "cannon": "cannon",
    "hornedfalcon": "horned falcon",
    "soaringeagle": "soaring eagle",
}


def oracle_of(name: str) -> Oracle:
    """The oracle for one of the games."""
    return Oracle(PieceGame(game(name).spec.start_fen, {"X": EXAMPLES[GAMES[name]]}))


def test_every_file_is_tested() -> None:
    """No game lies there unused; omega belongs to tests/case_table.py, trials to test_careful.py."""
    assert {path.stem for path in (DATA / "games").glob("*.ini")} == {*GAMES, "omega", "trials"}


@pytest.mark.parametrize("name", GAMES)
def test_perft(name: str) -> None:
    """From the start, and from a position with open lines."""
    oracle = oracle_of(name)
    for fen, depth in ((game(name).spec.start_fen, 3), ("3k4/2p1p3/1x3x2/3p4/2X2P2/4X3/3P4/4K3 w - - 0 1", 2)):
        assert board(name, fen).perft(depth) == perft(oracle.from_fen(fen), depth)


@pytest.mark.parametrize("name", GAMES)
def test_random_positions(name: str) -> None:
    """Moves, checks, FEN and outcome over random games."""
    compared = 0
    for seed in range(12):
        chance = random.Random(f"{name} {seed}")
        mine, theirs = board(name), oracle_of(name).start()
        for _ in range(60):
            agree(mine, theirs)
            compared += 1
            moves = mine.legal_moves()
            if not moves or compared % 200 == 0:
                break
            move = choose(moves, chance, 0.5)
            theirs = theirs.play(NOTATION.write(mine, move))
            mine.push(move)
        if compared > 250:
            break
    assert compared > 150
