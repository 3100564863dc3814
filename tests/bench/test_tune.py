"""The command `tune`."""

import tomllib
from pathlib import Path

import pytest

from bench.tune import main, results
from tests.bench.here import Here


def double(number: int) -> int:
    return 2 * number


def test_all_work_is_done_once(here: Here) -> None:
    here.losses = 3
    found = dict(results(iter(range(10)), double, 3, ""))
    assert found == {number: 2 * number for number in range(10)}


def test_a_fit(here: Here, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, kept = tmp_path / "a.toml", tmp_path / "games.tsv"
    words = ["fit", "yarishogi", "--nodes", "100", "--out", str(out), "--checkpoint", str(kept), "--games"]
    assert main([*words, "2"]) == 0
    first = tomllib.loads(out.read_text())
    assert "tune fit yarishogi --games 2" in first["origin"] and {"p", "r", "+p"} <= first["material"].keys()
    with kept.open("a") as file:
        file.write("2\t8/8\t1")
    here.done = 0
    assert main([*words, "3"]) == 0 and here.done == 1
    printed = capsys.readouterr().out
    assert "2 games are in" in printed and "loss" in printed


def test_spsa(here: Here, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, kept = tmp_path / "a.toml", tmp_path / "state.json"
    words = ["spsa", "yarishogi", "--nodes", "50", "--out", str(out), "--checkpoint", str(kept)]
    words += ["--param", "terms.tempo=20,0,60,6", "--iterations", "2"]
    assert main(words) == 0
    assert 0 <= tomllib.loads(out.read_text())["terms"]["tempo"] <= 60
    here.done = 0
    assert main(words) == 0 and here.done == 0
    assert "2 iterations are in" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("spsa chess --param option.Hash=1,0,2,1", "with --engine"),
        ("spsa chess --param terms.tempo=1,0,2,1 --engine x", "with --engine"),
        ("spsa chess --param flurb=1,0,2,1", "expected material"),
        ("spsa chess --param terms.flurb=1,0,2,1", "no number of chess is called so"),
        ("spsa chess --param material.z=1,0,2,1", "no number of chess is called so"),
        ("spsa chess --param search.flurb=1,0,2,1", "no margin of this name"),
        ("spsa chess --param search.flurb", "expected NAME=VALUE"),
        ("spsa flurb --param terms.tempo=1,0,2,1", "no game is called"),
        ("fit chess --games 0", "no position"),
        ("fit chess --variantfile /nowhere", "nowhere"),
    ],
)
def test_mistakes(words: str, told: str, here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 1
    assert told in capsys.readouterr().err
