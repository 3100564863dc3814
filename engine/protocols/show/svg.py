"""Drawings of a game as SVG text: the board with its men and regions, and the moves of a piece.

Colours are the custom properties of the page around (engine/protocols/show/page.py). Nothing is loaded from anywhere.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from engine.protocols.show.marks import Diagram, Mark
from variants.fen import FILE_LETTERS, Man, Setup
from variants.spec import BLACK, WHITE, Offset, Squares, VariantSpec

CELL: Final = 46  # of the board, in units of the drawing
MARGIN: Final = 22  # for the names of files and ranks
STEP: Final = 24  # of a piece's diagram
_ARROW: Final = 0.36  # of a cell, beyond the edge of a diagram

# a Shogi piece that points up, around (0, 0), in shares of a cell
_PENTAGON: Final = ((0, -0.42), (0.27, -0.3), (0.36, 0.4), (-0.36, 0.4), (-0.27, -0.3))


# --- the board ------------------------------------------------------------------------------------------------------


def board(spec: VariantSpec, setup: Setup) -> str:
    """Return the board from White's side. Zones of promotion have a line around them, winning squares a pennant."""
    width, height = spec.files * CELL + 2 * MARGIN, spec.ranks * CELL + 2 * MARGIN
    parts = [
        f'<svg class="board" viewBox="0 0 {width} {height}" role="img" aria-label="start position" '
        f'style="max-width:{width * 1.1:.0f}px">',
        *_cells(spec),
        *_regions(spec),
        *_coordinates(spec),
        *(_man(spec, square, man) for square, man in sorted(setup.pieces.items())),
        "</svg>",
    ]
    return "".join(parts)


