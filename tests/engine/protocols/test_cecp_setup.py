"""What XBoard is told about games that it does not know."""

import pytest

from engine.protocols.cecp_setup import hand_letters, letter_table, parent, setup_lines
from tests.engine.helpers import every_game
from variants.catalog import Catalog
from variants.spec import VariantSpec

CATALOG = Catalog()


def slots(spec: VariantSpec) -> dict[str, int]:
    """The slot of each letter."""
    table = letter_table(spec)
    return {letter: slot for slot, letter in enumerate(table[: len(table) // 2]) if letter.isalpha()}


@pytest.mark.parametrize("name", every_game())
def test_tables_are_full_and_readable(name: str) -> None:
    spec = CATALOG.get(name)
    table = letter_table(spec)
    white, black = table[: len(table) // 2], table[len(table) // 2 :]
    assert len(table) >= 24 and white.lower() == black and (not spec.king or white[-1] == spec.king.upper())
    assert sorted(slots(spec)) == sorted(piece.letter.upper() for piece in spec.pieces)
    for letter, _ in spec.promoted_piece_type:
        assert white[slots(spec)[letter.upper()] + 11] == "+", (letter, table)


@pytest.mark.parametrize("name", ["leaperhouse", "okisakishogi", "yarishogi"])
def test_no_man_stands_where_xboard_has_rules_of_its_own(name: str) -> None:
    spec = CATALOG.get(name)
    promoting = {letter.upper() for letter, _ in spec.promoted_piece_type}
    found = slots(spec)
    assert parent(spec) == "shogi" and found["P"] == 0
    assert not {1, 4, 21} & set(found.values())
    assert all(slot > 8 for letter, slot in found.items() if letter not in promoting)


@pytest.mark.parametrize("name", ["leaperhouse", "okisakishogi", "yarishogi"])
def test_the_men_of_the_hand_come_first(name: str) -> None:
    """XBoard counts the men that fit in a hand along the table."""
    spec = CATALOG.get(name)
    letters = [letter for letter in letter_table(spec) if letter.isalpha()]
    size = len(hand_letters(spec))
    assert {letter.lower() for letter in letters[:size]} == set(hand_letters(spec))
    assert f" {spec.files}x{spec.ranks}+{size}_shogi " in setup_lines(spec)[0]


def test_the_table_of_a_definition_is_used() -> None:
    spec = CATALOG.get("frolov10x10")
    assert letter_table(spec) == spec.piece_to_char_table
    assert letter_table(CATALOG.get("leaperhouse")) != CATALOG.get("leaperhouse").piece_to_char_table


def test_the_lines() -> None:
    lines = setup_lines(CATALOG.get("okisakishogi"))
    assert lines[0].endswith(
        " 10x10+8_shogi lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL[] w - - 0 1"
    )
    assert {"piece L& vR@10", "piece P& fW@9", "piece +P& WfF", "piece +R& RF", "piece K& K"} <= set(lines)
    chess = setup_lines(CATALOG.get("losalamos"))
    assert chess[0].endswith(" 6x6+0_fairy rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1")
    assert "piece K& K" in chess and "piece P& fmWfceF" in chess
    assert "piece K& KisO2isO3" in setup_lines(CATALOG.get("frolov10x10"))


def test_a_loaded_game() -> None:
    catalog = Catalog()
    catalog.load_text(
        "[mine:chess]\ncustomPiece1 = x:NA\npieceDrops = true\ncapturesToHand = true\n"
        "startFen = rxbqkbxr/pppppppp/8/8/8/8/PPPPPPPP/RXBQKBXR[] w KQkq - 0 1\n"
    )
    spec = catalog.get("mine")
    lines = setup_lines(spec)
    assert "8x8+" in lines[0] and "_crazyhouse " in lines[0] and "piece X& NA@8" in lines
    assert "piece P& fmWfceFifmnD@8" in lines and "piece K& KisO2" in lines
