"""What has to hold for each case of tests/data/cases.jsonl, or why a case is not run.

A check is a function that gets the transcript and asserts. Every case also has to exit with 0 and without a traceback.
"""

import re
from collections.abc import Callable
from typing import Final

from tests.transcript import Transcript, patience

Check = Callable[[Transcript], None]


# --- kinds of checks --------------------------------------------------------------------------------------------------


def has(pattern: str, count: int | None = None) -> Check:
    """A line fits; `count` lines exactly, where it is given."""

    def check(talk: Transcript) -> None:
        found = len(talk.all(pattern))
        assert found == count if count is not None else found, f"{pattern!r} fits {found} lines of\n{talk.text}"

    return check


def lacks(pattern: str) -> Check:
    """No line fits."""
    return has(pattern, 0)


def in_order(*patterns: str) -> Check:
    """Lines fit one after the other, others may stand between them."""

    def check(talk: Transcript) -> None:
        rest = iter(line.text for line in talk.heard)
        for pattern in patterns:
            assert any(re.search(pattern, line) for line in rest), f"{pattern!r} does not come in order\n{talk.text}"

    return check


def counts(*numbers: int) -> Check:
    """The totals of the perfts, in order."""

    def check(talk: Transcript) -> None:
        found = [int(line.text.split()[-1]) for line in talk.all("^Nodes searched: ")]
        assert found == list(numbers), talk.text

    return check


def targets(origin: str, squares: str, number: int = 0) -> Check:
    """The moves of the man on a square in one of the perfts, as the texts behind the square."""

    def check(talk: Transcript) -> None:
        found = sorted(move.removeprefix(origin) for move in _root_moves(talk)[number] if move.startswith(origin))
        assert found == sorted(squares.split()), talk.text

    return check


def moves(*texts: str, number: int = 0, only: bool = False) -> Check:
    """Moves that a perft lists; `only`: no others."""

    def check(talk: Transcript) -> None:
        listed = set(_root_moves(talk)[number])
        assert set(texts) == listed if only else set(texts) <= listed, talk.text

    return check


def without(*texts: str, number: int = 0) -> Check:
    """Moves that a perft does not list."""

    def check(talk: Transcript) -> None:
        assert not set(texts) & set(_root_moves(talk)[number]), talk.text

    return check


def _root_moves(talk: Transcript) -> list[list[str]]:
    perfts: list[list[str]] = [[]]
    for line in talk.heard:
        read = re.fullmatch(r"(\S+): \d+", line.text)
        if read:
            perfts[-1].append(read[1])
        elif line.text.startswith("Nodes searched: "):
            perfts.append([])
    return perfts


def within(seconds: float, sent: str, pattern: str, least: float = 0.0, number: int = 0) -> Check:
    """The first answer after a line that was sent comes in time, and not too early."""

    def check(talk: Transcript) -> None:
        begun = talk.sent(sent, number).at
        spent = next(line.at for line in talk.all(pattern) if line.at >= begun) - begun
        assert least <= spent <= seconds * patience(), f"{spent:.3f} s\n{talk.text}"

    return check


def only_after(sent: str, pattern: str) -> Check:
    """No line fits before a line was sent, and one does then."""

    def check(talk: Transcript) -> None:
        begun = talk.sent(sent).at
        found = talk.all(pattern)
        assert found and all(line.at >= begun for line in found), talk.text

    return check


def ends_soon(talk: Transcript) -> None:
    """The process ends within a second after its input."""
    assert talk.ended_at - talk.closed_at < 1.0 * patience(), f"{talk.ended_at - talk.closed_at:.2f} s"


def combo_is_sound(talk: Transcript) -> None:
    """The default of UCI_Variant is one of its values."""
    line = talk.all("^option name UCI_Variant type combo default chess var ")[0].text
    games = line.split(" var ")[1:]
    assert games == sorted(games) and "chess" in games, line


def last_line_agrees(talk: Transcript) -> None:
    """The best move is the first of the last line with a pv."""
    line = talk.all(r"^info depth .* pv ")[-1].text
    best = talk.all("^bestmove ")[-1].text.split()[1]
    assert line.partition(" pv ")[2].split()[0] == best, talk.text


