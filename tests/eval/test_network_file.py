"""Network files come back as they were written; any other is refused in one line."""

import struct
from pathlib import Path

import numpy as np
import pytest

from eval import network_file
from eval.network_file import (
    MOST_BYTES,
    NO_NETWORK,
    NetworkError,
    aligned,
    bytes_of,
    make,
    own_network,
    read,
    write,
)
from search.driver import Searcher
from tests.eval.networks import random_network
from tests.eval.test_evaluate import ready


def test_there_and_back(tmp_path: Path) -> None:
    for name, lanes in (("yarishogi", 64), ("grand", 256)):
        game = ready(name)
        network = random_network(game, lanes)
        path = tmp_path / "a.net"
        write(path, network)
        found = read(path, game)
        for array in ("rows", "biases", "output"):
            assert (getattr(found, array) == getattr(network, array)).all()
        assert found.rows.ctypes.data % 64 == found.output.ctypes.data % 64 == 0
        for name_of in ("output_bias", "units", "most", "origin"):
            assert getattr(found, name_of) == getattr(network, name_of)
        assert (found.game, found.source, found.lanes) == (name, "a.net", lanes)
        assert path.stat().st_size < MOST_BYTES and not list(tmp_path.glob("*.new"))


def damaged(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def test_refusals(tmp_path: Path) -> None:
    game = ready("yarishogi")
    good = bytes_of(random_network(game))
    path = tmp_path / "a.net"
    for data, words in (
        (b"", "no network file"),
        (b"\x89PNG" + good, "no network file"),
        (damaged(good, 7, b"\x02"), "version 02 of the format, expected 01"),
        (good[:40], "cut off"),
        (good[:-1], "bytes, expected"),
        (good + b"x", "bytes, expected"),
        (damaged(good, 24, struct.pack("<I", 1 << 31)), "shape of 2147483648 inputs"),
        (damaged(good, 28, struct.pack("<I", 65)), "65 lanes"),
        (damaged(good, 36, struct.pack("<i", 0)), "would add 0"),
        (damaged(good, 40, struct.pack("<I", 0)), "in 0 units"),
        (damaged(good, 44, struct.pack("<H", 65535)), "not supported"),
        (damaged(good, 500, b"\xff\xff"), "checksum"),
    ):
        path.write_bytes(data)
        with pytest.raises(NetworkError, match=words) as caught:
            read(path, game)
        assert "\n" not in str(caught.value) and "a.net" in str(caught.value)
    path.write_bytes(good)
    with pytest.raises(NetworkError, match="it is for 'yarishogi', not for chess"):
        read(path, ready("chess"))
    with pytest.raises(NetworkError, match="No such file"):
        read(tmp_path / "b.net", game)
    with pytest.raises(NetworkError):
        read(tmp_path, game)


def test_a_weight_that_would_overflow_is_refused() -> None:
    game = ready("yarishogi")
    network = random_network(game)
    output = network.output.copy()
    output[1, 3] = 128
    with pytest.raises(NetworkError, match="output weight"):
        make(game, "", network.rows[:-1], network.biases, output, 0, 64, 100)
    with pytest.raises(NetworkError, match="32 lanes"):
        make(game, "", network.rows[:-1, :32], network.biases[:32], output[:, :32], 0, 64, 100)
    with pytest.raises(NetworkError, match="not for yarishogi"):
        make(game, "", network.rows[:-2], network.biases, network.output, 0, 64, 100)


def test_the_own_network_is_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ready("losalamos")
    assert own_network(game, tmp_path) is NO_NETWORK
    network = random_network(game)
    (tmp_path / "networks").mkdir()
    write(tmp_path / "networks" / "losalamos.net", network)
    found = own_network(game, tmp_path / "networks")
    assert (found.rows == network.rows).all()
    monkeypatch.setattr("search.driver.own_network", lambda _game: found)
    assert Searcher(game, 1).network is found
    assert Searcher(game, 1, network=NO_NETWORK).network is NO_NETWORK


def test_what_comes_with_the_program_can_be_read() -> None:
    for path in sorted(network_file.FOLDER.glob("*.net")):
        network = own_network(ready(path.stem))
        assert network.lanes and network.origin
        assert path.stat().st_size < 1_000_000
        card = path.with_suffix(".md").read_text(encoding="utf-8")
        assert all(word in card for word in ("positions", "games", "match")), path.name


def test_aligned() -> None:
    for count in (1, 7, 100):
        array = aligned((count, 3), np.int16)
        assert array.ctypes.data % 64 == 0 and array.shape == (count, 3) and not array.any()
