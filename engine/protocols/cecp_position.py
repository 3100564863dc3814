"""The game and the position of CECP, which is told in pieces: `new`, `variant`, `setboard`, moves, `undo`."""

from typing import TYPE_CHECKING

from engine.protocols.cecp_names import ORTHODOX, find_game
from engine.protocols.cecp_squares import fen_to_uci
from engine.protocols.options import find
from engine.protocols.session import START, Session
from variants.errors import LionleapError

if TYPE_CHECKING:
    from engine.board import Board
    from engine.protocols.cecp_notation import CecpNotation


class Position:
    """The root and the moves since then, kept in UCI's form, on top of a session.

    plain : whether the engine keeps to moves that XBoard can show
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.plain = True
        self.moves: list[str] = []  # from the root
        self._fen: str | None = None  # of the root, None for the start
        self._game: str | None = ORTHODOX  # that will be selected before the position is needed

    def want(self, name: str) -> None:
        """Begin a game of that name when its position is needed: another name may follow at once."""
        self._game = name
        self.begin(None)

    def settle(self) -> None:
        """Select the game that was wanted last."""
        if self._game is None:
            return
        spec, shuffled = find_game(self.session.catalog, self._game)
        self._game = None
        self.session.options.put(find("UCI_Chess960"), "true" if shuffled else "false")
        self.session.select(spec.name)

    def begin(self, fen: str | None) -> None:
        """Start from a position, None for the start."""
        self._fen, self.moves = fen, []

    def set_up(self, text: str) -> None:
        """Start from a FEN of CECP. LionleapError, and nothing changes, where it cannot be."""
        self.settle()
        before = self._fen, self.moves
        self.begin(fen_to_uci(self.session.spec, text) if text else "")
        try:
            self.board  # noqa: B018
        except LionleapError:
            self._fen, self.moves = before
            self.board  # noqa: B018
            raise

    def give_turn(self, side: int) -> None:
        """Give the turn to a side."""
        board = self.board
        if board.side != side:
            setup = board.setup()
            setup.side, setup.en_passant = side, ()
            self.begin(setup.fen(self.session.spec))

    def push(self, move: int) -> "Board":
        """Play a legal move and return the board."""
        self.moves.append(self.text(move))
        return self.board

    def undo(self, number: int) -> None:
        """Take moves back."""
        if len(self.moves) < number:
            raise LionleapError("there is no move to take back")
        del self.moves[len(self.moves) - number :]

    @property
    def board(self) -> "Board":
        """The board, brought up to date."""
        self.settle()
        self.session.set_position(START if self._fen is None else ("fen", self._fen), self.moves)
        return self.session.board

    @property
    def notation(self) -> "CecpNotation":
        """How moves are written in CECP now."""
        from engine.protocols.cecp_notation import CecpNotation

        return CecpNotation(self.session.options.flag("UCI_Chess960"))

    def text(self, move: int) -> str:
        """Return a legal move in UCI's form."""
        return self.session.notation.write(self.session.board, move)

    def allowed(self) -> list[int]:
        """Return what the engine may play, and what is marked for a lifted man."""
        from engine.protocols.cecp_plain import plain_moves

        board = self.session.board
        return plain_moves(board) if self.plain else board.legal_moves()

    def root_moves(self) -> list[str] | None:
        """Return the texts of what the engine may play where that is not everything."""
        moves = self.allowed()
        if len(moves) == len(self.session.board.legal_moves()):
            return None
        return [self.text(move) for move in moves]
