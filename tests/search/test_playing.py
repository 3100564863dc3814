"""Games inside one kernel: they follow the rules, end as Board says, and search as the driver does."""

import numpy as np
import pytest

from bench.generator import Player
from engine.board import Board
from eval.inputs import inputs_of
from eval.network_file import NO_NETWORK
from search.driver import Info, Searcher
from search.limits import Limits
from search.playing import KEPT, NODES, PLIES_PLAYED, RESULT, think
from tests.search.games import GAMES, game_of


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_as_the_rules_say(name: str) -> None:
    game = game_of(name)
    player = Player(game, NO_NETWORK)
    samples = player.play(Board(game), 300)
    final = Board(game)
    final.position = player._thread.position.copy()
    plies, result = int(player.summary[PLIES_PLAYED]), int(player.summary[RESULT])
    assert plies == final.ply > 10 and player.summary[NODES] > 200 * plies // 2
    outcome = final.outcome()
    if outcome is not None:
        assert result == (outcome.value if final.side == 0 else -outcome.value)
    else:
        assert plies == 400 or abs(result) == 1  # given up
    assert len(samples) == player.summary[KEPT] > 3
    moves = []
    while final.ply:
        moves.append(final.pop())
    board, seen = Board(game), set()
    hands = list(inputs_of(game).hands)
    for move in reversed(moves):
        seen.add((board.side, board.position["board"].tobytes(), bytes(board.position["hand"][hands].tolist())))
        assert move in board.legal_moves()
        board.push(move)
    for sample in samples:
        cells = np.zeros(game.width, dtype=np.uint8)
        cells[: len(sample["board"])] = sample["board"]
        assert (int(sample["side"]), cells.tobytes(), bytes(sample["hands"].tolist())) in seen
        assert sample["result"] == result and abs(sample["score"]) < 2500


def test_it_plays_the_same_game_twice() -> None:
    game = game_of("leaperhouse")
    player = Player(game, NO_NETWORK)
    first = player.play(Board(game), 200)
    assert (first == player.play(Board(game), 200)).all()


@pytest.mark.parametrize("name", GAMES)
def test_it_thinks_like_the_driver(name: str) -> None:
    """The same nodes give about the same score: both deepen the same search."""
    game = game_of(name)
    player = Player(game, NO_NETWORK)
    found: list[Info] = []
    Searcher(game, 4, network=NO_NETWORK).search(Board(game), Limits(nodes=20_000), found.append)
    player._begin(Board(game), 20_000)
    score = int(think(game.rules, player._thread.position, player._thread.record))
    assert abs(score - found[-1].score) < 40
    assert int(player._thread.record["root_moves"][0]) in Board(game).legal_moves()
