"""The options of the engine: one table, and the values that a user has set."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from search.strength import FULL_ELO, FULL_LEVEL, LOWEST_ELO, LOWEST_LEVEL
from search.timing import DEFAULT_OVERHEAD
from variants.errors import LionleapError, shown

EMPTY: Final = "<empty>"  # how an empty text is written in UCI


class OptionError(LionleapError):
    """An option that does not exist, or a value that it cannot have."""


class Kind(StrEnum):
    """The types of UCI options."""

    CHECK = "check"
    SPIN = "spin"
    COMBO = "combo"
    BUTTON = "button"
    STRING = "string"


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the table. `pending` says why setting it changes nothing yet; empty where it works."""

    name: str
    kind: Kind
    default: str = ""
    low: int = 0
    high: int = 0
    pending: str = ""

    def uci(self, words: Iterable[str] = ()) -> str:
        """Return the line that announces the option; `words` are the values of a combo."""
        line = f"option name {self.name} type {self.kind}"
        if self.kind is not Kind.BUTTON:
            line += f" default {self.default or EMPTY}"
        if self.kind is Kind.SPIN:
            line += f" min {self.low} max {self.high}"
        return line + "".join(f" var {word}" for word in words)

    def read(self, text: str) -> str:
        """Return the value that a text means, in its usual form; OptionError where it is none."""
        text = text.strip()
        if self.kind is Kind.CHECK:
            if text.lower() in ("true", "false"):
                return text.lower()
            raise OptionError(f"{self.name}: read {shown(text)}, expected true or false")
        if self.kind is Kind.SPIN:
            if _is_number(text) and self.low <= int(text) <= self.high:
                return str(int(text))
            raise OptionError(f"{self.name}: read {shown(text)}, expected a number from {self.low} to {self.high}")
        return "" if text == EMPTY else text


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-").removeprefix("+")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 18


_NO_TABLES: Final = "end-game tables are not read"

OPTIONS: Final = (
    Option("Debug Log File", Kind.STRING),
    Option("Threads", Kind.SPIN, "1", 1, 64),
    Option("Hash", Kind.SPIN, "16", 1, 1 << 25),
    Option("Clear Hash", Kind.BUTTON),
    Option("Ponder", Kind.CHECK, "false"),
    Option("MultiPV", Kind.SPIN, "1", 1, 500),
    Option("Skill Level", Kind.SPIN, str(FULL_LEVEL), LOWEST_LEVEL, FULL_LEVEL),
    Option("Move Overhead", Kind.SPIN, str(DEFAULT_OVERHEAD), 0, 5000),
    Option("UCI_Chess960", Kind.CHECK, "false"),
    Option("UCI_Variant", Kind.COMBO, "chess"),
    Option("UCI_AnalyseMode", Kind.CHECK, "false"),
    Option("UCI_LimitStrength", Kind.CHECK, "false"),
    Option("UCI_Elo", Kind.SPIN, "1350", LOWEST_ELO, FULL_ELO),
    Option("UCI_ShowWDL", Kind.CHECK, "false"),
    Option("SyzygyPath", Kind.STRING, pending=_NO_TABLES),
    Option("Use NNUE", Kind.CHECK, "true"),
    Option("EvalFile", Kind.STRING),
    Option("VariantPath", Kind.STRING),
)

_BY_NAME: Final = {option.name.lower(): option for option in OPTIONS}


def find(name: str) -> Option:
    """Return the option of that name, in whatever case; OptionError where there is none."""
    option = _BY_NAME.get(" ".join(name.split()).lower())
    if option is None:
        raise OptionError(f"No such option: {' '.join(name.split())[:60]}")
    return option


def announced(games: Iterable[str], current: str) -> list[tuple[Option, str]]:
    """Return every option with its line for a protocol whose games start as `current` instead of the usual default."""
    found = []
    for option in OPTIONS:
        line = option.uci(games if option.kind is Kind.COMBO else ())
        if option.name == "UCI_Variant":
            line = line.replace(f"default {option.default}", f"default {current}")
        found.append((option, line))
    return found


class Options:
    """The values of all options."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}

    def text(self, name: str) -> str:
        """Return the value of an option."""
        return self._values[name]

    def number(self, name: str) -> int:
        """Return the value of a spin option."""
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        """Return the value of a check option."""
        return self._values[name] == "true"

    def put(self, option: Option, value: str) -> None:
        """Store a value that `Option.read` has returned."""
        self._values[option.name] = value
