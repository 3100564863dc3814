"""Fuzzers for the loops: whatever comes in, the next `isready` (`ping`) is answered, or the loop ends on `quit`.

Positions are compared with the oracle, which shares no code with the engine. An internal error, a traceback, or a
thread that goes on by itself is a failure.
"""

import io
import re
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from engine.protocols.options import OPTIONS
from engine.protocols.output import Output
from engine.protocols.uci import Uci
from engine.protocols.usi import option_name, to_usi
from tests.fuzz.traffic import (
    CATALOG,
    JUNK,
    NUMBERS,
    SEEN,
    definitions,
    fens,
    fresh_catalog,
    full_fens,
    game_lines,
    moves,
    runs,
    spoilt,
)
from tests.oracle.api import GAMES, Oracle

# Left out: a log would be written into this folder; the others take long by design.
QUIET_OPTIONS: Final = [option for option in OPTIONS if option.name not in ("Debug Log File", "Threads", "Hash")]


def converse(lines: list[str], question: str, answer: str) -> tuple[str, bool]:
    """Feed a new loop and return what it said, and whether it ended by itself before the last question."""
    stream = io.StringIO()
    loop = Uci(Output(stream), fresh_catalog(), autoload=False)
    before = 0  # characters said before the question
    for line in lines:
        SEEN["line"] += 1
        loop.obey(line + "\n")
        if loop._ended:
            break
    if not loop._ended:
        if loop._document is not None:
            loop.obey(loop._document[1])
        loop.obey("stop" if loop.guest is None else "?")
        before = 1 + len(stream.getvalue())
        loop.obey(question)
        loop.session.stop()
        loop.session.wait()
    assert loop.close() == 0 and not loop.session.searching
    said = stream.getvalue()
    assert "Traceback" not in said and "internal error" not in said, said[-3000:]
    if before:
        assert re.search(answer, said[before - 1 :], re.MULTILINE), said[-3000:]
    odd = [line for line in said.split("\n") if not line.replace("\t", "").isprintable()]
    assert not odd, odd
    return said, not before


# --- UCI --------------------------------------------------------------------------------------------------------------

SEARCHES: Final = st.sampled_from(
    [
        "depth 1",
        "depth 2",
        "nodes 1",
        "nodes 300",
        "movetime 1",
        "movetime 10",
        "mate 1",
        "infinite",
        "ponder",
        "perft 1",
    ]
    + [
        "perft 2",
        "wtime 100 btime 100",
        "wtime -5 btime 0 winc -3",
        "ponder wtime 50 btime 50",
        "depth 0",
        "movestogo 0",
    ]
    + ["searchmoves e2e4 depth 1", "searchmoves zz depth 1", "depth 3 infinite", "mate 0", "nodes 50 searchmoves"]
)
GO: Final = st.one_of(SEARCHES, SEARCHES, st.builds("{} nodes 100".format, JUNK), st.builds("nodes {}".format, NUMBERS))
OPTION_LINES: Final = st.one_of(
    st.builds("setoption name {} value {}".format, st.sampled_from([o.name for o in QUIET_OPTIONS]), NUMBERS),
    st.builds("setoption name UCI_Variant value {}".format, st.one_of(st.sampled_from(GAMES), JUNK)),
    st.builds("setoption name {} value {}".format, st.sampled_from(["MultiPV", "Threads", "Hash"]), st.integers(-2, 3)),
    st.builds("setoption name UCI_Chess960 value {}".format, st.sampled_from(["true", "false", "1"])),
    st.builds("setoption {}".format, JUNK),
    st.builds("setoption name {} value {}".format, JUNK, JUNK),
    st.just("setoption name Clear Hash"),
)


