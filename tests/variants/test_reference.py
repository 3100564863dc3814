"""docs/keys.md is what the table says."""

from pathlib import Path

from variants.keys import KEYS
from variants.reference import keys_markdown

PAGE = Path(__file__).parents[2] / "docs" / "keys.md"


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == keys_markdown(), "run: python -m variants.reference > docs/keys.md"


def test_every_key_has_a_row() -> None:
    page = keys_markdown()
    assert all(f"| `{key.name}` |" in page for key in KEYS)
