"""UCCI and UCI-Cyclone, in this process."""

from tests.engine.protocols.test_usi import GAMES, run

CHESS = "setoption UCI_Variant chess"


def test_the_handshake() -> None:
    lines = run("ucci", "isready")
    assert "ucciok" in lines and lines[-1] == "readyok"
    assert any(line.startswith("option hashsize type spin ") for line in lines)
    assert not any(line.startswith("option name ") for line in lines)
    assert any(line.startswith("option UCI_Variant type combo default xiangqi ") for line in lines)


def test_a_search() -> None:
    lines = run("ucci", CHESS, "setoption hashsize 4", "position startpos moves e2e4", "go depth 3")
    scores = [line for line in lines if " score " in line]
    assert len(scores) == 3 and all(" score cp " not in line for line in scores)
    assert lines[-1].startswith("bestmove ")


def test_banned_moves() -> None:
    lines = run("ucci", CHESS, "position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "banmoves b1b8", "go depth 2")
    assert lines[-1].startswith("bestmove ") and lines[-1] != "bestmove b1b8"
    lines = run("ucci", CHESS, "position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "go depth 2")
    assert lines[-1] == "bestmove b1b8"


def test_seconds_and_ranks_from_zero() -> None:
    lines = run(
        "ucci",
        "setoption UCI_Variant leaperhouse",
        "setoption usemillisec false",
        "position startpos moves a2a3",
        "go movetime 1",
    )
    assert lines[-1].startswith("bestmove ")
    lines = run("ucci", "setoption UCI_Variant leaperhouse", "position startpos", "go perft 1")
    assert "a2a3: 1" in lines and "a3a4: 1" not in lines


def test_cyclone() -> None:
    lines = run("ucicyclone", "uci", "setoption name UCI_Variant value leaperhouse", "go perft 1", "go depth 1")
    assert "uciok" in lines and "a2a3: 1" in lines and any(" score cp " in line for line in lines)


def test_a_whole_game() -> None:
    moves = GAMES["okisakishogi"][1]
    lines = run("ucci", "setoption UCI_Variant okisakishogi", f"position startpos moves {moves}", "go depth 1")
    assert lines[-1] == "bestmove (none)" and "info string checkmate" in lines


def test_what_cannot_be_obeyed() -> None:
    lines = run("ucci", "position", "position startpos moves e2e5", "setoption Nothing 3", "setoption")
    rest = lines[lines.index("ucciok") + 1 :]
    assert len(rest) == 4 and all(line.startswith("info string ") for line in rest)
