"""What a match shows while it runs: a live panel where rich and a terminal are there, else lines."""

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

from bench.standings import Standings


class Display:
    """Shows games, summaries and remarks."""

    TICK: Final = 0.5  # seconds between two looks at the clock

    def __init__(self, plain: bool = False, write: Callable[[str], None] | None = None) -> None:
        """`write` takes the lines of the plain form; standard output by default."""
        self._write = write or (lambda text: print(text, flush=True))
        self._begun = time.monotonic()
        self._live: Any = None
        if not plain and write is None and sys.stdout.isatty():
            try:
                from rich.live import Live

                self._live = Live(refresh_per_second=4, transient=True)
            except ImportError:
                pass

    def __enter__(self) -> "Display":
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()
            self._live = None

    def say(self, text: str) -> None:
        """Show a remark."""
        if self._live:
            self._live.console.print(text, markup=False, highlight=False)
        else:
            self._write(text)

    def game(self, text: str) -> None:
        """Show a finished game."""
        self.say(text)

    def interim(self, standings: Standings) -> None:
        """Show a summary between two games; the live panel shows it anyway."""
        if not self._live:
            self._write("\n".join(standings.lines()))

    def show(self, standings: Standings, running: int, games: int) -> None:
        """Bring the live panel up to date."""
        if not self._live:
            return
        from rich.panel import Panel
        from rich.text import Text

        spent = time.monotonic() - self._begun
        share = f"{standings.games} of {games} games, {running} running, {spent / 60:.1f} min"
        self._live.update(Panel(Text("\n".join([*standings.lines(), "", _bar(standings.games, games)])), title=share))

    def final(self, standings: Standings) -> None:
        """Show the last summary."""
        if self._live:
            self._live.stop()
            self._live = None
        self._write("\n".join(standings.lines()))


def _bar(done: int, total: int, width: int = 60) -> str:
    full = round(width * min(done / total, 1.0)) if total else width
    return "█" * full + "░" * (width - full)
