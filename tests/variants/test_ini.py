"""Reading games: every slip is reported or does no harm."""

import os
import random
import re
from pathlib import Path

import pytest

from variants.catalog import Catalog
from variants.errors import VariantError
from variants.ini import Reading, read_file, read_text
from variants.spec import VariantSpec

KNOWN = Catalog()._drafts
DOCS = Path(__file__).parents[2] / "docs" / "variants.md"


def read(text: str) -> Reading:
    return read_text(text, "f", KNOWN)


def spec(body: str) -> VariantSpec:
    reading = read("[x:chess]\n" + body)
    assert not reading.failed, list(map(str, reading.reports))
    return reading.specs["x"]


@pytest.mark.parametrize(
    "text",
    [
        "[x:chess]\r\ndoubleStep = false\r\n",
        "\ufeff[x:chess]\ndoubleStep = false\n",
        "[x:chess]\n  doubleStep = false\n",
        "[x:chess]\ndoubleStep\t=\tfalse \t\n",
        "[x:chess]\ndoubleStep = no # note\n",
        "[x:chess]\ndoubleStep = 0 ; note\n",
        "[ x : chess ] # note\ndoubleStep=FALSE",
    ],
)
def test_harmless_forms_work(text: str) -> None:
    reading = read(text)
    assert not reading.reports and not any(reading.specs["x"].double_step_region)


@pytest.mark.parametrize(
    "body, key, line",
    [
        ("maxFile = z", "maxFile", 2),
        ("stalemateValue = lost", "stalemateValue", 2),
        ("promotionPieceTypes = xyz", "promotionPieceTypes", 2),
        ("\nflagRegionWhite = *9", "flagRegionWhite", 3),
        ("customPiece1 = s:fX", "customPiece1", 2),
        ("customPiece1 = s fW", "customPiece1", 2),
        ("knight = ?", "knight", 2),
        ("castling = maybe", "castling", 2),
        ("promotionPieceTypes = qk", "promotionPieceTypes", 2),
        ("promotedPieceType = n:k", "promotedPieceType", 2),
        ("castlingKingsideFile = b", "castlingKingsideFile", 2),
        ("maxFile = 16\nmaxRank = 16\nholes = a99", "holes", 4),
    ],
)
def test_errors_refuse_the_game_and_name_the_place(body: str, key: str, line: int) -> None:
    reading = read("[x:chess]\n" + body)
    assert reading.refused == ["x"] and not reading.specs
    errors = [report for report in reading.reports if report.severity == "error"]
    assert [(report.key, report.line) for report in errors] == [(key, line)]


def test_unplayed_rules_may_be_switched_off() -> None:
    body = (
        "mustCapture = false\nwallingRule = none\npromotionLimit = q:0\nflagPieceCount = 1\nconnectN = 0\n"
        "castlingWins = -\nmobilityRegionWhiteKing = -\nchecking = true\nextinctionValue = none\ndropOnTop = false"
    )
    assert spec(body)


@pytest.mark.parametrize(
    "body, words",
    [
        ("maxRnk = 7", ["maxRnk", "maxRank?"]),
        ("doubleStep: false", ["no equals sign"]),
        ("customPiece1 = n:NA", ["knight", "no longer"]),
        ("nMoveRule = 10\nnMoveRule = 20", ["twice"]),
        ("customPiece1 = s", ["never moves"]),
        ("customPiece1 = s:vlN", ["position 1"]),
        ("customPiece1 = s:nC", ["no lame form"]),
        ("knight = n:NN", ["no effect"]),
        ("castling = false\nstartFen = r3k3/8/8/8/8/8/8/4K3 w q - 0 1", ["no castling"]),
        ("startFen = 4k3/8/8/8/8/8/8/4K3 w K - 0 1", ["'K' left out"]),
        ("promotionPieceTypes = -", ["nothing to become"]),
        ("pieceDrops = true\nnFoldValue = loss", ["nFoldValue", "repeats wins"]),
    ],
)
def test_warnings_leave_the_game_playable(body: str, words: list[str]) -> None:
    reading = read("[x:chess]\n" + body)
    assert "x" in reading.specs
    lines = [str(report) for report in reading.reports if report.severity == "warning"]
    assert lines and all(word in lines[0] for word in words)


