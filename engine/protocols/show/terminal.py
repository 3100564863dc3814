"""A game in the terminal: start position, pieces with diagrams, rules in words."""

import textwrap
from collections.abc import Iterator
from typing import Final

from engine.protocols.draw import diagram as board_picture
from engine.protocols.show.marks import Diagram, Mark
from engine.protocols.show.pieces import Card, cards
from engine.protocols.show.rule_words import chapters
from variants.draft import Draft
from variants.errors import FenError
from variants.fen import parse_fen
from variants.spec import VariantSpec

WIDTH: Final = 100
_ITSELF: Final = "@"
_SEVERAL: Final = "+"

_SYMBOLS: Final[dict[Mark, tuple[str, str]]] = {
    Mark.MOVE | Mark.CAPTURE: ("*", "moves or captures"),
    Mark.MOVE: ("o", "moves only"),
    Mark.CAPTURE: ("x", "captures only"),
    Mark.INITIAL: ("i", "moves, from the squares of double steps"),
    Mark.INITIAL | Mark.CAPTURE: ("j", "captures; moves from the squares of double steps"),
    Mark.MOVE | Mark.HOP_CAPTURE: ("c", "moves; captures over a hurdle"),
    Mark.HOP_MOVE | Mark.HOP_CAPTURE: ("h", "over a hurdle"),
    Mark.HOP_MOVE: ("n", "moves over a hurdle"),
    Mark.HOP_CAPTURE: ("y", "captures over a hurdle"),
    Mark.SECOND: ("2", "end of a second step"),
    Mark.PASSED: ("-", "must be empty for a longer move"),
}
_FIRST: Final = ("1", "moves or captures, or the first of two steps")


def lines(draft: Draft) -> Iterator[str]:
    """Yield a game as lines of text."""
    spec = draft.spec()
    names = ", ".join((spec.name, *spec.aliases))
    yield from (names, "=" * len(names))
    yield from _start(spec)
    pieces = cards(spec)
    yield from ("", "Pieces", "------")
    yield "White moves up the board; Black's pieces move by the half turn. A line may go on beyond a diagram."
    yield from _legend(pieces)
    for card in pieces:
        yield from _piece(card)
    for chapter in chapters(draft):
        yield from ("", chapter.title, "-" * len(chapter.title))
        for sentence in chapter.sentences:
            yield from textwrap.wrap(sentence, WIDTH, initial_indent="- ", subsequent_indent="  ")


def _start(spec: VariantSpec) -> Iterator[str]:
    try:
        yield from board_picture(spec, parse_fen(spec, spec.start_fen))
    except FenError as error:
        yield f"The start position cannot be shown: {error}."
    yield f"Start: {spec.start_fen}"


def symbol(mark: Mark) -> tuple[str, str]:
    """Return the sign of a square and what it means."""
    if mark & (Mark.FIRST_CAPTURE | Mark.FIRST_STEP):
        return _FIRST
    if mark & (Mark.MOVE | Mark.CAPTURE):
        mark &= ~Mark.SECOND
    if mark != Mark.PASSED:
        mark &= ~Mark.PASSED
    return _SYMBOLS.get(mark, (_SEVERAL, "several ways, see the words"))


def grid(diagram: Diagram) -> list[str]:
    """Return the squares around a piece, the far side first."""
    reach = range(-diagram.radius, diagram.radius + 1)
    rows = []
    for dy in reversed(reach):
        cells = (
            _ITSELF if (dx, dy) == (0, 0) else symbol(diagram.marks[dx, dy])[0] if (dx, dy) in diagram.marks else "."
            for dx in reach
        )
        rows.append(" ".join(cells))
    return rows


def _legend(pieces: list[Card]) -> Iterator[str]:
    used = dict(symbol(mark) for card in pieces for mark in card.diagram.marks.values())
    signs = [sign for sign, _ in (*_SYMBOLS.values(), _FIRST)]
    order = sorted(used.items(), key=lambda item: signs.index(item[0]) if item[0] in signs else len(signs))
    yield from (f"  {sign}  {text}" for sign, text in order)


def _piece(card: Card) -> Iterator[str]:
    picture = grid(card.diagram)
    margin = len(picture[0]) + 5
    words = [f"{card.letter}  {card.title}   {card.betza}"]
    for sentence in (*card.moves, *card.facts):
        words += textwrap.wrap(sentence, max(WIDTH - margin, 30), subsequent_indent="  ")
    yield ""
    for index in range(max(len(picture), len(words))):
        left = picture[index] if index < len(picture) else ""
        right = words[index] if index < len(words) else ""
        yield f"  {left:{margin - 2}}{right}".rstrip()
