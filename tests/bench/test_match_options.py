"""The command line of a match."""

from pathlib import Path

import pytest

from bench.clock import Control
from bench.entrant import CECP, UCI
from bench.match_options import Plan, read_plan
from bench.openings import Opening
from variants.errors import LionleapError

TWO = "-engine cmd=one -engine cmd=two"


def read(text: str) -> Plan:
    return read_plan(text.split())


def test_a_usual_line() -> None:
    plan = read_plan(
        "-engine cmd=./new name=new option.Hash=64 -engine cmd=fish proto=xboard tc=inf st=2 arg=a arg=-b dir=/tmp "
        "-each tc=40/60+0.6 timemargin=20 -variant yarishogi -rounds 10 -games 2 -repeat -concurrency 3 "
        "-resign movecount=3 score=400 -draw movenumber=34 movecount=8 score=20 -recover -srand 7 "
        "-sprt elo0=0 elo1=5 alpha=0.05 beta=0.1 -pgnout a.pgn min fi -ratinginterval 4".split()
    )
    one, two = plan.entrants
    assert (one.name, one.proto, one.options) == ("new", UCI, (("Hash", "64"),))
    assert one.control == Control(60000, 600, 40, margin=20)
    assert (two.name, two.proto, two.arguments, two.folder) == ("fish", CECP, ("a", "-b"), "/tmp")
    assert two.control == Control(movetime=2000, margin=20) and two.restart and not one.restart
    assert (plan.pairs, plan.games_per_pair, plan.games, plan.concurrency) == (10, 2, 20, 3)
    assert plan.sprt is not None and (plan.sprt.elo1, plan.sprt.beta) == (5, 0.1)
    assert (plan.adjudication.resign_moves, plan.adjudication.draw_number) == (3, 34)
    assert plan.pgn == "a.pgn" and plan.interval == 4 and plan.book.seed == 7


@pytest.mark.parametrize(
    ("words", "pairs", "each"),
    [
        ("", 1, 2),
        ("-rounds 5", 5, 2),
        ("-games 100 -repeat", 50, 2),
        ("-games 1 -rounds 7", 7, 1),
        ("-rounds 10 -repeat", 10, 2),
        ("-rounds 3 -games 4", 6, 2),
        ("-rounds 4 -repeat 4", 4, 4),
    ],
)
def test_games(words: str, pairs: int, each: int) -> None:
    plan = read(f"{TWO} -each nodes=5 {words}")
    assert (plan.pairs, plan.games_per_pair) == (pairs, each)


def test_equal_names_are_told_apart() -> None:
    plan = read("-engine cmd=a/lion -engine cmd=b/lion -each tc=inf nodes=9")
    assert [entrant.name for entrant in plan.entrants] == ["lion 1", "lion 2"]


def test_openings(tmp_path: Path) -> None:
    path = tmp_path / "a.epd"
    path.write_text("# remark\n8/8/8/8/8/8/8/8 w - - bm e4; id \"x\";\n8/8/8/8/8/8/8/8 b - - 3 9\n")
    plan = read(f"{TWO} -each st=1 -openings file={path} format=epd order=random start=2 plies=4")
    assert [opening.fen for opening in plan.book.openings] == ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 b - - 3 9"]
    assert plan.book.order == "random" and plan.book.start == 1


def test_pgn_is_told_by_its_name_or_format(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 e5 2. Nf3 *\n")
    assert read(f"{TWO} -each st=1 -openings file={path} plies=2").book.openings == (Opening("", ("e2e4", "e7e5")),)
    other = path.rename(tmp_path / "games")
    plan = read(f"{TWO} -each st=1 -openings file={other} format=pgn")
    assert plan.book.openings == (Opening("", ("e2e4", "e7e5", "g1f3")),)


def test_more_than_two_engines() -> None:
    four = "-engine cmd=a -engine cmd=b/x ponder -engine cmd=c/x -engine cmd=d ponder=off -each st=1 -rounds 3"
    plan = read(four)
    assert [entrant.name for entrant in plan.entrants] == ["a", "x 2", "x 3", "d"]
    assert [entrant.ponder for entrant in plan.entrants] == [False, True, False, False]
    assert plan.pairings == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)) and plan.games == 36
    gauntlet = read(f"{four} -tournament gauntlet")
    assert gauntlet.pairings == ((0, 1), (0, 2), (0, 3)) and gauntlet.games == 18
    assert read(f"{four} -tournament roundrobin").pairings == plan.pairings


def test_the_number_of_a_match() -> None:
    base = read(f"{TWO} -each st=1")
    assert base.match_id == read(f"{TWO} -each st=1 -rounds 9 -concurrency 2 -pgnout x").match_id
    assert base.match_id != read(f"{TWO} -each st=2").match_id != read(f"{TWO} -each st=1 -seed 3").match_id


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("-engine cmd=a", "two engines or more"),
        (f"{TWO} -engine cmd=three -each st=1 -sprt", "-sprt is for two"),
        (f"{TWO} -engine cmd=three -each st=1 --plot a.png", "--plot is for two"),
        (f"{TWO} -each st=1 -tournament swiss", "round-robin or gauntlet"),
        (f"{TWO} -each st=1 tc", "read 'tc'"),
        ("-engine name=a -engine cmd=b -each st=1", "no cmd="),
        (f"{TWO}", "think for ever"),
        (f"{TWO} -each tc=inf", "think for ever"),
        (f"{TWO} -each tc=5 st=1", "exclude"),
        (f"{TWO} -each st=1 -flurb 3", "read '-flurb'"),
        (f"{TWO} -each flurb=1", "read 'flurb=1'"),
        (f"{TWO} -each st=x", "expected a number"),
        (f"{TWO} -each st=1 proto=usi", "uci or xboard"),
        (f"{TWO} -each st=1 -rounds", "expected one value"),
        (f"{TWO} -each st=1 -sprt elo0=5 elo1=0", "below"),
        (f"{TWO} -each st=1 -sprt model=x", "logistic or normalized"),
        (f"{TWO} -each st=1 -openings file=/nowhere", "openings"),
        (f"{TWO} -each st=1 -openings format=x", "epd or pgn"),
        (f"{TWO} -each st=1 -openings order=x", "sequential or random"),
        (f"{TWO} -each st=1 -variantfile /nowhere", "variantfile"),
    ],
)
def test_mistakes(words: str, told: str) -> None:
    with pytest.raises(LionleapError, match=told):
        read(words)
