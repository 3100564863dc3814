"""What each part of the search is worth in a game: Elo of the whole search against the search without that part.

    python -m bench.features GAME [GAME ...] [--games N] [--nodes N] [--parts NAME ...] [--concurrency N]

Both have the same nodes for every move, so a part that makes nodes dearer is judged too kindly; openings are random
and each is played with both colours.
"""

import argparse
import sys
from dataclasses import dataclass
from typing import Final

from bench.compare import show
from bench.game import Rules, load
from bench.openings import made
from bench.score import Counts, elo
from bench.spsa import BOUND, play_between
from bench.tune import results
from search import layout
from search.driver import Searcher
from search.limits import Limits
from variants.errors import LionleapError

PARTS: Final = {
    "quiescence": layout.QUIESCENCE,
    "table": layout.TABLE_CUTS,
    "reductions": layout.REDUCTIONS,
    "pruning": layout.PRUNING,
    "static-cuts": layout.STATIC_CUTS,
    "null-move": layout.NULL_MOVE,
    "extensions": layout.EXTENSIONS,
    "singular": layout.SINGULAR,
}


@dataclass(frozen=True, slots=True)
class Pair:
    """A job: two games from one opening, the search against itself without a part."""

    rules: Rules
    part: str
    number: int
    nodes: int
    plies: int
    seed: int


def pair(job: Pair) -> int:
    """Return the points of the whole search in halves, 0 to 4."""
    game = load(job.rules)
    opening = made(game, job.seed, job.number, job.plies, BOUND).moves
    limits = Limits(nodes=job.nodes)
    whole, without = Searcher(game, 4), Searcher(game, 4)
    without.leave_out(PARTS[job.part])
    return 2 + play_between((whole, without), limits, opening) - play_between((without, whole), limits, opening)


def main() -> int:
    """Play and print a row for every part."""
    parser = argparse.ArgumentParser(prog="python -m bench.features", description=__doc__.splitlines()[0])
    parser.add_argument("variant", nargs="+")
    parser.add_argument("--games", type=int, default=200, help="for every part")
    parser.add_argument("--nodes", type=int, default=5000, help="of every move")
    parser.add_argument("--plies", type=int, default=8, help="random plies at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parts", nargs="+", default=list(PARTS), choices=list(PARTS), metavar="NAME",
        help=f"of {', '.join(PARTS)}")
    parser.add_argument("--concurrency", type=int, default=1)
    chosen = parser.parse_args()
    try:
        for variant in chosen.variant:
            rules = Rules(variant)
            load(rules)  # an unknown game is told before any is played
            jobs = (
                Pair(rules, part, number, max(chosen.nodes, 1), chosen.plies, chosen.seed)
                for part in chosen.parts
                for number in range((chosen.games + 1) // 2)
            )
            points = {part: [0] * 5 for part in chosen.parts}
            for job, found in results(jobs, pair, chosen.concurrency, ""):
                points[job.part][found] += 1
            rows = []
            for part, numbers in points.items():
                counts = Counts(tuple(numbers))
                rows.append([part, f"{counts.games:.0f}", f"{counts.mean():.3f}", str(elo(counts))])
            title = f"{variant}: the search against itself without a part, {chosen.nodes} nodes a move"
            show(title, ["part", "games", "score", "Elo"], rows)
    except LionleapError as error:
        print(f"features: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
