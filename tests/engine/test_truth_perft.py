"""Counted positions, move lists and results that come from other programs or from generators written apart."""

from collections import defaultdict

import pytest

from engine.board import Board
from tests.engine.helpers import BUILT_IN, NOTATION, VALUES, board, difference, rows, texts

CAP = 3_000_000  # nodes of one row; the file takes well under a minute
MOST_PEER = 300_000  # for the many small positions of Fairy-Stockfish

TABLES = [
    ("perft/seeds.tsv", "", CAP),
    ("perft/mightylion.tsv", "mightylion", CAP),
    ("perft/mightylion-golden.tsv", "mightylion", CAP),
    ("perft/frolov10x10.tsv", "frolov10x10", CAP),
    ("perft/fairy-stockfish.tsv", "", MOST_PEER),
    ("perft/fairy-stockfish-960.tsv", "", MOST_PEER),
    ("perft/fairy-stockfish-random.tsv", "", MOST_PEER),
]


def divided(position: Board, depth: int) -> str:
    """Perft for each first move, as text."""
    lines = []
    for move in position.legal_moves():
        text = NOTATION.write(position, move)
        position.push(move)
        lines.append(f"{text}: {position.perft(depth - 1)}")
        position.pop()
    return "\n".join(sorted(lines))


def check(name: str, fen: str, depth: int, nodes: int) -> None:
    """Assert one count, with the divide where it is wrong."""
    position = board(name, fen)
    got = position.perft(depth)
    assert got == nodes, f"{name} {fen} depth {depth}: expected {nodes}, got {got}\n{divided(position, depth)}"


@pytest.mark.parametrize(("table", "name", "cap"), TABLES)
def test_perft(table: str, name: str, cap: int) -> None:
    """All rows of the catalogue's games up to a cap, each position at its greatest depth and at depth 1."""
    counts: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for row in rows(table):
        variant = name or row[0]
        if variant in BUILT_IN and int(row[-1]) <= cap:
            counts[variant, row[-3]][int(row[-2])] = int(row[-1])
    assert len(counts) > 5
    for (variant, fen), by_depth in counts.items():
        for depth, nodes in by_depth.items():
            check(variant, fen, depth, nodes)


@pytest.mark.slow
@pytest.mark.parametrize(("table", "name", "cap"), TABLES)
def test_perft_deep(table: str, name: str, cap: int) -> None:
    """The rows above the cap."""
    for row in rows(table):
        if (name or row[0]) in BUILT_IN and int(row[-1]) > cap:
            check(name or row[0], row[-3], int(row[-2]), int(row[-1]))


def test_start_of_the_104_square_game() -> None:
    """37, 1369, 56114, 2282315."""
    for depth, nodes in enumerate([37, 1369, 56114, 2282315], 1):
        check("frolov10x10", "startpos", depth, nodes)


@pytest.mark.parametrize("name", ["mightylion", "frolov10x10"])
def test_move_lists(name: str) -> None:
    """The lists of the reference generators, text by text."""
    for fen, count, moves, *_ in rows(f"moves/{name}.tsv"):
        legal = texts(board(name, fen))
        assert legal == sorted(moves.split()), difference(fen, legal, moves.split())
        assert len(legal) == int(count)


def test_results_of_the_drop_games() -> None:
    """`rules-seeds.tsv` in its column `project`."""
    for name, fen, moves, side, legal, check_given, peer, project, note in rows("rules-seeds.tsv"):
        position = board(name, fen, "" if moves == "-" else moves)
        wanted = peer if project == "same" else project
        outcome = position.outcome()
        if wanted == "-":
            assert outcome is None, note
        else:
            kind, value = wanted.split(":")
            assert outcome is not None, note
            assert (outcome.immediate, outcome.value) == (kind != "claim", VALUES[value]), note
        state = ("wb"[position.side], len(position.legal_moves()), int(position.in_check))
        assert state == (side, int(legal), int(check_given)), note


def test_golden_lion_positions() -> None:
    """Section 6.4 of the rules text: number of moves, and of the Lion's."""
    for name, fen, moves, count, lion, present, absent in rows("moves/mightylion-golden.tsv"):
        position = board("mightylion", fen, "" if moves == "-" else moves)
        legal = texts(position)
        if count != "-":
            assert len(legal) == int(count), (name, legal)
        if lion != "-":
            kinds = [NOTATION.write(position, m) for m in position.legal_moves() if _is_lion(position, m)]
            assert len(kinds) == int(lion), (name, sorted(kinds))
        assert {*present.split()} - {"-"} <= set(legal), name
        assert not {*absent.split()} & set(legal), name


def _is_lion(position: Board, move: int) -> bool:
    man = position.setup().pieces[move >> 8 & 255]
    return man.letter == "l"
