"""The slow oracle against what is known from outside: counted data, pyffish, python-chess."""

from __future__ import annotations

import random

import chess
import pytest

from tests.oracle import moves as m
from tests.oracle.api import (
    Oracle,
    PieceGame,
    Pos,
    perft,
)
from tests.oracle.examples import EXAMPLES
from tests.oracle.tables import DATA, VALUE, reason, rows

# -- counted data


@pytest.mark.parametrize(
    ("name", "game", "most"),
    [
        ("perft/seeds.tsv", "leaperhouse", 10000),
        ("perft/seeds.tsv", "okisakishogi", 10000),
        ("perft/seeds.tsv", "yarishogi", 10000),
        ("perft/fairy-stockfish.tsv", "chess", 10000),
        ("perft/fairy-stockfish-random.tsv", "chess", 10000),
        ("perft/fairy-stockfish-960.tsv", "chess", 2000),
        ("perft/mightylion.tsv", "mightylion", 13000),
        ("perft/frolov10x10.tsv", "frolov10x10", 8000),
    ],
)
def test_perft(name: str, game: str, most: int) -> None:
    """All rows of at most so many nodes."""
    oracle = Oracle(game, chess960="960" in name)
    compared = 0
    for row in rows(name):
        if row[0] == "fen" or (len(row) == 4 and row[0] != game) or int(row[-1]) > most:
            continue
        assert perft(oracle.from_fen(row[-3]), int(row[-2])) == int(row[-1]), row
        compared += 1
    assert compared >= 3


@pytest.mark.parametrize("game", ["mightylion", "frolov10x10"])
def test_move_lists(game: str) -> None:
    """The reference generators' move lists, in the same notation."""
    for fen, count, texts, *_ in rows(f"moves/{game}.tsv", header=True):
        legal = Oracle(game).from_fen(fen).legal()
        assert legal == sorted(texts.split()), fen
        assert len(legal) == int(count)


def test_results_of_the_drop_games() -> None:
    """`rules-seeds.tsv`, in the column `project`."""
    for game, fen, texts, side, legal, check, peer, project, note in rows("rules-seeds.tsv", header=True):
        pos = Oracle(game).from_fen(fen)
        for text in [] if texts == "-" else texts.split():
            pos = pos.play(text)
        kind, _, value = (peer if project == "same" else project).partition(":")
        wanted = None if kind == "-" else ("claim" if kind == "claim" else "immediate", value)
        result = pos.result()
        assert (None if result is None else result[:2]) == wanted, note
        assert ("wb"[pos.side], len(pos.legal()), int(pos.in_check())) == (side, int(legal), int(check)), note


def test_reasons() -> None:
    """The words in which ends are announced."""
    start = Oracle("leaperhouse").start()
    assert reason(start, "e1d2 f10g9 d2e1 g9f10 " * 2) == "third repetition: black loses"
    fen = "10/10/4K4k/10/10/8N1/7o2/10/10/10[] w - - 0 1"
    cycle = "i5h7 j8j7 h7i5 j7j8 " * 2
    assert reason(Oracle("leaperhouse").from_fen(fen), cycle) == "perpetual check by white: white loses"
    camp = Oracle("leaperhouse").from_fen("10/3K6/10/10/10/10/10/6k3/10/10[] w - - 0 1")
    assert reason(camp, "d9d10") == "campmate: white king on d10"
    yari = Oracle("yarishogi").start()
    assert reason(yari, "d1d2 d9d8 d2d1 d8d9 " * 3) == "fourth repetition: draw"


@pytest.mark.parametrize("game", ["leaperhouse", "okisakishogi", "yarishogi"])
def test_pyffish(game: str) -> None:
    """Legal moves, checks, FENs and immediate results over random games that like captures."""
    pyffish = pytest.importorskip("pyffish")
    pyffish.load_variant_config((DATA / "leaperhouse-block.ini").read_text(encoding="utf-8"))
    start = pyffish.start_fen(game)
    for seed in range(3):
        chance, pos = random.Random(seed), Oracle(game).start()
        texts: list[str] = []
        while len(texts) < 120:
            legal = pos.legal()
            assert legal == sorted(pyffish.legal_moves(game, pos.fen(), [])), pos.fen()
            assert pos.fen() == pyffish.get_fen(game, start, texts)
            assert pos.in_check() == pyffish.gives_check(game, pos.fen(), [])
            if not legal:
                over, value = pyffish.is_immediate_game_end(game, start, texts)
                value = value if over else pyffish.game_result(game, start, texts)
                result = pos.result()
                assert result is not None and VALUE[result.value] == (value > 0) - (value < 0)
                break
            text = pick(pos, legal, chance)
            texts.append(text)
            pos = pos.play(text)


def pick(pos: Pos, legal: list[str], chance: random.Random) -> str:
    """A random move, often a capture."""
    takes = [text for text in legal if len(pos.play(text).board) < len(pos.board)]
    return chance.choice(takes if takes and chance.random() < 0.35 else legal)


