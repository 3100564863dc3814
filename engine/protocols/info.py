"""The lines of a search in UCI."""

from math import exp
from typing import Any, Final

from engine.board import Board
from engine.protocols.notation import UciNotation
from search.score import decided_in_moves

HASHFULL_AFTER: Final = 1000  # ms: before that the table says nothing
_EVEN: Final = 160  # cp at which a win is as likely as not; arbitrary, as no match results of every game exist
_SPREAD: Final = 90  # cp by which the odds change e-fold; arbitrary


def score_text(score: int) -> str:
    """Return `cp 35`, or `mate -3` in moves of the side to move, begun moves counted whole."""
    moves = decided_in_moves(score)
    return f"cp {score}" if moves is None else f"mate {moves}"


def wdl_text(score: int) -> str:
    """Return the chances of win, draw and loss in thousandths."""
    if decided_in_moves(score) is not None:
        return "wdl 1000 0 0" if score > 0 else "wdl 0 0 1000"
    win, loss = _chance(score), _chance(-score)
    return f"wdl {win} {1000 - win - loss} {loss}"


def _chance(score: int) -> int:
    return round(1000 / (1 + exp(min(max((_EVEN - score) / _SPREAD, -50), 50))))


def line_text(board: Board, moves: list[int], notation: UciNotation) -> str:
    """Return moves from a position as text, up to the first one that is not legal. The board is left as it was."""
    texts: list[str] = []
    pushed = 0
    for move in moves[: board.legal_length(moves)]:
        if type(notation) is not UciNotation or notation.needs_board(move):
            for earlier in moves[pushed : len(texts)]:  # from Python a move costs a tenth of a millisecond
                board.push(earlier)
            pushed = len(texts)
        texts.append(notation.write(board, move))
    for _ in range(pushed):
        board.pop()
    return " ".join(texts)


def info_line(board: Board, info: Any, notation: UciNotation, show_wdl: bool = False) -> str:
    """Return the line of one finished iteration. `info` is a search.driver.Info."""
    parts = [
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} score {score_text(info.score)}",
    ]
    if show_wdl:
        parts.append("wdl {} {} {}".format(*info.wdl) if info.wdl else wdl_text(info.score))
    if info.bound:
        parts.append(info.bound)
    parts.append(f"nodes {info.nodes} nps {info.nps}")
    if info.time_ms >= HASHFULL_AFTER:
        parts.append(f"hashfull {info.hashfull}")
    parts.append(f"tbhits 0 time {info.time_ms}")
    pv = line_text(board, info.pv, notation)
    if pv:
        parts.append(f"pv {pv}")
    return " ".join(parts)


def finished_line(value: int, show_wdl: bool = False) -> str:
    """Return the line of a root where the game is over; `value` is that of engine.board.Outcome."""
    chances = ("wdl 0 1000 0", "wdl 1000 0 0", "wdl 0 0 1000")[value]
    score = "mate 0" if value else "cp 0"
    return f"info depth 0 score {score}" + (f" {chances}" if show_wdl else "")
