"""Whole matches: workers, resuming, the end of a test, and no process left."""

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

from bench.match import Match, main, run
from bench.match_options import Plan
from bench.progress import Display
from tests.bench.here import Here
from tests.bench.matches import FAULTY, left_behind, plan
from tests.transcript import ROOT


def played(wanted: Plan) -> tuple[Match, list[str]]:
    lines: list[str] = []
    return run(wanted, Display(write=lines.append)), lines


def test_a_match_goes_on_after_a_fault(here: Here) -> None:
    match, lines = played(plan("crash", "fine", "-rounds", "2", "-maxmoves", "3", "-ratinginterval", "2"))
    assert match.tally.results() == (0, 4, 0)
    assert match.tally.faults(0) == {"crash": 4} and not match.tally.faults(1)
    text = "\n".join(lines)
    assert "game 1.1: one vs two: 0-1 {white loses by crash" in text and "game 1.2: two vs one: 1-0" in text
    assert text.count("Ptnml(0-2): 2, 0, 0, 0, 0") == 2 and "Lost by fault, one: crash: 4" in text


def test_a_match_is_resumed(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    wanted = plan("fine", "fine", "-rounds", "2", "-openings", "plies=2", "-maxmoves", "3", "-pgnout", str(path))
    played(wanted)
    whole = path.read_text()
    path.write_text("[Event \"another\"]\n[Result \"*\"]\n\n*\n\n" + whole[: whole.index('[Round "2.2"]') + 40])
    here.done = 0
    match, lines = played(wanted)
    assert here.done == 1 and match.tally.games == 4 and "3 games of this match" in lines[0]
    text = path.read_text()
    assert [text.count(f'[Round "{pair}.{number}"]') for pair in (1, 2) for number in (1, 2)] == [1] * 4
    openings = [line for line in text.splitlines() if line.startswith("[OpeningMoves")]
    assert openings[0] == openings[1] != openings[2] == openings[3]
    here.done = 0
    assert played(wanted)[0].tally.games == 4 and not here.done


def test_a_longer_match_keeps_what_was_played(here: Here, tmp_path: Path) -> None:
    path = str(tmp_path / "games.pgn")
    played(plan("fine", "fine", "-maxmoves", "3", "-pgnout", path))
    here.done = 0
    assert played(plan("fine", "fine", "-maxmoves", "3", "-pgnout", path, "-rounds", "2"))[0].tally.games == 4
    assert here.done == 2


def test_a_sequential_test_ends_a_match(here: Here) -> None:
    match, lines = played(plan("fine", "illegal", "-rounds", "500", "-sprt", "elo0=0", "elo1=200"))
    assert match.tally.verdict() == "H1" and 2 <= match.tally.games < 100
    assert "H1 accepted" in lines[-1]


def test_three_engines(here: Here, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    third = ("-engine", f"cmd={FAULTY} crash -", "name=three")
    words = ("-rounds", "2", "-openings", "plies=2", "-maxmoves", "3", "-pgnout", str(path), *third)
    match, lines = played(plan("fine", "fine", *words))
    assert here.done == match.standings.games == 12
    assert [tally.results() for tally in match.standings.tallies.values()] == [(0, 0, 4), (4, 0, 0), (4, 0, 0)]
    assert "three" in lines[-1].splitlines()[3] and "Lost by fault, three: crash: 8" in lines[-1]
    openings = [line for line in path.read_text().splitlines() if line.startswith("[OpeningMoves")]
    assert len(set(openings[:6])) == len(set(openings[6:])) == 1 and openings[0] != openings[6]
    here.done = 0
    assert played(plan("fine", "fine", *words, "-rounds", "3"))[0].standings.games == 18 and here.done == 6


def test_lost_workers(here: Here) -> None:
    here.losses = 2
    match, lines = played(plan("fine", "fine", "-maxmoves", "2", "-rounds", "2"))
    assert match.tally.games == 4 and any("workers were lost" in line for line in lines)


def test_errors_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2 and main(["--help"]) == 0
    assert "usage: lionleap match" in capsys.readouterr().out
    assert main(["-engine", "cmd=x"]) == 1
    assert "two engines" in capsys.readouterr().err


@pytest.mark.process
def test_worker_processes(tmp_path: Path, kernels: None) -> None:
    token = uuid.uuid4().hex
    path = tmp_path / "games.pgn"
    match, _ = played(plan("fine", "crash", "-rounds", "2", "-concurrency", "2", "-pgnout", str(path), token=token))
    assert match.tally.results() == (4, 0, 0)
    assert not left_behind(token, 1)


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_killed_match_leaves_nothing(number: signal.Signals, kernels: None) -> None:
    token = uuid.uuid4().hex
    words = ["-engine", f"cmd={FAULTY} hang {token}", "name=a", "-engine", f"cmd={FAULTY} hang {token}", "name=b"]
    command = [sys.executable, "-m", "bench.match", *words, "-each", "nodes=1", "-openings", "plies=0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)})
    try:
        end = time.monotonic() + 60
        while len(left_behind(token)) < 2 and time.monotonic() < end:
            time.sleep(0.1)
        workers = [int(word) for word in children(process.pid)]
        process.send_signal(number)
        process.wait(20)
        assert not left_behind(token, 10)
        end = time.monotonic() + 10
        while any(alive(pid) for pid in workers) and time.monotonic() < end:
            time.sleep(0.1)
        assert workers and not [pid for pid in workers if alive(pid)]
    finally:
        process.kill()
        process.communicate()


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def alive(pid: int) -> bool:
    try:
        return not Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z")
    except OSError:
        return False
