"""Files of samples: what was written comes back, what was cut off is left out."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.samples import SampleFile, SamplesError, sample_dtype
from tests.search.games import game_of


def some(count: int, seed: int) -> Any:
    dtype = sample_dtype(game_of("yarishogi"))
    return np.frombuffer(np.random.default_rng(seed).bytes(count * dtype.itemsize), dtype=dtype)


def test_there_and_back(tmp_path: Path) -> None:
    game, path = game_of("yarishogi"), tmp_path / "a.samples"
    file = SampleFile.open(path, game, {"nodes": 10})
    parts = {7: some(5, 1), 2: some(0, 2), 30: some(9, 3)}
    for job, samples in parts.items():
        file.add(job, samples)
    again = SampleFile.open(path, game, {"nodes": 10})
    assert again.jobs == {2, 7, 30} and again.positions == 14 == file.positions
    assert again.read().tobytes() == b"".join(samples.tobytes() for samples in parts.values())
    assert SampleFile.open(path, game).settings == {"nodes": 10}


def test_what_was_cut_off_is_written_over(tmp_path: Path) -> None:
    game, path = game_of("yarishogi"), tmp_path / "a.samples"
    file = SampleFile.open(path, game, {})
    file.add(1, some(5, 1))
    whole = path.stat().st_size
    file.add(2, some(5, 2))
    path.write_bytes(path.read_bytes()[:-3])
    again = SampleFile.open(path, game, {})
    assert again.jobs == {1} and path.stat().st_size == whole
    again.add(2, some(5, 2))
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))
    assert SampleFile.open(path, game, {}).jobs == {1}


def test_other_files_are_refused(tmp_path: Path) -> None:
    game, path = game_of("yarishogi"), tmp_path / "a.samples"
    SampleFile.open(path, game, {"nodes": 10})
    with pytest.raises(SamplesError, match="was made with"):
        SampleFile.open(path, game, {"nodes": 11})
    with pytest.raises(SamplesError, match="for chess as it is now"):
        SampleFile.open(path, game_of("chess"))
    with pytest.raises(SamplesError, match="no such file"):
        SampleFile.open(tmp_path / "b", game)
    path.write_bytes(b"\x00" * 50)
    with pytest.raises(SamplesError, match="no file of samples"):
        SampleFile.open(path, game)
