"""Openings from PGN."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.entrant import Unplayable
from bench.game import play
from bench.openings import Opening, OpeningError
from bench.pgn import Heading, PgnFile, text_of
from bench.pgn_openings import read_pgn
from tests.bench.matches import job, plan

CHESS = """\ufeff[Event "?"]
[Result "1-0"]

1. e4 {a king's pawn} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 ; the rest is silence
3. Bb5! a6 1-0

[SetUp "1"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]

1. O-O O-O-O *
"""
OTHER = """[FEN "4k4/9/9/9/9/9/9/9/4K4 w - - 0 1"]
[Variant "some game"]

1.e1e2 {best (or not)} 1...e9e8 ( 1...e9d8 {x} (1...e9f8) ) 2.e2e3! 1/2-1/2

1. a1a2 b9@c3, 0-1
"""


def test_chess(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(CHESS, encoding="utf-8")
    first, second = read_pgn(str(path), "chess", None)
    assert first == Opening("", ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"))
    assert second == Opening("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ("e1g1", "e8c8"))
    assert [len(opening.moves) for opening in read_pgn(str(path), "chess", 4)] == [4, 2]


def test_other_games(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(OTHER, encoding="utf-8")
    first, second = read_pgn(str(path), "some game", None)
    assert first == Opening("4k4/9/9/9/9/9/9/9/4K4 w - - 0 1", ("e1e2", "e9e8", "e2e3"))
    assert second == Opening("", ("a1a2", "b9@c3,"))


@pytest.mark.parametrize("variant", ["chess", "yarishogi"])
def test_games_of_our_matches_are_openings(variant: str, tmp_path: Path) -> None:
    wanted = job(plan("fine", "fine", "-maxmoves", "2", "-seed", "7"))
    record = play(wanted)
    record.texts = record.texts if variant == "chess" else record.moves
    path = tmp_path / "a.pgn"
    PgnFile(path).add(text_of(record, Heading("x", variant, dict.fromkeys(record.names, "-"))))
    assert read_pgn(str(path), variant, None) == (Opening("", tuple(record.moves)),)


def test_bad_files(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 e5 2. Ke3 *\n")
    with pytest.raises(OpeningError, match="game 1: illegal san: 'Ke3'"):
        read_pgn(str(path), "chess", None)
    path.write_text("")
    for variant in ("chess", "yarishogi"):
        with pytest.raises(OpeningError, match="no game"):
            read_pgn(str(path), variant, None)
    with pytest.raises(OpeningError, match="openings: .*nowhere"):
        read_pgn("/nowhere", "chess", None)


def test_moves_that_are_none_of_the_game() -> None:
    with pytest.raises(Unplayable, match="opening 1: .*e2e5"):
        play(replace(job(plan()), opening=Opening("", ("e2e5",))))
