"""Make a mate suite: `python -m tests.make_mates GAME SECONDS [SEED]` adds to tests/data/mates/GAME.tsv.

Positions come from random games that like captures and checks and from random placements (Mighty Lion Chess: only
those); the oracle proves every win.  Columns: fen, n, winning first moves, proof, topic.  `exact`: all moves were
searched for a shorter win, there is none.  `narrow`: the win in n is proved with checks (Leaperhouse: and king steps),
a shorter one may exist.  For n of 1 and 2 all winning first moves are listed where `exact`, else those that the narrow
search found.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.oracle.api import Oracle, Pos, checks, checks_or_king_steps, immediate, mate_in, wins
from tests.oracle.moves import AROUND, place, side_of

WANTED = {1: 5, 2: 8, 3: 7, 4: 5}
LION_WANTED = {1: 4, 2: 3, 3: 2}
LION_TOPICS = ("double capture", "shot", "bare-handed Lion")


class OutOfBudget(Exception):
    """The narrow search has looked at too many positions."""


class Budget:
    """A narrowing that gives up after a number of positions."""

    def __init__(self, game: str, most: int) -> None:
        self.narrow = checks_or_king_steps if game == "leaperhouse" else checks
        self.left = most

    def __call__(self, child: Pos) -> bool:
        """Whether the attacker tries the move that led here."""
        self.left -= 1
        if self.left < 0:
            raise OutOfBudget
        return self.narrow(child)


def solve(game: str, pos: Pos, most: int, budget: int) -> tuple[int, list[str]] | None:
    """The smallest n that the narrow search finds, with its first moves."""
    narrow = Budget(game, budget)
    try:
        for n in range(1, most + 1):
            found = mate_in(pos, n, narrow)
            if found:
                return n, found
    except OutOfBudget:
        pass
    return None


def exact(pos: Pos, n: int, seconds: float) -> bool | None:
    """Whether no win in fewer moves exists, all moves searched; None if the time did not suffice."""
    stop = time.monotonic() + seconds

    def everything(_: Pos) -> bool:
        if time.monotonic() > stop:
            raise OutOfBudget
        return True

    try:
        return n == 1 or not mate_in(pos, n - 1, everything)
    except OutOfBudget:
        return None


def all_moves(pos: Pos, n: int, found: list[str], seconds: float) -> list[str]:
    """All winning first moves for n up to 2, if time suffices."""
    stop = time.monotonic() + seconds

    def everything(_: Pos) -> bool:
        if time.monotonic() > stop:
            raise OutOfBudget
        return True

    try:
        return mate_in(pos, n, everything) if n <= 2 else found
    except OutOfBudget:
        return found


def ending(pos: Pos, n: int, text: str, narrow: Budget) -> str:
    """How one line of the win ends: the first word of the reason."""
    child = pos.play(text)
    while immediate(child) is None:
        reply = next(after for _, after in sorted(child.children()))
        n -= 1
        child = next(again for _, again in sorted(reply.children()) if wins(again, n, narrow.narrow))
    result = child.result()
    assert result is not None
    return result.reason.split(":")[0]


def row(game: str, pos: Pos, n: int, found: list[str], topic: str = "") -> list[str] | None:
    """The table's row, or None where a shorter win or only too many moves were found."""
    shortest = exact(pos, n, 8)
    if shortest is False or len(found) > 8:
        return None
    topic = topic or ending(pos, n, found[0], Budget(game, 0))
    texts = all_moves(pos, n, found, 8)
    return [pos.fen(), str(n), " ".join(texts), "exact" if shortest else "narrow", topic]


def choose(pos: Pos, chance: random.Random) -> Pos:
    """The next position of a random game."""
    kids = list(pos.kids().values())
    liked = [kid for kid in kids if len(kid.board) < len(pos.board) or kid.in_check()]
    return chance.choice(liked if liked and chance.random() < 0.5 else kids)


MEN = {
    "chess": "PPNBRQ",
    "leaperhouse": "NOCURP+",
    "okisakishogi": "PLNSGBRQ+",
    "yarishogi": "PPRBN+",
}


