"""What a search reports and returns, under every limit."""

import threading
import time

import pytest

from engine.board import Board
from engine.protocols.notation import UciNotation
from engine.rules import Game
from search.driver import Info, Result, Searcher
from search.limits import Limits
from search.score import decided_in_moves, is_decided
from search.steps import PATIENCE
from tests.search.games import GAMES, game_of
from variants.fen import parse_fen

NOTATION = UciNotation()


def board_of(game: Game, fen: str = "", moves: str = "") -> Board:
    board = Board(game, parse_fen(game.spec, fen) if fen else None)
    for text in moves.split():
        board.push(NOTATION.read(board, text))
    return board


def searched(
    board: Board, limits: Limits, searcher: Searcher | None = None, multi_pv: int = 1
) -> tuple[Result, list[Info]]:
    """Search and check what must always hold: legal lines that end with the game, a result that agrees with them."""
    infos: list[Info] = []
    before = board.fen()
    result = (searcher or Searcher(board.game, 1)).search(board, limits, infos.append, multi_pv)
    assert board.fen() == before
    for info in infos:
        line = board.copy()
        for number, move in enumerate(info.pv):
            assert move in line.legal_moves(), info
            assert number == 0 or line.outcome() is None, info
            line.push(move)
    exact = [info for info in infos if not info.bound and info.multipv == 1]
    assert exact
    assert result.move == (exact[-1].pv[0] if exact[-1].pv else 0)
    if result.ponder:
        assert exact[-1].pv[1] == result.ponder
    return result, infos


@pytest.mark.parametrize("name", GAMES)
def test_same_nodes_twice(name: str) -> None:
    board = board_of(game_of(name))
    first = searched(board, Limits(depth=7))
    second = searched(board, Limits(depth=7))
    counts = [[info.nodes for info in infos if not info.bound] for _, infos in (first, second)]
    assert counts[0] == counts[1]
    assert first[0] == second[0] and first[1][-1].pv == second[1][-1].pv


@pytest.mark.parametrize("nodes", [1, 2, 17, 500, 5000])
def test_node_limit_is_exact(nodes: int) -> None:
    board = board_of(game_of("leaperhouse"))
    searcher = Searcher(board.game, 1)
    result, infos = searched(board, Limits(nodes=nodes), searcher)
    assert searcher.nodes == nodes and result.move
    assert infos[-1].nodes <= nodes


def test_depth_limit() -> None:
    _, infos = searched(board_of(game_of("chess")), Limits(depth=5))
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5]


def test_several_lines() -> None:
    board = board_of(game_of("okisakishogi"))
    _, infos = searched(board, Limits(depth=5), multi_pv=4)
    last = infos[-4:]
    assert [info.multipv for info in last] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in last}) == 4
    assert [info.score for info in last] == sorted((info.score for info in last), reverse=True)
    few = board_of(game_of("chess"), "7k/8/8/8/8/8/r7/7K w - - 0 1")
    assert max(info.multipv for info in searched(few, Limits(depth=3), multi_pv=9)[1]) == 1


def test_search_moves_only() -> None:
    board = board_of(game_of("chess"))
    wanted = tuple(NOTATION.read(board, text) for text in ("a2a3", "h2h4"))
    result, infos = searched(board, Limits(depth=5, searchmoves=wanted))
    assert result.move in wanted and all(info.pv[0] in wanted for info in infos)
    nothing, infos = searched(board, Limits(depth=5, searchmoves=(12345,)))
    assert nothing == Result() and infos[-1].depth == 0


FINISHED = [
    ("chess", "7k/6QQ/8/8/8/8/8/7K b - - 0 1", True),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),
    ("leaperhouse", "4K5/10/10/10/10/k9/10/10/10/10[] b - - 0 1", True),
]


@pytest.mark.parametrize(("name", "fen", "lost"), FINISHED)
def test_finished_root(name: str, fen: str, lost: bool) -> None:
    result, infos = searched(board_of(game_of(name), fen), Limits(depth=5))
    assert result == Result() and len(infos) == 1 and infos[0].depth == 0
    assert decided_in_moves(infos[0].score) == (0 if lost else None)


WHITE_CHECKS = "b1a1 a9b9 a1b1 b9a9 b1a1 a9b9 a1b1 b9a9 b1a1 a9b9 a1b1"

DECIDED = [
    ("chess", "k7/8/8/8/8/1r6/r7/7K w - - 0 1", "", "", -1),
    ("leaperhouse", "10/4K5/10/10/10/k9/10/10/10/10[] w - - 0 1", "", "", 1),
    ("leaperhouse", "", "b1d2 b10d9 d2b1 d9b10 b1d2 b10d9 d2b1", "d9b10", -1),
    ("yarishogi", "k6/7/7/7/7/7/7/7/1+R3K1[] w - - 0 1", WHITE_CHECKS, "b9a9", 1),
]


