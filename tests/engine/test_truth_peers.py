"""Random games against pyffish (the drop games) and python-chess (chess, Chess960)."""

import random
from collections import Counter

import chess
import pytest

from engine.board import Board
from engine.endings import CHECKMATE, MOVE_COUNT, PERPETUAL_CHECK, REPETITION
from engine.move import origin, to_square
from engine.protocols.notation import UciNotation
from tests.engine.helpers import CATALOG, DATA, NOTATION, board, choose, difference, game
from variants.fen import parse_fen

FEW, MANY = 20, 300
PLIES = 140


# -- pyffish

# The rules text takes another repetition rule than the peer's definition for these two.
OWN_REPETITION = ("leaperhouse", "yarishogi")


def drop_games(name: str, count: int) -> Counter[str]:
    """Play random games; legal moves and results are the peer's."""
    pyffish = pytest.importorskip("pyffish")
    if "leaperhouse" not in pyffish.variants():
        pyffish.load_variant_config((DATA / "leaperhouse-block.ini").read_text(encoding="utf-8"))
    start = pyffish.start_fen(name)
    endings: Counter[str] = Counter()
    for seed in range(count):
        chance = random.Random(f"{name} {seed}")
        share = chance.choice([0.1, 0.4, 0.7])
        position = board(name)
        played: list[str] = []
        while len(played) < PLIES:
            legal = {NOTATION.write(position, move): move for move in position.legal_moves()}
            fen = position.fen()
            peer = pyffish.legal_moves(name, fen, [])
            assert sorted(legal) == sorted(peer), difference(fen, list(legal), peer)
            outcome = position.outcome()
            if not legal:
                over, value = pyffish.is_immediate_game_end(name, start, played)
                value = value if over else pyffish.game_result(name, start, played)
                assert outcome is not None and outcome.immediate, fen
                assert outcome.value == (value > 0) - (value < 0), fen
                endings[f"reason {outcome.reason}"] += 1
                break
            over, value = False, 0
            if outcome or len(played) % 8 == 0:  # the peer takes its time over this question
                over, value = pyffish.is_optional_game_end(name, start, played)
            if name not in OWN_REPETITION or (outcome and outcome.reason == PERPETUAL_CHECK and over):
                assert (outcome is not None) == over, (fen, played)
                if outcome:
                    assert outcome.value == (value > 0) - (value < 0), (fen, played)
            if outcome:
                endings[f"reason {outcome.reason}"] += 1
                break
            move = _next(position, list(legal.values()), chance, share)
            if share == 0.1 and chance.random() < 0.4:  # the kings march, for campmates
                move = _march(position, list(legal.values())) or move
            played.append(NOTATION.write(position, move))
            position.push(move)
        else:
            endings["open"] += 1
        assert position.fen() == pyffish.get_fen(name, start, played)
    return endings


def _next(position: Board, moves: list[int], chance: random.Random, share: float) -> int:
    """A move that ends the game, sometimes; else a random one."""
    if chance.random() < 0.05:
        for move in chance.sample(moves, min(len(moves), 25)):
            position.push(move)
            ended = not position.legal_moves()
            position.pop()
            if ended:
                return move
    return choose(moves, chance, share)


def _march(position: Board, moves: list[int]) -> int:
    """A king's move forward, or 0."""
    king = int(position.position["king"][position.side])
    forward = [m for m in moves if origin(m) == king != to_square(m) and (to_square(m) > king) != position.side]
    steps = [m for m in forward if abs(to_square(m) - king) > 1]
    return steps[0] if steps else 0


@pytest.mark.parametrize("name", ["leaperhouse", "okisakishogi", "yarishogi"])
def test_pyffish(name: str) -> None:
    """A sample of games."""
    assert drop_games(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["leaperhouse", "okisakishogi", "yarishogi"])
def test_pyffish_300(name: str) -> None:
    """All 300; several kinds of endings come up."""
    endings = drop_games(name, MANY)
    print(name, dict(endings))
    assert endings[f"reason {CHECKMATE}"]


