"""Time from the start of a process to `uciok` and `readyok`, and its memory, for every game.

    python -m bench.startup [--cold] [--search SECONDS] [--engine COMMAND]

With `--cold` a copy of the program starts in an empty home, where no kernels are kept yet, and that first start of each
width of board is timed too: the others after it find their kernels. With an installed command the home is empty. And
with `--search` the memory after a search with 16 MB of Hash and two threads is shown as well.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.compare import GAMES, middle, show
from bench.process import OWN, ROOT, Engine


@dataclass(slots=True)
class Start:
    """One start. Seconds, and megabytes resident once it is ready and after a search (0 without one).

    processor : the share of `readyok` that the process computed, which other work on the machine does not lengthen
    """

    uciok: float
    readyok: float
    processor: float
    memory: float
    searched: float = 0.0


def start_once(
    game: str, command: tuple[str, ...] = OWN, environment: Mapping[str, str] | None = None, search: float = 0.0
) -> Start:
    """Start the engine, select a game, wait until it is ready, and search for some seconds.

    environment : this process's by default
    """
    begun = time.perf_counter()
    with Engine(command, handshake=False, environment=environment) as engine:
        engine.ask("uci", lambda line: line == "uciok")
        uciok = time.perf_counter() - begun
        engine.send(f"setoption name UCI_Variant value {game}")
        engine.ready()
        found = Start(uciok, time.perf_counter() - begun, processor_time(engine.pid), resident(engine.pid))
        if search > 0:
            engine.send("setoption name Threads value 2")
            engine.ready()
            engine.ask(f"go movetime {round(1000 * search)}", lambda line: line.startswith("bestmove "))
            found.searched = resident(engine.pid)
        return found


def copied(folder: Path) -> Path:
    """Copy what runs the program, no compiled kernels with it, and return the file that starts it."""
    for name in ("engine", "search", "eval", "variants"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return Path(shutil.copy(ROOT / "lionleap.py", folder))


def resident(pid: int) -> float:
    """Return the megabytes that a process holds in memory, 0 where the system does not say."""
    try:
        read = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    except OSError:
        return 0.0
    return int(read[1]) / 1024 if read else 0.0


def processor_time(pid: int) -> float:
    """Return the seconds that a process has computed, all threads together, 0 where the system does not say."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cold", action="store_true", help="compile into an empty folder first")
    parser.add_argument("--search", type=float, default=0.0, metavar="SECONDS", help="search once, for the memory")
    parser.add_argument("--engine", default="", metavar="COMMAND", help="an installed command instead of this program")
    parser.add_argument("--runs", type=int, default=5, help="runs whose median is taken")
    parser.add_argument("--games", nargs="+", default=list(GAMES), metavar="GAME")
    chosen = parser.parse_args()
    command = (chosen.engine,) if chosen.engine else OWN
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        if chosen.cold:
            for name in ("LIONLEAP_CACHE_DIR", "XDG_CACHE_HOME", "TMPDIR"):
                os.environ[name] = folder
            if not chosen.engine:
                command = (sys.executable, str(copied(Path(folder, "program"))))
        for game in chosen.games:
            first = start_once(game, command, search=chosen.search)
            runs = [start_once(game, command) for _ in range(chosen.runs)]
            row = [
                game,
                *(f"{middle([getattr(run, name) for run in runs]):.2f}" for name in ("uciok", "readyok", "processor")),
            ]
            row.append(f"{middle([run.memory for run in runs]):.0f}")
            row += [f"{first.searched:.0f}"] if chosen.search else []
            rows.append(row + ([f"{first.readyok:.0f}"] if chosen.cold else []))
    head = ["game", "uciok s", "readyok s", "processor s", "resident MB"]
    head += ["after a search MB"] if chosen.search else []
    head += ["first readyok s"] if chosen.cold else []
    show(f"start, median of {chosen.runs}", head, rows)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
