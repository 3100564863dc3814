"""`lionleap learn`: a network for any game, from games of the engine against itself, here or on a cluster.

    lionleap learn GAME [--variantfile FILE] [--games N | --hours H] [--generations N] ...

Every generation plays games, trains a network on those of all generations and lets it play a match against what
evaluated before. It is accepted only if it wins that. Whatever is broken off goes on where it was.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.clock import Control, read_tc
from bench.entrant import Entrant, Unplayable
from bench.game import Rules, load
from bench.generator import GameJob, Harvest, harvest
from bench.match import run as run_match
from bench.match_options import Plan
from bench.openings import Book
from bench.plot import PlotError, draw_losses
from bench.progress import Display
from bench.samples import SampleFile
from bench.score import elo, superiority
from bench.trainer import Settings, Trainer
from bench.tune import results
from engine.rules import Game
from eval.network import WIDTHS
from eval.network_file import SUFFIX, Network, bytes_of, own_network, read, write
from variants.errors import LionleapError

JOB_GAMES: Final = 10  # of one job: half a second to some seconds
TELL_SECONDS: Final = 30.0
SURE: Final = 0.95  # likelihood of superiority with which a network is accepted
HASH: Final = "16"
USUAL_GAMES: Final = 20_000
FOREVER: Final = 10**9  # games

Tell = Callable[[str], None]


class LearnError(LionleapError):
    """Something that cannot be learned as it was asked for."""


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    usual = Settings()
    found = argparse.ArgumentParser(prog="lionleap learn", description=__doc__.splitlines()[0])
    found.add_argument("variant", metavar="GAME")
    found.add_argument("--variantfile", metavar="FILE", help="a file that defines the game")
    found.add_argument("--folder", metavar="DIR", help="where everything is kept; learn-GAME by default")
    found.add_argument("--generations", type=int, default=1)
    games = found.add_argument_group("games")
    games.add_argument("--games", type=int, help=f"of every generation; {USUAL_GAMES} by default")
    games.add_argument("--hours", type=float, help="of playing, for every generation; what comes first counts")
    games.add_argument("--nodes", type=int, default=2000, help="of every search")
    games.add_argument("--plies", default="8-12", metavar="N-M", help="random plies at the beginning of a game")
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--samples", action="append", default=[], metavar="FILE", help="games of earlier runs as well")
    games.add_argument("--concurrency", type=int, default=2, help="games, and threads of training, at a time")
    games.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler that plays the games")
    train = found.add_argument_group("training")
    train.add_argument("--lanes", type=int, default=usual.lanes, choices=WIDTHS)
    train.add_argument("--passes", type=int, default=usual.passes)
    train.add_argument("--batch", type=int, default=usual.batch, help="samples of a step; 0: by their number")
    train.add_argument("--rate", type=float, default=usual.rate)
    train.add_argument("--decay", type=float, default=usual.decay)
    train.add_argument("--result-share", type=float, default=usual.result_share, help="of results in the target")
    train.add_argument("--scale", type=float, default=usual.scale, help="centipawns for a factor e in the odds")
    match = found.add_argument_group("match")
    match.add_argument("--match-games", type=int, default=200, help="0: none, and nothing is accepted")
    match.add_argument("--tc", default="5+0.05", help="of the match, in seconds")
    return found


@dataclass(slots=True)
class Chapter:
    """How far a generation is. Times in seconds."""

    games: int = 0
    positions: int = 0
    playing: float = 0.0
    trained: bool = False
    training: float = 0.0
    loss: str = ""
    verdict: str = ""  # the match's result in words; empty: not played yet
    accepted: bool = False


@dataclass(slots=True)
class Story:
    """The state of a run, kept as JSON in its folder."""

    path: Path
    chapters: list[Chapter] = field(default_factory=list)

    @classmethod
    def open(cls, path: Path) -> "Story":
        """Return what is kept. Raises LearnError."""
        if not path.exists():
            return cls(path)
        names = {one.name for one in fields(Chapter)}
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            chapters = [Chapter(**{name: value for name, value in each.items() if name in names}) for each in kept]
        except (ValueError, TypeError, AttributeError) as error:
            raise LearnError(f"{path.name}: this is no state of a run") from error
        return cls(path, chapters)

    def chapter(self, generation: int) -> Chapter:
        """Return a generation's, from 1."""
        while len(self.chapters) < generation:
            self.chapters.append(Chapter())
        return self.chapters[generation - 1]

    def save(self) -> None:
        """Write it, whole or not at all."""
        waiting = self.path.with_name(self.path.name + ".new")
        waiting.write_text(json.dumps([asdict(chapter) for chapter in self.chapters], indent=1), encoding="utf-8")
        waiting.replace(self.path)


