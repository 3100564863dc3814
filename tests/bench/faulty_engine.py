"""A UCI engine that plays chess by rote and fails as its first argument says, at its second move."""

import os
import sys
import time

import chess


def main() -> None:
    """Answer until `quit`."""
    mode = sys.argv[1] if len(sys.argv) > 1 else "fine"
    board = chess.Board()
    thought = 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["uci"]:
            if mode == "mute":
                continue
            print("id name faulty\noption name Hash type spin default 16 min 1 max 64")
            print("option name UCI_Variant type combo default chess var chess\nuciok", flush=True)
        elif words[:1] == ["isready"]:
            print("readyok", flush=True)
        elif words[:1] == ["position"]:
            if mode == "fen" and words[1] == "fen":
                os.abort()
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            board = chess.Board() if words[1] == "startpos" else chess.Board(" ".join(words[2:8]))
            for move in moves:
                board.push_uci(move)
        elif words[:1] == ["go"]:
            thought += 1
            answer(board, mode if thought % 2 == 0 else "fine")
        elif words[:1] == ["quit"]:
            if mode != "stays":
                return


def answer(board: chess.Board, mode: str) -> None:
    """Write the first legal move, or fail."""
    moves = sorted(move.uci() for move in board.legal_moves)
    move = moves[0]
    if mode == "crash":
        os.abort()
    if mode in ("hang", "stays"):
        time.sleep(60 if mode == "hang" else 0)
    if mode == "slow":
        time.sleep(0.2)
    if mode == "late":
        time.sleep(0.6)
    if mode == "garbage":
        print("\x00\x7f garbage \xff\n" * 50 + "info score cp x depth y\nbestmove", flush=True)
        return
    if mode == "word":
        print("bestmov", move, flush=True)
        return
    if mode == "illegal":
        move = "e1e8"
    score = 500 if board.turn else -500
    print(f"info depth 3 score cp {score} nodes 20 time 1 pv {move}\nbestmove {move}", flush=True)


main()
