"""What a match says about strength: Elo with error bars, likelihood of superiority, the sequential test.

    Elo        s = 1 / (1 + 10^(-elo/400)): A. Elo, The Rating of Chessplayers, 1978
    error bar  1.96 standard errors of the mean score, carried over to Elo at both ends. The unit is the pair of
               games from one opening (pentanomial): M. Van den Bergh, Comments on Normalized Elo, 2021
    nElo       (s - 1/2) / sigma * 800 / ln 10, sigma of one game: the same paper
    LOS        the normal probability that the score lies above 1/2
    LLR        generalised sequential probability ratio test: the likelihoods of the counts under the closest
               distributions whose strength is elo0 and elo1: M. Van den Bergh, The Generalized Sequential Probability
               Ratio Test for Wald's Theory, 2019; bounds log(beta / (1 - alpha)), log((1 - beta) / alpha): A. Wald,
               Sequential Analysis, 1947
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959963984540054
ELO_PER_T: Final = 800 / math.log(10)  # nElo of one standard deviation
PRIOR: Final = 1e-3  # stands for an outcome that did not occur, so that every likelihood is finite
LOGISTIC: Final = "logistic"
NORMALIZED: Final = "normalized"
MODELS: Final = (LOGISTIC, NORMALIZED)
_SMALLEST: Final = 1e-9  # share of a point


def expected(elo: float) -> float:
    """Return the score that a difference in Elo predicts."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the difference in Elo that a score means; a score of 0 or 1 gives a large finite number."""
    score = min(max(score, _SMALLEST), 1 - _SMALLEST)
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each result occurred, from loss to win: three counts of games or five of pairs of games."""

    numbers: tuple[float, ...]

    @property
    def units(self) -> float:
        """Games or pairs."""
        return sum(self.numbers)

    @property
    def results(self) -> tuple[float, ...]:
        """The share of the points that each count stands for."""
        most = len(self.numbers) - 1
        return tuple(k / most for k in range(most + 1))

    @property
    def games(self) -> float:
        """Games."""
        return self.units * (len(self.numbers) - 1) / 2

    def mean(self) -> float:
        """Return the score, from 0 to 1; one half of nothing."""
        if not self.units:
            return 0.5
        return sum(a * n for a, n in zip(self.results, self.numbers, strict=True)) / self.units

    def variance(self) -> float:
        """Return the variance of one unit's score."""
        if not self.units:
            return 0.0
        mean = self.mean()
        return sum((a - mean) ** 2 * n for a, n in zip(self.results, self.numbers, strict=True)) / self.units


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with the half of its 95 % interval."""

    value: float
    error: float

    def __str__(self) -> str:
        if abs(self.value) > 3000:
            return "inf" if self.value > 0 else "-inf"
        return f"{self.value:.1f} +/- {self.error:.1f}"


def elo(counts: Counts) -> Estimate:
    """Return the difference in Elo."""
    if not counts.units:
        return Estimate(0.0, 0.0)
    mean, error = counts.mean(), Z95 * math.sqrt(counts.variance() / counts.units)
    return Estimate(elo_of(mean), (elo_of(mean + error) - elo_of(mean - error)) / 2)


def normalized_elo(counts: Counts) -> Estimate:
    """Return the normalized Elo: strength measured in standard deviations of one game."""
    sigma = _sigma_of_game(counts)
    if sigma == 0:
        return Estimate(0.0, 0.0)
    return Estimate((counts.mean() - 0.5) / sigma * ELO_PER_T, Z95 * ELO_PER_T / math.sqrt(counts.games))


def superiority(counts: Counts) -> float:
    """Return the probability that the first engine is the stronger one."""
    deviation = math.sqrt(counts.variance() / counts.units) if counts.units else 0.0
    if deviation == 0:
        return 0.5 if counts.mean() == 0.5 else float(counts.mean() > 0.5)
    return 0.5 * (1 + math.erf((counts.mean() - 0.5) / deviation / math.sqrt(2)))


def _sigma_of_game(counts: Counts) -> float:
    """Return the standard deviation of one game's score, also where pairs were counted."""
    return math.sqrt(counts.variance() * (len(counts.numbers) - 1) / 2)


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of elo1 against elo0, with the probabilities of a wrong answer."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = LOGISTIC

    @property
    def lower(self) -> float:
        """At this LLR or below, elo0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this LLR or above, elo1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """Return the logarithm of the ratio of the likelihoods of elo1 and elo0."""
        if not counts.units:
            return 0.0
        filled = Counts(tuple(max(n, PRIOR) for n in counts.numbers))
        shares = [n / filled.units for n in filled.numbers]
        low, high = (self._closest(filled, shares, value) for value in (self.elo0, self.elo1))
        return filled.units * sum(p * math.log(b / a) for p, a, b in zip(shares, low, high, strict=True))

    def _closest(self, counts: Counts, shares: Sequence[float], value: float) -> list[float]:
        if self.model == LOGISTIC:
            mean = expected(value)
            return _tilted(shares, [a - mean for a in counts.results])
        games = (len(counts.numbers) - 1) / 2
        return _with_t_value(counts.results, shares, value / ELO_PER_T * math.sqrt(games))

    def verdict(self, llr: float) -> str:
        """Return `H0` or `H1` where the test is over, else an empty text."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else ""


def _tilted(shares: Sequence[float], excess: Sequence[float]) -> list[float]:
    """Return the likeliest distribution under which the mean of `excess` is 0: p / (1 + x excess), x by bisection."""
    low, high = -1 / max(excess), -1 / min(excess)
    for _ in range(200):
        x = (low + high) / 2
        if sum(p * e / (1 + x * e) for p, e in zip(shares, excess, strict=True)) > 0:
            low = x
        else:
            high = x
    return [p / (1 + (low + high) / 2 * e) for p, e in zip(shares, excess, strict=True)]


def _with_t_value(results: Sequence[float], shares: Sequence[float], t: float) -> list[float]:
    """Return the likeliest distribution with (mean - 1/2) / sigma = t: the condition is made linear and repeated."""
    found = list(shares)
    for _ in range(50):
        mean = sum(p * a for p, a in zip(found, results, strict=True))
        sigma = math.sqrt(sum(p * (a - mean) ** 2 for p, a in zip(found, results, strict=True)))
        excess = [a - 0.5 - t * sigma * (1 + ((a - mean) / sigma) ** 2) / 2 for a in results]
        if sigma == 0 or min(excess) >= 0 or max(excess) <= 0:
            break
        before, found = found, _tilted(shares, excess)
        if max(abs(a - b) for a, b in zip(before, found, strict=True)) < 1e-12:
            break
    return found
