"""Statistics of matches, against figures that others published for their matches."""

import math

import pytest

from bench.score import LOGISTIC, NORMALIZED, Counts, Sprt, elo, elo_of, expected, normalized_elo, superiority

# counts of pairs, Elo, error, nElo, error, LOS %: Disservin/fastchess issue 807, brunocodutra/cinder PR 727,
# princesslana/princhess PR 343, lynx-chess/Lynx PR 1899, as fastchess printed them
FASTCHESS = [
    ((30, 6, 18, 0, 6), -168.40, 73.37, -170.08, 62.16, 0.00),
    ((50, 287, 610, 387, 73), 18.04, 8.23, 28.19, 12.84, 100.00),
    ((1, 22, 52, 21, 4), 8.69, 27.04, 15.51, 48.15, 73.60),
    ((235, 1384, 2521, 1341, 239), -1.06, 4.05, -1.67, 6.37, 30.33),
]

# counts of pairs, bounds, model, LLR: official-stockfish/Stockfish PRs 3209 (two), 2493, 3514 (two), as fishtest
# printed them, and cinder's and princhess's from above
LLRS = [
    ((253, 4282, 17604, 4431, 286), (-0.25, 1.25), LOGISTIC, 2.94),
    ((58, 3302, 33130, 3518, 84), (0.25, 1.25), LOGISTIC, 2.97),
    ((1284, 17437, 55536, 18085, 1292), (0.0, 2.0), LOGISTIC, 2.94),
    ((264, 5737, 31270, 5964, 269), (-0.5, 2.5), NORMALIZED, 2.97),
    ((29, 2205, 35000, 2392, 34), (0.5, 3.5), NORMALIZED, 2.94),
    ((50, 287, 610, 387, 73), (0.0, 5.0), NORMALIZED, 2.97),
    ((1, 22, 52, 21, 4), (-5.0, 0.0), NORMALIZED, 0.15),
]


@pytest.mark.parametrize("row", FASTCHESS)
def test_pairs(row: tuple[tuple[int, ...], float, float, float, float, float]) -> None:
    counts = Counts(row[0])
    found = elo(counts), normalized_elo(counts)
    shown = [found[0].value, found[0].error, found[1].value, found[1].error, 100 * superiority(counts)]
    assert shown == pytest.approx(row[1:], abs=0.006)


def test_single_games() -> None:
    """JoAnnP38/Pedantic PR 8, as cutechess-cli printed it: 332 - 316 - 352, 5.6 +/- 17.3, LOS 73.5 %."""
    counts = Counts((316, 352, 332))
    assert str(elo(counts)) == "5.6 +/- 17.3"
    assert superiority(counts) == pytest.approx(0.735, abs=0.0005)


@pytest.mark.parametrize(("numbers", "bounds", "model", "llr"), LLRS)
def test_sequential_tests(numbers: tuple[int, ...], bounds: tuple[float, float], model: str, llr: float) -> None:
    assert Sprt(*bounds, model=model).llr(Counts(numbers)) == pytest.approx(llr, abs=0.006)


def test_bounds_of_a_test() -> None:
    usual, uneven = Sprt(0, 5), Sprt(-5, 0, 0.05, 0.1)
    assert (round(usual.lower, 2), round(usual.upper, 2)) == (-2.94, 2.94)
    assert (round(uneven.lower, 2), round(uneven.upper, 2)) == (-2.25, 2.89)
    assert [usual.verdict(llr) for llr in (-3, 0, 3)] == ["H0", "", "H1"]


def test_elo_and_score_are_inverse() -> None:
    assert expected(400) == pytest.approx(10 / 11)
    assert elo_of(expected(-123.4)) == pytest.approx(-123.4)


@pytest.mark.parametrize("model", [LOGISTIC, NORMALIZED])
@pytest.mark.parametrize("numbers", [(0, 0, 0, 0, 0), (0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (0, 0, 9, 0, 0), (0, 7, 0)])
def test_nothing_and_one_sided_results(numbers: tuple[int, ...], model: str) -> None:
    counts = Counts(numbers)
    assert all(
        math.isfinite(value)
        for value in (
            elo(counts).value,
            normalized_elo(counts).value,
            superiority(counts),
            Sprt(0, 5, model=model).llr(counts),
        )
    )


def test_wins_speak_for_the_stronger_hypothesis() -> None:
    sprt = Sprt(0, 50)
    assert sprt.llr(Counts((0, 0, 0, 0, 20))) > 1 > -1 > sprt.llr(Counts((20, 0, 0, 0, 0)))
