"""The state of a match: its games by number, and what they add up to."""

from collections import Counter
from dataclasses import dataclass, field

from bench.entrant import PROTOCOL_FAULTS, Fault
from bench.game import BY_REPETITION, Record
from bench.score import Counts, Sprt, elo, normalized_elo, superiority

Key = tuple[int, int]  # the pair and the game in it


@dataclass(slots=True)
class Tally:
    """The games that were played, each once, seen from the first entrant.

    paired : the games come in pairs from one opening, so that the pair is the unit of the statistics
    """

    names: tuple[str, str]
    paired: bool = True
    sprt: Sprt | None = None
    records: dict[Key, Record] = field(default_factory=dict)

    def add(self, record: Record) -> bool:
        """Count a game; return False where it is known already, as after a worker's loss."""
        key = (record.pair, record.number)
        if key in self.records:
            return False
        self.records[key] = record
        return True

    @property
    def games(self) -> int:
        """Games played."""
        return len(self.records)

    def results(self, colour: int | None = None) -> tuple[int, int, int]:
        """Return wins, losses and draws of the first entrant, in all games or with white (0) or black (1) only."""
        scores = Counter(
            record.score(0) for record in self.records.values() if colour is None or record.white == colour
        )
        return scores[1.0], scores[0.0], scores[0.5]

    def trinomial(self) -> Counts:
        """Return losses, draws and wins."""
        wins, losses, draws = self.results()
        return Counts((losses, draws, wins))

    def pentanomial(self) -> Counts:
        """Return how many whole pairs gave 0, 1/2, 1, 3/2 and 2 points."""
        numbers = [0] * 5
        for (pair, number), record in self.records.items():
            other = self.records.get((pair, number + 1))
            if number % 2 == 0 and other is not None:
                numbers[round(2 * (record.score(0) + other.score(0)))] += 1
        return Counts(tuple(numbers))

    def counts(self) -> Counts:
        """Return what the statistics are made from."""
        return self.pentanomial() if self.paired else self.trinomial()

    def llr(self) -> float:
        """Return the LLR of the sequential test, 0 without one."""
        return self.sprt.llr(self.counts()) if self.sprt else 0.0

    def verdict(self) -> str:
        """Return which hypothesis the test accepted, an empty text while it is open."""
        return self.sprt.verdict(self.llr()) if self.sprt else ""

    def faults(self, entrant: int) -> Counter[str]:
        """Return by which faults an entrant lost, and how often."""
        return Counter(record.ending for record in self.records.values() if record.faulty == entrant)

    def repetitions(self, entrant: int) -> int:
        """Return how many games an entrant won by repetition or perpetual check."""
        return sum(
            record.ending == BY_REPETITION and record.score(entrant) == 1 for record in self.records.values()
        )

    def endings(self) -> Counter[str]:
        """Return how the games ended, without the names of sides."""
        return Counter(_kind(record) for record in self.records.values())

    def clean(self) -> tuple[int, int, int]:
        """Return wins, losses and draws of the games that no protocol fault ended."""
        scores = Counter(record.score(0) for record in self.records.values() if record.ending not in PROTOCOL_FAULTS)
        return scores[1.0], scores[0.0], scores[0.5]

    def lines(self) -> list[str]:
        """Return the summary."""
        wins, losses, draws = self.results()
        counts = self.counts()
        points = (wins + draws / 2) / self.games if self.games else 0.5
        first, second = self.names
        found = [f"Score of {first} vs {second}: {wins} - {losses} - {draws} [{points:.3f}] {self.games}"]
        for colour, name in enumerate(("White", "Black")):
            won, lost, drawn = self.results(colour)
            total = won + lost + drawn
            found.append(
                f"...   {first} playing {name}: {won} - {lost} - {drawn} "
                f"[{(won + drawn / 2) / total if total else 0.5:.3f}] {total}"
            )
        share = draws / self.games if self.games else 0.0
        found.append(
            f"Elo: {elo(counts)}, nElo: {normalized_elo(counts)}, LOS: {100 * superiority(counts):.1f} %, "
            f"draws: {100 * share:.1f} %"
        )
        if self.paired:
            numbers = ", ".join(str(int(number)) for number in self.pentanomial().numbers)
            found.append(f"Ptnml(0-2): {numbers}")
        if self.sprt:
            sprt = self.sprt
            found.append(
                f"LLR: {self.llr():.2f} ({sprt.lower:.2f}, {sprt.upper:.2f}) [{sprt.elo0:g}, {sprt.elo1:g}]"
                + (f", {self.verdict()} accepted" if self.verdict() else "")
            )
        return found + self._fault_lines()

    def _fault_lines(self) -> list[str]:
        """Return what is counted apart."""
        found = []
        for entrant, name in enumerate(self.names):
            faults = self.faults(entrant)
            listed = ", ".join(f"{fault}: {faults[fault]}" for fault in Fault)
            found.append(f"Lost by fault, {name}: {listed}; won by repetition: {self.repetitions(entrant)}")
        wins, losses, draws = self.clean()
        total = wins + losses + draws
        if total < self.games:
            share = (wins + draws / 2) / total if total else 0.5
            found.append(f"Without protocol faults: {wins} - {losses} - {draws} [{share:.3f}] {total}")
        endings = ", ".join(f"{name}: {count}" for name, count in self.endings().most_common())
        return [*found, f"Endings: {endings}"]


def _kind(record: Record) -> str:
    """Return the reason of an end without sides, squares and names, so that it can be counted."""
    if record.faulty is not None:
        return str(record.ending)
    reason = record.reason
    if reason.endswith(" resigns"):
        return "resignation"
    head, _, tail = reason.partition(":")
    if head == "adjudication":
        return head
    for side in ("white", "black"):
        head = head.replace(f" by {side}", "")
    return f"{head}: draw" if tail.strip() == "draw" else head


