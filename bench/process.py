"""A UCI engine as a process, for measurements."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import IO, Final

ROOT: Final = Path(__file__).resolve().parent.parent
OWN: Final = (sys.executable, str(ROOT / "lionleap.py"))
TIMEOUT: Final = 600.0  # seconds; a first start compiles


class EngineError(RuntimeError):
    """An engine that ended or did not answer."""


class Engine:
    """A running engine. `variants` are the values of its UCI_Variant option."""

    def __init__(
        self,
        command: tuple[str, ...],
        options: dict[str, str] | None = None,
        handshake: bool = True,
        environment: Mapping[str, str] | None = None,
        errors: IO[str] | None = None,
    ) -> None:
        """Start it, set those of the options that it has, and wait until it is ready.

        environment : by default this process's; errors : where its standard error goes, by default nowhere
        """
        self.variants: set[str] = set()
        self.name = command[-1]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors or subprocess.DEVNULL,
            text=True,
            bufsize=1,
            env=environment,
        )
        self._lines: Queue[str | None] = Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            if handshake:
                self._send_options(options or {})
        except EngineError:
            self.close()
            raise

    def __enter__(self) -> "Engine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def seconds(self, processor: bool = False) -> float:
        """Return a clock that differences are taken of: the world's, or what the process has computed (Linux)."""
        if not processor:
            return time.perf_counter()
        if sys.platform != "linux":
            raise EngineError("the time that another process computes is known on Linux only")
        # the number of a process's clock, as clock_getcpuclockid(3) makes it
        return time.clock_gettime(~self.pid << 3 | 2)

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def _send_options(self, options: dict[str, str]) -> None:
        lines = self.ask("uci", lambda line: line == "uciok")
        offered = {line.split(" type ")[0].removeprefix("option name ").lower() for line in lines}
        for name, value in options.items():
            if name.lower() in offered:
                self.send(f"setoption name {name} value {value}")
        lines = self.ask("uci", lambda line: line == "uciok")
        words = next((line.split() for line in lines if line.startswith("option name UCI_Variant ")), [])
        self.variants = {after for word, after in zip(words, words[1:], strict=False) if word == "var"}
        self.ready()

    def send(self, line: str) -> None:
        """Send one line."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise EngineError(f"{self.name} has ended") from error

    def ask(self, line: str, is_last: Callable[[str], bool], timeout: float = TIMEOUT) -> list[str]:
        """Send a line and return the lines of the answer."""
        self.send(line)
        end = time.monotonic() + timeout
        answer: list[str] = []
        while True:
            try:
                read = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except Empty:
                raise EngineError(f"{self.name} did not answer {line!r} within {timeout:.0f} s") from None
            if read is None:
                raise EngineError(f"{self.name} ended instead of answering {line!r}")
            answer.append(read)
            if is_last(read):
                return answer

    def ready(self) -> None:
        """Wait until it is ready."""
        self.ask("isready", lambda line: line == "readyok")

    def select(self, variant: str) -> None:
        """Change the game and set up its start."""
        self.send(f"setoption name UCI_Variant value {variant}")
        self.send("ucinewgame")
        self.send("position startpos")
        self.ready()

    def close(self) -> None:
        """End it."""
        assert self._process.stdin and self._process.stdout
        try:
            self.send("quit")
            self._process.wait(5)
        except (EngineError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._reader.join(5)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                stream.close()
