"""Makes every kernel that a game needs ready, so that nothing compiles on the clock."""

import time
from collections.abc import Callable

import numpy as np

from engine.attacks import can_step, can_take_en_passant, hits, in_check
from engine.board import Board
from engine.jit import STORE, compiled_here
from engine.rules import Game
from search.driver import Searcher
from search.limits import Limits
from variants.fen import start_or_kings

_warm: set[int] = set()  # board widths that are ready


def warm_up(game: Game, report: Callable[[str], None]) -> None:
    """Compile the kernels of the game's board width, or load them from the cache, by using each once."""
    if game.width in _warm:
        return
    begun, compiled = time.perf_counter(), compiled_here()
    with STORE.turns(f"compiling-{game.width}"):
        _use_all(game, report)
    for note in STORE.take_notes():
        report(note)
    if compiled_here() > compiled:
        report(f"ready after {time.perf_counter() - begun:.0f} s")
        STORE.prune()
    _warm.add(game.width)


def _use_all(game: Game, report: Callable[[str], None]) -> None:
    """Use every kernel once."""
    board = Board(game, start_or_kings(game.spec))
    for what, work in (
        ("moves", lambda: board.perft(2)),
        ("search", lambda: Searcher(game, 1).search(board, Limits(depth=2))),
    ):
        before, compiled = time.perf_counter(), compiled_here()
        work()
        if compiled_here() > compiled:
            spent = time.perf_counter() - before
            report(f"kernels for {what} on {game.width} squares compiled in {spent:.0f} s")
    rules, position = game.rules, board.position
    square = int(np.flatnonzero(position["board"])[0]) if position["board"].any() else 0
    hits(rules, position, square, square)
    can_step(rules, position, square, square)
    can_take_en_passant(rules, position)
    in_check(rules, position, board.side)
    moves = board.legal_moves()
    board.legal_length(moves[:1])
    if moves:
        board.push(moves[0])
        board.outcome()
        board.pop()
