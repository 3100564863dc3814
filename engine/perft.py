"""Perft: the number of move sequences of a length, the move generator's oldest test."""

from typing import Any

from engine.count import count_moves
from engine.jit import kernel
from engine.make import make, unmake
from engine.men import ALL
from engine.moves import generate
from engine.outcome import immediate_end
from engine.safety import look


@kernel()
def perft(rules: Any, position: Any, start: int, depth: int) -> int:
    """Return the number of legal sequences of `depth` moves; those that end the game earlier do not count.

    start : where this ply's moves go on the move stack
    """
    if immediate_end(rules, position):
        return 0
    if depth == 1:
        return count_moves(rules, position)
    look(rules, position)
    end = generate(rules, position, start, ALL)
    found = 0
    for index in range(start, end):
        make(rules, position, position.moves[index])
        found += perft(rules, position, end, depth - 1)
        unmake(rules, position)
    return found
