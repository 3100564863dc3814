"""SPSA."""

import sys
from pathlib import Path

import pytest

from bench.clock import Control
from bench.entrant import Entrant
from bench.game import Rules, load
from bench.spsa import Duel, Parameter, Spsa, TuneError, duel, play_between, read_parameters
from eval.network_file import NO_NETWORK
from search.driver import Searcher
from search.limits import Limits
from search.margin_values import margins_from
from search.margins import MARGINS

FAULTY = f"{sys.executable} {Path(__file__).parent / 'faulty_engine.py'}"


def test_it_climbs_a_hill() -> None:
    """Whoever is nearer to (30, -5) wins."""
    spsa = Spsa((Parameter("a", 0, -50, 50, 4), Parameter("b", 20, -50, 50, 4)), 400)

    def distance(setting: dict[str, float]) -> float:
        return (setting["a"] - 30) ** 2 + (setting["b"] + 5) ** 2

    for iteration in range(400):
        first, second = spsa.settings(iteration)
        spsa.learn(iteration, 2.0 if distance(first) < distance(second) else -2.0)
    assert spsa.values == pytest.approx([30, -5], abs=4) and spsa.done == 400


def test_bounds_hold() -> None:
    spsa = Spsa((Parameter("a", 9, 0, 10, 8),), 5)
    for iteration in range(5):
        assert all(0 <= setting["a"] <= 10 for setting in spsa.settings(iteration))
        spsa.learn(iteration, 2.0 * spsa.signs(iteration)[0])
    assert spsa.values == [10]


def test_checkpoints(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    spsa = Spsa((Parameter("a", 9, 0, 10, 1),), 5)
    assert not spsa.restore(path)
    spsa.learn(0, 2.0)
    spsa.save(path)
    other = Spsa((Parameter("a", 9, 0, 10, 1),), 5)
    assert other.restore(path) and (other.values, other.done) == (spsa.values, 1)
    with pytest.raises(TuneError, match="other parameters"):
        Spsa((Parameter("b", 9, 0, 10, 1),), 5).restore(path)
    path.write_text("{")
    with pytest.raises(TuneError, match="no checkpoint"):
        other.restore(path)


def test_parameters() -> None:
    margins = margins_from({"delta": 200})
    assert read_parameters("terms.tempo=20,0,60,6", margins) == [Parameter("terms.tempo", 20, 0, 60, 6)]
    assert read_parameters("search.delta", margins) == [Parameter("search.delta", 200, 0, 600, 25)]
    assert read_parameters("search.delta=9,0,20,3", margins) == [Parameter("search.delta", 9, 0, 20, 3)]
    everything = read_parameters("search", margins)
    assert [each.name for each in everything] == [f"search.{margin.name}" for margin in MARGINS]
    for text in ("a", "a=1", "a=5,6,7,1", "a=1,0,2,0", "=1,0,2,1", "search.flurb", "search.delta=9,0,601,3"):
        with pytest.raises(TuneError):
            read_parameters(text, margins)


def test_duels_of_weights() -> None:
    bad = {"material.r": 5.0, "hand.r": 5.0, "material.p": 900.0}
    points = [duel(Duel(Rules("yarishogi"), n, ({"terms.tempo": 20.0}, bad), 800, 4, 1)) for n in range(3)]
    assert sum(points) > 0 and all(abs(each) <= 2 for each in points)
    game = load(Rules("yarishogi"))
    limits = Limits(nodes=200)
    pair = (Searcher(game, 1), Searcher(game, 1))
    assert play_between(pair, limits) == play_between(pair, limits)


def test_duels_of_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that leaves nearly every move unsearched loses to one that does not."""
    monkeypatch.setattr("search.driver.own_network", lambda _game: NO_NETWORK)
    bad = {"search.late_base": 1.0, "search.reverse_margin": 20.0, "search.futility_margin": 20.0}
    bad |= {"search.exchange_quiet": 5.0, "search.razor_margin": 80.0, "search.reduction_base": 200.0}
    points = [duel(Duel(Rules("yarishogi"), n, ({"search.delta": 180.0}, bad), 800, 4, 1)) for n in range(3)]
    assert sum(points) > 0


def test_duels_of_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.game.MAX_MOVES", 5)
    entrant = Entrant("x", f"{FAULTY} crash", control=Control(nodes=5))
    settings = ({"option.Hash": 3.0}, {"option.Hash": 5.0})
    assert duel(Duel(Rules("chess"), 0, settings, 5, 0, 1, entrant)) == 0
