"""docs/keys.md, made from the tables of keys and pieces.

Written by: python -m variants.reference > docs/keys.md
"""

from variants.keys import CUSTOM_PIECES, KEYS, MAX_SQUARES, PIECES, Key, is_custom

_HEAD = f"""\
# Keys of a definition file

Made from `variants/keys.py` by `python -m variants.reference > docs/keys.md`; do not edit. How to write a file stands
in [variants.md](variants.md).

*Plays*: whether the engine plays the rule. A game that sets a key of the rules not played yet to something else than
its default is refused. *White/Black*: `also` means that `key`, `keyWhite` and `keyBlack` exist and the ones with a
colour win; `only` means that the key is always written with a colour. A default that is a piece is written by name.

| type | what is read |
|---|---|
| true or false | also `yes`, `no`, `1`, `0`, in any case |
| number | digits only; nothing may follow |
| rank | 1 to the number of ranks; a board has at most {MAX_SQUARES} cells |
| file | a letter or a number |
| word | one of the words named |
| letter | the letter of a piece in either case, `-` for none; of several the last counts |
| letters | letters of pieces, blanks allowed; `*` is all pieces but the king; `-` ends the list |
| squares | `e4`, a rank `*4`, a file `e*`, with blanks between; `-` ends the list |
| letter:number list, letter:letter list | `n:3 b:3`, `p:g l:g` |
| text, position, names, castling rights, material list | see the key |
"""

_PIECES_HEAD = f"""\
`name = letter` puts a type into the game, `name = -` takes a parent's out of it. `king` is royal and may have moves of
its own: `king = k:KN`. `customPiece1` to `customPiece{CUSTOM_PIECES}` have none but their own: `customPiece1 = c:NW`.

| name | Betza | plays |
|---|---|---|
"""


def keys_markdown() -> str:
    """The whole page."""
    parts = [_HEAD]
    for group in dict.fromkeys(key.group for key in KEYS):
        parts.append(f"\n## {group}\n\n| key | type | default | White/Black | plays | meaning | example |\n")
        parts.append("|---|---|---|---|---|---|---|\n")
        parts += [_row(key) for key in KEYS if key.group == group]
    parts.append("\n## Piece types\n\n")
    parts.append(_PIECES_HEAD)
    parts += [f"| `{p.name}` | {_code(p.betza)} | {_yes(p.plays)} |\n" for p in PIECES if not is_custom(p.name)]
    return "".join(parts)


def _row(key: Key) -> str:
    default = key.default if key.black is None else f"{key.default} / {key.black}"
    meaning = key.meaning
    if key.words:
        meaning += f" One of: {', '.join(key.words)}."
    if key.instead:
        meaning += f" Write {key.instead}."
    cells = (f"`{key.name}`", key.kind, _code(default), key.sides, _yes(key.plays), meaning, _code(key.example))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _code(text: str) -> str:
    return f"`{text}`" if text else "none"


def _yes(plays: bool) -> str:
    return "yes" if plays else "not yet"


if __name__ == "__main__":
    print(keys_markdown(), end="")
