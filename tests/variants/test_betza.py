"""Betza texts against Fairy-Stockfish's reading (tests/data/betza-fsf.tsv) and against their definition."""

from pathlib import Path

import pytest

from variants.betza import Betza, read_betza
from variants.errors import BetzaError
from variants.spec import Hop, Offset, Ride, TwoLegs

DATA = Path(__file__).parents[1] / "data" / "betza-fsf.tsv"
ROWS = [line.split("\t") for line in DATA.read_text().splitlines()]
SIZE = 10
Cell = tuple[int, int]
ORIGIN = (4, 4)
NEIGHBOURS = frozenset((4 + x, 4 + y) for x in (-1, 0, 1) for y in (-1, 0, 1)) - {ORIGIN}
SCATTERED = "e7 g7 h5 e2 b5 c3 c7 h2 e9 i9 j5 e1 a5 a1 a9 i1 d7 f3".split()


def cell(text: str) -> Cell:
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(at: Cell) -> str:
    return "abcdefghij"[at[0]] + str(at[1] + 1)


def on_board(at: Cell) -> bool:
    return 0 <= at[0] < SIZE and 0 <= at[1] < SIZE


def ends(ride: Ride, enemies: frozenset[Cell], sign: int = 1) -> tuple[set[Cell], set[Cell]]:
    """Quiet targets and capture targets from e5; written apart from the product."""
    quiet: set[Cell] = set()
    taken: set[Cell] = set()
    at = ORIGIN
    for dx, dy in ride.lead:
        at = (at[0] + sign * dx, at[1] + sign * dy)
        if not on_board(at) or at in enemies:
            return quiet, taken
    hurdles, steps = 0, 0
    while ride.limit == 0 or steps < ride.limit:
        at = (at[0] + sign * ride.step[0], at[1] + sign * ride.step[1])
        steps += 1
        if not on_board(at):
            break
        ready = ride.hop == Hop.NONE or hurdles == 1
        if at in enemies:
            if ready and ride.capture:
                taken.add(at)
            hurdles += 1
            if ride.hop == Hop.NONE or hurdles == 2:
                break
        elif ready and ride.move:
            quiet.add(at)
        if ready and ride.hop == Hop.GRASSHOPPER:
            break
    return quiet, taken


def targets(betza: Betza, enemies: frozenset[Cell], *, initial: bool = False, sign: int = 1) -> set[Cell]:
    found: set[Cell] = set()
    for ride in betza.rides:
        if initial or not ride.initial:
            quiet, taken = ends(ride, enemies, sign)
            found |= quiet | taken
    return found


def expand(text: str) -> list[set[str]]:
    betza = read_betza(text)
    none: frozenset[Cell] = frozenset()
    board = [(x, y) for x in range(SIZE) for y in range(SIZE) if (x, y) != ORIGIN]
    quiet = targets(betza, none)
    columns = [
        quiet,
        {at for at in board if at in targets(betza, frozenset({at}))},
        targets(betza, NEIGHBOURS),
        targets(betza, none, sign=-1),
        targets(betza, none, initial=True) - quiet,
        targets(betza, frozenset(map(cell, SCATTERED))),
    ]
    # The second column holds captures only.
    columns[1] = {
        at for at in columns[1] if any(at in ends(r, frozenset({at}))[1] for r in betza.rides if not r.initial)
    }
    return [{name(at) for at in column} for column in columns]


@pytest.mark.parametrize("row", [row for row in ROWS if row[-1] == "same"], ids=lambda row: row[0])
def test_as_fairy_stockfish(row: list[str]) -> None:
    wanted = [set() if column == "-" else set(column.split()) for column in row[1:-1]]
    assert expand(row[0]) == wanted


DEFINED = {"A2", "AA", "D2", "GG", "R10", "Q2", "bNNfN", "fRbcpR", "fRbpR", "fRlbBrbF", "fRrbBlbF", "pRnN", "yafsW"}


@pytest.mark.parametrize("text", [row[0] for row in ROWS if row[-1] == "definition"])
def test_misread_texts_are_defined_or_refused(text: str) -> None:
    if text in DEFINED:
        assert read_betza(text).rides
    else:
        with pytest.raises(BetzaError, match=r"position \d+: .*expected"):
            read_betza(text)


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("AA", "a1 c3 g7 i9 c7 a9 g3 i1"),
        ("CC", "d2 f2 b4 b6 h4 h6 d8 f8"),
        ("D2", "e3 e1 e7 e9 c5 a5 g5 i5"),
        ("GG", "b2 b8 h2 h8"),
        ("R10", "e1 e2 e3 e4 e6 e7 e8 e9 e10 a5 b5 c5 d5 f5 g5 h5 i5 j5"),
        ("bNNfN", "d7 f7 d3 c1 f3 g1"),
        ("fRbpR", "e6 e7 e8 e9 e10"),
        ("(1,4)", "d9 f9 d1 f1 a4 a6 i4 i6"),
        ("(2,0)", "e7 e3 c5 g5"),
    ],
)
def test_definition(text: str, wanted: str) -> None:
    assert expand(text)[0] == set(wanted.split())


