"""The tables that the kernels read, against the steps of the pieces, and what cannot be compiled."""

import dataclasses

import pytest

from engine.bitboard import unpack
from engine.geometry import squares_of
from engine.layout import ALL_ROWS, BY_SET, LEAPS_ONLY, PLAIN, ROWS, SAME
from engine.rules import compile_rules
from tests.engine.helpers import CATALOG, NOTATION, board, every_game, game
from variants.errors import VariantError
from variants.spec import BLACK, WHITE


def reach(name: str, fen: str, square: str) -> list[str]:
    """Where the man on a square can go."""
    position = board(name, fen)
    return sorted(
        text[len(square) :]
        for text in (NOTATION.write(position, move) for move in position.legal_moves())
        if text.startswith(square) and "," not in text
    )


@pytest.mark.parametrize("name", every_game())
def test_tables_are_consistent(name: str) -> None:
    """Who leaps to a square is the reverse of where the leaps go; a path lies on the board."""
    found = game(name)
    size, rules = found.width, found.rules
    mask = unpack(rules["board"])[0]
    captures, hits = unpack(rules["leap_capture"]), unpack(rules["leap_hits"])
    moves = unpack(rules["leap_move"])
    assert len(captures) == ALL_ROWS * size
    for colour in (WHITE, BLACK):
        for number in range(int(rules["classes"])):
            row = colour * ROWS + number
            for square in squares_of(mask):
                for target in squares_of(captures[row * size + square]):
                    assert hits[target * ALL_ROWS + row] >> square & 1
                assert not captures[row * size + square] & ~mask and not moves[row * size + square] & ~mask
            flags = int(rules["row_flags"][row])
            if flags & SAME:
                assert captures[row * size : (row + 1) * size] == moves[row * size : (row + 1) * size]
            assert not flags & BY_SET or flags & LEAPS_ONLY
    king = found.table.find(found.spec.king) if found.spec.king else None
    assert rules["king_kind"] == (king.number if king else -1)
    files = unpack(rules["file_of"])[: found.spec.files]
    assert sum(files) == mask


def test_flags() -> None:
    """What the kernels are told about a row."""
    chess = game("chess")
    rows = {kind.letter: int(chess.rules["row_flags"][chess.table.classes[kind.number]]) for kind in chess.table.kinds}
    assert rows["n"] & LEAPS_ONLY and rows["n"] & SAME and rows["n"] & PLAIN
    assert rows["q"] & SAME and not rows["q"] & LEAPS_ONLY
    assert not rows["p"] & SAME and not rows["p"] & PLAIN


def test_random_keys() -> None:
    """No two keys are equal, and a game's keys are the same in every process."""
    rules = game("chess").rules
    keys = [int(key) for name in ("zobrist", "zobrist_ep", "zobrist_castle") for key in rules[name] if key]
    assert len(set(keys)) == len(keys)
    assert compile_rules(dataclasses.replace(game("chess").spec, name="other")).rules["zobrist"][65] == keys[65]


def test_same_spec_same_game() -> None:
    """A game is compiled once."""
    assert compile_rules(CATALOG.get("chess")) is compile_rules(CATALOG.get("normal"))


def test_reach_on_104_squares() -> None:
    """Counts of section 3.3 for men in a citadel: holes are edges."""
    table = {"R": 11, "B": 9, "Q": 20, "N": 2, "J": 2, "G": 18, "D": 10, "O": 27, "E": 2, "W": 2, "C": 11}
    for man, wanted in table.items():
        fen = f"12/*1k8*/*10*/*10*/*10*/*9K*/*10*/*10*/*10*/{man}11 w - - 0 1"
        assert len(reach("frolov10x10", fen, "a1")) == wanted, man


def test_refusals() -> None:
    """What cannot be played is refused with the file and the line."""
    spec = game("chess").spec
    pieces = tuple(dataclasses.replace(piece, letter=f"{number}") for number in range(64) for piece in spec.pieces[:1])
    with pytest.raises(VariantError, match=r"chess.ini:\d+: 64 kinds of pieces"):
        compile_rules(dataclasses.replace(spec, pieces=pieces))
