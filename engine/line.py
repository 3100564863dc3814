"""How far a line of moves is legal."""

from typing import Any

from engine.jit import kernel
from engine.make import make, unmake
from engine.men import ALL
from engine.moves import generate
from engine.outcome import immediate_end
from engine.safety import look


@kernel()
def legal_length(rules: Any, position: Any, line: Any) -> int:
    """Return how many of the moves in `line` (int64), played one after the other, are legal; the position is kept."""
    made = 0
    while made < line.shape[0] and not immediate_end(rules, position):
        look(rules, position)
        end = generate(rules, position, 0, ALL)
        index = 0
        while index < end and position.moves[index] != line[made]:
            index += 1
        if index == end:
            break
        make(rules, position, line[made])
        made += 1
    for _ in range(made):
        unmake(rules, position)
    look(rules, position)
    return made
