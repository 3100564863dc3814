"""SAN; whole games in it are read by python-chess in test_pgn.py."""

import chess
import pytest

from bench.san import has_san, san
from engine.board import Board
from engine.protocols.loading import prepare
from engine.protocols.notation import UciNotation
from variants.catalog import Catalog
from variants.fen import parse_fen


@pytest.mark.parametrize(
    "fen",
    [
        chess.STARTING_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "8/k7/8/2Q1Q3/8/8/8/K1Q1Q3 b - - 0 1",
        "7k/8/8/2Q1Q3/8/8/8/K1Q3Q1 b - - 0 1",
        "8/7k/8/2Q1Q3/8/8/8/K1Q3R1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    ],
)
def test_all_moves_as_python_chess_writes_them(fen: str) -> None:
    game = prepare(Catalog().get("chess"), lambda _text: None)
    board, other = Board(game, parse_fen(game.spec, fen)), chess.Board(fen)
    notation = UciNotation()
    for move in board.legal_moves():
        assert san(board, move) == other.san(chess.Move.from_uci(notation.write(board, move)))


def test_other_games_keep_their_text() -> None:
    assert has_san(prepare(Catalog().get("chess"), lambda _text: None))
    assert not has_san(prepare(Catalog().get("yarishogi"), lambda _text: None))
