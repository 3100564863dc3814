"""SPSA: many numbers tuned at once by games of the settings against each other.

Every step changes all numbers by a small step up or down at random and plays the two settings that lie opposite; the
numbers then move towards the winner. Steps and gains fall with the usual powers: J. C. Spall, Implementation of the
Simultaneous Perturbation Algorithm for Stochastic Optimization, 1998.
"""

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from bench.entrant import Entrant
from bench.game import MAX_MOVES, Job, Rules, load, play
from bench.openings import made
from bench.weights_file import current, game_with, put
from engine.board import Board
from engine.endings import OPEN
from engine.protocols.notation import UciNotation
from eval.network_file import NO_NETWORK
from search.driver import Searcher
from search.limits import Limits
from search.margin_values import SECTION, margins_from
from search.margins import MARGINS, find
from variants.errors import LionleapError, shown
from variants.spec import WHITE

ALPHA: Final = 0.602
GAMMA: Final = 0.101
STABILITY: Final = 0.1  # of the iterations
RATE: Final = 0.05  # gain at the end, in steps for a won pair
BOUND: Final = 100
OPTION: Final = "option."


class TuneError(LionleapError):
    """A tuning run that cannot be begun."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number to be tuned.

    `name` is `option.X` of an engine, or such as `terms.X`, `material.X`, `search.X` of a weight file.
    """

    name: str
    value: float
    low: float
    high: float
    step: float  # of the last iteration


def read_parameters(text: str, margins: Mapping[str, int]) -> list[Parameter]:
    """Read `NAME=VALUE,LOW,HIGH,STEP`; margins of the search by name alone, or all of them as `search`.

    margins : what they are now. Raises TuneError.
    """
    if "=" not in text:
        wanted = [margin for margin in MARGINS if text in (SECTION, f"{SECTION}.{margin.name}")]
        if wanted:
            return [
                Parameter(f"{SECTION}.{each.name}", margins[each.name], each.low, each.high, each.step)
                for each in wanted
            ]
    return [_read_parameter(text)]


def _read_parameter(text: str) -> Parameter:
    name, _, rest = text.partition("=")
    try:
        value, low, high, step = (float(part) for part in rest.split(","))
    except ValueError:
        raise TuneError(f"read {shown(text)}, expected NAME=VALUE,LOW,HIGH,STEP") from None
    if not (low <= value <= high and step > 0 and name):
        raise TuneError(f"{name}: expected LOW <= VALUE <= HIGH and a STEP above 0")
    margin = find(name.removeprefix(f"{SECTION}.")) if name.startswith(f"{SECTION}.") else None
    if margin and not margin.low <= low <= high <= margin.high:
        raise TuneError(f"{name}: read {low:g} to {high:g}, expected bounds within {margin.low} to {margin.high}")
    return Parameter(name, value, low, high, step)


