"""What engines say about their moves."""

from bench.entrant import Entrant, Table, Thought


def test_comments() -> None:
    assert Thought("e2e4", 520.0, 31, None, 12).comment() == "+0.31/12 0.520s"
    assert Thought("e2e4", 5.0, None, -3, 9).comment() == "-M3/9 0.005s"
    assert Thought("e2e4", 5.0, -5, None, 1).comment() == "-0.05/1 0.005s"
    assert Thought("e2e4", 5.0).comment() == "0.005s"


def test_scores() -> None:
    assert Thought("", 0.0, 31).centipawns() == 31 and Thought("", 0.0).centipawns() is None
    won, lost = Thought("", 0.0, mate=3).centipawns(), Thought("", 0.0, mate=-3).centipawns()
    assert won == 99997 and lost == -99997


def test_names_of_a_game() -> None:
    table = Table("mightylion", ("lion",))
    assert table.names(Entrant("a", "a")) == ("mightylion", "lion")
    assert table.names(Entrant("a", "a", variant="lion-chess")) == ("lion-chess",)
