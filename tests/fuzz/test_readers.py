"""Fuzzers for everything that reads foreign text: a LionleapError with one printable line, or a sound result."""

import time
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from engine.board import Board
from engine.protocols.go import read_go
from engine.rules import compile_rules
from tests.engine.helpers import NOTATION, game
from tests.fuzz.traffic import (
    BETZA,
    CATALOG,
    JUNK,
    NUMBERS,
    SEEN,
    definitions,
    fens,
    fresh_catalog,
    full_fens,
    game_lines,
    moves,
    runs,
    spoilt,
)
from tests.oracle.api import GAMES
from variants.betza import read_betza
from variants.errors import BetzaError, FenError, LionleapError
from variants.fen import parse_fen, parse_sfen

SLOW_SECONDS: Final = 20.0  # for one text, on a busy machine
GO_WORDS: Final = (
    "depth nodes movetime mate perft wtime btime winc binc movestogo byoyomi time opptime increment oppincrement "
    "infinite ponder searchmoves"
).split()


def is_sound(error: LionleapError) -> bool:
    """Whether an error's text is one line of printable characters, and not too long to read."""
    text = str(error)
    return bool(text) and text.isprintable() and len(text) < 600


@runs(600)
@given(BETZA)
def test_betza(text: str) -> None:
    SEEN["betza"] += 1
    begun = time.monotonic()
    try:
        found = read_betza(text)
    except BetzaError as error:
        assert is_sound(error) and 1 <= error.position <= len(text) + 1
    else:
        assert all(ride.limit >= 0 and ride.step != (0, 0) for ride in found.rides)
        assert len(set(found.rides)) == len(found.rides)
    assert time.monotonic() - begun < SLOW_SECONDS


@runs(60)
@given(definitions())
def test_definition_files(text: str) -> None:
    """Whatever a file holds, every report is one line, and what is accepted can be played or is refused."""
    SEEN["ini"] += 1
    catalog = fresh_catalog()
    begun = time.monotonic()
    before = set(catalog.names())
    reports = catalog.load_text(text)
    assert all(str(report).isprintable() for report in reports)
    for name in sorted(set(catalog.names()) - before):
        try:
            rules = compile_rules(catalog.get(name))
            board = Board(rules)
        except LionleapError as error:
            assert is_sound(error)
            continue
        again = parse_fen(rules.spec, board.fen())
        assert Board(rules, again).fen() == board.fen()
    assert time.monotonic() - begun < SLOW_SECONDS


@runs(150)
@given(st.sampled_from(GAMES), fens())
def test_positions(name: str, text: str) -> None:
    """A position that is read is written so that it means the same."""
    SEEN["fen"] += 1
    for parse in (parse_fen, parse_sfen):
        try:
            setup = parse(CATALOG.get(name), text)
            board = Board(game(name), setup)
        except FenError as error:
            assert is_sound(error)
            continue
        fen = board.fen()
        again = Board(game(name), parse_fen(board.game.spec, fen))
        assert again.fen() == fen and again.key == board.key
        assert not board.fault or board.legal_moves() is not None


@runs(60)
@given(st.data(), st.sampled_from(GAMES))
def test_crowded_positions(data: st.DataObject, name: str) -> None:
    """The most men on the board and in hand: moves are counted, listed, made and taken back alike."""
    SEEN["crowded fen"] += 1
    text = data.draw(full_fens(name))
    try:
        board = Board(game(name), parse_fen(CATALOG.get(name), text))
    except FenError as error:
        assert is_sound(error)
        return
    if board.fault:
        return
    listed = board.legal_moves()
    assert len(set(listed)) == len(listed)
    assert board.outcome() is not None or board.perft(1) == len(listed)
    fen, key = board.fen(), board.key
    for move in listed[:: max(1, len(listed) // 10)]:
        board.push(move)
        key_after = board.key
        board.refresh()
        assert board.key == key_after
        board.pop()
    assert (board.fen(), board.key) == (fen, key)


@runs(100)
@given(game_lines(most=6), st.data())
def test_moves(line: tuple[str, str, list[str]], data: st.DataObject) -> None:
    """A text is a legal move or is refused; a legal move's text is read as that move."""
    name, fen, played = line
    board = Board(game(name), parse_fen(CATALOG.get(name), fen))
    for legal in played:
        text = data.draw(st.one_of(moves(), JUNK, spoilt(legal)))
        SEEN["move"] += 1
        try:
            move = NOTATION.read(board, text)
        except LionleapError as error:
            assert is_sound(error)
        else:
            assert move in board.legal_moves()
        move = NOTATION.read(board, legal)
        assert NOTATION.read(board, NOTATION.write(board, move)) == move
        board.push(move)


@runs(600)
@given(st.lists(st.one_of(st.sampled_from(GO_WORDS), NUMBERS, moves()), max_size=12), st.integers(0, 1))
def test_limits(words: list[str], side: int) -> None:
    SEEN["go"] += 1
    request = read_go(" ".join(words).split(), side)
    assert all(line.isprintable() and len(line) < 200 for line in request.complaints)
    for name in ("depth", "nodes", "movetime", "mate", "perft", "movestogo"):
        number = getattr(request, name)
        assert number is None or number > 0
