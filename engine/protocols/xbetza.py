"""The moves of a piece in XBetza, the dialect of XBoard's `piece` command."""

import re
from typing import Final

from variants.spec import BLACK, WHITE, PieceSpec, VariantSpec

_DIRECTIONS: Final = "fblrvsh"
_ORDER: Final = "mcdetpgoynj"  # in which XBoard wants the other modifiers
_NAMES: Final = str.maketrans({"L": "C", "J": "Z"})  # two atoms have two letters each
_GROUP: Final = re.compile(r"\(([a-z]*)([A-Z])-([a-z]*)([A-Z])\)")
_BENT: Final = re.compile(r"\[([a-z]*)([A-Z])([?-])([a-z]*)([A-Z])\]")
_PART: Final = re.compile(r"([a-z]*)([A-Z]{1,2}|\([0-9]+,[0-9]+\))([0-9]*)")
_SLIDERS: Final = "RBQ"
_HALVES: Final = {"K": "WF", "Q": "RB"}  # XBoard 4.9 takes the f of fK for straight ahead alone


def moves_text(piece: PieceSpec) -> str | None:
    """Return how a piece moves, None where XBetza cannot say it."""
    text = re.sub(r"\s", "", piece.betza)
    text = _GROUP.sub(_two_legs, text)
    text = _BENT.sub(_bent, text)
    parts = []
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or part[2].startswith("("):
            return None
        at = part.end()
        atom = part[2].translate(_NAMES)
        if len(atom) == 2 and atom[0] != atom[1]:
            at -= 1 + len(part[3])
            parts.append(_ordered(part[1]) + atom[0])
        else:
            turned = "a" not in part[1] and set(part[1]) & set(_DIRECTIONS)
            for half in _HALVES.get(atom, atom) if turned else (atom,):
                parts.append(_ordered(part[1]) + half + part[3])
    return "".join(parts)


def _two_legs(read: "re.Match[str]") -> str:
    """Rewrite `(cK-aK)` as `caKcabK`, `(K-bK)` as `mabK`; what XBetza cannot say is left as it is."""
    first, atom, second, other = read.groups()
    if atom != other:
        return read[0]
    lead = first or "m"  # a leg that is not the last goes to an empty square
    if "a" in second:
        modes = second.replace("a", "")
        return f"{lead}a{modes}{atom}{lead}ab{modes}{atom}"
    return f"{lead}a{second or 'f'}{atom}"


def _bent(read: "re.Match[str]") -> str:
    """Rewrite `[F?fsR]` as `FyafsF`."""
    first, atom, sign, second, other = read.groups()
    slide = "y" if other in _SLIDERS else ""
    return (first + atom if sign == "?" else "") + f"{first}{slide}a{second or 'f'}{atom}"


def _ordered(modifiers: str) -> str:
    """Return the modifiers of every leg in XBoard's order."""
    legs = []
    for leg in modifiers.split("a"):
        directions = "".join(letter for letter in leg if letter in _DIRECTIONS)
        others = sorted((letter for letter in leg if letter in _ORDER), key=_ORDER.index)
        legs.append("i" * ("i" in leg) + directions + "".join(others))
    return "a".join(legs)


def suffix(spec: VariantSpec, piece: PieceSpec, castles: bool, in_hand: bool) -> str:
    """Return what follows the moves: double steps, castling, drops, in this order."""
    text = ""
    if piece.name == "pawn":
        text += "ifmnD" if spec.double_step_region[WHITE] or spec.double_step_region[BLACK] else ""
        text += "ifmnH" if spec.triple_step_region[WHITE] or spec.triple_step_region[BLACK] else ""
    if castles and piece.letter == spec.castling_king_piece[WHITE]:
        text += _castling(spec)
    if in_hand:
        text += f"@{_last_drop_rank(spec, piece)}"
    return text


def _castling(spec: VariantSpec) -> str:
    if spec.castling_distances:
        return "".join(f"isO{distance}" for distance in spec.castling_distances)
    right = spec.castling_kingside_file - spec.castling_king_file
    left = spec.castling_king_file - spec.castling_queenside_file
    return f"isO{right}" if right == left else f"irO{right}ilO{left}"


def _last_drop_rank(spec: VariantSpec, piece: PieceSpec) -> int:
    """Return the last rank, counted from 1, on which a White man may be dropped."""
    ranks = {square // spec.files + 1 for square in spec.drop_region[WHITE]} or {spec.ranks}
    if not spec.immobility_illegal:
        return max(ranks)
    forward = [sum(dy for _, dy in ride.lead) + ride.step[1] for ride in piece.rides]
    needed = min((max(dy, 0) for dy in forward), default=0)
    return min(max(ranks), spec.ranks - needed)
