"""The oracle's front door: `Oracle(name).start()`, `.from_fen(fen)`, and the functions of `base`."""

from __future__ import annotations

from tests.oracle.base import (
    MATE,
    Pos,
    Result,
    Rules,
    alphabeta,
    by_rule,
    checks,
    checks_or_king_steps,
    divide,
    immediate,
    mate_distance,
    mate_in,
    minimax,
    perft,
    wins,
)
from tests.oracle.chessgames import ChessRules, LionRules, PieceGame
from tests.oracle.drops import Leaperhouse, Okisaki, Yari
from tests.oracle.frolov import PRESETS, FrolovRules, Options

GAMES = ("chess", "leaperhouse", "okisakishogi", "yarishogi", "mightylion", "frolov10x10")


class Oracle:
    """The rules of one game by name, or of a `PieceGame`.  `options` are those of the 104-square game."""

    def __init__(self, game: str | Rules, chess960: bool = False, options: Options | None = None) -> None:
        self.rules: Rules
        if isinstance(game, Rules):
            self.rules = game
        elif game == "chess":
            self.rules = ChessRules(chess960)
        elif game in PRESETS:
            self.rules = FrolovRules(options or PRESETS[game])
        else:
            self.rules = {
                "leaperhouse": Leaperhouse,
                "okisakishogi": Okisaki,
                "yarishogi": Yari,
                "mightylion": LionRules,
            }[game]()
        self.name = self.rules.name

    def start(self) -> Pos:
        """The start position."""
        return self.from_fen(self.rules.start)

    def from_fen(self, fen: str) -> Pos:
        """Read a FEN; "startpos" is the start position."""
        return self.rules.from_fen(self.rules.start if fen == "startpos" else fen)


__all__ = [
    "GAMES",
    "MATE",
    "Options",
    "Oracle",
    "PieceGame",
    "Pos",
    "Result",
    "alphabeta",
    "by_rule",
    "checks",
    "checks_or_king_steps",
    "divide",
    "immediate",
    "mate_distance",
    "mate_in",
    "minimax",
    "perft",
    "wins",
]
