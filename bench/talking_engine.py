"""What engines of both protocols have in common in a match: a process, its lines, and the wait for a move."""

import time
from collections.abc import Iterator

from bench.engine_process import EngineProcess, Line
from bench.entrant import STOP_SECONDS, EngineFault, Entrant, Fault


class TalkingEngine:
    """An engine process that is spoken to in lines."""

    def __init__(self, entrant: Entrant, stall: float) -> None:
        """Start it. Raises StartError.

        stall : seconds after which an engine hangs that should answer at once, or that has no clock
        """
        self.name = entrant.name
        self.notes: list[str] = []
        self._stall = stall
        self._process = EngineProcess(entrant.command, entrant.arguments, entrant.folder)

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def close(self) -> None:
        """End its process."""
        self._process.close()

    def kill(self) -> None:
        """End its process at once."""
        self._process.close(patience=0)

    def _send(self, text: str) -> None:
        if not self._process.send(text):
            raise EngineFault(Fault.CRASH, f"ended before {text.split()[0]}")

    def _line(self, until: float, wanted: str) -> Line:
        """Return the next line. Raises EngineFault, TimeoutError."""
        line = self._process.read(until)
        if line is None:
            raise EngineFault(Fault.CRASH, f"ended before {wanted}")
        return line

    def _while_thinking(self, begun: float, allowed: float | None, hurry: str) -> Iterator[Line]:
        """Yield what it says from `begun` on; a clock that runs out means `hurry`, and a stall if that does not help.

        allowed : ms for the move; None: no clock
        """
        until = begun + (self._stall if allowed is None else allowed / 1000)
        hurried = allowed is None
        while True:
            try:
                line = self._line(until, "its move")
            except TimeoutError:
                if hurried:
                    raise EngineFault(Fault.STALL, "no answer") from None
                hurried, until = True, time.perf_counter() + STOP_SECONDS
                self._send(hurry)
            else:
                yield line
