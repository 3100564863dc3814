"""Squares as CECP writes them: on boards with exactly ten ranks these count from 0, everywhere in a text."""

import re
from typing import Final

from variants.spec import VariantSpec

_SQUARE: Final = re.compile(r"[a-p][0-9]{1,2}")
_SQUARES: Final = re.compile(r"!?(?:[a-p][0-9]{1,2})+")
_MOVE: Final = re.compile(
    r"(?:[a-p][0-9]{1,2}[a-p][0-9]{1,2}[a-z+=-]*(?:,.*)?|\+?[a-z]@[a-p][0-9]{1,2}|[o0](?:-[o0]){1,2}|@@@@|--|0000)",
    re.IGNORECASE,
)


def looks_like_move(text: str) -> bool:
    """Return whether a line without a command word can be meant as a move."""
    return bool(_MOVE.fullmatch(text.strip()))


def shift(spec: VariantSpec) -> int:
    """Return how much lower CECP counts the ranks of a board than UCI."""
    return 1 if spec.ranks == 10 else 0


def to_uci(spec: VariantSpec, text: str) -> str:
    """Return a text with the squares renamed from CECP to UCI."""
    return _renamed(text, shift(spec))


def from_uci(spec: VariantSpec, text: str) -> str:
    """Return a text with the squares renamed from UCI to CECP."""
    return _renamed(text, -shift(spec))


def _renamed(text: str, by: int) -> str:
    return _SQUARE.sub(lambda read: f"{read[0][0]}{int(read[0][1:]) + by}", text) if by else text


def fen_to_uci(spec: VariantSpec, text: str) -> str:
    """Return a FEN with the squares behind the board renamed."""
    board, *rest = text.split()
    return " ".join([board, *(to_uci(spec, word) if _SQUARES.fullmatch(word) else word for word in rest)])
