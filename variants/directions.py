"""Betza's direction letters: which of the offsets of an atom a word such as `f`, `fr` or `hl` means.

An offset is *long* where it goes at least as far forward or backward as sideways, *flat* where it goes at least as
far sideways. Diagonal offsets are both, and straight ones belong to either side of their line: that one rule gives
Fairy-Stockfish's reading for the oblique, the diagonal and the mixed (K, Q) atoms:

    f b        long, forward or backward            l r        flat, left or right
    v          long                                 s          flat
    fl fr fs   flat, forward, on that side          lf rf sf   long, forward, on that side (same with b)
    lv rv      long, on that side                   lh rh      either, on that side
    fh bh      either, forward or backward          hl hr      the left- or right-handed half

Straight atoms (W D H R) read the letters of a pair one by one.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from variants.spec import Offset

LETTERS: Final = "fblrvsh"

# The letters that combine with the one before them into a pair. Any letter doubled means the same as alone.
_PAIRS: Final = {"f": "flrsh", "b": "blrsh", "l": "lfbvh", "r": "rfbvh", "s": "sfbv", "v": "vlrs", "h": "lr"}


def words(letters: str) -> list[str]:
    """Split a run of direction letters into words, as far as possible into pairs: `ffr` is `ff`, `r`."""
    result: list[str] = []
    at = 0
    while at < len(letters):
        paired = at + 1 < len(letters) and letters[at + 1] in _PAIRS[letters[at]]
        result.append(letters[at : at + 2] if paired else letters[at])
        at += len(result[-1])
    return result


def select(offsets: Sequence[Offset], chosen: Iterable[str], *, straight: bool) -> list[Offset]:
    """The offsets that at least one of the direction words means; all of them if there is no word."""
    split = [letter for word in chosen for letter in (word if straight else (word,))]
    if not split:
        return list(offsets)
    return [offset for offset in offsets if any(_means(word, *offset) for word in split)]


def _means(word: str, dx: int, dy: int) -> bool:
    long, flat = abs(dy) >= abs(dx), abs(dx) >= abs(dy)
    if len(word) == 2 and word[0] == word[1]:
        word = word[0]
    if len(word) == 1:
        return {
            "f": long and dy > 0,
            "b": long and dy < 0,
            "v": long and dy != 0,
            "l": flat and dx < 0,
            "r": flat and dx > 0,
            "s": flat and dx != 0,
        }.get(word, False)
    if word in ("hl", "hr"):
        right_handed = flat == (dx * dy <= 0)
        return (flat and long) or dx * dy == 0 or right_handed == (word == "hr")
    if word[0] == "v" or word == "sv":
        return False  # Fairy-Stockfish selects nothing; Betza does not define them
    sides = {"f": dy >= 0, "b": dy <= 0, "l": dx <= 0, "r": dx >= 0}
    if not all(sides.get(letter, True) for letter in word):
        return False
    return "h" in word or (flat if word[0] in "fb" else long)


# The eight neighbours, clockwise from straight ahead.
COMPASS: Final[tuple[Offset, ...]] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

_TURNS: Final = {
    "f": (0,),
    "fr": (1,),
    "r": (2,),
    "br": (3,),
    "b": (4,),
    "bl": (5,),
    "l": (6,),
    "fl": (7,),
    "fs": (1, 7),
    "s": (2, 6),
    "bs": (3, 5),
    "v": (0, 4),
}


def turned(step: Offset, word: str) -> tuple[Offset, ...]:
    """The directions that `word` means to one who has just gone along `step`; empty where it means none."""
    base = COMPASS.index(step)
    return tuple(COMPASS[(base + turn) % 8] for turn in _TURNS.get(word, ()))
