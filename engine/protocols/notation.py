"""Moves as UCI text, in the dialect of variant engines."""

import re

from engine.attacks import can_step
from engine.board import Board
from engine.layout import EP_VICTIM, FRAME, KINDS, LEG_SLOTS, ROWS
from engine.move import (
    AWAY,
    CASTLING,
    DROP,
    EN_PASSANT,
    EN_PASSANTS,
    PASS,
    TWO_LEGS,
    WITH_BONUS,
    action,
    extra,
    gated,
    kind,
    origin,
    to_square,
    via,
)
from variants.errors import LionleapError, shown
from variants.fen import square_name
from variants.spec import WHITE

NULL_MOVES = ("0000", "@@@@")
_LEGS = re.compile(r"([a-z]\d+)([a-z]\d+),([a-z]\d+)([a-z]\d+)")


class MoveTextError(LionleapError):
    """A text that is no legal move of the position."""


class UciNotation:
    """Writes and reads moves. `chess960`: castling is written as the king taking his own rook."""

    def __init__(self, chess960: bool = False) -> None:
        self.chess960 = chess960

    def write(self, board: Board, move: int) -> str:
        """Return the text of a move of the position."""
        text = self._without_extra(board, move)
        if extra(move) < 0:
            return text
        square = square_name(board.game.spec, extra(move))
        if not gated(move):
            return f"{text},{square_name(board.game.spec, to_square(move))}{square}"
        letter = board.game.table.kinds[gated(move) - 1].letter
        if extra(move) != origin(move):  # the rook's square: written as the rook taking the king
            return square + square_name(board.game.spec, origin(move)) + letter
        return text + letter

    def needs_board(self, move: int) -> bool:
        """Return whether the text depends on what stands on the board."""
        what = action(move)
        promotes = kind(move) != 0 and what != DROP
        return promotes or what == CASTLING or 1 << what & (EN_PASSANTS | WITH_BONUS | AWAY) != 0 or extra(move) >= 0

    def _without_extra(self, board: Board, move: int) -> str:
        """Return the text of a move without what it places besides."""
        spec = board.game.spec
        target = square_name(spec, to_square(move))
        start = square_name(spec, origin(move))
        what = action(move)
        if what == DROP:
            return f"{board.game.table.kinds[kind(move) - 1].text(WHITE)}@{target}"
        if what == CASTLING:
            return start + self._castling_target(board, move)
        if what == PASS:
            return start + start
        if what == TWO_LEGS:
            middle = square_name(spec, via(move))
            return f"{start}{middle},{middle}{target}"
        text = start + target + self._promotion(board, move)
        if 1 << what & AWAY:
            return f"{text},{text[-1]}@{square_name(spec, via(move))}"
        if 1 << what & WITH_BONUS:
            bonus = via(move)
            man = int(board.position["board"][bonus]) % KINDS
            better = board.game.table.kinds[int(board.game.rules["compound"][man]) - 1]
            return f"{text},{square_name(spec, bonus)}{better.letter}"
        return text

    def _promotion(self, board: Board, move: int) -> str:
        """Return what tells the man on the target from the one that left, or an `x` en passant where he could step."""
        if not kind(move):
            steps = 1 << action(move) & EN_PASSANTS and can_step(
                board.game.rules, board.position, origin(move), to_square(move)
            )
            return "x" if steps else ""
        new = board.game.table.kinds[kind(move) % KINDS - 1]
        old = board.game.table.kinds[int(board.position["board"][origin(move)]) % KINDS - 1]
        if old.mark == "+" and not new.mark and old.letter == new.letter:
            return "-"
        return "+" if new.mark == "+" else new.letter

    def _castling_target(self, board: Board, move: int) -> str:
        """Return the king's target, or the rook where a plain king's move could be meant."""
        spec, position = board.game.spec, board.position
        number = via(move)
        king, target = origin(move), to_square(move)
        apart = abs(king % spec.files - target % spec.files)
        if self.chess960 or spec.chess960 or apart < 2:
            return square_name(spec, int(position["castling_rook"][number]))
        return square_name(spec, target)

    def texts(self, board: Board) -> dict[str, int]:
        """Return all legal moves by their text."""
        return {self.write(board, move): move for move in board.legal_moves()}

    def read(self, board: Board, text: str) -> int:
        """Return the legal move that a text means; MoveTextError where there is none."""
        moves = board.legal_moves()
        wanted = self._straight(board, self._canonical(text))
        for move in moves:
            if self.write(board, move) == wanted:
                return move
        for move in moves:
            if wanted in self._other_texts(board, move):
                return move
        raise MoveTextError(f"read {shown(text)}, expected a legal move")

    def _canonical(self, text: str) -> str:
        """Return the text without the mark for `stays unpromoted`, and with the letters' usual case."""
        text = text.strip().removesuffix("=")
        if "@" in text and "," not in text:
            letters, _, square = text.partition("@")
            return f"{letters.upper()}@{square.lower()}"
        return text.lower()

    def _straight(self, board: Board, text: str) -> str:
        """Return a move of two legs over an empty square, such as d4c4,c4d4, as what it comes to: d4d4."""
        found = _LEGS.fullmatch(text)
        if not found or found[2] != found[3]:
            return text
        files, size = board.game.spec.files, board.game.width
        start, middle = (ord(s[0]) - 97 + (int(s[1:]) - 1) * files for s in (found[1], found[2]))
        men = board.position["board"]
        if not (0 <= start < len(men) and 0 <= middle < len(men)) or not men[start] or men[middle]:
            return text
        row = int(men[start]) // KINDS * ROWS + int(board.game.rules["class_of"][int(men[start]) % KINDS])
        legs = (row * size + start) * LEG_SLOTS
        if middle not in board.game.rules["leg_first"][legs : legs + LEG_SLOTS]:
            return text
        return found[1] + found[4]

    def _other_texts(self, board: Board, move: int) -> set[str]:
        """Return further spellings of a move that are understood."""
        spec = board.game.spec
        start, target = square_name(spec, origin(move)), square_name(spec, to_square(move))
        what = action(move)
        if what == CASTLING:
            rook = square_name(spec, int(board.position["castling_rook"][via(move)]))
            wing = "o-o-o" if int(board.position["castling_rook"][via(move)]) < origin(move) else "o-o"
            return {start + rook, start + target, wing, wing.replace("o", "0")}
        if what == PASS:
            return set(NULL_MOVES)
        if what == EN_PASSANT:
            return {legs_en_passant(board, move)}
        return set()


def legs_en_passant(board: Board, move: int) -> str:
    """Return a capture en passant as two legs, the first over the man that is taken."""
    spec = board.game.spec
    victim = square_name(spec, int(board.position["frames"][board.ply * FRAME + EP_VICTIM]))
    return f"{square_name(spec, origin(move))}{victim},{victim}{square_name(spec, to_square(move))}"
