"""A training learns, goes on where it was broken off, and its whole numbers say what its floats say."""

from pathlib import Path

import numpy as np
import pytest

from bench.trainer import CERTAIN, Settings, Trainer, TrainError, quantised
from eval.inputs import inputs_of
from eval.network import added
from eval.network_file import MOST_WEIGHT
from eval.single import Judge
from tests.bench.learning import samples_of
from tests.eval.networks import wander
from tests.search.games import GAMES, game_of

QUICK = Settings(lanes=64, passes=3, batch=64)


def told() -> tuple[list[str], Trainer]:
    return [], Trainer(game_of("yarishogi"), samples_of("yarishogi", 60), QUICK)


def test_it_learns_and_whole_games_are_held_out() -> None:
    lines, trainer = told()
    trainer.run(lines.append)
    course = trainer.course
    assert len(lines) == len(course.learned) == len(course.held_out) == 3
    assert course.learned[2] < course.learned[1] < course.learned[0] and course.before > 0
    games = trainer._samples["game"]
    assert trainer.positions + len(trainer._held_out) == len(games)
    assert not set(games[trainer._learned].tolist()) & set(games[trainer._held_out].tolist())
    assert np.abs(trainer.parameters[: trainer.inputs.count * 64]).max() <= trainer.row_bound + 1e-6


def test_a_pattern_is_found() -> None:
    """Targets that one input decides are met on games that were not learned from."""
    samples = samples_of("yarishogi", 60).copy()
    strong = samples["board"][:, 4] != 0
    samples["score"] = np.where(strong, 300, -300)
    trainer = Trainer(game_of("yarishogi"), samples, Settings(lanes=64, passes=12, batch=64, result_share=0.0))
    trainer.run(lambda _text: None)
    assert trainer.course.held_out[trainer.course.best] < 0.85 * trainer.course.before


def test_a_training_is_resumed(tmp_path: Path) -> None:
    lines, whole = told()
    whole.run(lines.append)
    checkpoint = tmp_path / "a.npz"
    _, broken = told()

    def break_off(text: str) -> None:
        if text.startswith("pass 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        broken.run(break_off, checkpoint)
    more, resumed = told()
    resumed.run(more.append, checkpoint)
    assert len(more) == 2 and "2 passes are in" in more[0]
    assert resumed.course.held_out == pytest.approx(whole.course.held_out, rel=1e-3)
    assert np.allclose(resumed.best, whole.best, atol=1e-3)
    other = Trainer(game_of("yarishogi"), samples_of("yarishogi", 60), Settings(lanes=128))
    with pytest.raises(TrainError, match="other samples or settings"):
        other.run(more.append, checkpoint)
    checkpoint.write_bytes(b"nothing")
    with pytest.raises(TrainError, match="no checkpoint"):
        resumed.run(more.append, checkpoint)


def test_too_few_games() -> None:
    with pytest.raises(TrainError, match="too few"):
        Trainer(game_of("yarishogi"), samples_of("yarishogi", 60)[:5], QUICK)


@pytest.mark.parametrize("name", GAMES)
def test_floats_and_whole_numbers_agree(name: str) -> None:
    """On 2,000 positions of random games of each of five games: rounding some 30 rows of 128 lanes costs centipawns."""
    game = game_of(name)
    inputs, dice = inputs_of(game), np.random.default_rng(1)
    lanes = 128
    rows = dice.normal(0, 0.12, (inputs.count, lanes))
    biases, output = dice.normal(0.3, 0.2, lanes), dice.normal(0, 0.12, (2, lanes))
    network = quantised(game, "", rows, biases, output, 0.05, 5000)
    assert np.abs(network.output).max() == MOST_WEIGHT
    judge = Judge(game, network)
    found, values = [], []
    for board in wander(game, 3300, 7):
        views = [np.clip(biases + rows[view].sum(axis=0), 0, 1) ** 2 for view in inputs.of(board)]
        exact = 400 * float(output[0] @ views[board.side] + output[1] @ views[1 - board.side] + 0.05)
        found.append(int(added(board.position, judge.record)))
        values.append(exact)
        if len(values) == 2000:
            break
    errors = np.abs(np.array(found) - np.array(values))
    assert len(values) == 2000 and np.std(values) > 60
    assert errors.max() < 25 and errors.mean() < 5, (errors.max(), errors.mean())
    assert np.corrcoef(found, values)[0, 1] > 0.998


def test_a_trained_network_says_what_the_floats_said() -> None:
    _, trainer = told()
    trainer.run(lambda _text: None)
    network = trainer.network("a test")
    assert network.origin == "a test"
    game = trainer.game
    judge = Judge(game, network)
    exact = np.array([trainer.added(int(number)) for number in trainer._held_out])
    assert (np.abs(exact) <= network.most).mean() >= CERTAIN / 100 - 0.02
    from engine.board import Board

    errors = []
    for number, value in zip(trainer._held_out, exact, strict=True):
        board = Board(game)
        sample = trainer._samples[number]
        board.position["board"][: len(sample["board"])] = sample["board"]
        board.position["hand"][list(trainer.inputs.hands)] = sample["hands"]
        board.position["side"] = sample["side"]
        board.position["frames"][0] = number + 1  # a key of its own
        errors.append(abs(int(added(board.position, judge.record)) - min(max(value, -network.most), network.most)))
    assert max(errors) < 12
