"""`make soak MINUTES=n`: hours of legal and illegal traffic over one process; nothing may get lost, memory stays flat.

    python -m bench.soak [--minutes N | --games N] [--threads N] [--seed N] [--log FILE.tsv] [--plot FILE.png]

Random games are played in turn, in the engine and on a board beside it: every answer has to come in time, every move
has to be legal, and the engine's position has to be the board's. Between the moves come lines that no GUI should send:
nonsense, illegal moves, bad positions, other options and games during a search. The memory of the process is noted.
"""

import argparse
import importlib
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any, Final

from bench.compare import GAMES
from bench.process import OWN, Engine, EngineError
from bench.startup import resident
from engine.board import Board
from engine.protocols.loading import prepare
from engine.protocols.notation import UciNotation
from engine.rules import Game
from variants.catalog import Catalog

SAMPLE_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 60.0  # a request without an answer for so long is lost
MOST_PLIES: Final = 120
SETTLED: Final = 0.25  # of the samples: until then tables and kernels are still being loaded
FLAT_MB: Final = 24.0  # growth over the rest that is still called flat; a game's rules and tables are about 8 MB
NONSENSE: Final = (
    "xyzzy|position|position fen|position startpos moves e2e9 z9z9|position fen 8/8/8 w - - 0 1|go depth x|setoption"
    "|setoption name|setoption name Hash value -1|setoption name UCI_Variant value nosuchgame|load /no/such/file.ini"
    "|check <<END\n[a:b]\nmaxFile = z\nEND|d e f|go searchmoves a0a0 depth 1|\x00\x01\x02|isready isready|uci|debug on"
    "|position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1|stop|ponderhit|flip|eval|register later"
).split("|")
LIMITS: Final = (
    "depth 1",
    "depth 4",
    "nodes 1",
    "nodes 2000",
    "movetime 5",
    "movetime 60",
    "mate 2 nodes 1000",
    "wtime 300 btime 300",
)


class SoakError(RuntimeError):
    """An answer that was lost or wrong."""


@dataclass(slots=True)
class Course:
    """What was seen."""

    seconds: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)  # MB
    lines: int = 0
    searches: int = 0
    games: int = 0

    def growth(self) -> float:
        """Return the megabytes that the process grew by after it had settled, by a line through all samples."""
        first = int(len(self.memory) * SETTLED)
        times, sizes = self.seconds[first:], self.memory[first:]
        if len(times) < 2:
            return 0.0
        middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
        spread = sum((t - middle) ** 2 for t in times)
        slope = sum((t - middle) * (s - mean) for t, s in zip(times, sizes, strict=True)) / spread if spread else 0.0
        return slope * (times[-1] - times[0])

    def draw(self, path: str) -> None:
        """Write a picture of the memory. ImportError without matplotlib."""
        importlib.import_module("matplotlib").use("Agg")
        pyplot: Any = importlib.import_module("matplotlib.pyplot")
        figure, axes = pyplot.subplots(figsize=(8, 4))
        axes.plot([second / 60 for second in self.seconds], self.memory, linewidth=1)
        axes.set_xlabel("minutes")
        axes.set_ylabel("resident memory, MB")
        axes.set_ylim(bottom=0)
        axes.set_title(f"{self.games} games, {self.searches} searches, {self.lines} lines in one process")
        figure.tight_layout()
        figure.savefig(path, dpi=100)
        pyplot.close(figure)


