"""python-chess as the graphical program: a whole game with pondering, analysis, options."""

import sys

import chess
import chess.engine
import pytest

from tests.transcript import LAUNCHER

pytestmark = pytest.mark.process
COMMAND = [sys.executable, LAUNCHER]


def test_a_whole_game_with_pondering(kernels: None) -> None:
    """Two processes play; each move is legal by python-chess, and the game comes to an end."""
    engines = [chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) for _ in range(2)]
    try:
        board = chess.Board()
        limit = chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.02, black_inc=0.02)
        expected: list[chess.Move | None] = [None, None]
        while not board.is_game_over(claim_draw=True) and board.ply() < 600:
            engine = engines[board.ply() % 2]
            # whoever pondered on the right move may have said everything before his clock ran
            hit = board.ply() > 1 and board.peek() == expected[board.ply() % 2]
            played = engine.play(board, limit, game="one", info=chess.engine.INFO_ALL, ponder=True)
            assert played.move is not None and played.move in board.legal_moves
            assert hit or ("score" in played.info and "pv" in played.info)
            expected[board.ply() % 2] = played.ponder
            board.push(played.move)
        assert board.is_game_over(claim_draw=True)
    finally:
        for engine in engines:
            engine.quit()


def test_analysis(kernels: None) -> None:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        engine.configure({"Hash": 32, "UCI_ShowWDL": True, "Skill Level": 20, "Move Overhead": 50})
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
        lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
        assert len(lines) == 3
        assert lines[0]["score"].white() == chess.engine.Mate(1) and lines[0]["pv"][0].uci() == "f3f7"
        assert lines[0]["wdl"].white().wins == 1000


def test_stopping(kernels: None) -> None:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        engine.ping()
        with engine.analysis(chess.Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) > 4:
                    break
        move = analysis.wait().move
        assert move is not None and move in chess.Board().legal_moves


def test_chess960(kernels: None) -> None:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        board = chess.Board("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", chess960=True)
        castling = chess.Move.from_uci("f1g1")
        played = engine.play(board, chess.engine.Limit(depth=2), root_moves=[castling])
        assert played.move == castling
