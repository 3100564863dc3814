"""The fit of values."""

import random

import pytest

from bench.fit import Sample, SelfPlay, applied, best_scale, fit, samples
from bench.game import Rules, load
from bench.weights_file import game_with, means
from engine.board import Board
from eval.evaluate import evaluate
from variants.spec import WHITE

RULES = Rules("yarishogi")


def test_a_game_gives_samples() -> None:
    job = SelfPlay(RULES, 0, 200, 4, 1)
    found = samples(job)
    assert 5 < len(found) <= 40 and found == samples(job)
    assert len({sample.result for sample in found}) == 1 and all(abs(sample.score) < 1500 for sample in found)


def test_wrong_values_are_put_right() -> None:
    """Samples are scored with other values of two kinds: the fit finds them, and leaves the rest alone."""
    base = load(RULES)
    true = means(base)
    data = {"material": {"p": {"middle": true["p"][0] + 60, "end": true["p"][1] + 60}, "r": 300}}
    judge = game_with(base.spec, data)
    generator = random.Random(1)
    found = []
    for _ in range(60):
        board, seen = Board(base), Board(judge)
        for ply in range(60):
            moves = board.legal_moves()
            if not moves or board.outcome():
                break
            move = generator.choice(moves)
            board.push(move)
            seen.push(move)
            if ply > 20 and ply % 4 == 0:
                value = int(evaluate(judge.rules, seen.position))
                found.append(Sample(board.fen(), value if board.side == WHITE else -value, 0.5))
    fitted = fit(base, found, share=0.0, penalty=1e-6)
    assert fitted.after < fitted.before and fitted.positions == len(found)
    ratio = fitted.board["p"] / 60
    assert 0.6 < ratio < 1.4
    assert fitted.board["r"] == pytest.approx(ratio * (300 - true["r"][0]), rel=0.35)
    changed = applied(base, {}, fitted)
    assert changed["material"]["p"]["middle"] == pytest.approx(true["p"][0] + fitted.board["p"], abs=0.1)
    assert set(changed) == {"material", "hand"}


def test_squares_move_with_their_kind() -> None:
    base = load(RULES)
    fitted = fit(base, samples(SelfPlay(RULES, 1, 100, 4, 1)))
    size = base.spec.files * base.spec.ranks
    data = {"squares": {"p": {"middle": [0] + [100] * (size - 1), "end": [90] * size}}}
    moved = applied(base, data, fitted)
    assert moved["squares"]["p"]["middle"][:2] == [0, 100 + fitted.board["p"]] and "p" not in moved["material"]


def test_scale() -> None:
    import numpy as np

    scores = np.linspace(-800, 800, 201)
    assert best_scale(scores, 1 / (1 + np.exp(-scores / 250))) == pytest.approx(250, rel=0.06)
