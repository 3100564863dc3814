"""Where our rules deviate from Fairy-Stockfish's on purpose; docs/games.md has the reasons."""

from typing import Final

from engine.endings import DEAD, REPETITION

# Reasons for which a game ends with us and not with the peer, by game.
OWN_RESULTS: Final[dict[str, tuple[int, ...]]] = {
    "chess": (DEAD,),
    "losalamos": (DEAD,),
    "yarishogi": (REPETITION,),
}
# Games whose positions we write otherwise.
OWN_TEXTS: Final[tuple[str, ...]] = ("kyotoshogi", "micro")  # a promotion restarts the half-move counter
