"""What a match adds up to: one tally for every two engines that meet, and a table where there are more than two."""

from bench.entrant import Fault
from bench.game import Record
from bench.score import Counts, Sprt, elo, normalized_elo
from bench.tally import Tally

Pairing = tuple[int, int]  # numbers of two engines


class Standings:
    """The games of a match. `tallies` holds them by the engines that met."""

    def __init__(
        self, names: tuple[str, ...], pairings: tuple[Pairing, ...], paired: bool, sprt: Sprt | None = None
    ) -> None:
        """`paired`: games come in pairs from one opening."""
        self.names = names
        self.tallies = {(a, b): Tally((names[a], names[b]), paired, sprt) for a, b in pairings}
        self._paired = paired
        self._by_names = {tally.names: tally for tally in self.tallies.values()}

    def add(self, record: Record) -> bool:
        """Count a game; return False where it is known already."""
        return self._by_names[record.names].add(record)

    @property
    def games(self) -> int:
        """Games played."""
        return sum(tally.games for tally in self.tallies.values())

    def verdict(self) -> str:
        """Return which hypothesis the test of a match of two accepted, an empty text while it is open."""
        return next(iter(self.tallies.values())).verdict()

    def counts(self, engine: int) -> Counts:
        """Return the results of one engine in all its games."""
        seen = [
            tally.counts().numbers[:: 1 if pairing[0] == engine else -1]
            for pairing, tally in self.tallies.items()
            if engine in pairing
        ]
        return Counts(tuple(map(sum, zip(*seen, strict=True))))

    def lines(self) -> list[str]:
        """Return the summary."""
        tallies = list(self.tallies.values())
        if len(tallies) == 1:
            return tallies[0].lines()
        return [*self._table(), "", *(tally.lines()[0] for tally in tallies), *self._faults()]

    def _results(self, engine: int) -> tuple[int, int, int]:
        """Return wins, losses and draws of one engine."""
        found = [0, 0, 0]
        for (first, second), tally in self.tallies.items():
            wins, losses, draws = tally.results()
            if engine in (first, second):
                for index, number in enumerate((wins, losses, draws) if engine == first else (losses, wins, draws)):
                    found[index] += number
        return found[0], found[1], found[2]

    def _table(self) -> list[str]:
        """Return the engines from the best to the worst, each against all that it met."""
        rows = []
        width = max(len(name) for name in (*self.names, "Engine"))
        for engine, name in enumerate(self.names):
            wins, losses, draws = self._results(engine)
            games = wins + losses + draws
            share = (wins + draws / 2) / games if games else 0.5
            counts = self.counts(engine)
            values = f"{elo(counts)!s:>16} {normalized_elo(counts)!s:>16}"
            rows.append((share, f"{name:{width}} {values} {games:6} {wins:5} {losses:5} {draws:5}  {share:.3f}"))
        rows.sort(key=lambda row: -row[0])
        head = f"Rank {'Engine':{width}} {'Elo':>16} {'nElo':>16}  Games   Won  Lost Drawn  Score"
        return [head, *(f"{rank:4} {text}" for rank, (_, text) in enumerate(rows, 1))]

    def _faults(self) -> list[str]:
        found = []
        for engine, name in enumerate(self.names):
            own = [(tally, pairing.index(engine)) for pairing, tally in self.tallies.items() if engine in pairing]
            counts = {fault: sum(tally.faults(side)[fault] for tally, side in own) for fault in Fault}
            repetitions = sum(tally.repetitions(side) for tally, side in own)
            listed = ", ".join(f"{fault}: {number}" for fault, number in counts.items())
            found.append(f"Lost by fault, {name}: {listed}; won by repetition: {repetitions}")
        return found
