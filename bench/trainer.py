"""Trains a network from samples: two threads, Adam, whole games held out, the best pass kept, whole numbers at the end.

The target of a sample is (1 - w) * sigmoid(score / scale) + w * result, for the side to move, and the loss the squared
error of sigmoid(value / scale). Where left and right are alike, half of the samples are seen in a mirror, other ones in
every pass.
"""

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.gradient import (
    BETA1,
    BETA2,
    MOST_ACTIVE,
    adam_step,
    add_gradient,
    base_values,
    count_inputs,
    list_inputs,
    output_of,
)
from bench.sharing import Sharing
from engine.board import Board
from engine.rules import Game
from eval.inputs import Inputs, inputs_of, is_symmetric, sides_changed
from eval.lanes import ONE
from eval.network import UNIT
from eval.network_file import MOST_UNITS, MOST_WEIGHT, Network, make
from variants.errors import LionleapError
from variants.fen import start_or_kings

HELD_OUT: Final = 20  # of so many games one is not learned from
MOST_ROW: Final = 1.98  # of a weight of the first layer, less where many men are on the board
MOST_OUTPUT: Final = 8.0  # of an output weight
MOST_SUM: Final = 126.0  # of the weights of one lane that can come together: times ONE it must be an int16
SPARE_MEN: Final = 4  # more men than any sample has
FIRST_BIAS: Final = 0.3
CERTAIN: Final = 99.9  # per cent of the samples to which the network adds less than its bound
BOUNDS: Final = (200, 3000)  # centipawns of that bound
STEP: Final = 50
STEPS: Final = 256
BATCHES: Final = (256, 16384)


class TrainError(LionleapError):
    """Samples that nothing can be learned from."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a network is trained."""

    lanes: int = 128
    passes: int = 15
    batch: int = 0  # samples of a step; 0: STEPS of them a pass, within BATCHES
    rate: float = 1e-3
    decay: float = 1.0
    result_share: float = 0.1
    scale: float = 400.0  # centipawns for a factor e in the odds
    threads: int = 2
    seed: int = 1


@dataclass(slots=True)
class Course:
    """Mean squared errors after every pass, of samples learned from and of those held out; `before` without network."""

    before: float = 0.0
    learned: list[float] = field(default_factory=list)
    held_out: list[float] = field(default_factory=list)

    @property
    def best(self) -> int:
        """The best pass, from 0."""
        return int(np.argmin(self.held_out))


