"""Moves are int64.

    bits    field    meaning
    0-7     to       square moved to, or dropped on
    8-15    origin   square moved from; equal to `to` for a drop
    16-23   via      first victim of two legs; index of a castling; slot of a double step; square of a bonus
                     promotion; where a man given to the opponent goes
    24-31   kind     kind of what the move makes, where it is not the man that left: promoted, dropped; bit 6 is set
                     for a man of the opponent
    32-35   action   what kind of move, below
    36-44   square   0, or 1 + the square where the move also places a wall or drops a man
    45-50   man      kind of that man, 0: a wall
    51-63   zero

The transposition table keeps the first 36 bits: all that the moves of most games have.

Nothing is a legal move and 0 at once: origin and target differ in every QUIET move, and every other action is > 0.
Two spellings of one effect are one number, so moves may be compared.
"""

from typing import Final

NO_MOVE: Final = 0

QUIET: Final = 0  # to an empty square
CAPTURE: Final = 1  # of the enemy on `to`
PROMOTION: Final = 2  # quiet, becomes `kind`
CAPTURE_PROMOTION: Final = 3  # the low bit of an action below 4 says capture, the next one promotion
DROP: Final = 4  # of `kind` from the hand
DOUBLE_STEP: Final = 5  # an initial move that can be taken en passant; `via`: its slot in the table of initial moves
EN_PASSANT: Final = 6  # of the man that made the double step
CASTLING: Final = 7  # `via`: index of the castling in the position's table
PASS: Final = 8  # the turn only; origin and target are the passing piece's square
TWO_LEGS: Final = 9  # takes on `via`, then goes to `to`, where it may take again or stand where it began
CAPTURE_BONUS: Final = 10  # a capture that also turns the own man on `via` into his compound
CAPTURE_PROMOTION_BONUS: Final = 11
EN_PASSANT_BONUS: Final = 12
PROMOTION_AWAY: Final = 13  # the man given to the opponent stands on `via`
CAPTURE_PROMOTION_AWAY: Final = 14

# sets of actions, `1 << action & SET`
TAKING: Final = 1 << 1 | 1 << 3 | 1 << 6 | 1 << 10 | 1 << 11 | 1 << 12 | 1 << 14  # one man, on `to` or en passant
EN_PASSANTS: Final = 1 << 6 | 1 << 12
WITH_BONUS: Final = 1 << 10 | 1 << 11 | 1 << 12
AWAY: Final = 1 << 13 | 1 << 14

VIA_SHIFT: Final = 16
KIND_SHIFT: Final = 24
ACTION_SHIFT: Final = 32
MOVE_BITS: Final = 36
EXTRA_SHIFT: Final = 36
GATED_SHIFT: Final = 45


def to_square(move: int) -> int:
    """Return the square that the move ends on."""
    return move & 255


def origin(move: int) -> int:
    """Return the square that the move starts from."""
    return move >> 8 & 255


def via(move: int) -> int:
    """Return the second square, or the table slot, of the move."""
    return move >> VIA_SHIFT & 255


def kind(move: int) -> int:
    """Return the kind that the move puts on its target, 0 where it is the kind that left."""
    return move >> KIND_SHIFT & 255


def action(move: int) -> int:
    """Return the action of the move."""
    return move >> ACTION_SHIFT & 15


def encode(origin_square: int, target: int, action_code: int = QUIET, new_kind: int = 0, second: int = 0) -> int:
    """Return the move word of its fields."""
    return target | origin_square << 8 | second << VIA_SHIFT | new_kind << KIND_SHIFT | action_code << ACTION_SHIFT


def extra(move: int) -> int:
    """Return the square where the move also places a wall or drops a man, -1: none."""
    return (move >> EXTRA_SHIFT & 511) - 1


def gated(move: int) -> int:
    """Return the kind of the man that is dropped there, 0: a wall is placed."""
    return move >> GATED_SHIFT & 63
