"""Time from the start of a process to `uciok` and `readyok`, and its memory, for every game.

    python -m bench.startup [--cold]

With `--cold` the kernels are compiled into an empty folder first, as after an installation, and that is timed too.
"""

import argparse
import os
import re
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.compare import GAMES, middle, show
from bench.process import OWN, Engine


@dataclass(slots=True)
class Start:
    """One start. Seconds, and megabytes resident once it is ready."""

    uciok: float
    readyok: float
    memory: float


def start_once(game: str, command: tuple[str, ...] = OWN, environment: Mapping[str, str] | None = None) -> Start:
    """Start the engine, select a game and wait until it is ready. The environment is this process's by default."""
    begun = time.perf_counter()
    with Engine(command, handshake=False, environment=environment) as engine:
        engine.ask("uci", lambda line: line == "uciok")
        uciok = time.perf_counter() - begun
        engine.send(f"setoption name UCI_Variant value {game}")
        engine.ready()
        return Start(uciok, time.perf_counter() - begun, resident(engine.pid))


def resident(pid: int) -> float:
    """Return the megabytes that a process holds in memory, 0 where the system does not say."""
    try:
        read = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    except OSError:
        return 0.0
    return int(read[1]) / 1024 if read else 0.0


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cold", action="store_true", help="compile into an empty folder first")
    parser.add_argument("--runs", type=int, default=5, help="runs whose median is taken")
    parser.add_argument("--games", nargs="+", default=list(GAMES), metavar="GAME")
    chosen = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        if chosen.cold:
            os.environ["LIONLEAP_CACHE_DIR"] = folder
        for game in chosen.games:
            first = start_once(game)
            runs = [start_once(game) for _ in range(chosen.runs)]
            row = [game, *(f"{middle([getattr(run, name) for run in runs]):.2f}" for name in ("uciok", "readyok"))]
            row.append(f"{middle([run.memory for run in runs]):.0f}")
            rows.append(row + ([f"{first.readyok:.0f}"] if chosen.cold else []))
    head = ["game", "uciok s", "readyok s", "resident MB"] + (["first readyok s"] if chosen.cold else [])
    show(f"start, median of {chosen.runs}", head, rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
