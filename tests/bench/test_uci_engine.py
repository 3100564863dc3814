"""UCI engines in matches: what they are told, and how their answers are read."""

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.clock import Clock, Control
from bench.entrant import EngineFault, Entrant, Fault, Resigned, Table, Thought, Unplayable
from bench.uci_engine import UciEngine

SCRIPT = f"{sys.executable} {Path(__file__).parent / 'scripted_engine.py'}"
UCI = "id name x|option name UCI_Variant type combo default chess var chess var lion|option name Hash type spin|uciok"
CHESS = Table("chess")


def entrant(log: Path, *script: str, control: Control | None = None, **named: object) -> Entrant:
    words = [str(log), *script, "uci", UCI, "isready", "readyok"]
    return Entrant(
        "x",
        f"{SCRIPT} {shlex.join(words)}",
        control=control or Control(nodes=5),
        options=(("Hash", "8"), ("Nothing", "1"), ("VariantPath", "a.ini")),
    )


def clocks(*controls: Control) -> tuple[Clock, Clock]:
    first, second = controls
    return Clock(first), Clock(second)


def test_what_it_is_told(tmp_path: Path) -> None:
    log = tmp_path / "log"
    own, other = Control(5000, 50, 40), Control(3000, 20)
    engine = UciEngine(
        entrant(log, "go", "info depth 3 multipv 1 score mate -2 pv a|info string score cp 9|bestmove e7e5 ponder a1"),
        Table("mightylion", ("lion",)),
        20,
    )
    assert engine.notes == ["x has no option Nothing", "x has no option VariantPath"]
    engine.new_game("", own, other)
    thought = engine.think(["e2e4"], clocks(other, own), 1)
    assert (thought.move, thought.mate, thought.score, thought.depth) == ("e7e5", -2, None, 3)
    engine.new_game("8/8 w", own, other)
    engine.think([], clocks(own, own), 0)
    engine.game_over("1-0")
    engine.close()
    said = log.read_text().splitlines()
    assert said.count("uci") == 2 and "setoption name Hash value 8" in said
    assert "setoption name UCI_Variant value lion" in said and said.count("ucinewgame") == 2
    assert "position startpos moves e2e4" in said and "position fen 8/8 w" in said
    assert "go wtime 3000 winc 20 btime 5000 binc 50 movestogo 40" in said


def test_pondering(tmp_path: Path) -> None:
    log = tmp_path / "log"
    offers = UCI.replace("uciok", "option name Ponder type check|uciok")
    script = ["uci", offers, "isready", "readyok", "go ponder", "info depth 9 score cp 7"]
    script += ["go", "bestmove e2e4 ponder e7e5", "ponderhit", "bestmove g1f3", "stop", "bestmove d2d4"]
    control = Control(5000)
    wanted = Entrant("x", f"{SCRIPT} {shlex.join([str(log), *script])}", control=control, ponder=True)
    engine = UciEngine(wanted, CHESS, 20)
    pair = clocks(control, control)
    engine.new_game("", control, control)
    assert engine.think([], pair, 0).ponder == "e7e5"
    engine.ponder(["e2e4"], "e7e5", pair, 0)
    thought = engine.think(["e2e4", "e7e5"], pair, 0)
    assert (thought.move, thought.score, thought.ponder) == ("g1f3", 7, "") and thought.elapsed >= 0
    engine.ponder(["e2e4", "e7e5", "g1f3"], "b8c6", pair, 0)
    assert engine.think(["e2e4", "e7e5", "g1f3", "a7a6"], pair, 0).move == "e2e4"
    engine.ponder(["a"], "b", pair, 0)
    engine.game_over("1-0")
    engine.close()
    said = log.read_text().splitlines()
    assert "setoption name Ponder value true" in said
    at = said.index("go ponder wtime 5000 winc 0 btime 5000 binc 0")
    assert said[at - 2 : at] == ["position startpos moves e2e4 e7e5", "isready"] and said[at + 1] == "ponderhit"
    miss = said.index("stop")
    assert said[miss + 1 : miss + 3] == ["position startpos moves e2e4 e7e5 g1f3 a7a6", "isready"]
    assert said.count("stop") == 2 and said[-1] == "quit"


def test_an_engine_that_cannot_ponder(tmp_path: Path) -> None:
    engine = UciEngine(replace(entrant(tmp_path / "log"), ponder=True, options=()), CHESS, 20)
    assert engine.notes == ["x cannot ponder"]
    engine.ponder(["e2e4"], "e7e5", clocks(Control(5000), Control(5000)), 0)
    engine.close()
    assert "go ponder" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("control", "go"),
    [
        (Control(nodes=5), "go nodes 5"),
        (Control(depth=5), "go depth 5"),
        (Control(movetime=50), "go movetime 50"),
        (Control(5000, nodes=7), "go nodes 7 wtime 5000 winc 0 btime 5000 binc 0"),
    ],
)
def test_limits(control: Control, go: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    engine = UciEngine(entrant(log, "go", "bestmove e2e4"), CHESS, 20)
    engine.new_game("", control, control)
    engine.think([], clocks(control, Control(nodes=1)), 0)
    engine.close()
    assert go in log.read_text().splitlines()


@pytest.mark.parametrize(
    ("answer", "fault"),
    [("!", Fault.CRASH), ("nothing", Fault.STALL)],
)
def test_faults(answer: str, fault: Fault, tmp_path: Path) -> None:
    engine = UciEngine(entrant(tmp_path / "log", "go", answer), CHESS, 3)
    engine.new_game("", Control(), Control())
    with pytest.raises(EngineFault) as caught:
        engine.think([], clocks(Control(), Control()), 0)
    assert caught.value.fault == fault
    engine.kill()


def test_giving_up(tmp_path: Path) -> None:
    engine = UciEngine(entrant(tmp_path / "log", "go", "bestmove resign"), CHESS, 20)
    engine.new_game("", Control(), Control())
    with pytest.raises(Resigned):
        engine.think([], clocks(Control(), Control()), 0)
    engine.kill()


def test_late_moves_are_waited_for(tmp_path: Path) -> None:
    engine = UciEngine(entrant(tmp_path / "log", "stop", "bestmove e2e4"), CHESS, 20)
    control = Control(movetime=100)
    engine.new_game("", control, control)
    thought = engine.think([], clocks(control, control), 0)
    assert thought.move == "e2e4" and thought.elapsed > 100
    engine.kill()


def test_another_game(tmp_path: Path) -> None:
    with pytest.raises(Unplayable, match="does not offer yarishogi"):
        UciEngine(entrant(tmp_path / "log"), Table("yarishogi"), 20)
    plain = Entrant("x", f"{SCRIPT} {tmp_path / 'log'} uci uciok isready readyok", control=Control(nodes=1))
    with pytest.raises(Unplayable, match="no option UCI_Variant"):
        UciEngine(plain, Table("yarishogi"), 20)
    UciEngine(plain, CHESS, 20).close()


def test_thoughts_of_other_lines_do_not_count() -> None:
    from bench.uci_engine import _note

    thought = Thought("", 0.0)
    for line in ("info depth 4 score cp -12 pv a", "info multipv 2 score cp 99 pv b", "info score", "info score cp x"):
        _note(thought, line.split())
    assert (thought.score, thought.depth) == (-12, 4)
