"""The kernels of training: values as play has them, slopes as differences have them."""

import random

import numpy as np
import pytest

from bench.gradient import base_values
from bench.samples import sample_dtype
from bench.trainer import Settings, Trainer
from engine.board import Board
from engine.rules import Game
from eval.evaluate import evaluate
from eval.inputs import inputs_of
from tests.bench.learning import samples_of
from tests.search.games import GAMES, game_of


@pytest.mark.parametrize("name", GAMES)
def test_base_values(name: str) -> None:
    game = game_of(name)
    dice = random.Random(1)
    hands = list(inputs_of(game).hands)
    board = Board(game)
    samples = np.zeros(200, dtype=sample_dtype(game))
    expected = []
    for sample in samples:
        moves = board.legal_moves()
        if not moves or board.outcome():
            board = Board(game)
            moves = board.legal_moves()
        board.push(dice.choice(moves))
        sample["board"] = board.position["board"][: samples["board"].shape[1]]
        sample["hands"] = board.position["hand"][hands]
        sample["side"] = board.side
        expected.append(int(evaluate(game.rules, board.position)))
    values = np.zeros(len(samples), dtype=np.float32)
    pieces = np.array(hands, dtype=np.int64)
    base_values(game.rules, Board(game).position, samples["board"], samples["hands"], pieces, samples["side"], values)
    assert values.tolist() == expected


def loss(trainer: Trainer, order: np.ndarray[tuple[int], np.dtype[np.int64]], learn: int) -> float:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(2) as pool:
        return trainer._errors(pool, trainer.parameters, order, 0, len(order), learn)


def test_the_gradient_is_that_of_the_loss() -> None:
    """Central differences of the loss, for parameters of every part."""
    game: Game = game_of("yarishogi")
    trainer = Trainer(game, samples_of("yarishogi", 30), Settings(lanes=64))
    order = 2 * np.arange(200) + np.arange(200) % 2
    trainer._gradients[:] = 0
    loss(trainer, order, 1)
    gradient = trainer._gradients.sum(axis=0)
    lanes, count = 64, trainer.inputs.count
    dice = np.random.default_rng(1)
    busy = np.argsort(-np.abs(gradient[: count * lanes]))[:4]
    chosen = [*busy, *(count * lanes + dice.integers(0, lanes, 3))]
    chosen += [*((count + 1) * lanes + dice.integers(0, 2 * lanes, 4)), gradient.size - 1]
    for index in chosen:
        value = trainer.parameters[index]
        losses = []
        for change in (0.01, -0.01):
            trainer.parameters[index] = value + np.float32(change)
            losses.append(loss(trainer, order, 0))
        trainer.parameters[index] = value
        slope = (losses[0] - losses[1]) / 0.02
        assert slope == pytest.approx(float(gradient[index]), rel=0.05, abs=2e-3), index
