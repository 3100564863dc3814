"""`lionleap learn`: a whole tiny run, broken off and resumed, with a network that wins and one that does not."""

import json
from pathlib import Path

import pytest

from bench import learn
from bench.learn import Chapter, LearnError, Story, main
from bench.match_options import Plan
from bench.score import Counts
from eval.network_file import NO_NETWORK, read
from tests.search.games import game_of

TINY = ["--nodes", "60", "--plies", "6-9", "--lanes", "64", "--passes", "2", "--concurrency", "1"]


def run(folder: Path, *words: str) -> int:
    return main(["yarishogi", "--folder", str(folder), *TINY, *words])


@pytest.mark.slow
def test_a_whole_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two generations: games, training, a match of two games. Nothing is done twice."""
    words = ("--games", "40", "--generations", "2", "--match-games", "2", "--tc", "0.3+0.02")
    assert run(tmp_path, *words) == 0
    told = capsys.readouterr().out
    assert "pass 2 of 2" in told and "Score of new vs before" in told
    game = game_of("yarishogi")
    for generation in (1, 2):
        network = read(tmp_path / f"network-{generation}.net", game)
        assert network.lanes == 64 and f"generation {generation}" in network.origin
        card = (tmp_path / f"network-{generation}.md").read_text(encoding="utf-8")
        assert "positions of" in card and "match" in card
    chapters = Story.open(tmp_path / "state.json").chapters
    assert chapters[1].positions > chapters[0].positions > 100 and chapters[1].games == 80
    assert all(chapter.verdict and chapter.trained for chapter in chapters)
    assert run(tmp_path, *words) == 0
    assert "pass" not in capsys.readouterr().out.replace("passes", "")


class _Match:
    """A match with a result of our choice."""

    def __init__(self, wins: int, losses: int) -> None:
        self.wins, self.losses = wins, losses

    @property
    def tally(self) -> "_Match":
        return self

    def results(self) -> tuple[int, int, int]:
        return self.wins, self.losses, 2

    def counts(self) -> Counts:
        return Counts((self.losses, 2, self.wins))


def test_only_a_won_match_makes_a_network_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games of workers are replaced by games of this process, and matches by their results."""
    plans = []
    scores = iter([(3, 3), (40, 8), (8, 40)])

    def play(plan: Plan, _display: object) -> _Match:
        plans.append(plan)
        return _Match(*next(scores))

    monkeypatch.setattr(learn, "run_match", play)
    monkeypatch.setattr(learn, "own_network", lambda _game: NO_NETWORK)
    monkeypatch.setattr(learn, "results", lambda jobs, work, _concurrency, _cluster: ((job, work(job)) for job in jobs))
    assert run(tmp_path, "--games", "30", "--generations", "1") == 0
    best = tmp_path / "yarishogi.net"
    assert not best.exists() and "not accepted: +3 -3 =2" in capsys.readouterr().out
    assert run(tmp_path, "--games", "30", "--generations", "3") == 0
    out = capsys.readouterr().out
    assert "generation 2: accepted: +40 -8 =2" in out and "generation 3: not accepted" in out
    assert best.read_bytes() == (tmp_path / "network-2.net").read_bytes()
    assert "accepted: +40" in best.with_suffix(".md").read_text(encoding="utf-8")
    options = [dict(plan.entrants[1].options) for plan in plans]
    assert [option.get("Use NNUE") for option in options] == ["false", "false", None]
    assert options[2]["EvalFile"].endswith("before-3.net")
    assert (tmp_path / "before-3.net").read_bytes() == best.read_bytes()


def test_no_match_no_acceptance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card says of games that were played elsewhere how they were, whatever is asked of new ones."""
    monkeypatch.setattr(learn, "results", lambda jobs, work, _concurrency, _cluster: ((job, work(job)) for job in jobs))
    assert run(tmp_path, "--games", "30", "--match-games", "0") == 0
    assert (tmp_path / "network-1.net").exists() and not (tmp_path / "yarishogi.net").exists()
    first = tmp_path / "games-1.samples"
    assert run(tmp_path / "more", "--games", "10", "--match-games", "0", "--samples", str(first)) == 0
    assert run(tmp_path / "same", "--nodes", "900", "--games", "0", "--match-games", "0", "--samples", str(first)) == 0
    for folder, games, rows in (("more", 40, [30, 10]), ("same", 30, [30])):
        assert Story.open(tmp_path / folder / "state.json").chapters[0].games == games
        card = (tmp_path / folder / "network-1.md").read_text(encoding="utf-8").splitlines()
        played = [line for line in card if "random plies" in line]
        assert played == [f"| {row} games | 60 nodes a move after 6-9 random plies, seed 1 |" for row in rows]


def test_faults_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuchgame", "--folder", str(tmp_path)]) == 1
    assert run(tmp_path, "--plies", "9-3") == 1
    assert "expected such as 8-12" in capsys.readouterr().err
    (tmp_path / "state.json").write_text("{", encoding="utf-8")
    assert run(tmp_path) == 1
    assert "no state of a run" in capsys.readouterr().err


def test_the_story_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    story = Story.open(path)
    story.chapter(2).verdict = "x"
    story.save()
    assert Story.open(path).chapters == [Chapter(), Chapter(verdict="x")]
    path.write_text(json.dumps([{"verdict": "y", "later": 1}]), encoding="utf-8")
    assert Story.open(path).chapter(1).verdict == "y"
    path.write_text("[3]", encoding="utf-8")
    with pytest.raises(LearnError):
        Story.open(path)
