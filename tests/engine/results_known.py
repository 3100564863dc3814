"""Where our rules deviate from Fairy-Stockfish's on purpose; docs/variants.md has the reasons."""

from typing import Final

from engine.endings import DEAD, REPETITION

# Reasons for which a game ends with us and not with the peer, by game.
OWN_RESULTS: Final[dict[str, tuple[int, ...]]] = {
    "chess": (DEAD,),
    "losalamos": (DEAD,),
    "yarishogi": (REPETITION,),
}
# Games whose positions we write otherwise.
OWN_TEXTS: Final[tuple[str, ...]] = (
    # a promotion restarts the half-move counter
    "kyotoshogi",
    "micro",
    # squares of en passant are named only where a man can take; the peer names them after every double step
    "berolina",
    "pawnback",
    "pawnsideways",
    "petrified",
    "wolf",
)