def test_no_warning_for_an_absolute_repetition_value() -> None:
    assert not read("[x:chess]\npieceDrops = 1\nnFoldValue = loss\nnFoldValueAbsolute = 1").reports


def test_inherited_castling_rights_are_no_slip() -> None:
    assert not read("[x:chess]\ncastling = false").reports


def test_upper_case_letter_redefines_a_piece() -> None:
    pieces = {piece.letter: piece.name for piece in spec("knight = -\ncustomPiece1 = N:NA").pieces}
    assert pieces["n"] == "customPiece1"


def test_taken_names() -> None:
    reading = read("[chess:chess]\ndoubleStep = false\n[normal]\n[y:chess]\n[y:chess]\n")
    lines = [str(report) for report in reading.reports]
    assert "keys that differ: doubleStep" in lines[0] and list(reading.specs) == ["y"]
    assert "the same rules" in lines[-1]


def test_leaperhouse_as_its_author_wrote_it_differs_in_one_key() -> None:
    ours = Path(__file__).parents[2] / "variants" / "leaperhouse.ini"
    text = ours.read_text(encoding="utf-8").replace("nFoldValue = win", "nFoldValue = loss")
    (report,) = read(text).reports
    assert str(report).endswith("which stays; keys that differ: nFoldValue")


def test_a_taken_name_lists_rules_that_are_not_played_and_bad_values_too() -> None:
    (report,) = read("[chess:chess]\nflyingGeneral = true\nmaxFile = z\n").reports
    assert str(report).endswith("keys that differ: flyingGeneral, maxFile")


def test_a_game_with_rules_that_are_not_played_may_be_a_parent(unplayed: None) -> None:
    a = "[a:chess]\nconnectN = 3\nflagPieceBlockedWin = true\n"
    reading = read(a + "[b:a]\nconnectN = 4\n[c:b]\nconnectN = 0\nflagPieceBlockedWin = no")
    wanted = {"connectN", "flagPieceBlockedWin"}
    assert {game: set(keys) for game, keys in reading.unplayed.items()} == dict.fromkeys("ab", wanted)
    assert list(reading.specs) == ["c"] and reading.refused == ["a", "b"]
    errors = {(report.line, report.game, report.key) for report in reading.reports if report.severity == "error"}
    blocked = "flagPieceBlockedWin"
    assert errors == {(2, "a", "connectN"), (3, "a", blocked), (4, "b", blocked), (5, "b", "connectN")}


def test_parents() -> None:
    reading = read("[a:nosuch]\n[b:a]\n[c:chess]\nmaxFile = z\n[d:c]\n[e:chess]\n[f:e]")
    assert reading.refused == ["a", "b", "c", "d"] and list(reading.specs) == ["e", "f"]
    lines = [str(report) for report in reading.reports]
    assert "'nosuch'" in lines[0] and "refused above" in lines[1]


