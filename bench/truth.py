"""The games of the catalogue against counted positions: right, wrong or refused.

    python -m bench.truth [--most NODES] [--total NODES] [GAME...]

Counts every row of the tables in tests/data/perft up to a number of nodes, the small ones of a game first.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from engine.board import Board
from engine.rules import compile_rules
from variants.catalog import Catalog
from variants.errors import LionleapError, VariantError
from variants.fen import parse_fen

FOLDER: Final = Path(__file__).parent.parent / "tests" / "data" / "perft"
TABLES: Final = ("fairy-stockfish.tsv", "fairy-stockfish-960.tsv", "fairy-stockfish-random.tsv")
MOST: Final = 300_000  # nodes of one row
TOTAL: Final = 1_000_000  # nodes of one game


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """One count: `nodes` move sequences of a length from a position (`startpos` or a FEN)."""

    nodes: int
    game: str
    fen: str
    depth: int


@dataclass(slots=True)
class Finding:
    """What came out for one game. Without rows that were counted it was refused, or has none."""

    game: str
    counted: int = 0
    left: int = 0  # rows beyond the limits
    wrong: list[str] = field(default_factory=list)
    refused: str = ""

    def __str__(self) -> str:
        if self.refused:
            return f"refused  {self.game}: {self.refused}"
        rows = f"{self.counted} rows" + (f", {self.left} beyond the limits" if self.left else "")
        if not self.wrong:
            return f"right    {self.game}: {rows}"
        return f"wrong    {self.game}: {len(self.wrong)} of {rows}\n" + "\n".join(f"    {line}" for line in self.wrong)


def read_rows(paths: Iterable[Path]) -> dict[str, list[Row]]:
    """Return the rows of tables by game, small counts first. ValueError where a line is no row."""
    found: dict[str, list[Row]] = defaultdict(list)
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                game, fen, depth, nodes = line.split("\t")
                found[game].append(Row(int(nodes), game, fen, int(depth)))
    return {game: sorted(rows) for game, rows in sorted(found.items())}


def check_game(catalog: Catalog, name: str, rows: list[Row], most: int = MOST, total: int = TOTAL) -> Finding:
    """Count the rows of a game up to `most` nodes each and `total` together."""
    finding = Finding(name)
    try:
        game = compile_rules(catalog.get(name))
    except VariantError as error:
        finding.refused = str(error)
        return finding
    spent = 0
    for row in rows:
        spent += row.nodes
        if row.nodes > most or spent > total:
            finding.left += 1
            continue
        finding.counted += 1
        try:
            board = Board(game, None if row.fen == "startpos" else parse_fen(game.spec, row.fen))
        except LionleapError as error:
            finding.wrong.append(f"{row.fen}: {error}")
            continue
        got = board.perft(row.depth)
        if got != row.nodes:
            finding.wrong.append(f"{row.fen} depth {row.depth}: {got}, expected {row.nodes}")
    return finding


def main(words: list[str] | None = None) -> int:
    """Print a line for each game and the sums; the status is 1 where a count is wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.truth", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="by default all of the tables")
    parser.add_argument("--most", type=int, default=MOST, help=f"nodes of one row, by default {MOST}")
    parser.add_argument("--total", type=int, default=TOTAL, help=f"nodes of one game, by default {TOTAL}")
    chosen = parser.parse_args(words)
    catalog = Catalog()
    tables = read_rows(FOLDER / name for name in TABLES)
    unknown = sorted(set(chosen.games) - set(tables))
    if unknown:
        print(f"no table has rows of {', '.join(unknown)}", file=sys.stderr)
        return 2
    findings = []
    for name in chosen.games or tables:
        findings.append(check_game(catalog, name, tables[name], chosen.most, chosen.total))
        print(findings[-1], flush=True)
    wrong = sum(bool(finding.wrong) for finding in findings)
    refused = sum(bool(finding.refused) for finding in findings)
    print(f"{len(findings) - wrong - refused} games right, {wrong} wrong, {refused} refused")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
