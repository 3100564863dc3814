"""`lionleap bench`: fixed positions searched to a fixed depth. The sum of the nodes is the signature of the search.

The same source gives the same sum in every run. The time of loading and compiling is not counted. The last lines are
those that OpenBench and fishtest look for.
"""

import os
import sys
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from variants.catalog import Catalog
from variants.errors import LionleapError, shown

SIGNATURE: Final = Path(__file__).parent / "signature.toml"
SIGNED_DEPTH: Final = 8
POSITIONS: Final = Path(__file__).parent / "positions.tsv"
DEPTH: Final = 12
HASH: Final = 16

Write = Callable[[str], None]


@dataclass(slots=True)
class Plan:
    """What is to be searched, and how."""

    hash_mb: int = HASH
    depth: int | None = DEPTH
    nodes: int | None = None
    variants: list[str] = field(default_factory=list)  # empty: all


def read_plan(words: list[str], catalog: Catalog) -> Plan:
    """Read the words behind `bench`: a game, `depth N`, `nodes N`, or the numbers hash, threads and limit in order.

    Such as `bench`, `bench leaperhouse depth 6`, `bench 16 1 6 default depth`. Raises LionleapError.
    """
    plan, numbers, kind = Plan(), [], "depth"
    limit: int | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in ("depth", "nodes"):
            kind = word
            if rest and _is_number(rest[0]):
                limit = int(rest.pop(0))
        elif _is_number(word):
            numbers.append(int(word))
        elif word in catalog:
            plan.variants.append(catalog.get(word).name)
        elif word != "default":
            raise LionleapError(f"bench: read {shown(word)}, expected a game, depth, nodes or a number")
    if numbers:
        plan.hash_mb = min(max(numbers[0], 1), 1 << 16)
    if len(numbers) > 2:
        limit = numbers[2]
    if kind == "nodes":
        plan.depth, plan.nodes = None, limit or 20_000
    else:
        plan.depth = limit or DEPTH
    return plan


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 12


def read_positions(variants: list[str]) -> dict[str, list[str]]:
    """Return the FENs of every game; of games without a row, the start position."""
    rows: dict[str, list[str]] = {}
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            variant, fen = line.split("\t")
            rows.setdefault(variant, []).append(fen)
    return {name: rows.get(name, ["startpos"]) for name in variants or rows}


def run(words: list[str], write: Write, catalog: Catalog, tell: Write) -> list[str]:
    """Search all positions; return the summary lines. Raises LionleapError."""
    plan = read_plan(words, catalog)
    from engine.protocols.loading import prepare

    nodes = 0
    seconds = 0.0
    for name, fens in read_positions(plan.variants).items():
        game = prepare(catalog.get(name), tell)
        found, spent = _game(game, fens, plan, write)
        nodes += found
        seconds += spent
    return [
        f"Total time (ms) : {round(seconds * 1000)}",
        f"Nodes searched  : {nodes}",
        f"Nodes/second    : {round(nodes / max(seconds, 1e-9))}",
    ]


def _game(game: object, fens: list[str], plan: Plan, write: Write) -> tuple[int, float]:
    from engine.board import Board
    from engine.protocols.notation import UciNotation
    from engine.rules import Game
    from search.driver import Info, Searcher
    from search.limits import Limits
    from variants.fen import parse_fen

    assert isinstance(game, Game)
    searcher = Searcher(game, plan.hash_mb)
    limits = Limits(depth=plan.depth, nodes=plan.nodes)
    total, seconds = 0, 0.0
    for number, fen in enumerate(fens, 1):
        board = Board(game, None if fen == "startpos" else parse_fen(game.spec, fen))
        last: list[Info] = []
        searcher.new_game()
        start = time.perf_counter()
        result = searcher.search(board, limits, last.append, 1)
        seconds += time.perf_counter() - start
        total += last[-1].nodes
        move = UciNotation().write(board, result.move) if result.move else "(none)"
        write(f"{game.spec.name} {number}/{len(fens)}: {move}, depth {last[-1].depth}, {last[-1].nodes} nodes")
    return total, seconds


def signed() -> dict[str, int]:
    """Return the nodes of every game as they are written down in bench/signature.toml."""
    return {name: int(nodes) for name, nodes in tomllib.loads(SIGNATURE.read_text(encoding="utf-8"))["nodes"].items()}


def counted(catalog: Catalog, tell: Write) -> dict[str, int]:
    """Search the positions of every game and return its nodes."""
    from engine.protocols.loading import prepare

    plan = Plan(depth=SIGNED_DEPTH)
    found = {}
    for name, fens in read_positions([]).items():
        found[name], _ = _game(prepare(catalog.get(name), tell), fens, plan, lambda line: None)
    return found


def signature_text(nodes: dict[str, int]) -> str:
    """Return bench/signature.toml."""
    head = (
        "# Nodes of every game's positions in bench/positions.tsv, each searched to depth "
        f"{SIGNED_DEPTH} with {HASH} MB and one thread.\n"
        "# A change of the search changes them: python -m bench.signature --write\n[nodes]\n"
    )
    return head + "".join(f"{name} = {number}\n" for name, number in nodes.items())


def main(words: list[str]) -> int:
    """Run from the command line. The summary goes to both standard streams, once where they are the same."""

    def tell(text: str) -> None:
        print(f"lionleap: {text}", file=sys.stderr, flush=True)

    summary = run(words, lambda line: print(line, flush=True), Catalog(), tell)
    print(*summary, sep="\n", flush=True)
    if not _same_stream():
        print(*summary, sep="\n", file=sys.stderr, flush=True)
    return 0


def _same_stream() -> bool:
    try:
        return os.path.sameopenfile(sys.stdout.fileno(), sys.stderr.fileno())
    except (OSError, ValueError, AttributeError):
        return False


def sign(words: list[str]) -> int:
    """Compare the signature of every game with what is written down, or write it down."""
    nodes = counted(Catalog(), lambda text: print(f"lionleap: {text}", file=sys.stderr, flush=True))
    if words == ["--write"]:
        SIGNATURE.write_text(signature_text(nodes), encoding="utf-8")
        return 0
    wanted = signed()
    for name in sorted({*nodes, *wanted}):
        same = nodes.get(name) == wanted.get(name)
        print(f"{name}: {nodes.get(name)}" + ("" if same else f", but signed as {wanted.get(name)}"))
    return int(nodes != wanted)


if __name__ == "__main__":
    raise SystemExit(sign(sys.argv[1:]))
