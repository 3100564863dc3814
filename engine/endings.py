"""The reasons for which a game ends, and the number in which kernels hold an ending."""

from typing import Final

from engine.jit import kernel

OPEN: Final = 0
CHECKMATE: Final = 1
STALEMATE: Final = 2
FLAG: Final = 3
DROP_MATE: Final = 4  # mate by a drop that may not mate
REPETITION: Final = 5
PERPETUAL_CHECK: Final = 6
MOVE_COUNT: Final = 7
DEAD: Final = 8  # no side can mate
NOTHING_LEFT: Final = 9  # a capture earned a bonus and left nothing to promote
REPETITION_POINTS: Final = 10
MOVE_COUNT_POINTS: Final = 11
EXTINCTION: Final = 12  # a side has too few men of a type
CHECKS: Final = 13  # the last of the checks that win
COUNTED_OUT: Final = 14  # a side had only so many moves to mate
CONNECTION: Final = 15
CASTLED: Final = 16  # a castling that wins
CASTLING_LOST: Final = 17  # the last right to a castling that wins
FULL_BOARD: Final = 18
PASSED: Final = 19  # both sides passed, or one let the kings face each other
PETTY_MATE: Final = 21  # mate by a man that may not mate
UNEARNED_MATE: Final = 22  # mate without a check by a strong man before
MOVE_REPETITION: Final = 23  # one man to and fro
PERPETUAL_CHASE: Final = 24
STALEMATE_POINTS: Final = 25


@kernel(forceinline=True)
def ending(reason: int, value: int) -> int:
    """Return an ending as one number: `reason << 2 | value + 1`; the value is 1, 0 or -1 for the side to move."""
    return reason << 2 | value + 1
