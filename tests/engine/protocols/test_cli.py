"""The command line, in processes of their own."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.protocols.about import VERSION
from tests.transcript import LAUNCHER

pytestmark = pytest.mark.process


def run(*words: str, told: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, LAUNCHER, *words], input=told, capture_output=True, text=True, timeout=120)


def test_help_and_version() -> None:
    assert "usage: lionleap" in run("--help").stdout
    assert run("--version").stdout == f"Lionleap {VERSION}\n"


def test_check(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.ini", tmp_path / "bad.ini"
    good.write_text("[good:chess]\n")
    bad.write_text("[bad:chess]\nmaxFile = z\n")
    done = run("check", str(good))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "good: can be played")
    done = run("check", str(good), str(bad))
    assert done.returncode == 1 and "bad.ini:2: error: [bad] maxFile" in done.stdout
    assert run("check").returncode == 2
    assert run("check", str(tmp_path / "none.ini")).returncode == 1


def test_load(tmp_path: Path) -> None:
    path = tmp_path / "a b.ini"
    path.write_text("[good:chess]\n")
    assert " var good " in run("load", str(path), told="uci\nquit\n").stdout


def test_perft(kernels: None) -> None:
    done = run("perft", "3", "--variant", "leaperhouse")
    assert done.stdout.splitlines()[-2:] == ["Nodes searched: 22456", ""] and done.returncode == 0
    assert run("perft", "1", "--fen", "xyz").returncode == 1
    assert run("perft", "1", "--variant", "nosuch").returncode == 1


def test_single_commands(kernels: None) -> None:
    assert run("go", "depth", "2").stdout.splitlines()[-1].startswith("bestmove ")
    assert "Fen: " in run("d").stdout
    assert run("flurb").stdout == "Unknown command: flurb\n"


def test_bench_of_one_game(kernels: None) -> None:
    first, second = run("bench", "yarishogi", "depth", "4"), run("bench", "yarishogi", "depth", "4")
    assert first.returncode == 0
    nodes = [done.stdout.splitlines()[-2] for done in (first, second)]
    assert nodes[0] == nodes[1] and nodes[0].startswith("Nodes searched  : ")
    assert run("bench", "nosuchgame").returncode == 1
