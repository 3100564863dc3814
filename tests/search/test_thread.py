"""Threads that search beside the first one."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
from search.aspiration import Window
from search.table import Table
from search.thread import SearchThread
from tests.search.games import game_of


class Watched(SearchThread):
    """Writes down what it searches."""

    passes: list[tuple[int, int, int]]

    def search_pass(self, window: Window, depth: int, first: int) -> int:
        """Search, and remember what."""
        self.passes.append((depth, window.alpha, window.beta))
        return super().search_pass(window, depth, first)


@dataclass
class Team:
    """A thread that has searched to a depth, one to help it, and the memory that both use."""

    main: SearchThread
    helper: Watched
    table: Table
    stop: NDArray[np.int64]


def team_at(depth: int, window: Window) -> Team:
    game = game_of("leaperhouse")
    team = Team(SearchThread(game), Watched(game), Table(1), np.zeros(8, dtype=np.int64))
    team.helper.passes = []
    for thread in (team.main, team.helper):
        thread.begin(Board(game), team.table, team.stop, 1 << 40)
    team.main.set_root()
    team.main.search_pass(window, depth, 0)
    return team


def test_a_helper_searches_what_the_main_thread_searches_and_then_deeper() -> None:
    team = team_at(5, Window(-150, 150))
    team.helper.help_along(team.main, 8)
    depths = [depth for depth, _, _ in team.helper.passes]
    assert team.helper.passes[0] == (5, -150, 150)
    assert depths == sorted(depths) and set(depths) == {5, 6, 7, 8}
    assert team.helper.root_count == team.main.root_count


def test_a_helper_widens_a_window_that_it_misses() -> None:
    team = team_at(5, Window(3000, 3001))
    team.helper.help_along(team.main, 6)
    (_, _, first_beta), (depth, alpha, _) = team.helper.passes[:2]
    assert depth == 5 and alpha < 3000 < first_beta
    assert team.helper.passes[-1][0] == 6


def test_a_helper_ends_when_it_is_told() -> None:
    team = team_at(5, Window())
    team.stop[0] = 1
    team.helper.help_along(team.main, 100)
    assert team.helper.aborted and len(team.helper.passes) < 8
