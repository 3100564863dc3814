"""USI, the protocol of Shogi programs, for any game: squares counted from Black's corner of a diagram, SFEN, byoyomi.

It is the UCI loop with other words. The side that moves first is called black here and has `btime`; inside it is White.
"""

import re
from typing import TYPE_CHECKING, Any, Final

from engine.protocols.go import read_go
from engine.protocols.options import EMPTY, OPTIONS, Option, announced
from engine.protocols.session import START
from variants.errors import LionleapError, shown
from variants.fen import FILE_LETTERS
from variants.spec import VariantSpec

if TYPE_CHECKING:
    from engine.protocols.uci import Uci

DEFAULT_GAME: Final = "shogi"  # of the protocol, where a definition with that name is loaded
_USI_NAMES: Final = ("Hash", "Ponder", "MultiPV")
_SETOPTION: Final = re.compile(r"name\s+(?P<name>\S+)(?:\s+value(?:\s+(?P<value>.*))?)?\s*", re.DOTALL)
_SQUARE: Final = re.compile(r"([0-9]{1,2})([a-p])")
_UCI_SQUARE: Final = re.compile(r"([a-p])([0-9]{1,2})")
_MOVE: Final = re.compile(r"(?:[0-9]{1,2}[a-p]){2,3}[+=a-z]?")
_DROP: Final = re.compile(r"([A-Za-z])\*([0-9]{1,2}[a-p])")
_CLOCKS: Final = {"btime": "wtime", "wtime": "btime", "binc": "winc", "winc": "binc"}


def option_name(option: Option) -> str:
    """Return the name of an option, which has no blanks."""
    name = option.name.replace(" ", "_")
    return f"USI_{name}" if name in _USI_NAMES else re.sub("^UCI_", "USI_", name)


def square_to_usi(spec: VariantSpec, name: str) -> str:
    """Return a square such as `e4` as USI calls it."""
    return f"{spec.files - FILE_LETTERS.index(name[0])}{FILE_LETTERS[spec.ranks - int(name[1:])]}"


def square_from_usi(spec: VariantSpec, name: str) -> str:
    """Return a square such as `5e` as UCI calls it, perhaps none of the board."""
    file, rank = spec.files - int(name[:-1]), spec.ranks - FILE_LETTERS.index(name[-1])
    return f"{FILE_LETTERS[file] if 0 <= file < len(FILE_LETTERS) else '?'}{rank}"


def to_usi(spec: VariantSpec, text: str) -> str:
    """Return a move of UCI as USI writes it. Two legs are three squares."""
    if "@" in text and "," not in text:
        letter, _, square = text.partition("@")
        return f"{letter}*{square_to_usi(spec, square)}"
    legs = text.split(",")
    if len(legs) == 2 and "@" not in text:
        squares = [read[0] for leg in legs for read in _UCI_SQUARE.finditer(leg)]
        if len(squares) == 4:
            return "".join(square_to_usi(spec, square) for square in (squares[0], squares[1], squares[3]))
    return _UCI_SQUARE.sub(lambda read: square_to_usi(spec, read[0]), text)


def to_uci(spec: VariantSpec, text: str) -> str:
    """Return a move of USI as UCI writes it; what is none stays as it is."""
    drop = _DROP.fullmatch(text)
    if drop:
        return f"{drop[1].upper()}@{square_from_usi(spec, drop[2])}"
    if not _MOVE.fullmatch(text):
        return text
    squares = [square_from_usi(spec, read[0]) for read in _SQUARE.finditer(text)]
    rest = _SQUARE.sub("", text)
    if len(squares) == 3:
        return f"{squares[0]}{squares[1]},{squares[1]}{squares[2]}"
    return squares[0] + squares[1] + rest


class Usi:
    """The words of USI for a UCI loop."""

    def __init__(self, loop: "Uci") -> None:
        self._loop, self._session = loop, loop.session

    def enter(self) -> None:
        """Teach the loop, and answer its first `usi`."""
        if DEFAULT_GAME in self._session.catalog:
            self._session.select(DEFAULT_GAME)
        self._loop.teach(
            {
                "usi": self._usi,
                "usinewgame": lambda rest: self._session.new_game(),
                "setoption": self._setoption,
                "position": self._position,
                "go": self._go,
                "gameover": lambda rest: self._session.stop(),
            }
        )
        self._usi("")

    def _usi(self, rest: str) -> None:
        from engine.protocols.about import AUTHOR, NAME, VERSION

        lines = []
        for option, line in announced(self._session.catalog.names(), self._session.spec.name):
            lines.append(line.replace(f"name {option.name} ", f"name {option_name(option)} ", 1))
        self._loop.output.lines([f"id name {NAME} {VERSION}", f"id author {AUTHOR}", *lines, "usiok"])
        self._loop.release()
        self._session.loader.want(self._session.spec)

    def _setoption(self, rest: str) -> None:
        read = _SETOPTION.fullmatch(rest)
        name = read["name"] if read else ""
        known = {option_name(option).lower(): option.name for option in OPTIONS}
        name = known.get(name.lower(), name.replace("_", " ") if name.lower() == "clear_hash" else name)
        option = self._session.set_option(name, (read["value"] if read else "") or EMPTY)
        if option.name == "UCI_Variant":
            self._loop.output.note(self._session.describe())

    def _position(self, rest: str) -> None:
        words = rest.split()
        moves: list[str] = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1 :]
        spec = self._session.spec
        texts = [to_uci(spec, text) for text in moves]
        if words[:1] == ["startpos"]:
            self._session.set_position(START, texts)
        elif words[:1] in (["sfen"], ["fen"]):
            self._session.set_position((words[0], " ".join(words[1:])), texts)
        else:
            raise LionleapError(f"position: read {shown(' '.join(words[:1]))}, expected startpos or sfen")

    def _go(self, rest: str) -> None:
        words = rest.split()
        if words[:1] == ["mate"]:
            self._loop.output.line("checkmate notimplemented")
            return
        spec = self._session.spec
        words = [to_uci(spec, _CLOCKS.get(word, word)) for word in words]
        request = read_go(words, self._session.board.side)
        self._session.start(request, self._report())

    def _report(self) -> Any:
        from engine.protocols.usi_report import UsiNotation, UsiReport

        session = self._session
        notation = UsiNotation(session.options.flag("UCI_Chess960"))
        return UsiReport(self._loop.output, notation, session.options.flag("UCI_ShowWDL"))
