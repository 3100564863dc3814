"""Static exchange evaluation against sums done by hand, in units of the game's own worths."""

import numpy as np
import pytest

from engine.board import Board
from engine.protocols.notation import UciNotation
from search.ordering import gives_check
from search.see import wins_at_least
from search.thread import SearchThread
from tests.search.games import game_of
from variants.fen import parse_fen

# game, position, move, what it wins: a sum of letters taken (+) and lost (-)
CASES = [
    ("chess", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", "+p"),
    ("chess", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", "+p -n"),
    ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "+p"),
    ("chess", "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", ""),
    ("chess", "3rk3/8/8/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", "+p -q +r"),
    ("chess", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1", "d1d4", "+p"),
    ("chess", "8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", "+p"),
    ("chess", "8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", "+p -r"),
    ("chess", "3qk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", "+p"),
    ("chess", "6k1/3P4/8/8/8/8/8/6K1 w - - 0 1", "d7d8q", "+Q -P"),
    ("leaperhouse", "5k4/10/10/10/5p4/10/5P4/10/10/4K5[] w - - 0 1", "f4f5", "-p"),
    ("leaperhouse", "5k4/10/10/4n5/5p4/5P4/10/10/10/4K5[] w - - 0 1", "f5f6", "+p"),
    ("leaperhouse", "5k4/10/10/10/10/6n3/4p5/10/5N4/4K5[] w - - 0 1", "f2e4", "+p -n"),
]


@pytest.mark.parametrize(("name", "fen", "text", "expected"), CASES)
def test_exchanges(name: str, fen: str, text: str, expected: str) -> None:
    game = game_of(name)
    board = Board(game, parse_fen(game.spec, fen))
    record = SearchThread(game).record
    move = UciNotation().read(board, text)
    total = 0
    for term in expected.split():
        kind = game.table.find(term[1].lower())
        assert kind is not None
        worth = game.rules["worth"] if term[1].isupper() else record["gain"]  # capitals: on the board only
        total += int(worth[kind.number]) * (1 if term[0] == "+" else -1)

    def wins(threshold: int) -> bool:
        return bool(wins_at_least(game.rules, board.position, record, move, threshold))

    low = max(t for t in range(-12000, 12001) if wins(t))
    assert low == total
    assert not wins(low + 1) and wins(low - 1)


def test_captures_to_hand_count_twice() -> None:
    game = game_of("leaperhouse")
    gain = SearchThread(game).record["gain"]
    men = [kind.number for kind in game.table.kinds if kind.letter != "k"]
    assert np.all(gain[men] > game.rules["worth"][men])


def test_direct_checks() -> None:
    game = game_of("chess")
    board = Board(game, parse_fen(game.spec, "4k3/8/8/8/8/8/8/R3K2N w Q - 0 1"))
    notation = UciNotation()
    checks = {text for text, move in notation.texts(board).items() if gives_check(game.rules, board.position, move)}
    assert checks == {"a1a8"}
