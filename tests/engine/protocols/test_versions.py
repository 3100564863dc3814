"""Versions for bug reports."""

import numba

from engine.protocols.about import VERSION
from engine.protocols.versions import versions


def test_versions() -> None:
    text = "\n".join(versions())
    assert VERSION in text and numba.__version__ in text and "compiled code in" in text
