"""Playing below full strength: fewer nodes, and now and then a move that is not the best.

Nodes fall by half for every `1 / DOUBLINGS` of strength, which costs most players a steady number of Elo points; the
doubt about the scores makes the weak ones overlook things as people do, not only see less far.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

FEWEST_NODES: Final = 40  # a move at strength 0
DOUBLINGS: Final = 16  # of the nodes, from strength 0 to 1
DOUBT: Final = 120  # centipawns by which a score is doubted at strength 0, on average
LINES: Final = 5  # best moves among which a weaker side chooses
LOWEST_LEVEL: Final = -20  # of the option Skill Level
FULL_LEVEL: Final = 20
LOWEST_ELO: Final = 500  # of the option UCI_Elo; a scale of our own that orders engines, not a rating of people
FULL_ELO: Final = 2850


@dataclass(frozen=True, slots=True)
class Strength:
    """How well to play. share : 0 weakest .. 1 full strength"""

    share: float = 1.0

    @classmethod
    def of_level(cls, level: int) -> "Strength":
        """Return the strength of a skill level."""
        return cls((level - LOWEST_LEVEL) / (FULL_LEVEL - LOWEST_LEVEL))

    @classmethod
    def of_elo(cls, elo: int) -> "Strength":
        """Return the strength of a number of Elo points."""
        return cls((elo - LOWEST_ELO) / (FULL_ELO - LOWEST_ELO))

    @property
    def full(self) -> bool:
        """Whether nothing is held back."""
        return self.share >= 1.0

    @property
    def lines(self) -> int:
        """Number of best moves to look at."""
        return 1 if self.full else LINES

    def nodes(self, limit: int) -> int:
        """Return the nodes of a move, of which a user allows `limit`."""
        return limit if self.full else min(limit, round(FEWEST_NODES * 2 ** (DOUBLINGS * self.share)))

    def choose(self, scores: Sequence[int], decided: int, dice: random.Random) -> int:
        """Return the index of the move to play.

        scores : of the best moves, the best first; from `decided` on either way the game is decided. A game that is
        won is not given away, nor is one lost on purpose.
        """
        if self.full or not scores or abs(scores[0]) >= decided:
            return 0
        doubt = DOUBT * (1.0 - self.share)
        seen = [score + doubt * dice.expovariate(1.0) for score in scores if score > -decided]
        return seen.index(max(seen))


FULL: Final = Strength()
