"""What USI shows of a search."""

from typing import Any

from engine.board import Board
from engine.protocols.info import info_line, score_text
from engine.protocols.notation import UciNotation
from engine.protocols.uci import UciReport
from engine.protocols.usi import to_usi
from search.score import decided_in_plies


class UsiNotation(UciNotation):
    """Writes moves as USI does."""

    def write(self, board: Board, move: int) -> str:
        """Return the text of a move of the position."""
        return to_usi(board.game.spec, super().write(board, move))


class UsiReport(UciReport):
    """Writes what a search finds: mates in plies, and `resign` where there is no move."""

    def info(self, board: Any, info: Any) -> None:
        """Write the line of an iteration."""
        line = info_line(board, info, self._notation, self._show_wdl)
        plies = decided_in_plies(info.score)
        if plies is not None:
            line = line.replace(score_text(info.score), f"mate {plies}" if plies or info.score > 0 else "mate -0", 1)
        self._output.line(line)

    def done(self, board: Any, move: int, ponder: int) -> None:
        """Write the move."""
        if move:
            super().done(board, move, ponder)
        else:
            self._output.line("bestmove resign")
