"""The margins that a game's search uses: the defaults, and what the section `[search]` of its weight file says."""

from collections.abc import Mapping
from typing import Final

from eval.weights import WeightsError, read_weights
from search.margins import MARGINS, find
from variants.spec import VariantSpec

SECTION: Final = "search"


def margins_from(numbers: Mapping[str, float], source: str = "") -> dict[str, int]:
    """Return every margin: the defaults, replaced by `numbers`, rounded. Raises WeightsError."""
    found = {margin.name: margin.default for margin in MARGINS}
    for name, number in numbers.items():
        margin = find(name)
        if margin is None:
            raise WeightsError(f"{source}: [{SECTION}] {name} is no margin of the search")
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not margin.low <= number <= margin.high:
            wanted = f"a number from {margin.low} to {margin.high}"
            raise WeightsError(f"{source}: [{SECTION}] {name}: read {number!r}, expected {wanted}")
        found[name] = round(number)
    return found


def read_margins(spec: VariantSpec) -> dict[str, int]:
    """Return the margins of a game: the defaults and what its weight file says. Raises WeightsError."""
    weights = read_weights(spec)
    return margins_from(weights.data.get(SECTION, {}), weights.source)
