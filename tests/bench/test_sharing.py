"""Inputs share rows with those of the same kind, and only with those; training moves them by the sum of the slopes."""

import numpy as np
import pytest

from bench.sharing import WAYS, Sharing, shared_rows
from bench.trainer import Settings, Trainer
from eval.inputs import inputs_of
from tests.bench.learning import samples_of
from tests.search.games import GAMES, game_of


@pytest.mark.parametrize("name", GAMES)
def test_who_shares(name: str) -> None:
    game = game_of(name)
    inputs = inputs_of(game)
    numbers, count = shared_rows(game, inputs)
    on_board = 2 * len(game.table.kinds) * inputs.cells
    assert numbers.shape == (WAYS, inputs.count)
    assert (numbers[:, on_board:] == -1).all() and (numbers[:, :on_board] >= 0).all() and numbers.max() < count
    kinds = np.arange(on_board) // inputs.cells
    for way in range(WAYS):
        for row in np.unique(numbers[way, :on_board]):
            together = np.flatnonzero(numbers[way] == row)
            assert len(set(kinds[together])) == 1
            if way == 0:
                assert len(together) == inputs.cells
    assert not set(numbers[0]) & set(numbers[1, :on_board]) | set(numbers[1, :on_board]) & set(numbers[2, :on_board])


def test_both_sides_see_a_rank_alike() -> None:
    """A pawn's start rank is its second for either side; the files of a row are shared in pairs."""
    game = game_of("yarishogi")
    inputs = inputs_of(game)
    numbers, _ = shared_rows(game, inputs)
    files, ranks = game.spec.files, game.spec.ranks
    pawn = game.table.find("p")
    assert pawn
    for file in range(files):
        mine = inputs.piece[0, pawn.number] + inputs.place[0, 2 * files + file]
        theirs = inputs.piece[1, pawn.number + inputs.piece.shape[1] // 2] + inputs.place[1, (ranks - 3) * files + file]
        assert numbers[1, mine] == numbers[1, theirs]
        other = inputs.piece[0, pawn.number] + inputs.place[0, 2 * files + files - 1 - file]
        assert numbers[2, mine] == numbers[2, other]


def test_slopes_are_summed_and_rows_added() -> None:
    game = game_of("mightylion")
    inputs, lanes = inputs_of(game), 64
    sharing = Sharing(game, inputs, lanes)
    dice = np.random.default_rng(1)
    gradients = dice.normal(size=(2, (inputs.count + 3) * lanes + 1)).astype(np.float32)
    rows = gradients.sum(axis=0)[: inputs.count * lanes].reshape(inputs.count, lanes)
    sharing.gather(gradients)
    for row in (0, 5, int(sharing.numbers[1].max()), int(sharing.numbers[2].max())):
        users = (sharing.numbers == row).any(axis=0)
        found = sharing._slopes[0][row * lanes : (row + 1) * lanes]
        assert found == pytest.approx(rows[users].sum(axis=0), abs=1e-3)
    sharing.step(0.01, 1.0, 0.1, 0.001, 1.0)
    assert (np.sign(sharing.rows) == -np.sign(gradients_of(sharing, rows))).mean() > 0.999
    assert not sharing._slopes.any()
    parameters = np.zeros_like(gradients[0])
    sharing.add_to(parameters, 0.025)
    summed = sharing.rows.reshape(-1, lanes)[sharing.numbers[:, 7]].sum(axis=0)
    assert parameters[7 * lanes : 8 * lanes] == pytest.approx(np.clip(summed, -0.025, 0.025))
    assert not parameters[inputs.count * lanes :].any()


def gradients_of(sharing: Sharing, rows: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> np.ndarray:
    """The sums of rows for every shared row, one after another, flat."""
    summed = np.zeros((sharing.rows.size // sharing.lanes, sharing.lanes))
    for way in sharing.numbers:
        np.add.at(summed, way[way >= 0], rows[way >= 0])
    return summed.ravel()


def test_a_man_on_a_square_never_seen_counts_as_elsewhere() -> None:
    """The network knows a little of what no sample had, and nothing of men that none had."""
    game = game_of("yarishogi")
    trainer = Trainer(game, samples_of("yarishogi", 60), Settings(lanes=64, passes=3, batch=64))
    trainer.run(lambda _text: None)
    rows = trainer.best[: trainer.inputs.count * 64].reshape(trainer.inputs.count, 64)
    on_board = 2 * len(game.table.kinds) * trainer.inputs.cells
    seen = (trainer.seen[:on_board] > 0).reshape(-1, trainer.inputs.cells)
    strengths = np.abs(rows[:on_board]).max(axis=1).reshape(-1, trainer.inputs.cells)
    some = seen.any(axis=1)
    assert (~seen[some]).any() and (strengths[some][~seen[some]] > 0).all()
    assert not strengths[~some].any()
