"""The one place that chooses: a position is worth what the network in use says, or else the hand-written evaluation."""

from typing import Any

from engine.jit import kernel
from eval.evaluate import evaluate_within
from eval.network import evaluate_by_network
from eval.terms import LIMIT


@kernel()
def judge_within(rules: Any, position: Any, network: Any, low: int, high: int) -> int:
    """Return `judge`'s value where it lies within (low, high); elsewhere a value that lies beyond the same end."""
    if network.blocks:
        return evaluate_by_network(rules, position, network, low, high)
    return evaluate_within(rules, position, low, high)


@kernel(forceinline=True)
def judge(rules: Any, position: Any, network: Any) -> int:
    """Return what the position is worth for the side to move, in centipawns, at most LIMIT either way.

    network : record of eval.network.network_dtype; its accumulators follow the position
    """
    return judge_within(rules, position, network, -LIMIT, LIMIT)
