"""Trying a move to see whether the own king is safe after it: for the few moves that no mask can judge."""

from typing import Any

from engine.attacks import in_check
from engine.jit import kernel
from engine.make import make, unmake


@kernel()
def is_safe(rules: Any, position: Any, move: int) -> bool:
    """Return whether a pseudo-legal move leaves the own king safe, by trying it on the board."""
    us = position.side
    make(rules, position, move)
    safe = not in_check(rules, position, us)
    unmake(rules, position)
    return safe
