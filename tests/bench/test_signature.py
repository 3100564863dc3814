"""The search signature."""

import pytest

from bench.signature import DEPTH, SIGNATURE, Plan, counted, read_plan, read_positions, run, signature_text, signed
from variants.catalog import Catalog
from variants.errors import LionleapError
from variants.fen import parse_fen

CATALOG = Catalog()


@pytest.mark.parametrize(
    ("words", "plan"),
    [
        ("", Plan()),
        ("leaperhouse depth 6", Plan(depth=6, variants=["leaperhouse"])),
        ("nodes 5000 normal", Plan(depth=None, nodes=5000, variants=["chess"])),
        ("32 1 7 default depth", Plan(hash_mb=32, depth=7)),
        ("16 1 900 default nodes", Plan(depth=None, nodes=900)),
        ("depth", Plan(depth=DEPTH)),
        ("0", Plan(hash_mb=1)),
    ],
)
def test_plans(words: str, plan: Plan) -> None:
    assert read_plan(words.split(), CATALOG) == plan


def test_a_bad_word_is_told() -> None:
    with pytest.raises(LionleapError, match="bench: read 'flurb'"):
        read_plan(["flurb"], CATALOG)


def test_positions_fit_their_games() -> None:
    for name, fens in read_positions([]).items():
        spec = CATALOG.get(name)
        assert len(fens) >= 5
        for fen in fens:
            if fen != "startpos":
                assert parse_fen(spec, fen).fen(spec) == fen
    assert read_positions(["losalamos"]) == {"losalamos": ["startpos"]}


def test_two_runs_are_equal() -> None:
    lines: list[str] = []
    summaries = [run(["losalamos", "yarishogi", "depth", "4"], lines.append, CATALOG, print) for _ in range(2)]
    assert summaries[0][1] == summaries[1][1]
    assert len(lines) == 14 and lines[:7] == lines[7:]
    total = sum(int(line.rpartition(", ")[2].split()[0]) for line in lines[:7])
    assert summaries[0][1] == f"Nodes searched  : {total}"


def test_the_search_is_as_signed() -> None:
    """A change of the search has to write bench/signature.toml anew and say so in its commit."""
    nodes = counted(CATALOG, lambda text: None)
    assert nodes == signed()
    assert SIGNATURE.read_text(encoding="utf-8") == signature_text(nodes)
