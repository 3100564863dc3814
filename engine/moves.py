"""Legal moves of any game: by masks where its rules allow it, by trying each move otherwise."""

from typing import Any

from engine.careful import generate_carefully
from engine.jit import kernel
from engine.movegen import generate_by_masks


@kernel()
def generate(rules: Any, position: Any, start: int, wanted: int) -> int:
    """Write the legal moves to the move stack from `start` on and return their end.

    wanted : bit set of CAPTURES, QUIETS, DROPS, PROMOTIONS

    `look` must have seen the position. Nothing but the move stack changes.
    """
    if rules.careful:
        return generate_carefully(rules, position, start, wanted)
    return generate_by_masks(rules, position, start, wanted)
