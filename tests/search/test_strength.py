"""Strengths below the full one: ordered in what they may search and in what they overlook."""

import random

import pytest

from engine.board import Board
from search.driver import Info, Searcher
from search.limits import Limits
from search.strength import FULL, LINES, Strength
from tests.search.games import game_of

WEAK, MIDDLE = Strength.of_level(-20), Strength.of_level(0)


def test_scales_meet_at_their_ends() -> None:
    assert Strength.of_level(20) == Strength.of_elo(2850) == FULL
    assert Strength.of_level(-20) == Strength.of_elo(500) == Strength(0.0)
    assert FULL.full and not MIDDLE.full and FULL.lines == 1 and MIDDLE.lines == LINES


def test_nodes_rise_with_strength_and_keep_a_users_limit() -> None:
    allowed = [Strength.of_level(level).nodes(1 << 40) for level in range(-20, 21)]
    assert allowed == sorted(set(allowed)) and allowed[-1] == 1 << 40
    assert MIDDLE.nodes(100) == 100


def test_weaker_sides_choose_worse() -> None:
    dice = random.Random(1)
    scores = [40, 0, -60, -200, -400]

    def mean(strength: Strength) -> float:
        return sum(scores[strength.choose(scores, 29000, dice)] for _ in range(4000)) / 4000

    found = [mean(Strength(share)) for share in (0.0, 0.5, 0.9, 1.0)]
    assert found == sorted(found) and found[-1] == 40
    assert found[0] < found[1] < found[2]


@pytest.mark.parametrize("first", [31990, -31990])
def test_a_decided_game_is_played_as_it_is(first: int) -> None:
    assert all(WEAK.choose([first, 0, -100], 29000, random.Random(seed)) == 0 for seed in range(50))


def test_no_move_that_loses_by_force_is_chosen() -> None:
    assert {WEAK.choose([10, -31990, -31992], 29000, random.Random(seed)) for seed in range(50)} == {0}


def test_a_weak_search_plays_other_moves_and_shows_the_wanted_lines() -> None:
    game = game_of("yarishogi")
    searcher, played = Searcher(game, 1), set()
    for _ in range(12):
        shown: list[Info] = []
        result = searcher.search(Board(game), Limits(), shown.append, 2, WEAK)
        assert {info.multipv for info in shown} == {1, 2} and searcher.nodes <= WEAK.nodes(1 << 40)
        played.add(result.move)
    assert len(played) > 1
