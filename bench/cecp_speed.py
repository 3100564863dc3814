"""Nodes per second of an engine that speaks CECP, such as HaChu: for games that no UCI engine plays."""

import re
import time
from typing import Final

from bench.process import Engine, EngineError
from variants.catalog import Catalog

DEPTH: Final = 9  # HaChu needs about 4 s for it
TIMEOUT: Final = 120.0
MEGABYTES: Final = 64

_THINKING: Final = re.compile(r"\s*(\d+)\s+[-+]?\d+\s+(\d+)\s+(\d+)\s")  # depth, score, centiseconds, nodes


def names_of(game: str) -> tuple[str, ...]:
    """Return the names under which a CECP engine may know a game."""
    spec = Catalog().get(game)
    return spec.name, *spec.aliases


def search(command: tuple[str, ...], game: str, processor: bool = False) -> tuple[float, int] | None:
    """Return nodes per second and depth of a search of the start; None where the engine does not know the game.

    processor : a second is one that the engine computes until it writes its last line, not one by its clock
    """
    with Engine(command, handshake=False) as engine:
        engine.send("xboard")
        features = " ".join(engine.ask("protover 2", lambda line: "done=1" in line, 10))
        listed = re.search(r'variants="([^"]*)"', features)
        known = set(listed[1].split(",")) if listed else set()
        name = next((name for name in names_of(game) if name in known), None)
        if name is None:
            return None
        clock = ("level 0 600 0", f"sd {DEPTH}", "time 60000", "otim 60000")  # without `time` HaChu hurries
        for line in (f"memory {MEGABYTES}", "new", f"variant {name}", "post", "easy", *clock):
            engine.send(line)
        begun = time.monotonic()
        before, spent = engine.seconds(processor), 0.0

        def is_last(line: str) -> bool:
            nonlocal spent
            if _THINKING.match(line):
                spent = engine.seconds(processor) - before
            return line.startswith(("move ", "1-0", "0-1", "1/2-1/2"))

        lines = engine.ask("go", is_last, TIMEOUT)
        found = [read for line in lines if (read := _THINKING.match(line))]
        if not found:
            raise EngineError(f"{engine.name} wrote no line of thinking in {time.monotonic() - begun:.0f} s")
        depth, centiseconds, nodes = (int(text) for text in found[-1].groups())
        return nodes / max(spent if processor else centiseconds / 100, 0.01), depth
