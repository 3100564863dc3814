"""Legal moves: parts, order of nothing, no duplicates, nothing changed on the way."""

import random

import pytest

from engine.men import ALL, CAPTURES, DROPS, PROMOTIONS, QUIETS
from engine.move import DROP, PROMOTION, PROMOTION_AWAY, TAKING, TWO_LEGS, action
from engine.moves import generate
from engine.safety import look
from tests.engine.helpers import board, choose, every_game, game, rare, texts

PARTS = (CAPTURES, QUIETS, DROPS, PROMOTIONS)


def part_of(move: int) -> int:
    """The part that a move belongs to."""
    what = action(move)
    if 1 << what & TAKING or what == TWO_LEGS:
        return CAPTURES
    if what in (PROMOTION, PROMOTION_AWAY):
        return PROMOTIONS
    return DROPS if what == DROP else QUIETS


@pytest.mark.parametrize("name", every_game())
def test_parts(name: str) -> None:
    """Captures, quiet moves, drops and promotions unite to all moves without overlap, in any combination."""
    chance = random.Random(name)
    seen: set[int] = set()
    for seed in range(4):
        position = board(name)
        rules, record = position.game.rules, position.position
        for _ in range(80):
            moves = position.legal_moves()
            assert len(set(moves)) == len(moves)
            before = record["board"].tobytes(), record["frames"][: 16 * (position.ply + 1)].tobytes()
            for wanted in (*PARTS, CAPTURES | PROMOTIONS, QUIETS | DROPS, ALL):
                look(rules, record)
                found = [int(move) for move in record["moves"][7 : generate(rules, record, 7, wanted)]]
                assert sorted(found) == sorted(move for move in moves if part_of(move) & wanted), position.fen()
            assert before == (record["board"].tobytes(), record["frames"][: 16 * (position.ply + 1)].tobytes())
            seen.update(map(part_of, moves))
            if not moves:
                break
            position.push(rare(moves, chance) if seed % 2 else choose(moves, chance))
    takes = any(ride.capture for piece in game(name).spec.pieces for ride in piece.rides)
    assert seen & {QUIETS, DROPS, CAPTURES} and (CAPTURES in seen) == takes


@pytest.mark.parametrize("name", every_game())
def test_legality(name: str) -> None:
    """No move leaves the own king to be taken."""
    chance = random.Random(name)
    position = board(name)
    for _ in range(80):
        moves = position.legal_moves()
        if not moves:
            break
        for move in moves:
            side = position.side
            position.push(move)
            king = int(position.position["king"][side])
            attackers = position.copy()
            attackers.position["side"] = side
            assert king < 0 or not attackers.in_check
            position.pop()
        position.push(choose(moves, chance))


@pytest.mark.parametrize(
    ("name", "fen", "count"),
    [
        ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 48),
        ("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14),
        ("chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
        ("chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218),
        ("leaperhouse", "startpos", 28),
        ("okisakishogi", "startpos", 37),
        ("frolov10x10", "startpos", 37),
        ("mightylion", "startpos", 22),
    ],
)
def test_known_counts(name: str, fen: str, count: int) -> None:
    """Positions whose number of moves is well known."""
    assert len(texts(board(name, fen))) == count


def test_promotions() -> None:
    """Own lists, forced or not, into, inside and out of a zone."""
    assert [t for t in texts(board("chess", "8/P6k/8/8/8/8/8/K7 w - - 0 1")) if t[1] == "7"] == [
        "a7a8b", "a7a8n", "a7a8q", "a7a8r",
    ]  # fmt: skip
    los = texts(board("losalamos", "5k/P5/6/6/6/K5 w - - 0 1"))
    assert [t for t in los if t[1] == "5"] == ["a5a6n", "a5a6q", "a5a6r"]
    leaper = texts(board("leaperhouse", "5k4/10/P9/P9/10/10/10/10/10/5K4[] w - - 0 1"))
    assert [t for t in leaper if t[0] == "a"] == ["a8a9+"]
    okisaki = texts(board("okisakishogi", "k9/1P8/10/2B7/10/10/10/10/10/9K[] w - - 0 1"))
    assert "b9b10+" in okisaki and "b9b10" not in okisaki
    assert {"c7b8", "c7b8+", "c7d6"} <= set(okisaki) and "c7d6+" not in okisaki


def test_drops() -> None:
    """Where men in hand may go: empty squares, no doubled pawns, never where they could not move."""
    legal = texts(board("leaperhouse", "5k4/10/10/10/10/P9/1+P8/10/10/5K4[PN] w - - 0 1"))
    pawns = {text[2:] for text in legal if text.startswith("P@")}
    assert not {square for square in pawns if square[0] == "a" or square[1:] == "10"}
    assert "b1" in pawns and "c9" in pawns
    assert sum(text.startswith("N@") for text in legal) == 100 - 4
    blocked = texts(board("okisakishogi", "4k5/4r5/10/10/10/10/10/10/10/4K5[G] w - - 0 1"))
    assert {text[2:] for text in blocked if "@" in text} == {f"e{rank}" for rank in range(2, 9)}
