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


EVERYTHING = """
import io
from engine.protocols.output import Output
from engine.protocols.uci import Uci
from engine.jit import KERNELS
def talk(game, first, lines):
    loop = Uci(Output(io.StringIO()), autoload=False)
    for line in first:
        loop.obey(line)
    ready = sum(len(k.signatures) for k in KERNELS)
    for line in lines:
        loop.obey(line)
        if line.startswith("go") and "infinite" not in line:
            loop.session.wait()
    loop.close()
    print(game, ready, sum(len(k.signatures) for k in KERNELS))
UCI = "d|eval|go depth 4|go mate 2 nodes 300|go movetime 20|go perft 2|flip|d|go infinite|stop|go nodes 50".split("|")
UCI += ["setoption name Threads value 2", "setoption name MultiPV value 3", "go nodes 300", "ucinewgame", "go nodes 5"]
CECP = "force|lift a1|put a1|usermove {move}|st 0.02|go|undo|analyze|.|exit|ping 1"
for game, move in (("chess", "e2e4"), ("mightylion", "b1d3"), ("leaperhouse", "i1g2"), ("yarishogi", "a3a4")):
    talk(game, [f"setoption name UCI_Variant value {game}", "isready"], [f"position startpos moves {move}", *UCI])
    talk(game, ["xboard", "protover 2", "new", f"variant {game}", "ping 1"], CECP.format(move=move).split("|"))
    talk(game, ["usi", f"setoption name USI_Variant value {game}", "isready"], ["position startpos", "go nodes 50"])
"""


def test_nothing_compiles_after_readyok() -> None:
    """Whatever is asked for then, in any protocol, every kernel has been loaded before, for this width of board."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", EVERYTHING], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900
    )
    assert done.returncode == 0, done.stderr
    for line in done.stdout.splitlines():
        name, ready, after = line.split()
        assert ready == after, f"{name}: {int(after) - int(ready)} kernels after readyok"
    assert len(done.stdout.splitlines()) == 12
