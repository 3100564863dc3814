"""What a position is worth in a search: the hand-written evaluation, and what the network in use adds to it."""

from typing import Any

from engine.jit import kernel
from eval.evaluate import evaluate_terms, points_near, towards_points
from eval.network import added
from eval.terms import LIMIT


@kernel()
def judge_within(rules: Any, position: Any, network: Any, low: int, high: int) -> int:
    """Return `judge`'s value where it lies within (low, high); elsewhere a value that lies beyond the same end."""
    near = points_near(rules, position)
    if near > 0:
        low, high = -LIMIT, LIMIT
    most = network.most
    value = evaluate_terms(rules, position, low - most, high + most)
    if network.blocks and value - most < high and value + most > low:
        value += added(position, network)
    if near > 0:
        value = towards_points(rules, position, value, near)
    return int(min(max(value, -LIMIT), LIMIT))


@kernel(forceinline=True)
def judge(rules: Any, position: Any, network: Any) -> int:
    """Return what the position is worth for the side to move, in centipawns, at most LIMIT either way.

    network : record of eval.network.network_dtype; its accumulators follow the position
    """
    return judge_within(rules, position, network, -LIMIT, LIMIT)
