"""Reader of Betza's notation for the moves of a piece.

A text is a row of parts. A part is modifiers, an atom, and a range:

    W (1,0)  F (1,1)  D (2,0)  N (2,1)  A (2,2)  H (3,0)  C or L (3,1)  Z or J (3,2)  G (3,3)  K = WF
    R = W without limit   B = F without limit   Q = RB   (5,2): any other leap
    range: a number is the greatest number of steps, 0 is no limit; the letter twice is no limit, too

    m c   only moves, only captures             i   only from the double-step region, never captures
    e     may capture en passant                n   lame: the squares on the way must be empty
    p g   hops over one piece: lands anywhere behind it (cannon), lands right behind it (grasshopper)
    f b l r v s h   directions, see directions.py

Further forms, for pieces that turn or move twice:

    [F?fsR]   a step, then perhaps on as the second part says; its directions are relative to the step
    [W-fF]    the same, but the second part must follow
    yafsF     the same as [F-fsR]: after `a` the leg goes on, and `y` makes a slide of it
    (cK-aK)   two leaps in one turn; directions of the second are relative to the first, `a` is all, none is straight on
    caK       the same: first leg, `a`, second leg, one atom for both; no direction is all but straight back
"""

from dataclasses import dataclass, field, replace
from typing import Final, NoReturn

from variants.directions import COMPASS, LETTERS, select, turned, words
from variants.errors import BetzaError, shown
from variants.spec import Hop, Offset, Ride, TwoLegs

MAX_TEXT: Final = 200  # characters; the longest in use have about 30
MAX_LEAP: Final = 15  # the greatest step that fits on the largest board
MAX_DIGITS: Final = 3

_LEAPS: Final[dict[str, tuple[Offset, ...]]] = {
    "W": ((1, 0),),
    "F": ((1, 1),),
    "D": ((2, 0),),
    "N": ((2, 1),),
    "A": ((2, 2),),
    "H": ((3, 0),),
    "C": ((3, 1),),
    "L": ((3, 1),),
    "Z": ((3, 2),),
    "J": ((3, 2),),
    "G": ((3, 3),),
    "K": ((1, 0), (1, 1)),
    "R": ((1, 0),),
    "B": ((1, 1),),
    "Q": ((1, 0), (1, 1)),
}
_SLIDERS: Final = "RBQ"
_MODIFIERS: Final = "mciepgn" + LETTERS
_ATOMS_IN_WORDS: Final = "an atom (one of " + " ".join(_LEAPS) + ")"
_REFUSED: Final = {
    "O": "castling is a matter of the castling keys",
    "@": "drops are a matter of the drop keys",
    "j": "the modifier is not supported",
    "o": "boards without edges are not supported",
    "q": "circular riders are not supported",
    "t": "the modifier is not supported",
    "u": "pieces that unload others are not supported",
    "x": "the modifier is not supported",
    "z": "crooked riders are not supported",
}


@dataclass(frozen=True, slots=True)
class Betza:
    """What a text says for White. `notes` are sentences on parts that give the piece no move."""

    rides: tuple[Ride, ...]
    legs: tuple[TwoLegs, ...]
    en_passant: bool
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Leg:
    """The modifiers of one leg, as they stood before the atom."""

    start: int
    flags: set[str] = field(default_factory=set)
    directions: list[str] = field(default_factory=list)
    every: bool = False  # `a` inside a group: all directions

    def modes(self) -> tuple[bool, bool]:
        """May it move, may it capture?"""
        move, capture = "m" in self.flags, "c" in self.flags
        return (move, capture) if move or capture else (True, True)


@dataclass(frozen=True, slots=True)
class _Atom:
    """The offsets of an atom, and how far it goes: 1 is a leap, 0 no limit."""

    letter: str
    start: int
    offsets: tuple[Offset, ...]
    limit: int
    ranged: bool  # a range or a second letter was written

    @property
    def straight(self) -> bool:
        return all(dx == 0 or dy == 0 for dx, dy in self.offsets)

    @property
    def reach(self) -> int:
        return max(abs(dx) for dx, _ in self.offsets)

    @property
    def oblique(self) -> bool:
        return any(dx and dy and abs(dx) != abs(dy) for dx, dy in self.offsets)


