"""The evaluation has no favourite colour, follows the board, and knows what helps."""

import random

import numpy as np
import pytest

from engine.board import Board
from engine.layout import FRAME, KEY, PHASE, SCORE
from engine.rules import Game, compile_rules
from eval import terms
from eval.evaluate import evaluate, evaluate_within
from eval.values import install_values
from tests.engine.helpers import HEART, every_game
from variants.catalog import Catalog
from variants.fen import Man, Setup, parse_fen

CATALOG = Catalog()


def ready(name: str) -> Game:
    """Return a game with its values."""
    game = compile_rules(CATALOG.get(name))
    install_values(game)
    return game


@pytest.fixture(params=every_game())
def game(request: pytest.FixtureRequest) -> Game:
    """Return each game with its values."""
    return ready(request.param)


def random_boards(game: Game, games: int, plies: int, seed: int) -> "list[Board]":
    """Return positions of random games, every few plies one."""
    dice = random.Random(seed)
    found = []
    for _ in range(games):
        board = Board(game)
        for ply in range(plies):
            moves = board.legal_moves()
            if not moves or board.outcome():
                break
            board.push(dice.choice(moves))
            if ply % 5 == 4 and board.outcome() is None:
                found.append(board.copy())
    return found


def flipped(board: Board, mirror: bool) -> Board:
    """Return the same position with colours changed, turned by a half or mirrored rank by rank."""
    spec, setup = board.game.spec, board.setup()
    last = spec.files * spec.ranks - 1

    def other(square: int) -> int:
        rank, file = divmod(square, spec.files)
        return (spec.ranks - 1 - rank) * spec.files + file if mirror else last - square

    pieces = {other(square): Man(man.letter, 1 - man.colour, man.mark) for square, man in setup.pieces.items()}
    return Board(board.game, Setup(pieces=pieces, hands=(setup.hands[1], setup.hands[0]), side=1 - setup.side))


def value(board: Board) -> int:
    return int(evaluate(board.game.rules, board.position))


@pytest.mark.parametrize("mirror", [False, True], ids=["half turn", "mirror"])
@pytest.mark.parametrize("name", HEART)  # elsewhere the armies may differ
def test_colours_are_equal(name: str, mirror: bool) -> None:
    game = ready(name)
    boards = random_boards(game, 4, 120, 1)
    assert len(boards) > 20
    for board in boards:
        other = flipped(board, mirror)
        assert value(other) == value(board), board.fen()


def test_what_make_keeps_is_what_a_refresh_finds(game: Game) -> None:
    dice = random.Random(2)
    for _ in range(4):
        board = Board(game)
        start = int(board.position["frames"][SCORE])  # 0 where the armies are alike
        for _ in range(150):
            moves = board.legal_moves()
            if not moves or board.outcome():
                break
            board.push(dice.choice(moves))
            frame = slice(board.ply * FRAME, (board.ply + 1) * FRAME)
            kept = board.position["frames"][frame].copy()
            board.refresh()
            fresh = board.position["frames"][frame]
            for word in (KEY, SCORE, PHASE):
                assert kept[word] == fresh[word], board.fen()
        while board.ply:
            board.pop()
        assert board.position["frames"][SCORE] == start


def test_windows_only_save_work(game: Game) -> None:
    """Within a window the value is exact; beyond it both lie beyond the same end."""
    for board in random_boards(game, 3, 100, 6):
        exact = value(board)
        for middle in (-6000, -1500, -400, -50, 0, 50, 400, 1500, 6000):
            low, high = exact + middle - 25, exact + middle + 25
            rough = int(evaluate_within(game.rules, board.position, low, high))
            beyond = (rough >= high and exact >= high) or (rough <= low and exact <= low)
            assert rough == exact or (beyond and abs(middle) > 25), (board.fen(), exact, middle, rough)


def test_bounds_and_the_same_value_twice(game: Game) -> None:
    for board in random_boards(game, 3, 150, 3):
        first = value(board)
        assert abs(first) <= terms.LIMIT
        assert value(board) == first


def test_evaluating_changes_nothing_but_what_it_remembers(game: Game) -> None:
    board = random_boards(game, 1, 30, 4)[-1]
    before = board.position.copy()
    first = value(board)
    names = before.dtype.names
    assert names is not None
    for name in set(names) - {"pawn_sets", "pawn_value"}:
        assert board.position[name].tobytes() == before[name].tobytes(), name
    assert value(board) == first


def test_remembered_pawns_are_worth_what_new_ones_are(game: Game) -> None:
    for board in random_boards(game, 2, 120, 5):
        first = value(board)
        board.position["pawn_sets"] = np.zeros_like(board.position["pawn_sets"])
        board.position["pawn_value"][:] = 0
        assert value(board) == first


