"""Logistic fit of piece and hand values to games of the search against itself, for any game.

A position's expected result is 1 / (1 + e^(-(E + d f) / s)): E what the evaluation says now, f how many men of each
kind White has more, on the board and in hand, d what a man of the kind is worth more than now. The target is a mix
of the game's result and of what the search said, as results alone are too noisy below some 50,000 games. d is found
by Newton's method, with a penalty that leaves kinds that hardly occur where they are.
"""

import random
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bench.game import DRAWN, Rules, load
from bench.openings import made
from bench.selfplay import play_game
from bench.weights_file import Data, first_in_hand, means
from engine.board import Board
from engine.layout import HAND_LIMIT, KINDS
from engine.rules import Game
from eval.evaluate import evaluate
from search.driver import Searcher
from search.limits import Limits
from variants.fen import parse_fen
from variants.spec import BLACK, WHITE

RESULT_SHARE: Final = 0.2  # of the game's result in the target
MOST_SCORE: Final = 1500  # centipawns; decided positions teach nothing about values
PER_GAME: Final = 40  # positions at most
BOUND: Final = 200  # of the openings: unequal material is what the fit learns from
PENALTY: Final = 2e-4  # of a squared change in pawns, against the mean loss
STEPS: Final = 12


@dataclass(frozen=True, slots=True)
class Sample:
    """A position with what the search said of it and how the game ended, both from White's side."""

    fen: str
    score: int
    result: float


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """A job: one game that gives samples."""

    rules: Rules
    number: int
    nodes: int
    plies: int
    seed: int


def samples(job: SelfPlay) -> list[Sample]:
    """Play a game and return quiet positions of it."""
    game = load(job.rules)
    opening = made(game, job.seed, job.number, job.plies, BOUND)
    played = play_game(game, Searcher(game, 4), Limits(nodes=job.nodes), opening.moves, keep_positions=True)
    result = 0.5 if played.result == DRAWN else float(played.result == "1-0")
    found = []
    for fen, score in played.positions:
        board = Board(game, parse_fen(game.spec, fen))
        if abs(score) < MOST_SCORE and not board.in_check:
            found.append(Sample(fen, score if board.side == WHITE else -score, result))
    random.Random(job.number).shuffle(found)
    return found[:PER_GAME]


@dataclass(frozen=True, slots=True)
class Fit:
    """What was found: changes in centipawns by kind, on the board and in hand, and the loss before and after."""

    board: dict[str, float]
    hand: dict[str, float]
    scale: float
    before: float
    after: float
    positions: int


def features(game: Game, found: list[Sample]) -> tuple[Any, Any, list[str], list[str]]:
    """Return the matrix of White's men less Black's, the evaluations from White's side, and the kinds' texts."""
    board_names, hand_names = list(means(game)), list(first_in_hand(game))
    numbers = {kind.text(BLACK): kind.number for kind in game.table.kinds}
    rows, values = [], []
    for sample in found:
        board = Board(game, parse_fen(game.spec, sample.fen))
        counts = np.bincount(board.position["board"], minlength=2 * KINDS)
        hand = board.position["hand"]
        row = [float(counts[numbers[name]] - counts[KINDS + numbers[name]]) for name in board_names]
        for name in hand_names:
            worth = game.rules["hand_value"][numbers[name] * HAND_LIMIT :][:HAND_LIMIT] << 32 >> 32
            first = max(float(worth[1]), 1.0)
            row.append(float(worth[hand[numbers[name]]] - worth[hand[KINDS + numbers[name]]]) / first)
        rows.append(row)
        value = int(evaluate(game.rules, board.position))
        values.append(value if board.side == WHITE else -value)
    return np.array(rows), np.array(values, dtype=np.float64), board_names, hand_names


def fit(game: Game, found: list[Sample], share: float = RESULT_SHARE, penalty: float = PENALTY) -> Fit:
    """Find the changes of values that explain the samples best."""
    matrix, values, board_names, hand_names = features(game, found)
    scores = np.array([sample.score for sample in found], dtype=np.float64)
    results = np.array([sample.result for sample in found])
    target = share * results + (1 - share) * _logistic(scores / best_scale(scores, results))
    scale = best_scale(values, target)  # its own: else all values would shrink, as the search knows more
    change = np.zeros(matrix.shape[1])
    before = _loss(_logistic(values / scale), target)
    for _ in range(STEPS):
        expected = _logistic((values + matrix @ change) / scale)
        gradient = matrix.T @ (expected - target) / len(found) / scale + 2 * penalty * change / 1e4
        spread = (expected * (1 - expected))[:, None] * matrix
        curvature = matrix.T @ spread / len(found) / scale**2 + np.diag(np.full(len(change), 2 * penalty / 1e4))
        change = change - np.linalg.solve(curvature, gradient)
    after = _loss(_logistic((values + matrix @ change) / scale), target)
    split = len(board_names)
    return Fit(
        dict(zip(board_names, change[:split].tolist(), strict=True)),
        dict(zip(hand_names, change[split:].tolist(), strict=True)),
        scale,
        before,
        after,
        len(found),
    )


def best_scale(scores: Any, results: Any) -> float:
    """Return the centipawns that stand for a factor e in the odds: under them scores foretell results best."""
    scales = np.geomspace(60, 1200, 61)
    return float(min(scales, key=lambda scale: _loss(_logistic(scores / scale), results)))


def applied(game: Game, data: Data, found: Fit) -> Data:
    """Return a weight file's data with the changes made."""
    changed: Data = {**data, "material": dict(data.get("material", {})), "hand": dict(data.get("hand", {}))}
    for group, old, deltas in (("material", means(game), found.board), ("hand", first_in_hand(game), found.hand)):
        for name, (middle, end) in old.items():
            delta = deltas.get(name, 0.0)
            changed[group][name] = {"middle": round(middle + delta, 1), "end": round(end + delta, 1)}
    squares = {}
    for name, parts in data.get("squares", {}).items():
        delta = found.board.get(name, 0.0)
        squares[name] = {part: [n + delta if n else 0 for n in numbers] for part, numbers in parts.items()}
        changed["material"].pop(name, None)  # its square values say it all
    if squares:
        changed["squares"] = squares
    return {group: part for group, part in changed.items() if part}


def _logistic(x: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


def _loss(expected: Any, target: Any) -> float:
    expected = np.clip(expected, 1e-9, 1 - 1e-9)
    return float(-np.mean(target * np.log(expected) + (1 - target) * np.log(1 - expected)))
