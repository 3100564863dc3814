"""Moves in words."""

import pytest

from engine.protocols.show.piece_words import listed, moves_in_words, number, usual_name
from tests.engine.protocols.show.test_marks import CATALOG, game, piece


def words(betza: str) -> list[str]:
    spec = game(betza)
    return moves_in_words(spec, piece(spec, "x"))


@pytest.mark.parametrize(
    ("betza", "told"),
    [
        ("R", "Moves and captures: any number of squares straight."),
        ("WfF", "Moves and captures: one square straight, or diagonally forward."),
        ("mWcF", "Moves without capturing: one square straight. Captures only: one square diagonally."),
        ("fN", "Moves and captures: jumps two forward and one to either side."),
        ("NN", "jumps to the squares two by one away, again and again in the same direction as long as"),
        ("vR3", "up to three squares forward or backward"),
        ("frF", "one square forward right"),
        ("nA", "goes two squares diagonally, if the squares on the way are empty"),
        ("mRcpR", "Captures only: any number of squares straight over exactly one man, to any square behind it"),
        ("gQ", "hops over the first man in its way in any direction to the square right behind it"),
        ("FyafsF", "one square diagonally over empty squares, then on straight, away from where it began, any number"),
        ("(5,2)", "jumps to the squares five by two away"),
        ("ifmnD", "From the squares of double steps, without capturing: goes two squares forward, if"),
        ("(cK-aK)", "captures one square in any direction, then goes on one square in any direction, to an empty"),
        ("(cK-aK)", "it may return to where it began"),
        ("(K-bK)", "steps one square in any direction to an empty square, then goes back to where it began, which"),
        ("flFbrF", "one square forward left or backward right"),
        ("vlN", "Never moves."),
    ],
)
def test_sentences(betza: str, told: str) -> None:
    assert told in " ".join(words(betza))


def test_usual_names() -> None:
    chess = CATALOG.get("chess")
    assert usual_name(piece(chess, "n")) == "knight"
    spec = game("FyafsF")
    assert usual_name(piece(spec, "x")) == "gryphon"
    spec = game("NZ")
    assert usual_name(piece(spec, "x")) == ""


@pytest.mark.parametrize("name", CATALOG.drafts())
def test_every_piece_of_every_game_has_words(name: str) -> None:
    spec = CATALOG.draft(name).spec()
    for each in spec.pieces:
        found = moves_in_words(spec, each)
        assert (found == ["Never moves."]) == (not each.rides and not each.legs)
        assert all(sentence.endswith(".") for sentence in found)


def test_lists() -> None:
    assert (listed([]), listed("a"), listed("ab"), listed("abc", "or")) == ("none", "a", "a and b", "a, b or c")
    assert (number(2), number(12)) == ("two", "12")
