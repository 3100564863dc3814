"""Talks to the engine as a process and keeps what was said, with the time of every line."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LAUNCHER: Final = str(ROOT / "lionleap.py")
HANG: Final = 8.0  # seconds from the end of the input to the end of the process
READY: Final = 60.0


def patience() -> float:
    """Return a factor for limits of time: 1 on an idle machine, more on a busy one."""
    busy = os.getloadavg()[0] / (os.cpu_count() or 1) if hasattr(os, "getloadavg") else 1.0
    return min(max(float(os.environ.get("LIONLEAP_TEST_PATIENCE", "1")), 2 * busy, 1.0), 10.0)


@dataclass(slots=True)
class Line:
    """One line and when it was sent or read."""

    text: str
    at: float


@dataclass(slots=True)
class Transcript:
    """A finished conversation."""

    said: list[Line] = field(default_factory=list)
    heard: list[Line] = field(default_factory=list)
    errors: str = ""
    code: int | None = None
    closed_at: float = 0.0
    ended_at: float = 0.0

    @property
    def text(self) -> str:
        """All that was read."""
        return "\n".join(line.text for line in self.heard)

    def all(self, pattern: str) -> list[Line]:
        """Return the lines that a pattern fits somewhere."""
        return [line for line in self.heard if re.search(pattern, line.text)]

    def sent(self, pattern: str, number: int = 0) -> Line:
        """Return a line that was sent."""
        return [line for line in self.said if re.search(pattern, line.text)][number]


class Talk:
    """A running engine. Every line that it writes is kept."""

    def __init__(
        self,
        arguments: Iterable[str] = (),
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
        command: Iterable[str] = (sys.executable, LAUNCHER),
    ) -> None:
        self.transcript = Transcript()
        self._process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | dict(environment or {}),
            cwd=folder,
        )
        self._news = threading.Condition()
        self._readers = [threading.Thread(target=self._read, daemon=True), threading.Thread(target=self._drain)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        assert self._process.stdout
        for raw in self._process.stdout:
            with self._news:
                self.transcript.heard.append(Line(raw.decode().rstrip("\n"), time.monotonic()))
                self._news.notify_all()

    def _drain(self) -> None:
        assert self._process.stderr
        self.transcript.errors = self._process.stderr.read().decode(errors="replace")

    def say(self, text: str) -> None:
        """Send a line; an engine that has ended is not an error here."""
        assert self._process.stdin
        self.transcript.said.append(Line(text, time.monotonic()))
        try:
            self._process.stdin.write(text.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            pass

    def expect(self, pattern: str, seconds: float = READY, after: int = 0) -> Line:
        """Wait for a line that a pattern fits, not counting the first `after` lines. AssertionError if none comes."""

        def found() -> Line | None:
            return next((line for line in self.transcript.heard[after:] if re.search(pattern, line.text)), None)

        with self._news:
            line = self._news.wait_for(found, timeout=seconds)
        assert line is not None, f"no line fits {pattern!r} in {seconds} s: {self.transcript.text[-2000:]}"
        return line

    def ask(self, text: str, pattern: str, seconds: float = READY) -> Line:
        """Send a line and wait for an answer to it."""
        before = len(self.transcript.heard)
        self.say(text)
        return self.expect(pattern, seconds, before)

    def ready(self) -> None:
        """Wait until the engine is ready."""
        self.ask("isready", "^readyok$", READY * patience())

    def forget(self) -> None:
        """Drop what was said so far from the transcript."""
        self.transcript.said.clear()
        self.transcript.heard.clear()

    def end(self, hang: float = HANG) -> Transcript:
        """Close the input, wait for the end and return the transcript. AssertionError if the engine hangs."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self.transcript.closed_at = time.monotonic()
        try:
            self._process.stdin.close()
        except OSError:
            pass
        try:
            self.transcript.code = self._process.wait(hang * patience())
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise AssertionError(f"the engine hangs: {self.transcript.text[-2000:]}") from None
        finally:
            self.transcript.ended_at = time.monotonic()
            for reader in self._readers:
                reader.join(5)
            self._process.stdout.close()
            self._process.stderr.close()
        return self.transcript


def converse(lines: Iterable[str], ini: Path | None = None, arguments: Iterable[str] = ()) -> Transcript:
    """Send lines to an engine that is ready and return the transcript.

    `#wait N` pauses N ms, `@INI@` is the path of the file; after `isready` the answer is waited for.
    """
    talk = Talk(arguments)
    if not arguments:
        talk.ready()
        talk.forget()
    for line in lines:
        wait = re.fullmatch(r"#wait (\d+)", line)
        if wait:
            time.sleep(int(wait[1]) / 1000 * min(patience(), 2.0))
        elif line == "isready":
            talk.ready()
        else:
            talk.say(line.replace("@INI@", str(ini)))
    return talk.end(READY if arguments else HANG)  # a command of the command line ends with its work
