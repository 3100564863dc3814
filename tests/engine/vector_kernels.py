"""Kernels of one operation each, for tests of operations on many sets at once."""

from typing import Any

from engine.bitboard import load, store
from engine.jit import kernel
from engine.vectors import first_row, hops_reach, rays_reach, rows_meeting


@kernel(cache=False)
def meeting(sets: Any, start: int, others: Any, other_start: int, number: int) -> int:
    """`rows_meeting`."""
    return int(rows_meeting(sets, start, others, other_start, number))


@kernel(cache=False)
def lowest(rows: int) -> int:
    """`first_row`."""
    return int(first_row(rows))


@kernel(cache=False)
def rays(masks: Any, gates: Any, up: int, down: int, gated: int, out: Any) -> None:
    """Write `rays_reach` and `hops_reach` of the masks behind the first, which is what is occupied."""
    occupied = load(masks, 0)
    store(out, 0, rays_reach(masks, gates, 1, up, down, occupied, gated))
    store(out, 1, hops_reach(masks, 1, up, down, occupied))
