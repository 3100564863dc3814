"""How a game ended, in words."""

from typing import Final

import numpy as np

from engine.board import Board, Outcome
from engine.endings import (
    CASTLED,
    CASTLING_LOST,
    CHECKMATE,
    CHECKS,
    CONNECTION,
    COUNTED_OUT,
    DEAD,
    DROP_MATE,
    EXTINCTION,
    FLAG,
    FULL_BOARD,
    MOVE_COUNT,
    MOVE_COUNT_POINTS,
    MOVE_REPETITION,
    NOTHING_LEFT,
    PASSED,
    PERPETUAL_CHASE,
    PERPETUAL_CHECK,
    PETTY_MATE,
    REPETITION,
    REPETITION_POINTS,
    STALEMATE,
    STALEMATE_POINTS,
    UNEARNED_MATE,
)
from engine.layout import KINDS
from variants.fen import square_name
from variants.spec import BLACK, WHITE

NAMES: Final = ("white", "black")
_SHORT: Final = {
    DEAD: "no side can give mate",
    EXTINCTION: "the men of a kind are lost",
    CHECKS: "the last check",
    COUNTED_OUT: "the moves to mate are counted out",
    CONNECTION: "men are connected",
    CASTLED: "castling that wins",
    CASTLING_LOST: "castling that wins is lost",
    FULL_BOARD: "the board is full",
    PASSED: "both sides passed",
    PETTY_MATE: "mate by a man that may not mate",
    UNEARNED_MATE: "mate without a check by a strong man",
    MOVE_REPETITION: "one man moved to and fro",
    PERPETUAL_CHASE: "perpetual chase",
}
_ORDINALS: Final = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


def words(board: Board, outcome: Outcome) -> str:
    """Return why the game of the board is over, such as `third repetition: black loses`."""
    spec = board.game.spec
    if outcome.reason == CHECKMATE:
        return "checkmate" if outcome.value < 0 else f"checkmate: {result(board, outcome)}"
    if outcome.reason == STALEMATE:
        return "stalemate" if not outcome.value else f"stalemate: {result(board, outcome)}"
    if outcome.reason == FLAG:
        return _flag(board, outcome)
    if outcome.reason == DROP_MATE:
        return f"mate by a dropped piece that may not mate: {result(board, outcome)}"
    repetition = f"{_ORDINALS.get(spec.n_fold_rule, f'{spec.n_fold_rule}th')} repetition"
    if outcome.reason == REPETITION:
        return f"{repetition}: {result(board, outcome)}"
    if outcome.reason == REPETITION_POINTS:
        return f"{repetition}: {_by_points(board, outcome)}"
    if outcome.reason == PERPETUAL_CHECK:
        by = {1: NAMES[1 - board.side], -1: NAMES[board.side]}.get(outcome.value, "both sides")
        return f"perpetual check by {by}: {result(board, outcome)}"
    if outcome.reason == MOVE_COUNT:
        return f"{spec.n_move_rule} moves without progress: {result(board, outcome)}"
    if outcome.reason == MOVE_COUNT_POINTS:
        return f"{spec.n_move_rule} moves without progress: {_by_points(board, outcome)}"
    if outcome.reason == NOTHING_LEFT:
        return f"nothing left to promote: {NAMES[board.side if outcome.value > 0 else 1 - board.side]} wins"
    if outcome.reason == STALEMATE_POINTS:
        return f"stalemate: {_by_points(board, outcome)}"
    if outcome.reason in _SHORT:
        count = spec.points or spec.points_handicap
        decided = outcome.reason in (PASSED, FULL_BOARD) and count
        return f"{_SHORT[outcome.reason]}: {_by_points(board, outcome) if decided else result(board, outcome)}"
    return f"ended by rule {outcome.reason}: {result(board, outcome)}"


def result(board: Board, outcome: Outcome) -> str:
    """Return `draw`, or which side loses."""
    if not outcome.value:
        return "draw"
    return f"{NAMES[board.side if outcome.value < 0 else 1 - board.side]} loses"


def _by_points(board: Board, outcome: Outcome) -> str:
    """Return the points on the board, the winner's first, and who wins by them."""
    worth = dict(board.game.spec.points)
    halves = [0, board.game.spec.points_handicap]
    for man in board.setup().pieces.values():
        halves[man.colour] += 2 * worth.get(man.letter, 0)
    if not outcome.value:
        return f"points {halves[WHITE] / 2:g} to {halves[BLACK] / 2:g}: draw"
    winner = board.side if outcome.value > 0 else 1 - board.side
    return f"points {halves[winner] / 2:g} to {halves[1 - winner] / 2:g}: {NAMES[winner]} wins"


def points(board: Board, outcome: Outcome) -> str:
    """Return the result as PGN writes it."""
    if not outcome.value:
        return "1/2-1/2"
    return "1-0" if (outcome.value > 0) == (board.side == WHITE) else "0-1"


def _flag(board: Board, outcome: Outcome) -> str:
    """Name the man that reached the other side's camp."""
    if not outcome.value:
        return "both sides reached their flags: draw"
    spec, winner = board.game.spec, board.side if outcome.value > 0 else 1 - board.side
    wanted = spec.flag_piece[winner]
    for square in np.flatnonzero(board.position["board"]):
        code = int(board.position["board"][square])
        kind = board.game.table.kinds[code % KINDS - 1]
        if code // KINDS == winner and int(square) in spec.flag_region[winner] and wanted in (None, kind.letter):
            royal = kind.letter == spec.king
            man = "king" if royal else _name(kind.piece.name, kind.text(winner if winner == WHITE else BLACK))
            return f"{'campmate' if royal else 'flag'}: {NAMES[winner]} {man} on {square_name(spec, int(square))}"
    return f"flag: {NAMES[winner]} wins"


def _name(name: str, letter: str) -> str:
    """Return a piece's name if it has one of its own, else its letter."""
    return letter if name.startswith("customPiece") else name


def result_line(board: Board, outcome: Outcome) -> str:
    """Return the result with its reason, such as `1-0 {White mates}`."""
    reason = words(board, outcome)
    if outcome.reason == CHECKMATE and outcome.value < 0:
        reason = f"{NAMES[1 - board.side]} mates"
    return f"{points(board, outcome)} {{{reason[0].upper() + reason[1:]}}}"
