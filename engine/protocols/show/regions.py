"""Sets of squares in words: whole ranks and files, blocks, runs along a file, and what is left square by square."""

from typing import Final

from engine.protocols.show.piece_words import listed
from variants.fen import FILE_LETTERS, square_name
from variants.spec import Squares, VariantSpec

_MOST_PARTS: Final = 16  # a region of more parts is not spelled out


def region_in_words(spec: VariantSpec, squares: Squares) -> str:
    """Return a region as a reader would name it."""
    board = frozenset(range(spec.files * spec.ranks)) - spec.holes
    if not squares:
        return "nowhere"
    if squares >= board:
        return "everywhere"
    files = _whole(spec, squares, board, along_file=True)
    if files and _union(spec, files, along_file=True) & board == squares:
        return _numbered("file", [FILE_LETTERS[file] for file in files])
    ranks = _whole(spec, squares, board, along_file=False)
    parts = [_numbered("rank", [str(rank + 1) for rank in ranks])] if ranks else []
    parts += _parts(spec, squares - _union(spec, ranks, along_file=False))
    if len(parts) > _MOST_PARTS:
        return f"{len(squares)} squares, which the board shows"
    return listed(parts)


def both_in_words(spec: VariantSpec, regions: tuple[Squares, Squares]) -> str:
    """Return a region of both sides."""
    white, black = (region_in_words(spec, region) for region in regions)
    return white if white == black else f"{white} for White, {black} for Black"


def _line(spec: VariantSpec, index: int, along_file: bool) -> Squares:
    if along_file:
        return frozenset(range(index, spec.files * spec.ranks, spec.files))
    return frozenset(range(index * spec.files, (index + 1) * spec.files))


def _union(spec: VariantSpec, lines: list[int], along_file: bool) -> Squares:
    return frozenset(square for index in lines for square in _line(spec, index, along_file))


def _whole(spec: VariantSpec, squares: Squares, board: Squares, along_file: bool) -> list[int]:
    """Return the files or ranks that lie inside a region with all their squares."""
    count = spec.files if along_file else spec.ranks
    lines = [(index, _line(spec, index, along_file) & board) for index in range(count)]
    return [index for index, line in lines if line and line <= squares]


def _numbered(noun: str, names: list[str]) -> str:
    """Return such as `rank 3`, `ranks 8 to 10`."""
    if len(names) == 1:
        return f"{noun} {names[0]}"
    order = FILE_LETTERS.index if noun == "file" else int
    places = [order(name) for name in names]
    run = len(names) > 2 and places == list(range(places[0], places[0] + len(places)))
    return f"{noun}s {names[0]} to {names[-1]}" if run else f"{noun}s {listed(names)}"


def _parts(spec: VariantSpec, squares: Squares) -> list[str]:
    """Return one block, or runs along the files and single squares."""
    if not squares:
        return []
    files = sorted({square % spec.files for square in squares})
    ranks = sorted({square // spec.files for square in squares})
    whole = files[-1] - files[0] < len(files) and ranks[-1] - ranks[0] < len(ranks)
    if whole and len(squares) == len(files) * len(ranks) and len(files) > 1 and len(ranks) > 1:
        first, last = square_name(spec, min(squares)), square_name(spec, max(squares))
        return [f"the {len(files)} by {len(ranks)} squares from {first} to {last}"]
    found = []
    for file in files:
        run: list[int] = []
        for square in [*sorted(s for s in squares if s % spec.files == file), -1]:
            if run and square != run[-1] + spec.files:
                names = [square_name(spec, each) for each in run]
                found += [f"{names[0]} to {names[-1]}"] if len(run) > 2 else names
                run = []
            run.append(square)
    return found
