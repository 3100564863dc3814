"""Rules in words: whatever a definition sets is told."""

import pytest

from engine.protocols.show.rule_words import END, chapters
from tests.engine.protocols.show.test_marks import CATALOG
from variants.draft import GUI_ONLY
from variants.ini import read_text
from variants.keys import KEYS, Key, Kind, Sides

# A game in which every rule could matter.
BASE = """[base]
maxRank = 10
maxFile = 10
king = k
pawn = p
shogiPawn = s
knight = n
bishop = b
rook = r
queen = q
gold = g
soldier = z
silver = u
startFen = r3k4r/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/R3K4R[] w KQkq - 0 1
promotionPieceTypes = q
promotedPieceType = n:g
pieceDrops = true
capturesToHand = true
dropNoDoubled = s
whiteFlag = e9
nFoldValue = win
"""
UNSAID = {
    *GUI_ONLY,
    "startFen",  # shown as a board
    "castlingKingFile",  # which king, where there are two
    "castlingRookKingsideFile",  # which rook, where there are two
    "castlingRookQueensideFile",
    "pawnTypes",  # sets other keys
}
SPELLED = {"mobilityRegion": "mobilityRegionWhiteKing"}
OTHER = {
    "maxRank": "9", "maxFile": "9", "promotionPieceTypes": "r", "castlingQueensideFile": "d",
    "pieceDrops": "false", "capturesToHand": "false", "dropNoDoubled": "p", "castlingRookPieces": "q",
    "castlingKingPiece": "q", "doubleStepRegion": "*3", "holes": "e5", "nFoldValue": "loss",
    "promotionPawnTypes": "b", "promotionChoices": "p:rn", "tradeBan": "n", "hostilePromotion": "p:r",
    "counterstrikeBan": "n", "nMoveRuleTypes": "n", "castlingRookPiece": "n", "castlingKingsideFile": "h",
    "nFoldRule": "5", "promotionRegion": "*9",
}  # fmt: skip


def text(*lines: str) -> str:
    draft = read_text(BASE + "\n".join(lines), "test", {}).games["base"]
    return "\n".join(sentence for part in chapters(draft) for sentence in part.sentences)


@pytest.mark.parametrize("key", [key for key in KEYS if key.name not in UNSAID], ids=lambda key: key.name)
def test_every_key_is_told(key: Key) -> None:
    name = SPELLED.get(key.name, key.name + "White" * (key.sides is Sides.ONLY))
    value = OTHER.get(key.name, key.example)
    plain = text()
    changed = text(f"{name} = {value}")
    assert changed != plain


def said(name: str) -> str:
    return "\n".join(sentence for part in chapters(CATALOG.draft(name)) for sentence in part.sentences)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("chess", "P must promote on reaching its zone (rank 8 for White, rank 1 for Black), to N, B, R or Q."),
        ("chess", "P has longer first steps, from rank 2 for White, rank 7 for Black."),
        ("chess", "K castles with R: to file g with the rook on file f or to file c with the rook on file d."),
        ("chess", "When a side has no legal move and is not in check, the game is drawn."),
        ("chess", "any number of B on one colour"),
        ("leaperhouse", "(ranks 8 to 10 for White, ranks 1 to 3 for Black) promotes: P to G."),
        ("leaperhouse", "P may not be dropped on a file with another one of its side."),
        ("leaperhouse", "A side whose K reaches rank 10 for White, rank 1 for Black wins."),
        ("leaperhouse", "for the third time, the side that repeats loses. A side that gave check all the time loses."),
        ("leaperhouse", "No number of moves ends the game."),
        ("frolov10x10", "a2 to a9 and l2 to l9"),
        ("frolov10x10", "it may do either"),
        ("frolov10x10", "K castles with R on rank 2 from the side's edge: two or three squares towards the rook"),
        ("mightylion", "(counterstrikeBan = l)"),
    ],
)
def test_sentences(name: str, told: str) -> None:
    assert told in said(name)


def test_only_the_chosen_word_is_explained() -> None:
    assert "forced, stepping there takes" not in said("frolov10x10")
    assert "Bonus" not in said("chess") and "always: having none" not in said("frolov10x10")


def test_what_is_not_played_is_named() -> None:
    unplayed = next((key for key in KEYS if not key.plays and key.kind is Kind.BOOL and key.default == "false"), None)
    if unplayed is None:
        pytest.skip("all rules are played")
    draft = read_text(f"{BASE}{unplayed.name} = true\n", "test", {}).games["base"]
    last = chapters(draft)[-1]
    assert last.title == "Not played yet" and unplayed.name in last.sentences[0]


@pytest.mark.parametrize("name", CATALOG.drafts())
def test_every_game_has_its_end(name: str) -> None:
    found = chapters(CATALOG.draft(name))
    assert any(part.title == END for part in found)
    assert all(sentence[0].isupper() or sentence[0].isdecimal() for part in found for sentence in part.sentences)
