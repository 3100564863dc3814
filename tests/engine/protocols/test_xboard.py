"""The CECP loop, in this process."""

import io
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.protocols.output import Output
from engine.protocols.uci import Uci

TABLE = Path(__file__).parents[2] / "data" / "transcripts" / "xboard.tsv"
PATIENCE = 60.0


class Gui:
    """Speaks CECP to a loop and sees what it says."""

    def __init__(self, *lines: str) -> None:
        self._stream = io.StringIO()
        self.loop = Uci(Output(self._stream))
        self.say("xboard", "protover 2", *lines)

    @property
    def heard(self) -> list[str]:
        """All lines but comments: whether kernels had to be compiled is another matter."""
        return [line for line in self._stream.getvalue().splitlines() if not line.startswith("#")]

    def say(self, *lines: str) -> "Gui":
        for line in lines:
            self.loop.obey(line + "\n")
        return self

    def until(self, met: Callable[[list[str]], object]) -> list[str]:
        """Wait until what was heard meets a condition."""
        end = time.monotonic() + PATIENCE
        while not met(self.heard):
            assert time.monotonic() < end, self.heard[-20:]
            time.sleep(0.01)
        return self.heard

    def moves(self, number: int) -> list[str]:
        """Wait for the engine's first moves and return them."""
        heard = self.until(lambda lines: len([line for line in lines if line.startswith("move ")]) >= number)
        return [line.removeprefix("move ") for line in heard if line.startswith("move ")]

    def answers(self, *lines: str) -> list[str]:
        """What is said to some lines, at once."""
        before = len(self.heard)
        self.say(*lines)
        return self.heard[before:]

    def fen(self) -> str:
        return next(line.removeprefix("Fen: ") for line in self.answers("d") if line.startswith("Fen: "))

    def close(self) -> list[str]:
        assert self.loop.close() == 0
        return self.heard


def test_the_handshake() -> None:
    gui = Gui("ping 9", "quit")
    assert gui.heard[0] == "feature done=0" and gui.heard[-2:] == ["feature done=1", "pong 9"]
    features = " ".join(line for line in gui.heard if line.startswith("feature "))
    for word in ("setboard=1", "usermove=1", "ping=1", "colors=0", "highlight=1", "memory=1", 'variants="normal,'):
        assert word in features
    assert 'option="Plain Moves -check 1"' in features and 'option="MultiPV -spin 1 1 500"' in features
    assert "info string" not in "".join(gui.close())


def test_a_game_begins() -> None:
    gui = Gui("new", "sd 2", "post", "usermove e2e4")
    assert len(gui.moves(1)[0]) == 4
    thoughts = [line for line in gui.heard if "\t" in line]
    assert thoughts and all(len(line.split("\t")[0].split()) == 7 for line in thoughts)
    gui.say("nopost", "d2d4")
    gui.moves(2)
    gui.close()


def test_the_engine_moves_first() -> None:
    gui = Gui("new", "level 40 0:30 0.5", "time 3000", "otim 3000", "sd 1", "go")
    gui.moves(1)
    assert " b " in gui.fen()
    gui.close()


def test_half_a_second() -> None:
    gui = Gui("new", "sd 1", "go")
    gui.moves(1)
    gui.say("new", "st 0.5", "ping 1")
    begun = time.monotonic()
    gui.say("go").moves(2)
    assert time.monotonic() - begun < 2.0
    gui.close()


def test_illegal_moves_change_nothing() -> None:
    gui = Gui("new", "force", "usermove e2e4")
    before = gui.fen()
    assert gui.answers("usermove e7e4", "usermove Nf6", "usermove e4e5") == [
        "Illegal move (the piece does not move so): e7e4",
        "Illegal move (not a move): Nf6",
        "Illegal move (not your piece): e4e5",
    ]
    assert gui.fen() == before and gui.answers("e7e5") == [] and gui.fen() != before
    gui.close()


def test_what_is_unknown() -> None:
    gui = Gui()
    assert gui.answers("foo bar", "st x", "variant nothing", "undo", "option Nothing=3", "", "  ") == [
        "Error (unknown command): foo bar",
        "Error (st: read 'x', expected a number): st x",
        "Error (no game is called 'nothing'): variant nothing",
        "Error (there is no move to take back): undo",
        "Error (No such option: Nothing): option Nothing=3",
    ]
    gui.close()


def test_ranks_count_from_zero() -> None:
    gui = Gui("new", "variant okisakishogi", "force")
    assert gui.answers("usermove a2a3", "usermove a3a4", "ping 5") == ["Illegal move (not your piece): a3a4", "pong 5"]
    gui.close()


