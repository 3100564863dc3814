"""Keys that the engine does not play, for the tests of what is said about them."""

import dataclasses
from collections.abc import Iterator

import pytest

from variants import draft, keys


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if connectN and flagPieceBlockedWin were not played."""
    for name in ("connectN", "flagPieceBlockedWin"):
        key = dataclasses.replace(keys.key_named(name), plays=False)
        monkeypatch.setitem(keys._BY_NAME, name, key)
        monkeypatch.setitem(keys._BY_SPELLING, name, key)
    draft._key_of.cache_clear()
    yield
    draft._key_of.cache_clear()