@pytest.mark.parametrize(("name", "fen", "moves", "only", "expected"), DECIDED)
def test_decided(name: str, fen: str, moves: str, only: str, expected: int) -> None:
    board = board_of(game_of(name), fen, moves)
    wanted = tuple(NOTATION.read(board, text) for text in only.split())
    _, infos = searched(board, Limits(depth=5, searchmoves=wanted))
    assert decided_in_moves(infos[-1].score) == expected
    assert is_decided(infos[-1].score) and (infos[-1].score > 0) == (expected > 0)


def test_draw_by_second_occurrence() -> None:
    """A side that is lost otherwise repeats: Black checks for ever."""
    board = board_of(game_of("chess"), "6k1/5ppp/8/8/8/8/q4PPP/1Q4K1 b - - 0 1")
    searched(board, Limits(depth=6))
    perpetual = board_of(game_of("chess"), "5rk1/5Npp/8/6N1/8/8/qr6/7K w - - 0 1")
    _, infos = searched(perpetual, Limits(depth=8))
    assert infos[-1].score == 0 or is_decided(infos[-1].score)


@pytest.mark.parametrize("limits", [Limits(wtime=-50, btime=1000), Limits(wtime=0, btime=0), Limits(movetime=1)])
def test_no_time_left(limits: Limits) -> None:
    board = board_of(game_of("chess"))
    searcher = Searcher(board.game, 1)
    searched(board, Limits(depth=1), searcher)
    begun = time.perf_counter()
    result, infos = searched(board, limits, searcher)
    assert result.move and infos[-1].depth >= 1
    assert time.perf_counter() - begun < 0.5  # far more than it takes, for busy machines


def test_move_time_is_used_and_kept() -> None:
    board = board_of(game_of("leaperhouse"))
    begun = time.perf_counter()
    searched(board, Limits(movetime=300))
    assert 0.2 < time.perf_counter() - begun < 0.8


def test_the_first_iteration_can_be_stopped() -> None:
    """A board full of men that all take each other: quiescence from there is as good as endless."""
    fen = (
        "qvPCELUNGIQc/*fonCVIUuMB*/*mwoaOiUeKq*/*TpDvUstdrU*/*mklSatmGaU*/*YlsPgYGEiw*/*IlFeJCOmTZ*/*bvPmLdtTsD*/"
        "*zTpCTODTrR*/uVgtICBEBVuJ w - - 0 1"
    )
    searcher = Searcher(game_of("frolov10x10"), 1)
    result, _ = searched(board_of(searcher.game, fen), Limits(depth=1, movetime=50), searcher)
    assert result.move and PATIENCE <= searcher.nodes < 100 * PATIENCE


def test_stop_ends_an_endless_search() -> None:
    board = board_of(game_of("okisakishogi"))
    searcher = Searcher(board.game, 1)
    answers: list[Result] = []
    thread = threading.Thread(target=lambda: answers.append(searched(board, Limits(infinite=True), searcher)[0]))
    thread.start()
    time.sleep(0.4)
    assert not answers
    begun = time.perf_counter()
    searcher.stop()
    thread.join(5)
    assert answers and answers[0].move and time.perf_counter() - begun < 0.5


def test_endless_search_of_a_won_game_waits() -> None:
    board = board_of(game_of("chess"), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    searcher = Searcher(board.game, 1)
    thread = threading.Thread(target=lambda: searcher.search(board, Limits(infinite=True)))
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    searcher.stop()
    thread.join(5)
    assert not thread.is_alive()


def test_ponder_hit_starts_the_clock() -> None:
    board = board_of(game_of("chess"))
    searcher = Searcher(board.game, 1)
    limits = Limits(ponder=True, wtime=2000, btime=2000)
    answers: list[Result] = []
    thread = threading.Thread(target=lambda: answers.append(searched(board, limits, searcher)[0]))
    thread.start()
    time.sleep(0.5)
    assert not answers
    searcher.ponderhit()
    thread.join(5)
    assert answers and answers[0].move


def test_mate_limit() -> None:
    board = board_of(game_of("chess"), "7r/8/8/8/8/k7/8/K7 b - - 0 1")
    result, infos = searched(board, Limits(mate=1))
    assert NOTATION.write(board, result.move) == "h8h1" and decided_in_moves(infos[-1].score) == 1


def test_two_threads() -> None:
    board = board_of(game_of("leaperhouse"))
    searcher = Searcher(board.game, 1, threads=2)
    result, infos = searched(board, Limits(depth=9), searcher)
    assert result.move and infos[-1].depth == 9
    searcher.set_threads(1)
    searched(board, Limits(depth=4), searcher)


def test_new_game_forgets() -> None:
    board = board_of(game_of("yarishogi"))
    searcher = Searcher(board.game, 1)
    first = searched(board, Limits(depth=7), searcher)[1][-1].nodes
    assert searched(board, Limits(depth=7), searcher)[1][-1].nodes != first
    searcher.new_game()
    assert searched(board, Limits(depth=7), searcher)[1][-1].nodes == first
    searcher.resize(2)
    searcher.new_game()
    assert searched(board, Limits(depth=7), searcher)[0].move
