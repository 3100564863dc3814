"""Reading `go` lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocols.go import Go, read_go
from variants.spec import BLACK, WHITE


def read(text: str, side: int = WHITE) -> Go:
    return read_go(text.split(), side)


def test_every_limit() -> None:
    request = read(
        "wtime 1 btime 2 winc 3 binc 4 movestogo 5 byoyomi 6 depth 7 nodes 8 movetime 9 mate 10 perft 11 "
        "infinite ponder"
    )
    assert (request.wtime, request.btime, request.winc, request.binc) == (1, 2, 3, 4)
    assert (request.movestogo, request.byoyomi, request.depth, request.nodes) == (5, 6, 7, 8)
    assert (request.movetime, request.mate, request.perft) == (9, 10, 11)
    assert request.infinite and request.ponder and not request.complaints and not request.unlimited


def test_nothing_is_unlimited() -> None:
    assert read("").unlimited
    assert read("searchmoves e2e4").unlimited
    assert not read("wtime 0").unlimited


@pytest.mark.parametrize("text", ["depth 0", "movetime 0", "nodes 0", "perft 0", "mate 0", "movestogo 0", "depth -3"])
def test_zero_is_no_limit(text: str) -> None:
    assert read(text) == Go()


def test_clocks_may_be_negative() -> None:
    assert (read("wtime -50 btime 1000").wtime, read("wtime 0").wtime) == (-50, 0)


def test_searchmoves_end_at_the_next_limit() -> None:
    request = read("searchmoves e2e4 P@e5 depth 3")
    assert (request.searchmoves, request.depth) == (["e2e4", "P@e5"], 3)
    assert read("searchmoves").searchmoves == []


def test_clocks_of_the_side_to_move() -> None:
    request = read("time 1 opptime 2 increment 3 oppincrement 4", BLACK)
    assert (request.btime, request.wtime, request.binc, request.winc) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("text", "complaints"),
    [("depth x", 1), ("depth", 1), ("hurry", 1), ("depth nodes 5", 1), ("depth 1e3 nodes 5", 1), ("depth 1_0", 1)],
)
def test_what_cannot_be_read_is_told_and_skipped(text: str, complaints: int) -> None:
    request = read(text)
    assert len(request.complaints) == complaints
    assert request.depth is None
    assert request.nodes == (5 if "nodes 5" in text else None)


@given(st.lists(st.sampled_from(["depth", "nodes", "wtime", "infinite", "searchmoves", "5", "-1", "x", "9" * 30])))
def test_any_words_are_read(words: list[str]) -> None:
    request = read_go(words, WHITE)
    assert request.depth is None or 0 < request.depth <= 1 << 53
