"""Derived values are sane for every game, and weight files replace them."""

from pathlib import Path

import numpy as np
import pytest

from engine.board import Board
from engine.layout import FRAME, HAND_LIMIT, KINDS, PHASE, SCORE, packed
from engine.rules import Game, compile_rules
from eval import terms
from eval.values import KING_WORTH, install_values
from eval.weights import Weights, WeightsError, read_weights
from tests.engine.helpers import every_game
from variants.catalog import Catalog
from variants.spec import VariantSpec

CATALOG = Catalog()


@pytest.fixture(params=every_game())
def game(request: pytest.FixtureRequest) -> Game:
    """Return each game with its values."""
    ready = compile_rules(CATALOG.get(request.param))
    install_values(ready)
    return ready


def worths(name: str) -> dict[str, int]:
    """Return the worth of every kind of a game by its letter."""
    game = compile_rules(CATALOG.get(name))
    install_values(game)
    return {kind.text(1): int(game.rules["worth"][kind.number]) for kind in game.table.kinds}


def centipawns(words: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> tuple[list[int], list[int]]:
    """Return the middle and end parts of packed values."""
    middle = words << 32 >> 32
    return middle.tolist(), ((words - middle) >> 32).tolist()


@pytest.mark.parametrize("game", every_game("flipello flipello10 flipersi"), indirect=True)  # no man of these moves
def test_every_kind_has_a_worth(game: Game) -> None:
    for kind in game.table.kinds:
        worth = int(game.rules["worth"][kind.number])
        if kind.number == game.rules["king_kind"]:
            assert worth == KING_WORTH
        else:
            assert 20 <= worth <= 3000, kind


# unlike armies
@pytest.mark.parametrize("game", every_game("chigorin fox-and-hounds sortofalmost spartan"), indirect=True)
def test_black_has_the_half_turn_of_white(game: Game) -> None:
    cells, width = game.spec.files * game.spec.ranks, game.width
    for kind in game.table.kinds:
        white = game.rules["value"][kind.number * width :][:width]
        black = game.rules["value"][(KINDS + kind.number) * width :][:width]
        assert (white[:cells] == -black[:cells][::-1]).all(), kind
        assert not white[cells:].any()
    half = KINDS * HAND_LIMIT
    assert (game.rules["hand_value"][:half] == -game.rules["hand_value"][half:]).all()
    assert (game.rules["phase"][:KINDS] == game.rules["phase"][KINDS:]).all()


@pytest.mark.parametrize("game", every_game("torishogi"), indirect=True)  # its quails move unlike to left and right
def test_values_do_not_prefer_a_wing(game: Game) -> None:
    """A man that moves alike to both sides is worth the same on mirrored files."""
    files, ranks = game.spec.files, game.spec.ranks
    for kind in game.table.kinds:
        rides = set(kind.piece.rides)
        if any((-r.step[0], r.step[1]) not in {o.step for o in rides} for r in rides):
            continue
        grid = game.rules["value"][kind.number * game.width :][: files * ranks].reshape(ranks, files)
        assert (grid == grid[:, ::-1]).all(), kind


def test_hands_grow_with_every_man(game: Game) -> None:
    if not game.spec.piece_drops:
        assert not game.rules["hand_value"].any()
        assert not game.rules["hand_worth"].any()
        return
    for kind in game.table.kinds:
        if kind.mark or kind.letter == game.spec.king:
            continue
        words = game.rules["hand_value"][kind.number * HAND_LIMIT :][:HAND_LIMIT]
        for part in centipawns(words):
            steps = np.diff(part)
            assert part[0] == 0
            assert (steps > 0).all()
            assert (np.diff(steps) <= 1).all()  # rounding
        # one man more or less is what `make` books
        assert game.rules["hand_worth"][kind.number] == pytest.approx(
            sum(centipawns(words[1:2])[0] + centipawns(words[1:2])[1]) / 2, abs=1
        )


# unlike armies, men in hand at the start, or hardly a phase
@pytest.mark.parametrize(
    "game",
    every_game(
        "breakthrough chigorin clobber10 dragon flipello flipello10 flipersi fox-and-hounds horde manchu "
        "placement racingkings shouse sittuyin sortofalmost spartan"
    ),
    indirect=True,
)
def test_start_is_level_and_full(game: Game) -> None:
    board = Board(game)
    frame = board.position["frames"][:FRAME]
    assert frame[SCORE] == 0
    assert abs(int(frame[PHASE]) - terms.FULL_PHASE) <= terms.FULL_PHASE // 12


# pawns become weak men
@pytest.mark.parametrize(
    "game",
    every_game(
        "cambodian chaturanga courier karouk makpong makruk micro shatranj sittuyin torishogi"
    ),
    indirect=True,
)
def test_promotion_of_pawns_is_a_gain(game: Game) -> None:
    rules, table = game.rules, game.table
    for kind, (promotion, _) in zip(table.kinds, table.promotions, strict=True):
        if promotion.choices and kind.piece.name in ("pawn", "shogiPawn"):
            best = max(int(rules["worth"][choice]) for choice in promotion.choices)
            assert best > 2 * rules["worth"][kind.number]


def test_same_numbers_every_time(game: Game) -> None:
    before = game.rules.tobytes()
    install_values(game)
    assert game.rules.tobytes() == before


def test_chess_has_its_usual_values() -> None:
    worth = worths("chess")
    usual = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 950}
    for letter, value in usual.items():
        assert worth[letter] == pytest.approx(value, rel=0.08 if letter != "p" else 0.25)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("chess", ["p", "n", "b", "r", "q"]),
        ("okisakishogi", ["p", "l", "g", "b", "r", "+b", "+r", "q"]),
        ("leaperhouse", ["p", "r", "c", "o", "n", "g"]),
        ("yarishogi", ["p", "n", "r", "l"]),
    ],
)
def test_order_of_men(name: str, order: list[str]) -> None:
    worth = worths(name)
    values = [worth[letter] for letter in order]
    assert values == sorted(values)


