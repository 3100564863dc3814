"""The compiled search in a second process, and one signature per kernel (numba 0.68: docs of engine/jit.py)."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

PROGRAM = """
from engine.jit import KERNELS
from search.driver import Searcher
from search.limits import Limits
from search.warm import warm_up
from engine.board import Board
from tests.search.games import game_of
game = game_of("leaperhouse")
said = []
warm_up(game, said.append)
searcher = Searcher(game, 1)
result = searcher.search(Board(game), Limits(depth=6))
many = [k.py_func.__name__ for k in KERNELS if len(k.signatures) > 1]
print(result.move, searcher.nodes, many, sum(len(k.stats.cache_misses) for k in KERNELS))
"""


def run() -> list[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_second_process_from_the_cache() -> None:
    first, second = run(), run()
    assert first[:3] == second[:3] and first[2] == "[]"
    assert second[3] == "0", "something was compiled again"
