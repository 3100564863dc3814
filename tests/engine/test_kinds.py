"""Piece kinds, classes and promotions."""

import dataclasses

import pytest

from engine.kinds import list_kinds
from engine.layout import ROWS
from tests.engine.helpers import every_game, game
from variants.errors import VariantError
from variants.spec import BLACK, WHITE, PieceSpec, Ride


@pytest.mark.parametrize("name", every_game())
def test_kinds(name: str) -> None:
    """Numbers count from 1, texts are unique, every kind has a class."""
    table = game(name).table
    assert [kind.number for kind in table.kinds] == list(range(1, len(table.kinds) + 1))
    texts = [kind.text(colour) for kind in table.kinds for colour in (WHITE, BLACK)]
    assert len(set(texts)) == len(texts)
    assert set(table.classes) == {kind.number for kind in table.kinds}
    assert set(table.classes.values()) == set(range(len(table.class_kinds)))
    assert len(table.class_kinds) <= ROWS
    for kind in table.kinds:
        other = table.class_kinds[table.classes[kind.number]]
        assert set(other.piece.rides) == set(kind.piece.rides)
        assert table.find(kind.letter, kind.mark) is kind
    assert table.find("?") is None


def test_golds_are_one_class() -> None:
    """Five kinds that move as a gold general are one loop; promoted ones keep their own hand."""
    table = game("okisakishogi").table
    golds = [table.find("g"), *(table.find(letter, "+") for letter in "plns")]
    assert len({table.classes[kind.number] for kind in golds if kind}) == 1
    pawn = table.find("p", "+")
    assert pawn is not None and (pawn.base, pawn.text(WHITE), pawn.text(BLACK)) == ("p", "+P", "+p")


def test_promotions() -> None:
    """Lists, zones and obligations."""
    table = game("chess").table
    pawn = table.promotions[0][WHITE]
    assert [table.kinds[n - 1].letter for n in pawn.choices] == list("nbrq")
    assert (pawn.by_origin, pawn.forced) == (False, True)
    table = game("leaperhouse").table
    foot = table.find("p")
    assert foot is not None
    leaper = table.promotions[foot.number - 1][WHITE]
    assert (leaper.by_origin, leaper.forced, len(leaper.choices)) == (True, True, 1)
    okisaki = game("okisakishogi").table
    lance = okisaki.find("l")
    assert lance is not None and not okisaki.promotions[lance.number - 1][WHITE].forced
    frolov = game("frolov10x10").table
    for letter, choices in (("p", "rnmgwc"), ("s", "bjevda"), ("f", "qozytu"), ("q", "")):
        kind = frolov.find(letter)
        assert kind is not None
        found = [frolov.kinds[n - 1].letter for n in frolov.promotions[kind.number - 1][BLACK].choices]
        assert sorted(found) == sorted(choices)


@pytest.mark.parametrize("preset", ["wizard", "caliph"])
def test_presets_keep_the_lists(preset: str) -> None:
    """A piece that a preset defines anew is still promoted to, becomes its compound and has its points."""
    plain, other = game("frolov10x10").spec, game(f"frolov10x10-{preset}").spec
    for field in ("promotion_choices", "capture_promotion", "points", "special_types"):
        one, two = getattr(plain, field), getattr(other, field)
        assert sorted(map(str, one)) == sorted(map(str, two)), field


def test_too_many() -> None:
    """More kinds, or more ways of moving, than there is room for."""
    spec = game("chess").spec
    many = tuple(
        PieceSpec(f"customPiece{n}", chr(0x100 + n), "?", (Ride((1 + n // 8, n % 8)),)) for n in range(ROWS + 1)
    )
    with pytest.raises(VariantError, match="ways of moving"):
        list_kinds(dataclasses.replace(spec, pieces=spec.pieces + many))
    alike = tuple(PieceSpec(f"customPiece{n}", chr(0x100 + n), "N", (Ride((1, 2)),)) for n in range(64))
    with pytest.raises(VariantError, match="kinds of pieces"):
        list_kinds(dataclasses.replace(spec, pieces=spec.pieces + alike))
