"""Squares, clocks, names, moves and piece texts of CECP."""

import re

import pytest

from engine.board import Board
from engine.move import EN_PASSANT, action
from engine.protocols.cecp_clock import Clock, ClockError
from engine.protocols.cecp_names import cecp_name, find_game, offered
from engine.protocols.cecp_notation import CecpNotation, refuse_half
from engine.protocols.cecp_plain import is_plain, plain_moves
from engine.protocols.cecp_squares import fen_to_uci, from_uci, looks_like_move, to_uci
from engine.protocols.highlight import Highlight
from engine.protocols.notation import MoveTextError, UciNotation
from engine.protocols.xbetza import moves_text
from tests.engine.helpers import board, texts, trials
from variants.catalog import Catalog
from variants.errors import VariantError
from variants.spec import PieceSpec

CATALOG = Catalog()
TEN, EIGHT = CATALOG.get("leaperhouse"), CATALOG.get("chess")


def test_ranks_of_ten_rank_boards_count_from_zero() -> None:
    assert to_uci(TEN, "a0a9") == "a1a10" and from_uci(TEN, "a1a10,a10b9") == "a0a9,a9b8"
    assert from_uci(TEN, "N@e10") == "N@e9" and to_uci(EIGHT, "a7a8q") == "a7a8q"
    assert fen_to_uci(TEN, "10/1p8 w KQ e6 0 3") == "10/1p8 w KQ e7 0 3"
    assert fen_to_uci(TEN, "10/1p8[Pp] w 0 1") == "10/1p8[Pp] w 0 1"


def test_lines_that_are_moves() -> None:
    assert all(map(looks_like_move, ("e2e4", "a9a10+", "e7e8Q", "P@e4", "O-O-O", "d4e5,e5f6", "@@@@", "d4d4=")))
    assert not any(map(looks_like_move, ("go", "e4", "Nf3", "e2 e4", "st 5", "")))


def test_the_clock() -> None:
    clock = Clock()
    clock.level("40 0:30 0.5")
    request = clock.request(0, 39)
    assert (request.wtime, request.btime, request.winc, request.movestogo) == (30_000, 30_000, 500, 1)
    clock.time("1234")
    clock.otim("99.5")
    request = clock.request(1, 40)
    assert (request.wtime, request.btime, request.movestogo) == (995, 12_340, 40)
    clock.st("0.5")
    clock.sd("7")
    assert (clock.request(0, 0).movetime, clock.request(0, 0).depth) == (500, 7)
    clock.level("0 2 0")
    request = clock.request(0, 0)
    assert (request.movetime, request.wtime, request.movestogo, request.depth) == (None, 120_000, None, 7)
    clock.reset()
    assert clock.request(0, 0).depth is None
    clock.spend(1000)
    assert clock.request(0, 0).wtime == 119_000


@pytest.mark.parametrize("text", ["", "x", "-1", "1e99", "nan", "1_0", "9" * 30])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ClockError):
        Clock().st(text)
    with pytest.raises(ClockError):
        Clock().level(f"40 5 {text}")


def test_names() -> None:
    names = offered(CATALOG)
    assert names[0] == "normal" and "lion" in names and "fischerandom" in names and "mightylion" not in names
    assert {find_game(CATALOG, name)[0].name for name in names} == set(CATALOG.names())
    assert cecp_name(CATALOG.get("mightylion")) == "lion"
    assert find_game(CATALOG, "fischerandom") == (CATALOG.get("fischerandom"), True)
    assert find_game(CATALOG, "mightylion")[0].name == "mightylion"
    with pytest.raises(VariantError):
        find_game(CATALOG, "nothing")


LION = "k7/8/5n2/4p3/3L4/8/8/7K w - - 0 1"
# spelling -> the text that the engine writes
SPELLINGS = {
    "d4d6": "d4d6",
    "d4d5,d5d6": "d4d6",
    "d4c4,c4d4": "@@@@",
    "@@@@": "@@@@",
    "d4d4": "@@@@",
    "d4d4=": "@@@@",
    "d4e5,e5d4": "d4e5,e5d4",
    "D4E5,E5F6": "d4e5,e5f6",
    "d4e5": "d4e5",
}


@pytest.mark.parametrize("text", SPELLINGS)
def test_spellings_of_a_lions_move(text: str) -> None:
    there = board("mightylion", LION)
    assert CecpNotation().write(there, CecpNotation().read(there, text)) == SPELLINGS[text]


