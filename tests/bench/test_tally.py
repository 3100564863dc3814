"""What games add up to."""

from bench.entrant import Fault
from bench.game import BY_REPETITION, Record
from bench.score import Sprt
from bench.tally import Tally


def record(pair: int, number: int, result: str, ending: str = "rule", faulty: int | None = None) -> Record:
    reason = {BY_REPETITION: "third repetition: black loses"}.get(ending, "checkmate")
    return Record(pair, number, number, ("one", "two"), result=result, reason=reason, ending=ending, faulty=faulty)


def tally(*records: Record) -> Tally:
    found = Tally(("one", "two"), sprt=Sprt(0, 5))
    for each in records:
        assert found.add(each)
    return found


def test_results_and_pairs() -> None:
    found = tally(
        record(0, 0, "1-0"), record(0, 1, "0-1"), record(1, 0, "1/2-1/2"), record(1, 1, "1-0"), record(2, 1, "1/2-1/2")
    )
    assert found.results() == (2, 1, 2) and found.results(0) == (1, 0, 1) and found.results(1) == (1, 1, 1)
    assert found.pentanomial().numbers == (0, 1, 0, 0, 1)
    assert found.trinomial().numbers == (1, 2, 2)
    assert found.counts() == found.pentanomial()
    found.paired = False
    assert found.counts() == found.trinomial()


def test_a_game_counts_once() -> None:
    found = tally(record(0, 0, "1-0"))
    assert not found.add(record(0, 0, "0-1")) and found.results() == (1, 0, 0)


def test_what_is_counted_apart() -> None:
    found = tally(
        record(0, 0, "1-0", BY_REPETITION),
        record(0, 1, "1-0", Fault.CRASH, 0),
        record(1, 0, "0-1", Fault.TIME, 0),
        record(1, 1, "0-1", Fault.ILLEGAL, 1),
    )
    assert found.repetitions(0) == 1 and found.repetitions(1) == 0
    assert found.faults(0) == {"crash": 1, "time": 1} and found.faults(1) == {"illegal move": 1}
    assert found.clean() == (1, 1, 0)
    text = "\n".join(found.lines())
    assert "Lost by fault, one: crash: 1, stall: 0" in text and "won by repetition: 1" in text
    assert "Without protocol faults: 1 - 1 - 0 [0.500] 2" in text
    assert "third repetition: 1" in text and "LLR:" in text


def test_nothing_yet() -> None:
    found = tally()
    assert found.games == 0 and "[0.500] 0" in found.lines()[0] and found.verdict() == ""
