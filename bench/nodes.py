"""Speed of the search, beside that of another engine: nodes per second, depth reached, time to a depth.

    python -m bench.nodes [--peer PATH] [--ini FILE] [--cecp PATH] [--threads N] [--processor]

The engines search the start position in turn, with the same hash and one thread, after `ucinewgame`; with --threads,
ours once more with so many. They are timed from outside. What a node is, each engine decides: ours counts every move
made, also in quiescence.
"""

import re
import sys
from dataclasses import dataclass
from typing import Final

from bench import cecp_speed
from bench.compare import arguments, middle, ratio, shares, show, start
from bench.process import OWN, Engine, EngineError

DEPTHS: Final = {"chess": 14, "leaperhouse": 12, "okisakishogi": 12, "yarishogi": 14}
USUAL_DEPTH: Final = 10
NODES: Final = 2_000_000
HASH: Final = 64

_NODES: Final = re.compile(r"\bnodes (\d+)")
_DEPTH: Final = re.compile(r"\bdepth (\d+)")


@dataclass(slots=True)
class Run:
    """One search."""

    nodes: int
    depth: int
    seconds: float


def search(engine: Engine, limit: str, processor: bool = False) -> Run:
    """Search the current position in a new game; processor : count what the engine computes, not the clock."""
    engine.send("ucinewgame")
    engine.ready()
    start_time = engine.seconds(processor)
    lines = engine.ask(f"go {limit}", lambda line: line.startswith("bestmove"))
    seconds = engine.seconds(processor) - start_time
    infos = [line for line in lines if line.startswith("info depth") and " pv " in line]
    if not infos:
        raise EngineError(f"{engine.name} searched nothing")
    nodes, depth = _NODES.search(infos[-1]), _DEPTH.search(infos[-1])
    if nodes is None or depth is None:
        raise EngineError(f"{engine.name} wrote {infos[-1]!r}")
    return Run(int(nodes[1]), int(depth[1]), seconds)


def measure(
    engines: list[Engine], game: str, limit: str, runs: int, processor: bool = False
) -> list[tuple[float, float, float]]:
    """Return for each engine the medians of nodes per second, depth and seconds."""
    playing = [engine for engine in engines if game in engine.variants]
    found: dict[Engine, list[Run]] = {engine: [] for engine in engines}
    for engine in playing:
        engine.select(game)
        search(engine, "depth 4")
    for _ in range(runs):
        for engine in playing:
            found[engine].append(search(engine, limit, processor))
    return [
        (
            middle([run.nodes / run.seconds for run in found[engine]]),
            middle([run.depth for run in found[engine]]),
            middle([run.seconds for run in found[engine]]),
        )
        for engine in engines
    ]


def main() -> int:
    """Measure and print the tables."""
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--cecp", metavar="PATH", help="a CECP engine to compare with too, such as HaChu")
    parser.add_argument("--threads", type=int, metavar="N", help="search with N threads as well, beside one")
    parser.add_argument("--nodes", type=int, default=NODES, help="nodes of the search that is timed")
    chosen = parser.parse_args()
    if chosen.threads and chosen.processor:
        parser.error("--threads is timed by the clock: what several threads compute adds up")
    engines = start(chosen, HASH)
    if chosen.threads:
        engines.append(Engine(OWN, {"Hash": str(HASH), "Threads": str(chosen.threads)}))
    speed_rows, depth_rows = [], []
    found: dict[str, float] = {}
    try:
        for game in chosen.games:
            speeds = measure(engines, game, f"nodes {chosen.nodes}", chosen.runs, chosen.processor)
            depth = DEPTHS.get(game, USUAL_DEPTH)
            times = measure(engines, game, f"depth {depth}", chosen.runs, chosen.processor)
            speed_row = [game, f"{speeds[0][0] / 1000:,.0f}", f"{speeds[0][1]:.0f}"]
            depth_row = [game, str(depth), f"{times[0][2]:.2f}"]
            found[game] = speeds[0][0]
            if chosen.peer:
                speed_row += [f"{speeds[1][0] / 1000:,.0f}", f"{speeds[1][1]:.0f}", ratio(speeds[0][0], speeds[1][0])]
                depth_row += [f"{times[1][2]:.2f}", ratio(times[1][2], times[0][2])]
            if chosen.threads:
                speed_row += [f"{speeds[-1][0] / 1000:,.0f}", f"{speeds[-1][0] / speeds[0][0]:.2f}"]
                depth_row += [f"{times[-1][2]:.2f}", f"{times[0][2] / times[-1][2]:.2f}"]
            if chosen.cecp:
                command = (chosen.cecp,)
                searches = [cecp_speed.search(command, game, chosen.processor) for _ in range(chosen.runs)]
                theirs = middle([one[0] for one in searches if one])
                speed_row += [f"{theirs / 1000:,.0f}", ratio(speeds[0][0], theirs)]
            speed_rows.append(speed_row)
            depth_rows.append(depth_row)
    except EngineError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        for engine in engines:
            engine.close()
    peer = bool(chosen.peer)
    by_processor = ", processor time" if chosen.processor else ""
    show(
        f"go nodes {chosen.nodes}, Hash {HASH}, median of {chosen.runs}{by_processor}",
        ["game", "kn/s", "depth"]
        + (["peer kn/s", "peer depth", "ratio"] if peer else [])
        + ([f"kn/s, {chosen.threads} threads", "ratio"] if chosen.threads else [])
        + (["CECP kn/s", "ratio"] if chosen.cecp else []),
        speed_rows,
    )
    print(shares(found))
    show(
        f"time to a depth, Hash {HASH}, median of {chosen.runs}",
        ["game", "depth", "s"]
        + (["peer s", "times faster"] if peer else [])
        + ([f"s, {chosen.threads} threads", "times faster"] if chosen.threads else []),
        depth_rows,
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