def test_a_mouse_user_enters_en_passant_by_way_of_the_victim() -> None:
    fen = "12/*3k6*/*10*/*10*/*10*/*3s6*/*10*/*2S7*/*4K5*/12 w - - 0 1"
    gui = Gui("new", "variant frolov10x10", "force", f"setboard {fen}", "usermove d2f4")
    before = gui.fen()
    marked = gui.answers("lift e4")
    assert marked[0].startswith("highlight ") and "C" in marked[0]
    assert gui.answers("usermove e4e3") == [
        "Illegal move (en passant is entered as e4f4,f4e3: by way of the man that is taken): e4e3"
    ]
    assert gui.fen() == before
    assert gui.answers("usermove e4f4,f4e3") == [] and gui.fen().startswith("12/*3k6*/*10*/*10*/*10*/*10*/*3s6*/*10*/")
    gui.close()
    gui = Gui("new", "variant frolov10x10", "force", f"setboard {fen}", "usermove d2f4")
    assert gui.answers("usermove e4e3") == []  # another program, which knows en passant by its rules
    gui.close()


def test_en_passant_squares_of_ten_rank_boards(tmp_path: Path) -> None:
    path = tmp_path / "tall.ini"
    start = "rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    path.write_text(
        f"[tall:chess]\nmaxRank = 10\nstartFen = {start}\npromotionRegionWhite = *10\ndoubleStepRegionBlack = *9\n"
    )
    gui = Gui(f"option VariantPath={path}", "variant tall", "force")
    gui.say("setboard 4k3/8/8/4pP2/8/8/8/8/8/4K3 w - e7 0 3")
    assert gui.fen() == "4k3/8/8/4pP2/8/8/8/8/8/4K3 w - e8 0 3"
    assert gui.answers("usermove f6e7") == [] and gui.fen().startswith("4k3/8/4P3/8/8/8/8/8/8/4K3 b ")
    gui.close()


def test_setboard_without_castling_and_en_passant() -> None:
    gui = Gui("variant leaperhouse", "force", "setboard 5k4/10/10/P9/10/10/10/10/10/4K5[Nn] w 0 1")
    assert gui.fen() == "5k4/10/10/P9/10/10/10/10/10/4K5[Nn] w - - 0 1"
    assert gui.answers("usermove N@e8", "undo", "usermove a6a7", "usermove a6a7+") == [
        "Illegal move (how it promotes is missing or wrong): a6a7"
    ]
    gui.close()


def test_a_position_that_cannot_be_is_refused() -> None:
    gui = Gui("force", "usermove e2e4")
    before = gui.fen()
    assert gui.answers("setboard 8/8 w - - 0 1")[0].startswith("tellusererror Illegal position: ")
    assert gui.fen() == before and gui.answers("usermove e7e5") == []
    gui.close()


def test_undo_and_remove() -> None:
    gui = Gui("force")
    start = gui.fen()
    gui.say("usermove e2e4", "usermove e7e5", "usermove g1f3")
    assert gui.answers("undo", "remove") == [] and gui.fen() == start
    gui.close()


def test_moves_of_two_legs() -> None:
    gui = Gui("variant lion", "force", "setboard k7/8/5n2/4p3/3L4/8/8/7K w - - 0 1")
    assert not [line for line in gui.heard if line.startswith("setup")]
    gui.say("usermove d4e5,e5f6")
    assert gui.fen() == "k7/8/5L2/8/8/8/8/7K b - - 0 1"
    gui.say("undo", "setboard 7k/8/6pp/6pl/8/8/8/L5K1 w - - 0 1", "usermove @@@@")
    assert gui.fen() == "7k/8/6pp/6pl/8/8/8/L5K1 b - - 1 1"
    gui.close()


def test_the_engine_sends_a_leg_a_line() -> None:
    # Taking both rooks with the Lion is the only good move.
    gui = Gui("variant lion", "force", "setboard 7k/8/5r2/4r3/3L4/8/8/K7 w - - 0 1", "sd 2", "go")
    assert gui.moves(2) == ["d4e5,", "e5f6"]
    gui.close()


def test_lift_is_answered() -> None:
    gui = Gui("variant lion", "setboard k7/8/5n2/4p3/3L4/8/8/7K w - - 0 1")
    assert gui.answers("lift d4", "put e5", "lift e5", "hover f6", "put f6", "lift a5") == [
        "highlight 8/8/1YYYYR2/1YYYCY2/1YYYYY2/1YYYYY2/1YYYYY2/8",
        "highlight 8/8/3YYR2/3YYY2/3YYY2/8/8/8",
        "highlight 8/8/8/8/8/8/8/8",
    ]
    gui.close()