def real_last_line(talk: Transcript) -> None:
    """The last line is no `cp 0` with a pv of one move, which match scripts take for a draw."""
    line = talk.all(r"^info depth .* pv ")[-1].text
    assert " score cp 0 " not in line or len(line.partition(" pv ")[2].split()) > 1, line


def clean_lines(talk: Transcript) -> None:
    """No line of a search has a comma or a doubled blank, and none ends in a blank."""
    assert not [line.text for line in talk.all("^(info depth|bestmove|uciok|readyok|id )") if line.text.endswith(" ")]
    assert not [line.text for line in talk.all("^info depth") if "," in line.text or "  " in line.text]


def bench_summary(talk: Transcript) -> None:
    """The last lines are the summary that match tools look for, on both streams."""
    for text in (talk.text, talk.errors):
        last = text.strip().splitlines()[-3:]
        assert re.fullmatch(r"Total time \(ms\) : \d+", last[0]), text
        assert re.fullmatch(r"Nodes searched  : \d+", last[1]), text
        assert re.fullmatch(r"Nodes/second    : \d+", last[2]), text


# --- the table --------------------------------------------------------------------------------------------------------

BEST: Final = r"^bestmove [a-p@+A-Z]\S*( ponder \S+)?$"
NONE: Final = r"^bestmove \(none\)$"