@st.composite
def positions(draw: st.DrawFn) -> str:
    """A `position` line."""
    name, fen, played = draw(game_lines(most=4))
    kind = draw(st.integers(0, 5))
    text = {0: "startpos", 1: f"fen {fen}", 2: f"fen {fen}", 3: f"fen {draw(fens())}", 4: f"sfen {draw(fens())}"}.get(
        kind
    )
    if text is None:
        return f"position {draw(JUNK)}"
    listed = [*played, *draw(st.lists(moves(), max_size=3))] if draw(st.booleans()) else played
    return f"position {text}" + (f" moves {' '.join(listed)}" if listed else "")


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A here-document; its last line may be missing."""
    word = draw(st.sampled_from(["load", "check"]))
    return f"{word} <<END\n{draw(definitions(6))}" + draw(st.sampled_from(["END", "END", ""]))


UCI_WORDS: Final = (
    "uci isready ucinewgame stop ponderhit d eval flip compiler help debug register position go setoption load check "
    "quit # perft undo xyzzy"
).split()
UCI_LINES: Final = st.one_of(
    positions(),
    positions(),
    st.builds("go {}".format, GO),
    st.builds("go {}".format, GO),
    OPTION_LINES,
    st.sampled_from(UCI_WORDS[:-6]),
    st.builds("{} {}".format, st.sampled_from(UCI_WORDS), JUNK),
    documents(),
    st.builds("load {}".format, st.one_of(JUNK, st.sampled_from(["/dev/zero", "/", "/proc/self/mem", "/dev/null"]))),
    JUNK,
)


@runs(40)
@given(st.lists(UCI_LINES, min_size=5, max_size=40))
def test_uci(lines: list[str]) -> None:
    text = [part for line in lines for part in line.split("\n")]
    said, ended = converse(text, "isready", r"^readyok$")
    asked = sum(line.split()[:1] == ["isready"] for line in text)
    assert ended or said.count("readyok\n") <= asked + 1


@runs(25)
@given(
    game_lines(), st.lists(st.one_of(GO.map("go {}".format), st.sampled_from(["stop", "isready", "eval"])), max_size=3)
)
def test_the_position_is_what_was_told(line: tuple[str, str, list[str]], between: list[str]) -> None:
    """After any work the board is where the moves lead, by the oracle; an illegal one and what follows is left out."""
    name, fen, played = line
    wanted = Oracle(name).from_fen(fen)
    for text in played:
        wanted = wanted.play(text)
    lines = [f"setoption name UCI_Variant value {name}", f"position fen {fen} moves {' '.join(played)} a0z9 e2e4"]
    said, _ = converse([*lines, *between, "position fen nonsense", "stop", "d"], "isready", r"^readyok$")
    told = next(text for text in said.splitlines() if text.startswith("Fen: ")).removeprefix("Fen: ")
    assert told.split()[:3] == wanted.fen().split()[:3], (told, wanted.fen())


@runs(15)
@given(st.data(), st.sampled_from(GAMES))
def test_crowded_positions_are_searched(data: st.DataObject, name: str) -> None:
    """The most men on the board and in hand: a search answers, whatever the position."""
    lines = [f"setoption name UCI_Variant value {name}"]
    for _ in range(3):
        lines += [f"position fen {data.draw(full_fens(name))}", "go nodes 200", "go depth 1 movetime 100"]
    said, _ = converse(lines, "isready", r"^readyok$")
    assert said.count("bestmove ") == 6


# --- USI --------------------------------------------------------------------------------------------------------------


@st.composite
def usi_positions(draw: st.DrawFn) -> str:
    """A `position` line of USI."""
    name, fen, played = draw(game_lines(most=4))
    listed = [to_usi(CATALOG.get(name), text) for text in played] + draw(st.lists(moves(), max_size=2))
    text = draw(st.sampled_from(["startpos", f"sfen {fen}", f"fen {fen}", f"sfen {draw(fens())}", draw(JUNK)]))
    return f"position {text} moves {' '.join(listed)}"


USI_NAMES: Final = [option_name(option) for option in QUIET_OPTIONS]
USI_LINES: Final = st.one_of(
    usi_positions(),
    usi_positions(),
    st.builds("go {}".format, st.one_of(GO, st.sampled_from(["mate 100", "btime 50 wtime 50 byoyomi 10"]))),
    st.builds("setoption name USI_Variant value {}".format, st.one_of(st.sampled_from(GAMES), JUNK)),
    st.builds("setoption name {} value {}".format, st.sampled_from(USI_NAMES), NUMBERS),
    st.sampled_from("usi isready usinewgame stop ponderhit d gameover quit go position setoption".split()),
    st.builds("{} {}".format, st.sampled_from(["gameover", "setoption", "usi", "position", "go", "d"]), JUNK),
    JUNK,
)


@runs(25)
@given(st.lists(USI_LINES, min_size=5, max_size=40))
def test_usi(lines: list[str]) -> None:
    text = [part for line in lines for part in line.split("\n")]
    converse(["usi", *text], "isready", r"^readyok$")


@runs(10)
@given(
    st.sampled_from(["ucci", "ucicyclone"]),
    st.lists(st.one_of(UCI_LINES, st.builds("banmoves {}".format, moves())), max_size=15),
)
def test_ucci(first: str, lines: list[str]) -> None:
    text = [part for line in lines for part in line.split("\n")]
    converse([first, *text], "isready", r"^readyok$")


# --- CECP -------------------------------------------------------------------------------------------------------------

CECP_WORDS: Final = (
    "new force go playother white black hard easy post nopost analyze . exit undo remove ? draw d xboard accepted "
    "random computer hint bk pause resume quit"
).split()
CECP_WITH: Final = (
    "protover variant setboard usermove level st sd time otim memory cores option lift put ping result name rating ics "
    "exclude include egtpath"
).split()
CECP_VALUES: Final = st.one_of(
    NUMBERS,
    JUNK,
    moves(),
    st.sampled_from(["a1", "e2", "z9", "e0", "a10"]),
    fens(),
    st.sampled_from(
        [*GAMES, "normal", "lion", "fischerandom", "40 5 0", "0 0:01 0.01", "MultiPV=2", "UCI_Variant=lion"]
    ),
)


@st.composite
def cecp_games(draw: st.DrawFn) -> str:
    """A game that is told move by move."""
    name, fen, played = draw(game_lines(most=5))
    first = draw(st.sampled_from([[], ["force"], ["post", "st 0.01"], ["sd 1", "go"]]))
    setup = [f"setboard {fen}"] if draw(st.booleans()) else []
    return "\n".join(["new", f"variant {name}", *first, *setup, *(f"usermove {text}" for text in played)])


CECP_LINES: Final = st.one_of(
    cecp_games(),
    st.sampled_from(CECP_WORDS[:-1]),
    st.sampled_from(CECP_WORDS[:-1]),
    st.builds("{} {}".format, st.sampled_from(CECP_WITH), CECP_VALUES),
    st.builds("{} {}".format, st.sampled_from(CECP_WITH), CECP_VALUES),
    st.builds("usermove {}".format, moves()),
    moves(),
    st.sampled_from([*CECP_WORDS, "ping 5"]),
    JUNK,
)


def short(line: str) -> str:
    """A line that does not ask for a search of minutes, nor for all memory."""
    return "cores 2" if line.startswith("cores") else "memory 2" if line.startswith("memory") else line


@runs(40)
@given(st.lists(CECP_LINES, min_size=5, max_size=40))
def test_cecp(lines: list[str]) -> None:
    text = [short(part) for line in lines for part in line.split("\n")]
    converse(["xboard", "protover 2", "st 0.02", *text, "force"], "ping 7777", r"^pong 7777$")


# --- the terminal -----------------------------------------------------------------------------------------------------

PLAY_LINES: Final = st.one_of(
    moves(),
    st.sampled_from("moves undo swap board new resign help e2e4 d2d4 a2a3 time".split()),
    st.builds("time {}".format, st.sampled_from(["0.01", "0", "-1", "nan", "inf", "x", "1e400"])),
    JUNK,
)


@runs(10)
@given(st.sampled_from(["", *GAMES, "nosuch"]), st.lists(PLAY_LINES, max_size=15))
def test_play(name: str, lines: list[str]) -> None:
    text = [part for line in lines for part in line.split("\n")]
    shown = [line for line in text if line.split()[:1] != ["time"] or line == "time 0.01"]
    converse([f"play {name}", "time 0.01", *shown, "leave"], "isready", r"^readyok$")


# --- spoilt transcripts -----------------------------------------------------------------------------------------------

TALK: Final = (
    "uci\nsetoption name UCI_Variant value leaperhouse\nisready\nucinewgame\nposition startpos moves i1g2\ngo depth 2"
)


@runs(15)
@given(spoilt(TALK, 6))
def test_a_spoilt_handshake(text: str) -> None:
    converse(text.split("\n"), "isready", r"^readyok$")
