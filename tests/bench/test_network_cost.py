"""The measuring of a network's cost: what is compared, not how fast it is."""

import sys
from pathlib import Path

import pytest

from bench import network_cost
from bench.network_cost import BOUND, POSITIONS, measure, positions, random_network
from eval.network import added
from eval.network_file import NO_NETWORK, write
from eval.single import Judge
from search.driver import Searcher
from tests.search.games import game_of


def test_positions_and_weights() -> None:
    game = game_of("yarishogi")
    boards = positions(game)
    assert len(boards) == POSITIONS and len({board.fen() for board in boards}) == POSITIONS
    assert [board.fen() for board in boards] == [board.fen() for board in positions(game)]
    judge = Judge(game, random_network(game, 128))
    values = [int(added(board.position, judge.record)) for board in boards]
    assert len(set(values)) > 3 and all(abs(value) < BOUND for value in values)


def test_both_evaluations_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []

    def speed(searcher: Searcher, _boards: object, _nodes: int) -> float:
        used.append(searcher.network)
        return 3.0 if searcher.network is NO_NETWORK else 2.0

    monkeypatch.setattr(network_cost, "speed", speed)
    game = game_of("yarishogi")
    network = random_network(game, 64)
    assert measure(game, network, 3, 1000) == (3.0, 2.0, 2 / 3)
    assert used == [NO_NETWORK, network] * 3


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.net"
    write(path, random_network(game_of("yarishogi"), 64))
    monkeypatch.setattr(sys, "argv", ["x", "yarishogi", "--network", str(path), "--runs", "1", "--nodes", "1000"])
    assert network_cost.main() == 0
    assert "yarishogi: " in (out := capsys.readouterr().out) and "(64 lanes, a.net)" in out
    monkeypatch.setattr(sys, "argv", ["x", "chess", "--network", str(path)])
    assert network_cost.main() == 1 and "it is for 'yarishogi'" in capsys.readouterr().err
