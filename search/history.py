"""What is remembered of moves that cut: killers, counter moves, histories with a malus for those that did not."""

from typing import Any

from engine.jit import kernel
from search.layout import ABOVE, MOST_HISTORY, TRIED
from search.ordering import block_of, capture_slot, continuation_slot, history_slot
from search.see import is_tactical


@kernel(forceinline=True)
def _moved(value: int, bonus: int) -> int:
    """Return a history value after a bonus; the nearer to its bound, the less it grows."""
    return value + bonus - value * abs(bonus) // MOST_HISTORY


@kernel()
def reward_quiet(rules: Any, position: Any, search: Any, ply: int, move: int, bonus: int) -> None:
    """Add a bonus or a malus to the histories of a quiet move."""
    slot = history_slot(rules, position, move)
    search.history[slot] = _moved(int(search.history[slot]), bonus)
    block = block_of(rules, position, search, move)
    for back in range(1, 3):
        earlier = search.block[ply - back + ABOVE]
        if earlier >= 0:
            slot = continuation_slot(position, search, earlier, block)
            search.continuation[slot] = _moved(int(search.continuation[slot]), bonus)


@kernel()
def reward_capture(rules: Any, position: Any, search: Any, move: int, bonus: int) -> None:
    """Add a bonus or a malus to the history of a capture or promotion."""
    slot = capture_slot(rules, position, move)
    search.capture_history[slot] = _moved(int(search.capture_history[slot]), bonus)


@kernel()
def reward_cut(rules: Any, position: Any, search: Any, ply: int, move: int, depth: int, tried: int) -> None:
    """Remember the move that cut a node.

    tried : how many moves that did not cut stand in `search.tried` at the ply
    """
    bonus = min(32 * depth * depth + 96 * depth, 2048)
    if is_tactical(move):
        reward_capture(rules, position, search, move, bonus)
    else:
        reward_quiet(rules, position, search, ply, move, bonus)
        if search.killers[2 * ply] != move:
            search.killers[2 * ply + 1] = search.killers[2 * ply]
            search.killers[2 * ply] = move
        previous = search.made[ply - 1 + ABOVE]
        if previous:
            size = rules.file_of.shape[0]
            to = previous & 255
            search.counters[int(position.board[to]) * size + to] = move
    for index in range(ply * TRIED, ply * TRIED + tried):
        other = search.tried[index]
        if is_tactical(other):
            reward_capture(rules, position, search, other, -bonus)
        elif not is_tactical(move):
            reward_quiet(rules, position, search, ply, other, -bonus)


@kernel(forceinline=True)
def quiet_history(rules: Any, position: Any, search: Any, ply: int, move: int) -> int:
    """Return the sum of the histories of a quiet move."""
    total = int(search.history[history_slot(rules, position, move)])
    block = block_of(rules, position, search, move)
    for back in range(1, 3):
        earlier = search.block[ply - back + ABOVE]
        if earlier >= 0:
            total += search.continuation[continuation_slot(position, search, earlier, block)]
    return total
