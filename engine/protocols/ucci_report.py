"""What UCCI shows of a search."""

from typing import Any

from engine.protocols.info import info_line, score_text
from engine.protocols.uci import UciReport


class UcciReport(UciReport):
    """Writes what a search finds, with bare scores."""

    def info(self, board: Any, info: Any) -> None:
        """Write the line of an iteration; a forced end keeps its score in the search's own measure."""
        line = info_line(board, info, self._notation, self._show_wdl)
        self._output.line(line.replace(f"score {score_text(info.score)}", f"score {info.score}", 1))
