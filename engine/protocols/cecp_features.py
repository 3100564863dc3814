"""What the engine tells a CECP program about itself."""

from typing import Final

from engine.protocols.about import NAME, VERSION
from engine.protocols.cecp_names import offered
from engine.protocols.options import OPTIONS, Kind, Option
from variants.catalog import Catalog

PLAIN: Final = "Plain Moves"  # an option of this protocol only; see engine.protocols.cecp_plain
_WORDS: Final = (
    "ping=1 setboard=1 usermove=1 playother=1 san=0 time=1 draw=1 reuse=1 analyze=1 colors=0 ics=0 name=1 "
    "sigint=0 sigterm=0 debug=1 memory=1 smp=1 highlight=1"
)
# Options with a command of their own, or that a game brings along.
_NOT_OFFERED: Final = ("Hash", "Threads", "Ponder", "UCI_Variant", "UCI_Chess960", "UCI_AnalyseMode", "UCI_ShowWDL")
_FILES: Final = ("Debug Log File", "VariantPath")


def feature_lines(catalog: Catalog, plain: bool) -> list[str]:
    """Return all features but `done`."""
    options = [_feature(option) for option in OPTIONS if option.name not in _NOT_OFFERED and not option.pending]
    return [
        f"feature {_WORDS}",
        f'feature myname="{NAME} {VERSION}" variants="{",".join(offered(catalog))}"',
        *options,
        f'feature option="{PLAIN} -check {int(plain)}"',
    ]


def _feature(option: Option) -> str:
    """Return the feature line of an option."""
    value = option.default
    if option.kind is Kind.CHECK:
        value = str(int(value == "true"))
    elif option.kind is Kind.SPIN:
        value = f"{value} {option.low} {option.high}"
    kind = "file" if option.name in _FILES else option.kind
    return f'feature option="{option.name} -{kind} {value}'.rstrip() + '"'