def test_pyffish_repetition() -> None:
    """Shuffling games repeat: Okisaki Shogi ends as the peer says, at the fourth occurrence."""
    pyffish = pytest.importorskip("pyffish")
    start = pyffish.start_fen("okisakishogi")
    cycle = "e1d2 f10e9 d2e1 e9f10".split()
    position = board("okisakishogi")
    played: list[str] = []
    while len(played) < 20:
        over, value = pyffish.is_optional_game_end("okisakishogi", start, played)
        outcome = position.outcome()
        assert (outcome is not None) == over, played
        if outcome:
            assert (outcome.reason, outcome.value, value) == (REPETITION, 0, 0)
            break
        played.append(cycle[len(played) % 4])
        position.push(NOTATION.read(position, played[-1]))
    assert len(played) == 12


# -- python-chess


def chess_games(count: int, chess960: bool, first: int = 0) -> Counter[str]:
    """Play random games; legal moves, X-FEN and outcome are python-chess's, draws claimed."""
    notation = UciNotation(chess960)
    endings: Counter[str] = Counter()
    rules = game("chess")
    for seed in range(first, first + count):
        chance = random.Random(f"chess {chess960} {seed}")
        peer = chess.Board.from_chess960_pos(chance.randrange(960)) if chess960 else chess.Board()
        position = Board(rules, parse_fen(rules.spec, peer.fen()))
        share = chance.choice([0.05, 0.3, 0.7])
        while True:
            fen = peer.fen(en_passant="xfen")
            assert position.fen() == fen
            legal = {notation.write(position, move): move for move in position.legal_moves()}
            wanted = [move.uci() for move in peer.legal_moves]
            assert sorted(legal) == sorted(wanted), difference(fen, list(legal), wanted)
            assert position.in_check == peer.is_check(), fen
            mine, theirs = position.outcome(), peer.outcome(claim_draw=True)
            assert theirs is not None or mine is None, fen
            if theirs is not None:
                endings[theirs.termination.name] += 1
                if mine is None:
                    assert theirs.winner is None and _can_claim(position), fen
                else:
                    winner = None if mine.value == 0 else chess.COLORS[position.side ^ (mine.value < 0)]
                    assert winner == theirs.winner, fen
                break
            move = choose(list(legal.values()), chance, share)
            peer.push_uci(notation.write(position, move))
            position.push(move)
    return endings


def _can_claim(position: Board) -> bool:
    """Whether a move leads to the third occurrence or the fiftieth move, which python-chess lets claim before it."""
    for move in position.legal_moves():
        position.push(move)
        outcome = position.outcome()
        position.pop()
        if outcome and outcome.reason in (REPETITION, MOVE_COUNT):
            return True
    return False


@pytest.mark.parametrize("chess960", [False, True])
def test_python_chess(chess960: bool) -> None:
    """A sample of games."""
    assert sum(chess_games(FEW // 2, chess960).values()) == FEW // 2


@pytest.mark.slow
def test_python_chess_300() -> None:
    """200 games of chess and 100 of Chess960."""
    endings = chess_games(200, False) + chess_games(100, True)
    print(dict(endings))
    assert {"CHECKMATE", "FIFTY_MOVES", "THREEFOLD_REPETITION", "INSUFFICIENT_MATERIAL"} <= set(endings)


def test_chess960_fens() -> None:
    """Every start position reads and writes, with the file letters too."""
    rules = game("chess")
    for number in range(0, 960, 7):
        peer = chess.Board.from_chess960_pos(number)
        for text in (peer.fen(), peer.shredder_fen()):
            position = Board(rules, parse_fen(rules.spec, text))
            assert position.fen() == peer.fen()
            assert position.fen(chess960=True) == peer.shredder_fen()
        assert position.perft(2) == sum(_replies(peer, move) for move in peer.legal_moves)
    assert "chess" in CATALOG


def _replies(peer: chess.Board, move: chess.Move) -> int:
    peer.push(move)
    count = peer.legal_moves.count()
    peer.pop()
    return count
