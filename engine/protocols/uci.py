"""UCI: reads lines, drives the session, writes lines.

One thread reads and obeys, one command after the other. Searches, perft and the loading of kernels have threads of
their own, so that `stop`, `isready` and `quit` are always read.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

from engine.protocols.about import AUTHOR, NAME, VERSION
from engine.protocols.dialects import DIALECTS, Guest, enter
from engine.protocols.go import read_go
from engine.protocols.options import OPTIONS, Kind
from engine.protocols.output import Output
from engine.protocols.session import START, Session
from variants.catalog import Catalog
from variants.errors import LionleapError, shown
from variants.sections import MAX_LINES

HELP: Final = """\
Lionleap is a chess engine for many games. It is made for graphical programs that speak UCI; by hand, try:
  uci                                        list the options, among them UCI_Variant with all games
  setoption name UCI_Variant value leaperhouse
  position startpos moves i1g2               set up a position; also: position fen FEN moves ...
  d                                          show the board
  go movetime 1000                           think; also: depth N, nodes N, mate N, infinite, perft N
  stop                                       end thinking
  load FILE                                  add the games of an ini file; check FILE only looks for mistakes
  eval, flip, bench, compiler                what the position is worth, change colours, speed, versions
  play [GAME]                                play a game here against the engine
  quit"""

QUIT_SECONDS: Final = 2.0  # a search that has not answered by then is left behind
_SETOPTION: Final = re.compile(r"name\s+(?P<name>.*?)(?:\s+value(?:\s+(?P<value>.*))?)?\s*", re.DOTALL)
_HERE_DOCUMENT: Final = re.compile(r"<<\s*(\S+)")


class Uci:
    """The UCI loop over one session."""

    def __init__(self, output: Output, catalog: Catalog | None = None, autoload: bool = True) -> None:
        self.output = output
        self._held: list[str] | None = []  # what is told before the first answer
        self.session = Session(self._tell, catalog)
        if autoload:
            self.session.autoload()
        self._ended = False
        self.unfinished = False
        self.guest: Guest | None = None  # who reads the lines now
        self._document: tuple[str, str, list[str]] | None = None  # command, mark and lines of a here-document
        self._use_text: Callable[[str], None] = self.session.load_text
        self._commands: dict[str, Callable[[str], None]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": lambda rest: self.session.stop(),
            "ponderhit": lambda rest: self.session.ponderhit(),
            "ucinewgame": lambda rest: self.session.new_game(),
            "quit": self._quit,
            "d": self._show,
            "eval": self._eval,
            "flip": lambda rest: self.session.flip(),
            "compiler": self._compiler,
            "bench": self._bench,
            "load": self._load,
            "check": self._check,
            "help": lambda rest: self.output.lines(HELP.splitlines()),
            "debug": lambda rest: None,
            "register": lambda rest: None,
        }
        self.teach({word: partial(enter, self, word) for word in DIALECTS})

    def teach(self, commands: dict[str, Callable[[str], None]]) -> None:
        """Obey further commands, or these instead of those of the same name."""
        self._commands |= commands

    # --- the loop -------------------------------------------------------------------------------------------------

    def run(self, lines: Iterable[str]) -> int:
        """Obey lines until `quit` or their end, and return the exit status."""
        try:
            for line in lines:
                self.obey(line)
                if self._ended or self.output.broken:
                    break
        except KeyboardInterrupt:
            self.session.stop()
        return self.close()

    def close(self) -> int:
        """End what is running and return the exit status; `unfinished` tells whether something goes on."""
        if self._document is not None:
            self.output.note(f"{self._document[0]}: the input ended before the line {shown(self._document[1])}")
        if self.guest is not None:
            self.guest.close()
        ended = self.session.finish(QUIT_SECONDS)
        self.output.discard()
        self.unfinished = not ended or self.session.loader.busy
        return 0

    def obey(self, line: str) -> None:
        """Obey one line. Whatever it holds, at most an `info string` is the answer."""
        self.output.heard(line.rstrip("\r\n"))
        if self.guest is not None:
            self._let_guest_obey(self.guest, line)
            return
        if self._document is not None:
            self._continue_document(line)
            return
        words = line.split(maxsplit=1)
        if not words or words[0].startswith("#"):
            return
        word, rest = words[0], words[1].strip() if len(words) > 1 else ""
        if word not in ("uci", *DIALECTS):
            self.release()
        command = self._commands.get(word)
        try:
            if command is not None:
                command(rest)
            else:
                self.output.line(f"Unknown command: {cut(line.strip())}")
        except LionleapError as error:
            self.output.note(str(error))
        except Exception as error:  # the engine goes on whatever happens
            self.output.note(f"internal error: {type(error).__name__}: {error}")

    def _let_guest_obey(self, guest: Guest, line: str) -> None:
        try:
            goes_on = guest.obey(line)
        except Exception as error:  # the engine goes on whatever happens
            guest.tell(f"internal error: {type(error).__name__}: {error}")
            return
        if not goes_on:
            self._ended = guest.final
            self.guest = None

    def _tell(self, text: str) -> None:
        if self._held is not None:
            self._held.append(text)
        elif self.guest is not None:
            self.guest.tell(text)
        else:
            self.output.note(text)

    def release(self) -> None:
        """Show what was told before the first answer, and from now on everything at once."""
        held, self._held = self._held or [], None
        for text in held:
            self._tell(text)

    # --- the protocol ---------------------------------------------------------------------------------------------

    def _uci(self, rest: str) -> None:
        names = self.session.catalog.names()
        options = [option.uci(names if option.kind is Kind.COMBO else ()) for option in OPTIONS]
        self.output.lines([f"id name {NAME} {VERSION}", f"id author {AUTHOR}", "", *options, "uciok"])
        self.release()
        self.session.loader.want(self.session.spec)

    def _isready(self, rest: str) -> None:
        try:
            self.session.ready()
        finally:
            self.output.line("readyok")

    def _setoption(self, rest: str) -> None:
        read = _SETOPTION.fullmatch(rest)
        option = self.session.set_option(read["name"] if read else "", (read["value"] if read else "") or "")
        if option.name == "UCI_Variant":
            self.output.note(self.session.describe())
        elif option.name == "Debug Log File":
            try:
                self.output.log_to(self.session.options.text(option.name))
            except OSError as error:
                self.output.note(f"Debug Log File: {error.strerror}: {shown(self.session.options.text(option.name))}")

    def _position(self, rest: str) -> None:
        words = rest.split()
        moves: list[str] = []
        if "moves" in words:
            at = words.index("moves")
            words, moves = words[:at], words[at + 1 :]
        kind = words[0] if words else ""
        if kind == "startpos":
            self.session.set_position(START, moves)
        elif kind in ("fen", "sfen"):
            self.session.set_position((kind, " ".join(words[1:])), moves)
        else:
            raise LionleapError(f"position: read {shown(kind)}, expected startpos, fen or sfen")

    def _go(self, rest: str) -> None:
        request = read_go(rest.split(), self.session.board.side)
        self.session.start(request, self.report())

    def report(self) -> "UciReport":
        """Return the writer of a search with the options as they are now."""
        options = self.session.options
        return UciReport(self.output, self.session.notation, options.flag("UCI_ShowWDL"))

    def _quit(self, rest: str) -> None:
        self._ended = True

    # --- further commands -----------------------------------------------------------------------------------------

    def _show(self, rest: str) -> None:
        from engine.protocols.draw import picture

        self.output.lines(picture(self.session.board, self.session.options.flag("UCI_Chess960")))

    def _eval(self, rest: str) -> None:
        from eval.network_file import NO_NETWORK
        from eval.single import Judge

        board = self.session.board
        network = self.session.network(board.game)

        def shown_by(used: Any) -> str:
            value = Judge(board.game, used).value(board)
            return f"{(-value if board.side else value) / 100:+.2f} (white side)"

        if network.lanes:
            self.output.line(f"Classical evaluation {shown_by(NO_NETWORK)}")
            self.output.line(f"NNUE evaluation {shown_by(network)}")
        self.output.line(f"Final evaluation {shown_by(network)}")

    def _compiler(self, rest: str) -> None:
        from engine.protocols.versions import versions

        self.output.lines(versions())

    def _bench(self, rest: str) -> None:
        from bench.signature import run

        self.session.finish(QUIT_SECONDS)
        self.output.lines(run(rest.split(), self.output.line, self.session.catalog, self.session.tell))

    def _load(self, rest: str) -> None:
        self._with_text("load", rest, self.session.load, self.session.load_text)

    def _check(self, rest: str) -> None:
        catalog = self.session.catalog
        self._with_text(
            "check",
            rest,
            lambda path: self._notes(catalog.check_file(path).lines()),
            lambda text: self._notes(catalog.check_text(text).lines()),
        )

    def _notes(self, lines: list[str]) -> None:
        for line in lines:
            self.output.note(line)

    # --- here-documents -------------------------------------------------------------------------------------------

    def _with_text(
        self, command: str, rest: str, use_file: Callable[[str], None], use_text: Callable[[str], None]
    ) -> None:
        document = _HERE_DOCUMENT.fullmatch(rest)
        if document:
            self._document = (command, document[1], [])
            self._use_text = use_text
        elif rest:
            use_file(rest)
        else:
            raise LionleapError(f"{command}: read nothing, expected a file, or <<MARK and lines up to MARK")

    def _continue_document(self, line: str) -> None:
        assert self._document is not None
        command, mark, lines = self._document
        if line.strip() != mark:
            if len(lines) <= MAX_LINES:  # one more than is read, so that the reader tells
                lines.append(line.rstrip("\r\n"))
            return
        self._document = None
        try:
            self._use_text("\n".join(lines) + "\n")
        except LionleapError as error:
            self.output.note(str(error))


class UciReport:
    """Writes what a search finds. See engine.protocols.jobs.Listener."""

    def __init__(self, output: Output, notation: Any, show_wdl: bool) -> None:
        self._output, self._notation, self._show_wdl = output, notation, show_wdl

    def note(self, text: str) -> None:
        """Tell the user something."""
        self._output.note(text)

    def info(self, board: Any, info: Any) -> None:
        """Write the line of an iteration."""
        from engine.protocols.info import info_line

        self._output.line(info_line(board, info, self._notation, self._show_wdl))

    def finished(self, board: Any, outcome: Any) -> None:
        """Write the line of a root where nothing can be searched."""
        from engine.protocols.info import finished_line

        self._output.line(finished_line(outcome.value if outcome else 0, self._show_wdl))

    def done(self, board: Any, move: int, ponder: int) -> None:
        """Write the move."""
        if not move:
            self._output.line("bestmove (none)")
            return
        text = f"bestmove {self._notation.write(board, move)}"
        if ponder:
            board.push(move)
            if ponder in board.legal_moves():
                text += f" ponder {self._notation.write(board, ponder)}"
            board.pop()
        self._output.line(text)

    def perft_move(self, board: Any, move: int, count: int) -> None:
        """Write the count of a root move."""
        self._output.line(f"{self._notation.write(board, move)}: {count}")

    def perft_total(self, count: int) -> None:
        """Write the sum."""
        self._output.lines(["", f"Nodes searched: {count}", ""])


def cut(text: str) -> str:
    """Return at most two hundred characters of a line."""
    return text if len(text) <= 200 else text[:197] + "..."
