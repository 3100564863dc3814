"""The move word."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import move as m

ACTIONS = [
    m.QUIET, m.CAPTURE, m.PROMOTION, m.CAPTURE_PROMOTION, m.DROP, m.DOUBLE_STEP, m.EN_PASSANT, m.CASTLING, m.PASS,
    m.TWO_LEGS, m.CAPTURE_BONUS, m.CAPTURE_PROMOTION_BONUS, m.EN_PASSANT_BONUS, m.PROMOTION_AWAY,
    m.CAPTURE_PROMOTION_AWAY,
]  # fmt: skip
SQUARES = st.integers(0, 255)


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(SQUARES, SQUARES, st.sampled_from(ACTIONS), st.integers(0, 127), SQUARES)
def test_round_trip(start: int, target: int, action: int, kind: int, via: int) -> None:
    """Every field comes back as it went in, and the word keeps to its bits."""
    word = m.encode(start, target, action, kind, via)
    assert (m.origin(word), m.to_square(word), m.action(word), m.kind(word), m.via(word)) == (
        start, target, action, kind, via,
    )  # fmt: skip
    assert 0 <= word < 1 << m.MOVE_BITS


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.integers(-1, 255), st.integers(0, 63), SQUARES)
def test_what_is_placed_besides(square: int, kind: int, target: int) -> None:
    """The square of a wall or of a man in a gate stands above the bits that every move has."""
    word = m.encode(0, target) | square + 1 << m.EXTRA_SHIFT | kind << m.GATED_SHIFT
    assert (m.extra(word), m.gated(word), m.to_square(word)) == (square, kind, target)
    assert 0 <= word < 1 << 51 and word & (1 << m.MOVE_BITS) - 1 == m.encode(0, target)


def test_actions() -> None:
    """All different, in four bits; the low bits of the first four say capture and promotion."""
    assert sorted(ACTIONS) == list(range(len(ACTIONS)))
    assert len(ACTIONS) <= 1 << m.MOVE_BITS - m.ACTION_SHIFT
    assert [m.QUIET & 1, m.CAPTURE & 1, m.PROMOTION & 1, m.CAPTURE_PROMOTION & 1] == [0, 1, 0, 1]


def test_sets_of_actions() -> None:
    """The sets hold what their names say."""
    members = {
        m.TAKING: [
            m.CAPTURE, m.CAPTURE_PROMOTION, m.EN_PASSANT, m.CAPTURE_BONUS, m.CAPTURE_PROMOTION_BONUS,
            m.EN_PASSANT_BONUS, m.CAPTURE_PROMOTION_AWAY,
        ],
        m.EN_PASSANTS: [m.EN_PASSANT, m.EN_PASSANT_BONUS],
        m.WITH_BONUS: [m.CAPTURE_BONUS, m.CAPTURE_PROMOTION_BONUS, m.EN_PASSANT_BONUS],
        m.AWAY: [m.PROMOTION_AWAY, m.CAPTURE_PROMOTION_AWAY],
    }  # fmt: skip
    for bits, actions in members.items():
        assert [action for action in sorted(ACTIONS) if 1 << action & bits] == sorted(actions)


def test_no_move() -> None:
    """Zero is no move: origin and target of a quiet move differ."""
    assert m.encode(0, 0) == m.NO_MOVE
    assert m.encode(0, 0, m.PASS) != m.NO_MOVE != m.encode(0, 1)