# men are burdens, or pawns turn elsewhere than at the end
@pytest.mark.parametrize(
    "game",
    every_game(
        "antichess giveaway kyotoshogi losers micro sittuyin suicide"
    ),
    indirect=True,
)
def test_advanced_pawns_are_worth_more(game: Game) -> None:
    for kind, (promotion, _) in zip(game.table.kinds, game.table.promotions, strict=True):
        if kind.piece.name not in ("pawn", "shogiPawn") or not promotion.choices:
            continue
        file = game.spec.files // 2
        squares = [rank * game.spec.files + file for rank in range(1, game.spec.ranks - 1)]
        zone = game.spec.promotion_region[0]
        words = game.rules["value"][kind.number * game.width :][[s for s in squares if s not in zone]]
        for part in centipawns(words):
            assert part == sorted(part)
            assert part[-1] > part[0]


# no kings there: other men go for the flag
@pytest.mark.parametrize("game", every_game("breakthrough dobutsu fox-and-hounds jesonmor"), indirect=True)
def test_flag_distance_leads_to_the_flag(game: Game) -> None:
    rules, spec = game.rules, game.spec
    for colour in (0, 1):
        distance = rules["flag_distance"][colour * game.width :][: spec.files * spec.ranks]
        if not spec.flag_region[colour]:
            assert (distance == -1).all()
            continue
        assert {square for square in range(distance.size) if distance[square] == 0} == set(spec.flag_region[colour])


def spec_named(name: str) -> VariantSpec:
    return CATALOG.get(name)


def test_a_weight_file_moves_and_replaces(tmp_path: Path) -> None:
    spec = spec_named("chess")
    table = list(range(64))
    text = f'origin = "a test"\n[material]\nn = 300\n[squares.r]\nmiddle = {table}\n[terms]\ntempo = 7\n'
    (tmp_path / "chess.toml").write_text(text)
    weights = read_weights(spec, tmp_path)
    grid = np.arange(64.0).reshape(8, 8) + 1
    assert weights.squares("n", "end", grid, 0).mean() == pytest.approx(300)
    assert weights.squares("r", "middle", grid, 0).ravel().tolist() == table
    assert weights.squares("r", "middle", grid, 1).ravel().tolist() == table[::-1]
    assert weights.squares("r", "end", grid, 0) is grid
    assert weights.number("tempo", 1) == 7
    assert weights.number("danger", 1) == 1


def test_a_weight_file_needs_an_origin_and_the_right_size(tmp_path: Path) -> None:
    spec = spec_named("chess")
    (tmp_path / "chess.toml").write_text("[terms]\ntempo = 7\n")
    with pytest.raises(WeightsError, match="origin"):
        read_weights(spec, tmp_path)
    weights = Weights("chess.toml", {"squares": {"r": {"end": [1, 2]}}})
    with pytest.raises(WeightsError, match="2 numbers, expected 64"):
        weights.squares("r", "end", np.ones((8, 8)), 0)


def test_files_in_the_folder_fit(game: Game) -> None:
    read_weights(game.spec)


def test_packing_matches_the_layout() -> None:
    words = np.array([packed(-5, 7), packed(300, -2)], dtype=np.int64)
    assert centipawns(words) == ([-5, 300], [7, -2])


def test_men_are_a_burden_where_losing_them_wins() -> None:
    """In antichess the side with more men is behind."""
    scores = {}
    for name in ("chess", "antichess"):
        ready = compile_rules(CATALOG.get(name))
        install_values(ready)
        queen = ready.table.find("q")
        assert queen is not None
        scores[name] = int(ready.rules["value"][queen.number * ready.width + 27])
    assert scores["chess"] > 0 > scores["antichess"]
