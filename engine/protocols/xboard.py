"""CECP, the protocol of XBoard and WinBoard: reads lines, drives the session, writes lines.

The thread that reads obeys one command after the other. A search has a thread of its own, which also plays the move
that it found; `_lock` keeps the two apart. Nothing here imports the compiled core before a GUI has its first answer.
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
from engine.protocols.go import Go
from engine.protocols.options import Kind, find
from engine.protocols.output import Output
from engine.protocols.session import Session
from variants.errors import LionleapError
from variants.spec import BLACK, WHITE

if TYPE_CHECKING:
    from engine.board import Board, Outcome
    from engine.protocols.cecp_report import CecpReport, Purpose, Task
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
        self._analyzing = False
        self._over = False  # a result was told or heard
        self._post = self._ponder = False
        self._task: Task | None = None
        self._expected: str | None = None  # the move whose answer is searched in the opponent's time
        self._score = 0  # of the last move, from the engine's side
        self._pongs: list[str] = []  # to answer after the move
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
            "ping": self._ping,
            "memory": lambda rest: self._set("Hash", rest),
            "cores": lambda rest: self._set("Threads", rest),
            "hard": self._hard,
            "easy": self._easy,
            "post": lambda rest: setattr(self, "_post", True),
            "nopost": lambda rest: setattr(self, "_post", False),
            "analyze": self._analyze,
            ".": self._progress,
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
        self.session.stop()

    def _error(self, reason: str, line: str) -> None:
        self.output.line(f"Error ({reason}): {line[:200]}")

    def _quit(self, rest: str) -> None:
        self._ended = True
        self._cancel()

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
        self._cancel()
        self._analyzing, self._engine = False, BLACK
        self._clock.reset()
        self._position.want(ORTHODOX)
        self._restart()
        self.session.new_game()

    def _variant(self, name: str) -> None:
        spec, _ = find_game(self.session.catalog, name)
        self._cancel()
        self._position.want(name)
        if not built_in(name):
            self.output.lines(setup_lines(spec))
        self._position.settle()
        self._restart()

    def _restart(self) -> None:
        """Forget how the last game stood."""
        self._over, self._score = False, 0
        self._forget_marks()

    def _forget_marks(self) -> None:
        if self._marks is not None:
            self._marks.forget()

    @property
    def _board(self) -> "Board":
        """The position, brought up to date."""
        return self._position.board

    def _setboard(self, text: str) -> None:
        self._cancel()
        try:
            self._position.set_up(text)
            self._restart()
        except LionleapError as error:
            self.output.line(f"tellusererror Illegal position: {error}")
        self._after_change()

    def _turn(self, side: int) -> None:
        """Obey `white` and `black`: give the turn to a side, and the other one to the engine."""
        self._cancel()
        self._position.give_turn(side)
        self._engine = 1 - side

    def _undo(self, number: int) -> None:
        self._cancel()
        self._position.undo(number)
        self._over = False
        self._after_change()

    def _after_change(self) -> None:
        """Analyse on after the position has changed."""
        self._forget_marks()
        if self._analyzing:
            self._start_analysis()

    def _show(self, rest: str) -> None:
        from engine.protocols.draw import picture

        self.output.lines(picture(self._board))

    # --- moves ----------------------------------------------------------------------------------------------------

    def _usermove(self, text: str) -> None:
        from engine.protocols.notation import MoveTextError

        board = self._board
        if self._playing:
            self.output.line(f"Illegal move (it is not your turn): {text}")
            return
        try:
            move = self._position.notation.read(board, text)
        except MoveTextError as error:
            self.output.line(f"Illegal move ({error}): {text}")
            return
        played = self._position.text(move)
        hit = self._task is not None and played == self._expected
        if not hit:
            self._cancel()
        board = self._position.push(move)
        self._forget_marks()
        if hit:
            self._hit()
        elif self._analyzing:
            self._start_analysis()
        elif self._engine == board.side and not self._over:
            self._think()

    def _hit(self) -> None:
        """Go on with the search for the answer to the move that was played."""
        from engine.protocols.cecp_report import Purpose

        assert self._task is not None
        self._task.purpose, self._expected = Purpose.PLAY, None
        if self._claim(self._board):
            self._cancel()
            return
        self.session.ponderhit()

    def _move_now(self, rest: str) -> None:
        if self._playing:
            self.session.stop()

    def _force(self, rest: str) -> None:
        self._cancel()
        self._engine = None

    def _go(self, rest: str) -> None:
        board = self._board
        if self._playing:
            return
        self._cancel()
        self._analyzing, self._over = False, False
        self._engine = board.side
        self._think()

    def _playother(self, rest: str) -> None:
        board = self._board
        self._cancel()
        self._analyzing = False
        self._engine = 1 - board.side

    # --- thinking -------------------------------------------------------------------------------------------------

    @property
    def _playing(self) -> bool:
        """Whether the engine is thinking about its move."""
        from engine.protocols.cecp_report import Purpose

        return self._task is not None and self._task.purpose is Purpose.PLAY

    def _cancel(self) -> None:
        """End what is running without a move."""
        self._expected = None
        if self._task is not None:
            self._task.cancelled = True
            self._task = None
            self.session.stop()
        self._answer_pings()

    def _think(self) -> None:
        from engine.protocols.cecp_report import Purpose

        board = self._board
        if self._claim(board):
            return
        request = self._clock.request(board.side, self._played)
        request.searchmoves = self._position.root_moves()
        self._start(request, Purpose.PLAY)

    @property
    def _played(self) -> int:
        """How many moves the engine has made."""
        return len(self._position.moves) // 2

    def _start(self, request: Go, purpose: "Purpose") -> None:
        from engine.protocols.cecp_report import Task

        self._task = Task(purpose)
        self.session.start(request, self._report(self._task))

    def _report(self, task: "Task") -> "CecpReport":
        from engine.protocols.cecp_report import CecpReport

        return CecpReport(task, self._position.notation, self.tell, self._write_thought, self._done)

    def _write_thought(self, text: str) -> None:
        if self._post or self._analyzing:
            self.output.line(text)

    def _done(self, task: "Task", move: int, ponder: int) -> None:
        """Play what a search found. Called from its thread."""
        from engine.protocols.cecp_report import Purpose

        with self._lock:
            if task.cancelled or task is not self._task or task.purpose is not Purpose.PLAY:
                return
            self._task = None
            try:
                self._play(task, move, ponder)
            except Exception as error:  # the engine goes on whatever happens
                self.tell(f"internal error: {type(error).__name__}: {error}")
            self._answer_pings()

    def _play(self, task: "Task", move: int, ponder: int) -> None:
        board = self._board
        if not move:
            if not self._claim(board):
                self.tell("there is no move to play in this position")
            return
        lines = self._position.notation.lines(board, move)
        board = self._position.push(move)
        if task.last is not None:
            self._score = task.last.score
            self._clock.spend(task.last.time_ms)
        self.output.lines([f"move {text}" for text in lines])
        self._forget_marks()
        if not self._claim(board) and self._ponder and not self._analyzing:
            self._start_pondering(board, ponder)

    def _start_pondering(self, board: "Board", expected: int) -> None:
        """Search the answer to the expected move, if it leads to a position where something is to be searched."""
        from engine.protocols.cecp_report import Purpose

        if not expected or expected not in board.legal_moves():
            return
        text = self._position.text(expected)
        board.push(expected)
        try:
            if board.outcome() is None:
                request = self._clock.request(board.side, self._played)
                request.searchmoves = self._position.root_moves()
                request.ponder = True
                self._expected = text
                self._start(request, Purpose.PONDER)
        finally:
            board.pop()

    def _claim(self, board: "Board") -> bool:
        """Tell the result of a game that has ended, once."""
        outcome = board.outcome()
        if outcome is None:
            return False
        if not self._over:
            self._over = True
            self.output.line(result_line(board, outcome))
        return True

    def _hard(self, rest: str) -> None:
        self._ponder = True

    def _easy(self, rest: str) -> None:
        self._ponder = False
        if self._expected is not None:
            self._cancel()

    def _ping(self, rest: str) -> None:
        """Answer when everything before is done: after the move, if the engine is thinking about one."""
        if self._playing:
            self._pongs.append(rest)
            return
        if self._task is None:
            self._position.settle()
            self.session.ready()
        self.output.line(f"pong {rest}")

    def _answer_pings(self) -> None:
        pongs, self._pongs = self._pongs, []
        for text in pongs:
            self.output.line(f"pong {text}")

    def _draw(self, rest: str) -> None:
        """Accept a draw where the last search saw the engine behind."""
        if self._score <= DRAW_SCORE:
            self.output.line("offer draw")

    def _result(self, rest: str) -> None:
        self._cancel()
        self._over = True

    # --- analysis -------------------------------------------------------------------------------------------------

    def _analyze(self, rest: str) -> None:
        self._cancel()
        self._analyzing, self._engine = True, None
        self._start_analysis()

    def _start_analysis(self) -> None:
        from engine.protocols.cecp_report import Purpose

        self._cancel()
        self._board  # noqa: B018
        self._start(Go(infinite=True), Purpose.ANALYZE)

    def _progress(self, rest: str) -> None:
        """Answer `.`: hundredths of a second, nodes, depth, moves left and moves in all."""
        last = self._task.last if self._task is not None else None
        if self._analyzing and last is not None:
            total = len(self._board.legal_moves())
            self.output.line(f"stat01: {last.time_ms // 10} {last.nodes} {last.depth} 0 {total}")

    def _exit(self, rest: str) -> None:
        self._cancel()
        self._analyzing = False

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


def result_line(board: "Board", outcome: "Outcome") -> str:
    """Return the result with its reason, such as `1-0 {White mates}`."""
    from engine.outcome import CHECKMATE
    from engine.protocols.verdict import NAMES, points, words

    reason = words(board, outcome)
    if outcome.reason == CHECKMATE and outcome.value < 0:
        reason = f"{NAMES[1 - board.side]} mates"
    return f"{points(board, outcome)} {{{reason[0].upper() + reason[1:]}}}"