class Trainer:
    """Trains one network. `course` tells how far it is."""

    def __init__(self, game: Game, samples: NDArray[Any], settings: Settings) -> None:
        """samples : of bench.samples.sample_dtype. TrainError where there are too few games."""
        self.game, self.settings = game, settings
        self.inputs: Inputs = inputs_of(game)
        self._samples = samples
        held = samples["game"] * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(40)
        self._held_out = np.flatnonzero(held % np.uint64(HELD_OUT) == 0)
        self._learned = np.flatnonzero(held % np.uint64(HELD_OUT) != 0)
        if not len(self._held_out) or not len(self._learned):
            raise TrainError(f"{len(samples)} positions are too few: {HELD_OUT} games or more are needed, better 10000")
        self._targets = self._make_targets()
        self.mirrors = is_symmetric(game.spec)
        mirrored = self.inputs.place[:, sides_changed(game.spec, game.width)]
        self._piece, self._place, self._hand, self._most = (
            np.ascontiguousarray(table.ravel())
            for table in (
                self.inputs.piece,
                np.concatenate([self.inputs.place, mirrored]),
                self.inputs.hand,
                self.inputs.most,
            )
        )
        self._bases = np.zeros(len(samples), dtype=np.float32)
        pieces = np.array(self.inputs.hands, dtype=np.int64)
        start = Board(game, start_or_kings(game.spec)).position
        base_values(game.rules, start, samples["board"], samples["hands"], pieces, samples["side"], self._bases)
        threads, lanes = settings.threads, settings.lanes
        self._active = np.zeros((threads, 2 * MOST_ACTIVE), dtype=np.int64)
        self._sums = np.zeros((threads, 2 * lanes), dtype=np.float32)
        self.seen = np.zeros(self.inputs.count, dtype=np.int64)
        self.men = int(
            count_inputs(
                samples["board"],
                samples["hands"],
                self._piece,
                self._place,
                self._hand,
                self._most,
                self.seen,
                self._active[0],
            )
        )
        self._start()
        self.course = Course()

    def _make_targets(self) -> NDArray[np.float32]:
        scores = self._samples["score"].astype(np.float32)
        share = self.settings.result_share
        white = (1 - share) / (1 + np.exp(-scores / np.float32(self.settings.scale)))
        white += share * (self._samples["result"].astype(np.float32) + 1) / 2
        return np.where(self._samples["side"] == 1, 1 - white, white).astype(np.float32)

    def _start(self) -> None:
        """Begin with a network that adds next to nothing."""
        dice = np.random.default_rng(self.settings.seed)
        lanes, count = self.settings.lanes, self.inputs.count
        usual = max(self.men, 1)
        self._own = np.zeros((count + 3) * lanes + 1, dtype=np.float32)
        own_rows = self._own[: count * lanes].reshape(count, lanes)
        own_rows[:] = dice.uniform(-0.5, 0.5, (count, lanes)) / math.sqrt(usual)
        own_rows[self.seen == 0] = 0
        self._own[count * lanes :][:lanes] = FIRST_BIAS
        self._own[(count + 1) * lanes :][: 2 * lanes] = dice.uniform(-0.5, 0.5, 2 * lanes) / math.sqrt(2 * lanes)
        self._sharing = Sharing(self.game, self.inputs, lanes)
        self.parameters = self._own.copy()
        self.best = self.parameters.copy()
        self._means = np.zeros((2, self.parameters.size), dtype=np.float32)
        self._gradients = np.zeros((self.settings.threads, self.parameters.size), dtype=np.float32)
        self._steps = 0

    @property
    def positions(self) -> int:
        """Samples that are learned from."""
        return len(self._learned)

    @property
    def row_bound(self) -> float:
        """The largest weight that the first layer may have."""
        return min(MOST_ROW, MOST_SUM / (self.men + SPARE_MEN + 1))

    # --- training -------------------------------------------------------------------------------------------------

    def run(self, tell: Callable[[str], None], checkpoint: Path | None = None) -> None:
        """Train what is left of the passes; after every pass the state is kept in the checkpoint."""
        if checkpoint and checkpoint.exists():
            self._restore(checkpoint)
            tell(f"{len(self.course.learned)} passes are in {checkpoint}; it goes on from there")
        with ThreadPoolExecutor(self.settings.threads) as pool:
            if not self.course.learned:
                self.course.before = float(self._error(pool, self._held_out, None))
            for number in range(len(self.course.learned), self.settings.passes):
                self.course.learned.append(self._pass(pool, number))
                self.course.held_out.append(self._error(pool, self._held_out, self.parameters))
                if self.course.best == number:
                    self.best = self.parameters.copy()
                if checkpoint:
                    self._save(checkpoint)
                best = ", the best so far" if self.course.best == number else ""
                tell(
                    f"pass {number + 1} of {self.settings.passes}: loss {self.course.learned[-1]:.6f}, "
                    f"held out {self.course.held_out[-1]:.6f} ({self.course.before:.6f} without a network){best}"
                )

    def _shares(self, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield number, begin and end of every thread's share."""
        threads = self.settings.threads
        for thread in range(threads):
            yield thread, begin + (end - begin) * thread // threads, begin + (end - begin) * (thread + 1) // threads

    def _errors(
        self, pool: ThreadPoolExecutor, parameters: NDArray[Any], order: NDArray[Any], begin: int, end: int, learn: int
    ) -> float:
        """Return the sum of squared errors; add the gradients where they are wanted."""
        samples, settings = self._samples, self.settings

        def work(share: tuple[int, int, int]) -> float:
            thread, first, last = share
            return float(
                add_gradient(
                    parameters,
                    self._gradients[thread],
                    settings.lanes,
                    self.inputs.count,
                    samples["board"],
                    samples["hands"],
                    samples["side"],
                    self._bases,
                    self._targets,
                    settings.scale,
                    order,
                    first,
                    last,
                    self._piece,
                    self._place,
                    self._hand,
                    self._most,
                    self._active[thread],
                    self._sums[thread],
                    learn,
                )
            )

        return sum(pool.map(work, self._shares(begin, end)))

    def _error(self, pool: ThreadPoolExecutor, which: NDArray[Any], parameters: NDArray[Any] | None) -> float:
        """Return the mean squared error over samples; parameters None: of the hand-written evaluation alone."""
        used = np.zeros_like(self.parameters) if parameters is None else parameters
        return self._errors(pool, used, 2 * which, 0, len(which), 0) / len(which)

    @property
    def batch(self) -> int:
        """Samples of a step."""
        return self.settings.batch or min(max(self.positions // STEPS, BATCHES[0]), BATCHES[1])

    def _pass(self, pool: ThreadPoolExecutor, number: int) -> float:
        """Learn from every sample once, in an order of this pass's own; return the mean squared error on the way."""
        settings = self.settings
        dice = np.random.default_rng((settings.seed, number))
        order = 2 * dice.permutation(self._learned)
        if self.mirrors:
            order += dice.integers(0, 2, len(order))
        total = 0.0
        all_steps = settings.passes * -(-len(order) // self.batch)
        for begin in range(0, len(order), self.batch):
            end = min(begin + self.batch, len(order))
            total += self._errors(pool, self.parameters, order, begin, end, 1)
            self._steps += 1
            self._move(pool, settings.rate * (1 + math.cos(math.pi * self._steps / all_steps)) / 2, 1 / (end - begin))
        return total / len(order)

    def _move(self, pool: ThreadPoolExecutor, rate: float, share: float) -> None:
        """Move what is trained along the gradients, and sum own and shared rows up to the parameters."""
        lanes, count = self.settings.lanes, self.inputs.count
        rows, biases, output = count * lanes, (count + 1) * lanes, (count + 3) * lanes
        corrections = 1 - BETA1**self._steps, 1 - BETA2**self._steps
        self._sharing.gather(self._gradients)

        def step(part: tuple[int, int, float, float]) -> None:
            begin, end, decay, bound = part
            adam_step(
                *(self._own, self._means[0], self._means[1], self._gradients, begin, end),
                *(rate, decay, share, *corrections, bound),
            )

        decay = self.settings.decay
        parts = [(first, last, decay, self.row_bound) for _, first, last in self._shares(0, rows)]
        parts += [(rows, biases, 0.0, self.row_bound), (biases, output, decay, MOST_OUTPUT)]
        parts.append((output, output + 1, 0.0, MOST_OUTPUT))
        list(pool.map(step, parts))
        self._sharing.step(rate, share, *corrections, self.row_bound)
        self._compose()

    def _compose(self) -> None:
        self.parameters[:] = self._own
        self._sharing.add_to(self.parameters, self.row_bound)

    # --- checkpoints ----------------------------------------------------------------------------------------------

    def _identity(self) -> str:
        settings = {name: value for name, value in asdict(self.settings).items() if name != "threads"}
        return repr((settings, len(self._samples), self.inputs.count, self.game.spec.name))

    def _save(self, path: Path) -> None:
        waiting = path.with_name(path.name + ".new")
        with waiting.open("wb") as file:
            np.savez(
                file,
                identity=np.array(self._identity()),
                own=self._own,
                shared=self._sharing.rows,
                best=self.best,
                means=self._means,
                shared_means=self._sharing.means,
                steps=np.array(self._steps),
                before=np.array(self.course.before),
                learned=np.array(self.course.learned),
                held_out=np.array(self.course.held_out),
            )
        waiting.replace(path)

    def _restore(self, path: Path) -> None:
        try:
            with np.load(path) as kept:
                if str(kept["identity"]) != self._identity():
                    raise TrainError(f"{path.name}: it belongs to other samples or settings")
                self._own, self.best = kept["own"], kept["best"]
                self._means, self._steps = kept["means"], int(kept["steps"])
                self._sharing.rows, self._sharing.means = kept["shared"], kept["shared_means"]
                self._compose()
                self.course = Course(float(kept["before"]), kept["learned"].tolist(), kept["held_out"].tolist())
        except (OSError, ValueError, KeyError) as error:
            if isinstance(error, TrainError):
                raise
            raise TrainError(f"{path.name}: this is no checkpoint of a training") from error

    # --- the result -----------------------------------------------------------------------------------------------

    def network(self, origin: str) -> Network:
        """Return the best network in whole numbers. Inputs that no sample had add what they share with others."""
        lanes, count = self.settings.lanes, self.inputs.count
        return quantised(
            self.game,
            origin,
            self.best[: count * lanes].reshape(count, lanes),
            self.best[count * lanes :][:lanes],
            self.best[(count + 1) * lanes :][: 2 * lanes].reshape(2, lanes),
            float(self.best[-1]),
            self._bound(),
        )

    def _bound(self) -> int:
        """Return centipawns that the network adds less than, nearly always."""
        some = self._held_out[:: max(len(self._held_out) // 20_000, 1)]
        added = [abs(self.added(int(number))) for number in some]
        wanted = math.ceil(float(np.percentile(added, CERTAIN)) / STEP) * STEP
        return min(max(wanted, BOUNDS[0]), BOUNDS[1])

    def added(self, number: int) -> float:
        """Return the centipawns that the best network adds to a sample, for the side to move."""
        samples = self._samples
        side = int(samples["side"][number])
        active, sums = self._active[0], self._sums[0]
        count = list_inputs(
            samples["board"],
            samples["hands"],
            2 * number,
            self._piece,
            self._place,
            self._hand,
            self._most,
            side,
            active,
        )
        return UNIT * float(output_of(self.best, self.settings.lanes, self.inputs.count, count, active, sums))


def quantised(
    game: Game,
    origin: str,
    rows: NDArray[Any],
    biases: NDArray[Any],
    output: NDArray[Any],
    output_bias: float,
    most: int,
) -> Network:
    """Return a network of whole numbers from one of floats."""
    units = min(int(MOST_WEIGHT / max(float(np.abs(output).max()), 1e-9)), MOST_UNITS)
    return make(
        game,
        origin,
        rows=np.rint(rows * ONE).astype(np.int64),
        biases=np.rint(biases * ONE).astype(np.int64),
        output=np.rint(output * units).astype(np.int64),
        output_bias=round(output_bias * ONE * ONE * units),
        units=units,
        most=most,
    )
