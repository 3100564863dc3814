"""Single games: the referee, the clocks, and engines that fail."""

import uuid
from dataclasses import replace

import pytest

from bench.entrant import Fault, Unplayable
from bench.game import ADJUDICATION, RULE, Record, Rules, close_idle, load, play
from bench.openings import Opening
from tests.bench.matches import job, left_behind, plan


@pytest.mark.parametrize(
    ("mode", "words", "fault"),
    [
        ("crash", (), Fault.CRASH),
        ("hang", ("-stall", "3"), Fault.STALL),
        ("hang", ("-each", "tc=2"), Fault.STALL),
        ("word", ("-stall", "3"), Fault.STALL),
        ("mute", ("-stall", "2"), Fault.STALL),
        ("illegal", (), Fault.ILLEGAL),
        ("garbage", (), Fault.ILLEGAL),
        ("late", ("-each", "st=0.3"), Fault.TIME),
    ],
)
def test_faults(mode: str, words: tuple[str, ...], fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.talking_engine.STOP_SECONDS", 1.0)
    token = uuid.uuid4().hex
    record = play(job(plan(mode, "fine", *words, token=token)))
    assert (record.ending, record.faulty, record.result) == (fault, 0, "0-1")
    assert record.reason.startswith(f"white loses by {fault}")
    assert not left_behind(token)


def test_the_margin_forgives() -> None:
    record = play(job(plan("late", "fine", "-each", "st=0.3", "timemargin=3000", "-maxmoves", "3")))
    assert record.ending == ADJUDICATION


def test_black_can_fail_too() -> None:
    record = play(job(plan("crash", "fine"), white=1))
    assert (record.result, record.faulty) == ("1-0", 0) and record.reason.startswith("black loses")


def test_an_engine_that_dies_on_a_fen() -> None:
    wanted = job(plan("fen", "fine"))
    record = play(wanted)
    assert record.faulty is None
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    record = play(replace(wanted, opening=Opening(fen)))
    assert (record.ending, record.faulty, record.result) == (Fault.CRASH, 0, "0-1")
    assert record.fen == fen


def test_moves_and_comments() -> None:
    record = play(job(plan("fine", "fine", "-maxmoves", "2")))
    assert record.moves == ["a2a3", "a7a5", "a1a2", "a5a4"] and record.texts == ["a3", "a5", "Ra2", "a4"]
    assert record.comments[0].startswith("+5.00/3 ") and record.result == "1/2-1/2"


def test_the_rules_end_a_game() -> None:
    wanted = job(plan())
    record = play(replace(wanted, opening=Opening("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1")))
    assert (record.result, record.ending, record.reason) == ("1/2-1/2", RULE, "stalemate")
    assert not record.comments


def test_adjudication() -> None:
    record = play(job(plan("fine", "fine", "-resign", "movecount=2", "score=400")))
    assert record.result == "1-0" and len(record.moves) == 4 and record.ending == ADJUDICATION
    record = play(job(plan("fine", "fine", "-resign", "movecount=2", "score=400", "twosided=true")))
    assert record.result == "1-0" and len(record.moves) == 4
    record = play(job(plan("fine", "fine", "-draw", "movenumber=3", "movecount=1", "score=600")))
    assert record.result == "1/2-1/2" and len(record.moves) == 6


def test_a_process_plays_several_games() -> None:
    token = uuid.uuid4().hex
    wanted = replace(job(plan("fine", "fine", "-maxmoves", "2", token=token)), keep=True)
    assert play(wanted).result == "1/2-1/2" and len(left_behind(token)) == 2
    assert play(wanted).result == "1/2-1/2" and len(left_behind(token)) == 2
    close_idle()
    assert not left_behind(token, 3)


def test_what_cannot_be_played_is_no_loss() -> None:
    wanted = job(plan())
    with pytest.raises(Unplayable, match="cannot start"):
        play(replace(wanted, entrants=(replace(wanted.entrants[0], command="/nowhere/at/all"), wanted.entrants[1])))
    with pytest.raises(Unplayable, match="no game is called"):
        play(job(plan("fine", "fine", "-variant", "flurb")))


def test_a_game_that_an_engine_does_not_offer() -> None:
    with pytest.raises(Unplayable, match="does not offer yarishogi"):
        play(job(plan("fine", "fine", "-variant", "yarishogi")))


def test_points() -> None:
    record = Record(0, 0, 1, ("a", "b"), result="1-0")
    assert (record.score(0), record.score(1), record.black) == (0.0, 1.0, 0)
    assert load(Rules("chess")) is load(Rules("chess"))
