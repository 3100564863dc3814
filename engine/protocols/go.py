"""What a `go` line asks for, as plain data."""

from dataclasses import dataclass, field, fields
from typing import Final

from search.limits import Bounds
from variants.errors import shown
from variants.spec import BLACK, WHITE

_FLAGS: Final = ("infinite", "ponder")
_NUMBERS: Final = (*(bound.name for bound in fields(Bounds) if bound.name not in _FLAGS), "perft")
_OWN_CLOCK: Final = {"time": "time", "increment": "inc"}  # UCCI: of the side to move
_OTHER_CLOCK: Final = {"opptime": "time", "oppincrement": "inc"}
_ZERO_IS_NO_LIMIT: Final = ("depth", "nodes", "movetime", "mate", "perft", "movestogo")
_MOST: Final = 1 << 53


@dataclass(slots=True)
class Go(Bounds):
    """One request. A limit is None where its word was absent, or was 0 where that means no limit."""

    perft: int | None = None
    searchmoves: list[str] | None = None  # texts; the position tells which of them are moves
    complaints: list[str] = field(default_factory=list)

    @property
    def unlimited(self) -> bool:
        """Whether only `stop` can end the search."""
        clock = self.wtime, self.btime, self.byoyomi
        return all(limit is None for limit in (self.depth, self.nodes, self.movetime, self.mate, *clock))


def read_go(words: list[str], side: int) -> Go:
    """Read the words behind `go`; `side` is the side to move. What cannot be read is complained of and skipped."""
    request = Go()
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _FLAGS:
            setattr(request, word, True)
        elif word == "searchmoves":
            request.searchmoves = []
            while rest and not _is_word(rest[0]):
                request.searchmoves.append(rest.pop(0))
        elif _is_word(word):
            _read_number(request, word, rest, side)
        else:
            request.complaints.append(f"go: read {shown(word)}, expected a limit; it is skipped")
    return request


def _is_word(text: str) -> bool:
    return text == "searchmoves" or any(text in table for table in (_FLAGS, _NUMBERS, _OWN_CLOCK, _OTHER_CLOCK))


def _read_number(request: Go, word: str, rest: list[str], side: int) -> None:
    text = rest[0] if rest else ""
    try:
        if len(text) > 20 or "_" in text:
            raise ValueError
        number = min(max(int(text), -_MOST), _MOST)
    except ValueError:
        # A word that is no number may be the next limit: it is not used up.
        if rest and not _is_word(text):
            rest.pop(0)
        request.complaints.append(f"go {word}: read {shown(text)}, expected a number; it is skipped")
        return
    rest.pop(0)
    name = word if word in _NUMBERS else _clock(word, side)
    setattr(request, name, None if number <= 0 and name in _ZERO_IS_NO_LIMIT else number)


def _clock(word: str, side: int) -> str:
    whose = side if word in _OWN_CLOCK else (BLACK if side == WHITE else WHITE)
    return "wb"[whose] + (_OWN_CLOCK | _OTHER_CLOCK)[word]