def test_two_legs_are_two_lines() -> None:
    there = board("mightylion", LION)
    notation = CecpNotation()
    assert notation.lines(there, notation.read(there, "d4e5,e5f6")) == ["d4e5,", "e5f6"]
    assert notation.lines(there, notation.read(there, "d4d4")) == ["@@@@"]


@pytest.mark.parametrize(
    ("game", "fen", "text", "written"),
    [
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1g1"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1"),
        ("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
        ("chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8Q", "e7e8q"),
        ("chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8=n", "e7e8n"),
        ("leaperhouse", "5k4/10/P9/10/10/10/10/10/10/4K5[Nn] w - - 0 1", "N@e9", "N@e9"),
        ("leaperhouse", "5k4/10/10/P9/10/10/10/10/10/4K5[Nn] w - - 0 1", "a6a7+", "a6a7+"),
        ("okisakishogi", "5k4/10/10/10/10/10/10/10/10/4K5[N] w - - 0 1", "n@a9", "N@a9"),
    ],
)
def test_other_moves(game: str, fen: str, text: str, written: str) -> None:
    there = board(game, fen)
    assert CecpNotation().write(there, CecpNotation().read(there, text)) == written


def test_castling_in_shuffled_starts() -> None:
    there = board("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    notation = CecpNotation(chess960=True)
    assert notation.write(there, notation.read(there, "e1h1")) == "O-O"
    assert notation.write(there, notation.read(there, "O-O-O")) == "O-O-O"


@pytest.mark.parametrize(
    ("game", "fen", "text", "reason"),
    [
        ("chess", "startpos", "e2e5", "the piece does not move so"),
        ("chess", "startpos", "e3e4", "no piece there"),
        ("chess", "startpos", "e7e5", "not your piece"),
        ("chess", "startpos", "e1e2", "your own piece is there"),
        ("chess", "startpos", "e2e9", "no such square"),
        ("chess", "startpos", "O-O", "no such castling here"),
        ("chess", "startpos", "P@e4", "no such drop here"),
        ("chess", "startpos", "@@@@", "no pass here"),
        ("chess", "startpos", "Nf3", "not a move"),
        ("chess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8", "how it promotes is missing or wrong"),
        ("chess", "k3r3/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "the king would be in check"),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "h8h7", "the game is over"),
        ("mightylion", "k7/8/2p5/3l4/8/3L4/8/7K w - - 0 1", "d3d5", "distant capture of a protected man of its kind"),
        ("leaperhouse", "5k4/10/10/P9/10/10/10/10/10/4K5[] w - - 0 1", "a6a7=", "how it promotes is missing or wrong"),
    ],
)
def test_why_a_move_is_refused(game: str, fen: str, text: str, reason: str) -> None:
    with pytest.raises(MoveTextError, match=f"^{reason}$"):
        CecpNotation().read(board(game, fen), text)


def test_counterstrike_is_named() -> None:
    there = board("mightylion", "k7/8/8/3l4/3R4/8/q6L/7K w - - 0 1", "d4d5")
    with pytest.raises(MoveTextError, match="counterstrike"):
        CecpNotation().read(there, "a2h2")


def test_moves_that_cannot_be_shown() -> None:
    start = board("frolov10x10")
    assert plain_moves(start) == start.legal_moves() and all(is_plain(start, move) for move in start.legal_moves())
    rows = ["1k10", *["*10*"] * 5, "*2r7*", "*3P6*", "*2QqR5*", "5K6"]
    there = board("frolov10x10", "/".join(rows) + " w - - 0 1")
    # the queen, a special man, takes another one: she may promote the rook as well, which is two men in one move
    writer = CecpNotation()
    moves = {writer.write(there, move): is_plain(there, move) for move in there.legal_moves()}
    assert moves["d1e1"] and not moves["d1e1,f1q"]
    assert {writer.write(there, move) for move in plain_moves(there)} == {
        text for text, plain in moves.items() if plain
    }


def test_a_man_of_the_opponent_cannot_be_shown() -> None:
    rows = ["1k10", "*6P3*", *["*10*"] * 7, "5K6"]
    there = board("frolov10x10", "/".join(rows) + " w - - 0 1")
    writer = CecpNotation()
    assert "h8h9l" in {writer.write(there, move) for move in there.legal_moves()}
    assert {writer.write(there, move) for move in plain_moves(there)} >= {"h8h9r"}
    assert "h8h9l" not in {writer.write(there, move) for move in plain_moves(there)}


def after_double_step(man: str, other: str, step: str) -> Board:
    """Return a board of the 104 squares where a man of White's has just gone by one of Black's."""
    rows = ["12", "*3k6*", "*10*", "*10*", "*10*", other, "*10*", man, "*4K5*", "12"]
    return board("frolov10x10", "/".join(rows) + " w - - 0 1", step)


@pytest.mark.parametrize(
    ("there", "legs", "plain"),
    [
        (after_double_step("*2S7*", "*3s6*", "d3f5"), "e4f4,f4e3", "e4e3"),  # the Berolina pawn
        (after_double_step("*1F8*", "*2f7*", "c3c5"), "d4c4,c4c3", "d4c3x"),  # the sergeant, who could step there
    ],
)
def test_en_passant_by_other_men_than_pawns_is_two_legs(there: Board, legs: str, plain: str) -> None:
    writer = CecpNotation()
    move = writer.read(there, legs)
    assert action(move) == EN_PASSANT and writer.read(there, plain) == move and is_plain(there, move)
    first, second = legs.split(",")
    assert writer.write(there, move) == legs and writer.lines(there, move) == [f"{first},", second]
    assert UciNotation().read(there, UciNotation().write(there, move)) == move
    marks, moves = Highlight(), there.legal_moves()
    start, victim, target = first[:2], first[2:], second[2:]
    files = "abcdefghijkl"
    row = 9 - int(victim[1:])
    assert expanded(marks.lift(there, moves, start))[row][files.index(victim[0])] == "C"
    marks.put(victim)
    assert expanded(marks.lift(there, moves, victim))[9 - int(target[1:])][files.index(target[0])] == "Y"
    with pytest.raises(MoveTextError, match=legs):
        refuse_half(there, move)


def expanded(line: str) -> list[str]:
    """Return the rows of a highlight, from the highest rank down, a dot for every square without mark."""
    rows = line.removeprefix("highlight ").split("/")
    return [re.sub(r"\d+", lambda number: "." * int(number[0]), row) for row in rows]


def test_en_passant_by_pawns_is_one_move() -> None:
    there = after_double_step("*1P8*", "*2p7*", "c3c5")
    move = CecpNotation().read(there, "d4c3")
    assert action(move) == EN_PASSANT and CecpNotation().lines(there, move) == ["d4c3"]
    refuse_half(there, move)


@pytest.mark.parametrize(
    ("betza", "expected"),
    [
        ("KADN(cK-aK)(K-bK)", "KADNcaKcabKmabK"),
        ("fmWfceF", "fmWfceF"),
        ("F", "F"),
        ("NW", "NW"),
        ("FyafsF", "FyafsF"),
        ("[F?fsR]", "FyafsF"),
        ("[W-fF]", "afW"),
        ("LJ", "CZ"),
        ("RR4", "RR4"),
        ("mfW", "fmW"),
        ("fKbR", "fWfFbR"),
        ("sQ3K", "sR3sB3K"),
        ("mRcpR", "mRcpR"),
        ("(5,2)", None),
        ("(cK-aR)", None),
    ],
)
def test_moves_in_xbetza(betza: str, expected: str | None) -> None:
    assert moves_text(PieceSpec("customPiece1", "x", betza)) == expected


@pytest.mark.parametrize("name", ["trial-edge", "trial-walls-and-castling", "trial-gates", "trial-wall-or-move"])
def test_walls_and_gates(name: str) -> None:
    """Every text is read as the move that it was written for, and looks like one."""
    assert name in trials()
    notation = CecpNotation()
    for position in (board(name), board(name, moves=" ".join(texts(board(name))[-1:]))):
        for move in position.legal_moves():
            text = notation.write(position, move)
            assert looks_like_move(text) and notation.read(position, text) == move


def test_a_promotion_stands_behind_the_wall() -> None:
    name = "trial-walls-and-castling"
    assert name in trials()
    position = board(name, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    written = {CecpNotation().write(position, move) for move in position.legal_moves()}
    assert {"a7a8,a8b8q", "a7a8,a8a1r"} <= written and "a7a8q,a8b8" in texts(position)
    assert CecpNotation().read(position, "a7a8,a8b8q") in position.legal_moves()
