"""A network's value is what plain sums say, whatever was looked at before, and knows no colour."""

import numpy as np
import pytest

from engine.board import Board
from eval.evaluate import evaluate
from eval.inputs import inputs_of, is_mirrored
from eval.judge import judge_within
from eval.network import STACK, added
from eval.network_file import NO_NETWORK
from eval.single import Judge
from eval.terms import LIMIT
from tests.engine.helpers import HEART
from tests.eval.networks import added_plainly, random_network, wander
from tests.eval.test_evaluate import flipped, ready
from tests.search.games import game_of
from variants.catalog import Catalog
from variants.fen import parse_fen

ODD = ("atomic", "flipersi", "seirawan", "petrified", "duck", "placement", "3check", "minishogi", "cambodian")


@pytest.mark.parametrize("name", [*HEART, *ODD])
def test_kept_up_to_date_is_from_scratch(name: str) -> None:
    """Double captures, promotions by capture and by bonus, holes, blasts, men that change sides, gates, drops."""
    game = ready(name)
    network = random_network(game)
    judge = Judge(game, network)
    seen = set()
    for board in wander(game, 260, 1):
        value = int(added(board.position, judge.record))
        assert value == added_plainly(board, network), board.fen()
        assert int(added(board.position, judge.record)) == value
        seen.add(value)
    assert len(seen) > 20


@pytest.mark.parametrize("lanes", [64, 128, 256])
def test_all_widths(lanes: int) -> None:
    for name in ("yarishogi", "okisakishogi", "grand"):
        game = ready(name)
        network = random_network(game, lanes)
        judge = Judge(game, network)
        for board in wander(game, 60, 2):
            assert int(added(board.position, judge.record)) == added_plainly(board, network), board.fen()


def test_a_long_game_goes_round_the_ring() -> None:
    """Levels are used again, and a game that begins anew is not taken for the old one."""
    game = ready("yarishogi")
    network = random_network(game)
    judge = Judge(game, network)
    board = Board(game)
    start = int(added(board.position, judge.record))
    moves = 0
    for other in wander(game, 2 * STACK, 5):
        added(other.position, judge.record)
        moves = max(moves, other.ply)
    assert moves > STACK // 4
    assert int(added(board.position, judge.record)) == start == added_plainly(board, network)


@pytest.mark.parametrize("name", HEART)
def test_colours_are_equal(name: str) -> None:
    game = ready(name)
    network = random_network(game)
    judge, other = Judge(game, network), Judge(game, network)
    mirrored = is_mirrored(game.spec)
    for board in wander(game, 60, 3):
        turned = flipped(board, mirrored)
        assert int(added(turned.position, other.record)) == int(added(board.position, judge.record)), board.fen()


def test_a_value_is_the_sum_and_bounds_only_save_work() -> None:
    game = ready("leaperhouse")
    network = random_network(game)
    judge, lazy = Judge(game, network), Judge(game, network)
    cut = 0
    for board in wander(game, 150, 4):
        exact = judge.value(board)
        expected = int(evaluate(game.rules, board.position)) + added_plainly(board, network)
        assert exact == min(max(expected, -LIMIT), LIMIT)
        for low in (-6000, -100, 0, 100, 6000):
            value = int(judge_within(game.rules, board.position, lazy.record, low, low + 50))
            assert value == exact or (value >= low + 50 and exact >= low + 50) or (value <= low and exact <= low)
            cut += value != exact
    assert cut


def test_points_that_decide_count_with_a_network_too() -> None:
    """Shortly before a referee counts, a network's value goes where the hand-written one goes."""
    spec = Catalog().get("frolov10x10")
    game = game_of(spec.name)
    assert game.spec.points
    judge = Judge(game, random_network(game))
    fen = game.spec.start_fen.split()
    limit = 2 * game.spec.n_move_rule
    assert limit
    values = []
    for count in (0, limit - 1):
        board = Board(game, parse_fen(game.spec, " ".join([*fen[:4], str(count), "100"])))
        values.append(judge.value(board))
    assert values[0] != values[1]


def test_without_a_network_the_hand_written_evaluation_speaks() -> None:
    game = ready("chess")
    judge = Judge(game, NO_NETWORK)
    for board in wander(game, 40, 6):
        assert judge.value(board) == int(evaluate(game.rules, board.position))


def test_inputs_are_numbered_without_gaps() -> None:
    for name in ("okisakishogi", "mightylion"):
        game = ready(name)
        inputs = inputs_of(game)
        used: set[int] = set()
        for square in range(game.spec.files * game.spec.ranks):
            for piece in np.flatnonzero(inputs.piece[0] >= 0):
                used.add(int(inputs.piece[0, piece] + inputs.place[0, square]))
        for index, most in enumerate(inputs.most):
            used.update(range(int(inputs.hand[0, index]), int(inputs.hand[0, index] + most)))
        assert used == set(range(inputs.count))
