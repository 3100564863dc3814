"""A game in the terminal: the board is drawn, a move is read, the engine answers."""

from typing import TYPE_CHECKING, Any, Final

from engine.protocols.go import Go
from engine.protocols.output import Output
from engine.protocols.session import START, Session
from variants.errors import LionleapError, shown
from variants.spec import BLACK

if TYPE_CHECKING:
    from engine.board import Board

DEFAULT_SECONDS: Final = 1.0
MOST_SECONDS: Final = 3600.0
HELP: Final = """\
Type a move, such as e2e4, a7a8q (promotion), P@e5 (drop), d4e5,e5f6 (two legs) or d4d4 (pass), or:
  moves            all legal moves          undo             take your last move back
  swap             change sides             time SECONDS     how long the engine thinks
  board            draw the board           new              start again
  resign           give up                  leave            back to the command line"""


class Play:
    """One game against the engine. See engine.protocols.dialects.Guest."""

    final = False

    def __init__(self, output: Output, session: Session, name: str) -> None:
        """Begin a game, of the current kind if the name is empty. Raises VariantError."""
        self.output, self.session = output, session
        if name:
            session.select(name)
        self._moves: list[str] = []
        self._engine = BLACK
        self._seconds = DEFAULT_SECONDS
        self._over = False
        self.output.line(f"A game of {session.spec.name}. You have White. Type help for what you can do.")
        self._new()

    def obey(self, line: str) -> bool:
        """Obey one line and return whether the game goes on."""
        words = line.split()
        if not words:
            return True
        word, rest = words[0].lower(), " ".join(words[1:])
        if word in ("leave", "quit", "exit"):
            self.output.line("The game is left. Type help, or quit.")
            return False
        try:
            self._obey(word, rest, line.strip())
        except LionleapError as error:
            self.output.line(f"{error}")
        return True

    def tell(self, text: str) -> None:
        """Tell the user something."""
        self.output.line(f"({text})")

    def close(self) -> None:
        """Nothing goes on between two lines."""

    def _obey(self, word: str, rest: str, line: str) -> None:
        if word in ("help", "?"):
            self.output.lines(HELP.splitlines())
        elif word == "moves":
            board = self._board
            self.output.line(" ".join(sorted(self.session.notation.write(board, m) for m in board.legal_moves())))
        elif word in ("board", "d"):
            self._draw()
        elif word == "undo":
            self._undo()
        elif word == "swap":
            self._engine = self._board.side
            self._answer()
        elif word == "time":
            self._set_time(rest)
        elif word == "new":
            self._new()
        elif word == "resign":
            self._over = True
            self.output.line(f"{('1-0', '0-1')[self._engine]}: you resign")
        else:
            self._move(line)

    def _set_time(self, text: str) -> None:
        try:
            seconds = float(text)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= MOST_SECONDS:
            raise LionleapError(f"time: read {shown(text)}, expected seconds")
        self._seconds = seconds

    def _new(self) -> None:
        self._moves, self._over = [], False
        self.session.new_game()
        self._draw()
        if self._board.side == self._engine:
            self._answer()

    def _undo(self) -> None:
        if len(self._moves) < 1 + (self._board.side != self._engine):
            raise LionleapError("there is no move of yours to take back")
        del self._moves[-1 - (self._board.side != self._engine) :]
        self._over = False
        self._draw()

    @property
    def _board(self) -> "Board":
        self.session.set_position(START, self._moves)
        return self.session.board

    def _draw(self) -> None:
        from engine.protocols.draw import diagram

        self.output.lines(["", *diagram(self.session.spec, self._board.setup()), ""])

    def _move(self, text: str) -> None:
        from engine.protocols.cecp_notation import refusal
        from engine.protocols.notation import MoveTextError

        board = self._board
        if self._over:
            raise LionleapError("the game is over; type new, undo or leave")
        try:
            move = self.session.notation.read(board, text)
        except MoveTextError as error:
            raise LionleapError(f"{shown(text)} cannot be played: {refusal(board, text, uci=True)}") from error
        self._moves.append(self.session.notation.write(board, move))
        if not self._is_over():
            self._answer()

    def _answer(self) -> None:
        """Let the engine move."""
        report = PlayReport(self.output)
        request = Go(movetime=round(1000 * self._seconds))
        board = self._board
        self.session.start(request, report)
        self.session.wait()
        if not report.move:
            self._is_over()
            return
        text = self.session.notation.write(board, report.move)
        self._moves.append(text)
        self._draw()
        self.output.line(f"{('White', 'Black')[self._engine]} plays {text}" + " (check)" * self._board.in_check)
        self._is_over()

    def _is_over(self) -> bool:
        """Tell the result where there is one."""
        from engine.protocols.verdict import result_line

        board = self._board
        outcome = board.outcome()
        if outcome is None:
            return False
        self._over = True
        if board.side == self._engine:
            self._draw()
        self.output.line(result_line(board, outcome))
        return True


class PlayReport:
    """Keeps the move of a search. See engine.protocols.jobs.Listener."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self.move = 0

    def note(self, text: str) -> None:
        """Tell the user something."""
        self._output.line(f"({text})")

    def info(self, board: Any, info: Any) -> None:
        """Show nothing: the thoughts of the opponent are not told."""

    def finished(self, board: Any, outcome: Any) -> None:
        """Show nothing: the result is told when the game ends."""

    def done(self, board: Any, move: int, ponder: int) -> None:
        """Keep the move."""
        self.move = move

    def perft_move(self, board: Any, move: int, count: int) -> None:
        """Not asked for here."""

    def perft_total(self, count: int) -> None:
        """Not asked for here."""
