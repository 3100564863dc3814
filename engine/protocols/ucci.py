"""UCCI and UCI-Cyclone, the protocols of Xiangqi programs, in the form that variant engines have given them.

Both are the UCI loop with other words: on boards with exactly ten ranks these count from 0. UCCI has `ucci`, options
without the word `name`, bare scores, `banmoves` and, unless `usemillisec` is true, clocks in seconds.
"""

from typing import TYPE_CHECKING, Any, Final

from engine.protocols.cecp_squares import fen_to_uci, to_uci
from engine.protocols.go import Go, read_go
from engine.protocols.options import EMPTY, OPTIONS, announced
from engine.protocols.session import START
from variants.errors import LionleapError, shown

if TYPE_CHECKING:
    from engine.protocols.uci import Uci

DEFAULT_GAME: Final = "xiangqi"  # of the protocols, where a definition with that name is loaded
_NAMES: Final = {"Hash": "hashsize"}
_SECONDS: Final = ("wtime", "btime", "winc", "binc", "movetime", "byoyomi")


class Ucci:
    """The words of UCCI, or of UCI-Cyclone, for a UCI loop."""

    def __init__(self, loop: "Uci", cyclone: bool = False) -> None:
        self._loop, self._session, self._cyclone = loop, loop.session, cyclone
        self._milliseconds = True
        self._banned: list[str] = []

    def enter(self) -> None:
        """Teach the loop, and answer its first word."""
        if DEFAULT_GAME in self._session.catalog:
            self._session.select(DEFAULT_GAME)
        self._loop.teach({"position": self._position, "go": self._go})
        if self._cyclone:
            self._loop.release()
            return
        self._loop.teach({"ucci": self._ucci, "setoption": self._setoption, "banmoves": self._banmoves})
        self._ucci("")

    def _ucci(self, rest: str) -> None:
        from engine.protocols.about import AUTHOR, NAME, VERSION

        lines = []
        for option, line in announced(self._session.catalog.names(), self._session.spec.name):
            name = _NAMES.get(option.name, option.name.replace(" ", "_"))
            lines.append(line.replace(f"option name {option.name} ", f"option {name} ", 1))
        lines.append("option usemillisec type check default true")
        self._loop.output.lines([f"id name {NAME} {VERSION}", f"id author {AUTHOR}", *lines, "ucciok"])
        self._loop.release()
        self._session.loader.want(self._session.spec)

    def _setoption(self, rest: str) -> None:
        words = rest.split()
        if words[:1] == ["name"] and "value" in words:
            words = words[1:]
            words.remove("value")
        name, value = (words[0] if words else ""), " ".join(words[1:])
        if name == "usemillisec":
            self._milliseconds = value != "false"
            return
        known = {_NAMES.get(option.name, option.name.replace(" ", "_")).lower(): option.name for option in OPTIONS}
        option = self._session.set_option(known.get(name.lower(), name), value or EMPTY)
        if option.name == "UCI_Variant":
            self._loop.output.note(self._session.describe())

    def _position(self, rest: str) -> None:
        words = rest.split()
        moves: list[str] = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1 :]
        self._banned = []
        spec = self._session.spec
        texts = [to_uci(spec, text) for text in moves]
        if words[:1] == ["startpos"]:
            self._session.set_position(START, texts)
        elif words[:1] == ["fen"] and len(words) > 1:
            self._session.set_position(("fen", fen_to_uci(spec, " ".join(words[1:]))), texts)
        else:
            raise LionleapError(f"position: read {shown(' '.join(words[:1]))}, expected startpos or fen")

    def _banmoves(self, rest: str) -> None:
        self._banned = [to_uci(self._session.spec, text) for text in rest.split()]

    def _go(self, rest: str) -> None:
        board = self._session.board
        request = read_go([to_uci(self._session.spec, word) for word in rest.split()], board.side)
        if not self._milliseconds:
            _scale(request)
        if self._banned:
            notation = self._session.notation
            texts = [notation.write(board, move) for move in board.legal_moves()]
            request.searchmoves = [text for text in request.searchmoves or texts if text not in self._banned]
        self._session.start(request, self._report())

    def _report(self) -> Any:
        from engine.protocols.cecp_notation import RankNotation
        from engine.protocols.ucci_report import UcciReport
        from engine.protocols.uci import UciReport

        options = self._session.options
        report = UciReport if self._cyclone else UcciReport
        return report(self._loop.output, RankNotation(options.flag("UCI_Chess960")), options.flag("UCI_ShowWDL"))


def _scale(request: Go) -> None:
    """Turn the seconds of a request into milliseconds."""
    for name in _SECONDS:
        value = getattr(request, name)
        if value is not None:
            setattr(request, name, value * 1000)
