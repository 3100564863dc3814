"""The slow oracle's searches: minimax by its definition, known mates."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracle import moves as m
from tests.oracle.api import (
    MATE,
    Oracle,
    Pos,
    alphabeta,
    checks,
    divide,
    immediate,
    mate_distance,
    mate_in,
    minimax,
)
from tests.oracle.tables import DATA, rows

# -- searches


def material(pos: Pos) -> int:
    """A simple evaluation for the side to move."""
    worth = {"P": 100, "N": 300, "B": 320, "R": 500, "Q": 900}
    total = sum(worth.get(man.upper(), 0) * (1 if m.side_of(man) == pos.side else -1) for man in pos.board.values())
    return total + len(pos.board)


def test_minimax_and_mates() -> None:
    """Known mates, and a minimax that equals its definition written out."""
    back_rank = Oracle("chess").from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert mate_in(back_rank, 1) == ["d1d8"] and mate_distance(back_rank, 2) == 1
    assert minimax(back_rank, 1, material) == MATE - 1
    assert immediate(back_rank.play("d1d8")) == "loss"
    two = Oracle("chess").from_fen("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
    assert mate_distance(two, 2) == 2 and set(mate_in(two, 2, checks)) <= set(mate_in(two, 2))
    camp = Oracle("leaperhouse").from_fen("10/10/3K6/10/10/10/10/4k5/10/8N1[] w - - 0 1")
    assert mate_distance(camp, 3) == 2
    assert mate_in(Oracle("mightylion").from_fen("4k3/8/8/5L2/8/8/8/4K3 w - - 0 1"), 1) == ["f5d6", "f5e6", "f5f6"]
    start = Oracle("chess").start()
    assert minimax(start, 2, material) == max(
        min(material(reply) for _, reply in child.children()) for _, child in start.children()
    )
    assert sum(divide(start, 2).values()) == 400
    for game, fen in (
        ("yarishogi", "7/5k1/3pP2/7/2R4/4n2/P6/2K1B2/7[] w - - 0 1"),
        ("leaperhouse", "10/2k7/4K4U/9P/10/10/4n5/10/5R4/10[] w - - 0 1"),
        ("mightylion", "8/8/4L3/4p3/1k1q4/8/8/3K3R w - - 0 1"),
        ("frolov10x10", "q1r2q6/*P3S4F*/*10*/*2k7*/*10*/*10*/*10*/*10*/*6K3*/12 w - - 0 1"),
    ):
        pos = Oracle(game).from_fen(fen)
        for depth in (0, 1, 2):
            assert alphabeta(pos, depth, material) == minimax(pos, depth, material), (game, depth)


def mates() -> Iterator[tuple[str, list[str]]]:
    """All rows of the mate suites."""
    for path in sorted((DATA / "mates").glob("*.tsv")):
        for row in rows(f"mates/{path.name}", header=True):
            yield path.stem, row


def test_mate_suites() -> None:
    """The mates in one are complete, those in two where that is quick; in the others nothing wins at once."""
    for game, (fen, n, texts, *_) in mates():
        pos = Oracle(game).from_fen(fen)
        if n == "1" or (n == "2" and game in ("chess", "mightylion")):
            assert mate_in(pos, int(n)) == texts.split(), fen
        else:
            assert set(texts.split()) <= set(pos.legal()), fen
            assert mate_in(pos, 1) == [], fen