def test_without_parent() -> None:
    (report,) = read("[x]\n").reports
    assert "no pieces" in str(report)
    reading = read("[x]\npawn = p\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert "nothing to become" in str(reading.reports[0])


def test_coloured_keys_win_whatever_the_order() -> None:
    game = spec("flagRegionBlack = *2\nflagRegion = *5")
    assert game.flag_region == (frozenset(range(32, 40)), frozenset(range(8, 16)))


def test_pawn_types_give_way_to_the_keys_themselves() -> None:
    game = spec("fers = s\nenPassantTypes = p\npawnTypes = ps")
    assert game.promotion_pawn_types[0] == ("p", "s") and game.en_passant_types[0] == ("p",)


@pytest.mark.parametrize(
    "old, new",
    [
        ("promotionRank = 7", "promotionRegionWhite = *7 *8\npromotionRegionBlack = *2 *1"),
        ("doubleStepRank = 3", "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6"),
        ("doubleStepRankMin = 1", "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *8 *7"),
        ("doubleStepRank = 2\ndoubleStepRankMin = 1", "doubleStepRegionWhite = *2\ndoubleStepRegionBlack = *7"),
        ("whiteFlag = *8\nblackFlag = *1", "flagRegionWhite = *8\nflagRegionBlack = *1"),
        ("whiteDropRegion = *1\nblackDropRegion = *8", "dropRegionWhite = *1\ndropRegionBlack = *8"),
        ("castlingRookPiece = rq", "castlingRookPieces = rq"),
        ("whiteFlag = *8\nflagRegionWhite = *7", "flagRegionWhite = *7"),
    ],
)
def test_deprecated_keys(old: str, new: str) -> None:
    one, other = read("[x:chess]\n" + old), read("[x:chess]\n" + new)
    assert one.specs["x"] == other.specs["x"]
    assert {report.severity for report in one.reports} == {"note"}


def test_large_boards() -> None:
    text = "[x]\nking = k\nmaxFile = p\nmaxRank = 16\nstartFen = k15/{}16/15K w - - 0 1".format("16/" * 13)
    assert read(text).specs["x"].files == 16


def test_acceptance_by_the_engine() -> None:
    def accept(game: VariantSpec) -> None:
        raise VariantError("too hard")

    (report,) = read_text("[x:chess]", "f", KNOWN, accept).reports
    assert report.severity == "error" and "too hard" in str(report)


def test_files(tmp_path: Path) -> None:
    assert "cannot be read" in str(read_file(tmp_path / "none.ini", KNOWN).reports[0])
    assert "cannot be read" in str(read_file(tmp_path, KNOWN).reports[0])
    assert "cannot be read" in str(read_file(Path("a\0b"), KNOWN).reports[0])
    path = tmp_path / "a.ini"
    path.write_bytes(b"\xef\xbb\xbf[x:chess]\r\n# Gr\xfc\xdfe\r\ncastling = no\r\n")
    reading = read_file(path, KNOWN)
    assert not reading.failed and reading.specs["x"].source == f"{path}:1"


def test_the_examples_of_the_documentation() -> None:
    for text in re.findall(r"```ini\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL):
        reading = read(text)
        assert reading.specs and not reading.reports, list(map(str, reading.reports))


def test_reports_are_lines_and_nothing_is_raised() -> None:
    """Damaged files: any text gives games and reports."""
    chance = random.Random(7)
    folder = Path(__file__).parents[2] / "variants"
    seeds = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.ini"))]
    pieces = list("=:[]*#;-+~/\n\t\0\x1b\u2028\u00e4 0129kQpx") + ["true", "\n[y:x]\n", "*9", "a1b2", "99999999999"]
    for _ in range(300):
        text = chance.choice(seeds).replace("[", "[x", 1)
        for _ in range(chance.randrange(1, 12)):
            at = chance.randrange(len(text))
            text = text[:at] + chance.choice(pieces) + text[at + chance.randrange(6) :]
        reading = read(text)
        assert all(str(report).isprintable() for report in reading.reports)
        assert bool(reading.refused) <= reading.failed


@pytest.mark.parametrize(
    "body",
    [
        "startFen = 8/8/8 w - - 0 1",
        "startFen = 4k3/8/8/8/8/8/8/8 w - - 0 1",
        "startFen = 4k3/8/8/8/8/8/8/x3K3 w - - 0 1",
        "maxRank = 10",
    ],
)
def test_a_start_that_does_not_fit_is_told_and_the_game_kept(body: str) -> None:
    """Other positions of such a game can still be played."""
    reading = read(f"[x:chess]\n{body}")
    assert not reading.refused and list(reading.specs) == ["x"]
    assert any("startFen" in str(report) and "warning" in str(report) for report in reading.reports)


def test_a_text_is_bounded_in_what_its_pieces_can_do() -> None:
    """However many sections: reading ends with one error, and what stood before stays."""
    leaps = "".join(f"({far},{near})" for far in range(1, 9) for near in range(far))[:190].rpartition("(")[0]
    pieces = [f"customPiece{number} = {letter}:{leaps}{number}" for number, letter in enumerate("abcdefghij", 1)]
    start = "startFen = k15" + "/16" * 14 + "/K15"
    section = "\n".join(["[many{}]", "maxFile = 16", "maxRank = 16", "king = k", *pieces, start])
    reading = read_text("\n".join(section.format(number) for number in range(80)), "test", {})
    (last,) = [report for report in reading.reports if "ways to move" in report.problem]
    assert last is reading.reports[-1] and 10 < len(reading.games) < 100


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        (report,) = read_file(path, {}).reports
        assert "cannot be read" in report.problem