def test_results_have_reasons() -> None:
    gui = Gui("force", "usermove f2f3", "usermove e7e5", "usermove g2g4", "sd 2")
    gui.say("go").until(lambda lines: lines[-1] == "0-1 {Black mates}")
    gui.say("new", "setboard 7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", "sd 1", "go")
    gui.until(lambda lines: lines[-1] == "1-0 {White mates}")
    gui.say("new", "setboard 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "go")
    assert gui.heard[-1] == "1/2-1/2 {Stalemate}"
    gui.close()


def test_no_move_after_force_and_new() -> None:
    gui = Gui("new", "st 5", "go", "force", "new", "st 5", "usermove e2e4", "result 1-0 {resigns}", "ping 3")
    time.sleep(0.3)
    assert not [line for line in gui.heard if line.startswith("move")] and gui.heard[-1] == "pong 3"
    gui.close()


def test_move_now_and_a_late_pong() -> None:
    gui = Gui("new", "level 0 60 0", "go", "ping 4")
    assert "pong 4" not in gui.heard
    assert gui.answers("usermove e7e5") == ["Illegal move (it is not your turn): e7e5"]
    gui.say("?").until(lambda lines: "pong 4" in lines)
    assert gui.heard[-2].startswith("move ") and gui.heard[-1] == "pong 4"
    gui.close()


def test_analysis() -> None:
    gui = Gui("new", "analyze")
    gui.until(lambda lines: any("\t" in line for line in lines))
    assert gui.answers(".")[-1].startswith("stat01: ")
    gui.say("usermove e2e4")
    before = len(gui.heard)
    gui.until(lambda lines: any("\t" in line for line in lines[before:]))
    gui.say("undo", "exit", "ping 1")
    assert not [line for line in gui.heard if line.startswith("move")] and " w " in gui.fen()
    gui.close()


def expected_by(gui: Gui) -> str:
    """Return the move that the engine ponders about, once it is done with its own."""
    thinking = getattr(gui.loop.guest, "_thinking")  # noqa: B009
    with getattr(thinking, "_lock"):  # noqa: B009
        return str(getattr(thinking, "_expected") or "")  # noqa: B009


def test_pondering() -> None:
    gui = Gui("new", "hard", "sd 4", "usermove e2e4")
    gui.moves(1)
    expected = expected_by(gui)
    assert expected
    time.sleep(0.2)
    assert len(gui.moves(1)) == 1
    gui.say(f"usermove {expected}").moves(2)
    gui.say("easy", "usermove a2a3" if "a2a3" != expected else "usermove h2h3").moves(3)
    gui.close()


def test_a_ponder_move_that_is_not_played() -> None:
    gui = Gui("new", "hard", "sd 3", "usermove e2e4")
    gui.moves(1)
    expected = expected_by(gui)
    gui.say(f"usermove {'a2a3' if expected != 'a2a3' else 'h2h3'}").moves(2)
    gui.close()


def test_options() -> None:
    gui = Gui(
        "option MultiPV=2", "option Plain Moves=0", "memory 8", "memory 99999999999", "cores 1", "option Clear Hash"
    )
    options = gui.loop.session.options
    assert options.number("MultiPV") == 2 and options.number("Hash") > 1
    assert not [line for line in gui.heard if line.startswith("Error")]
    gui.close()


def test_castling_of_shuffled_starts() -> None:
    gui = Gui("variant fischerandom", "force", "setboard r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "usermove O-O")
    gui.say("usermove e8a8")
    assert gui.fen().startswith("2kr3r/8/8/8/8/8/8/R4RK1 w ")
    gui.close()


def test_a_game_that_xboard_does_not_know() -> None:
    gui = Gui("new", "variant yarishogi", "ping 1")
    at = next(number for number, line in enumerate(gui.heard) if line.startswith("setup "))
    assert "7x9+4_shogi rnnkbbr/" in gui.heard[at] and gui.heard[at + 1].startswith("piece ")
    assert gui.heard[-1] == "pong 1"
    gui.close()


@pytest.mark.parametrize("row", TABLE.read_text(encoding="utf-8").splitlines(), ids=lambda row: str(row).split("\t")[0])
def test_whole_games_that_were_played_in_xboard(row: str) -> None:
    name, result, moves = row.split("\t")
    gui = Gui("new", f"variant {name}", "force")
    before = len(gui.heard)
    gui.say(*(f"usermove {move}" for move in moves.split()))
    assert gui.heard[before:] == []
    assert gui.answers("go") == [result]
    gui.close()


def test_the_end_of_the_input() -> None:
    stream = io.StringIO()
    assert Uci(Output(stream)).run(["xboard\n", "protover 2\n", "new\n", "st 1\n", "go\n"]) == 0
    assert stream.getvalue().splitlines()[-1].startswith("move ")
