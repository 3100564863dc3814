"""Positions with what a search said of them and how their game ended: what networks learn from. Files of them.

A file begins with one line of JSON: what the positions are of and how they were made. Chunks follow, one for each job
of some games: number of the job, number of positions, CRC-32 of those, all u4, then the positions, little-endian.
What was cut off at the end, when a run was broken off, is left out and written over.
"""

import json
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from engine.rules import Game
from eval.inputs import digest_of, inputs_of
from variants.errors import LionleapError, shown

FORMAT: Final = "lionleap samples 1"
MOST_HEADER: Final = 65536  # bytes

_CHUNK: Final = struct.Struct("<III")


class SamplesError(LionleapError):
    """A file of samples that cannot be used."""


def sample_dtype(game: Game) -> np.dtype[Any]:
    """Return the type of one position.

    game : one number for all positions of a game: bench/generator.py
    score : centipawns for White; result : 1, 0, -1 for White; hands as eval.inputs.Inputs.hands orders them
    """
    cells = game.spec.files * game.spec.ranks
    return np.dtype(
        [
            ("game", "<u8"),
            ("score", "<i2"),
            ("result", "i1"),
            ("side", "u1"),
            ("board", "u1", (cells,)),
            ("hands", "u1", (len(inputs_of(game).hands),)),
        ]
    )


@dataclass(slots=True)
class SampleFile:
    """A file of samples of one game. `jobs` are those whose chunks are in it."""

    path: Path
    game: Game
    settings: dict[str, Any]
    jobs: set[int] = field(default_factory=set)
    positions: int = 0

    @classmethod
    def open(cls, path: Path, game: Game, settings: dict[str, Any] | None = None) -> Self:
        """Open a file, or begin one with these settings. SamplesError where it is of another game or other settings."""
        if not path.exists():
            if settings is None:
                raise SamplesError(f"{shown(path.name)}: there is no such file")
            about = {"format": FORMAT, "variant": game.spec.name, "digest": digest_of(game), "settings": settings}
            path.write_bytes(json.dumps(about).encode() + b"\n")
        with path.open("rb") as file:
            line = file.readline(MOST_HEADER)
        try:
            about = json.loads(line)
            known, digest, found = about["format"], about["digest"], about["settings"]
        except (ValueError, KeyError, TypeError) as error:
            raise SamplesError(f"{shown(path.name)}: this is no file of samples") from error
        if known != FORMAT or digest != digest_of(game):
            raise SamplesError(f"{shown(path.name)}: it is not a file of {FORMAT!r} for {game.spec.name} as it is now")
        if settings is not None and found != settings:
            raise SamplesError(f"{shown(path.name)}: it was made with {found}, not with {settings}")
        opened = cls(path, game, found)
        end = len(line)
        for number, samples, behind in opened._chunks():
            opened.jobs.add(number)
            opened.positions += len(samples)
            end = behind
        if end < path.stat().st_size:
            with path.open("r+b") as file:
                file.truncate(end)
        return opened

    def _chunks(self) -> Iterator[tuple[int, NDArray[Any], int]]:
        """Yield job, positions and the place behind them for every whole chunk."""
        dtype = sample_dtype(self.game)
        with self.path.open("rb") as file:
            file.readline(MOST_HEADER)
            while True:
                head = file.read(_CHUNK.size)
                if len(head) < _CHUNK.size:
                    return
                number, count, crc = _CHUNK.unpack(head)
                data = file.read(count * dtype.itemsize)
                if len(data) < count * dtype.itemsize or zlib.crc32(data) != crc:
                    return
                yield number, np.frombuffer(data, dtype=dtype), file.tell()

    def add(self, job: int, samples: NDArray[Any]) -> None:
        """Append the positions of a job."""
        data = np.ascontiguousarray(samples, dtype=sample_dtype(self.game)).tobytes()
        with self.path.open("ab") as file:
            file.write(_CHUNK.pack(job, len(samples), zlib.crc32(data)) + data)
        self.jobs.add(job)
        self.positions += len(samples)

    def read(self) -> NDArray[Any]:
        """Return all positions."""
        found = [samples for _, samples, _ in self._chunks()]
        return np.concatenate(found) if found else np.zeros(0, dtype=sample_dtype(self.game))
