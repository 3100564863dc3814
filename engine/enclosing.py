"""Drops that need certain neighbours: men to enclose, to touch, to keep away from, or to rest on."""

from typing import Any

from engine.bitboard import first, load, no_squares, square_bit, without_first
from engine.effects import bracketed
from engine.jit import kernel
from engine.layout import ENCLOSES
from engine.royals import obstacles

BRACKETS = 0  # places in the words of enclosingDrop
TOUCHES = 1
KEEPS_AWAY = 2
PUSHED_IN = 3
RESTS = 4


@kernel()
def _pushed_in(rules: Any, occupied: Any) -> Any:
    """Return the squares that a man reaches who is pushed in from the rim until something stops him."""
    found = no_squares(occupied)
    files, ranks = rules.files, rules.ranks
    for side in range(4):
        lines = ranks if side < 2 else files
        length = files if side < 2 else ranks
        for line in range(lines):
            square = -1
            for step in range(length):
                along = step if side % 2 == 0 else length - 1 - step
                candidate = line * files + along if side < 2 else along * files + line
                if occupied & square_bit(occupied, candidate):
                    break
                square = candidate
            if square >= 0:
                found |= square_bit(found, square)
    return found


@kernel()
def _fits(rules: Any, position: Any, us: int, square: int, occupied: Any) -> bool:
    """Return whether the neighbours of an empty square allow a drop there."""
    files = rules.files
    rule = rules.enclosing_rule
    if rule == BRACKETS:
        return bool(bracketed(rules, position, square, us))
    if rule == TOUCHES:
        return bool(load(rules.next_to, square) & load(position.side_men, us))
    if rule == RESTS:
        return square < files or bool(occupied & square_bit(occupied, square - files))
    near = load(rules.next_to, square) & load(position.side_men, 1 - us)
    while near:
        other = first(near)
        near = without_first(near)
        if other % files == square % files or other // files == square // files:
            return False
    return True


@kernel()
def open_for_drops(rules: Any, position: Any, us: int, empty: Any) -> Any:
    """Return the squares of `empty` where the rule on enclosing lets a side drop."""
    if not rules.careful & ENCLOSES:
        return empty
    occupied = obstacles(position)
    if load(rules.first_drops, 0) & ~occupied:
        return empty & load(rules.first_drops, 0)
    if rules.enclosing_rule == PUSHED_IN:
        return empty & _pushed_in(rules, occupied | ~load(rules.board, 0))
    found = no_squares(empty)
    while empty:
        square = first(empty)
        empty = without_first(empty)
        if _fits(rules, position, us, square, occupied):
            found |= square_bit(found, square)
    return found
