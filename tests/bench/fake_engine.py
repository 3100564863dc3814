"""A tiny UCI engine for tests of the measurements: it counts 20 moves a ply, and searches in no time."""

import sys
import time


def main() -> None:
    """Answer until `quit`."""
    wrong = "--wrong" in sys.argv
    if "--dead" in sys.argv:
        return
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            print("id name fake\noption name Hash type spin default 16 min 1 max 64")
            print("option name UCI_Variant type combo default chess var chess\nuciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:2] == ["go", "perft"]:
            time.sleep(0.001)
            print(f"\nNodes searched: {20 ** int(words[2]) + wrong}\n", flush=True)
        elif words[:1] == ["go"]:
            print("info depth 7 score cp 1 nodes 5000 time 1 pv e2e4\nbestmove e2e4", flush=True)
        elif words[:1] == ["quit"]:
            return


main()
