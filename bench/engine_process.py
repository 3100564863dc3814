"""An engine's process in a match: lines with the time of their arrival, and an end that is certain.

Every process leads a group of its own, which is killed as a whole, and on Linux the kernel kills it when whoever
started it dies.
"""

import ctypes
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Final

from variants.errors import LionleapError

OWN_NAME: Final = "lionleap"  # as a command: this program, wherever it is installed
QUIT_SECONDS: Final = 2.0  # that an engine has for `quit`
MAX_LINE: Final = 65536  # characters; the rest of a longer line is dropped
MAX_WAITING: Final = 100_000  # lines that nobody has read yet; an engine that floods is held up

_PARENT_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG


_running: set[int] = set()  # groups of processes that were started here and not yet closed


class StartError(LionleapError):
    """A command that cannot be started."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an engine. `at` is the time of its arrival by `time.perf_counter`."""

    text: str
    at: float


def own_command() -> list[str]:
    """Return the command of this program, in a checkout as in an installation."""
    folder = Path(__file__).resolve().parents[1]
    launcher = folder / "lionleap.py"
    return [sys.executable, str(launcher if launcher.is_file() else folder.parent / "lionleap.py")]


def words_of(command: str) -> list[str]:
    """Return the words of a command line; `lionleap` alone stands for this program."""
    words = shlex.split(command)
    return own_command() + words[1:] if words[:1] == [OWN_NAME] else words


def parent_guard(death: int = signal.SIGKILL) -> Callable[[int], None] | None:
    """Return what a new process does first, with its parent's number, so that it dies with its parent.

    None where the system cannot do that.
    """
    if sys.platform != "linux":
        return None
    set_control = ctypes.CDLL(None).prctl

    def guard(parent: int) -> None:
        set_control(_PARENT_DEATH_SIGNAL, death)
        if os.getppid() != parent:
            os._exit(1)

    return guard


def kill_all() -> None:
    """Kill every process that was started here; may be called from a signal handler."""
    for group in tuple(_running):
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)


class EngineProcess:
    """A running process that talks in lines."""

    def __init__(self, command: str, arguments: Sequence[str] = (), folder: str | None = None) -> None:
        """Start it. Raises StartError."""
        guard, parent = parent_guard(), os.getpid()
        try:
            self._process = subprocess.Popen(
                [*words_of(command), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                start_new_session=True,
                preexec_fn=(lambda: guard(parent)) if guard else None,
            )
        except (OSError, ValueError) as error:
            raise StartError(f"cannot start {command!r}: {error}") from error
        _running.add(self._process.pid)
        self._lines: Queue[Line | None] = Queue(MAX_WAITING)
        self._closing = False
        self._reader = threading.Thread(target=self._read, name="engine output", daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def _read(self) -> None:
        assert self._process.stdout
        with suppress(OSError, ValueError):
            for raw in iter(lambda: self._process.stdout.readline(MAX_LINE), b""):  # type: ignore[union-attr]
                if not self._put(Line(raw.decode(errors="replace").strip(), time.perf_counter())):
                    return
        self._put(None)

    def _put(self, line: Line | None) -> bool:
        while True:
            try:
                self._lines.put(line, timeout=0.5)
                return True
            except Full:
                if self._closing:  # nobody reads any more
                    return False

    def send(self, text: str) -> bool:
        """Send one line; return whether the process could take it."""
        assert self._process.stdin
        try:
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def read(self, until: float) -> Line | None:
        """Return the next line that arrives before `until`; None: it has ended. Raises TimeoutError."""
        try:
            line = self._lines.get(timeout=max(until - time.perf_counter(), 0.0))
        except Empty:
            raise TimeoutError from None
        if line is None:
            self._closing = True  # nothing comes any more; the next call finds the same
            with suppress(Full):
                self._lines.put_nowait(None)
        return line

    def drop(self) -> None:
        """Forget the lines that nobody has read."""
        with suppress(Empty):
            while (line := self._lines.get_nowait()) is not None:
                del line
            self._lines.put_nowait(None)

    def close(self, word: str = "quit", patience: float = QUIT_SECONDS) -> None:
        """End it, by force where it does not end by itself."""
        assert self._process.stdin and self._process.stdout
        if patience > 0 and self.alive:
            self.send(word)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience)
        self._closing = True
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        _running.discard(self._process.pid)
        if self.alive:
            self._process.kill()
        self._process.wait()
        self._reader.join(5)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                stream.close()
