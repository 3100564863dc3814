"""Pictures of a match, score and LLR by game, and of a training, losses by pass (matplotlib, an optional extra)."""

import importlib
from dataclasses import dataclass, field
from typing import Any

from bench.score import elo
from bench.tally import Tally
from variants.errors import LionleapError


class PlotError(LionleapError):
    """A picture that cannot be made."""


def _pyplot() -> Any:
    """Return matplotlib, for files. Raises PlotError."""
    try:
        importlib.import_module("matplotlib").use("Agg")
        return importlib.import_module("matplotlib.pyplot")
    except ImportError as error:
        raise PlotError("a picture needs matplotlib: pip install matplotlib") from error


def _save(pyplot: Any, figure: Any, path: str, what: str) -> None:
    """Write a picture and forget it. Raises PlotError, which begins with `what`."""
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise PlotError(f"{what}: {error}") from error
    finally:
        pyplot.close(figure)


def draw_losses(path: str, before: float, learned: list[float], held_out: list[float]) -> None:
    """Draw the losses of a training by pass. Raises PlotError."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(8, 5))
    passes = range(1, len(learned) + 1)
    axes.plot(passes, learned, label="learned from")
    axes.plot(passes, held_out, label="held out")
    axes.axhline(before, linewidth=0.8, color="grey", label="without a network, held out")
    axes.set_xlabel("pass")
    axes.set_ylabel("mean squared error")
    axes.legend()
    _save(pyplot, figure, path, path)


@dataclass(slots=True)
class Course:
    """How a match went: one entry a game."""

    scores: list[float] = field(default_factory=list)
    elos: list[tuple[float, float]] = field(default_factory=list)
    llrs: list[float] = field(default_factory=list)

    def add(self, tally: Tally) -> None:
        """Note the state of the match after a game."""
        wins, _, draws = tally.results()
        estimate = elo(tally.counts())
        self.scores.append((wins + draws / 2) / tally.games)
        self.elos.append((estimate.value, estimate.error))
        self.llrs.append(tally.llr())

    def draw(self, path: str, tally: Tally) -> None:
        """Write the picture. Raises PlotError."""
        pyplot = _pyplot()
        figure, axes = pyplot.subplots(2 if tally.sprt else 1, 1, sharex=True, squeeze=False, figsize=(8, 6))
        games = range(1, len(self.scores) + 1)
        top = axes[0][0]
        top.plot(games, self.scores)
        top.axhline(0.5, linewidth=0.8, color="grey")
        top.set_ylabel("score")
        top.set_title(f"{tally.names[0]} vs {tally.names[1]}")
        if tally.sprt:
            below = axes[1][0]
            below.plot(games, self.llrs)
            for bound in (tally.sprt.lower, tally.sprt.upper):
                below.axhline(bound, linewidth=0.8, color="grey", linestyle="--")
            below.set_ylabel("LLR")
        axes[-1][0].set_xlabel("games")
        _save(pyplot, figure, path, "--plot")
