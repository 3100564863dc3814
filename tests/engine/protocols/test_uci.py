"""The UCI loop, in this process."""

import io
import time

import pytest

from engine.protocols.output import Output
from engine.protocols.session import ENV_PATH
from engine.protocols.uci import Uci


def run(*lines: str) -> list[str]:
    """Return what the loop says; waits for the work of each line."""
    stream = io.StringIO()
    loop = Uci(Output(stream))
    for line in lines:
        loop.obey(line + "\n")
        if line.startswith("go") and "infinite" not in line and "ponder" not in line:
            loop.session.wait()
    assert loop.close() == 0
    return stream.getvalue().splitlines()


def notes(lines: list[str]) -> list[str]:
    return [line.removeprefix("info string ") for line in lines if line.startswith("info string ")]


def test_the_handshake() -> None:
    lines = run("uci", "isready")
    assert lines[0].startswith("id name Lionleap ") and lines[1].startswith("id author ")
    assert lines[2] == "" and lines[-2:] == ["uciok", "readyok"]
    assert all(line.startswith("option name ") for line in lines[3:-2])


def test_a_search() -> None:
    lines = run("position startpos moves e2e4", "go depth 3")
    assert [line.split()[:3] for line in lines[:-1]] == [["info", "depth", str(depth)] for depth in (1, 2, 3)]
    assert lines[-1].startswith("bestmove ")
    assert lines[-1].split()[1] == lines[-2].partition(" pv ")[2].split()[0]


def test_several_lines() -> None:
    lines = run("setoption name MultiPV value 3", "go depth 2")
    assert [line.split()[5:7] for line in lines if line.startswith("info depth 2 ")] == [
        ["multipv", "1"],
        ["multipv", "2"],
        ["multipv", "3"],
    ]


def test_more_lines_than_moves() -> None:
    lines = run("setoption name MultiPV value 500", "position fen k7/8/8/8/8/1r6/r7/7K w - - 0 1", "go depth 3")
    assert not [line for line in lines if "multipv 2" in line] and lines[-1].startswith("bestmove h1g1")


def test_searchmoves() -> None:
    lines = run("go depth 3 searchmoves a2a3 e2e5")
    assert lines[-1].startswith("bestmove a2a3") and len(notes(lines)) == 1


@pytest.mark.parametrize("line", ["", "   ", "# go infinite", "#", "debug on", "register later", "stop", "ponderhit"])
def test_lines_without_an_answer(line: str) -> None:
    assert run(line) == []


