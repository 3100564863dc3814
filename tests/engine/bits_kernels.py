"""Kernels of one operation each, for tests of what plain Python cannot hold: sets of squares."""

from typing import Any

from engine.bitboard import (
    count,
    down_to_first,
    first,
    last,
    load,
    lone,
    no_squares,
    shifted,
    square_bit,
    store,
    up_to_first,
    without_first,
)
from engine.jit import kernel
from engine.safety import dangers


@kernel(cache=False)
def sets_of_two(a: Any, out: Any) -> None:
    """Write what two sets give: a[0] and a[1]; `out` has room for sixteen."""
    x, y = load(a, 0), load(a, 1)
    store(out, 0, x & y)
    store(out, 1, x | y)
    store(out, 2, x ^ y)
    store(out, 3, ~x)
    store(out, 4, no_squares(x))
    store(out, 5, up_to_first(x, y))
    store(out, 6, down_to_first(x, y))
    z = x
    z &= y
    store(out, 7, z)
    z = x
    z |= y
    store(out, 8, z)
    z = x
    z ^= y
    store(out, 9, z)


@kernel(cache=False)
def truths_of_two(a: Any, out: Any) -> None:
    """Write what two sets compare to."""
    x, y = load(a, 0), load(a, 1)
    out[0] = x == y
    out[1] = x != y
    out[2] = bool(x)
    out[3] = not x
    out[4] = lone(x)
    out[5] = count(x)
    out[6] = 1 if x else 0


@kernel(cache=False)
def of_a_set(a: Any, out: Any, numbers: Any) -> None:
    """Write what a set that is not empty gives."""
    x = load(a, 0)
    numbers[0] = first(x)
    numbers[1] = last(x)
    store(out, 0, without_first(x))


@kernel(cache=False)
def bit_and_shift(a: Any, out: Any, square: int, amount: int) -> None:
    """Write the set of one square, and a shifted set."""
    x = load(a, 0)
    store(out, 0, square_bit(x, square))
    store(out, 1, shifted(x, amount))


@kernel(cache=False)
def copy_at(a: Any, out: Any, source: int, target: int) -> None:
    """Load at one index and store at another."""
    store(out, target, load(a, source))


@kernel(cache=False)
def walk(a: Any, numbers: Any) -> int:
    """Write the squares of a set, lowest first, and return their number."""
    x = load(a, 0)
    found = 0
    while x:
        numbers[found] = first(x)
        x = without_first(x)
        found += 1
    return found


@kernel(cache=False)
def find_dangers(rules: Any, position: Any) -> int:
    """Let `position.danger` be found; return the number of its squares."""
    return count(dangers(rules, position))
