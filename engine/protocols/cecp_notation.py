"""Moves as CECP writes them: squares of its own, the pass `@@@@`, two lines for two legs.

XBoard takes a man en passant only when a pawn of chess moves so. For other men the capture is two legs, over the
square of the man that is taken: tried with XBoard 4.9.1, which then takes him off and shows the capturer where he is.
"""

import re
from typing import Final

from engine.attacks import can_step, hits
from engine.board import Board
from engine.layout import BAN, EP_VICTIM, FRAME, KINDS
from engine.move import CASTLING, EN_PASSANT, PASS, TWO_LEGS, action, extra, gated, origin, to_square, via
from engine.protocols.cecp_squares import from_uci, to_uci
from engine.protocols.notation import MoveTextError, UciNotation, legs_en_passant
from variants.errors import FenError
from variants.fen import square_at

PASSES: Final = ("@@@@", "--", "0000", "null", "pass")
_STEP: Final = re.compile(r"([a-p][0-9]{1,2})([a-p][0-9]{1,2})(.*)")
_PROMOTING_WALL: Final = re.compile(r"(\w+\d)([a-z+-]),(\w+)")
_TWO: Final = re.compile(r"([a-p][0-9]{1,2})([a-p][0-9]{1,2}),([a-p][0-9]{1,2})([a-p][0-9]{1,2})(.*)")


class RankNotation(UciNotation):
    """UCI with the ranks of CECP, as the programs for Xiangqi have it."""

    def write(self, board: Board, move: int) -> str:
        """Return the text of a move of the position."""
        return from_uci(board.game.spec, super().write(board, move))


class CecpNotation(UciNotation):
    """Writes and reads moves. `chess960`: castling is written `O-O`."""

    def __init__(self, chess960: bool = False) -> None:
        super().__init__(chess960)
        self._uci = UciNotation(chess960)

    def write(self, board: Board, move: int) -> str:
        """Return the text of a move, two legs with a comma between them."""
        what = action(move)
        if what == PASS and extra(move) < 0:
            return PASSES[0]
        if what == CASTLING and (self.chess960 or board.game.spec.chess960):
            return "O-O" if int(board.position["castling_rook"][via(move)]) > origin(move) else "O-O-O"
        if takes_over(board, move) >= 0:
            return from_uci(board.game.spec, legs_en_passant(board, move))
        text = self._uci.write(board, move)
        if extra(move) >= 0 and not gated(move):
            text = _PROMOTING_WALL.sub(r"\1,\3\2", text)  # the promotion stands last
        return from_uci(board.game.spec, text)

    def lines(self, board: Board, move: int) -> list[str]:
        """Return the texts of the `move` lines: one for each leg, all but the last end in a comma."""
        text = self.write(board, move)
        if action(move) != TWO_LEGS and takes_over(board, move) < 0:
            return [text]
        first, second = text.split(",")
        return [first + ",", second]

    def read(self, board: Board, text: str) -> int:
        """Return the legal move that a text means. MoveTextError, whose text is the reason, where there is none."""
        try:
            return self._uci.read(board, self._plain(board, text.strip()))
        except MoveTextError as error:
            raise MoveTextError(refusal(board, text)) from error

    def _plain(self, board: Board, text: str) -> str:
        """Return the UCI text; two legs over an empty square are the plain move to their end."""
        if text.lower() in PASSES:
            return "0000"
        if "@" not in text:
            text = text.lower()
        spec = board.game.spec
        text = to_uci(spec, text.replace("=", "") if text[-1:] != "=" else text)
        legs = _TWO.fullmatch(text)
        if legs and spec.walling_rule != "none":
            return f"{legs[1]}{legs[2]}{legs[5]},{legs[3]}{legs[4]}"
        if legs and legs[2] == legs[3] and _is_empty(board, legs[2]):
            return legs[1] + legs[4] + legs[5]
        return text


def takes_over(board: Board, move: int) -> int:
    """Return the square of the man whom XBoard would leave there when a move takes him en passant, -1: none."""
    if action(move) != EN_PASSANT:
        return -1
    man = int(board.position["board"][origin(move)]) % KINDS
    if board.game.table.kinds[man - 1].piece.name == "pawn":
        return -1
    return int(board.position["frames"][board.ply * FRAME + EP_VICTIM])


def refuse_half(board: Board, move: int) -> None:
    """Raise MoveTextError where the board of a mouse user would lose step by a capture that came as one step."""
    if takes_over(board, move) >= 0:
        legs = from_uci(board.game.spec, legs_en_passant(board, move))
        raise MoveTextError(f"en passant is entered as {legs}: by way of the man that is taken")


def _is_empty(board: Board, name: str) -> bool:
    try:
        return not board.position["board"][square_at(board.game.spec, name)]
    except FenError:
        return False


def refusal(board: Board, text: str, uci: bool = False) -> str:
    """Return why a text is no legal move, in a few words. `uci`: it has the squares of UCI."""
    outcome = board.outcome()
    if outcome is not None and outcome.immediate:
        return "the game is over"
    spec = board.game.spec
    text = text.strip() if "@" in text else text.strip().lower()
    text = text if uci else to_uci(spec, text)
    if text.lower() in PASSES:
        return "no pass here"
    if "@" in text:
        return "no such drop here"
    if "-" in text:
        return "no such castling here"
    step = _STEP.fullmatch(text)
    if not step:
        return "not a move"
    try:
        start, target = square_at(spec, step[1]), square_at(spec, step[2])
    except FenError:
        return "no such square"
    code, victim = int(board.position["board"][start]), int(board.position["board"][target])
    if not code:
        return "no piece there"
    if code // KINDS != board.side:
        return "not your piece"
    same = [move for move in board.legal_moves() if origin(move) == start and to_square(move) == target]
    if same:
        return "how it promotes is missing or wrong"
    return _why_not(board, start, target, code, victim)


def _why_not(board: Board, start: int, target: int, code: int, victim: int) -> str:
    """Return why the man on a square cannot go to another one."""
    spec, rules, position = board.game.spec, board.game.rules, board.position
    if start != target and victim and victim // KINDS == board.side:
        return "your own piece is there"
    reached = hits(rules, position, start, target) or (not victim and can_step(rules, position, start, target))
    if start != target and not reached:
        return "the piece does not move so"
    letters = [board.game.table.kinds[piece % KINDS - 1].letter for piece in (code, victim) if piece]
    if position["frames"][board.ply * FRAME + BAN] and letters[-1] in spec.counterstrike_ban:
        return "counterstrike: no such capture right after one"
    if len(letters) == 2 and set(letters) <= set(spec.trade_ban):
        return "distant capture of a protected man of its kind"
    if rules["careful"]:
        return "the rules of the game forbid it here"
    return "the king would be in check"
