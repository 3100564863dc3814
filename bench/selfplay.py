"""Whole games of the search against itself in one process, without a protocol between: how they end, how long they are.

    python -m bench.selfplay VARIANT [--games N] [--nodes N] [--plies N] [--seed N] [--moves FILE]
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bench.game import DRAWN, MAX_MOVES, Rules, load
from bench.openings import made
from engine.board import Board
from engine.protocols.notation import UciNotation
from engine.protocols.verdict import points, words
from engine.rules import Game
from search.driver import Info, Searcher
from search.limits import Limits
from variants.errors import LionleapError

TOO_LONG = f"not over after {MAX_MOVES} moves"


@dataclass(slots=True)
class Played:
    """One game. `positions` holds FEN and score (centipawns, of the side to move) of every searched position."""

    moves: list[str]
    result: str
    reason: str
    positions: list[tuple[str, int]] = field(default_factory=list)


def play_game(
    game: Game, searcher: Searcher, limits: Limits, opening: tuple[str, ...] = (), keep_positions: bool = False
) -> Played:
    """Play from an opening until a rule or a referee ends the game. The searcher forgets everything before."""
    notation = UciNotation(game.spec.chess960)
    board, moves = Board(game), list(opening)
    for text in opening:
        board.push(notation.read(board, text))
    searcher.new_game()
    played = Played(moves, DRAWN, TOO_LONG)
    while len(moves) < 2 * MAX_MOVES:
        outcome = board.outcome()
        if outcome is not None:
            played.result, played.reason = points(board, outcome), words(board, outcome)
            break
        infos: list[Info] = []
        found = searcher.search(board, limits, infos.append)
        if found.move not in board.legal_moves():
            raise RuntimeError(f"the search returned {found.move:#x} in {board.fen()}")
        if keep_positions:
            played.positions.append((board.fen(), infos[-1].score))
        moves.append(notation.write(board, found.move))
        board.push(found.move)
    return played


def play_games(
    game: Game,
    games: int,
    nodes: int,
    plies: int,
    seed: int,
    tell: Callable[[int, Played], None] = lambda _number, _played: None,
) -> list[Played]:
    """Play games from openings of their own, each told when it is over."""
    searcher = Searcher(game)
    found = []
    for number in range(games):
        played = play_game(game, searcher, Limits(nodes=nodes), made(game, seed, number, plies, 200).moves)
        found.append(played)
        tell(number, played)
    return found


def summary(games: list[Played]) -> list[str]:
    """Return how the games ended and how long they were."""
    lengths = sorted(len(played.moves) for played in games)
    results = Counter(played.result for played in games)
    lines = [
        f"games: {len(games)}, white wins {results['1-0']}, black wins {results['0-1']}, draws {results[DRAWN]}",
        f"plies: shortest {lengths[0]}, median {median(lengths):g}, longest {lengths[-1]}",
    ]
    return lines + [f"{count:6} {reason}" for reason, count in endings(games).most_common()]


def endings(games: list[Played]) -> Counter[str]:
    """Return the reasons without figures and squares, so that they can be counted."""
    return Counter(_general(played.reason) for played in games)


def _general(reason: str) -> str:
    if reason.startswith("points"):
        return f"points: {reason.partition(':')[2].strip()}"
    if reason.startswith(("campmate", "flag")):
        return reason.partition(" on ")[0]
    return reason


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.selfplay", description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=5000, help="of every search")
    parser.add_argument("--plies", type=int, default=6, help="random plies at the beginning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variantfile", metavar="FILE", help="a file that defines the game")
    parser.add_argument("--moves", metavar="FILE", help="write the games there, one a line: the moves and the result")
    chosen = parser.parse_args()
    begun = time.perf_counter()

    def tell(number: int, played: Played) -> None:
        print(f"game {number + 1}: {played.result} {len(played.moves)} plies {{{played.reason}}}", flush=True)

    try:
        ini = Path(chosen.variantfile).read_text(encoding="utf-8") if chosen.variantfile else ""
        game = load(Rules(chosen.variant, ini))
        games = play_games(game, max(chosen.games, 1), max(chosen.nodes, 1), chosen.plies, chosen.seed, tell)
    except (LionleapError, OSError) as error:
        print(f"selfplay: {error}", file=sys.stderr)
        return 1
    print("\n".join(summary(games)))
    print(f"{time.perf_counter() - begun:.0f} s")
    if chosen.moves:
        lines = [" ".join([*played.moves, played.result]) for played in games]
        Path(chosen.moves).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
