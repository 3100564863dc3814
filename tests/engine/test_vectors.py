"""Operations on many sets at once, in all widths, against Python's integers."""

import random

import pytest

from engine.bitboard import WIDTHS, pack, unpack
from engine.vectors import rays_together
from tests.engine import vector_kernels as kernels

TABLE = 96  # sets


def some_set(dice: random.Random, width: int) -> int:
    """A set of no square, of one, a few or many."""
    return sum(1 << square for square in {dice.randrange(width) for _ in range(dice.choice((0, 1, 3, 20)))})


def along(ray: int, occupied: int, falling: bool, hurdle: bool = False) -> int:
    """The squares of a ray up to the first occupied one; with a hurdle, those behind it up to the second."""
    found, passed = 0, not hurdle
    for square in sorted((s for s in range(ray.bit_length()) if ray >> s & 1), reverse=falling):
        if passed:
            found |= 1 << square
        if occupied >> square & 1:
            if passed:
                break
            passed = True
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_rows_that_share_squares(width: int) -> None:
    dice = random.Random(width)
    for _ in range(200):
        number, start, other = dice.randrange(1, 33), dice.choice((0, 32)), dice.choice((0, 5, 32))
        mine = [some_set(dice, width) if start <= place < start + number else 0 for place in range(64)]
        others = [some_set(dice, width) for _ in range(TABLE)]
        shared = [mine[start + place] & others[other + place] for place in range(number)]
        tables = pack(mine, width), pack(others, width)
        rows = kernels.meeting(tables[0], start, tables[1], other, number)
        assert rows == sum(1 << place for place, both in enumerate(shared) if both)
        if rows:
            assert kernels.lowest(rows) == next(place for place, both in enumerate(shared) if both)


@pytest.mark.parametrize("width", WIDTHS)
def test_rays_and_hops(width: int) -> None:
    dice, step = random.Random(width), rays_together(width)
    for _ in range(400):
        up, down = dice.randrange(5) // step * step, dice.randrange(5) // step * step
        occupied = some_set(dice, width) | some_set(dice, width)
        masks = [occupied, *(some_set(dice, width) for _ in range(8))]
        gates = [0, *(dice.choice((0, some_set(dice, width))) for _ in range(8))]
        rays = [(masks[n], n > up, gates[n]) for n in range(1, up + down + 1)]
        for gated in (0, 1):
            out = pack([0, 0], width)
            kernels.rays(pack(masks, width), pack(gates, width), up, down, gated, out)
            reach = hops = 0
            for ray, falling, gate in rays:
                if not (gated and gate & occupied):
                    reach |= along(ray, occupied, falling)
                hops |= along(ray, occupied, falling, hurdle=True)
            assert unpack(out) == [reach, hops]
