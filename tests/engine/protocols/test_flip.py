"""Changing colours."""

import pytest

from engine.protocols.flip import flipped
from variants.catalog import Catalog
from variants.fen import parse_fen

CATALOG = Catalog()


@pytest.mark.parametrize(
    ("game", "fen", "expected"),
    [
        ("chess", "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPP1PPP/RNBQKBNR b Kq - 0 3", None),
        ("chess", "4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 5 9", "r3k3/8/8/3Pp3/8/8/8/4K3 w q e6 5 9"),
        ("yarishogi", "3k3/7/7/7/7/7/+r6/7/3K3[PPr] w - - 0 1", "3k3/7/+R6/7/7/7/7/7/3K3[Rpp] b - - 0 1"),
    ],
)
def test_flip(game: str, fen: str, expected: str | None) -> None:
    spec = CATALOG.get(game)
    setup = parse_fen(spec, fen)
    once = flipped(spec, setup)
    if expected is not None:
        assert once.fen(spec) == expected
    assert once.side != setup.side
    assert flipped(spec, once).fen(spec) == setup.fen(spec)
