"""Where the engine's lines go: a stream, and a log file where one is wanted."""

import errno
import os
import sys
import threading
from pathlib import Path
from typing import IO, Any, TextIO


def printable(text: str) -> str:
    """Return a line with all that could steer a terminal, or end the line, written as escapes; tabs stay."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\t" else ascii(letter)[1:-1] for letter in text)


class Output:
    """Writes whole lines, each at once, from any thread. A reader that has gone away is not an error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (closed by a shell)
        self._lock = threading.Lock()
        self._log: IO[Any] | None = None
        self.broken = False  # nobody reads any more

    def line(self, text: str) -> None:
        """Write one line."""
        self.lines([text])

    def lines(self, texts: list[str]) -> None:
        """Write several lines that belong together."""
        with self._lock:
            try:
                self._stream.write("".join(printable(text) + "\n" for text in texts))
                self._stream.flush()
            except (OSError, ValueError):
                self.broken = True
            for text in texts:
                self._record("<<", text)

    def note(self, text: str) -> None:
        """Tell the user something, one line whatever the text holds."""
        self.line("info string " + " ".join(text.split()))

    def heard(self, text: str) -> None:
        """Put a line that was read into the log."""
        with self._lock:
            self._record(">>", text)

    def _record(self, sign: str, text: str) -> None:
        if self._log is None:
            return
        try:
            self._log.write(f"{sign} {text}\n")
            self._log.flush()
        except (OSError, ValueError):
            self._log = None

    def log_to(self, path: str) -> None:
        """Begin a log file, or end it where the path is empty. Raises OSError."""
        with self._lock:
            if self._log is not None:
                self._log.close()
                self._log = None
            if path:
                if Path(path).is_fifo():  # opening it would wait for a reader
                    raise OSError(errno.EINVAL, "it is a pipe")
                self._log = open(path, "a", encoding="utf-8", errors="replace")  # noqa: SIM115

    def discard(self) -> None:
        """Let the end of the process not fail on a stream that nobody reads."""
        if self.broken and self._stream is sys.stdout:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
