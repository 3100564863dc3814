"""Games as PGN."""

import io
from pathlib import Path

import chess.pgn
import pytest

from bench.game import Record
from bench.pgn import Heading, PgnError, PgnFile, text_of
from bench.san import san
from engine.board import Board
from engine.protocols.loading import prepare
from engine.protocols.notation import UciNotation
from variants.catalog import Catalog
from variants.fen import parse_fen

NAMES = ("one", 'two "2"')
HEADING = Heading("abc", "chess", dict.fromkeys(NAMES, "5+0.05"))


def played(fen: str, moves: str, pair: int = 0, number: int = 0) -> Record:
    game = prepare(Catalog().get("chess"), lambda _text: None)
    board = Board(game, parse_fen(game.spec, fen) if fen else None)
    record = Record(pair, number, number, NAMES, fen, 2, result="1-0", reason="checkmate")
    for text in moves.split():
        move = UciNotation().read(board, text)
        record.moves.append(text)
        record.texts.append(san(board, move))
        board.push(move)
    record.comments = ["+0.31/12 0.520s"] * (len(record.moves) - 2)
    return record


GAMES = [
    ("", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8 f1f8 d8f8 a1a8"),
    ("1n5k/P7/8/3pP3/8/8/8/K1N3N1 w - d6 0 1", "e5d6 h8g8 g1e2 g8h8 a7b8q h8g7 c1b3 g7f7 b3d4"),
    ("k7/8/8/Q3Q3/8/8/8/K3Q3 b - - 0 1", "a8b7 e5b5 b7c8 e1e8"),
]


@pytest.mark.parametrize(("fen", "moves"), GAMES)
def test_python_chess_reads_the_games(fen: str, moves: str) -> None:
    game = chess.pgn.read_game(io.StringIO(text_of(played(fen, moves), HEADING)))
    assert game is not None and not game.errors
    assert " ".join(move.uci() for move in game.mainline_moves()) == moves
    assert game.headers["Variant"] == "chess" and game.headers["White"] == "one"
    assert game.headers["Termination"] == "normal" and game.headers.get("FEN", "") == fen
    assert ("SetUp" in game.headers) == bool(fen)
    comments = [node.comment for node in game.mainline()]
    assert comments[2].startswith("+0.31/12") and comments[-1].endswith("checkmate") and not comments[0]
    board = game.board()
    for move, text in zip(game.mainline_moves(), played(fen, moves).texts, strict=True):
        assert board.san(move) == text
        board.push(move)


def test_a_file_is_read_back(tmp_path: Path) -> None:
    file = PgnFile(tmp_path / "a.pgn")
    assert file.read("abc", NAMES) == []
    record = played(*GAMES[0], pair=4, number=1)
    record.ending, record.faulty = "crash", 1
    file.add(text_of(record, HEADING))
    file.add(text_of(played(*GAMES[1]), HEADING))
    file.add(text_of(played(*GAMES[1]), Heading("other", "chess", dict(zip(NAMES, "ab", strict=True)))))
    first, second = file.read("abc", NAMES)
    assert (first.pair, first.number, first.white, first.ending, first.faulty) == (4, 1, 1, "crash", 1)
    assert first.moves == ["e2e4", "e7e5"] and first.result == "1-0" and second.fen == GAMES[1][0]


def test_a_game_that_was_cut_off_is_taken_out(tmp_path: Path) -> None:
    file = PgnFile(tmp_path / "a.pgn")
    one = text_of(played(*GAMES[0]), HEADING)
    two = text_of(played(*GAMES[0], number=1), HEADING)
    for end in range(0, len(two) - 2, 7):
        file.path.write_text(one + two[:end])
        assert len(file.read("abc", NAMES)) == 1
        file.add(two)
        assert len(file.read("abc", NAMES)) == 2


def test_a_file_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PgnError):
        PgnFile(path).read("abc", NAMES)
    path.write_text('[MatchId "abc"]\n[Round "x"]\n[Result "1-0"]\n\n1-0\n')
    with pytest.raises(PgnError, match="Round x"):
        PgnFile(path).read("abc", NAMES)
