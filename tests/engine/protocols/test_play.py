"""A game in the terminal."""

from tests.engine.protocols.test_usi import run


def test_a_game_against_the_engine() -> None:
    lines = run("play losalamos", "time 0.05", "d2d3", "moves", "undo", "board", "resign", "leave", "isready")
    text = "\n".join(lines)
    assert lines[0].startswith("A game of losalamos.")
    assert "Black plays " in text and "0-1: you resign" in text and lines[-1] == "readyok"


def test_moves_that_cannot_be_played() -> None:
    lines = run("play chess", "e2e5", "undo", "time x", "foo", "leave")
    assert "'e2e5' cannot be played: the piece does not move so" in lines
    assert "there is no move of yours to take back" in lines
    assert "time: read 'x', expected seconds" in lines
    assert "'foo' cannot be played: not a move" in lines


def test_the_result_is_told() -> None:
    lines = run("play chess", "time 0.2", "swap", "f2f3", "leave")
    assert any(line.startswith("White plays ") for line in lines)
    lines = run("play nothing", "isready")
    assert lines == ["info string no game is called 'nothing'", "readyok"]


def test_help_explains() -> None:
    lines = run("help", "play", "help", "leave")
    assert any("play [GAME]" in line for line in lines) and any("undo" in line for line in lines)
