"""Games of the search against itself, for a network to learn from: a job plays some and returns their positions."""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.game import Rules, load
from bench.samples import sample_dtype
from engine.board import Board
from engine.rules import Game
from eval.inputs import inputs_of
from eval.network_file import NO_NETWORK, Network, from_bytes, own_network
from search.playing import FACTS, KEPT, NODES, PLIES_PLAYED, RESULT, SCORE_WORD, SIDE, SUMMARY, play_out, think
from search.table import Table
from search.thread import SearchThread

MOST_KEPT: Final = 256  # positions of one game
MOST_PLIES: Final = 400
SURE_SCORE: Final = 2500  # centipawns
BALANCE: Final = 400  # centipawns: openings beyond are not played
BALANCE_NODES: Final = 500
TRIES: Final = 200  # openings for one game
HASH: Final = 4  # MB
GAME_SHIFT: Final = 20


@dataclass(frozen=True, slots=True)
class GameJob:
    """Games to be played.

    plies : random moves at the beginning, at least and at most
    network : bytes of the network file that plays; empty: the hand-written evaluation; None: the game's own
    """

    rules: Rules
    number: int
    games: int
    nodes: int
    plies: tuple[int, int]
    seed: int
    network: bytes | None = b""


@dataclass(slots=True)
class Harvest:
    """What a job found: positions as bench.samples.sample_dtype, and what it cost."""

    samples: NDArray[Any]
    games: int
    plies: int
    nodes: int
    results: tuple[int, int, int]  # White's wins, draws, losses


class Player:
    """Plays games of one kind in this process."""

    def __init__(self, game: Game, network: Network) -> None:
        self.game = game
        self._table = Table(HASH)
        self._stop = np.zeros(8, dtype=np.int64)
        self._thread = SearchThread(game, network=network)
        self._hands = np.array(inputs_of(game).hands, dtype=np.int64)
        self._boards = np.zeros(MOST_KEPT * game.width, dtype=np.uint8)
        self._in_hand = np.zeros(MOST_KEPT * max(len(self._hands), 1), dtype=np.uint8)
        self._facts = np.zeros(MOST_KEPT * FACTS, dtype=np.int64)
        self.summary = np.zeros(SUMMARY, dtype=np.int64)

    def play(self, opening: Board, nodes: int) -> NDArray[Any]:
        """Play on from a position and return the quiet ones, without numbers of games."""
        self._table.clear()
        self._thread.clear()
        self._begin(opening, nodes)
        play_out(
            self.game.rules,
            self._thread.position,
            self._thread.record,
            self._hands,
            MOST_PLIES,
            SURE_SCORE,
            self._boards,
            self._in_hand,
            self._facts,
            self.summary,
        )
        count, held = int(self.summary[KEPT]), len(self._hands)
        facts = self._facts.reshape(-1, FACTS)[:count]
        samples = np.zeros(count, dtype=sample_dtype(self.game))
        cells = samples["board"].shape[1]
        samples["board"] = self._boards.reshape(MOST_KEPT, -1)[:count, :cells]
        samples["hands"] = self._in_hand[: count * held].reshape(count, held)
        samples["side"] = facts[:, SIDE]
        samples["score"] = np.where(facts[:, SIDE] == 1, -facts[:, SCORE_WORD], facts[:, SCORE_WORD])
        samples["result"] = self.summary[RESULT]
        return samples

    def is_balanced(self, board: Board) -> bool:
        """Return whether a short search calls a position, that is not over, a game worth playing."""
        self._begin(board, BALANCE_NODES)
        return abs(int(think(self.game.rules, self._thread.position, self._thread.record))) <= BALANCE

    def _begin(self, board: Board, nodes: int) -> None:
        self._thread.begin(board, self._table, self._stop, nodes)


def opening(player: Player, dice: random.Random, plies: tuple[int, int]) -> Board | None:
    """Return a position after random moves, None where none was found that is balanced."""
    for _ in range(TRIES):
        board = Board(player.game)
        for _ in range(dice.randint(*plies)):
            moves = board.legal_moves()
            if not moves:
                break
            board.push(dice.choice(moves))
        if board.outcome() is None and player.is_balanced(board):
            return board
    return None


@lru_cache(maxsize=2)
def _player(rules: Rules, network: bytes | None) -> Player:
    game = load(rules)
    if network is None:
        return Player(game, own_network(game))
    return Player(game, from_bytes(network, game, "the network of the job") if network else NO_NETWORK)


def harvest(job: GameJob) -> Harvest:
    """Play the games of a job. Its result depends on the job alone."""
    player = _player(job.rules, job.network)
    dice = random.Random(f"{job.rules.variant} {job.seed} {job.number}")
    found = []
    counts = [0, 0, 0]
    plies = nodes = 0
    for number in range(job.games):
        start = opening(player, dice, job.plies)
        if start is None:
            continue
        samples = player.play(start, job.nodes)
        samples["game"] = (job.number << GAME_SHIFT) + number
        found.append(samples)
        counts[1 - int(player.summary[RESULT])] += 1
        plies += int(player.summary[PLIES_PLAYED])
        nodes += int(player.summary[NODES])
    everything = np.concatenate(found) if found else np.zeros(0, dtype=sample_dtype(player.game))
    return Harvest(everything, sum(counts), plies, nodes, (counts[0], counts[1], counts[2]))
