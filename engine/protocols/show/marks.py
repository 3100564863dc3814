"""Where a piece can go on an empty board around it, as marks on offsets: what both kinds of diagrams are drawn from."""

from dataclasses import dataclass, field
from enum import Flag, auto

from variants.spec import WHITE, Hop, Offset, PieceSpec, Ride, VariantSpec

LEAST_RADIUS = 2
SLIDER_RADIUS = 3
MOST_RADIUS = 15  # no leap is longer


class Mark(Flag):
    """How a square can be reached; a square can have several."""

    MOVE = auto()  # to an empty square
    CAPTURE = auto()
    INITIAL = auto()  # to an empty square, from the squares of double steps only
    HOP_MOVE = auto()  # over a hurdle to an empty square
    HOP_CAPTURE = auto()
    FIRST_CAPTURE = auto()  # the first of two legs, which takes a man and goes on
    FIRST_STEP = auto()  # the first of two legs, over an empty square
    SECOND = auto()  # where a second leg may end
    PASSED = auto()  # must be empty for a longer move


@dataclass(slots=True)
class Diagram:
    """The squares around a piece that stands at (0, 0), as White sees them.

    lines   : directions in which a slide goes on beyond the edge of the diagram: the last square on it, its marks
    returns : a second leg may end where the piece started
    """

    radius: int
    marks: dict[Offset, Mark] = field(default_factory=dict)
    lines: dict[tuple[Offset, Offset], Mark] = field(default_factory=dict)  # (first square, step)
    returns: bool = False

    def add(self, offset: Offset, mark: Mark) -> None:
        """Add to the marks of a square."""
        self.marks[offset] = self.marks.get(offset, Mark(0)) | mark

    def inside(self, offset: Offset) -> bool:
        """Return whether the diagram shows a square."""
        return max(abs(offset[0]), abs(offset[1])) <= self.radius

    def used(self) -> Mark:
        """Return all marks that occur."""
        found = Mark(0)
        for mark in self.marks.values():
            found |= mark
        return found


def diagram_of(spec: VariantSpec, piece: PieceSpec) -> Diagram:
    """Return the diagram of a piece of White's."""
    rides = [*piece.rides, *pawn_steps(spec, piece)]
    found = Diagram(_radius(rides, piece))
    for ride in rides:
        _draw(found, ride)
    for leg in piece.legs:
        found.add(leg.first, Mark.FIRST_CAPTURE if leg.first_capture else Mark.FIRST_STEP)
        end = (leg.first[0] + leg.second[0], leg.first[1] + leg.second[1])
        if end == (0, 0):
            found.returns = True
        else:
            found.add(end, Mark.SECOND)
    return found


def pawn_steps(spec: VariantSpec, piece: PieceSpec) -> list[Ride]:
    """Return the double and triple steps that a `pawn` has by its name."""
    if piece.name != "pawn":
        return []
    longest = 3 if spec.triple_step_region[WHITE] else 2 if spec.double_step_region[WHITE] else 1
    return [Ride((0, 1), 1, ((0, 1),) * (steps - 1), capture=False, initial=True) for steps in range(2, longest + 1)]


def _radius(rides: list[Ride], piece: PieceSpec) -> int:
    reach = LEAST_RADIUS
    for ride in rides:
        slides = ride.limit == 0 or ride.limit > SLIDER_RADIUS
        steps = [*ride.lead, *[ride.step] * (1 if slides else ride.limit)]
        reach = max(reach, SLIDER_RADIUS if slides else 0, *(abs(sum(step[axis] for step in steps)) for axis in (0, 1)))
    for leg in piece.legs:
        reach = max(reach, *(abs(leg.first[axis] + leg.second[axis]) for axis in (0, 1)))
    return min(reach, MOST_RADIUS)


def _draw(diagram: Diagram, ride: Ride) -> None:
    if ride.hop is Hop.NONE:
        mark = (Mark.CAPTURE if ride.capture else Mark(0)) | (Mark.MOVE if ride.move else Mark(0))
        mark = Mark.INITIAL if ride.initial else mark
    else:
        mark = (Mark.HOP_CAPTURE if ride.capture else Mark(0)) | (Mark.HOP_MOVE if ride.move else Mark(0))
    at = (0, 0)
    for step in ride.lead:
        at = (at[0] + step[0], at[1] + step[1])
        diagram.add(at, Mark.PASSED)
    first = (at[0] + ride.step[0], at[1] + ride.step[1])
    steps = 0
    while ride.limit == 0 or steps < ride.limit:
        at = (at[0] + ride.step[0], at[1] + ride.step[1])
        if not diagram.inside(at):
            break
        steps += 1
        if ride.hop is Hop.NONE or steps > 1:  # the nearest square can only hold the hurdle
            diagram.add(at, mark)
    if ride.limit == 0 or steps < ride.limit:
        diagram.lines[first, ride.step] = diagram.lines.get((first, ride.step), Mark(0)) | mark
