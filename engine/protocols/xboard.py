"""CECP, the protocol of XBoard and WinBoard: reads lines, drives the session, writes lines.

The thread that reads obeys one command after the other; cecp_thinking.py has what runs beside it. Nothing here imports
the compiled core before a GUI has its first answer.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.protocols.cecp_clock import Clock
from engine.protocols.cecp_features import PLAIN, feature_lines
from engine.protocols.cecp_names import ORTHODOX, built_in, find_game
from engine.protocols.cecp_position import Position
from engine.protocols.cecp_setup import setup_lines
from engine.protocols.cecp_squares import looks_like_move
from engine.protocols.cecp_thinking import Thinking
from engine.protocols.options import Kind, find
from engine.protocols.output import Output
from engine.protocols.session import Session
from variants.errors import LionleapError
from variants.spec import BLACK, WHITE

if TYPE_CHECKING:
    from engine.board import Board
    from engine.protocols.highlight import Highlight

_IGNORED: Final = (
    "xboard accepted rejected random computer name rating ics hint bk nps egtpath bogus pause resume exclude include "
    "setscore hover partner ptell holding debug"
).split()
DRAW_SCORE: Final = -100  # a draw is accepted from here down; arbitrary


class Xboard:
    """The CECP loop over one session. See engine.protocols.dialects.Guest."""

    final = True

    def __init__(self, output: Output, session: Session) -> None:
        self.output, self.session = output, session
        self._ended = False
        self._lock = threading.RLock()
        self._clock = Clock()
        self._position = Position(session)
        self._engine: int | None = BLACK  # the side that the engine plays, None: it only keeps the position
        self._thinking = Thinking(output, self._position, self._clock, self._lock, self.tell, self._forget_marks)
        self._marks: Highlight | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "protover": self._protover,
            "new": self._new,
            "variant": self._variant,
            "setboard": self._setboard,
            "usermove": self._usermove,
            "force": self._force,
            "go": self._go,
            "playother": self._playother,
            "white": lambda rest: self._turn(WHITE),
            "black": lambda rest: self._turn(BLACK),
            "level": self._clock.level,
            "st": self._clock.st,
            "sd": self._clock.sd,
            "time": self._clock.time,
            "otim": self._clock.otim,
            "ping": self._thinking.pong,
            "memory": lambda rest: self._set("Hash", rest),
            "cores": lambda rest: self._set("Threads", rest),
            "hard": lambda rest: setattr(self._thinking, "ponder", True),
            "easy": lambda rest: self._thinking.easy(),
            "post": lambda rest: setattr(self._thinking, "post", True),
            "nopost": lambda rest: setattr(self._thinking, "post", False),
            "analyze": self._analyze,
            ".": lambda rest: self._thinking.progress(),
            "exit": self._exit,
            "undo": lambda rest: self._undo(1),
            "remove": lambda rest: self._undo(2),
            "?": self._move_now,
            "draw": self._draw,
            "result": self._result,
            "option": self._option,
            "lift": self._lift,
            "put": self._put,
            "quit": self._quit,
            "d": self._show,
        }
        self._commands |= dict.fromkeys(_IGNORED, lambda rest: None)

    # --- the loop -------------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """Tell the user something; CECP has no word for that which does not open a window."""
        self.output.line("# " + " ".join(text.split()))

    def obey(self, line: str) -> bool:
        """Obey one line and return whether more may come."""
        line = line.strip()
        words = line.split(maxsplit=1)
        if words:
            self._obey(line, words)
        return not self._ended

    def _obey(self, line: str, words: list[str]) -> None:
        command = self._commands.get(words[0])
        rest = words[1].strip() if len(words) > 1 else ""
        try:
            with self._lock:
                if command is not None:
                    command(rest)
                elif looks_like_move(line):
                    self._usermove(line)
                else:
                    self._error("unknown command", line)
        except LionleapError as error:
            self._error(str(error), line)
        except Exception as error:  # the engine goes on whatever happens
            self._error(f"internal error: {type(error).__name__}: {error}", line)

    def close(self) -> None:
        """Let a search that is running move; the session is ended by its owner."""
        with self._lock:  # a search that has just ended may be about to ponder
            self._thinking.ponder = False
        self.session.stop()

    def _error(self, reason: str, line: str) -> None:
        self.output.line(f"Error ({reason}): {line[:200]}")

    def _quit(self, rest: str) -> None:
        self._ended = True
        self._thinking.cancel()

    # --- the engine introduces itself -----------------------------------------------------------------------------

    def _protover(self, rest: str) -> None:
        """Say what the engine can do at once, and that it is ready when its kernels are."""
        self.output.line("feature done=0")
        self.output.lines(feature_lines(self.session.catalog, self._position.plain))
        self._position.settle()
        self.session.game()
        self.output.line("feature done=1")

    def _set(self, name: str, text: str) -> None:
        option = find(name)
        if option.kind is Kind.SPIN and text.isascii() and text.isdecimal():
            text = str(min(max(int(text[:9]), option.low), option.high))
        self.session.set_option(name, text)

    def _option(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        if name.strip().lower() == PLAIN.lower():
            self._position.plain = value.strip() not in ("0", "false")
            return
        option = find(name)
        if option.name == "UCI_Variant":
            self._variant(value)
            return
        if option.kind is Kind.CHECK:
            value = {"1": "true", "0": "false"}.get(value.strip(), value)
        self.session.set_option(option.name, value)
        if option.name == "Debug Log File":
            try:
                self.output.log_to(self.session.options.text(option.name))
            except OSError as error:
                raise LionleapError(f"{error.strerror}") from error

    # --- games and positions --------------------------------------------------------------------------------------

    def _new(self, rest: str) -> None:
        """Begin a game of the orthodox kind; `variant` may follow before its kernels are loaded in vain."""
        self._thinking.cancel()
        self._thinking.analyzing, self._engine = False, BLACK
        self._clock.reset()
        self._position.want(ORTHODOX)
        self._restart()
        self.session.new_game()

    def _variant(self, name: str) -> None:
        spec, _ = find_game(self.session.catalog, name)
        self._thinking.cancel()
        self._position.want(name)
        if not built_in(name):
            self.output.lines(setup_lines(spec))
        self._position.settle()
        self._restart()

    def _restart(self) -> None:
        """Forget how the last game stood."""
        self._thinking.begin_game()
        self._forget_marks()

    def _forget_marks(self) -> None:
        if self._marks is not None:
            self._marks.forget()

    @property
    def _board(self) -> "Board":
        """The position, brought up to date."""
        return self._position.board

    def _setboard(self, text: str) -> None:
        self._thinking.cancel()
        try:
            self._position.set_up(text)
            self._restart()
        except LionleapError as error:
            self.output.line(f"tellusererror Illegal position: {error}")
        self._after_change()

    def _turn(self, side: int) -> None:
        """Obey `white` and `black`: give the turn to a side, and the other one to the engine."""
        self._thinking.cancel()
        self._position.give_turn(side)
        self._engine = 1 - side

    def _undo(self, number: int) -> None:
        self._thinking.cancel()
        self._position.undo(number)
        self._thinking.over = False
        self._after_change()

    def _after_change(self) -> None:
        """Analyse on after the position has changed."""
        self._forget_marks()
        if self._thinking.analyzing:
            self._thinking.analyze()

    def _show(self, rest: str) -> None:
        from engine.protocols.draw import picture

        self.output.lines(picture(self._board))

    # --- moves ----------------------------------------------------------------------------------------------------

    def _usermove(self, text: str) -> None:
        from engine.protocols.cecp_notation import refuse_half
        from engine.protocols.notation import MoveTextError

        board = self._board
        if self._thinking.playing:
            self.output.line(f"Illegal move (it is not your turn): {text}")
            return
        try:
            move = self._position.notation.read(board, text)
            if self._marks is not None and "," not in text:
                refuse_half(board, move)
        except MoveTextError as error:
            self.output.line(f"Illegal move ({error}): {text}")
            return
        played = self._position.text(move)
        hit = self._thinking.expects(played)
        if not hit:
            self._thinking.cancel()
        board = self._position.push(move)
        self._forget_marks()
        if hit:
            self._thinking.hit()
        elif self._thinking.analyzing:
            self._thinking.analyze()
        elif self._engine == board.side and not self._thinking.over:
            self._thinking.think()

    def _move_now(self, rest: str) -> None:
        if self._thinking.playing:
            self.session.stop()

    def _force(self, rest: str) -> None:
        self._thinking.cancel()
        self._engine = None

    def _go(self, rest: str) -> None:
        board = self._board
        if self._thinking.playing:
            return
        self._thinking.cancel()
        self._thinking.analyzing, self._thinking.over = False, False
        self._engine = board.side
        self._thinking.think()

    def _playother(self, rest: str) -> None:
        board = self._board
        self._thinking.cancel()
        self._thinking.analyzing = False
        self._engine = 1 - board.side

    def _draw(self, rest: str) -> None:
        """Accept a draw where the last search saw the engine behind."""
        if self._thinking.score <= DRAW_SCORE:
            self.output.line("offer draw")

    def _result(self, rest: str) -> None:
        self._thinking.cancel()
        self._thinking.over = True

    # --- analysis -------------------------------------------------------------------------------------------------

    def _analyze(self, rest: str) -> None:
        self._thinking.cancel()
        self._thinking.analyzing, self._engine = True, None
        self._thinking.analyze()

    def _exit(self, rest: str) -> None:
        self._thinking.cancel()
        self._thinking.analyzing = False

    # --- target squares -------------------------------------------------------------------------------------------

    def _lift(self, square: str) -> None:
        from engine.protocols.highlight import Highlight

        board = self._board
        if self._marks is None:
            self._marks = Highlight()
        self.output.line(self._marks.lift(board, self._position.allowed(), square))

    def _put(self, square: str) -> None:
        if self._marks is not None:
            self._marks.put(square)
