"""`lionleap show`: what a definition means."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.protocols.session import ENV_PATH
from engine.protocols.show.page import page
from engine.protocols.show.terminal import lines
from variants.catalog import Catalog
from variants.errors import VariantError
from variants.report import Report


def main(words: Sequence[str]) -> int:
    """Show a game in the terminal, or write its page. Raises VariantError."""
    parser = argparse.ArgumentParser(
        prog="lionleap show",
        description="Show a game: its start position, the moves of its pieces as diagrams, its rules in words.",
    )
    parser.add_argument("game", nargs="?", help="its name; not needed where FILE has one game only")
    parser.add_argument("--variantfile", "--ini", metavar="FILE", default="", help="a file that defines it")
    parser.add_argument("--html", metavar="FILE", help="write a page with drawings instead")
    chosen = parser.parse_args(words)
    catalog = Catalog()
    known = set(catalog.drafts())
    _tell(catalog.load_file(os.environ.get(ENV_PATH, "")))
    _tell(catalog.load_file(chosen.variantfile))
    name = chosen.game or _only(catalog.drafts(), known, chosen.variantfile)
    draft = catalog.draft(name)
    if not chosen.html:
        print("\n".join(lines(draft)))
        return 0
    try:
        Path(chosen.html).write_text(page(draft), encoding="utf-8")
    except OSError as error:
        print(f"lionleap show: {chosen.html}: {error.strerror or error}", file=sys.stderr)
        return 1
    print(f"written to {chosen.html}")
    return 0


def _tell(reports: list[Report]) -> None:
    for report in reports:
        print(report, file=sys.stderr)


def _only(names: list[str], known: set[str], path: str) -> str:
    """Return the one game that a file has added."""
    added = [name for name in names if name not in known]
    if len(added) != 1:
        listed = f"{path} defines {', '.join(added) or 'none'}" if path else "no file was named either"
        raise VariantError(f"show: name a game; {listed}")
    return added[0]
