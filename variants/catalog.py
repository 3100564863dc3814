"""The games that can be played: those in this folder, and those that were loaded."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from variants.draft import Draft
from variants.errors import VariantError, shown
from variants.ini import Accept, Reading, read_file, read_text
from variants.report import Report, Severity
from variants.spec import VariantSpec

FOLDER: Final = Path(__file__).parent


class Catalog:
    """All known games by name. A game that is known stays as it is, whatever is loaded later."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Read every `.ini` file of the folder, in any order of parents. `reports` keeps what was found there.

        A game of the folder may have rules that are not played yet: it is left out, and `unplayed` has their keys.

        `accept`, unless None, sees every game that is loaded or checked later and refuses it with a VariantError.
        """
        self.accept: Accept | None = None
        self._drafts: dict[str, Draft] = {}
        self._specs: dict[str, VariantSpec] = {}
        self._aliases: dict[str, str] = {}
        self.reports: list[Report] = []
        self.unplayed: dict[str, tuple[str, ...]] = {}
        waiting = sorted(folder.glob("*.ini"))
        progress = True
        while progress and waiting:
            progress = False
            for path in tuple(waiting):
                reading = read_file(path, self._known(), path.name)
                if not reading.orphans:
                    self._add_built_in(reading)
                    waiting.remove(path)
                    progress = True
        for path in waiting:
            self._add_built_in(read_file(path, self._known(), path.name))

    def __contains__(self, name: str) -> bool:
        return name in self._specs or name in self._aliases

    def __iter__(self) -> Iterator[VariantSpec]:
        """All games, sorted by name."""
        return iter(self._specs[name] for name in self.names())

    def names(self) -> list[str]:
        """The names without the aliases, sorted."""
        return sorted(self._specs)

    def get(self, name: str) -> VariantSpec:
        """The game of that name or alias. Raises VariantError if there is none."""
        found = self._specs.get(self._aliases.get(name, name))
        if name in self.unplayed:
            raise VariantError(f"{shown(name)} is not played yet, for want of: {', '.join(self.unplayed[name])}")
        if found is None:
            raise VariantError(f"no game is called {shown(name)}")
        return found

    def drafts(self) -> list[str]:
        """The names of all games, also of those that are not played yet, sorted."""
        return sorted(self._drafts)

    def draft(self, name: str) -> Draft:
        """What the definition of a game says, also of one that is not played yet. Raises VariantError."""
        found = self._known().get(name)
        if found is None:
            raise VariantError(f"no game is called {shown(name)}")
        return found

    def load_file(self, path: str | Path) -> list[Report]:
        """Add the games of a file, or of several files with `os.pathsep` between them. Raises nothing."""
        parts = [path] if isinstance(path, Path) else [Path(part) for part in path.split(os.pathsep) if part]
        return [report for part in parts for report in self._add(read_file(part, self._known(), accept=self.accept))]

    def load_text(self, text: str, source: str = "input") -> list[Report]:
        """Add the games of a text. Raises nothing."""
        return self._add(read_text(text, source, self._known(), self.accept))

    def check_file(self, path: str | Path) -> "Check":
        """Read a file as `load_file` does, and add nothing."""
        return _check(read_file(Path(path), self._known(), accept=self.accept))

    def check_text(self, text: str, source: str = "input") -> "Check":
        """Read a text as `load_text` does, and add nothing."""
        return _check(read_text(text, source, self._known(), self.accept))

    def _known(self) -> dict[str, Draft]:
        """Games by name and alias."""
        return self._drafts | {alias: self._drafts[name] for alias, name in self._aliases.items()}

    def _add_built_in(self, reading: Reading) -> None:
        self.reports += [report for report in self._add(reading) if report.game not in reading.unplayed]

    def _add(self, reading: Reading) -> list[Report]:
        self._drafts.update(reading.games)
        self._specs.update(reading.specs)
        self.unplayed.update(reading.unplayed)
        reports = list(reading.reports)
        for name, spec in reading.specs.items():
            file, _, line = spec.source.rpartition(":")
            if self._aliases.pop(name, None):
                problem = "was an alias of another game and is now this game"
                reports.append(Report(Severity.WARNING, file, int(line), name, "", problem))
            for alias in spec.aliases:
                if alias in self:
                    problem = "the alias is taken and has no effect"
                    reports.append(Report(Severity.WARNING, file, int(line), name, "aliases", problem, alias))
                else:
                    self._aliases[alias] = name
        return reports


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of reading without adding. `refused` tells whether a game or the whole text was refused."""

    reports: tuple[Report, ...]
    accepted: tuple[str, ...]
    refused: bool

    def lines(self) -> list[str]:
        """Every report as a line, then one line for each game that can be played."""
        return [*map(str, self.reports), *(f"{name}: can be played" for name in self.accepted)]


def _check(reading: Reading) -> Check:
    return Check(tuple(reading.reports), tuple(reading.specs), reading.failed)


def check_file(path: str | Path) -> Check:
    """Check a file against the built-in games."""
    return Catalog().check_file(path)


def check_text(text: str, source: str = "input") -> Check:
    """Check a text against the built-in games."""
    return Catalog().check_text(text, source)
