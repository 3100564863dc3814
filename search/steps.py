"""What both searches do at every node: make a move, see whether the game has ended, whether to stop."""

from typing import Any

from engine.jit import kernel
from engine.layout import (
    COUNT,
    COUNTS_MOVES,
    FRAME,
    HAS_DEAD_MATERIAL,
    KEY,
    MOVES_REPEAT,
    SEEN,
)
from engine.make import make
from engine.outcome import is_counted_out, is_dead, occurrences, referee_end, repetition_end
from engine.rare_ends import has_shuttled
from engine.safety import look
from search.layout import ABOVE, EARLY_DRAWS
from search.memory import peek
from search.ordering import block_of
from search.score import OPEN_SCORE, decided, ruled

STOP_INTERVAL = 1024  # nodes between two looks at the stop flag: about half a millisecond
PATIENCE = 20_000  # nodes a pass that should not be stopped may take; where each square can be captured they never end


@kernel(forceinline=True)
def must_stop(search: Any) -> bool:
    """Return whether the search must end before another move is made."""
    if search.nodes >= search.next_look:
        search.next_look = min(search.nodes + STOP_INTERVAL, search.node_limit)
        hears = not search.patient or search.nodes >= PATIENCE
        if search.nodes >= search.node_limit or (hears and peek(search.stop_address, 0) != 0):
            search.aborted = 1
            search.next_look = search.nodes
            return True
    return False


@kernel(forceinline=True)
def play(rules: Any, position: Any, search: Any, ply: int, move: int) -> None:
    """Make a move of the search and count it; `announce` comes before."""
    search.nodes += 1
    search.made[ply + ABOVE] = move
    search.block[ply + ABOVE] = block_of(rules, position, search, move)
    make(rules, position, move)


@kernel(forceinline=True)
def ending_score(ending: int, ply: int) -> int:
    """Return the score of an ending by rule, a number of engine.outcome."""
    return decided((ending & 3) - 1, ply)


@kernel()
def _repeated(rules: Any, position: Any, search: Any, ply: int) -> int:
    frames = position.frames
    found = occurrences(position, rules.fold_limit - 1)
    if found == 0:
        return OPEN_SCORE
    look(rules, position)  # whether it is check decides about a perpetual one
    if found >= rules.fold_limit - 1:
        return ruled((repetition_end(rules, position, rules.fold_limit) & 3) - 1, ply)
    if search.switches[EARLY_DRAWS]:
        key = frames[position.ply * FRAME + KEY]
        earlier = position.ply - 2
        while frames[earlier * FRAME + KEY] != key:
            earlier -= 2
        if earlier >= search.root_ply and (repetition_end(rules, position, 2) & 3) - 1 == 0:
            return 0
    return OPEN_SCORE


@kernel(forceinline=True)
def repetition_score(rules: Any, position: Any, search: Any, ply: int) -> int:
    """Return the score of a position that ends by repetition, OPEN_SCORE where it does not.

    A repetition counts at its true number. One that draws counts already when a position stands for the second time
    since the root, because whoever profits could go on so.
    """
    if rules.fold_limit == 0 or position.seen[position.frames[position.ply * FRAME + KEY] & (SEEN - 1)] < 2:
        return OPEN_SCORE
    return _repeated(rules, position, search, ply)


@kernel(forceinline=True)
def may_be_claimed(rules: Any, position: Any) -> bool:
    """Return whether `claim_score` must be asked: a cheap test that most positions fail."""
    late = rules.move_count_limit > 0 and position.frames[position.ply * FRAME + COUNT] >= rules.move_count_limit
    late = late or (rules.ends & MOVES_REPEAT != 0 and has_shuttled(rules, position))
    late = late or (rules.ends & COUNTS_MOVES != 0 and is_counted_out(position))
    return late or (rules.flags & HAS_DEAD_MATERIAL != 0 and is_dead(rules, position))


@kernel()
def claim_score(rules: Any, position: Any, ply: int) -> int:
    """Return the score that a referee gives a position, OPEN_SCORE where he has nothing to say.

    It holds only if there is a legal move: mate and stalemate go before. `look` has seen the position.
    """
    ending = referee_end(rules, position)
    return ruled((ending & 3) - 1, ply) if ending else OPEN_SCORE
