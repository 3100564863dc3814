"""The pieces of a game as a reader meets them: name, letters, moves, and what becomes of them."""

import re
from dataclasses import dataclass

from engine.protocols.show.marks import Diagram, diagram_of
from engine.protocols.show.piece_words import listed, moves_in_words, usual_name
from variants.keys import is_custom
from variants.spec import BLACK, WHITE, PieceSpec, VariantSpec


@dataclass(frozen=True, slots=True)
class Card:
    """One piece type. `facts` are sentences about its role, `moves` about its moves."""

    letter: str  # as White's
    title: str
    betza: str
    moves: tuple[str, ...]
    facts: tuple[str, ...]
    diagram: Diagram


def cards(spec: VariantSpec) -> list[Card]:
    """Return all pieces of a game."""
    return [_card(spec, piece) for piece in spec.pieces]


def _card(spec: VariantSpec, piece: PieceSpec) -> Card:
    known = usual_name(piece)
    own = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", piece.name).lower()
    title = (known or "a piece of its own") if is_custom(piece.name) else own
    if piece.letter == spec.king and known != "king's step":
        title += f", moves as {known}" if known else ", with moves of its own"
    return Card(
        piece.letter.upper(),
        title,
        piece.betza,
        tuple(moves_in_words(spec, piece)),
        tuple(_facts(spec, piece.letter)),
        diagram_of(spec, piece),
    )


def _facts(spec: VariantSpec, letter: str) -> list[str]:
    found = []
    if letter == spec.king:
        found.append("Royal.")
    targets = dict(spec.promoted_piece_type)
    if letter in targets:
        found.append(f"Promoted (+{letter.upper()}) it moves as {targets[letter].upper()}.")
    sources = [source for source, target in spec.promoted_piece_type if target == letter]
    if sources:
        found.append(f"{listed(f'+{source.upper()}' for source in sources)} move{'s' * (len(sources) == 1)} like this.")
    if letter in spec.promotion_pawn_types[WHITE] + spec.promotion_pawn_types[BLACK]:
        choices = dict(spec.promotion_choices).get(letter, spec.promotion_piece_types[WHITE])
        if choices:
            found.append(f"Promotes to {listed((choice.upper() for choice in choices), 'or')}.")
    if letter in spec.en_passant_types[WHITE] + spec.en_passant_types[BLACK] and any(spec.double_step_region):
        found.append("Takes en passant.")
    return found
