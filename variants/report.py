"""What a reader says about a line of a definition file."""

from dataclasses import dataclass
from enum import StrEnum

from variants.errors import shown


class Severity(StrEnum):
    """ERROR: the game (or the file) is refused. WARNING: read, but perhaps not as meant. NOTE: good to know."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Report:
    """One finding. `line` is 0 where it is about the whole file; texts are empty where there is nothing to say."""

    severity: Severity
    file: str
    line: int
    game: str
    key: str
    problem: str
    read: str = ""
    expected: str = ""

    def __str__(self) -> str:
        """`FILE:LINE: error: [game] key: problem: read '...', expected ...`, one printable line."""
        where = f"{self.file}:{self.line}" if self.line else self.file
        game = f"[{_plain(self.game)}] " if self.game else ""
        key = f"{_plain(self.key)}: " if self.key else ""
        details = [f"read {shown(self.read)}"] if self.read else []
        details += [f"expected {self.expected}"] if self.expected else []
        tail = (": " if details and self.problem else "") + ", ".join(details)
        return f"{_plain(where, 400)}: {self.severity}: {game}{key}{self.problem}{tail}"


def _plain(text: str, most: int = 60) -> str:
    """Foreign text without quotes: control characters escaped, long text cut."""
    printable = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    return printable if len(printable) <= most else printable[: most - 3] + "..."
