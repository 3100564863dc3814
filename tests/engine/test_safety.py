"""Checks, pins and dangers as `look` finds them."""

import random

import pytest

from engine.attacks import in_check
from engine.bitboard import unpack
from engine.board import Board
from engine.geometry import squares_of
from engine.layout import SIGHTS
from engine.safety import look
from tests.engine.bits_kernels import find_dangers
from tests.engine.helpers import board, choose, every_game, texts
from variants.fen import square_name


def seen(position: Board, field: str) -> set[str]:
    """A set that `look` has written, as squares."""
    look(position.game.rules, position.position)
    find_dangers(position.game.rules, position.position)
    here = position.ply % SIGHTS
    bits = unpack(position.position[field][here : here + 1])[0]
    mask = unpack(position.game.rules["board"])[0]
    return {square_name(position.game.spec, square) for square in squares_of(bits & mask)}


@pytest.mark.parametrize("name", every_game())
def test_check(name: str) -> None:
    """`look` and `in_check` agree, and `checkers` names somebody exactly then."""
    chance = random.Random(name)
    for _ in range(6):
        position = board(name)
        for _ in range(80):
            checked = bool(look(position.game.rules, position.position))
            assert checked == bool(in_check(position.game.rules, position.position, position.side))
            assert checked == bool(position.checkers())
            moves = position.legal_moves()
            if not moves:
                break
            position.push(choose(moves, chance, 0.6))


@pytest.mark.parametrize(
    ("name", "fen", "pinned", "targets"),
    [
        ("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2", None),
        ("chess", "4k3/8/8/b7/8/2N5/3P4/4K3 w - - 0 1", "", None),  # two men on the line
        ("chess", "4k3/8/8/b7/8/8/3P4/4K3 w - - 0 1", "d2", None),
        ("chess", "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1", "", "e2 e3 e4 e5 e6 e7"),
        ("chess", "4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", "", "d3"),
        ("chess", "4k3/8/8/8/7b/4r3/8/4K3 w - - 0 1", "", ""),  # two checks: only the king moves
        ("mightylion", "k7/8/8/8/8/L7/8/4K1l1 w - - 0 1", "", "g1"),  # a leap cannot be blocked
        ("yarishogi", "k6/7/7/7/3r3/7/3P3/7/3K3[] b - - 0 1", "", None),
        # a gryphon pins over its first step and along its line
        ("frolov10x10", "12/*1k8*/*10*/*4g5*/*3B6*/*10*/*10*/*3K6*/*10*/12 w - - 0 1", "e6", None),
        ("frolov10x10", "12/*1k8*/*10*/*4g5*/*10*/*3B6*/*10*/*3K6*/*10*/12 w - - 0 1", "e5", None),
    ],
)
def test_pins_and_targets(name: str, fen: str, pinned: str, targets: str | None) -> None:
    """Positions with the answer in words."""
    position = board(name, fen)
    assert seen(position, "pinned") == set(pinned.split())
    if targets is None:
        assert not position.in_check
    else:
        assert position.in_check and seen(position, "targets") == set(targets.split())


def test_king_steps_out_of_a_line() -> None:
    """A checked king may not step back along the ray."""
    assert texts(board("chess", "4k3/4r3/8/8/8/4K3/8/8 w - - 0 1")) == sorted("e3d2 e3d3 e3d4 e3f2 e3f3 e3f4".split())
    assert {"e2", "e4"} <= seen(board("chess", "4k3/4r3/8/8/8/4K3/8/8 w - - 0 1"), "danger")


def test_hoppers() -> None:
    """Screens give and take checks: the man between may not leave, and nobody may step between the wrong way."""
    # one screen: in check; the knight may leave the line, no man may stay as the only one on it
    screen = board("frolov10x10", "12/*4k5*/*10*/*4c5*/*10*/*4N5*/*10*/*4K5*/*10*/12 w - - 0 1")
    assert screen.in_check
    assert all(text[:2] in ("f5", "f3") for text in texts(screen))
    # two men between: no check, and each of them is bound to the line
    two = board("frolov10x10", "12/*4k5*/*10*/*4c5*/*4N5*/*4N5*/*10*/*4K5*/*10*/12 w - - 0 1")
    assert not two.in_check
    assert {text[:2] for text in texts(two)} == {"f3"}
    # no man between: whoever steps between gives check to his own king
    none = board("frolov10x10", "12/*4k5*/*10*/*4c5*/*10*/*2N7*/*10*/*4K5*/*10*/12 w - - 0 1")
    assert not none.in_check
    assert not {"d5f4", "d5f6"} & set(texts(none)) and "d5e7" in texts(none)
