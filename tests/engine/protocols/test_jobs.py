"""Work in the background."""

import threading
import time
from collections.abc import Callable
from typing import Any

from engine.board import Board, Outcome
from engine.protocols.jobs import FinishedJob, Job, PerftJob, SearchJob
from engine.rules import compile_rules
from variants.catalog import Catalog


class Ear:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.total: int | None = None

    def note(self, text: str) -> None:
        self.heard.append(text)

    def info(self, board: Board, info: Any) -> None:
        self.heard.append(info)

    def finished(self, board: Board, outcome: Outcome | None) -> None:
        self.heard.append("finished")

    def done(self, board: Board, move: int, ponder: int) -> None:
        self.heard.append(("done", move))

    def perft_move(self, board: Board, move: int, count: int) -> None:
        self.heard.append(count)

    def perft_total(self, count: int) -> None:
        self.total = count


class Engine:
    """A search that goes on until it is told to stop, and forgets a stop that came before it began."""

    def __init__(self, delay: float = 0.0) -> None:
        self.stop = threading.Event()
        self.hits = 0
        self.delay = delay

    def search(self, board: Board, on_info: Callable[[Any], None]) -> tuple[int, int]:
        time.sleep(self.delay)
        self.stop.clear()
        on_info("first")
        assert self.stop.wait(10)
        return board.legal_moves()[0], 0

    def hit(self) -> None:
        self.hits += 1
        self.stop.set()


def board(name: str = "chess") -> Board:
    return Board(compile_rules(Catalog().get(name)))


def search_job(engine: Engine, ear: Ear, hold: bool = False) -> SearchJob:
    return SearchJob(board(), ear, engine.search, engine.stop.set, engine.hit, hold)


def test_a_stop_before_the_search_has_begun_is_not_lost() -> None:
    ear = Ear()
    job = search_job(Engine(0.1), ear)
    job.start()
    job.stop()
    assert job.wait(5)
    assert ear.heard[0] == "first" and ear.heard[1][0] == "done"


def test_an_early_ponderhit_is_not_lost() -> None:
    engine, ear = Engine(0.1), Ear()
    job = search_job(engine, ear, hold=True)
    job.start()
    job.ponderhit()
    assert job.wait(5) and engine.hits == 1


def test_a_held_move_waits() -> None:
    engine, ear = Engine(), Ear()
    job = search_job(engine, ear, hold=True)
    job.start()
    time.sleep(0.05)
    engine.stop.set()
    assert not job.wait(0.1)
    job.stop()
    assert job.wait(5)


def test_an_error_still_gives_a_move() -> None:
    def search(root: Board, on_info: Callable[[Any], None]) -> tuple[int, int]:
        raise ZeroDivisionError("oops")

    ear = Ear()
    job = SearchJob(board(), ear, search, lambda: None, lambda: None, False)
    job.start()
    assert job.wait(5)
    assert ear.heard[0] == "internal error: ZeroDivisionError: oops"
    assert ear.heard[1][0] == "done" and ear.heard[1][1]


def test_a_finished_root_is_held_too() -> None:
    ear = Ear()
    job = FinishedJob(board(), ear, None, hold=True)
    job.start()
    assert not job.wait(0.05)
    job.ponderhit()
    assert job.wait(5) and ear.heard == ["finished", ("done", 0)]


def test_perft_in_slices_counts_the_same() -> None:
    for name, depth, count in (("chess", 4, 197281), ("leaperhouse", 3, 22456)):
        ear = Ear()
        job = PerftJob(board(name), ear, depth)
        job.start()
        assert job.wait(60) and ear.total == count == sum(ear.heard)


def test_perft_stops_soon() -> None:
    ear = Ear()
    job = PerftJob(board(), ear, 9)
    job.start()
    time.sleep(0.3)
    begun = time.monotonic()
    job.stop()
    assert job.wait(2) and time.monotonic() - begun < 0.5
    assert ear.total is not None and "stopped" in ear.heard[-1]


def test_work_that_was_asked_for_first_comes_first() -> None:
    order: list[str] = []

    class Step(Job):
        def __init__(self, name: str, seconds: float) -> None:
            super().__init__(board(), Ear())
            self.name, self.seconds = name, seconds

        def work(self) -> None:
            time.sleep(self.seconds)
            order.append(self.name)

    class Patient(Step):
        patient = True

    first, second = Patient("first", 0.2), Step("second", 0)
    first.start()
    second.start(first)
    assert second.waits_for is first
    assert second.wait(5) and order == ["first", "second"] and second.waits_for is None