class Learner:
    """One run: its folder, its game and what it was asked for."""

    def __init__(self, chosen: argparse.Namespace, tell: Tell) -> None:
        """Raises LionleapError, OSError."""
        text = Path(chosen.variantfile).read_text(encoding="utf-8") if chosen.variantfile else ""
        self.chosen, self.tell = chosen, tell
        self.rules = Rules(chosen.variant, text)
        self.game: Game = load(self.rules)
        self.folder = Path(chosen.folder or f"learn-{self.game.spec.name}")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.story = Story.open(self.folder / "state.json")
        self.plies = _plies(chosen.plies)
        self.control = Control(*read_tc(chosen.tc))
        self.more = [SampleFile.open(Path(name), self.game) for name in chosen.samples]

    @property
    def accepted(self) -> Path:
        """The file of the network that was accepted last."""
        return self.folder / f"{self.game.spec.name}{SUFFIX}"

    def _file(self, name: str, generation: int, suffix: str) -> Path:
        return self.folder / f"{name}-{generation}{suffix}"

    def teacher(self) -> Network:
        """Return what evaluates now: the network accepted last, else the game's own, else NO_NETWORK."""
        return read(self.accepted, self.game) if self.accepted.exists() else own_network(self.game)

    def run(self) -> None:
        """Do what is left to do."""
        for generation in range(1, self.chosen.generations + 1):
            chapter = self.story.chapter(generation)
            if chapter.verdict:
                self.tell(f"generation {generation}: {chapter.verdict}")
                continue
            if not chapter.trained:
                self.play(generation, chapter)
                self.train(generation, chapter)
            self.match(generation, chapter)
            self._write_card(generation, chapter)
            self.story.save()

    # --- games ----------------------------------------------------------------------------------------------------

    def samples_file(self, generation: int) -> SampleFile:
        """Return the file of a generation's games, new or as it is."""
        settings = {"nodes": self.chosen.nodes, "plies": list(self.plies), "seed": self.chosen.seed + generation - 1}
        return SampleFile.open(self._file("games", generation, ".samples"), self.game, settings)

    def play(self, generation: int, chapter: Chapter) -> None:
        """Play the games of a generation that are not played yet."""
        file = self.samples_file(generation)
        wanted = self.chosen.games if self.chosen.games is not None else FOREVER if self.chosen.hours else USUAL_GAMES
        jobs_wanted = -(-wanted // JOB_GAMES)
        if file.jobs:
            self.tell(f"{len(file.jobs) * JOB_GAMES} games are in {file.path}; it goes on from there")
        if len(file.jobs) >= jobs_wanted:
            return
        network = self.teacher()
        data = bytes_of(network) if network.lanes else b""
        # the kernels are compiled here, once, and not by every worker
        harvest(GameJob(self.rules, 0, 1, 20, self.plies, self.chosen.seed, data))
        begun, spent_before = time.monotonic(), chapter.playing
        seconds = (self.chosen.hours or 0) * 3600
        told, positions_before = begun, file.positions

        def jobs() -> Iterator[GameJob]:
            for number in range(jobs_wanted):
                if seconds and spent_before + time.monotonic() - begun >= seconds:
                    return
                if number not in file.jobs:
                    seed = self.chosen.seed + generation - 1
                    yield GameJob(self.rules, number, JOB_GAMES, self.chosen.nodes, self.plies, seed, data)

        counts = np.zeros(3, dtype=np.int64)
        found: Harvest
        for job, found in results(jobs(), harvest, self.chosen.concurrency, self.chosen.cluster):
            file.add(job.number, found.samples)
            counts += found.results
            chapter.playing = spent_before + time.monotonic() - begun
            if time.monotonic() - told >= TELL_SECONDS or len(file.jobs) == jobs_wanted:
                told = time.monotonic()
                speed = (file.positions - positions_before) / (told - begun)
                left = (jobs_wanted - len(file.jobs)) * (told - begun) / max(int(counts.sum()) / JOB_GAMES, 1)
                left = min(left, seconds - chapter.playing) if seconds else left
                self.tell(
                    f"{len(file.jobs) * JOB_GAMES} games, {file.positions} positions, {speed:.0f} a second; "
                    f"white {counts[0]}, draws {counts[1]}, black {counts[2]}; {max(left, 0) / 60:.0f} min left"
                )
                self.story.save()
        chapter.games, chapter.positions = len(file.jobs) * JOB_GAMES, file.positions
        self.story.save()

    def _files(self, generation: int) -> list[SampleFile]:
        """Return the files that were named and those of all generations up to one."""
        return [*self.more, *(self.samples_file(number) for number in range(1, generation + 1))]

    def samples(self, generation: int) -> NDArray[Any]:
        """Return the positions of all generations up to one, and of the files named; games keep apart."""
        found = []
        for number, file in enumerate(self._files(generation)):
            samples = file.read()
            samples["game"] += np.uint64(number << 48)
            found.append(samples)
        return np.concatenate(found)

    # --- training -------------------------------------------------------------------------------------------------

    def settings(self) -> Settings:
        """Return how a network is trained."""
        chosen = self.chosen
        return Settings(
            lanes=chosen.lanes,
            passes=chosen.passes,
            batch=chosen.batch,
            rate=chosen.rate,
            decay=chosen.decay,
            result_share=chosen.result_share,
            scale=chosen.scale,
            threads=max(chosen.concurrency, 1),
            seed=chosen.seed,
        )

    def train(self, generation: int, chapter: Chapter) -> None:
        """Train the network of a generation and write it."""
        trainer = Trainer(self.game, self.samples(generation), self.settings())
        self.tell(f"training on {trainer.positions} positions, {trainer.inputs.count} inputs, up to {trainer.men} men")
        begun = time.monotonic()
        before = chapter.training

        def tell(text: str) -> None:
            self.tell(text)
            chapter.training = before + time.monotonic() - begun
            self.story.save()
            course = trainer.course
            try:
                picture = self._file("loss", generation, ".png")
                draw_losses(str(picture), course.before, course.learned, course.held_out)
            except PlotError:
                pass  # matplotlib is an extra; the numbers are told

        trainer.run(tell, self._file("training", generation, ".npz"))
        course = trainer.course
        chapter.loss = (
            f"{course.held_out[course.best]:.6f} held out after pass {course.best + 1} of {len(course.held_out)}, "
            f"{course.before:.6f} without a network"
        )
        chapter.games, chapter.positions = self._totals(generation)
        network = trainer.network(self._origin(generation, chapter))
        write(self._file("network", generation, SUFFIX), network)
        chapter.trained = True
        self.story.save()
        self.tell(f"written to {self._file('network', generation, SUFFIX)}; it adds {network.most} centipawns at most")

    def _totals(self, generation: int) -> tuple[int, int]:
        files = self._files(generation)
        return sum(len(file.jobs) * JOB_GAMES for file in files), sum(file.positions for file in files)

    def _origin(self, generation: int, chapter: Chapter) -> str:
        nodes = sorted({file.settings["nodes"] for file in self._files(generation) if file.positions})
        return (
            f"lionleap learn {self.game.spec.name}, generation {generation}: {chapter.positions} positions of "
            f"{chapter.games} games, {', '.join(map(str, nodes))} nodes a move, "
            f"result share {self.chosen.result_share}"
        )

    # --- the match ------------------------------------------------------------------------------------------------

    def match(self, generation: int, chapter: Chapter) -> None:
        """Let the network of a generation play what evaluated before, and accept it if it wins."""
        fresh, before = self._file("network", generation, SUFFIX), self.teacher()
        if self.chosen.match_games <= 0:
            chapter.verdict = "not accepted, as no match was played"
            self.tell(f"generation {generation}: {chapter.verdict}")
            return
        old = self._file("before", generation, SUFFIX)
        if before.lanes:
            write(old, before)
        old_options = (("EvalFile", str(old.resolve())),) if before.lanes else (("Use NNUE", "false"),)
        plan = Plan(
            entrants=(
                self._entrant("new", (("EvalFile", str(fresh.resolve())),)),
                self._entrant("before", old_options),
            ),
            rules=self.rules,
            pairs=-(-self.chosen.match_games // 2),
            concurrency=max(self.chosen.concurrency, 1),
            book=Book(seed=self.chosen.seed + generation),
            pgn=str(self._file("match", generation, ".pgn")),
            event=f"lionleap learn, generation {generation}",
            cluster=self.chosen.cluster,
        )
        tally = run_match(plan, Display(write=self.tell)).tally
        wins, losses, draws = tally.results()
        chapter.accepted = superiority(tally.counts()) >= SURE and wins > losses
        chapter.verdict = (
            f"{'accepted' if chapter.accepted else 'not accepted'}: +{wins} -{losses} ={draws} at {self.chosen.tc}, "
            f"Elo {elo(tally.counts())}, likelihood of superiority {superiority(tally.counts()):.3f}"
        )
        if chapter.accepted:
            write(self.accepted, read(fresh, self.game))
            self.tell(f"accepted; to play with it: setoption name EvalFile value {self.accepted.resolve()}")
        self.tell(f"generation {generation}: {chapter.verdict}")

    def _entrant(self, name: str, options: tuple[tuple[str, str], ...]) -> Entrant:
        more = (("VariantPath", str(Path(self.chosen.variantfile).resolve())),) if self.chosen.variantfile else ()
        return Entrant(name, "lionleap", options=(*more, ("Hash", HASH), *options), control=self.control)

    def _write_card(self, generation: int, chapter: Chapter) -> None:
        """Write what the network is made of, beside it; and beside the accepted one."""
        chosen = self.chosen
        lines = [
            f"# {self.game.spec.name}, generation {generation}",
            "",
            "| | |",
            "|---|---|",
            f"| shape | {chosen.lanes} lanes |",
            f"| learned from | {chapter.positions} positions of {chapter.games} games of self-play |",
            *(_games_row(file) for file in self._files(generation) if file.positions),
            f"| time | {chapter.playing / 60:.0f} min of playing, {chapter.training / 60:.1f} min of training, "
            f"{chosen.concurrency} at a time |",
            f"| training | {chosen.passes} passes, batch {chosen.batch or 'by number'}, rate {chosen.rate}, "
            f"decay {chosen.decay}, result share {chosen.result_share}, scale {chosen.scale:g} |",
            f"| loss | {chapter.loss} |",
            f"| match | {chapter.verdict} |",
        ]
        text = "\n".join(lines) + "\n"
        self._file("network", generation, ".md").write_text(text, encoding="utf-8")
        if chapter.accepted:
            self.accepted.with_suffix(".md").write_text(text, encoding="utf-8")


def _games_row(file: SampleFile) -> str:
    """Return how the games of a file were played, as they say themselves, for a card."""
    low, high = file.settings["plies"]
    how = f"{file.settings['nodes']} nodes a move after {low}-{high} random plies, seed {file.settings['seed']}"
    return f"| {len(file.jobs) * JOB_GAMES} games | {how} |"


def _plies(text: str) -> tuple[int, int]:
    """Return the least and the most of a range such as 8-12, or of one number. Raises LearnError."""
    low, _, high = text.partition("-")
    if not low.isdecimal() or (high and not high.isdecimal()) or int(low) > int(high or low):
        raise LearnError(f"--plies: read {text!r}, expected such as 8-12")
    return int(low), int(high or low)


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    chosen = parser().parse_args(words)
    try:
        Learner(chosen, lambda text: print(text, flush=True)).run()
    except (LionleapError, Unplayable, OSError) as error:
        print(f"lionleap learn: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
