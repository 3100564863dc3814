"""The slow oracle against everything known from outside: counted data, pyffish, python-chess, the rules texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from tests.oracle import moves as m
from tests.oracle.api import (
    MATE,
    Options,
    Oracle,
    PieceGame,
    Pos,
    alphabeta,
    checks,
    divide,
    immediate,
    mate_distance,
    mate_in,
    minimax,
    perft,
)
from tests.oracle.examples import EXAMPLES

DATA = Path(__file__).parent / "data"
VALUE = {"win": 1, "draw": 0, "loss": -1}


def rows(name: str, header: bool = False) -> list[list[str]]:
    """The rows of a table of the test data."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1 if header else 0 :]]


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


def reason(pos: Pos, texts: str) -> str:
    """The reason of the result after the moves."""
    for text in texts.split():
        pos = pos.play(text)
    result = pos.result()
    assert result is not None
    return result.reason


# -- other programs


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


# -- Mighty Lion Chess: rules text, section 6.4

GOLDEN = [
    ("rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1", 22),
    ("4k3/8/8/8/3L4/8/8/4K3 w - - 0 1", 30),
    ("7k/8/8/8/8/8/8/L6K w - - 0 1", 12),
    ("k7/8/8/4p3/3L4/8/8/7K w - - 0 1", 36),
    ("k7/8/8/3pp3/3L4/8/8/7K w - - 0 1", 44),
    ("k7/8/8/2PPP3/2PLP3/2PPP3/8/7K w - - 0 1", 22),
    ("k7/8/8/2PpP3/2PLP3/2PPP3/8/7K w - - 0 1", 28),
    ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", 12),
    ("4k3/8/8/8/1p6/2l5/8/L6K w - - 0 1", 11),
    ("3k4/3b4/4l3/8/3RL3/8/8/4K3 w - - 0 1", 37),
    ("k7/8/8/3l4/8/3L3K/8/3r4 w - - 0 1", 29),
    ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", 35),
    ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", 35),
    ("k7/8/2p5/3l4/3p4/3L4/8/7K w - - 0 1", 34),
    ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", 36),
    ("k7/8/2p5/3l4/3Lp3/8/8/7K w - - 0 1", 44),
    ("4k3/4r3/8/8/8/8/4L3/4K3 w - - 0 1", 7),
    ("k3r3/8/8/8/8/L7/8/4K3 w - - 0 1", 4),
    ("k7/8/8/8/8/5L2/4q3/4K3 w - - 0 1", 9),
    ("r3k2r/8/8/8/8/6l1/8/R3K2R w KQkq - 0 1", 2),
    ("k7/8/8/3l4/8/3L4/8/7K w - - 0 1", 28),
    ("k7/8/2p5/1p6/2l5/8/L7/7K w - - 0 1", 14),
    ("k7/2r5/8/8/2l5/1p6/L7/7K w - - 0 1", 21),
    ("4k3/8/5L2/8/8/8/8/4K3 b - - 0 1", 0),
]

