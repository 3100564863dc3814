"""Where the search gets its margins from."""

from pathlib import Path

import pytest

from bench.game import Rules, load
from engine.board import Board
from eval.weights import WeightsError, read_weights
from search.driver import Info, Searcher
from search.limits import Limits
from search.margin_values import margins_from, read_margins
from search.margins import MARGINS
from search.thread import SearchThread
from variants.fen import parse_fen

SHARP = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
DEFAULTS = {margin.name: margin.default for margin in MARGINS}


def test_defaults_and_what_replaces_them() -> None:
    assert margins_from({}) == DEFAULTS
    assert margins_from({"delta": 99.6, "null_gain": 200}) == DEFAULTS | {"delta": 100, "null_gain": 200}


@pytest.mark.parametrize("bad", [{"flurb": 3}, {"delta": 601}, {"delta": "much"}, {"delta": True}, {"null_plies": 0}])
def test_bad_numbers_are_named(bad: dict[str, float]) -> None:
    with pytest.raises(WeightsError, match=f"a.toml: .*{next(iter(bad))}"):
        margins_from(bad, "a.toml")


def test_a_weight_file_sets_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = load(Rules("chess")).spec
    (tmp_path / "chess.toml").write_text('origin = "a test"\n[search]\nfutility_margin = 77\n')
    monkeypatch.setattr("search.margin_values.read_weights", lambda game: read_weights(game, tmp_path))
    assert read_margins(spec) == DEFAULTS | {"futility_margin": 77}
    (tmp_path / "chess.toml").write_text('origin = "a test"\n[search]\nflurb = 77\n')
    with pytest.raises(WeightsError, match="chess.toml: .*flurb"):
        read_margins(spec)


def test_the_search_uses_them() -> None:
    game = load(Rules("chess"))
    record = SearchThread(game).record
    assert {name: int(record[name]) for name in DEFAULTS} == read_margins(game.spec)

    def nodes(numbers: dict[str, float]) -> int:
        infos: list[Info] = []
        board = Board(game, parse_fen(game.spec, SHARP))
        Searcher(game, 1, 1, margins_from(numbers)).search(board, Limits(depth=6), infos.append)
        return infos[-1].nodes

    usual = nodes({})
    assert nodes({}) == usual
    for numbers in ({"window": 100}, {"late_base": 16}, {"reduction_base": 0}, {"delta": 0}, {"reverse_margin": 250}):
        assert nodes(dict(numbers)) != usual, numbers
