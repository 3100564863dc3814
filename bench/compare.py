"""What the measurements share: their command lines, medians, tables."""

import argparse
from statistics import median
from typing import Final

from bench.process import OWN, ROOT, Engine

GAMES: Final = ("chess", "leaperhouse", "okisakishogi", "yarishogi", "mightylion", "frolov10x10")
YARDSTICK: Final = "leaperhouse"  # the game that others are set beside
PEER_INI: Final = ROOT / "tests" / "data" / "leaperhouse-peer.ini"


def arguments(description: str) -> argparse.ArgumentParser:
    """Return the parser of the options that all measurements have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--peer", metavar="PATH", help="a UCI engine to compare with, such as Fairy-Stockfish")
    parser.add_argument("--ini", metavar="FILE", default=str(PEER_INI), help="definition file for the peer")
    parser.add_argument("--runs", type=int, default=5, help="runs whose median is taken")
    parser.add_argument(
        "--processor", action="store_true", help="time what an engine computes, not the clock: for a busy machine"
    )
    parser.add_argument("--games", nargs="+", default=list(GAMES), metavar="GAME")
    return parser


def start(chosen: argparse.Namespace, hash_mb: int = 16) -> list[Engine]:
    """Return our engine and the peer, if there is one."""
    common = {"Hash": str(hash_mb), "Threads": "1"}
    engines = [Engine(OWN, common)]
    if chosen.peer:
        engines.append(Engine((chosen.peer,), common | {"Use NNUE": "false", "VariantPath": chosen.ini}))
    return engines


def middle(values: list[float]) -> float:
    """Return the median, 0 of nothing."""
    return median(values) if values else 0.0


def ratio(ours: float, theirs: float) -> str:
    """Return how many times theirs ours is."""
    return f"{ours / theirs:.1f}" if theirs else "-"


def shares(speeds: dict[str, float]) -> str:
    """Return the speed of each game as a share of the yardstick's, in one line; empty where it was not measured."""
    whole = speeds.get(YARDSTICK)
    if not whole:
        return ""
    return f"beside {YARDSTICK}: " + ", ".join(f"{game} {speed / whole:.2f}" for game, speed in speeds.items())


def show(title: str, head: list[str], rows: list[list[str]]) -> None:
    """Print a table, with rich where it is installed."""
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
        print(title)
        for row in [head, *rows]:
            print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
        return
    table = Table(title=title)
    for number, name in enumerate(head):
        table.add_column(name, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
