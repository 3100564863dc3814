"""Openings."""

from pathlib import Path

import pytest

from bench.game import Rules, load
from bench.openings import Book, Opening, OpeningError, made, read_epd
from engine.board import Board
from engine.protocols.notation import UciNotation


@pytest.mark.parametrize("variant", ["chess", "yarishogi"])
def test_they_are_legal_and_always_the_same(variant: str) -> None:
    game = load(Rules(variant))
    first = made(game, 1, 0, 6, 80)
    made.cache_clear()
    assert made(game, 1, 0, 6, 80) == first != made(game, 1, 1, 6, 80) != made(game, 2, 0, 6, 80)
    board, notation = Board(game), UciNotation()
    for text in first.moves:
        board.push(notation.read(board, text))
    assert len(first.moves) == 6 and board.outcome() is None and not first.fen


def test_books(tmp_path: Path) -> None:
    game = load(Rules("chess"))
    book = Book(tuple(map(Opening, "abc")), start=1)
    assert [book.opening(game, number).fen for number in range(4)] == ["b", "c", "a", "b"]
    mixed = Book(tuple(map(Opening, "abcdefgh")), "random", seed=5)
    drawn = [mixed.opening(game, number).fen for number in range(8)]
    assert sorted(drawn) == list("abcdefgh") != drawn == [mixed.opening(game, n).fen for n in range(8)]
    assert Book(plies=0).opening(game, 3) == Opening()
    path = tmp_path / "empty.epd"
    path.write_text("# nothing\n")
    with pytest.raises(OpeningError, match="no position"):
        read_epd(str(path))


def test_none_can_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.openings.TRIES", 2)
    with pytest.raises(OpeningError, match="no balanced opening"):
        made(load(Rules("chess")), 1, 0, 4, -1)
