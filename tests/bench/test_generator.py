"""Jobs of games: the same job gives the same positions, and they are varied."""

from dataclasses import replace

import numpy as np

from bench.game import Rules
from bench.generator import GameJob, harvest
from eval.network_file import bytes_of
from tests.eval.networks import random_network
from tests.search.games import game_of

JOB = GameJob(Rules("yarishogi"), 3, 4, 60, (6, 9), 1)


def test_a_job_decides_its_positions() -> None:
    first, again = harvest(JOB), harvest(JOB)
    assert first.samples.tobytes() == again.samples.tobytes() and first.games == sum(first.results) == 4
    assert len(first.samples) > 40 and first.plies > len(first.samples) and first.nodes > 30 * first.plies
    other = harvest(replace(JOB, number=4))
    assert other.samples.tobytes() != first.samples.tobytes()
    games = set(first.samples["game"].tolist())
    assert len(games) == 4 and not games & set(other.samples["game"].tolist())
    assert len(np.unique(first.samples["board"], axis=0)) > 0.9 * len(first.samples)


def test_scores_and_results_are_whites() -> None:
    found = harvest(replace(JOB, games=30))
    scores, results = found.samples["score"].astype(float), found.samples["result"].astype(float)
    assert np.corrcoef(scores, results)[0, 1] > 0.2
    assert set(found.samples["side"].tolist()) == {0, 1}


def test_a_network_can_play() -> None:
    network = random_network(game_of("yarishogi"))
    found = harvest(replace(JOB, network=bytes_of(network)))
    assert found.samples.tobytes() != harvest(JOB).samples.tobytes()
