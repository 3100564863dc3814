"""The moves of a piece in words, from its rides and legs. Forward is White's forward; Black moves by the half turn."""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from engine.protocols.show.marks import pawn_steps
from variants.betza import read_betza
from variants.spec import Hop, Offset, PieceSpec, Ride, TwoLegs, VariantSpec

# Usual names of moves, by a text that says them.
_KNOWN: Final[dict[str, str]] = {
    "W": "wazir",
    "F": "ferz",
    "D": "dabbaba",
    "A": "alfil",
    "H": "threeleaper",
    "G": "tripper",
    "C": "camel",
    "Z": "zebra",
    "N": "knight",
    "K": "king's step",
    "R": "rook",
    "B": "bishop",
    "Q": "queen",
    "NN": "nightrider",
    "BN": "archbishop",
    "RN": "chancellor",
    "QN": "amazon",
    "RF": "dragon king",
    "BW": "dragon horse",
    "KN": "centaur",
    "FA": "modern elephant",
    "WD": "war machine",
    "AD": "alibaba",
    "FAWD": "squire",
    "NC": "wildebeest",
    "NW": "knight and wazir",
    "FD": "kirin",
    "WA": "phoenix",
    "FfW": "silver general",
    "WfF": "gold general",
    "fR": "lance",
    "fN": "shogi knight",
    "mRcpR": "cannon",
    "mBcpB": "vao",
    "mQcpQ": "leo",
    "gQ": "grasshopper",
    "nN": "horse of Xiangqi",
    "nA": "elephant of Xiangqi",
    "fmWfceF": "pawn",
    "fmWfceFifmnD": "pawn",
    "fmFfceWifmnA": "Berolina pawn",
    "fmKfceKifmnDifmnA": "sergeant",
    "[F?fsR]": "gryphon",
    "[W?fsB]": "manticore",
    "KADN(cK-aK)(K-bK)": "Lion of Chu Shogi",
}
_STRAIGHT: Final[tuple[Offset, ...]] = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL: Final[tuple[Offset, ...]] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_SETS: Final[dict[frozenset[Offset], str]] = {
    frozenset(_STRAIGHT): "straight",
    frozenset(_DIAGONAL): "diagonally",
    frozenset((*_STRAIGHT, *_DIAGONAL)): "in any direction",
    frozenset(((0, 1),)): "forward",
    frozenset(((0, -1),)): "backward",
    frozenset(((1, 0),)): "to the right",
    frozenset(((-1, 0),)): "to the left",
    frozenset(((1, 0), (-1, 0))): "sideways",
    frozenset(((0, 1), (0, -1))): "forward or backward",
    frozenset(((0, 1), (1, 0), (-1, 0))): "forward or sideways",
    frozenset(((0, -1), (1, 0), (-1, 0))): "backward or sideways",
    frozenset(((1, 1), (-1, 1))): "diagonally forward",
    frozenset(((1, -1), (-1, -1))): "diagonally backward",
    frozenset(((0, 1), (1, 1), (-1, 1))): "forward, straight or diagonally",
    frozenset(((0, -1), (1, -1), (-1, -1))): "backward, straight or diagonally",
}
_ONE: Final[dict[Offset, str]] = {
    (0, 1): "forward",
    (0, -1): "backward",
    (1, 0): "to the right",
    (-1, 0): "to the left",
    (1, 1): "forward right",
    (-1, 1): "forward left",
    (1, -1): "backward right",
    (-1, -1): "backward left",
}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return a small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as English lists them."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else "none"


def usual_name(piece: PieceSpec) -> str:
    """Return the name by which the moves of a piece are known, empty where there is none."""
    return _BY_MOVES.get((frozenset(piece.rides), frozenset(piece.legs)), "")


def moves_in_words(spec: VariantSpec, piece: PieceSpec) -> list[str]:
    """Return sentences about how a piece moves and captures."""
    rides = [*piece.rides, *pawn_steps(spec, piece)]
    found = []
    for head, chosen in (
        ("Moves and captures", [ride for ride in rides if ride.move and ride.capture]),
        ("Moves without capturing", [ride for ride in rides if ride.move and not ride.capture and not ride.initial]),
        ("From the squares of double steps, without capturing", [ride for ride in rides if ride.initial]),
        ("Captures only", [ride for ride in rides if ride.capture and not ride.move]),
    ):
        phrases = _phrases(chosen)
        if phrases:
            found.append(f"{head}: {'; '.join(phrases)}.")
    found += _legs(piece.legs)
    return found or ["Never moves."]


# --- one leg --------------------------------------------------------------------------------------------------------


def _phrases(rides: list[Ride]) -> list[str]:
    def kind(ride: Ride) -> tuple[Hop, int, tuple[Offset, ...], Offset, bool]:
        lead = tuple(_size(step) for step in ride.lead)
        return ride.hop, ride.limit, lead, _size(ride.step), ride.step in _NEIGHBOURS and not ride.lead

    def near(ride: Ride) -> tuple[object, ...]:
        """Return what rides have in common that are told together."""
        hop, limit, lead, size, neighbour = kind(ride)
        return (hop, limit, lead, (0, 0) if neighbour else size)

    ordered = sorted(dict.fromkeys(rides), key=lambda ride: (str(near(ride)), rides.index(ride)))
    groups = [list(group) for _, group in groupby(ordered, key=near)]
    groups.sort(key=lambda group: rides.index(group[0]))
    return [_phrase(group) for group in groups]


