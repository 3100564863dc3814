"""Weight files."""

import tomllib
from pathlib import Path

import pytest

from bench.game import Rules, load
from bench.weights_file import first_in_hand, game_with, means, put, text_of, write
from engine.board import Board
from eval.evaluate import evaluate


def test_a_game_with_other_weights() -> None:
    base = load(Rules("yarishogi"))
    assert means(game_with(base.spec, {})).keys() == means(base).keys() >= {"p", "r", "+p"}
    rich = game_with(base.spec, {"material": {"p": 200}, "hand": {"p": 250}, "terms": {"tempo": 77}})
    assert means(rich)["p"][0] == pytest.approx(200, abs=1) and first_in_hand(rich)["p"] == (250, 250)
    assert "k" not in means(base) and "+p" not in first_in_hand(base)
    assert int(evaluate(rich.rules, Board(rich).position)) == 77


def test_a_file_is_read_as_it_was_meant(tmp_path: Path) -> None:
    data = {
        "material": {"n": 320.0, "+p": {"middle": 1.5, "end": 2}},
        "terms": {"tempo": 20},
        "squares": {"n": {"middle": [1, 2.25], "end": [0, -3]}},
    }
    path = tmp_path / "a.toml"
    write(path, data, 'by "hand"')
    assert tomllib.loads(path.read_text()) == data | {"origin": "by 'hand'"}
    assert text_of({}, "x") == 'origin = "x"\n'


def test_one_number_is_changed() -> None:
    data = {"terms": {"tempo": 20}}
    assert put(put(data, "terms.race1", 5), "material.+p", 7) == {
        "terms": {"tempo": 20, "race1": 5},
        "material": {"+p": 7},
    }
    assert data == {"terms": {"tempo": 20}}
    for name in ("terms", "flurb.x", "terms."):
        with pytest.raises(KeyError):
            put(data, name, 1)
