"""Measuring starts."""

import os

import pytest

from bench.startup import processor_time, resident, start_once


def test_memory_of_this_process() -> None:
    assert resident(os.getpid()) >= 0
    assert resident(1 << 30) == 0
    assert processor_time(os.getpid()) >= 0
    assert processor_time(1 << 30) == 0


@pytest.mark.process
def test_a_start(kernels: None) -> None:
    start = start_once("chess")
    assert 0 < start.uciok < start.readyok
