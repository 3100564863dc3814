"""The table of the search's margins."""

from typing import Final

from search.layout import search_dtype
from search.margins import MARGINS, find

WIDTH: Final = 64


def test_rows_make_sense() -> None:
    for margin in MARGINS:
        assert margin.low <= margin.default <= margin.high, margin.name
        assert 0 < margin.step <= (margin.high - margin.low) / 4, margin.name
        assert margin.name.isidentifier() and margin.meaning, margin.name
        assert find(margin.name) is margin
    assert find("flurb") is None


def test_each_is_one_field_of_the_record() -> None:
    names = search_dtype(WIDTH).names or ()
    assert all(names.count(margin.name) == 1 for margin in MARGINS)
