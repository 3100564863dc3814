"""Imports the compiled core and makes games ready, in a thread of its own.

A GUI must see `uciok` at once, so nothing above this module imports numba before a game is wanted.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from variants.errors import VariantError
from variants.spec import VariantSpec

if TYPE_CHECKING:
    from engine.rules import Game

Tell = Callable[[str], None]

QUIET: Final = 2.5  # seconds without a word: loading compiled kernels takes less
TICK: Final = 10.0  # seconds between two lines of progress


@contextmanager
def progress(
    tell: Tell, quiet: float = QUIET, tick: float = TICK, busy: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    """Tell from time to time that the work goes on, where it takes long and `busy` says that it is compiling."""
    done = threading.Event()
    begun = time.monotonic()

    def run() -> None:
        told = False
        while not done.wait(tick if told else quiet):
            if told:
                tell(f"compiling the kernels, {time.monotonic() - begun:.0f} s so far")
            elif busy():
                tell("compiling the kernels; this happens once and takes about a minute")
                told = True

    thread = threading.Thread(target=run, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def import_core() -> None:
    """Import what every game needs; half the work of a start."""
    import search.warm  # noqa: F401


def prepare(spec: VariantSpec, tell: Tell) -> "Game":
    """Return a game whose tables are made and whose kernels are compiled. Raises VariantError."""
    from engine.jit import compiled_here
    from engine.rules import compile_rules
    from eval.values import install_values
    from search.margin_values import read_margins
    from search.warm import warm_up

    before = compiled_here()
    with progress(tell, busy=lambda: compiled_here() > before):
        game = compile_rules(spec)
        install_values(game)
        read_margins(spec)  # a faulty file is told now, not at the first move
        warm_up(game, tell)
        return game


class Loader:
    """Makes the game that was wanted last ready; games that are no longer wanted are not begun."""

    def __init__(self, tell: Tell, prepare_game: Callable[[VariantSpec, Tell], "Game"] = prepare) -> None:
        self._tell = tell
        self._prepare = prepare_game
        self._changed = threading.Condition()
        self._wanted: VariantSpec | None = None
        self._current: VariantSpec | None = None  # the one in the making
        self._games: dict[VariantSpec, Game] = {}
        self._failures: dict[VariantSpec, str] = {}
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether a game is being made ready now."""
        return self._thread is not None and self._thread.is_alive()

    def want(self, spec: VariantSpec) -> None:
        """Begin to make a game ready; returns at once."""
        with self._changed:
            if spec in self._games or spec in self._failures:
                return
            self._wanted = None if spec == self._current else spec
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="loader", daemon=True)
                self._thread.start()

    def game(self, spec: VariantSpec) -> "Game":
        """Return a game, after waiting until it is ready. Raises VariantError where it cannot be played."""
        while True:
            self.want(spec)
            with self._changed:
                if self._changed.wait_for(lambda: spec in self._games or spec in self._failures, timeout=0.2):
                    break
        if spec in self._failures:
            raise VariantError(self._failures[spec])
        return self._games[spec]

    def _run(self) -> None:
        with suppress(Exception):  # whoever wants a game is told
            import_core()  # meanwhile a GUI has said which game it wants
        while True:
            with self._changed:
                spec = self._current = self._wanted
                self._wanted = None
                if spec is None:
                    self._thread = None
                    return
            failure = ""
            game: Game | None = None
            try:
                game = self._prepare(spec, self._tell)
            except VariantError as error:
                failure = str(error)
            except Exception as error:  # a fault of ours must be told, not hang whoever waits
                failure = f"{spec.name}: {type(error).__name__}: {error}"
            with self._changed:
                if game is None:
                    self._failures[spec] = failure
                else:
                    self._games[spec] = game
                self._changed.notify_all()
