"""Mates and campmates that the oracle has proved are found."""

import csv
from pathlib import Path

import pytest

from engine.board import Board
from engine.protocols.notation import UciNotation
from search.driver import Info, Searcher
from search.limits import Limits
from search.score import decided_in_moves
from tests.search.games import GAMES, game_of
from variants.fen import parse_fen

FOLDER = Path(__file__).parent.parent / "data" / "mates"
NODES = 600_000


@pytest.mark.parametrize("name", GAMES)
def test_mates_are_found(name: str) -> None:
    game = game_of(name)
    searcher = Searcher(game, 16)
    notation = UciNotation()
    with (FOLDER / f"{name}.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert rows
    for row in rows:
        board = Board(game, parse_fen(game.spec, row["fen"]))
        most = int(row["n"])
        infos: list[Info] = []
        searcher.new_game()
        result = searcher.search(board, Limits(mate=most, nodes=NODES), infos.append)
        moves = decided_in_moves(infos[-1].score)
        assert moves is not None and 0 < moves <= most, row
        if most <= 2 and row["proof"] == "exact":
            assert moves == most and notation.write(board, result.move) in row["moves"].split(), row