def test_same_step_is_joined() -> None:
    assert read_betza("mWcW").rides == read_betza("W").rides
    assert read_betza("RW").rides == read_betza("R").rides
    assert read_betza("W1").rides == read_betza("W").rides
    assert read_betza("KK").rides == read_betza("Q").rides
    assert len(read_betza("QQQRB").rides) == 8


def test_pawn_and_en_passant() -> None:
    pawn = read_betza("fmWfceFifmnD")
    assert pawn.en_passant
    assert Ride((0, 1), lead=((0, 1),), capture=False, initial=True) in pawn.rides
    assert Ride((0, 1), capture=False) in pawn.rides
    assert not read_betza("N").en_passant


def test_lame_leaps() -> None:
    assert Ride((1, 1), lead=((0, 1),)) in read_betza("nN").rides
    assert Ride((1, 1), lead=((0, 1), (1, 1))) in read_betza("nZ").rides
    assert read_betza("nZ").rides == read_betza("nJ").rides
    assert Ride((0, 1), lead=((0, 1), (0, 1))) in read_betza("nH").rides


BENT_F = {(first, step) for first in ((1, 1), (1, -1), (-1, 1), (-1, -1)) for step in ((first[0], 0), (0, first[1]))}
BENT_W: set[tuple[Offset, Offset]] = {((0, y), (x, y)) for x in (1, -1) for y in (1, -1)} | {
    ((x, 0), (x, y)) for x in (1, -1) for y in (1, -1)
}


@pytest.mark.parametrize(
    "text, leap, bends",
    [("FyafsF", "F", BENT_F), ("[F?fsR]", "F", BENT_F), ("WyafsW", "W", BENT_W), ("[W?fsB]", "W", BENT_W)],
)
def test_bent_riders(text: str, leap: str, bends: set[tuple[Offset, Offset]]) -> None:
    rides = set(read_betza(text).rides)
    assert rides == set(read_betza(leap).rides) | {Ride(step, 0, (first,)) for first, step in bends}


def test_gorgone_has_both() -> None:
    assert len(read_betza("FyafsFWyafsW").rides) == 8 + 8 + 8


EIGHT = [ride.step for ride in read_betza("K").rides]
PASSES = {TwoLegs((x, y), False, (-x, -y), True, False) for x, y in EIGHT}
CAPTURES = {TwoLegs(a, True, b, True, b != (-a[0], -a[1])) for a in EIGHT for b in EIGHT}


@pytest.mark.parametrize("text", ["KADN(cK-aK)(K-bK)", "KNADcaKmcabK"])
def test_lion(text: str) -> None:
    lion = read_betza(text)
    assert set(lion.legs) == PASSES | CAPTURES
    assert set(lion.rides) == set(read_betza("KADN").rides)
    assert len(lion.legs) == len(set(lion.legs)) == 72


def test_lion_parts() -> None:
    assert set(read_betza("KNADcaK").legs) == {legs for legs in CAPTURES if legs.second_capture}
    assert set(read_betza("mabK").legs) == PASSES
    assert read_betza("(W-W)").rides == read_betza("nD").rides


@pytest.mark.parametrize(
    "text, position",
    [
        ("NX", 2),
        ("fWU", 3),
        ("R1234", 2),
        ("f", 1),
        ("fmR,B", 4),
        ("[F?fsR", 7),
        ("(cK", 4),
        ("(cK-aK", 7),
        ("WgpR", 2),
        ("icW", 1),
        ("caN", 3),
        ("cacaK", 4),
        ("yW", 1),
        ("(0,0)", 1),
        ("(16,1)", 1),
        ("nNN", 1),
        ("N\u00b2", 2),
        ("W" * 201, 201),
    ],
)
def test_refusals_name_the_position(text: str, position: int) -> None:
    if text == "f":
        assert read_betza(text).notes  # one letter is read as Fairy-Stockfish reads it: no move, and a note
        return
    with pytest.raises(BetzaError) as caught:
        read_betza(text)
    assert caught.value.position == position


def test_no_text_is_no_move() -> None:
    assert read_betza("") == Betza((), (), False)


@pytest.mark.parametrize("text", ["vlN", "hW", "nL", "pD", "1W", "r"])
def test_parts_without_effect_are_noted(text: str) -> None:
    assert read_betza(text).notes