@pytest.mark.parametrize("chess960", [False, True])
def test_python_chess(chess960: bool) -> None:
    """Legal moves, X-FEN and outcome over random games."""
    endings = set()
    for seed in range(8):
        chance = random.Random(seed)
        board = chess.Board.from_chess960_pos(chance.randrange(960)) if chess960 else chess.Board()
        pos = Oracle("chess", chess960).from_fen(board.shredder_fen() if chess960 else board.fen())
        while len(board.move_stack) < 300:
            legal = pos.legal()
            assert legal == sorted(move.uci() for move in board.legal_moves), board.fen()
            assert pos.fen() == board.fen(en_passant="xfen")
            result, outcome = pos.result(), board.outcome()
            drawn = outcome is None and (board.is_repetition(3) or board.halfmove_clock >= 100)
            assert (result is not None) == (outcome is not None or drawn), board.fen()
            if result is not None:
                endings.add(result.reason)
                assert (result.value == "draw") == (outcome is None or outcome.winner is None)
                break
            text = pick(pos, legal, chance)
            board.push_uci(text)
            pos = pos.play(text)
    assert endings


FAIRY = """[{name}:chess]
{pieces}
startFen = {start}
castling = false
doubleStep = false
promotionPieceTypes = -
"""


@pytest.mark.parametrize(
    ("name", "betza", "way"),
    [
        ("oraclecannon", "mRcpR", EXAMPLES["cannon"]),
        ("oraclenightrider", "NN", EXAMPLES["nightrider"]),
        ("oraclegrasshopper", "gQ", EXAMPLES["grasshopper"]),
        ("oraclehorse", "nN", EXAMPLES["horse"]),
        ("oracleshort", "R3", (m.ride(*m.ORTHOGONAL, most=3),)),
    ],
)
def test_piece_games(name: str, betza: str, way: tuple[m.Way, ...]) -> None:
    """A small game with one more piece, against pyffish."""
    start = "xxbqkbxx/pppppppp/8/8/8/8/PPPPPPPP/XXBQKBXX w - - 0 1"
    pyffish = pytest.importorskip("pyffish")
    pieces = f"customPiece1 = x:{betza}"
    pyffish.load_variant_config(FAIRY.format(name=name, pieces=pieces, start=start))
    chance, pos = random.Random(1), Oracle(PieceGame(start, {"X": way})).start()
    texts: list[str] = []
    while len(texts) < 100 and pos.legal():
        peer = [t for t in pyffish.legal_moves(name, start, texts) if not t[-1].isalpha()]
        pushes = [t for t in pos.legal() if not (pos.board[t[:2]] in "Pp" and t[3] in "18")]
        assert pushes == sorted(t for t in peer if not (pos.board[t[:2]] in "Pp" and t[3] in "18")), pos.fen()
        if not pushes:
            break
        texts.append(chance.choice(pushes))
        pos = pos.play(texts[-1])


def test_partial_double_moves() -> None:
    """A Horned Falcon: queen but forwards, where it has the Lion's power; the two captures need two enemies in line."""
    oracle = Oracle(PieceGame("k7/8/3n4/3p4/3X4/8/8/7K w - - 0 1", {"X": EXAMPLES["horned falcon"]}))
    legal = [text for text in oracle.start().legal() if text.startswith("d4d")]
    assert legal == ["d4d1", "d4d2", "d4d3", "d4d5", "d4d5,d5d4", "d4d5,d5d6", "d4d6"]
    free = oracle.from_fen("k7/8/8/8/3X4/8/8/7K w - - 0 1").legal()
    assert [text for text in free if text.startswith("d4d")] == ["d4d1", "d4d2", "d4d3", "d4d4", "d4d5", "d4d6"]
    eagle = Oracle(PieceGame("k7/8/8/2p1p3/3X4/8/8/7K w - - 0 1", {"X": EXAMPLES["soaring eagle"]}))
    pairs = [text for text in eagle.start().legal() if "," in text]
    assert pairs == ["d4c5,c5b6", "d4c5,c5d4", "d4e5,e5d4", "d4e5,e5f6"]
    # the second king step takes a man behind an enemy: the black king on d6 is in check through d5 and directly
    check = oracle.from_fen("8/8/3k4/3p4/3X4/8/8/7K b - - 0 1")
    assert check.in_check()


def test_bent_riders_and_holes() -> None:
    """3.3 of the 104-square game's rules: reach on the empty board, counted by hand there."""
    table = {
        "K": "2 4 5 5 8",
        "R": "11 20 18 20 18",
        "B": "9 9 9 9 18",
        "Q": "20 29 27 29 36",
        "N": "2 2 4 4 8",
        "J": "2 2 4 4 8",
        "Y": "4 4 8 8 16",
        "M": "13 22 22 24 26",
        "A": "11 11 13 13 26",
        "G": "18 17 25 25 32",
        "D": "10 20 19 19 34",
        "O": "27 35 40 40 58",
        "E": "2 2 4 4 8",
        "W": "2 5 6 6 8",
        "U": "4 7 10 10 16",
        "L": "2 4 4 5 6",
        "I": "1 2 3 3 5",
        "Z": "22 31 31 33 44",
        "C": "11 20 18 20 18",
        "V": "9 9 9 9 18",
        "T": "20 29 27 29 36",
    }
    pieces = Oracle("frolov10x10").rules.pieces
    for man, counts in table.items():
        got = [len(pieces.targets({square: man}, square)) for square in ("a1", "b1", "b5", "f1", "f5")]
        assert got == [int(count) for count in counts.split()], man
