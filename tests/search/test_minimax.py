"""With everything switched off that leaves moves out, the search is minimax."""

import random

import pytest

from engine.board import Board
from engine.endings import CHECKMATE, DROP_MATE, FLAG, STALEMATE
from eval.evaluate import evaluate
from eval.network_file import NO_NETWORK
from search.driver import Info, Searcher
from search.layout import EXTENSIONS
from search.limits import Limits
from search.score import MATE, REFEREE
from tests.search.games import GAMES, game_of

MOST_LEAVES = 1500
POSITIONS = 12


def minimax(board: Board, depth: int, ply: int = 0) -> int:
    """Plain minimax over Board; ends count as search/score.py says, also at leaves. The root is never over."""
    outcome = board.outcome()
    if outcome is not None and ply:
        by_rule = outcome.reason in (CHECKMATE, STALEMATE, FLAG, DROP_MATE)
        return outcome.value * ((MATE if by_rule else REFEREE) - ply)
    if depth == 0:
        return int(evaluate(board.game.rules, board.position))
    best = -MATE
    for move in board.legal_moves():
        board.push(move)
        best = max(best, -minimax(board, depth - 1, ply + 1))
        board.pop()
    return best


def plain(searcher: Searcher) -> None:
    """Switch everything off."""
    for thread in searcher._threads:
        thread.record["switches"][:] = 0


@pytest.mark.parametrize("name", GAMES)
def test_equals_minimax(name: str) -> None:
    game = game_of(name)
    searcher = Searcher(game, 1, network=NO_NETWORK)
    plain(searcher)
    assert searcher._threads[0].record["switches"][EXTENSIONS] == 0
    choice = random.Random(name)
    searched = 0
    while searched < POSITIONS:
        board = Board(game)
        for _ in range(choice.randrange(4, 160)):
            moves = board.legal_moves()
            if not moves:
                break
            board.push(choice.choice(moves))
        moves = board.legal_moves()
        if not moves:
            continue
        searched += 1
        for depth in (1, 2, 3):
            if depth > 1 and board.perft(depth) > MOST_LEAVES:
                break
            found: list[Info] = []
            searcher.new_game()
            searcher.search(board, Limits(depth=depth), found.append)
            assert found[-1].score == minimax(board, depth), (board.fen(), depth)