def _corner(spec: VariantSpec, square: int) -> tuple[int, int]:
    return MARGIN + square % spec.files * CELL, MARGIN + (spec.ranks - 1 - square // spec.files) * CELL


def _cells(spec: VariantSpec) -> Iterator[str]:
    plain = spec.template == "shogi"
    for square in range(spec.files * spec.ranks):
        x, y = _corner(spec, square)
        if square in spec.holes:
            yield f'<rect class="hole" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'
            continue
        dark = not plain and (square % spec.files + square // spec.files) % 2 == 0
        yield f'<rect class="{"dark" if dark else "light"}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _regions(spec: VariantSpec) -> Iterator[str]:
    """Yield a line around every zone of promotion, and a pennant on every square that wins."""
    promotes = bool(spec.promoted_piece_type) or any(spec.promotion_pawn_types)
    for colour, name in ((WHITE, "white"), (BLACK, "black")):
        for square in sorted(spec.promotion_region[colour]) if promotes else ():
            yield from _rim(spec, square, spec.promotion_region[colour], name)
        for square in sorted(spec.flag_region[colour]):
            x, y = _corner(spec, square)
            points = f"{x + 2},{y + 2} {x + 13},{y + 2} {x + 2},{y + 13}"
            if colour == BLACK:
                points = f"{x + CELL - 2},{y + CELL - 2} {x + CELL - 13},{y + CELL - 2} {x + CELL - 2},{y + CELL - 13}"
            yield f'<polygon class="flag {name}" points="{points}"/>'


def _rim(spec: VariantSpec, square: int, region: Squares, name: str) -> Iterator[str]:
    x, y = _corner(spec, square)
    file, rank = square % spec.files, square // spec.files
    for dx, dy, line in (
        (0, 1, f"M{x} {y}h{CELL}"),
        (0, -1, f"M{x} {y + CELL}h{CELL}"),
        (-1, 0, f"M{x} {y}v{CELL}"),
        (1, 0, f"M{x + CELL} {y}v{CELL}"),
    ):
        beside = (rank + dy) * spec.files + file + dx
        inside = 0 <= file + dx < spec.files and 0 <= rank + dy < spec.ranks
        if inside and beside not in region and beside not in spec.holes:
            yield f'<path class="zone {name}" d="{line}"/>'


def _coordinates(spec: VariantSpec) -> Iterator[str]:
    bottom = MARGIN + spec.ranks * CELL
    for file in range(spec.files):
        x = MARGIN + file * CELL + CELL / 2
        yield f'<text class="name" x="{x}" y="{bottom + 15}">{FILE_LETTERS[file]}</text>'
    for rank in range(spec.ranks):
        y = MARGIN + (spec.ranks - 1 - rank) * CELL + CELL / 2 + 4
        yield f'<text class="name" x="{MARGIN / 2}" y="{y}">{rank + 1}</text>'


def _man(spec: VariantSpec, square: int, man: Man) -> str:
    x, y = _corner(spec, square)
    return token(str(man).upper(), man.colour, x + CELL / 2, y + CELL / 2, CELL, spec.template == "shogi")


def token(text: str, colour: int, x: float, y: float, size: float, shogi: bool) -> str:
    """Return a man: a disc, or a pentagon that points to the other side, with his letter."""
    side = ("white", "black")[colour]
    turn = ' transform="rotate(180)"' if shogi and colour == BLACK else ""
    points = " ".join(f"{dx * size:.1f},{dy * size:.1f}" for dx, dy in _PENTAGON)
    shape = f'<polygon points="{points}"/>' if shogi else f'<circle r="{0.39 * size:.1f}"/>'
    height = (0.44 if len(text) == 1 else 0.34) * size
    letter = f'<text y="{0.16 * size:.1f}" font-size="{height:.0f}">{escape(text)}</text>'
    return f'<g class="man {side}" transform="translate({x:g} {y:g})"><g{turn}>{shape}{letter}</g></g>'


# --- the moves of a piece -------------------------------------------------------------------------------------------


def moves(diagram: Diagram, letter: str, shogi: bool) -> str:
    """Return the squares around a piece with what it can do there."""
    radius = diagram.radius
    cells = 2 * radius + 1
    rim = _ARROW * STEP
    size = cells * STEP + 2 * rim
    box = f"{-rim:g} {-rim:g} {size:g} {size:g}"
    parts = [f'<svg class="moves" viewBox="{box}" role="img" aria-label="moves of {escape(letter)}">']
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            x, y = _at(diagram, (dx, dy))
            shade = "dark" if (dx + dy) % 2 == 0 else "light"
            parts.append(
                f'<rect class="{shade}" x="{x - STEP / 2:g}" y="{y - STEP / 2:g}" width="{STEP}" height="{STEP}"/>'
            )
    parts += [_line(diagram, first, step, mark) for (first, step), mark in diagram.lines.items()]
    parts += [glyph(mark, *_at(diagram, offset)) for offset, mark in diagram.marks.items()]
    parts.append(token(letter, WHITE, *_at(diagram, (0, 0)), STEP * 1.05, shogi))
    return "".join([*parts, "</svg>"])


def _at(diagram: Diagram, offset: Offset) -> tuple[float, float]:
    return (offset[0] + diagram.radius + 0.5) * STEP, (diagram.radius - offset[1] + 0.5) * STEP


def _line(diagram: Diagram, first: Offset, step: Offset, mark: Mark) -> str:
    """Return an arrow along a slide, over the edge of the diagram."""
    last = first
    while diagram.inside((last[0] + step[0], last[1] + step[1])):
        last = (last[0] + step[0], last[1] + step[1])
    if not diagram.inside(last):
        return ""
    length = max(map(abs, step))
    x1, y1 = _at(diagram, first)
    x2, y2 = _at(diagram, last)
    ux, uy = step[0] / length, -step[1] / length
    reach = STEP * (0.5 + _ARROW * 0.75)
    tip = (x2 + ux * reach, y2 + uy * reach)
    back = (tip[0] - 6 * ux, tip[1] - 6 * uy)
    wings = ((back[0] - 3.5 * uy, back[1] + 3.5 * ux), (back[0] + 3.5 * uy, back[1] - 3.5 * ux))
    head = " ".join(f"{x:.1f},{y:.1f}" for x, y in (wings[0], tip, wings[1]))
    return (
        f'<line class="slide {_tone(mark)}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{tip[0]:.1f}" y2="{tip[1]:.1f}"/>'
        f'<polyline class="slide {_tone(mark)}" points="{head}"/>'
    )


def _tone(mark: Mark) -> str:
    move = bool(mark & (Mark.MOVE | Mark.HOP_MOVE | Mark.INITIAL))
    capture = bool(mark & (Mark.CAPTURE | Mark.HOP_CAPTURE))
    return "both" if move and capture else "capture" if capture else "move"


def glyph(mark: Mark, x: float, y: float) -> str:
    """Return the sign of a square, around its middle."""
    found = []
    if mark & (Mark.FIRST_CAPTURE | Mark.FIRST_STEP):
        found.append(f'<circle class="first" cx="{x:g}" cy="{y:g}" r="9.5"/>')
    elif mark & Mark.SECOND:
        found.append(f'<circle class="second" cx="{x:g}" cy="{y:g}" r="9.5"/>')
    if mark & Mark.MOVE and mark & Mark.CAPTURE:
        found.append(f'<circle class="both" cx="{x:g}" cy="{y:g}" r="6"/>')
    elif mark & Mark.MOVE:
        found.append(f'<circle class="move" cx="{x:g}" cy="{y:g}" r="4.5"/>')
    elif mark & Mark.CAPTURE:
        found.append(f'<path class="capture" d="M{x - 5:g} {y - 5:g}l10 10m0 -10l-10 10"/>')
    if mark & Mark.INITIAL:
        found.append(f'<circle class="initial" cx="{x:g}" cy="{y:g}" r="5"/>')
    if mark & Mark.HOP_MOVE:
        found.append(f'<path class="hop move" d="M{x - 7:g} {y + 6:g}a7 9 0 0 1 14 0"/>')
    if mark & Mark.HOP_CAPTURE:
        found.append(f'<path class="hop capture" d="M{x - 9:g} {y + 7:g}a9 11 0 0 1 18 0"/>')
    if mark == Mark.PASSED:
        found.append(f'<path class="passed" d="M{x - 4:g} {y:g}h8"/>')
    return "".join(found)
