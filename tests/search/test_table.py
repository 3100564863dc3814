"""The transposition table."""

import random

import numpy as np

from engine.move import MOVE_BITS
from search.layout import MAX_DEPTH, search_dtype
from search.score import MATE, MATE_BOUND, REFEREE, from_table, storable, to_table
from search.table import (
    EXACT,
    LOWER,
    SCORE_SHIFT,
    UPPER,
    Table,
    entry_bound,
    entry_depth,
    entry_move,
    entry_score,
    keep,
    probe,
)


def attached(table: Table) -> np.void:
    record = np.zeros(1, dtype=search_dtype(64))[0]
    table.attach(record)
    return record


def test_fields_come_back() -> None:
    assert SCORE_SHIFT == MOVE_BITS
    record = attached(table := Table(1))
    choice = random.Random(1)
    for _ in range(300):
        key, move = choice.randrange(-(2**63), 2**63), choice.randrange(1, 1 << 36)
        score, depth, bound = choice.randint(-MATE, MATE), choice.randint(0, MAX_DEPTH), choice.randint(1, 3)
        table.age = choice.randrange(8)
        table.attach(record)
        keep(record, key, move, score, depth, bound)
        data = int(probe(record, key))
        assert data and probe(record, key ^ 1) == 0
        assert (entry_move(data), entry_score(data)) == (move, score)
        assert (entry_depth(data), entry_bound(data)) == (depth, bound)


def test_size_and_alignment() -> None:
    for megabytes, buckets in ((0, 1), (1, 1 << 14), (3, 1 << 15)):
        table = Table(megabytes)
        assert len(table.words) == 8 * buckets and table.words.ctypes.data % 64 == 0


def test_a_torn_entry_is_not_found() -> None:
    record = attached(table := Table(0))
    keep(record, 12345, 7, 8, 9, EXACT)
    table.words[1] ^= 1 << 20
    assert probe(record, 12345) == 0


def test_replacement() -> None:
    record = attached(table := Table(0))
    for number in range(4):
        keep(record, number << 32, 1, 0, 10 + number, LOWER)
    keep(record, 9 << 32, 1, 0, 1, LOWER)
    assert not probe(record, 0) and probe(record, 9 << 32)  # the shallowest went
    table.next_search()
    table.attach(record)
    for number in range(4, 8):
        keep(record, number << 32, 1, 0, 6, LOWER)
    assert all(probe(record, number << 32) for number in range(4, 8))  # what is old goes first
    keep(record, 4 << 32, 0, 5, 7, UPPER)
    assert entry_move(int(probe(record, 4 << 32))) == 1  # the known move stays
    keep(record, 4 << 32, 3, 5, 1, LOWER)
    assert entry_depth(int(probe(record, 4 << 32))) == 7  # a deeper entry stays
    assert table.fullness() == 1000
    table.clear()
    assert not probe(record, 4 << 32)


def test_mates_count_from_the_stored_position() -> None:
    for ply in (0, 3, 50):
        for score in (MATE - 60, 60 - MATE, 123, -20000):
            assert from_table(to_table(score, ply), ply) == score
    assert to_table(MATE - 60, 50) == MATE - 10 and abs(to_table(MATE_BOUND, 9)) <= MATE
    assert storable(0) and storable(MATE - 3) and storable(5 - MATE)
    assert not storable(REFEREE - 5) and not storable(7 - REFEREE)
