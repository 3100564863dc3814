"""`lionleap match`: two engines or more, many games, in any game that an ini file describes.

    lionleap match -engine cmd=lionleap -engine cmd=PATH -each tc=5+0.05 option.Hash=64 -variant yarishogi -rounds 100

Games are independent jobs. This process hands them out, counts and writes them; workers play them.
"""

import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Final

from bench.entrant import Entrant, Unplayable
from bench.executor import LOST, RETRIES, executor_for
from bench.game import Job, Record, play
from bench.match_options import USAGE, Plan, read_plan
from bench.openings import Opening
from bench.pgn import Heading, PgnFile, text_of
from bench.plot import Course
from bench.progress import Display
from bench.standings import Standings
from bench.tally import Key, Tally
from variants.errors import LionleapError

INTERRUPTED: Final = 130


class Match:
    """A match in progress. `standings` hold what was played, also before this process began."""

    def __init__(self, plan: Plan, display: Display) -> None:
        self.plan = plan
        self.display = display
        names = tuple(entrant.name for entrant in plan.entrants)
        self.standings = Standings(names, plan.pairings, plan.games_per_pair == 2, plan.sprt)
        self.course = Course()
        controls = {entrant.name: str(entrant.control) for entrant in plan.entrants}
        self._heading = Heading(plan.match_id, plan.rules.variant, controls, plan.event)
        self._file = PgnFile(plan.pgn) if plan.pgn else None
        self._notes: set[str] = set()
        if self._file:
            for record in self._file.read(plan.match_id, names):
                self.standings.add(record)
                self._draw()
            if self.standings.games:
                display.say(f"{self.standings.games} games of this match are in {plan.pgn}; it goes on from there")

    @property
    def tally(self) -> Tally:
        """The games of the first two engines."""
        return next(iter(self.standings.tallies.values()))

    def jobs(self) -> Iterator[Job]:
        """Return the games that are still to be played, in order. All that meet in a round have the same opening."""
        plan = self.plan
        for pair in range(plan.pairs):
            for (first, second), tally in self.standings.tallies.items():
                yield from self._pair(pair, (plan.entrants[first], plan.entrants[second]), tally.records)

    def _pair(self, pair: int, entrants: tuple[Entrant, Entrant], records: dict[Key, Record]) -> Iterator[Job]:
        plan = self.plan
        for number in range(plan.games_per_pair):
            if (pair, number) not in records:
                known = [records[pair, other] for other in range(plan.games_per_pair) if (pair, other) in records]
                yield Job(
                    pair=pair,
                    number=number,
                    rules=plan.rules,
                    entrants=entrants,
                    white=(number if plan.games_per_pair > 1 else pair) % 2,
                    book=replace(plan.book, openings=()),
                    opening=_opening(known[0]) if known else plan.book.listed(pair),
                    adjudication=plan.adjudication,
                    stall=plan.stall,
                    keep=not plan.cluster,
                )

    def run(self) -> None:
        """Play until all games are there or the test is over. Raises Unplayable, LionleapError."""
        waiting = self.jobs()
        lost: list[Job] = []
        attempts = 0
        while True:
            with executor_for(self.plan.cluster, self.plan.concurrency) as (executor, places):
                lost = self._hand_out(executor, places, lost, waiting)
            if not lost:
                return
            attempts += 1
            if attempts > RETRIES:
                raise LionleapError(f"workers were lost {attempts} times; the match ends here")
            self.display.say(f"workers were lost; {len(lost)} games are played again")

    def _hand_out(self, executor: Executor, places: int, first: list[Job], waiting: Iterator[Job]) -> list[Job]:
        """Keep the workers busy; return the jobs that were lost with their workers."""
        running: dict[Future[Record], Job] = {}
        lost: list[Job] = []
        todo = list(first)
        while True:
            while not lost and len(running) < places and not self.standings.verdict():
                job = todo.pop() if todo else next(waiting, None)
                if job is None:
                    break
                try:
                    running[executor.submit(play, job)] = job
                except LOST:
                    lost.append(job)
            if not running:
                return lost + todo
            done, _ = wait(running, return_when=FIRST_COMPLETED, timeout=self.display.TICK)
            for future in done:
                job = running.pop(future)
                try:
                    self.finished(future.result())
                except LOST:
                    lost.append(job)
            self.display.show(self.standings, len(running), self.plan.games)

    def finished(self, record: Record) -> None:
        """Count and write a game."""
        if not self.standings.add(record):
            return
        if self._file:
            self._file.add(text_of(record, self._heading))
        self._draw()
        for note in record.notes:
            if note not in self._notes:
                self._notes.add(note)
                self.display.say(f"note: {note}")
        names = record.names
        self.display.game(
            f"game {record.pair + 1}.{record.number + 1}: {names[record.white]} vs {names[record.black]}: "
            f"{record.result} {{{record.reason}}}"
        )
        if self.standings.games % self.plan.interval == 0:
            self.display.interim(self.standings)

    def _draw(self) -> None:
        if self.plan.plot:
            self.course.add(self.tally)


def _opening(record: Record) -> Opening:
    """Return the opening of a game that was played."""
    return Opening(record.fen, tuple(record.moves[: record.opening_plies]))


@contextmanager
def _ended_by_terminate() -> Iterator[None]:
    """SIGTERM means what Ctrl-C means, so that no process is left behind."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, interrupt)
    except ValueError:  # not the main thread
        yield
        return
    try:
        yield
    finally:
        with suppress(ValueError):
            signal.signal(signal.SIGTERM, before)


def run(plan: Plan, display: Display) -> Match:
    """Play a match. Raises Unplayable, LionleapError, KeyboardInterrupt."""
    match = Match(plan, display)
    with _ended_by_terminate(), display:
        try:
            match.run()
        finally:
            display.final(match.standings)
            if plan.plot:
                match.course.draw(plan.plot, match.tally)
    return match


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    arguments = list(sys.argv[1:] if words is None else words)
    if not arguments or arguments[0] in ("-h", "-help", "--help"):
        print(USAGE, end="")
        return 0 if arguments else 2
    try:
        plan = read_plan(arguments)
        run(plan, Display(plain=plan.plain))
    except (LionleapError, Unplayable) as error:
        print(f"lionleap match: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
