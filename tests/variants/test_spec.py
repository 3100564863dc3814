"""The contract: frozen, hashable, documented fields."""

import dataclasses

import pytest

from variants.spec import VariantSpec


def test_frozen_and_hashable() -> None:
    spec = VariantSpec("x", "f:1")
    assert hash(spec) == hash(VariantSpec("x", "f:1"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        spec.name = "y"  # type: ignore[misc]