EXPECTED: Final[dict[str, tuple[Check, ...]]] = {
    # handshake
    "uci-handshake": (
        in_order("^id name ", "^id author ", "^option name ", "^uciok$", "^readyok$"),
        has(r"^option name UCI_Variant type combo default chess( var \S+)+$", 1),
        combo_is_sound,
        clean_lines,
    ),
    "uci-twice-after-variantpath": (in_order("^uciok$", "^readyok$", r"UCI_Variant .* var tinychess\b", "^uciok$"),),
    "option-name-case": (lacks("No such option|info string"), has("^readyok$"), has(BEST, 1)),
    "options-bots-configure": (
        *(
            has(f"^option name {name} type ")
            for name in ("Threads", "Hash", "Ponder", "MultiPV", "Move Overhead", "SyzygyPath", "UCI_ShowWDL")
        ),
        has("^uciok$", 1),
    ),
    "variant-info-string": (
        in_order(
            r"^info string variant okisakishogi files 10 ranks 10 pocket \d+ template shogi startpos \S+ w ",
            "^readyok$",
        ),
    ),
    # protocol-edge
    "unknown-option-and-command": (
        has("No such option: NoSuchThing", 1),
        has("^Unknown command: flurb 12$", 1),
        has("^readyok$"),
    ),
    "unknown-variant-name": (
        has("^info string .*nosuchvariant", 1),
        has("^Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1$"),
    ),
    "stop-before-go": (
        has(BEST, 1),
        in_order("^readyok$", "^readyok$", BEST),
        only_after("^go infinite", "^info depth"),
    ),
    "isready-during-search": (in_order("^readyok$", BEST), within(0.1, "isready", "^readyok$"), has(BEST, 1)),
    "infinite-holds-bestmove-on-mate": (only_after("^stop", "^bestmove"), has("^bestmove e1e8$", 1)),
    "go-while-searching": (has("^readyok$", 1), has("^bestmove", 2)),
    "eof-exits": (ends_soon, has(BEST, 1)),
    "illegal-move-in-list": (
        has("^info string .*e7e7", 1),
        has("^Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1$"),
        has("^readyok$"),
    ),
    "ponder-single-legal-move": (
        only_after("^ponderhit", "^bestmove"),
        in_order("^readyok$", "^bestmove h1g1"),
        within(0.5, "^ponderhit", "^bestmove"),
    ),
    # search-limits
    "searchmoves-all-illegal": (has(NONE, 1), has("^info depth 0 score cp 0"), has("^readyok$")),
    "go-negative-clock": (within(0.1, "^go", BEST), has("^info depth .* pv ")),
    "go-movetime-overrun": (within(0.23, "^go", BEST, 0.14), has(BEST, 1)),
    "stop-latency": (within(0.1, "^stop", BEST), in_order(BEST, "^readyok$"), has(BEST, 1)),
    # harness
    "bestmove-with-short-clock-has-real-pv": (has(BEST, 1), real_last_line),
    "bestmove-equals-last-pv": (has(BEST, 1), last_line_agrees, clean_lines),
    # game-end
    "checkmated-root": (in_order("^info depth 0 score mate 0", NONE), has("^info string checkmate$", 1)),
    "stalemated-root": (in_order("^info depth 0 score cp 0", NONE), has("^info string stalemate$", 1)),
    "mated-side-negative": (has("^info depth .* score mate -1 "), has("^bestmove h1g1"), last_line_agrees),
    # flag
    "leaperhouse-flag-win": (
        in_order(
            "^info depth .* score mate 1 .* pv e9[def]10$",
            "^bestmove e9[def]10$",
            "^info string campmate: white king on e10$",
            "^info depth 0 score mate 0",
            NONE,
        ),
    ),
    "leaperhouse-kings-may-face": (
        counts(8, 6),
        moves("e5e6", "e1d1", "e1f1", "e1d2", "e1e2", "e1f2", number=1, only=True),
    ),
    # perft
    "leaperhouse-perft": (counts(28, 784, 22456),),
    "yari-perft": (counts(20, 400, 7960, 158404),),
    # drops
    "pawn-drop-mate-forbidden": (
        has("^info depth .* score mate -1 |P@a9.*expected a legal move"),
        lacks("score mate 1 "),
    ),
    "no-drop-where-immobile": (lambda talk: _drops(talk, 55, 61),),
    "captured-promoted-piece-reverts": (has(r"^Fen: 4k5/10/10/10/10/10/10/R9/10/4K5\[P\] b - - 0 1$"),),
    # fen
    "hand-formats": (
        in_order(
            r"^Fen: .*\[Pp\] w - - 0 1$",
            r"^Fen: .*\[Pp\] w - - 0 1$",
            r"^Fen: .*\[\] w - - 0 1$",
            r"^Fen: .*\[PPp\] w - - 0 1$",
        ),
    ),
    "fen-garbage": (has("^readyok$", 2), has("^info string position refused: ", 2), has(NONE, 1), counts(20)),
    # squares
    "equals-suffix-ten-ranks": (has(r"^Fen: R3k5/10/.* b "),),
    "ten-rank-squares": (has("^Fen: 2kr5r/R9/10/10/10/10/10/10/10/7RK1 b "),),
    "en-passant-ten-ranks": (has("^Fen: .* b - a3 "), moves("b4a3")),
    "triple-step-en-passant": (moves("b4a3"), moves("b5a4", number=1)),
    # repetition
    "leaperhouse-repetition-loses": (has("^info depth .* score mate -[01] "), lacks("score mate 1 ")),
    # By the rules text the fourth occurrence counts, not Fairy-Stockfish's third: nothing is over yet, nor drawn.
    "yari-perpetual-check-loses": (has("^bestmove b9a9"), lacks("score cp 0 |score mate 1 ")),
    # betza
    "betza-yari-knight": (targets("d4", "c6 d5 d6 d7 d8 e6"),),
    "betza-yari-gold": (targets("d4", "c4 c5 d1 d2 d3 d5 e4 e5"),),
    "betza-nightrider": (targets("d4", "b3 b5 b8 c2 c6 e2 e6 f3 f5 f8 h2 h6"),),
    "betza-champion": (targets("d4", "b2 b4 b6 c4 d2 d3 d5 d6 e4 f2 f4 f6"),),
    "betza-camelrider": (targets("d4", "a3 a5 c1 c7 e1 e7 g3 g5"),),
    "betza-hopper-and-grasshopper": (targets("d4", "d7 h4"), targets("g4", "c4")),
    "betza-initial-modifier": (targets("f1", "f2 g1"),),
    "custom-king-gives-and-avoids-check": (targets("a1", "a2 b1 b2 b3 c2"), counts(5)),
    "betza-default-is-move-and-capture": (counts(0), has("^info depth 0 score mate 0"), has(NONE, 1)),
    "betza-move-only-part": (moves("a2a1", "a2a3", only=True),),
    # promotion
    "custom-pawn-needs-pawntypes": (
        targets("e7", "e8b e8n e8q e8r"),
        moves("e7e8b", "e7e8n", "e7e8q", "e7e8r"),
        without("e7e8"),
    ),
    # ini
    "ini-crlf-file": (counts(12), lacks("error")),
    "ini-unknown-parent": (
        has("^info string .*nosuchparent"),
        has("^Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1$"),
    ),
    "ini-existing-name": (has(r"^info string .*error: \[chess\]"), counts(20)),
    "ini-leading-space-tab-bom": (counts(12),),
    "ini-inline-comment": (counts(20),),
    "ini-missing-file": (has("^info string .*no-such-file.ini", 1), has("^readyok$"), counts(20)),
    "ini-uppercase-letter": (counts(22),),
    "ini-check-command": (
        has("^info string .* maxFile: .*'z'"),
        has("^info string .* stalemateValue: .*'lost'"),
        has("^info string .* promotionPieceTypes: .*'xyz'"),
        has("^info string .* maxRnk: "),
        has("^readyok$"),
        lacks("casevar: can be played"),
    ),
    "load-here-document": (counts(12),),
    "ini-colon-instead-of-equals": (has(r"^info string .*:2: .*doubleStep"), counts(20)),
    # castling
    "castling-custom-rook": (moves("e1g1", "e1c1"), counts(28)),
    "castling-ambiguous-small-board": (moves("d1f1", "d1e1", "d1b1"),),
    # holes, Lion
    "omicron-perft": (counts(30, 900, 29540),),
    "omega-start-moves": (counts(40, 1600),),
    "lion-start-moves": (counts(22), moves("b1a3", "b1b3", "b1c3", "b1d3"), without("b1b1")),
    # others
    "bench-openbench-format": (bench_summary,),
    "too-many-pieces": (has("^bestmove", 1), has("^readyok$")),
    "threads-two": (has(BEST, 1), has("^readyok$", 4)),
    # CECP and USI
    "lion-double-capture-notation": (has("^pong 1$"), lacks("^Illegal|^Error")),
    "lion-shooting-and-pass": (in_order("^pong 1$", "^pong 2$"), lacks("^Illegal|^Error")),
    "xboard-ep-square-zero-based": (has("^pong 8$"), lacks("(?i)illegal"), lacks("(?i)^error")),
    "xboard-handshake": (
        in_order("^feature done=0$", 'variants="normal,', "^feature done=1$", "^pong 9$"),
        has("^feature .*setboard=1.*"),
        has("^feature .*usermove=1.*"),
        has("^feature .*colors=0.*"),
    ),
    "xboard-engine-defined-variant": (
        has(r"^setup \([A-Z.+]+K[a-z.+]+k\) 10x10\+8_shogi lnsgkqgsnl/", 1),
        has(r"^piece L& vR"),
    ),
    "xboard-ten-ranks-zero-based": (in_order(r"^Illegal move \(.+\): a3a4$", "^pong 5$"), has("^Illegal", 1)),
    "xboard-fractional-time": (has("^move [a-h][1-8][a-h][1-8]$", 1), lacks("^Error")),
    "xboard-st-half-second": (has("^move [a-h][1-8][a-h][1-8]$", 1), lacks("^Error")),
    "usi-handshake": (
        in_order("^option name USI_Variant type combo ", "^usiok$", "^readyok$"),
        lacks(r"^option name \S+ (?!type )"),
    ),
    "usi-tenth-file": (counts(37), has("^10h10g: 1$"), lacks(":h:g")),
}


def _drops(talk: Transcript, *numbers: int) -> None:
    found = [sum("@" in move for move in perft) for perft in _root_moves(talk)][: len(numbers)]
    assert found == list(numbers), talk.text


# Cases that are no list of lines, and the tests that run them.
ELSEWHERE: Final[dict[str, str]] = {
    "cold-start-budget": "tests/bench/test_wheel.py::test_the_wheel_starts_at_once",
    "unwritable-cache": "tests/test_faults.py::test_nothing_can_be_written",
    "stale-cache-after-upgrade": "tests/test_faults.py::test_an_upgrade_in_place",
}

LATER: Final[dict[str, str]] = {}
