"""The quick test of a move from elsewhere agrees with the generator."""

import random

import pytest

from engine.board import Board
from engine.safety import look
from search.legality import ILLEGAL, LEGAL, UNKNOWN, legality
from tests.search.games import GAMES, game_of


@pytest.mark.parametrize("name", GAMES)
def test_agrees_with_the_generator(name: str) -> None:
    game = game_of(name)
    choice = random.Random(name)
    pool: list[int] = []
    answers = {LEGAL: 0, ILLEGAL: 0, UNKNOWN: 0}
    for _ in range(8):
        board = Board(game)
        for _ in range(100):
            legal = board.legal_moves()
            if not legal:
                break
            look(game.rules, board.position)
            words = choice.sample(pool, min(len(pool), 30)) + choice.sample(legal, min(len(legal), 8))
            words += [choice.randrange(1 << 36), choice.choice(legal) ^ 1 << choice.randrange(36)]
            for word in words:
                answer = int(legality(game.rules, board.position, word))
                answers[answer] += 1
                assert answer == UNKNOWN or (answer == LEGAL) == (word in legal), (board.fen(), hex(word))
            pool = (pool + legal)[-3000:]
            board.push(choice.choice(legal))
    assert answers[UNKNOWN] < 0.2 * sum(answers.values()) or name == "mightylion"
    assert answers[LEGAL] > 100 and answers[ILLEGAL] > 100
