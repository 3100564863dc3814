"""The page of the games."""

from pathlib import Path

from variants.catalog import FOLDER, Catalog
from variants.games import games_markdown, read_group

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def test_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == games_markdown(), "run: python -m variants.games > docs/games.md"


def test_comments_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.ini"
    text = (
        "# Head,\n# two lines.\n\n# ---- part\n\n# First.\n# Source: here.\n[one]\n"
        "king = k\n# no note\npawn = p\n\n[two:one]\n"
    )
    path.write_text(text)
    group = read_group(path)
    assert (group.file, group.words) == ("a.ini", "Head, two lines.")
    found = [(note.game, note.words, note.source) for note in group.notes]
    assert found == [("one", "First.", "here."), ("two", "", "")]


def test_every_game_has_a_note_and_a_source() -> None:
    """Games of a file of their own have them at its top."""
    listed = {path.name: read_group(path) for path in FOLDER.glob("*.ini")}
    assert sum(len(group.notes) for group in listed.values()) >= 118 + len(Catalog().unplayed)
    for group in listed.values():
        assert group.words
        for note in group.notes:
            assert note.source or "Source:" in group.words or note.words, note.game
