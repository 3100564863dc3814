"""The names that games have in XBoard. A game takes part by its own name or by an alias of its definition."""

from typing import Final

from variants.catalog import Catalog
from variants.errors import VariantError, shown
from variants.spec import VariantSpec

# What XBoard 4.9 knows by itself; it needs no letters and moves for these.
XBOARD_NAMES: Final = (
    "normal wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway twokings kriegspiel atomic "
    "3check shatranj xiangqi shogi courier gothic capablanca knightmate cylinder falcon caparandom berolina janus "
    "super great twilight makruk seirawan grand spartan asean lion elven chu"
).split()

ORTHODOX: Final = "normal"  # the game after `new`
SHUFFLED: Final = "fischerandom"  # the same game from other starts, where castling is written as `O-O`


def cecp_name(spec: VariantSpec) -> str:
    """Return the name by which XBoard knows a game: one of its own where there is one."""
    return next((name for name in (spec.name, *spec.aliases) if name in XBOARD_NAMES), spec.name)


def offered(catalog: Catalog) -> list[str]:
    """Return all names for the feature line: the orthodox game, others that XBoard knows, the rest."""
    names = {cecp_name(spec) for spec in catalog}
    if ORTHODOX in names:
        names.add(SHUFFLED)
    return sorted(names, key=lambda name: (name != ORTHODOX, name not in XBOARD_NAMES, name))


def find_game(catalog: Catalog, name: str) -> tuple[VariantSpec, bool]:
    """Return the game of a name, and whether castling is written as in shuffled starts. Raises VariantError."""
    if name == SHUFFLED and name not in catalog:
        return catalog.get(ORTHODOX), True
    spec = next((spec for spec in catalog if name == cecp_name(spec)), None)
    if spec is None:
        if name not in catalog:
            raise VariantError(f"no game is called {shown(name)}")
        spec = catalog.get(name)
    return spec, spec.chess960


def built_in(name: str) -> bool:
    """Return whether XBoard knows the game of that name."""
    return name in XBOARD_NAMES
