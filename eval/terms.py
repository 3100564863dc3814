"""Indices of the constants in `rules.eval_terms`."""

from typing import Final

TEMPO: Final = 0  # centipawns for the right to move
DANGER_FADES: Final = 1  # 1: king danger counts in proportion to the phase
PAWN_CLASS: Final = 2  # class of the pawns that can be passed, -1: no such kind, or its men come back by drops
RACE_WIN: Final = 3  # centipawns of a king that can step on his flag now
RACE: Final = 4  # RACE + d: centipawns of a king at d moves from his flag, d = 1..RACE_MOVES
RACE_MOVES: Final = 4
DOUBLED: Final = 9  # centipawns lost for a pawn behind another of its side
ISOLATED: Final = 10  # centipawns lost for a pawn without one on the files beside it
PAIR_CLASSES: Final = 11  # bit set of the classes for which `pair` counts
# units of danger (eval/king.py)
RING_HIT: Final = 12  # for a square of the ring that the enemy hits
RING_TWICE: Final = 13  # more for one hit twice and guarded by nobody
RING_WEAK: Final = 14  # more for one that nobody but the king guards
FLIGHT: Final = 15  # taken away for a square that the king can go to
DROP_SUPPORTED: Final = 16  # for a kind that can be dropped with check where the king may not take it
DROP_CHECK: Final = 17  # for a kind that can be dropped with check from afar
ATTACKERS: Final = 18  # fewer men than so many on the board are no danger while the enemy has none in hand, 1 or more

POINTS_PLIES: Final = 40  # so long before a referee counts points, the evaluation begins to turn to them
POINTS_WIN: Final = 400  # centipawns of a lead in points, however small, that would decide now
POINTS_MORE: Final = 10  # centipawns of every half point of that lead: a large one is safer
FULL_PHASE: Final = 256  # the phase of the start position, about; the sum of `phase` over the men on the board
MOST_DANGER: Final = 127  # highest index of `danger_cost`
LIMIT: Final = 19_999  # no evaluation lies beyond; the scores of mates do
