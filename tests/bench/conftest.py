"""What tests of matches and measurements share."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

import pytest

import bench.match
import bench.tune
from tests.bench.here import Here


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Games are played in this process."""
    executor = Here()

    @contextmanager
    def fake(_address: str, workers: int) -> Iterator[tuple[Executor, int]]:
        yield executor, workers

    for module in (bench.match, bench.tune):
        monkeypatch.setattr(module, "executor_for", fake)
    return executor
