"""Games as PGN: written so that other tools read them, read back so that a match goes on where it was interrupted.

Besides the usual tags a game has `MatchId`, which tells the match by its settings, `EndKind`, `EndReason`, `FaultOf`
and `OpeningMoves`; its `Round` is the pair and the game in it.
"""

import os
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bench.entrant import Fault
from bench.game import ADJUDICATION, Record
from variants.errors import LionleapError

WIDTH: Final = 100
RESULTS: Final = ("1-0", "0-1", "1/2-1/2")
TERMINATIONS: Final[dict[str, str]] = {
    ADJUDICATION: "adjudication",
    Fault.CRASH: "abandoned",
    Fault.STALL: "stalled connection",
    Fault.ILLEGAL: "illegal move",
    Fault.CLAIM: "rules infraction",
    Fault.TIME: "time forfeit",
}
_TAG: Final = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')


class PgnError(LionleapError):
    """A file that is no PGN of a match."""


@dataclass(frozen=True, slots=True)
class Heading:
    """What all games of a match have in common. `match_id` tells it from other matches in the same file."""

    match_id: str
    variant: str
    controls: Mapping[str, str]  # by the engines' names
    event: str = "Lionleap match"


def text_of(record: Record, heading: Heading) -> str:
    """Return a game as PGN, with an empty line at its end."""
    names = record.names
    white, black = names[record.white], names[record.black]
    controls = (heading.controls[white], heading.controls[black])
    tags = {
        "Event": heading.event,
        "Site": "?",
        "Date": datetime.now(UTC).strftime("%Y.%m.%d"),
        "Round": f"{record.pair + 1}.{record.number + 1}",
        "White": white,
        "Black": black,
        "Result": record.result,
        "Variant": heading.variant,
    }
    if record.fen:
        tags |= {"SetUp": "1", "FEN": record.fen}
    if controls[0] == controls[1]:
        tags["TimeControl"] = controls[0]
    else:
        tags |= {"WhiteTimeControl": controls[0], "BlackTimeControl": controls[1]}
    tags |= {
        "PlyCount": str(len(record.moves)),
        "Termination": TERMINATIONS.get(record.ending, "normal"),
        "EndKind": record.ending,
        "EndReason": record.reason,
        "OpeningMoves": " ".join(record.moves[: record.opening_plies]),
        "MatchId": heading.match_id,
    }
    if record.faulty is not None:
        tags["FaultOf"] = names[record.faulty]
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    body = textwrap.wrap(_movetext(record), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *body, "", ""])


def _movetext(record: Record) -> str:
    black_begins = record.fen.split()[1:2] == ["b"]
    words = []
    for number, text in enumerate(record.texts):
        turn = number + black_begins
        if turn % 2 == 0:
            words.append(f"{turn // 2 + 1}.")
        elif number == 0:
            words.append(f"{turn // 2 + 1}...")
        words.append(text)
        made = number - record.opening_plies
        if 0 <= made < len(record.comments):
            words.append(_comment(record.comments[made]))
    return " ".join([*words, _comment(record.reason), record.result])


def _comment(text: str) -> str:
    return "{" + text.replace("{", "(").replace("}", ")") + "}"


def _escaped(text: str) -> str:
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text.replace("\\", "\\\\").replace('"', '\\"')


class PgnFile:
    """A file that games are added to, one at a time, each whole or not at all."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def read(self, match_id: str, names: tuple[str, ...]) -> list[Record]:
        """Return the games of a match. A last game that was cut off is taken out of the file. Raises PgnError."""
        if not self.path.exists():
            return []
        try:
            data = self.path.read_bytes()
            text = data.decode("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PgnError(f"{self.path}: {error}") from error
        games, end = _split(text)
        if text[end:].strip():
            with self.path.open("r+b") as file:
                file.truncate(len(text[:end].encode()))
        return [_record(tags, names) for tags in games if tags.get("MatchId") == match_id]

    def add(self, text: str) -> None:
        """Write a game, so that it is there whatever happens next."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def _split(text: str) -> tuple[list[dict[str, str]], int]:
    """Return the tags of all whole games, and where the last one ends."""
    games: list[dict[str, str]] = []
    tags: dict[str, str] = {}
    end = position = 0
    for line in text.splitlines(keepends=True):
        position += len(line)
        tag = _TAG.fullmatch(line.strip())
        if tag:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif tags and line.endswith("\n") and line.split()[-1:] == [tags.get("Result", "")]:
            games.append(tags)
            tags, end = {}, position
        elif not line.strip() and not tags:
            end = position
    return games, end


def _record(tags: dict[str, str], engines: tuple[str, ...]) -> Record:
    try:
        pair, number = (int(part) - 1 for part in tags["Round"].split("."))
        first, second = sorted(engines.index(tags[side]) for side in ("White", "Black"))
        names = (engines[first], engines[second])
        white = names.index(tags["White"])
    except (KeyError, ValueError) as error:
        raise PgnError(f"a game of this match has Round {tags.get('Round')} and White {tags.get('White')}") from error
    moves = tags.get("OpeningMoves", "").split()
    fault = tags.get("FaultOf")
    return Record(
        pair=pair,
        number=number,
        white=white,
        names=names,
        fen=tags.get("FEN", ""),
        opening_plies=len(moves),
        moves=moves,
        result=tags["Result"],
        reason=tags.get("EndReason", ""),
        ending=tags.get("EndKind", ""),
        faulty=names.index(fault) if fault in names else None,
    )
