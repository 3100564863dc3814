"""What the measurements share."""

import sys

import pytest

from bench.compare import arguments, middle, ratio, shares, show


def test_numbers() -> None:
    assert middle([3.0, 1.0, 2.0]) == 2.0 and middle([]) == 0.0
    assert ratio(30, 2) == "15.0" and ratio(1, 0) == "-"


def test_shares() -> None:
    assert shares({"leaperhouse": 200.0, "chess": 100.0}) == "beside leaperhouse: leaperhouse 1.00, chess 0.50"
    assert shares({"chess": 100.0}) == ""


def test_arguments() -> None:
    chosen = arguments("x").parse_args(["--peer", "fish", "--runs", "3"])
    assert (chosen.peer, chosen.runs) == ("fish", 3) and chosen.ini.endswith("leaperhouse-peer.ini")


@pytest.mark.parametrize("rich", [True, False])
def test_tables(rich: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    if not rich:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    show("title", ["game", "M/s"], [["chess", "200.0"]])
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("title", "game", "M/s", "chess", "200.0"))
