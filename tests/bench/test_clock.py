"""Time controls and clocks."""

import pytest

from bench.clock import Clock, Control, ControlError, read_tc


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("inf", (None, 0, 0)),
        ("5+0.05", (5000, 50, 0)),
        ("40/60+0.6", (60000, 600, 40)),
        ("40/1:30", (90000, 0, 40)),
        ("0.5", (500, 0, 0)),
    ],
)
def test_controls(text: str, control: tuple[int | None, int, int]) -> None:
    assert read_tc(text) == control


@pytest.mark.parametrize("text", ["", "5+", "a", "/5", "-1", "5+0.05+1"])
def test_bad_controls(text: str) -> None:
    with pytest.raises(ControlError, match="expected such as"):
        read_tc(text)


def test_names() -> None:
    assert str(Control(60000, 600, 40)) == "40/60+0.6"
    assert str(Control(nodes=500)) == "- nodes 500"
    assert str(Control(movetime=100, depth=3)) == "1/0.1 depth 3"


def test_a_clock_that_is_refilled() -> None:
    clock = Clock(Control(1000, 100, 2))
    assert clock.moves_to_go == 2 and clock.spend(500) and clock.left == 600
    assert clock.moves_to_go == 1 and clock.spend(600) and clock.left == 1100
    assert not clock.spend(1101)


def test_margin_and_fixed_times() -> None:
    assert Clock(Control(1000, margin=50)).spend(1050)
    clock = Clock(Control(movetime=100))
    assert clock.left is None and clock.spend(100) and clock.spend(100) and not clock.spend(101)
    assert Clock(Control(nodes=1)).spend(1e9)