LION_PERFT = [
    ("rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1", [22, 484, 12586]),
    ("r3k2r/p1ppqpb1/bl2pnp1/3PN3/1p2P3/2L2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [67, 3562]),
    ("8/2p5/3p4/KP5r/1R3p1k/3l4/4P1P1/3L4 w - - 0 1", [29, 1167, 29688]),
    ("r1bqkb1r/ppp2ppp/3p1n2/3lp3/4P3/2L2N2/PPPP1PPP/R1BQKB1R b KQkq - 0 1", [52, 1896]),
    ("4k3/8/8/3pp3/3L4/8/4l3/K7 w - - 0 1", [44, 905, 24140]),
    ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", [12, 214, 2848]),
    ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", [35, 1100, 26756]),
    ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", [35, 1171, 30353]),
    ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", [36, 809, 20021]),
    ("k7/8/2p5/3l4/3Lp3/8/8/7K w - - 0 1", [44, 1028, 27944]),
    ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", [23, 1048, 25016]),
]


def test_lion_golden_positions() -> None:
    """The counted positions and the perft table."""
    oracle = Oracle("mightylion")
    for fen, count in GOLDEN:
        assert len(oracle.from_fen(fen).legal()) == count, fen
    for fen, counts in LION_PERFT:
        for depth, count in enumerate(counts, 1):
            assert perft(oracle.from_fen(fen), depth) == count, (fen, depth)


@pytest.mark.parametrize(
    ("fen", "played", "text", "legal"),
    [
        ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5", "a2h2", False),
        ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5 a8a7 h1g1", "a2h2", True),
        ("k7/8/2p5/3l4/3R4/8/7L/7K w - - 0 1", "d4d5", "c6d5", True),
        ("3l4/2P3k1/8/8/8/7q/8/K6L w - - 0 1", "c7d8q", "h3h1", False),
        ("3l4/2P3k1/8/8/8/7q/8/K6L w - - 0 1", "c7d8q", "h3g3", True),
        ("k7/8/8/3l4/4P3/8/q6L/7K w - - 0 1", "e4d5", "a2h2", False),
        ("k7/8/8/3l4/1N6/8/q6L/7K w - - 0 1", "b4d5", "a2h2", False),
        ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", "d4d5", "c6d5", True),
        ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", "d3d4,d4d5", "c6d5", True),
        ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", "", "d3f5", True),
        ("k7/8/8/5l2/4p3/3L4/8/1b5K w - - 0 1", "", "d3e4,e4f5", False),
        ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", "a1c3", "b4c3", True),
    ],
)
def test_lion_bans(fen: str, played: str, text: str, legal: bool) -> None:
    """Counterstrike, bridge and protection."""
    pos = Oracle("mightylion").from_fen(fen)
    for move in played.split():
        pos = pos.play(move)
    assert (text in pos.legal()) is legal


def test_lion_takes_a_rook_on_the_way() -> None:
    """A rook taken on the transit square loses its castling right; a pass is reversible."""
    pos = Oracle("mightylion").from_fen("r3k2r/6L1/8/8/8/8/8/4K3 w kq - 3 1")
    assert pos.play("g7h8,h8h7").fen() == "r3k3/7L/8/8/8/8/8/4K3 b q - 0 1"
    pos = Oracle("mightylion").from_fen("4k3/8/8/8/3L4/8/8/4K3 w - - 3 1")
    for text in "d4d4 e8d8 d4d4 d8e8 d4d4 e8d8 d4d4 d8e8".split():
        pos = pos.play(text)
    result = pos.result()
    assert result is not None and result.reason == "third repetition: draw" and pos.half == 11


# -- the 104-square game's options, section 9, from the words of the rules text


def frolov(fen: str, **options: object) -> Pos:
    """A position of the 104-square game."""
    return Oracle("frolov10x10", options=Options(**options)).from_fen(fen)  # type: ignore[arg-type]


PAWN_ON_NINE = "6k5/*3P6*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/6K5 w - - 0 1"


def test_frozen_general() -> None:
    """6.2 and 6.3: frozen for one turn, and giving check meanwhile unless the option says no."""
    pos = frolov(PAWN_ON_NINE).play("e9e10l")
    assert pos.fen().split()[3] == "!e10"
    assert not any(text.startswith("e10") for text in pos.legal())
    assert pos.play("g10h10").play("g1g2").legal() != []
    assert any(text.startswith("e10") for text in pos.play("g10h10").play("g1g2").legal())
    free = frolov(PAWN_ON_NINE, hostileFrozen=False).play("e9e10l")
    assert free.fen().split()[3] == "-" and "e10e9" in free.legal()
    beside = "k11/*3PK5*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/12 w - - 0 1"
    assert "e9e10l" not in frolov(beside).legal()
    assert "e9e10l" in frolov(beside, frozenGivesCheck=False).legal()


def test_dropped_general() -> None:
    """6.2: on any empty square, the pawn's own square included; one move per effect."""
    legal = frolov(PAWN_ON_NINE, hostileDrop=True).legal()
    generals = [text for text in legal if text.startswith("e9e10l")]
    # 104 squares less both kings, and no square from which the general would give check to the king on g1
    attacking = ["f1", "h1", "f2", "g2", "h2"]
    assert len(generals) == 104 - 2 - sum(f"e9e10l,l@{square}" not in generals for square in attacking)
    assert "e9e10l" in generals and "e9e10l,l@e9" in generals and "e9e10l,l@a1" in generals
    pos = frolov(PAWN_ON_NINE, hostileDrop=True).play("e9e10l,l@d5")
    assert pos.board["d5"] == "l" and pos.extra == "d5" and "e10" not in pos.board


def test_piece_options() -> None:
    """`wizard` and `caliph`."""
    base = Options()
    for options, man, counts in (
        (Options(wizard=True), "N", (8, 12)),
        (Options(wizard=True), "J", (8, 12)),
        (Options(wizard=True), "Y", (16, 24)),
        (Options(caliph=True), "A", (26, 26)),
        (Options(caliph=True), "Z", (44, 52)),
    ):
        for setting, count in zip((base, options), counts, strict=True):
            pieces = Oracle("frolov10x10", options=setting).rules.pieces
            assert len(pieces.targets({"f5": man}, "f5")) == count, man
    caliph = Oracle("frolov10x10-caliph").rules.pieces
    assert "g8" in caliph.targets({"f5": "A"}, "f5") and "g7" not in caliph.targets({"f5": "A"}, "f5")


def test_citadel_option() -> None:
    """The king in the opponent's citadel wins at once; his own citadels do nothing."""
    fen = "12/*K9*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/4k7 w - - 0 1"
    pos = frolov(fen, citadelWin=True).play("b9a10")
    assert pos.result() == ("immediate", "loss", "citadel: white king on a10") and pos.legal() == []
    assert frolov(fen).play("b9a10").result() is None
    home = "12/*9k*/*10*/*10*/*10*/*10*/*10*/*10*/*K9*/12 w - - 0 1"
    assert frolov(home, citadelWin=True).play("b2a1").result() is None


def test_sergeant_en_passant_option() -> None:
    """4.3: step and capture are two moves, or the capture is forced."""
    fen = "6k5/*10*/*10*/*10*/*2PFs5*/*10*/*10*/*10*/*3K6*/12 w - e7f6 0 1"
    optional, forced = frolov(fen).legal(), frolov(fen, sergeantEnPassant="forced").legal()
    assert {"e6e7", "e6e7x", "d6e7"} <= set(optional)
    assert set(optional) - set(forced) == {"e6e7"}


def test_special_taken_on_the_last_rank_option() -> None:
    """4.4: the sergeant's list, the pawn's own list with the general, or both."""
    fen = "3q8/*3P6*/*8k1*/*10*/*10*/*10*/*10*/*10*/*3K6*/12 w - - 0 1"
    lists = {"sergeant": "oqtuyz", "ordinary": "cglmnrw", "either": "cglmnoqrtuwyz"}
    for reading, letters in lists.items():
        legal = frolov(fen, specialTakenOnLastRank=reading).legal()
        assert [text[-1] for text in legal if text.startswith("e9d10")] == list(letters)


def test_nothing_to_promote_option() -> None:
    """5.3: the win by a bonus capture, no such win, and the win at any time."""
    fen = "6k5/*10*/*10*/*3u6*/*10*/*3Q6*/*10*/*10*/*3K6*/2r9 w - - 0 1"
    won = frolov(fen).play("e5e7")
    assert won.result() == ("immediate", "loss", "nothing left to promote: white wins") and won.legal() == []
    assert frolov(fen, onlySpecialsWin="off").play("e5e7").result() is None
    assert frolov(fen).play("e5e6").result() is None
    quiet = "6k5/*10*/*10*/*3u6*/*10*/*3Q6*/*10*/*10*/*3KP5*/2r9 w - - 0 1"
    assert frolov(quiet).legal() and {"e5e7", "e5e7,f2f"} <= set(frolov(quiet).legal())
    last = "6k5/*10*/*10*/*3u6*/*10*/*3R6*/*10*/*10*/*3K6*/2r9 w - - 0 1"
    assert frolov(last).play("e5e7q").result() is None
    result = frolov(last, onlySpecialsWin="always").play("e5e7q").result()
    assert result is not None and result.value == "loss"


def test_points() -> None:
    """7.3 and 7.4: fifty moves and the third occurrence are decided by points, half a point for Black."""
    pos = frolov("6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2R9 w - - 99 60").play("c1c2")
    assert pos.result() == ("claim", "win", "points 6.5 to 6: black wins")
    pos = frolov("6k5/*10*/*10*/*10*/*10*/*4r5*/*10*/*10*/*3K6*/2Q9 w - - 0 1")
    assert reason(pos, "c1d1 g10h10 d1c1 h10g10 " * 2) == "points 11 to 6.5: white wins"
    stale = frolov("12/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*1k8*/K11 w - - 0 1")
    assert stale.result() == ("immediate", "loss", "stalemate")


# -- searches


def material(pos: Pos) -> int:
    """A simple evaluation for the side to move."""
    worth = {"P": 100, "N": 300, "B": 320, "R": 500, "Q": 900}
    total = sum(worth.get(man.upper(), 0) * (1 if m.side_of(man) == pos.side else -1) for man in pos.board.values())
    return total + len(pos.board)


def test_minimax_and_mates() -> None:
    """Known mates, and a minimax that equals its definition written out."""
    back_rank = Oracle("chess").from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert mate_in(back_rank, 1) == ["d1d8"] and mate_distance(back_rank, 2) == 1
    assert minimax(back_rank, 1, material) == MATE - 1
    assert immediate(back_rank.play("d1d8")) == "loss"
    two = Oracle("chess").from_fen("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
    assert mate_distance(two, 2) == 2 and set(mate_in(two, 2, checks)) <= set(mate_in(two, 2))
    camp = Oracle("leaperhouse").from_fen("10/10/3K6/10/10/10/10/4k5/10/8N1[] w - - 0 1")
    assert mate_distance(camp, 3) == 2
    assert mate_in(Oracle("mightylion").from_fen("4k3/8/8/5L2/8/8/8/4K3 w - - 0 1"), 1) == ["f5d6", "f5e6", "f5f6"]
    start = Oracle("chess").start()
    assert minimax(start, 2, material) == max(
        min(material(reply) for _, reply in child.children()) for _, child in start.children()
    )
    assert sum(divide(start, 2).values()) == 400
    for game, fen in (
        ("yarishogi", "7/5k1/3pP2/7/2R4/4n2/P6/2K1B2/7[] w - - 0 1"),
        ("leaperhouse", "10/2k7/4K4U/9P/10/10/4n5/10/5R4/10[] w - - 0 1"),
        ("mightylion", "8/8/4L3/4p3/1k1q4/8/8/3K3R w - - 0 1"),
        ("frolov10x10", "q1r2q6/*P3S4F*/*10*/*2k7*/*10*/*10*/*10*/*10*/*6K3*/12 w - - 0 1"),
    ):
        pos = Oracle(game).from_fen(fen)
        for depth in (0, 1, 2):
            assert alphabeta(pos, depth, material) == minimax(pos, depth, material), (game, depth)


def mates() -> Iterator[tuple[str, list[str]]]:
    """All rows of the mate suites."""
    for path in sorted((DATA / "mates").glob("*.tsv")):
        for row in rows(f"mates/{path.name}", header=True):
            yield path.stem, row


def test_mate_suites() -> None:
    """The mates in one are complete, those in two where that is quick; in the others nothing wins at once."""
    for game, (fen, n, texts, *_) in mates():
        pos = Oracle(game).from_fen(fen)
        if n == "1" or (n == "2" and game in ("chess", "mightylion")):
            assert mate_in(pos, int(n)) == texts.split(), fen
        else:
            assert set(texts.split()) <= set(pos.legal()), fen
            assert mate_in(pos, 1) == [], fen
