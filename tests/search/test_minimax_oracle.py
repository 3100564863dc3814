"""With everything switched off that leaves moves out, the search is the plain minimax of the slow oracle.

The oracle lists the moves and says how a game ends; only the value of a leaf is the engine's. Most positions have few
moves, so that three plies are often possible: some men scattered over the board, then random play with much shuffling
to and fro, which makes repetitions; the rest come from the start of the game.
"""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine.board import Board
from engine.move import origin, to_square
from engine.protocols.notation import UciNotation
from eval.evaluate import evaluate
from eval.network_file import NO_NETWORK
from search.driver import Info, Searcher
from search.limits import Limits
from search.score import MATE, REFEREE, is_decided
from tests.oracle.api import GAMES, Oracle, Pos, minimax
from tests.oracle.moves import place
from tests.search.games import game_of
from variants.fen import parse_fen

FEW = 20  # positions of a game that are searched to depth 3, by default
MANY = 200
MOST_LEAVES = 400
PLIES = 14  # of the history that the search and the oracle both know
SHARE_OF_ENDS = 20  # how much more often than others a position is taken where a move ends the game
NOTATION = UciNotation()
VALUES = {"win": 1, "draw": 0, "loss": -1}


def ended(pos: Pos, ply: int) -> int | None:
    """The score of a game that is over, as search/score.py counts; the root goes on whatever a referee says."""
    result = pos.result() if ply else None
    if result is None:
        return None
    return VALUES[result.value] * ((MATE if result.kind == "immediate" else REFEREE) - ply)


class Leaves:
    """Values the oracle's positions by the engine's evaluation; the oracle's FEN leads from one to the other."""

    def __init__(self, name: str) -> None:
        self._game = game_of(name)
        self._known: dict[str, int] = {}

    def __call__(self, pos: Pos) -> int:
        """The value for the side to move."""
        fen = pos.fen()
        if fen not in self._known:
            board = Board(self._game, parse_fen(self._game.spec, fen))
            self._known[fen] = int(evaluate(self._game.rules, board.position))
        return self._known[fen]


def scattered(oracle: Oracle, chance: random.Random) -> str:
    """The FEN of two kings and a few men; hands are empty, and the counter of quiet moves may be close to its limit."""
    rules = oracle.rules
    kinds = [kind for kind in rules.pieces.kinds if kind != "K"]
    while True:
        squares = list(rules.grid.squares)
        chance.shuffle(squares)
        men = {squares.pop(): "K", squares.pop(): "k"}
        share = chance.choice([0.1, 0.5, 0.9])  # of white; the stronger side mates now and then
        for _ in range(chance.choice([1, 2, 2, 3, 3, 4, 5])):
            square, kind = squares.pop(), chance.choice([*kinds, "P", "P"])
            if 1 < place(square)[1] < rules.grid.ranks - 2:  # whatever cannot stand on the last ranks
                mark, letter = kind[:-1], kind[-1]
                men[square] = mark + (letter if chance.random() < share else letter.lower())
        hands = "[]" if "[" in rules.start else ""
        quiet = chance.choice([0, 0, 90, 94])
        pos = oracle.from_fen(f"{rules.placement(men)}{hands} {chance.choice('wb')} - - {quiet} 60")
        if not rules.exposed(pos, 1 - pos.side) and pos.legal() and rules.over(pos) is None:
            return pos.fen()


def choose(board: Board, moves: list[int], before: list[int], chance: random.Random) -> int:
    """A random move; often the side takes its last move back, or captures."""
    back = [move for move in moves if len(before) > 1 and reverses(move, before[-2])]
    if back and chance.random() < 0.6:
        return back[0]
    captures = [move for move in moves if board.position["board"][to_square(move)]]
    return chance.choice(captures if captures and chance.random() < 0.3 else moves)


def reverses(move: int, last: int) -> bool:
    """Whether a move goes back to where the other one came from."""
    return origin(move) == to_square(last) and to_square(move) == origin(last)


def positions(name: str, chance: random.Random) -> Iterator[tuple[Board, Pos]]:
    """Positions in which the search and the oracle know the same history."""
    game, oracle = game_of(name), Oracle(name)
    number = 0
    while True:
        from_start = number % 4 == 0
        wanted = 1 if from_start else 3
        board = Board(game, parse_fen(game.spec, oracle.rules.start if from_start else scattered(oracle, chance)))
        moves, good = list[int](), list[int]()
        for _ in range(120 if from_start else PLIES):
            legal = board.legal_moves()
            if not legal:
                break
            if moves and small(board, wanted):
                good += [len(moves)] * (SHARE_OF_ENDS if wanted > 1 and one_move_ends(board, legal) else 1)
            moves.append(choose(board, legal, moves, chance))
            board.push(moves[-1])
        if not good:
            continue
        number += 1
        chosen = len(moves) - 1  # where the walk has ended the game, the position before the end
        if board.legal_moves() or chosen not in good:
            chosen = chance.choice(good)
        since = max(chosen - PLIES, 0)
        for _ in moves[since:]:
            board.pop()
        fen = board.fen()
        board, pos = Board(game, parse_fen(game.spec, fen)), oracle.from_fen(fen)
        for move in moves[since:chosen]:
            pos = pos.play(NOTATION.write(board, move))
            board.push(move)
        yield board, pos


def one_move_ends(board: Board, moves: list[int]) -> bool:
    """Whether a move leaves the other side without one."""
    for move in moves:
        board.push(move)
        stuck = not board.legal_moves()
        board.pop()
        if stuck:
            return True
    return False


def small(board: Board, depth: int) -> bool:
    """Whether the tree of a depth has few leaves."""
    return all(board.perft(n) <= MOST_LEAVES for n in range(1, depth + 1))


def compare(name: str, count: int) -> Counter[str]:
    """Compare until so many positions were searched to depth 3; return the searches by depth and by their values."""
    searcher = Searcher(game_of(name), 1, network=NO_NETWORK)
    for thread in searcher._threads:
        thread.record["switches"][:] = 0
    leaves = Leaves(name)
    chance = random.Random(f"minimax {name}")
    seen: Counter[str] = Counter()
    for board, pos in positions(name, chance):
        if seen["depth 3"] == count:
            break
        for depth in (1, 2, 3):
            if not small(board, depth):
                break
            found: list[Info] = []
            searcher.new_game()
            searcher.search(board, Limits(depth=depth), found.append)
            score = found[-1].score
            assert score == minimax(pos, depth, leaves, ended), (pos.fen(), depth, [p.last for p in pos.past()])
            seen[f"depth {depth}"] += 1
            seen["decided" if is_decided(score) else "drawn" if score == 0 else "open"] += 1
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_equals_the_oracle(name: str) -> None:
    assert compare(name, FEW)["depth 3"] == FEW


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_equals_the_oracle_on_many_positions(name: str) -> None:
    seen = compare(name, MANY)
    print(name, dict(seen))
    assert seen["depth 3"] == MANY and seen["decided"]