@dataclass(slots=True)
class Spsa:
    """The state of a run; `values` are those of the parameters now, `done` counts iterations."""

    parameters: tuple[Parameter, ...]
    iterations: int
    seed: int = 1
    rate: float = RATE
    values: list[float] = field(default_factory=list)
    done: int = 0

    def __post_init__(self) -> None:
        self.values = self.values or [parameter.value for parameter in self.parameters]

    def signs(self, iteration: int) -> list[int]:
        """Return the direction of every number in an iteration."""
        generator = random.Random(f"{self.seed} {iteration}")
        return [generator.choice((-1, 1)) for _ in self.parameters]

    def settings(self, iteration: int) -> tuple[dict[str, float], dict[str, float]]:
        """Return the two settings that an iteration compares."""
        pair: tuple[dict[str, float], dict[str, float]] = ({}, {})
        for parameter, value, sign in zip(self.parameters, self.values, self.signs(iteration), strict=True):
            for setting, side in zip(pair, (sign, -sign), strict=True):
                changed = value + side * self._step(parameter, iteration)
                setting[parameter.name] = min(max(changed, parameter.low), parameter.high)
        return pair

    def learn(self, iteration: int, points: float) -> None:
        """Move after an iteration. `points`: wins less losses of the first setting."""
        offset = STABILITY * self.iterations
        gain = self.rate * ((offset + self.iterations) / (offset + iteration + 1)) ** ALPHA
        for index, (parameter, sign) in enumerate(zip(self.parameters, self.signs(iteration), strict=True)):
            step = parameter.step * parameter.step / self._step(parameter, iteration)
            moved = self.values[index] + gain * step * points * sign
            self.values[index] = min(max(moved, parameter.low), parameter.high)
        self.done += 1

    def _step(self, parameter: Parameter, iteration: int) -> float:
        return parameter.step * float((self.iterations / (iteration + 1)) ** GAMMA)

    def save(self, path: str | Path) -> None:
        """Write a checkpoint, whole or not at all."""
        target = Path(path)
        waiting = target.with_name(target.name + ".new")
        names = [parameter.name for parameter in self.parameters]
        state = {"names": names, "values": self.values, "done": self.done, "iterations": self.iterations}
        waiting.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        waiting.replace(target)

    def restore(self, path: str | Path) -> bool:
        """Go on from a checkpoint, if there is one. Raises TuneError where it is of other parameters."""
        if not Path(path).exists():
            return False
        try:
            state = json.loads(Path(path).read_text(encoding="utf-8"))
            names, values, done = state["names"], [float(value) for value in state["values"]], int(state["done"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TuneError(f"{path} is no checkpoint: {error}") from error
        if names != [parameter.name for parameter in self.parameters]:
            raise TuneError(f"{path} is a checkpoint of other parameters")
        self.values, self.done = values, done
        return True


@dataclass(frozen=True, slots=True)
class Duel:
    """A job: two settings play a pair of games from one opening."""

    rules: Rules
    iteration: int
    settings: tuple[dict[str, float], dict[str, float]]
    nodes: int
    plies: int
    seed: int
    entrant: Entrant | None = None  # an engine whose options are tuned; None: our evaluation's weights


def duel(job: Duel) -> float:
    """Return wins less losses of the first setting."""
    return _by_options(job, job.entrant) if job.entrant else _by_weights(job)


def _by_options(job: Duel, entrant: Entrant) -> float:
    options = [
        tuple((name.removeprefix(OPTION), str(round(value))) for name, value in setting.items())
        for setting in job.settings
    ]
    first, second = (
        replace(entrant, name=name, options=entrant.options + own)
        for name, own in zip(("first", "second"), options, strict=True)
    )
    opening = made(load(job.rules), job.seed, job.iteration, job.plies, BOUND)
    records = [play(Job(job.iteration, n, job.rules, (first, second), n, opening=opening)) for n in (0, 1)]
    return sum(2 * record.score(0) - 1 for record in records)


def _by_weights(job: Duel) -> float:
    base = load(job.rules)
    games, margins = [], []
    for setting in job.settings:
        data = current(base.spec)
        for name, value in setting.items():
            data = put(data, name, value)
        games.append(game_with(base.spec, data))
        margins.append(margins_from(data.get(SECTION, {}), "tuning"))
    opening = made(base, job.seed, job.iteration, job.plies, BOUND)
    limits = Limits(nodes=job.nodes)
    # a network was trained beside the evaluation as it was: its numbers are tuned without one, the margins with it
    network = None if all(name.startswith(f"{SECTION}.") for name in job.settings[0]) else NO_NETWORK
    one, other = (Searcher(game, 4, 1, own, network) for game, own in zip(games, margins, strict=True))
    return play_between((one, other), limits, opening.moves) - play_between((other, one), limits, opening.moves)


def play_between(searchers: tuple[Searcher, Searcher], limits: Limits, opening: tuple[str, ...] = ()) -> int:
    """Let two settings of one game play, the first with white; return 1, 0 or -1 for white. They forget before."""
    games = [searcher.game for searcher in searchers]
    boards = (Board(games[0]), Board(games[1]))
    for searcher in searchers:
        searcher.new_game()
    notation = UciNotation(games[0].spec.chess960)
    waiting = [*opening]
    for _ in range(2 * MAX_MOVES):
        board = boards[boards[0].side]
        outcome = board.outcome()
        if outcome is not None:
            return outcome.value if board.side == WHITE else -outcome.value
        move = notation.read(board, waiting.pop(0)) if waiting else searchers[board.side].search(board, limits).move
        for each in boards:
            each.push(move)
    return OPEN