def placement(game: str, chance: random.Random) -> Pos | None:
    """A random sparse position with White to move, often with many men around the black king; None if it cannot be."""
    rules = Oracle(game).rules
    squares = rules.grid.squares
    goal = place(chance.choice(squares))
    near = [square for square in squares if max(abs(a - b) for a, b in zip(place(square), goal, strict=True)) <= 3]
    crowded = chance.random() < 0.6
    board = {rules.grid.at(*goal): "k"}
    camp = game == "leaperhouse" and not crowded  # the white king is on its way to the last rank
    king = f"{chance.choice('abcdefghij')}{chance.randrange(6, 10)}" if camp else chance.choice(squares)
    if king in board:
        return None
    board[king] = "K"
    for kind in chance.choices(MEN[game].replace("+", ""), k=chance.randrange(4, 13)):
        square = chance.choice(near if crowded and chance.random() < 0.75 else squares)
        promoted = "+" if "+" + kind in rules.pieces.kinds and chance.random() < 0.3 else ""
        if square not in board:
            board[square] = promoted + (kind if chance.random() < 0.5 else kind.lower())
    pawns = [square[0] + man for square, man in board.items() if man in "Pp"]
    ends = ("1", str(rules.grid.ranks))
    if any(man in "PpBbNn" and square[1:] in ends for square, man in board.items()) or len(set(pawns)) < len(pawns):
        return None
    hands = ("", "") if game == "chess" else (chance.choice(["", "P", "N", "R"]), chance.choice(["", "P", "N"]))
    pos = Pos(rules, board, hands)
    return None if rules.exposed(pos, 1) or immediate(pos) is not None else pos


def candidates(game: str, chance: random.Random) -> Iterator[Pos]:
    """Positions to try, without end: placements, and now and then a whole game."""
    while True:
        for _ in range(30 if game == "leaperhouse" else 200):
            pos = placement(game, chance)
            if pos is not None:
                yield pos
        pos = Oracle(game).start()
        for _ in range(120):
            if not pos.kids() or pos.result() is not None:
                break
            yield pos
            pos = choose(pos, chance)


