"""Games whose moves are tried: each rule in a small game of its own, counted by Fairy-Stockfish."""

import random

import pytest

from engine.board import Board
from engine.endings import PASSED
from engine.men import ALL, CAPTURES, DROPS, PROMOTIONS, QUIETS
from engine.moves import generate
from engine.safety import look
from tests.engine.helpers import NOTATION, board, choose, game, load, rows, texts, trials

ROWS = rows("perft/trials.tsv")


@pytest.mark.parametrize("name", trials())
def test_perft(name: str) -> None:
    """Nodes, and the FEN is written as it was read."""
    mine = [row for row in ROWS if row[0] == name]
    assert len(mine) > 6
    for _, fen, depth, nodes in mine:
        position = board(name, fen)
        assert position.perft(int(depth)) == int(nodes), (fen, depth)
        assert fen in ("startpos", position.fen())


@pytest.mark.parametrize("name", trials())
def test_parts_make_the_whole(name: str) -> None:
    """Captures, promotions, quiet moves and drops together are the list, each once; counting and texts agree."""
    position, chance = board(name), random.Random(name)
    for _ in range(40):
        moves = position.legal_moves()
        assert position.perft(1) == len(moves) == len(set(texts(position)))
        if not moves:
            break
        parts = [_part(position, wanted) for wanted in (CAPTURES, PROMOTIONS, QUIETS, DROPS)]
        assert sorted(sum(parts, [])) == sorted(_part(position, ALL)) == sorted(moves)
        for move in moves[:10]:
            assert NOTATION.read(position, NOTATION.write(position, move)) == move
        position.push(choose(moves, chance))


def _part(position: Board, wanted: int) -> list[int]:
    rules, record = position.game.rules, position.position
    look(rules, record)
    return [int(move) for move in record["moves"][: generate(rules, record, 0, wanted)]]


def test_only_these_games_are_tried() -> None:
    """The ordinary games are judged by masks."""
    assert all(game(name).rules["careful"] for name in trials() if name != "trial-soldiers")
    assert not any(game(name).rules["careful"] for name in ("chess", "leaperhouse", "mightylion", "frolov10x10"))


def test_walls() -> None:
    """A wall is written with the square that the move ends on; it stands in a FEN as a star."""
    moved = board("trial-edge", "startpos", "a1a2,a2a1")
    assert moved.fen() == "b4w/6/6/W5/*4B b - - 1 1"
    moved.pop()
    assert moved.fen().startswith("b4w/6/6/6/W4B w")


def test_passes_end_the_game() -> None:
    """Two passes in a row; one is enough where the kings face each other."""
    outcome = board("trial-lines", "startpos", "d2d2 b5b5").outcome()
    assert outcome is not None and (outcome.reason, outcome.value, outcome.immediate) == (PASSED, 0, True)
    facing = "1a1r1/1k1c1/1p3/3P1/1K1C1/1R1A1 w - - 0 1"
    assert board("trial-lines-facing", facing.replace("1p3", "5")).outcome() is None
    ended = board("trial-lines-facing", facing.replace("1p3", "5"), "b2b2").outcome()
    assert ended is not None and ended.reason == PASSED


def test_blast_goes_to_the_other_hand() -> None:
    """What a capture removes besides its victim becomes the opponent's; the capturer as well."""
    after = board("trial-blast-in-hand", "startpos", "e4d5")
    assert after.fen().split()[0] == "rnbqkbnr/ppp2ppp/8/4p3/3P4/8/PPP2PPP/RNBQKBNR[Pp]"


def test_rules_that_do_not_go_together() -> None:
    """They are refused, with the file and the line."""
    for text, problem in (
        ("blastOnCapture = true", "no royal king"),
        ("specialTypes = q\nmustCapture = true", "special types"),
        ("gating = true\nseirawanGating = true\nwallingRule = edge", "place a wall and drop a man"),
    ):
        name = "clash-" + problem.split()[0]
        load(f"[{name}:chess]\n{text}\n")
        with pytest.raises(Exception, match=problem):
            game(name)