_NEIGHBOURS: Final = (*_STRAIGHT, *_DIAGONAL)


def _size(step: Offset) -> Offset:
    low, high = sorted(map(abs, step))
    return high, low


def _phrase(group: list[Ride]) -> str:
    """Describe rides of one kind."""
    ride = group[0]
    steps = [each.step for each in group]
    if ride.lead:
        return _after_lead(group)
    neighbours = all(step in _NEIGHBOURS for step in steps)
    if ride.hop is Hop.GRASSHOPPER:
        return f"hops over the first man in its way {_where(steps)} to the square right behind it" + _within(ride)
    if ride.hop is Hop.CANNON:
        return f"any number of squares {_where(steps)} over exactly one man, to any square behind it" + _within(ride)
    if neighbours:
        many = {0: "any number of squares", 1: "one square"}.get(ride.limit, f"up to {number(ride.limit)} squares")
        return f"{many} {_where(steps)}"
    leap = _leaps(steps)
    if ride.limit == 1:
        return f"jumps {leap}"
    times = "again and again" if ride.limit == 0 else f"up to {number(ride.limit)} times"
    return f"jumps {leap}, {times} in the same direction as long as the squares where it lands are empty"


def _within(ride: Ride) -> str:
    return f", within {number(ride.limit)} squares" if ride.limit > 1 else ""


def _where(steps: list[Offset]) -> str:
    """Return the directions of steps to neighbouring squares, or of longer ones along the same lines."""
    chosen = frozenset(steps)
    if chosen in _SETS:
        return _SETS[chosen]
    straight, diagonal = chosen & frozenset(_STRAIGHT), chosen & frozenset(_DIAGONAL)
    if straight | diagonal == chosen and straight in _SETS and diagonal in _SETS:
        return f"{_SETS[straight]}, or {_SETS[diagonal]}"
    if all(step in _ONE for step in chosen):
        return listed((text for step, text in _ONE.items() if step in chosen), "or")
    return _leaps(steps)


def _leaps(steps: list[Offset]) -> str:
    """Return the targets of longer leaps."""
    far, near = _size(steps[0])
    unit = [(_sign(dx), _sign(dy)) for dx, dy in steps]
    if near in (0, far):
        return f"{number(far)} squares {_where(unit)}"
    if len(set(steps)) == 8:
        return f"to the squares {number(far)} by {number(near)} away"
    found = []
    for dy in sorted({dy for _, dy in steps}, reverse=True):
        sides = sorted({dx for dx, y in steps if y == dy})
        across = "to either side" if len(sides) > 1 else "to the right" if sides[0] > 0 else "to the left"
        found.append(
            f"{number(abs(dy))} {'forward' if dy > 0 else 'backward'} and {number(abs(sides[0]))} {across}"
        )
    return " or ".join(found)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _after_lead(group: list[Ride]) -> str:
    """Describe rides that begin with a path that must be empty."""
    ride = group[0]
    lead = ride.lead
    ends = [
        (sum(step[0] for step in each.lead) + each.step[0], sum(step[1] for step in each.lead) + each.step[1])
        for each in group
    ]
    if ride.limit == 1:
        far, near = _size(ends[0])
        where = _leaps(ends) if (far, near) != (1, 1) and far > 1 else _where(ends)
        return f"goes {where}, if the squares on the way are empty"
    first = "diagonally" if all(abs(dx) == abs(dy) for dx, dy in lead) else "straight"
    then = "straight" if 0 in ride.step else "diagonally"
    many = "any number of squares" if ride.limit == 0 else f"up to {number(ride.limit)} squares"
    begin = _where(list(dict.fromkeys(each.lead[0] for each in group)))
    steps = "one square" if len(lead) == 1 else f"{number(len(lead))} squares"
    how = first if begin in ("straight", "diagonally") else begin
    return f"{steps} {how} over empty squares, then on {then}, away from where it began, {many}"


# --- two legs -------------------------------------------------------------------------------------------------------


def _legs(legs: tuple[TwoLegs, ...]) -> list[str]:
    found = []
    for capture in (True, False):
        chosen = [leg for leg in legs if leg.first_capture == capture]
        if not chosen:
            continue
        first = _step(list(dict.fromkeys(leg.first for leg in chosen)))
        takes = any(leg.second_capture for leg in chosen)
        moves = any(leg.second_move for leg in chosen)
        ends = {(leg.first[0] + leg.second[0], leg.first[1] + leg.second[1]) for leg in chosen}
        begin = f"captures {first}" if capture else f"steps {first} to an empty square"
        if ends == {(0, 0)}:
            then = "goes back to where it began" + ("" if capture else ", which passes the turn")
        else:
            second = _step(list(dict.fromkeys(leg.second for leg in chosen)))
            what = "to an empty square or capturing again" if moves else "capturing"
            what = what if takes else "to an empty square"
            then = f"goes on {second}, {what}"
            then += "; it may return to where it began" if (0, 0) in ends else ""
        found.append(f"Two steps in one turn: {begin}, then {then}.")
    return found


def _step(steps: list[Offset]) -> str:
    if all(step in _NEIGHBOURS for step in steps):
        return f"one square {_where(steps)}"
    return _leaps(steps) if len({_size(step) for step in steps}) == 1 else "by one of its leaps"


_BY_MOVES: Final = {
    (frozenset(moves.rides), frozenset(moves.legs)): name
    for name, moves in ((name, read_betza(text)) for text, name in _KNOWN.items())
}
