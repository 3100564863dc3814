"""Errors that text from outside can cause.

    ValueError
    └── LionleapError
        ├── VariantError      a game or a definition file
        │   └── BetzaError    the move text of one piece
        └── FenError          a position

A message says what was read, where, and what was expected. It is one line of printable characters, whatever was read.
"""

from typing import Final

MAX_SHOWN: Final = 60  # characters of foreign text in a message; arbitrary


def shown(text: str) -> str:
    """Foreign text for a message: quoted, escaped, cut at `MAX_SHOWN`."""
    return ascii(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "...")


class LionleapError(ValueError):
    """The root of the tree in the module's docstring."""


class VariantError(LionleapError):
    """A game that is not known, or a definition that cannot be used."""


class BetzaError(VariantError):
    """A move text that cannot be read. `position` counts from 1."""

    def __init__(self, text: str, position: int, problem: str, expected: str) -> None:
        super().__init__(f"Betza {shown(text)}, position {position}: {problem}, expected {expected}")
        self.text = text
        self.position = position
        self.problem = problem
        self.expected = expected


class FenError(LionleapError):
    """A position that cannot be read or cannot occur in the game."""