def read_betza(text: str) -> Betza:
    """Read a move text. Raises BetzaError with the position of what is not understood."""
    if len(text) > MAX_TEXT:
        raise BetzaError(text, MAX_TEXT + 1, "the text is too long", f"at most {MAX_TEXT} characters")
    return _Reader(text).read()


def _all_offsets(base: tuple[Offset, ...]) -> tuple[Offset, ...]:
    found = {(sx * x, sy * y) for a, b in base for x, y in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)}
    return tuple(sorted(found, key=lambda offset: (-offset[1], offset[0])))


def _opposite(offset: Offset) -> Offset:
    return -offset[0], -offset[1]


class _Reader:
    """One pass over the text; `at` is the index of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.rides: list[Ride] = []
        self.legs: list[TwoLegs] = []
        self.notes: list[str] = []
        self.en_passant = False

    # ---- characters

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, expected: str) -> None:
        if self.peek() != expected:
            self.fail(self.at, repr(expected))
        self.at += 1

    def fail(self, at: int, expected: str, problem: str = "") -> NoReturn:
        read = f"read {shown(self.text[at])}" if at < len(self.text) else "the text ends"
        raise BetzaError(self.text, at + 1, problem or read, expected)

    def note(self, at: int, sentence: str) -> None:
        self.notes.append(f"position {at + 1}: {sentence}")

    # ---- the whole text

    def read(self) -> Betza:
        while self.at < len(self.text):
            character = self.peek()
            if character.isspace():
                self.at += 1
            elif character.isdecimal():
                self.note(self.at, "a number before an atom has no effect")
                self.number()
            elif character == "[":
                self.bent_part()
            elif character == "(" and not self.text[self.at + 1 : self.at + 2].isdecimal():
                self.group()
            else:
                self.part()
        legs, notes = tuple(dict.fromkeys(self.legs)), tuple(dict.fromkeys(self.notes))
        return Betza(_simplified(self.rides), legs, self.en_passant, notes)

    def part(self) -> None:
        legs = [self.modifiers()]
        while self.peek() == "a":
            if len(legs) == 2:
                self.fail(self.at, "at most two legs")
            self.at += 1
            legs.append(self.modifiers())
        if self.at == len(self.text) == 1:
            self.note(0, "a modifier without an atom gives no move")
            return
        atom = self.atom()
        if len(legs) == 1:
            if "y" in legs[0].flags:
                self.fail(legs[0].start, "'a' after 'y'")
            self.rides += self.simple(legs[0], atom)
        else:
            self.chain(legs[0], legs[1], atom)

    def modifiers(self, group: bool = False) -> _Leg:
        """Modifiers up to the next atom. `y` is one unless in a group, where `a` is one instead."""
        leg = _Leg(self.at)
        while (letter := self.peek()) and letter in _MODIFIERS + ("a" if group else "y"):
            if letter in LETTERS:
                start = self.at
                while self.peek() and self.peek() in LETTERS:
                    self.at += 1
                leg.directions += words(self.text[start : self.at])
                continue
            if letter == "a":
                leg.every = True
            leg.flags.add(letter)
            self.at += 1
        self.en_passant = self.en_passant or "e" in leg.flags
        return leg

    def atom(self) -> _Atom:
        start, letter = self.at, self.peek()
        if letter == "(":
            return self.numbered_atom()
        if letter in _REFUSED:
            self.fail(start, _ATOMS_IN_WORDS, f"read {letter!r}: {_REFUSED[letter]}")
        if not letter or letter not in _LEAPS:
            self.fail(start, _ATOMS_IN_WORDS)
        self.at += 1
        doubled = self.peek() == letter
        self.at += doubled
        limit = 0 if doubled or letter in _SLIDERS else 1
        ranged = doubled or self.peek().isdecimal()
        if self.peek().isdecimal():
            limit = self.number()
        return _Atom(letter, start, _all_offsets(_LEAPS[letter]), limit, ranged)

    def numbered_atom(self) -> _Atom:
        start = self.at
        self.take("(")
        far = self.number()
        self.take(",")
        near = self.number()
        self.take(")")
        if not 0 < max(far, near) <= MAX_LEAP:
            self.fail(start, f"a leap of 1 to {MAX_LEAP} squares")
        ranged = self.peek().isdecimal()
        limit = self.number() if ranged else 1
        return _Atom(self.text[start : self.at], start, _all_offsets(((far, near),)), limit, ranged)

    def number(self) -> int:
        start = self.at
        while self.peek() and self.peek() in "0123456789":
            self.at += 1
        if not 0 < self.at - start <= MAX_DIGITS:
            self.fail(start, f"a number of 1 to {MAX_DIGITS} digits")
        return int(self.text[start : self.at])

    # ---- one leg

    def simple(self, leg: _Leg, atom: _Atom) -> list[Ride]:
        """The rides of an ordinary part."""
        flags = leg.flags
        steps = select(atom.offsets, leg.directions, straight=atom.straight)
        if not steps:
            self.note(leg.start, f"the directions {''.join(leg.directions)!r} mean no move of {atom.letter}")
            return []
        move, capture = leg.modes()
        if "i" in flags:
            if "c" in flags:
                self.fail(leg.start, "'i' without 'c'", "an initial move does not capture")
            capture = False
        if "p" in flags and "g" in flags:
            self.fail(leg.start, "one of the hops 'p' and 'g'", "read both hops")
        hop = Hop.CANNON if "p" in flags else Hop.GRASSHOPPER if "g" in flags else Hop.NONE
        limit = atom.limit
        if hop:
            if atom.reach == 1:
                limit = atom.limit if atom.ranged else 0
            elif atom.limit == 1 and not atom.oblique:
                self.note(leg.start, f"{atom.letter} is a leap, a hop over a piece gives it no move")
                return []
            elif atom.limit == 1:
                self.fail(leg.start, "no hop, or a rider", f"{atom.letter} is a leap and meets no piece on its way")
        rides = [Ride(step, limit, (), move, capture, hop, "i" in flags) for step in steps]
        if "n" in flags and not hop:
            return [lame for ride in rides for lame in self.lame(ride, leg, atom)]
        return rides

    def lame(self, ride: Ride, leg: _Leg, atom: _Atom) -> list[Ride]:
        """The same leap where the squares on its way must be empty."""
        dx, dy = ride.step
        if ride.limit != 1:
            if atom.reach > 1:
                self.fail(leg.start, "'n' before a single leap", "a lame rider is not defined")
            return [ride]  # a slide needs empty squares anyway
        if atom.reach == 1:
            self.fail(leg.start, "a leap of two or three squares after 'n'", f"{atom.letter} passes no square")
        longest, shortest = max(abs(dx), abs(dy)), min(abs(dx), abs(dy))
        diagonal = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        straight = (diagonal[0], 0) if abs(dx) > abs(dy) else (0, diagonal[1])
        if shortest in (0, longest):
            path = (diagonal,) * longest
        elif longest - shortest == 1:  # the knight's way, and the Janggi elephant's
            path = (straight,) + (diagonal,) * shortest
        else:
            self.note(leg.start, f"{atom.letter} has no lame form and gives no move")
            return []
        return [replace(ride, step=path[-1], lead=path[:-1])]

    # ---- two legs

    def chain(self, first: _Leg, second: _Leg, atom: _Atom) -> None:
        """`caK`, `yafsF`: both legs use one atom."""
        for leg in (first, second):
            self.only(leg, "mcy" if leg is first else "mc")
        if atom.reach != 1 or atom.limit != 1:
            self.fail(atom.start, "W, F or K after 'a'")
        starts = select(atom.offsets, first.directions, straight=atom.straight)
        for start in starts:
            if second.directions:
                onward = self.relative(start, second, COMPASS)
            else:
                onward = [offset for offset in atom.offsets if offset != _opposite(start)]
            self.two(start, first, second, onward, 0 if "y" in first.flags else 1, explicit_capture=True)

    def group(self) -> None:
        """`(cK-aK)`."""
        self.take("(")
        first = self.modifiers(group=True)
        self.only(first, "mca")
        first_atom = self.atom()
        self.take("-")
        second = self.modifiers(group=True)
        self.only(second, "mca")
        second_atom = self.atom()
        self.take(")")
        for atom in (first_atom, second_atom):
            if atom.limit != 1:
                self.fail(atom.start, "a leap in a group of two legs")
        for start in select(first_atom.offsets, first.directions, straight=first_atom.straight):
            if second.every:
                onward = list(second_atom.offsets)
            else:
                onward = self.onward(start, second, second_atom)
            self.two(start, first, second, onward, 1, explicit_capture=True)

    def bent_part(self) -> None:
        """`[F?fsR]`, `[W-fF]`."""
        self.take("[")
        first = self.modifiers(group=True)
        self.only(first, "mca")
        first_atom = self.atom()
        if first_atom.limit != 1 or first_atom.oblique:
            self.fail(first_atom.start, "a straight or diagonal leap as the first part")
        optional = self.peek() == "?"
        if not optional and self.peek() != "-":
            self.fail(self.at, "'?' or '-'")
        self.at += 1
        second = self.modifiers(group=True)
        self.only(second, "mca")
        second_atom = self.atom()
        self.take("]")
        if optional:
            self.rides += self.simple(first, first_atom)
        for start in select(first_atom.offsets, first.directions, straight=first_atom.straight):
            onward = list(second_atom.offsets) if second.every else self.onward(start, second, second_atom)
            self.two(start, first, second, onward, second_atom.limit, explicit_capture=not optional)

    def only(self, leg: _Leg, allowed: str) -> None:
        extra = sorted(leg.flags - set(allowed))
        if extra:
            self.fail(leg.start, f"none of the modifiers {''.join(extra)!r} in a part with two legs")

    def relative(self, start: Offset, leg: _Leg, allowed: tuple[Offset, ...]) -> list[Offset]:
        found = [step for word in leg.directions or ["f"] for step in turned(start, word) if step in allowed]
        if not found:
            self.fail(leg.start, "a direction that the second leg can take")
        return found

    def onward(self, start: Offset, leg: _Leg, atom: _Atom) -> list[Offset]:
        """The second leg's offsets, its directions being relative to `start`."""
        if start in COMPASS and atom.reach == 1:
            if leg.directions == ["f"] and start not in atom.offsets:
                return self.relative(start, replace(leg, directions=["fs"]), atom.offsets)
            return self.relative(start, leg, atom.offsets)
        straight_on = {"f": start, "b": _opposite(start)}
        found = [straight_on[word] for word in leg.directions or ["f"] if word in straight_on]
        if not found or not set(found) <= set(atom.offsets):
            self.fail(leg.start, "'a', 'f' or 'b' before this second leg")
        return found

    def two(
        self, start: Offset, first: _Leg, second: _Leg, onward: list[Offset], limit: int, *, explicit_capture: bool
    ) -> None:
        """Add the moves that go `start` and then along one of `onward`.

        Over an empty square to a third one is a ride with a lead. A capture on the way, or the way back to the
        origin, needs two legs.
        """
        captures_first = explicit_capture and "c" in first.flags
        empty_first = not captures_first or "m" in first.flags
        move, capture = second.modes()
        for step in onward:
            back = step == _opposite(start)
            if empty_first and not back:
                self.rides.append(Ride(step, limit, (start,), move, capture))
            if captures_first or (empty_first and back):
                if limit != 1:
                    self.fail(first.start, "a single second step after a capture or on the way back")
            if captures_first:
                self.legs.append(TwoLegs(start, True, step, move, capture and not back))
            if empty_first and back and move:
                self.legs.append(TwoLegs(start, False, step, True, False))


def _simplified(rides: list[Ride]) -> tuple[Ride, ...]:
    """Join rides that differ in moving and capturing only, and leave out those that another one contains."""
    joined: dict[Ride, Ride] = {}
    for ride in rides:
        path = replace(ride, move=False, capture=False)
        old = joined.get(path, path)
        joined[path] = replace(old, move=old.move or ride.move, capture=old.capture or ride.capture)
    alike: dict[tuple[Offset, tuple[Offset, ...], Hop], list[Ride]] = {}  # only these can contain each other
    for ride in joined.values():
        alike.setdefault((ride.step, ride.lead, ride.hop), []).append(ride)
    return tuple(
        ride
        for ride in joined.values()
        if not any(_contains(other, ride) for other in alike[ride.step, ride.lead, ride.hop] if other is not ride)
    )


def _contains(big: Ride, small: Ride) -> bool:
    return (
        (big.limit == 0 or 0 < small.limit <= big.limit)
        and big.move >= small.move
        and big.capture >= small.capture
        and big.initial <= small.initial
    )
