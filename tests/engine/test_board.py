"""The position that plain Python uses."""

import random

import pytest

from engine.board import KEPT_PLIES, ROOT_PLIES, Board
from engine.endings import REPETITION
from engine.protocols.notation import MoveTextError
from tests.engine.helpers import BUILT_IN, DATA, NOTATION, board, choose, every_game, game, rows, texts
from variants.errors import FenError
from variants.fen import parse_fen, parse_sfen

FENS = [
    ("chess", "startpos"),
    ("chess", "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
    ("leaperhouse", "10/2k7/4K4U/9P/10/10/4n5/10/5R4/10[CNNpp] w - - 3 40"),
    ("okisakishogi", "kn8/10/1G8/10/3+R6/10/10/10/6K3/10[Pp] w - - 0 1"),
    ("yarishogi", "1n5/2kr1br/1p3pp/1Rppb2/3PpP1/2P3P/4PNR/4N2/1B1K3[Pbnpp] w - - 0 22"),
    ("mightylion", "r3k2r/p1ppqpb1/bl2pnp1/3PN3/1p2P3/2L2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("frolov10x10", "4l1k5/*10*/*10*/*10*/*10*/*10*/*10*/*10*/*10*/6K5 b - !e10 0 1"),
    ("frolov10x10", "6k5/*10*/*10*/*10*/*2PFs5*/*10*/*10*/*10*/*3K6*/12 w - e7f6 0 1"),
]


@pytest.mark.parametrize(("name", "fen"), FENS)
def test_fen_round_trip(name: str, fen: str) -> None:
    """What is read is written."""
    position = board(name, fen)
    assert position.fen() == (game(name).spec.start_fen if fen == "startpos" else fen)
    assert board(name, position.fen()).key == position.key


def test_all_fens_of_the_data() -> None:
    """Every position of the tables can be set up and is written so that it reads the same."""
    for table in sorted((DATA / "perft").glob("*.tsv")):
        for row in rows(f"perft/{table.name}"):
            name = row[0] if len(row) == 4 else table.stem.partition("-")[0]
            if name in BUILT_IN and row[-3] != "startpos":
                position = board(name, row[-3])
                assert board(name, position.fen()).key == position.key, row


def test_sfen() -> None:
    """Drop games in SFEN."""
    for name in ("leaperhouse", "okisakishogi", "yarishogi"):
        position, chance = board(name), random.Random(name)
        for _ in range(60):
            spec = position.game.spec
            again = Board(position.game, parse_sfen(spec, position.sfen()))
            assert again.fen().split()[:2] == position.fen().split()[:2]
            position.push(choose(position.legal_moves(), chance, 0.7))


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "4k3/8/8/8/8/8/8/4KR1k w - - 0 1"),  # two kings
        ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("chess", "4k3/8/8/8/8/8/8/4K2X w - - 0 1"),
        ("leaperhouse", "10/10/4k5/10/10/10/10/4K5/10/10[" + "N" * 128 + "] w - - 0 1"),
    ],
)
def test_refused(name: str, fen: str) -> None:
    """Positions that the game cannot have."""
    with pytest.raises(FenError):
        Board(game(name), parse_fen(game(name).spec, fen))


def test_a_king_that_can_be_captured_is_a_fault() -> None:
    """Such a position can be set up and its moves listed, the capture of the king among them, as peers do."""
    position = Board(game("chess"), parse_fen(game("chess").spec, "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"))
    assert position.fault == "Black's king can be captured, but it is White's turn"
    before = position.fen()
    for move in position.legal_moves():
        position.push(move)
        position.pop()
    assert position.fen() == before and position.perft(2) > 0
    assert not Board(game("chess")).fault


def test_copies_are_independent() -> None:
    """A copy keeps history, and neither sees the other's moves."""
    one = board("chess", "startpos", "e2e4 e7e5")
    other = one.copy()
    other.push(NOTATION.read(other, "g1f3"))
    assert (one.ply, other.ply) == (2, 3) and one.fen() != other.fen()
    other.pop()
    other.pop()
    assert other.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3")
    assert one.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3")


def test_state() -> None:
    """Side, ply, last move, checkers, key."""
    position = board("chess")
    assert (position.side, position.ply, position.last_move, position.in_check) == (0, 0, 0, False)
    move = NOTATION.read(position, "e2e4")
    position.push(move)
    assert (position.side, position.ply, position.last_move) == (1, 1, move)
    assert position.pop() == move and position.ply == 0
    assert 0 <= position.key < 1 << 64
    mate = board("chess", "startpos", "f2f3 e7e5 g2g4 d8h4")
    assert mate.in_check and mate.checkers() == [3 * 8 + 7]
    assert mate.perft(0) == 1 and mate.perft(1) == 0


@pytest.mark.parametrize("text", ["e2e5", "e7e5", "", "e2", "P@e4", "e1g1", "e2e4q", "ä", "e2e4,e4e5", "0000"])
def test_illegal_texts(text: str) -> None:
    """No legal move is read from these."""
    with pytest.raises(MoveTextError):
        NOTATION.read(board("chess"), text)


@pytest.mark.parametrize("name", every_game())
def test_every_text_reads_back(name: str) -> None:
    """No two legal moves share a text, and each text is read as its move."""
    position, chance = board(name), random.Random(name)
    for _ in range(50):
        moves = position.legal_moves()
        if not moves:
            break
        written = texts(position)
        assert len(set(written)) == len(moves)
        for move in chance.sample(moves, min(len(moves), 4)):
            assert NOTATION.read(position, NOTATION.write(position, move)) == move
        position.push(choose(moves, chance, 0.7))


def test_endless_games() -> None:
    """A game that outgrows the memory of its history goes on, forgets the oldest part, and still sees repetition."""
    position = board("leaperhouse")
    cycle = [NOTATION.read(board("leaperhouse"), "e1d2")]
    for text in ("f10g9", "d2e1", "g9f10"):
        walk = board("leaperhouse")
        for move in cycle:
            walk.push(move)
        cycle.append(NOTATION.read(walk, text))
    for number in range(ROOT_PLIES + 10):
        position.push(cycle[number % 4])
    assert position.ply < ROOT_PLIES and position.ply > KEPT_PLIES
    outcome = position.outcome()
    assert outcome is not None and outcome.reason == REPETITION
    position.pop()
    assert position.legal_moves()
