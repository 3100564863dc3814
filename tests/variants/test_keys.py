"""The table of keys: complete, consistent, documented."""

import pytest

from variants.betza import read_betza
from variants.keys import KEYS, PIECE_ORDER, PIECES, Key, Kind, all_spellings, find_key, key_named
from variants.spec import BLACK, WHITE
from variants.values import Game, default_value, read_value

OURS = {
    "holes", "aliases", "insufficientMaterial", "tradeBan", "tradeBanNoBridge", "counterstrikeBan", "specialTypes",
    "capturePromotion", "promotionChoices", "hostilePromotion", "hostileFrozen", "hostileDrop", "frozenGivesCheck",
    "specialTakenOnLastRank", "onlySpecialsWin", "sergeantEnPassant", "enPassantShowsVictim", "castlingDistances",
    "points", "pointsHandicap", "freeDrops",
}
PLUS = {"pieceValueMg", "pieceValueEg", "promotionLimit", "promotedPieceType"}  # counted apart in the reference
EVERY_LETTER = {chr(ord("a") + index): name for index, name in enumerate(list(PIECE_ORDER)[:26])}


def test_as_many_as_fairy_stockfish_reads() -> None:
    fixed = [name for name in all_spellings() if not name.startswith("mobility") and name not in PIECE_ORDER]
    assert len(fixed) == len(set(fixed)) == 151 + len(OURS) + len(PLUS)


def test_piece_names() -> None:
    named = [piece.name for piece in PIECES if not piece.name.startswith("customPiece")]
    assert len(named) == 37 and named[0] == "pawn" and list(PIECE_ORDER)[-1] == "king"
    assert len(PIECES) - len(named) == 25


@pytest.mark.parametrize("betza", [piece.betza for piece in PIECES])
def test_piece_moves_can_be_read(betza: str) -> None:
    assert not read_betza(betza).notes


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_default_and_example_can_be_read(key: Key) -> None:
    default_value(key, WHITE)
    default_value(key, BLACK)
    assert key.meaning.endswith(".") and key.example
    letters = EVERY_LETTER | {"p": "pawn", "g": "gold", "n": "knight", "b": "bishop", "s": "silver", "r": "rook"}
    read_value(key, key.example, Game(16, 16, letters | {"q": "queen", "k": "king"}))


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.name)
def test_words_go_with_their_kind(key: Key) -> None:
    assert bool(key.words) == (key.kind is Kind.WORD)


def test_find() -> None:
    assert find_key("flagRegion") == (key_named("flagRegion"), None)
    assert find_key("flagRegionBlack") == (key_named("flagRegion"), BLACK)
    assert find_key("promotionRegion") is None
    assert find_key("mobilityRegionWhiteJanggiElephant") == (key_named("mobilityRegion"), WHITE)
    assert find_key("mobilityRegionWhite") is None
    assert find_key("connectRegion1White") == (key_named("connectRegion1White"), None)
    assert find_key("flagregion") is None