def from_games(game: str, seconds: float, seed: int) -> list[list[str]]:
    """Rows by length and topic; after a find in a game, the position one move earlier is tried for a longer win."""
    chance, stop = random.Random(seed), time.monotonic() + seconds
    table: dict[tuple[int, str], list[list[str]]] = {}
    seen: set[str] = set()

    def missing(n: int, topic: str = "") -> bool:
        counts = [len(rows) for (m, t), rows in table.items() if m == n and topic in ("", t)]
        return sum(counts) < ((WANTED[n] + 1) // 2 + 1 if topic and game == "leaperhouse" else WANTED[n])

    for first in candidates(game, chance):
        most = max((n for n in WANTED if missing(n)), default=0)
        if time.monotonic() > stop or not most:
            break
        pos, tried = first, min(most, 3) if any(missing(n) for n in (1, 2, 3)) else most
        while True:
            solved = solve(game, pos, tried, 1500 * 4 ** max(0, tried - 2))
            if solved is None:
                break
            n, found = solved
            if missing(n) and pos.fen() not in seen:
                seen.add(pos.fen())
                new = row(game, pos, n, found)
                if new is not None and missing(n, new[4]):
                    table.setdefault((n, new[4]), []).append(new)
                    print(game, new, flush=True)
            if pos.parent is None or pos.parent.parent is None or n == max(WANTED):
                break
            pos, tried = pos.parent.parent, n + 1
    return [line for key in sorted(table) for line in table[key]]


def lion_topic(pos: Pos, texts: list[str]) -> str:
    """What the winning first moves have in common; empty text if nothing of interest.

    A shot cannot check with the Lion itself, it opens another man's line; then hits and runs often win too, so one
    shot among the winning moves is enough.
    """
    men = [man for man in pos.board.values() if side_of(man) == pos.side]
    kings = [place(square) for square, man in pos.board.items() if man in "Kk"]
    if any("," in text and text.startswith(text.split(",")[1][2:]) for text in texts):
        return "shot"
    if all("," in text and text.split(",")[1][2:] in pos.board for text in texts):
        return "double capture"
    if len(men) == 2 and max(abs(a - b) for a, b in zip(*kings, strict=True)) > 3:
        return "bare-handed Lion"
    return ""


def lion_position(chance: random.Random) -> Pos | None:
    """A random placement of kings, the mover's Lion and a few men; None if it cannot be.

    Half of them have a rider that aims at the enemy king through one man beside the Lion.
    """
    rules = Oracle("mightylion").rules
    grid = rules.grid
    own = chance.choice(["", "", "", "P", "N", "PP", "B", "R"])
    others = "K" + own + "".join(chance.choice("pppnbrpq") for _ in range(chance.randrange(1, 6)))
    board: dict[str, str] = {}
    if chance.random() < 0.5:
        x, y, (dx, dy) = chance.randrange(8), chance.randrange(8), chance.choice(AROUND)
        n, m = chance.randrange(1, 4), chance.randrange(1, 4)
        blocker = (x + n * dx, y + n * dy)
        rider = "R" if 0 in (dx, dy) else "B"
        step = chance.choice(AROUND)
        board = {
            grid.at(x, y): "k",
            grid.at(blocker[0] + step[0], blocker[1] + step[1]): "L",
            grid.at(*blocker): chance.choice("ppnbr"),
            grid.at(x + (n + m) * dx, y + (n + m) * dy): chance.choice(rider + "Q"),
        }
        if "" in board or len(board) < 4:
            return None
    else:
        others += "kL"
    free = [square for square in grid.squares if square not in board]
    board |= dict(zip(chance.sample(free, len(others)), others, strict=True))
    if any(man in "Pp" and square[1] in "18" for square, man in board.items()):
        return None
    pos = Pos(rules, board)
    return None if rules.exposed(pos, 1) else pos


def from_placements(seconds: float, seed: int) -> list[list[str]]:
    """Rows for Mighty Lion Chess, by topic."""
    chance, stop = random.Random(seed), time.monotonic() + seconds
    table: dict[tuple[int, str], list[list[str]]] = {}
    wanted = {(n, topic) for n in LION_WANTED for topic in LION_TOPICS}
    while time.monotonic() < stop and wanted:
        pos = lion_position(chance)
        if pos is None:
            continue
        solved = solve("mightylion", pos, chance.choice([1, 1, 1, *(n for n, _ in sorted(wanted))]), 3000)
        if solved is None:
            continue
        n, found = solved
        topic = lion_topic(pos, found)
        if (n, topic) not in wanted:
            continue
        new = row("mightylion", pos, n, found, topic)
        if new is None or lion_topic(pos, new[2].split()) != topic:
            continue
        print(new, flush=True)
        table.setdefault((n, topic), []).append(new)
        if len(table[n, topic]) == LION_WANTED[n]:
            wanted.discard((n, topic))
    return [line for key in sorted(table) for line in table[key]]


def merge(game: str, old: list[list[str]], new: list[list[str]]) -> list[list[str]]:
    """The rows of both tables, by length and topic, at most twice the wanted number of each."""
    kept: dict[tuple[str, str], dict[str, list[str]]] = {}
    for line in [*old, *new]:
        rows = kept.setdefault((line[1], line[4]), {})
        if len(rows) < 2 * (LION_WANTED if game == "mightylion" else WANTED)[int(line[1])]:
            rows[line[0]] = line
    return [line for key in sorted(kept) for line in kept[key].values()]


def main() -> None:
    """Make one game's table."""
    game, seconds = sys.argv[1], float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    table = from_placements(seconds, seed) if game == "mightylion" else from_games(game, seconds, seed)
    path = Path(__file__).parent / "data" / "mates" / f"{game}.tsv"
    if path.exists():
        old = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
        table = merge(game, old, table)
    lines = ["\t".join(line) for line in [["fen", "n", "moves", "proof", "topic"], *table]]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
