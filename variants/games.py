"""docs/games.md, made from the definition files of this folder.

Written by: python -m variants.games > docs/games.md

The comment right before a section is the note on the game; a comment `Source: ...` in it is kept apart. The comment at
the top of a file introduces its games.
"""

from dataclasses import dataclass, field
from pathlib import Path

from variants.catalog import FOLDER, Catalog

_HEAD = """\
# The games

Made from the files in `variants/` by `python -m variants.games > docs/games.md`; do not edit.

`lionleap show GAME` shows a game with all its rules; how to write one stands in [variants.md](variants.md), which also
lists where we deviate from Fairy-Stockfish on purpose. `make perft` counts the legal moves of all games against known
positions.
"""

_COLUMNS = "| game | board | what it is | source |\n|---|---|---|---|\n"


@dataclass(slots=True)
class Note:
    """What a file says about a game."""

    game: str
    words: str
    source: str


@dataclass(slots=True)
class Group:
    """A definition file: what its first comment says, and its games in their order."""

    file: str
    words: str
    notes: list[Note] = field(default_factory=list)


def read_group(path: Path) -> Group:
    """Read the comments of a definition file."""
    comment: list[str] = []
    group: Group | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            if not line.startswith("# ----"):
                comment.append(line.lstrip("# "))
        elif line.startswith("["):
            game = line[1:].partition("]")[0].partition(":")[0]
            words, _, source = " ".join(comment).partition("Source: ")
            if group is None:
                group = Group(path.name, "")
            group.notes.append(Note(game, words.strip(), source.strip()))
            comment = []
        else:
            if group is None and comment:
                group = Group(path.name, " ".join(comment))
            comment = []
    return group or Group(path.name, " ".join(comment))


def games_markdown() -> str:
    """The whole page."""
    catalog = Catalog()
    parts = [_HEAD]
    for path in sorted(FOLDER.glob("*.ini")):
        group = read_group(path)
        parts.append(f"\n## {group.file}\n\n{group.words}\n\n{_COLUMNS}")
        parts += [_row(catalog, note) for note in group.notes]
    return "".join(parts)


def _row(catalog: Catalog, note: Note) -> str:
    if note.game in catalog.unplayed:
        missing = ", ".join(f"`{key}`" for key in catalog.unplayed[note.game])
        return f"| `{note.game}` | | {note.words} Not played yet, for want of {missing}. | {note.source} |\n"
    spec = catalog.get(note.game)
    names = ", ".join(f"`{name}`" for name in (spec.name, *spec.aliases))
    return f"| {names} | {spec.files} x {spec.ranks} | {note.words} | {note.source} |\n"


if __name__ == "__main__":
    print(games_markdown(), end="")
