"""Moves of two legs, passes, and the bans on captures."""

import pytest

from tests.engine.helpers import NOTATION, board, load, texts


def lion(fen: str, square: str = "d4", name: str = "mightylion") -> list[str]:
    """The moves of the man on a square."""
    return [text for text in texts(board(name, fen)) if text.startswith(square)]


def test_on_an_empty_board() -> None:
    """24 squares and the pass."""
    legal = lion("4k3/8/8/8/3L4/8/8/4K3 w - - 0 1")
    assert len(legal) == 25 and "d4d4" in legal and not any("," in text for text in legal)


def test_two_victims() -> None:
    """Each neighbour adds eight moves; two double captures of the same men end on different squares."""
    legal = lion("k7/8/8/3pp3/3L4/8/8/7K w - - 0 1")
    assert len(legal) == 41
    assert {"d4d5,d5e5", "d4e5,e5d5", "d4d5,d5d4", "d4e5,e5d4"} <= set(legal)


@pytest.mark.parametrize(
    ("text", "fen"),
    [
        ("d4e5", "k7/8/5n2/4L3/8/8/8/7K b - - 0 1"),
        ("d4f6", "k7/8/5L2/4p3/8/8/8/7K b - - 0 1"),
        ("d4e5,e5f6", "k7/8/5L2/8/8/8/8/7K b - - 0 1"),
        ("d4e5,e5d4", "k7/8/5n2/8/3L4/8/8/7K b - - 0 1"),
        ("d4e5,e5d5", "k7/8/5n2/3L4/8/8/8/7K b - - 0 1"),
        ("d4d4", "k7/8/5n2/4p3/3L4/8/8/7K b - - 1 1"),
        ("0000", "k7/8/5n2/4p3/3L4/8/8/7K b - - 1 1"),
        ("@@@@", "k7/8/5n2/4p3/3L4/8/8/7K b - - 1 1"),
    ],
)
def test_effects(text: str, fen: str) -> None:
    """What stands on the board afterwards."""
    assert board("mightylion", "k7/8/5n2/4p3/3L4/8/8/7K w - - 0 1", text).fen() == fen


@pytest.mark.parametrize("text", ["d4c4,c4d4", "d4d5,d5d6", "d4e4,e4d4"])
def test_redundant_spellings(text: str) -> None:
    """A pass by a step out and back, and a jump by two steps over empty squares, are understood."""
    position = board("mightylion", "k7/8/5n2/4p3/3L4/8/8/7K w - - 0 1")
    first, second = text[:2], text[-2:]
    assert NOTATION.write(position, NOTATION.read(position, text)) == first + second


def test_pass() -> None:
    """It needs an empty neighbour and no check; several Lions have one pass between them, the lowest's."""
    assert "d4d4" not in lion("k7/8/8/2PPP3/2PLP3/2PPP3/8/7K w - - 0 1")
    assert not lion("k3r3/8/8/8/8/L7/8/4K3 w - - 0 1", "a3")
    both = texts(board("mightylion", "4k3/8/8/3L4/8/8/1L6/4K3 w - - 0 1"))
    assert "b2b2" in both and "d5d5" not in both


def test_own_king() -> None:
    """A pinned Lion keeps to the line or shoots the man who pins; both victims are gone when the king is looked at."""
    assert lion("4k3/4r3/8/8/8/8/4L3/4K3 w - - 0 1", "e2") == ["e2e2", "e2e3", "e2e4"]
    shots = lion("k7/8/8/8/8/5L2/4q3/4K3 w - - 0 1", "f3")
    assert len(shots) == 8 and "f3e2,e2f3" in shots and "f3f4" not in shots
    opened = lion("k3r3/8/8/8/8/3pp3/3L4/4K3 w - - 0 1", "d2")
    assert "d2e3,e3d4" not in opened and "d2e3,e3e4" in opened


@pytest.mark.parametrize(
    ("fen", "played", "text", "legal"),
    [
        ("4k3/8/8/8/1p6/2l5/8/L6K w - - 0 1", "", "a1c3", False),  # protected
        ("8/8/8/8/1k6/2l5/8/L6K w - - 0 1", "", "a1c3", True),  # by the king only
        ("k7/8/8/3l4/8/3L3K/8/3r4 w - - 0 1", "", "d3d5", False),  # through the square that the Lion leaves
        ("k7/8/2p5/3l4/3n4/3L4/8/7K w - - 0 1", "", "d3d4,d4d5", True),  # a bridge
        ("k7/8/2p5/3l4/3p4/3L4/8/7K w - - 0 1", "", "d3d4,d4d5", False),  # a pawn is none
        ("k7/8/2p5/3l4/3Lp3/8/8/7K w - - 0 1", "", "d4e4,e4d5", True),  # neighbours
        ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5", "a2h2", False),  # counterstrike
        ("k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5 a8a7 h1g1", "a2h2", True),
        ("k7/8/2p5/3l4/3R4/8/7L/7K w - - 0 1", "d4d5", "c6d5", True),
        ("k7/8/2p5/3l4/3L4/8/8/7K w - - 0 1", "d4d5", "c6d5", True),
        ("3l4/2P3k1/8/8/8/7q/8/K6L w - - 0 1", "c7d8q", "h3h1", False),
    ],
)
def test_bans(fen: str, played: str, text: str, legal: bool) -> None:
    """The three bans of section 3.1."""
    position = board("mightylion", fen, played)
    assert (text in texts(position)) is legal
    assert position.perft(1) == len(position.legal_moves())


def test_bans_are_data() -> None:
    """The same bans for rooks in a game that says so, and none where nothing is said."""
    load("[rooktrade:chess]\ntradeBan = r\ncounterstrikeBan = r\n")
    fen = "4k2b/8/8/4r3/8/8/8/K3R3 w - - 0 1"
    assert "e1e5" not in texts(board("rooktrade", fen)) and "e1e5" in texts(board("chess", fen))
    struck = "4k3/8/8/4r3/3P4/8/1n6/3R1K2 w - - 0 1"
    assert "b2d1" not in texts(board("rooktrade", struck, "d4e5")) and "b2d1" in texts(board("chess", struck, "d4e5"))


def test_partial_double_moves() -> None:
    """Horned Falcon and Soaring Eagle: the Lion's power in one and in two directions."""
    legal = lion("k7/8/3n4/3p4/3X4/8/8/7K w - - 0 1", "d4", "hornedfalcon")
    assert [text for text in legal if text.startswith("d4d")] == [
        "d4d1", "d4d2", "d4d3", "d4d5", "d4d5,d5d4", "d4d5,d5d6", "d4d6",
    ]  # fmt: skip
    eagle = lion("k7/8/8/2p1p3/3X4/8/8/7K w - - 0 1", "d4", "soaringeagle")
    assert [text for text in eagle if "," in text] == ["d4c5,c5b6", "d4c5,c5d4", "d4e5,e5d4", "d4e5,e5f6"]
