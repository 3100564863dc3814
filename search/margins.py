"""The numbers that decide what the search leaves out: one table, from which the memory, the files and the tuner read.

Every margin is a field of that name in the search record. The weight file of a game may replace the defaults for that
game (search/margin_values.py). The bounds are those in which a value makes sense at all.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Margin:
    """One number. `step` is a change whose effect a match of some thousand games can show, for the tuner."""

    name: str
    default: int
    low: int
    high: int
    step: float
    meaning: str


MARGINS: Final = (
    Margin("window", 18, 5, 100, 4, "centipawns either side of the last score, in which an iteration begins"),
    Margin("reverse_depth", 7, 0, 12, 1, "reverse futility: to this depth a node is left when its evaluation is"),
    Margin("reverse_margin", 85, 20, 250, 12, "so many centipawns a ply above beta"),
    Margin("razor_depth", 3, 0, 6, 0.6, "razoring: to this depth quiescence decides when the evaluation is"),
    Margin("razor_margin", 250, 80, 800, 40, "so many centipawns a ply below alpha"),
    Margin("null_depth", 3, 1, 6, 0.6, "null move: from this depth on"),
    Margin("null_base", 3, 1, 6, 0.6, "plies less than the node's depth,"),
    Margin("null_plies", 4, 2, 10, 0.8, "and one more for so many plies of it,"),
    Margin("null_gain", 150, 40, 500, 30, "and one more for so many centipawns above beta, three at most"),
    Margin("internal_depth", 4, 2, 10, 0.8, "a node without a move from the table loses a ply from this depth on"),
    Margin("singular_depth", 8, 4, 14, 1, "singular extension: from this depth on, when all other moves are"),
    Margin("singular_margin", 8, 1, 40, 2, "so many quarters of a centipawn a ply below the table's score"),
    Margin("late_depth", 8, 0, 12, 1, "late moves: to this depth the quiet ones are left out after"),
    Margin("late_base", 4, 1, 16, 1, "so many moves and the depth squared; half of that where the position gets worse"),
    Margin("futility_depth", 7, 0, 12, 1, "futility: to this depth quiet moves are left out when the evaluation is"),
    Margin("futility_margin", 90, 20, 250, 12, "so many centipawns for every ply and one below alpha,"),
    Margin("futility_history", 128, 0, 512, 24, "less the move's history times this / 16384"),
    Margin("history_depth", 4, 0, 10, 0.8, "to this depth a quiet move is left out when its history is"),
    Margin("history_margin", 4000, 500, 16000, 500, "so much a ply below 0"),
    Margin("history_plies", 128, 0, 512, 20, "a reduction falls by the move's history times this / 1048576, in plies"),
    Margin("exchange_depth", 8, 0, 14, 1, "to this depth moves are left out when their exchange loses"),
    Margin("exchange_quiet", 30, 5, 120, 6, "so many centipawns a ply squared, for quiet moves"),
    Margin("exchange_capture", 90, 20, 300, 15, "or a ply, for captures"),
    Margin("reduction_base", 60, 0, 200, 12, "hundredths of a ply that every late move is reduced by, and"),
    Margin("reduction_divisor", 220, 100, 500, 20, "the product of the logarithms of depth and number over this / 100"),
    Margin("delta", 180, 0, 600, 25, "quiescence: centipawns that a capture may gain beyond the men it takes"),
    Margin("evasions", 3, 1, 12, 1, "quiescence: quiet ways out of a check that are tried once one was searched"),
)

_BY_NAME: Final = {margin.name: margin for margin in MARGINS}


def find(name: str) -> Margin | None:
    """Return the margin of that name."""
    return _BY_NAME.get(name)
