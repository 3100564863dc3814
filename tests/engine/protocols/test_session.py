"""The session: games, options, positions."""

import os
from pathlib import Path

import pytest

from engine.protocols.session import ENV_PATH, START, Session
from engine.rules import compile_rules
from eval import network_file
from eval.network_file import NO_NETWORK, write
from tests.eval.networks import random_network
from variants.errors import LionleapError, VariantError

GAME = "[{}:chess]\ndoubleStep = false\n"


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def session(told: list[str]) -> Session:
    return Session(told.append)


def test_the_start() -> None:
    assert Session(print).board.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_a_game_is_selected_with_its_start(session: Session) -> None:
    session.set_position(START, ["e2e4"])
    session.set_option("UCI_Variant", "yarishogi")
    assert session.options.text("UCI_Variant") == "yarishogi"
    assert session.board.fen() == "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR[] w - - 0 1"
    assert session.describe().startswith("variant yarishogi files 7 ranks 9 pocket 8 template shogi startpos rnnkbbr/")


def test_an_unknown_game_changes_nothing(session: Session) -> None:
    session.set_position(START, ["e2e4"])
    with pytest.raises(VariantError, match="nosuch"):
        session.set_option("UCI_Variant", "nosuch")
    assert session.spec.name == "chess" and session.board.ply == 1


def test_only_new_moves_are_played(session: Session) -> None:
    session.set_position(START, ["e2e4", "e7e5"])
    board = session.board
    session.set_position(START, ["e2e4", "e7e5", "g1f3"])
    assert session.board is board and board.ply == 3
    session.set_position(START, ["e2e4", "c7c5"])
    assert session.board is not board and session.board.ply == 2
    session.set_position(("fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), ["e1g1"])
    assert session.board.fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


def test_a_bad_move_ends_the_list(session: Session) -> None:
    with pytest.raises(LionleapError, match="move 2 of the list: read 'e2e4'"):
        session.set_position(START, ["e2e4", "e2e4", "e7e5"])
    assert session.board.ply == 1
    session.set_position(START, ["e2e4", "e7e5"])
    assert session.board.ply == 2


@pytest.mark.parametrize("root", [("fen", "xyz"), ("fen", ""), ("sfen", "xyz"), ("fen", "8/8/8/8/8/8/8/8 w - - 0 1")])
def test_a_bad_position_changes_nothing(session: Session, root: tuple[str, str]) -> None:
    session.set_position(START, ["e2e4"])
    with pytest.raises(LionleapError, match="position refused: "):
        session.set_position(root, [])
    assert session.board.ply == 1


def test_an_sfen(session: Session) -> None:
    session.set_option("UCI_Variant", "yarishogi")
    session.set_position(("sfen", "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR w 2P 2"), [])
    assert session.board.fen() == "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR[PP] b - - 0 1"


def test_what_has_no_effect_yet_is_told(session: Session, told: list[str]) -> None:
    session.set_option("Skill Level", "20")
    session.set_option("SyzygyPath", "<empty>")
    assert not told
    session.set_option("syzygypath", "tables")
    assert told == ["option SyzygyPath is noted but has no effect: end-game tables are not read"]


def test_hash_is_what_the_machine_can_give(session: Session, told: list[str]) -> None:
    session.set_option("Hash", "33554432")
    assert session.options.number("Hash") < 33554432 and "Hash is " in told[0]


def test_files_are_loaded(tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    paths = []
    for name in ("one", "two", "three"):
        paths.append(tmp_path / f"{name}.ini")
        paths[-1].write_text(GAME.format(name))
    monkeypatch.setenv(ENV_PATH, str(paths[0]))
    session = Session(told.append)
    session.autoload()
    session.set_option("VariantPath", str(paths[1]))
    session.load(str(paths[2]))
    session.load_text(GAME.format("four"))
    assert {"one", "two", "three", "four"} <= set(session.catalog.names())
    session.load(str(tmp_path / "none.ini"))
    assert len(told) == 1 and "none.ini" in told[0]


def test_chess960_is_a_way_of_writing(session: Session) -> None:
    session.set_option("UCI_Chess960", "true")
    session.set_position(("fen", "4k3/8/8/8/8/8/8/4K2R w H - 0 1"), ["e1h1"])
    assert session.board.fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


def test_flip(session: Session) -> None:
    session.set_position(START, ["e2e4"])
    session.flip()
    assert session.board.fen() == "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    session.set_position(START, [])
    assert session.board.ply == 0 and session.board.side == 0


def test_a_long_game(session: Session) -> None:
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * 300
    session.set_position(START, moves)
    assert session.board.ply == 1200


def test_networks_are_chosen_by_options(
    session: Session, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EvalFile takes several files, and the one for the game counts; a wrong one is refused in one line."""
    monkeypatch.setattr("eval.network_file.own_network", lambda _game: NO_NETWORK)
    chess, yari = (compile_rules(session.catalog.get(name)) for name in ("chess", "yarishogi"))
    for name, game in (("a.net", chess), ("b.net", yari)):
        write(tmp_path / name, random_network(game))
    session.ready()
    assert told == []
    session.set_option("EvalFile", f"{tmp_path / 'a.net'}{os.pathsep}{tmp_path / 'b.net'}")
    session.ready()
    session.select("yarishogi")
    session.ready()
    session.set_option("Use NNUE", "false")
    session.ready()
    session.set_option("Use NNUE", "true")
    session.set_option("EvalFile", str(tmp_path / "a.net"))
    session.ready()
    assert told == [
        "NNUE evaluation using a.net enabled",
        "NNUE evaluation using b.net enabled",
        "classical evaluation enabled",
        "EvalFile refused: a.net: it is for 'chess', not for yarishogi",
        "classical evaluation enabled",
    ]
    session.ready()
    assert len(told) == 5


def test_the_own_network_is_used_unless_it_is_faulty(
    session: Session, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.select("losalamos")
    path = tmp_path / "losalamos.net"
    write(path, random_network(compile_rules(session.spec)))
    monkeypatch.setattr("eval.network_file.own_network", lambda game: network_file.read(path, game))
    session.ready()
    session.set_option("Use NNUE", "false")
    session.ready()
    path.write_bytes(b"LIONNET")
    session.set_option("Use NNUE", "true")
    session.set_option("EvalFile", "nosuchfile")
    session.ready()
    assert told == [
        "NNUE evaluation using losalamos.net enabled",
        "classical evaluation enabled",
        "EvalFile refused: nosuchfile: No such file or directory",
        "network refused: losalamos.net: it is cut off",
        "classical evaluation enabled",
    ]
