"""Which piece types have to be told apart although they move alike: rules on the end of the game count men of them."""

from dataclasses import dataclass
from typing import Final

from variants.spec import VariantSpec


@dataclass(frozen=True, slots=True)
class Counting:
    """How many moves there are to mate a side that is weak, in moves of each side.

    `steps` are a type of the stronger side, its least number, and the limit; the first that holds counts.
    """

    board: int  # against a side that has more than its king
    most: int  # so many men may that side have
    needs_no_pawns: bool  # no pawn may be on the board; otherwise only when a bare king counts
    steps: tuple[tuple[str, int, int], ...]
    rest: int  # where no step holds; 0: no count
    from_men: bool  # against a bare king the count begins at the number of men on the board


# Sources: Wikipedia, Makruk (rules of Thailand and Cambodia); aseanchess.org, Laws of ASEAN Chess.
COUNTING: Final = {
    "makruk": Counting(
        64, 255, True,
        (("rook", 2, 8), ("rook", 1, 16), ("silver", 2, 22), ("knight", 2, 32), ("silver", 1, 44)), 64, True,
    ),
    "cambodian": Counting(
        63, 3, False,
        (("rook", 2, 7), ("rook", 1, 15), ("silver", 2, 21), ("knight", 2, 31), ("silver", 1, 43)), 63, True,
    ),
    "asean": Counting(0, 1, True, (("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)), 0, False),
}  # fmt: skip


def told_apart(spec: VariantSpec, letter: str, name: str) -> object:
    """Return what keeps a type in a class of its own: ends that count men of types."""
    steps = COUNTING[spec.counting_rule].steps if spec.counting_rule in COUNTING else ()
    counted = {"pawn", *(step[0] for step in steps)} if steps else set()
    apart = (
        letter in spec.extinction_piece_types
        or letter in dict(spec.promotion_limit)
        or name in counted
        or spec.drop_opposite_colored_bishop
        and name == "bishop"
        or bool(connects(spec) and letter in spec.connect_piece_types)
    )
    regions = {region[0]: region[1:] for region in spec.mobility_region}
    return (letter if apart else None, regions.get(letter))


def connects(spec: VariantSpec) -> bool:
    """Return whether joining men ends the game."""
    linked = any(one and other for one, other in spec.connect_regions)
    return bool(spec.connect_n or spec.connect_nxn or spec.collinear_n or linked)
