"""USI, in this process."""

import io
import re

import pytest

from engine.protocols.options import OPTIONS
from engine.protocols.output import Output
from engine.protocols.uci import Uci
from engine.protocols.usi import option_name, square_from_usi, square_to_usi, to_uci, to_usi
from tests.engine.protocols.test_xboard import TABLE
from variants.catalog import Catalog

SPEC = Catalog().get("okisakishogi")
GAMES = {row.split("\t")[0]: row.split("\t")[1:] for row in TABLE.read_text(encoding="utf-8").splitlines()}


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


def test_squares_and_moves() -> None:
    assert square_to_usi(SPEC, "a1") == "10j" and square_to_usi(SPEC, "j10") == "1a"
    assert square_from_usi(SPEC, "10j") == "a1" and square_from_usi(SPEC, "99a") == "?10"
    for usi, uci in {"10h10g": "a3a4", "1c1d": "j8j7", "8h2b+": "c3i9+", "P*5e": "P@f6", "6f5e6d": "e5f6,f6e7"}.items():
        assert to_uci(SPEC, usi) == uci and to_usi(SPEC, uci) == usi
    assert to_uci(SPEC, "resign") == "resign" and to_uci(SPEC, "") == ""


def test_the_handshake() -> None:
    lines = run("usi", "isready", "usinewgame")
    options = [line for line in lines if line.startswith("option ")]
    assert "usiok" in lines and lines[-1] == "readyok" and len(options) == len(OPTIONS)
    assert all(re.match(r"option name \S+ type (check|spin|combo|button|string)", line) for line in options)
    assert any(line.startswith("option name USI_Variant type combo ") for line in options)
    assert {"USI_Hash", "USI_Ponder", "USI_MultiPV", "Clear_Hash"} <= set(map(option_name, OPTIONS))


def test_the_tenth_file() -> None:
    lines = run("usi", "setoption name USI_Variant value okisakishogi", "position startpos", "go perft 1")
    moves = [line.removesuffix(": 1") for line in lines if line.endswith(": 1")]
    assert len(moves) == 37 and {"10h10g", "1h1g", "5h5g"} <= set(moves)
    assert all(re.fullmatch(r"(10|[1-9])[a-j](10|[1-9])[a-j]", move) for move in moves)


def test_a_search_with_the_first_players_clock() -> None:
    lines = run(
        "usi",
        "setoption name USI_Variant value yarishogi",
        "position startpos moves 4g4f",
        "go btime 3600000 wtime 1000 byoyomi 0",
    )
    assert re.fullmatch(r"bestmove [1-7][a-i][1-7][a-i]\+?( ponder \S+)?", lines[-1])


def test_sfen_mate_in_plies_and_resignation() -> None:
    lines = run(
        "usi",
        "setoption name USI_Variant value okisakishogi",
        "position sfen 1k8/10/1G8/10/10/10/10/10/10/K9 b 2G 1",
        "go depth 3",
    )
    assert lines[-1].startswith("bestmove G*9b") and " score mate 1 " in lines[-2]
    lines = run(
        "usi",
        "setoption name USI_Variant value okisakishogi",
        "position sfen 1k8/1G8/1G8/10/10/10/10/10/10/K9 w - 2",
        "go depth 3",
    )
    assert lines[-1] == "bestmove resign"


def test_what_cannot_be_obeyed() -> None:
    lines = run("usi", "position startpos moves 7g7f", "position", "go mate 1000", "setoption name Nothing value 3")
    rest = lines[lines.index("usiok") + 1 :]
    assert "checkmate notimplemented" in rest
    assert all(line.startswith("info string ") for line in rest if line != "checkmate notimplemented")


def test_ponder_and_stop() -> None:
    lines = run("usi", "position startpos", "go ponder btime 1000 wtime 1000", "stop", "gameover win")
    assert lines[-1].startswith("bestmove ")


@pytest.mark.parametrize("name", ["okisakishogi", "yarishogi", "leaperhouse"])
def test_a_whole_game(name: str) -> None:
    """The games of XBoard once more, in this protocol's words."""
    spec = Catalog().get(name)
    shift = 1 if spec.ranks == 10 else 0
    squares = {
        f"{file}{rank}": f"{spec.files - index}{'abcdefghij'[spec.ranks - rank - shift]}"
        for index, file in enumerate("abcdefghij"[: spec.files])
        for rank in range(1 - shift, spec.ranks + 1 - shift)
    }
    moves = re.sub(r"[a-p][0-9]+", lambda read: squares[read[0]], GAMES[name][1]).replace("@", "*")
    lines = run(
        "usi",
        f"setoption name USI_Variant value {name}",
        f"position startpos moves {moves}",
        "go depth 1",
    )
    assert lines[-3:] == ["info string checkmate", "info depth 0 score mate 0", "bestmove resign"]
