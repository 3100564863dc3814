"""Weight files: numbers of one game that replace derived ones, each with its origin.

A file `eval/games/<game>.toml`:

    origin = "where the numbers come from"      required

    [material]                                  centipawns of a kind as a FEN writes it for Black: "n", "+p"
    n = 320                                     moves the derived square values so that their mean is this
    b = { middle = 325, end = 335 }

    [squares.n]                                 replaces the square values: files * ranks numbers, a1 first, White's
    middle = [...]                              view; Black has the half turn
    end = [...]

    [hand]                                      the first man of a kind in hand
    n = 340

    [terms]                                     single numbers: tempo, race1 to race4, doubled, isolated; of king danger
                                                danger, attack, guard, hand_attack (factors), ring_hit, ring_twice,
                                                ring_weak, flight, drop_supported, drop_check, attackers:
                                                eval/values.py
    tempo = 20

    [search]                                    margins of the search by name, whole numbers: search/margins.py
    reverse_margin = 90
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from eval.mobility import Grid
from variants.spec import WHITE, VariantSpec

FOLDER: Final = Path(__file__).parent / "games"


class WeightsError(ValueError):
    """A weight file that does not fit its game."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The numbers of a weight file; nothing where there is none."""

    source: str = ""
    data: dict[str, Any] = field(default_factory=dict)

    def number(self, name: str, derived: float) -> float:
        """Return a single number."""
        return float(self.data.get("terms", {}).get(name, derived))

    def _part(self, group: str, letter: str, part: str) -> float | None:
        value = self.data.get(group, {}).get(letter)
        if isinstance(value, dict):
            value = value.get(part)
        return None if value is None else float(value)

    def hand(self, letter: str, part: str, derived: float) -> float:
        """Return the value of the first man of a kind in hand. `part` is "middle" or "end"."""
        value = self._part("hand", letter, part)
        return derived if value is None else value

    def squares(self, letter: str, part: str, derived: Grid, colour: int) -> Grid:
        """Return the square values of a kind, material included."""
        table = self.data.get("squares", {}).get(letter, {}).get(part)
        if table is not None:
            if len(table) != derived.size:
                raise WeightsError(f"{self.source}: {letter}.{part}: {len(table)} numbers, expected {derived.size}")
            grid = np.array(table, dtype=np.float64)
            return (grid if colour == WHITE else grid[::-1]).reshape(derived.shape)
        value = self._part("material", letter, part)
        if value is None:
            return derived
        there = derived != 0
        return np.where(there, derived + value - derived[there].mean(), 0.0) if there.any() else derived


def read_weights(spec: VariantSpec, folder: Path = FOLDER) -> Weights:
    """Return the weights of a game, read from the file of its name; WeightsError where that has no origin."""
    path = folder / f"{spec.name}.toml"
    if not path.is_file():
        return Weights()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if not data.get("origin"):
        raise WeightsError(f"{path.name}: expected an origin")
    return Weights(path.name, data)
