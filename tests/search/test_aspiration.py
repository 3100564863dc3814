"""Windows of an iteration, and what the driver makes of them."""

import pytest

from search.aspiration import MOST_LESSENED, WIDEST, WINDOW_DEPTH, Window
from search.score import INFINITE, MATE


def test_an_iteration_begins_around_the_last_score() -> None:
    window = Window.around(40, WINDOW_DEPTH, 25)
    assert (window.alpha, window.beta, window.lessened) == (15, 65, 0)
    assert window.holds(40) and window.holds(16) and not window.holds(15) and not window.holds(65)


@pytest.mark.parametrize(("score", "depth"), [(40, WINDOW_DEPTH - 1), (MATE - 7, 20), (7 - MATE, 20)])
def test_shallow_and_decided_iterations_have_no_window(score: int, depth: int) -> None:
    window = Window.around(score, depth, 25)
    assert (window.alpha, window.beta) == (-INFINITE, INFINITE)


def test_a_score_below_lowers_both_bounds() -> None:
    window = Window.around(0, 10, 20)
    window.widen(-35)
    assert (window.alpha, window.beta) == (-75, 0)
    assert window.holds(-35)


def test_a_score_above_raises_beta_and_lessens_the_depth_until_one_is_below() -> None:
    window = Window.around(0, 10, 20)
    for times in range(1, MOST_LESSENED + 2):
        window.widen(window.beta)
        assert window.alpha == -20 and window.lessened == min(times, MOST_LESSENED)
    window.widen(-40)
    assert window.lessened == 0


@pytest.mark.parametrize("score", [90, -90, MATE - 3, 3 - MATE])
def test_misses_end_with_a_full_window(score: int) -> None:
    window = Window.around(0, 10, 20)
    while not window.holds(score):
        before = window.beta - window.alpha
        window.widen(score)
        assert window.beta - window.alpha != before
    for _ in range(2 * WIDEST // 20):
        window.widen(window.beta)
    assert (window.alpha, window.beta) == (-INFINITE, INFINITE)
