"""Matches of more than two engines."""

import pytest

from bench.entrant import Fault
from bench.game import Record
from bench.standings import Standings

NAMES = ("a", "b", "c")
ALL = ((0, 1), (0, 2), (1, 2))


def record(first: int, second: int, number: int, result: str, faulty: int | None = None) -> Record:
    """Return a game of two engines; the first has white in number 0."""
    ending = Fault.CRASH if faulty is not None else "rule"
    names = (NAMES[first], NAMES[second])
    return Record(0, number, number, names, result=result, reason="checkmate", ending=ending, faulty=faulty)


def played() -> Standings:
    """a beats b twice, draws with c twice; b and c win one each, c's by b's crash."""
    found = Standings(NAMES, ALL, True)
    for game in (
        record(0, 1, 0, "1-0"), record(0, 1, 1, "0-1"),
        record(0, 2, 0, "1/2-1/2"), record(0, 2, 1, "1/2-1/2"),
        record(1, 2, 0, "1-0"), record(1, 2, 1, "1-0", faulty=0),
    ):  # fmt: skip
        assert found.add(game)
    return found


def test_every_engine_has_its_row() -> None:
    found = played()
    assert found.games == 6 and found.verdict() == "" and not found.add(record(0, 1, 0, "0-1"))
    assert found.counts(0).numbers == (0, 0, 1, 0, 1)
    assert found.counts(1).numbers == (1, 0, 1, 0, 0)
    assert found.counts(2).numbers == (0, 0, 2, 0, 0)
    lines = found.lines()
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "a"], ["2", "c"], ["3", "b"]]
    assert lines[1].split()[-5:] == ["4", "2", "0", "2", "0.750"]
    assert lines[3].split()[-5:] == ["4", "1", "3", "0", "0.250"]
    assert "Score of a vs c: 0 - 0 - 2 [0.500] 2" in lines
    assert "Lost by fault, b: crash: 1" in "\n".join(lines) and "Lost by fault, c: crash: 0" in "\n".join(lines)


def test_a_match_of_two_is_its_tally() -> None:
    found = Standings(NAMES[:2], ((0, 1),), True)
    found.add(record(0, 1, 0, "1-0"))
    assert found.lines() == found.tallies[0, 1].lines()


def test_games_of_others_are_none_of_ours() -> None:
    with pytest.raises(KeyError):
        Standings(NAMES, ((0, 1),), True).add(record(1, 2, 0, "1-0"))
