"""CECP engines in matches: what they are told, and how their answers are read."""

import shlex
import sys
from pathlib import Path

import pytest

from bench.cecp_engine import CecpEngine
from bench.clock import Clock, Control
from bench.entrant import CECP, EngineFault, Entrant, Fault, Resigned, Table, Unplayable

SCRIPT = f"{sys.executable} {Path(__file__).parent / 'scripted_engine.py'}"
FEATURES = 'feature variants="normal,lion,ten" ping=1 usermove=1|feature myname="Old one" option="Resign -check 0"|'
LION = Table("mightylion", ("lion",))
TIMED = Control(5000, 50)


def entrant(log: Path, *script: str, control: Control = TIMED) -> Entrant:
    words = [str(log), *script, "protover", FEATURES + "feature done=1", "ping", "pong $"]
    options = (("Hash", "32"), ("Resign", "1"), ("Nothing", "2"))
    return Entrant("", f"{SCRIPT} {shlex.join(words)}", CECP, options=options, control=control)


def clocks(control: Control = TIMED) -> tuple[Clock, Clock]:
    return Clock(control), Clock(control)


def test_a_game(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = CecpEngine(
        entrant(log, "go", "# remark|4 31 12 900 e2e4|move d4e5,|move e5f6", "usermove @", "move a2a3"),
        LION,
        20,
    )
    assert engine.name == "Old one"
    engine.new_game("", TIMED, TIMED)
    thought = engine.think(["e2e4", "e7e5"], clocks(), 0)
    assert (thought.move, thought.score, thought.depth) == ("d4e5,e5f6", 31, 4)
    assert engine.think(["e2e4", "e7e5", "d4e5,e5f6", "b3b3"], clocks(), 0).move == "a2a3"
    engine.close()
    said = log.read_text().splitlines()
    assert said[-1] == "quit" and "usermove @@@@" in said and "accepted ping" in said
    order = ["memory 32", "new", "variant lion", "easy", "post", "level 0 0:05 0.05", "force"]
    assert [said.index(word) for word in order] == sorted(said.index(word) for word in order)
    assert "option Resign=1" in said and engine.notes == ["Nothing is no option of Old one"]
    assert said[said.index("usermove e2e4") + 1 :][:4] == ["usermove e7e5", "time 500", "otim 500", "go"]


def test_mates_and_a_move_in_play(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = CecpEngine(entrant(log, "go", "move e2e4", "usermove", "5 -100003 1 9 x|move @@@@"), LION, 20)
    engine.new_game("", TIMED, TIMED)
    engine.think([], clocks(), 0)
    thought = engine.think(["e2e4", "e7e5"], clocks(), 0)
    assert (thought.move, thought.mate) == ("@@@@", -3)
    engine.game_over("1-0")
    engine.close()
    assert log.read_text().splitlines()[-4:] == ["force", "result 1-0 {}", "ping 2", "quit"]


def test_boards_of_ten_ranks(tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = CecpEngine(entrant(log, "go", "move a0a9"), Table("ten", ten_ranks=True), 20)
    engine.new_game("10/10 w - e3 0 1", TIMED, TIMED)
    assert engine.think(["P@e10"], clocks(), 0).move == "a1a10"
    engine.close()
    said = log.read_text().splitlines()
    assert "usermove P@e9" in said and "setboard 10/10 w - e2 0 1" in said


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ("!", Fault.CRASH),
        ("nothing", Fault.STALL),
        ("Illegal move: e2e4", Fault.CLAIM),
        ("1-0 {white wins}", Fault.CLAIM),
        ("1/2-1/2 {draw}", Fault.CLAIM),
    ],
)
def test_faults(answer: str, fault: Fault, tmp_path: Path) -> None:
    control = Control(depth=3)
    engine = CecpEngine(entrant(tmp_path / "log", "go", answer, control=control), LION, 3)
    engine.new_game("", control, control)
    with pytest.raises(EngineFault) as caught:
        engine.think([], clocks(control), 0)
    assert caught.value.fault == fault
    engine.kill()


@pytest.mark.parametrize("answer", ["resign", "0-1 {resigns}"])
def test_giving_up(answer: str, tmp_path: Path) -> None:
    engine = CecpEngine(entrant(tmp_path / "log", "go", answer), LION, 20)
    engine.new_game("", TIMED, TIMED)
    with pytest.raises(Resigned):
        engine.think([], clocks(), 0)
    engine.kill()


def test_what_it_cannot_play(tmp_path: Path) -> None:
    with pytest.raises(Unplayable, match="does not offer yarishogi"):
        CecpEngine(entrant(tmp_path / "log"), Table("yarishogi"), 20)
    with pytest.raises(Unplayable, match="needs a UCI engine"):
        CecpEngine(entrant(tmp_path / "log", control=Control(nodes=3)), LION, 20)
    CecpEngine(entrant(tmp_path / "log"), Table("chess"), 20).close()


def test_fixed_times(tmp_path: Path) -> None:
    control = Control(movetime=1500, depth=7)
    engine = CecpEngine(entrant(tmp_path / "log", control=control), LION, 20)
    engine.new_game("", control, control)
    engine.close()
    assert {"st 1.5", "sd 7"} <= set((tmp_path / "log").read_text().splitlines())
