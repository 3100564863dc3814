"""Well-known fairy pieces as ways, for small `PieceGame`s in the tests.

Griffon, manticore and the double movers are described in the rules texts (`frolov10x10.md`, section 3.1;
`mightylion.md`, section 2); the Horned Falcon and the Soaring Eagle of Chu Shogi have the Lion's power in one or two
directions only and move as queens otherwise.
"""

from __future__ import annotations

from tests.oracle.frolov import DRAGON, GRYPHON
from tests.oracle.moves import (
    AROUND,
    KNIGHT,
    ORTHOGONAL,
    Step,
    Way,
    cannon,
    every,
    grasshopper,
    lame,
    leap,
    ride,
    twice,
)


def lion_power(*directions: Step) -> tuple[Way, ...]:
    """One or two steps, two captures, shooting and passing along given directions only."""
    found: list[Way] = []
    for dx, dy in directions:
        found += [
            leap((dx, dy), (2 * dx, 2 * dy)),
            twice((dx, dy), (dx, dy), (-dx, -dy)),
            twice((dx, dy), (-dx, -dy), first_takes=False, mode="m"),
        ]
    return tuple(found)


def queen_but(*directions: Step) -> Way:
    """A queen without some directions."""
    return ride(*(step for step in AROUND if step not in directions))


EXAMPLES: dict[str, tuple[Way, ...]] = {
    "griffon": GRYPHON,
    "manticore": DRAGON,
    "nightrider": (ride(*KNIGHT),),
    "camelrider": (ride(*every((1, 3))),),
    "grasshopper": (grasshopper(*AROUND),),
    "cannon": (ride(*ORTHOGONAL, mode="m"), cannon(*ORTHOGONAL)),
    "horse": tuple(lame((x, y), (x // 2, 0) if abs(x) == 2 else (0, y // 2)) for x, y in KNIGHT),
    "horned falcon": (queen_but((0, 1)), *lion_power((0, 1))),
    "soaring eagle": (queen_but((1, 1), (-1, 1)), *lion_power((1, 1), (-1, 1))),
}
