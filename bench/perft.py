"""Legal moves counted per second, beside those of another engine.

    python -m bench.perft [--peer PATH] [--ini FILE] [--processor]

Both engines get `go perft` in turn and are timed from outside, from the line sent to the last line read. The counts
have to agree.
"""

import sys
from typing import Final

from bench.compare import arguments, middle, ratio, shares, show, start
from bench.process import Engine, EngineError

DEPTHS: Final = {"chess": 6, "leaperhouse": 5, "okisakishogi": 5, "yarishogi": 6, "mightylion": 5, "frolov10x10": 5}
USUAL_DEPTH: Final = 4


def count(engine: Engine, depth: int, processor: bool = False) -> tuple[int, float]:
    """Return the sequences of a depth and the seconds that counting took, by the clock or the engine's processor."""
    start_time = engine.seconds(processor)
    lines = engine.ask(f"go perft {depth}", lambda line: line.startswith("Nodes searched"))
    seconds = engine.seconds(processor) - start_time
    engine.ready()
    return int(lines[-1].rpartition(":")[2]), seconds


def measure(
    engines: list[Engine], game: str, depth: int, runs: int, processor: bool = False
) -> tuple[int, list[float]]:
    """Return the count and the median speed of each engine in million moves a second."""
    playing = [engine for engine in engines if game in engine.variants]
    for engine in playing:
        engine.select(game)
        count(engine, max(1, depth - 2))  # the first call of a process is slower
    speeds: dict[Engine, list[float]] = {engine: [] for engine in engines}
    counts: set[int] = set()
    for _ in range(runs):
        for engine in playing:
            nodes, seconds = count(engine, depth, processor)
            counts.add(nodes)
            speeds[engine].append(nodes / seconds / 1e6)
    if len(counts) != 1:
        raise EngineError(f"{game}: the engines count differently: {sorted(counts)}")
    return counts.pop(), [middle(speeds[engine]) for engine in engines]


def main() -> int:
    """Measure and print the table."""
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--shallow", action="store_true", help="two plies less, for a quick look")
    chosen = parser.parse_args()
    engines = start(chosen)
    rows = []
    found: dict[str, float] = {}
    try:
        for game in chosen.games:
            depth = max(1, DEPTHS.get(game, USUAL_DEPTH) - 2 * chosen.shallow)
            nodes, speeds = measure(engines, game, depth, chosen.runs, chosen.processor)
            found[game] = speeds[0]
            row = [game, str(depth), f"{nodes:,}", f"{speeds[0]:.1f}"]
            if chosen.peer:
                row += [f"{speeds[1]:.1f}", ratio(speeds[0], speeds[1])]
            rows.append(row)
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        for engine in engines:
            engine.close()
    head = ["game", "depth", "moves", "M/s"] + (["peer M/s", "ratio"] if chosen.peer else [])
    by_processor = ", processor time" if chosen.processor else ""
    show(f"perft, median of {chosen.runs}{by_processor}", head, rows)
    print(shares(found))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
