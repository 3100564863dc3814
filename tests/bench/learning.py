"""Samples for the tests of training."""

from functools import lru_cache
from typing import Any

from bench.game import Rules
from bench.generator import GameJob, harvest


@lru_cache(maxsize=4)
def samples_of(name: str, games: int) -> Any:
    """Positions of quick games."""
    return harvest(GameJob(Rules(name), 0, games, 60, (6, 9), 1)).samples
