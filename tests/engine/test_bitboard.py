"""Every operation on sets of squares, in all widths, against Python's integers."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.bitboard import WIDTHS, bits_dtype, pack, unpack, width_for
from tests.engine import bits_kernels as kernels


def empty(width: int, size: int = 16) -> NDArray[Any]:
    """An array of empty sets."""
    return np.zeros(size, dtype=bits_dtype(width))


def pairs(width: int) -> st.SearchStrategy[tuple[int, int]]:
    """Two sets: few squares, many, edges."""
    sets = st.one_of(
        st.integers(0, (1 << width) - 1),
        st.builds(lambda squares: sum(1 << s for s in squares), st.sets(st.integers(0, width - 1), max_size=4)),
        st.sampled_from([0, 1, 1 << width - 1, (1 << width) - 1, 1 << 63, 1 << (64 % width)]),
    )
    return st.tuples(sets, sets)


def up(ray: int, occupied: int) -> int:
    """The squares of a ray up to the first occupied one."""
    found = 0
    for square in range(ray.bit_length()):
        if ray >> square & 1:
            found |= 1 << square
            if occupied >> square & 1:
                break
    return found


def down(ray: int, occupied: int) -> int:
    """The squares of a ray down to the first occupied one."""
    found = 0
    for square in reversed(range(ray.bit_length())):
        if ray >> square & 1:
            found |= 1 << square
            if occupied >> square & 1:
                break
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_two_sets(width: int) -> None:
    """Operators, comparisons and rays."""

    @settings(max_examples=300, deadline=None, derandomize=True, database=None)
    @given(pairs(width))
    def check(pair: tuple[int, int]) -> None:
        a, b = pair
        mask = (1 << width) - 1
        out, truths = empty(width), np.zeros(8, dtype=np.int64)
        kernels.sets_of_two(pack([a, b], width), out)
        wanted = [a & b, a | b, a ^ b, ~a & mask, 0, up(a, b), down(a, b), a & b, a | b, a ^ b]
        assert unpack(out)[:10] == wanted
        kernels.truths_of_two(pack([a, b], width), truths)
        assert list(truths[:7]) == [a == b, a != b, a != 0, a == 0, a.bit_count() <= 1, a.bit_count(), a != 0]

    check()


@pytest.mark.parametrize("width", WIDTHS)
def test_one_set(width: int) -> None:
    """Lowest and highest square, and the walk over all."""

    @settings(max_examples=200, deadline=None, derandomize=True, database=None)
    @given(pairs(width))
    def check(pair: tuple[int, int]) -> None:
        a = pair[0]
        out, numbers = empty(width), np.zeros(width, dtype=np.int64)
        found = kernels.walk(pack([a], width), numbers)
        assert list(numbers[:found]) == [square for square in range(width) if a >> square & 1]
        if a:
            kernels.of_a_set(pack([a], width), out, numbers)
            assert (numbers[0], numbers[1]) == ((a & -a).bit_length() - 1, a.bit_length() - 1)
            assert unpack(out)[0] == a & a - 1

    check()


@pytest.mark.parametrize("width", WIDTHS)
def test_squares_and_shifts(width: int) -> None:
    """Every square, the topmost included, and every shift in both directions."""
    mask = (1 << width) - 1
    full = int("b5" * (width // 8), 16)
    out = empty(width)
    for square in range(width):
        for amount in (square, -square):
            kernels.bit_and_shift(pack([full], width), out, square, amount)
            shifted = full << amount & mask if amount >= 0 else full >> -amount
            assert unpack(out)[:2] == [1 << square, shifted]


@pytest.mark.parametrize("width", WIDTHS)
def test_odd_indices(width: int) -> None:
    """Loads and stores anywhere in an array, also one that starts in the middle of a cache line."""
    sets = [(0x0123456789ABCDEF << 64 * (i % (width // 64)) | i | 1 << width - 1) for i in range(9)]
    source = pack(sets, width)
    for shift in (0, 1, 3):
        target = empty(width, 9 + shift)[shift:]
        for index in range(9):
            kernels.copy_at(source, target, index, 8 - index)
        assert unpack(target) == sets[::-1]


def test_widths() -> None:
    """The smallest type that holds a board."""
    assert [width_for(cells) for cells in (1, 36, 64, 65, 100, 128, 129, 144, 256)] == [
        64, 64, 64, 128, 128, 128, 256, 256, 256,
    ]  # fmt: skip
    with pytest.raises(ValueError, match="257"):
        width_for(257)


@pytest.mark.parametrize("width", WIDTHS)
def test_packing(width: int) -> None:
    """Packing and unpacking are inverse, the lowest word first."""
    sets = [0, 1, 1 << width - 1, (1 << width) - 1, 1 << 63]
    assert unpack(pack(sets, width)) == sets
    assert bits_dtype(width).itemsize == width // 8
    assert int(pack([1 << 63], width)[0]["word0"]) == 1 << 63
