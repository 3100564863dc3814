"""What Python asks about lines between two passes over the root."""

from typing import Any

from engine.jit import kernel
from engine.layout import FRAME, KEY
from engine.make import make, unmake
from engine.men import ALL
from engine.moves import generate
from engine.outcome import immediate_end, referee_end
from engine.safety import look
from search.layout import LINE
from search.table import entry_move, probe


@kernel()
def table_move_at(position: Any, search: Any) -> int:
    """Return the table's move for the position, 0 for none; it may be any word."""
    return entry_move(probe(search, position.frames[position.ply * FRAME + KEY]))


@kernel()
def check_line(rules: Any, position: Any, search: Any, wanted: int) -> int:
    """Cut the line in `search.pv` where a move is not legal or the game is over, and return its length.

    wanted : plies up to which a shorter line is continued with the table's moves
    """
    made = 0
    length = search.pv_length[0]
    while made < LINE - 1:
        look(rules, position)
        if made and (immediate_end(rules, position) or referee_end(rules, position)):
            break
        if made < length:
            move = search.pv[made]
        elif made < wanted:
            move = table_move_at(position, search)
        else:
            break
        end = generate(rules, position, 0, ALL)
        index = 0
        while index < end and position.moves[index] != move:
            index += 1
        if index == end:
            break
        search.pv[made] = move
        make(rules, position, move)
        made += 1
    for _ in range(made):
        unmake(rules, position)
    search.pv_length[0] = made
    return made
