"""How the time is shared out."""

import pytest

from search.limits import Limits
from search.timing import fixed, from_clock
from variants.spec import BLACK, WHITE


def test_no_clock_is_no_bound() -> None:
    for limits in (Limits(), Limits(depth=3), Limits(infinite=True), Limits(movetime=0)):
        budget = limits.budget(WHITE, 30)
        assert budget.soft is None and budget.hard is None and budget.next_iteration(1e9)


def test_fixed_time() -> None:
    budget = fixed(1000, 30)
    assert budget.hard == 970 and budget.next_iteration(900)
    assert fixed(10, 30).hard == 5


@pytest.mark.parametrize("time", [0, -50, 1, 20, 100, 1000, 60_000, 3_600_000])
@pytest.mark.parametrize("increment", [0, 50, 2000])
@pytest.mark.parametrize("moves", [None, 0, 1, 2, 40])
@pytest.mark.parametrize("byoyomi", [0, 500])
def test_never_more_than_there_is(time: int, increment: int, moves: int | None, byoyomi: int) -> None:
    budget = from_clock(time, increment, moves, byoyomi, 30)
    assert budget.hard is not None and budget.soft is not None
    assert 0 <= budget.soft <= budget.hard <= max(max(time, 0) + byoyomi - 30, 0)
    if time >= 1000:
        assert budget.hard > 20


def test_shares() -> None:
    slow, fast = from_clock(60_000, 0, None, 0, 30), from_clock(6_000, 0, None, 0, 30)
    assert slow.hard and fast.hard and slow.hard > 5 * fast.hard
    few, many = from_clock(10_000, 0, 2, 0, 30), from_clock(10_000, 0, 40, 0, 30)
    assert few.hard and many.hard and few.hard > many.hard


def test_the_mover_uses_his_own_clock() -> None:
    limits = Limits(wtime=60_000, btime=600, winc=0, binc=0)
    white, black = limits.budget(WHITE, 30), limits.budget(BLACK, 30)
    assert white.hard and black.hard and white.hard > 20 * black.hard