@pytest.mark.parametrize(
    "line",
    [
        "position",
        "position fen xyz",
        "position startpos moves e2e5",
        "position elsewhere",
        "setoption name Hash value x",
        "setoption name UCI_Variant value x",
        "setoption name Nothing",
        "setoption",
        "setoption value 3",
        "load",
        "check",
        "load no-such-file.ini",
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(line: str) -> None:
    lines = run(line, "isready")
    assert len(notes(lines)) == 1 and lines[-1] == "readyok" and len(lines) == 2


def test_an_unknown_command_is_told_in_one_printable_line() -> None:
    assert run("flurb \x1b[31m" + "x" * 1000)[0].startswith("Unknown command: flurb \\x1b[31mxxx")
    assert run("UCI") == ["Unknown command: UCI"]


def test_setoption_with_strange_spacing() -> None:
    assert run("setoption   name   Clear   Hash   value   true", "setoption name hash  value  8") == []


def test_a_game_is_described() -> None:
    assert notes(run("setoption name UCI_Variant value leaperhouse")) == [
        "variant leaperhouse files 10 ranks 10 pocket 6 template shogi startpos "
        "oncurkucno/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/ONCUKRUCNO[] w - - 0 1"
    ]


def test_here_documents() -> None:
    lines = run("load <<END", "[mine:chess]", "doubleStep = false", "", "# note", "END", "uci")
    assert any(" var mine " in line for line in lines)
    lines = run("check <<E", "[mine:chess]", "doubleStep = perhaps", "E", "uci")
    assert "doubleStep" in notes(lines)[0] and not any(" var mine" in line for line in lines)
    assert "the input ended" in notes(run("load <<END", "[mine:chess]"))[0]


def test_notices_of_the_environment_come_after_uciok(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENV_PATH, "no-such-file.ini")
    lines = run("uci")
    assert lines.index("uciok") < next(number for number, line in enumerate(lines) if "no-such-file" in line)


def test_a_second_go_ends_the_first() -> None:
    lines = run("go infinite", "go depth 2")
    assert len([line for line in lines if line.startswith("bestmove ")]) == 2


def test_perft_is_not_cut_short_by_what_follows() -> None:
    lines = run("position startpos", "go perft 4", "position startpos moves e2e4", "go perft 3", "go depth 1")
    assert [line for line in lines if line.startswith("Nodes")] == ["Nodes searched: 197281", "Nodes searched: 13160"]
    assert lines[-1].startswith("bestmove ")


def test_perft_can_be_stopped() -> None:
    stream = io.StringIO()
    loop = Uci(Output(stream))
    loop.obey("isready")
    loop.obey("go perft 9")
    time.sleep(0.2)
    begun = time.monotonic()
    loop.obey("isready")
    assert time.monotonic() - begun < 0.1 and stream.getvalue().endswith("readyok\n")
    loop.obey("stop")
    loop.session.wait()
    assert time.monotonic() - begun < 1
    assert "perft was stopped" in stream.getvalue()
    loop.close()


def test_finished_roots() -> None:
    lines = run("position fen 7k/6QQ/8/8/8/8/8/7K b - - 0 1", "go depth 5")
    assert lines == ["info string checkmate", "info depth 0 score mate 0", "bestmove (none)"]


def test_a_referees_end_does_not_stop_the_search() -> None:
    lines = run("position startpos moves" + " g1f3 g8f6 f3g1 f6g8" * 2, "go depth 2")
    assert notes(lines) == ["third repetition: draw"] and lines[-1].startswith("bestmove ")
    assert "(none)" not in lines[-1]


def test_nothing_is_searched_after_a_refused_position() -> None:
    lines = run("position fen xyz", "go depth 2", "position startpos", "go depth 1")
    assert [line.split()[1] for line in lines if line.startswith("bestmove")][0] == "(none)"
    assert "(none)" not in lines[-1]


def test_further_commands() -> None:
    lines = run("d", "eval", "flip", "d", "compiler", "help")
    assert [line.split()[2] for line in lines if line.startswith("Fen: ")] == ["w", "b"]
    assert any(line.startswith("Final evaluation ") and line.endswith(" (white side)") for line in lines)
    assert lines[-1].strip() == "quit"


def test_wdl() -> None:
    lines = run("setoption name UCI_ShowWDL value true", "go depth 1")
    assert " wdl " in lines[0]


def test_lines_end_the_loop() -> None:
    stream = io.StringIO()
    assert Uci(Output(stream)).run(["quit\r\n", "d\n"]) == 0
    assert stream.getvalue() == ""
    assert Uci(Output(stream)).run(["isready\r\n"]) == 0
    assert stream.getvalue() == "readyok\n"


def test_an_error_of_ours_is_told_and_the_loop_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    loop = Uci(Output(stream))
    monkeypatch.setattr(loop.session, "flip", lambda: 1 / 0)
    loop._commands["flip"] = lambda rest: loop.session.flip()
    loop.obey("flip")
    loop.obey("isready")
    assert stream.getvalue() == "info string internal error: ZeroDivisionError: division by zero\nreadyok\n"


def test_a_fault_in_another_protocol_is_told() -> None:
    """Whoever reads the lines, an exception of his does not end the engine."""

    class Broken:
        final = False

        def obey(self, line: str) -> bool:
            if line.startswith("leave"):
                return False
            raise ZeroDivisionError("by zero")

        def tell(self, text: str) -> None:
            loop.output.line(text)

        def close(self) -> None: ...

    stream = io.StringIO()
    loop = Uci(Output(stream), autoload=False)
    loop.guest = Broken()
    for line in ("anything", "leave", "xyzzy"):
        loop.obey(line)
    assert stream.getvalue().splitlines() == ["internal error: ZeroDivisionError: by zero", "Unknown command: xyzzy"]