def test_the_limit_holds_beyond_any_material() -> None:
    game = ready("chess")
    board = Board(game)
    board.position["frames"][SCORE] = 40_000
    assert value(board) == terms.LIMIT
    board.position["frames"][SCORE] = -40_000
    assert value(board) == -terms.LIMIT


# unlike armies
@pytest.mark.parametrize(
    "game",
    every_game(
        "chigorin fox-and-hounds horde manchu racingkings sortofalmost spartan"
    ),
    indirect=True,
)
def test_start_is_worth_the_tempo(game: Game) -> None:
    board = Board(game)
    assert value(board) == game.rules["eval_terms"][terms.TEMPO]


def at(name: str, fen: str) -> int:
    """Return the value of a position for White, the tempo aside."""
    game = ready(name)
    board = Board(game, parse_fen(game.spec, fen))
    tempo = int(game.rules["eval_terms"][terms.TEMPO])
    return (value(board) - tempo) * (1 if board.side == 0 else -1)


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        pytest.param("chess", "4k3/p7/8/3P4/8/8/8/4K3 w - - 0 1", "4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1", id="stopped"),
        pytest.param("chess", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", id="advanced"),
        pytest.param("chess", "4k3/8/8/8/8/3PP3/8/4K3 w - - 0 1", "4k3/8/8/8/3P4/3P4/8/4K3 w - - 0 1", id="doubled"),
        pytest.param(
            "chess",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKB1R w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QK1NR w - - 0 1",
            id="pair",
        ),
        pytest.param(
            "chess",
            "r1bq1rk1/pppp1ppp/8/6NQ/8/3B4/PPP2PPP/R1B2RK1 w - - 0 1",
            "r1bq1rk1/pppp1ppp/8/8/8/1Q1B1N2/PPP2PPP/R1B2RK1 w - - 0 1",
            id="attack",
        ),
        pytest.param(
            "leaperhouse",
            "10/10/4K5/10/10/10/10/10/10/5k4[] w - - 0 1",
            "10/10/10/10/10/10/4K5/10/10/5k4[] w - - 0 1",
            id="race",
        ),
        pytest.param(
            "leaperhouse",
            "10/4K5/10/10/10/10/10/10/10/5k4[] w - - 0 1",
            "10/4K5/10/4n1n3/10/10/10/10/10/5k4[nn] w - - 0 1",
            id="open way",
        ),
        pytest.param(
            "leaperhouse",
            "4k5/10/10/10/10/10/10/10/10/4K5[GG] w - - 0 1",
            "4k5/4p5/10/10/10/10/10/10/10/4K5[GG] w - - 0 1",
            id="pawn",
        ),
        pytest.param(
            "okisakishogi",
            "4k5/10/10/10/10/10/10/10/10/4K5[G] w - - 0 1",
            "4k5/10/10/10/10/10/10/10/10/4K5[S] w - - 0 1",
            id="hand",
        ),
    ],
)
def test_what_is_better(name: str, better: str, worse: str) -> None:
    assert at(name, better) > at(name, worse)


def test_a_king_that_can_step_on_his_flag_has_nearly_won() -> None:
    game = ready("leaperhouse")
    board = Board(game, parse_fen(game.spec, "10/4K5/10/10/10/10/10/10/10/5k4[] w - - 0 1"))
    assert value(board) > 2000
    board = Board(game, parse_fen(game.spec, "10/4K5/10/10/10/10/10/10/10/5k4[] b - - 0 1"))
    assert -2000 < value(board) < 0


def test_values_are_plain_integers(game: Game) -> None:
    board = Board(game)
    assert isinstance(evaluate(game.rules, board.position), int)
    assert np.asarray(game.rules["eval_terms"]).dtype == np.int64


def test_points_count_more_the_nearer_they_decide() -> None:
    """Two knights lead a rook by 8 to 6.5."""
    game = ready("frolov10x10")
    fen = "12/*4k5*/*3r6*/*10*/*10*/*10*/*10*/*3N1N4*/*4K5*/12 {} - - {} 80"

    def at(count: int, side: str = "w") -> int:
        return value(Board(game, parse_fen(game.spec, fen.format(side, count))))

    assert at(0) == at(30) == at(60)  # 100 plies decide, the last 40 count
    turned = [at(count) for count in range(61, 100)]
    assert turned in (sorted(turned), sorted(turned, reverse=True))
    assert turned[-1] > 300 and turned[-1] + at(99, "b") == pytest.approx(0, abs=4)