class Soak:
    """One engine process and the traffic that it gets."""

    def __init__(self, engine: Engine, threads: int, seed: int, log: IO[str] | None = None) -> None:
        self._engine, self._threads, self._log = engine, threads, log
        self._chance = random.Random(seed)
        self._catalog, self._notation = Catalog(), UciNotation()
        self._games: dict[str, Game] = {}
        self._begun = self._sampled = time.monotonic()
        self._asked = self._answered = 0  # searches
        self.course = Course()

    def run(self, goes_on: Callable[[Course, float], bool]) -> None:
        """Play games as long as `goes_on(course, seconds)`. SoakError, EngineError."""
        self._sample()
        while goes_on(self.course, time.monotonic() - self._begun):
            self._play(self._chance.choice(GAMES))
            self.course.games += 1
        self._sample()

    def _sample(self) -> None:
        now = time.monotonic()
        self._sampled = now
        self.course.seconds.append(now - self._begun)
        self.course.memory.append(resident(self._engine.pid))
        if self._log is not None:
            values = self.course.seconds[-1], self.course.memory[-1], self.course.games, self.course.searches
            self._log.write("{:.1f}\t{:.1f}\t{}\t{}\t{}\n".format(*values, self.course.lines))
            self._log.flush()

    # --- lines ----------------------------------------------------------------------------------------------------

    def _send(self, text: str) -> None:
        self.course.lines += 1
        self._asked += text.startswith("go") and "perft" not in text
        self._engine.send(text)

    def _ask(self, text: str, is_last: Callable[[str], bool]) -> list[str]:
        self.course.lines += 1
        self._asked += text.startswith("go") and "perft" not in text
        lines = self._engine.ask(text, is_last, ANSWER_SECONDS)
        for line in lines:
            self._answered += is_best(line)
            if "internal error" in line or "Traceback" in line:
                raise SoakError(f"after {text!r}: {line}")
        return lines

    def _ready(self) -> None:
        self._ask("isready", lambda line: line == "readyok")

    # --- a game ---------------------------------------------------------------------------------------------------

    def _play(self, name: str) -> None:
        chance = self._chance
        if name not in self._games:
            self._games[name] = prepare(self._catalog.get(name), lambda text: None)
        board = Board(self._games[name])
        self._send(f"setoption name UCI_Variant value {name}")
        if chance.random() < 0.3:
            self._send(f"setoption name Hash value {chance.choice([1, 2, 16, 16, 33])}")
        self._send(f"setoption name Threads value {chance.choice([self._threads, self._threads, 1])}")
        self._send("ucinewgame")
        played: list[str] = []
        root = "startpos"
        for _ in range(chance.randrange(4, MOST_PLIES)):
            if board.outcome() is not None:
                break
            if chance.random() < 0.15:
                self._disturb(name)
            told = f"position {root}" + (f" moves {' '.join(played)}" if played else "")
            self._send(told)
            if chance.random() < 0.05:
                self._compare(board)
            move = self._search(board) if chance.random() < 0.5 else chance.choice(board.legal_moves())
            played.append(self._notation.write(board, move))
            board.push(move)
            if time.monotonic() - self._sampled >= SAMPLE_SECONDS:
                self._sample()
        self._ready()

    def _search(self, board: Board) -> int:
        """Ask for a move, in one of the ways that there are, and return it."""
        chance = self._chance
        self.course.searches += 1
        kind = chance.random()
        if kind < 0.1:
            self._send("go infinite")
            self._wait(0.05)
            if chance.random() < 0.3:
                self._ready()
            lines = self._ask("stop", is_best)
        elif kind < 0.2:
            self._send("go ponder movetime 20")
            self._wait(0.02)
            lines = self._ask("ponderhit" if chance.random() < 0.7 else "stop", is_best)
        else:
            lines = self._ask(f"go {chance.choice(LIMITS)}", is_best)
        text = lines[-1].split()[1]
        return self._notation.read(board, text)

    def _wait(self, most: float) -> None:
        time.sleep(self._chance.random() * most)

    def _disturb(self, name: str) -> None:
        """Send what should not be sent; afterwards the game is as it was."""
        chance = self._chance
        kind = chance.random()
        if kind < 0.5:
            self._send(chance.choice(NONSENSE))
        elif kind < 0.7:  # another game while a search runs, then back
            self._send("position startpos")
            self._send("go infinite")
            self._wait(0.03)
            self._send(f"setoption name UCI_Variant value {chance.choice(GAMES)}")
            self._send("position startpos")
            self._send("go nodes 50")
            self._ask("stop", is_best)
        elif kind < 0.85:
            self._send("go infinite")
            self._send("go depth 3")
            self._send("setoption name Clear Hash")
            self._send(f"setoption name MultiPV value {chance.choice([1, 3, 500])}")
            self._send("stop")
        else:
            junk = "".join(chance.choice("abcdefgh12345678 /[]+-@=,wb\t~*é") for _ in range(chance.randrange(200)))
            self._send(
                chance.choice(["", "position fen ", "go ", "setoption name ", "position startpos moves "]) + junk
            )
            self._send("stop")
        self._send("stop")
        self._send("setoption name MultiPV value 1")
        self._send(f"setoption name UCI_Variant value {name}")
        self._send("position startpos")
        self._ask("go perft 1", lambda line: line.startswith("Nodes searched: "))  # comes after all that was asked for
        if self._asked != self._answered:
            raise SoakError(f"{self._asked} times go, {self._answered} times bestmove")

    def _compare(self, board: Board) -> None:
        lines = self._ask("d", lambda line: line.startswith("Checkers:"))
        told = next(line for line in lines if line.startswith("Fen: ")).removeprefix("Fen: ")
        if told != board.fen():
            raise SoakError(f"the position is {told}, expected {board.fen()}")


def is_best(line: str) -> bool:
    """Whether a line ends a search."""
    return line.startswith("bestmove ")


def main() -> int:
    """Run it and say what was seen; the status is 1 where something was lost or memory grew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--games", type=int, default=0, help="end after so many games instead")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", metavar="FILE", help="table of seconds, MB, games, searches and lines")
    parser.add_argument("--plot", metavar="FILE", help="picture of the memory; needs matplotlib")
    parser.add_argument("command", nargs="*", default=list(OWN), help="the engine, by default this one")
    chosen = parser.parse_args()

    def goes_on(course: Course, seconds: float) -> bool:
        return course.games < chosen.games if chosen.games else seconds < chosen.minutes * 60

    failure = ""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        log = open(chosen.log, "w", encoding="utf-8") if chosen.log else None  # noqa: SIM115
        with Engine(tuple(chosen.command), {"Hash": "16"}, errors=errors) as engine:
            soak = Soak(engine, chosen.threads, chosen.seed, log)
            try:
                soak.run(goes_on)
            except (SoakError, EngineError, ValueError) as error:
                failure = f"{type(error).__name__}: {error}"
        errors.seek(0)
        failure = failure or errors.read(2000)
    course = soak.course
    print(
        f"{course.games} games, {course.searches} searches, {course.lines} lines in {course.seconds[-1] / 60:.1f} min"
    )
    print(
        f"memory {course.memory[0]:.0f} MB at first, {max(course.memory):.0f} at most, {course.memory[-1]:.0f} at last"
    )
    print(f"growth after the first quarter: {course.growth():+.1f} MB")
    if chosen.plot:
        course.draw(chosen.plot)
    if not failure and course.growth() > FLAT_MB:
        failure = "memory grows"
    print(failure or "nothing was lost", file=sys.stderr if failure else sys.stdout)
    return int(bool(failure))


if __name__ == "__main__":
    raise SystemExit(main())
