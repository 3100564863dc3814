"""Inputs for the fuzzers: what GUIs, users and broken programs send, right and spoilt.

`LIONLEAP_FUZZ` multiplies the number of examples: `make fuzz` sets it, `make test` has a short run that is the same
every time.
"""

import copy
import os
from collections import Counter
from pathlib import Path
from typing import Final

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tests.oracle.api import GAMES, Oracle
from variants.catalog import Catalog
from variants.keys import PIECE_ORDER, all_spellings

FACTOR: Final = float(os.environ.get("LIONLEAP_FUZZ", "1"))
SEEN: Final[Counter[str]] = Counter()  # inputs by what they were fed to
CATALOG: Final = Catalog()
STARTS: Final = {name: CATALOG.get(name).start_fen for name in GAMES}
DATA: Final = Path(__file__).parent.parent / "data"
INI: Final = "\n".join(
    path.read_text(encoding="utf-8")
    for path in [*(DATA / "games").glob("*.ini"), *Path(__file__).parents[2].glob("variants/*.ini")]
)
INI_LINES: Final = [line for line in INI.splitlines() if line.strip() and not line.startswith("#")]


def fresh_catalog() -> Catalog:
    """Return the built-in games in a catalogue of its own, without reading their files again."""
    catalog = copy.copy(CATALOG)
    catalog._drafts, catalog._specs = dict(CATALOG._drafts), dict(CATALOG._specs)
    catalog._aliases, catalog.reports = dict(CATALOG._aliases), []
    return catalog


def runs(examples: int) -> settings:
    """Return hypothesis' settings for a test with so many examples in the short run."""
    return settings(
        max_examples=max(1, int(examples * FACTOR)),
        deadline=None,
        derandomize=FACTOR == 1,
        database=None,
        phases=[Phase.generate] if os.environ.get("LIONLEAP_FUZZ_RAW") else list(Phase),
        suppress_health_check=list(HealthCheck),
    )


# --- pieces of text ---------------------------------------------------------------------------------------------------

ODD: Final = st.sampled_from(
    [
        "",
        " ",
        "-",
        "+",
        "*",
        "@",
        "@@@@",
        "0000",
        "=",
        "/",
        "\\",
        "\t",
        "\0",
        "\x1b[2J",
        "\ufeff",
        "é",
        "²",
        "٣",
        "𝟘",
        "\u2028",
    ]
    + [
        "[]",
        "[",
        "]",
        "<<",
        "%s%n",
        "{}",
        "'",
        '"',
        "../../etc/passwd",
        "~",
        "null",
        "None",
        "nan",
        "inf",
        "1e9",
        "0x10",
    ]
    + [
        "-1",
        "0",
        "1",
        "64",
        "99999999999999999999",
        "9" * 5000,
        "a" * 3000,
        "4294967296",
        "-9223372036854775808",
        "1_0",
    ]
)
JUNK: Final = st.one_of(ODD, st.text(max_size=12), st.text(alphabet="0123456789abchkpqrKQRNBPL@+=,/[]*- ", max_size=20))
NUMBERS: Final = st.one_of(st.integers(-5, 300).map(str), st.integers(-(1 << 70), 1 << 70).map(str), ODD)


@st.composite
def squares(draw: st.DrawFn) -> str:
    """A square, perhaps off the board."""
    return draw(st.sampled_from("abcdefghijlmp")) + str(draw(st.integers(0, 17)))


@st.composite
def moves(draw: st.DrawFn) -> str:
    """A text of the form of a move."""
    origin, target = draw(squares()), draw(squares())
    kind = draw(st.integers(0, 7))
    if kind <= 3:
        return origin + target + draw(st.sampled_from(["", "", "", "q", "+", "=", "n", "x", "z"]))
    if kind == 4:
        return draw(st.sampled_from("PNRBGSLKpnZ")) + draw(st.sampled_from("@*")) + target
    if kind == 5:
        return f"{origin}{target},{target}{draw(squares())}"
    if kind == 6:
        return draw(st.sampled_from(["0000", "@@@@", "O-O", "O-O-O", "e1h1", "e2e4", "d7d5", "a3a4", "7g7f", "P*5e"]))
    return draw(JUNK)


@st.composite
def spoilt(draw: st.DrawFn, text: str, most: int = 3) -> str:
    """A text after some small accidents."""
    for _ in range(draw(st.integers(0, most))):
        at = draw(st.integers(0, len(text)))
        what = draw(st.integers(0, 4))
        if what == 0:
            text = text[:at] + text[at + draw(st.integers(1, 8)) :]
        elif what == 1:
            text = text[:at] + draw(JUNK) + text[at:]
        elif what == 2:
            text = text[:at] + text[at : at + 10] * draw(st.integers(1, 5)) + text[at:]
        elif what == 3:
            text = text[:at] + text[at:].swapcase()
        else:
            text = text[:at] + draw(st.sampled_from("kKqQrRpPnN/123456789+~*[]- w")) + text[at + 1 :]
    return text


@st.composite
def game_lines(draw: st.DrawFn, most: int = 12) -> tuple[str, str, list[str]]:
    """A game, its FEN at some point, and legal moves from there, by the oracle."""
    name = draw(st.sampled_from(GAMES))
    position = Oracle(name).start()
    for choice in draw(st.lists(st.integers(0, 999), max_size=6)):
        legal = position.legal()
        if not legal or position.result():
            break
        position = position.play(legal[choice % len(legal)])
    fen, played = position.fen(), []
    for choice in draw(st.lists(st.integers(0, 999), max_size=most)):
        legal = position.legal()
        if not legal or position.result():
            break
        played.append(legal[choice % len(legal)])
        position = position.play(played[-1])
    return name, fen, played


@st.composite
def fens(draw: st.DrawFn) -> str:
    """A FEN of one of the games, spoilt or whole, or nonsense."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.one_of(JUNK, st.text(max_size=80)))
    return draw(spoilt(draw(st.sampled_from(sorted(STARTS.values())))))


@st.composite
def full_fens(draw: st.DrawFn, name: str) -> str:
    """A FEN of a game with any men anywhere and full hands, often one that no game reaches."""
    spec = CATALOG.get(name)
    letters = [piece.letter for piece in spec.pieces if piece.letter != spec.king]
    men = [letter for one in letters for letter in (one, one.upper())]
    density = draw(st.sampled_from([5, 30, 100]))
    cells: list[str] = []
    for square in range(spec.files * spec.ranks):
        filled = draw(st.integers(1, 100)) <= density
        cells.append("*" if square in spec.holes else draw(st.sampled_from(men)) if filled else "1")
    free = [square for square in range(len(cells)) if square not in spec.holes]
    if spec.king:
        white, black = draw(st.lists(st.sampled_from(free), min_size=2, max_size=2, unique=True))
        cells[white], cells[black] = spec.king.upper(), spec.king
    rows = ["".join(cells[at : at + spec.files]) for at in range(0, len(cells), spec.files)]
    hand = ""
    if spec.piece_drops:
        hand = "[" + "".join(letter * draw(st.sampled_from([0, 1, 3, 20, 70])) for letter in men) + "]"
    return f"{'/'.join(rows)}{hand} {draw(st.sampled_from('wb'))} {draw(st.sampled_from(['-', 'KQkq', 'AHah']))} - 0 1"


# --- definition files -------------------------------------------------------------------------------------------------

BETZA_WORDS: Final = (
    "W F D N A H C Z G K R B Q m c i e p g n f b l r v s h ff fr fl bl WW FF NN R4 B0 (2,1) (5,2)2 (15,15) (0,0) "
    "[F?fsR] [W-fF] [K?aK] [cK-aK] (cK-aK) (caK-fK) caK mcaK yafsF y a ? - [ ] ( ) 0 1 15 999 j o q t u x z @ O"
).split()
BETZA: Final = st.one_of(
    st.lists(st.sampled_from(BETZA_WORDS), max_size=12).map("".join),
    st.lists(st.sampled_from(BETZA_WORDS), max_size=60).map("".join),
    st.text(alphabet="WFDNAHKRBQmcipgnfblrvsh()[]?-,0123456789ay", max_size=40),
    JUNK,
)
VALUES: Final = st.one_of(
    st.sampled_from(["true", "false", "win", "loss", "draw", "none", "8", "10", "16", "17", "a", "h", "p", "*", "-"]),
    st.sampled_from(["*8", "a* h*", "** e4", "q r b n", "p:q n:r", "p:-", "k", "pnbrqk", "KQkq", "n:3 p:9", "1 2 3"]),
    st.sampled_from(sorted(STARTS.values())),
    st.builds("{}:{}".format, st.sampled_from("abcknpz"), BETZA),
    JUNK,
)
KEYS: Final = st.sampled_from(sorted({*all_spellings(), *PIECE_ORDER, "maxRnk", "customPiece30", ""}))
HEADINGS: Final = st.builds(
    "[{}{}]".format,
    st.one_of(st.sampled_from(["one", "two", "three", "chess", "x y", "é", "a" * 70]), JUNK),
    st.sampled_from(
        ["", ":chess", ":shogi", ":leaperhouse", ":mightylion", ":one", ":two", ":frolov10x10", ":", ":none"]
    ),
)
INI_TEXT: Final = st.one_of(
    st.sampled_from(INI_LINES),
    st.sampled_from(INI_LINES),
    st.builds("{} = {}".format, KEYS, VALUES),
    st.builds("{} = {}".format, KEYS, VALUES),
    HEADINGS,
    JUNK,
)


@st.composite
def definitions(draw: st.DrawFn, most: int = 14) -> str:
    """A definition file."""
    return "\n".join([draw(HEADINGS), *draw(st.lists(INI_TEXT, max_size=most))]) + "\n"
