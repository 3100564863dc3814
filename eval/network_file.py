"""Networks: their numbers, their files, and putting one to use.

A file, little-endian; the sizes follow from the header and are bounded:

    8 bytes     MAGIC, with the version of the format
    16 bytes    digest of the game's inputs: eval/inputs.py
    u4 u4       inputs, lanes of the first layer
    i4 i4 u4    output bias, most centipawns that the network may add, units of an output weight of 1
    u2 u2       bytes of the game's name and of the origin, both UTF-8, which follow
    i2[inputs][lanes]   rows of the first layer, in units of 1 / 255
    i2[lanes]           its biases
    i2[2][lanes]        output weights: side to move, other side
    16 bytes    BLAKE2b of all that

The network of a game that comes with the program is `eval/networks/GAME.net`.
"""

import hashlib
import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.layout import PIECES
from engine.rules import Game
from eval.inputs import digest_of, inputs_of
from eval.lanes import LANES, ONE
from eval.network import FACTOR_BITS, HANDS, LEVEL, STACK, UNIT, WIDTHS
from variants.errors import LionleapError, shown

FOLDER: Final = Path(__file__).parent / "networks"
SUFFIX: Final = ".net"
MAGIC: Final = b"LIONNET\x01"
MOST_INPUTS: Final = 1 << 15
MOST_TEXT: Final = 4096  # bytes of name or origin
MOST_ADDED: Final = 10_000  # centipawns
MOST_WEIGHT: Final = 127  # of an output: times an activation it is an int16
MOST_UNITS: Final = 1 << 12  # of an output weight of 1
ALIGNMENT: Final = 64  # bytes

_HEADER: Final = struct.Struct("<8s16sIIiiIHH")
_SUM_BYTES: Final = 16
MOST_BYTES: Final = _HEADER.size + 2 * MOST_TEXT + 2 * max(WIDTHS) * (MOST_INPUTS + 3) + _SUM_BYTES


class NetworkError(LionleapError):
    """A network file that cannot be used."""


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return an array of zeros that begins at a multiple of ALIGNMENT bytes."""
    count = int(np.prod(shape)) * np.dtype(dtype).itemsize
    memory = np.zeros(count + ALIGNMENT, dtype=np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + count].view(dtype).reshape(shape)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The numbers of a network.

    game, digest : whose inputs it reads
    rows   : int16 (inputs + 1, lanes), aligned; the last one holds zeros
    biases : int16 (lanes,)
    output : int16 (2, lanes), aligned; side to move, other side
    units  : of an output weight of 1; output_bias : in units / ONE ** 2
    """

    game: str
    digest: str
    origin: str
    rows: NDArray[np.int16]
    biases: NDArray[np.int16]
    output: NDArray[np.int16]
    output_bias: int
    units: int
    most: int
    source: str = ""  # name of the file that it was read from

    @property
    def lanes(self) -> int:
        """Lanes of a perspective; 0 where there is no network."""
        return int(self.biases.size)

    @property
    def inputs(self) -> int:
        """Number of inputs."""
        return len(self.rows) - 1

    def check(self, game: Game) -> None:
        """Raise NetworkError where it is not one of the game."""
        if self.digest != digest_of(game) or self.inputs != inputs_of(game).count:
            name = self.source or "the network"
            raise NetworkError(f"{name}: it is for {shown(self.game)}, not for {game.spec.name}")


def make(
    game: Game,
    origin: str,
    rows: NDArray[Any],
    biases: NDArray[Any],
    output: NDArray[Any],
    output_bias: int,
    units: int,
    most: int,
) -> Network:
    """Return a network of a game from integers; NetworkError where they cannot be those of a network."""
    inputs, lanes = rows.shape
    if lanes not in WIDTHS or biases.shape != (lanes,) or output.shape != (2, lanes):
        raise NetworkError(f"a network of {lanes} lanes, expected {', '.join(map(str, WIDTHS))}")
    network = Network(
        game=game.spec.name,
        digest=digest_of(game),
        origin=origin,
        rows=aligned((inputs + 1, lanes), np.int16),
        biases=biases.astype(np.int16),
        output=aligned((2, lanes), np.int16),
        output_bias=output_bias,
        units=units,
        most=most,
    )
    network.rows[:-1] = rows
    network.output[:] = output
    if np.abs(network.output.astype(np.int64)).max() > MOST_WEIGHT:
        raise NetworkError(f"an output weight is beyond {MOST_WEIGHT}")
    network.check(game)
    return network


NO_NETWORK: Final = Network(
    *("", "", ""),
    rows=aligned((1, 0), np.int16),
    biases=np.zeros(0, dtype=np.int16),
    output=aligned((2, 0), np.int16),
    output_bias=0,
    units=1,
    most=0,
)  # the hand-written evaluation


def bytes_of(network: Network) -> bytes:
    """Return the file of a network."""
    name, origin = (text.encode()[:MOST_TEXT] for text in (network.game, network.origin))
    sizes = (network.inputs, network.lanes)
    numbers = (network.output_bias, network.most, network.units)
    body = _HEADER.pack(MAGIC, bytes.fromhex(network.digest), *sizes, *numbers, len(name), len(origin)) + name + origin
    for array in (network.rows[:-1], network.biases, network.output):
        body += array.astype("<i2").tobytes()
    return body + hashlib.blake2b(body, digest_size=_SUM_BYTES).digest()


def write(path: str | Path, network: Network) -> None:
    """Write a file, whole or not at all."""
    target = Path(path)
    waiting = target.with_name(target.name + ".new")
    waiting.write_bytes(bytes_of(network))
    waiting.replace(target)


def read(path: str | Path, game: Game) -> Network:
    """Return the network of a file. Raises NetworkError, in one line, where it is not one of the game."""
    name = ascii(Path(path).name)[1:-1]
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no such name"
        raise NetworkError(f"{name}: {reason}") from error
    return from_bytes(data, game, name)


def from_bytes(data: bytes, game: Game, name: str) -> Network:
    """Return the network of a file's bytes; `name` is for messages. Raises NetworkError."""
    if data[: len(MAGIC) - 1] != MAGIC[:-1]:
        raise NetworkError(f"{name}: this is no network file of this program")
    if len(data) < _HEADER.size + _SUM_BYTES:
        raise NetworkError(f"{name}: it is cut off")
    if data[: len(MAGIC)] != MAGIC:
        raise NetworkError(f"{name}: version {data[len(MAGIC) - 1]:02x} of the format, expected {MAGIC[-1]:02x}")
    _, digest, inputs, lanes, bias, most, units, named, told = _HEADER.unpack_from(data)
    if lanes not in WIDTHS or not 0 < inputs <= MOST_INPUTS or max(named, told) > MOST_TEXT:
        raise NetworkError(f"{name}: a shape of {inputs} inputs and {lanes} lanes is not supported")
    if not 0 < most <= MOST_ADDED or not 0 < units <= MOST_UNITS:
        raise NetworkError(f"{name}: it would add {most} centipawns, in {units} units")
    start = _HEADER.size + named + told
    size = start + 2 * lanes * (inputs + 3) + _SUM_BYTES
    if len(data) != size:
        raise NetworkError(f"{name}: {len(data)} bytes, expected {size}")
    body = data[:-_SUM_BYTES]
    if hashlib.blake2b(body, digest_size=_SUM_BYTES).digest() != data[-_SUM_BYTES:]:
        raise NetworkError(f"{name}: the checksum is wrong, the file is damaged")
    texts = body[_HEADER.size : _HEADER.size + named], body[_HEADER.size + named : start]
    game_name, origin = (text.decode("utf-8", "replace") for text in texts)
    numbers = np.frombuffer(body, dtype="<i2", offset=start).astype(np.int16)
    rows, rest = numbers[: inputs * lanes].reshape(inputs, lanes), numbers[inputs * lanes :]
    network = Network(
        game=game_name,
        digest=digest.hex(),
        origin=origin,
        rows=aligned((inputs + 1, lanes), np.int16),
        biases=rest[:lanes].copy(),
        output=aligned((2, lanes), np.int16),
        output_bias=bias,
        units=units,
        most=most,
        source=name,
    )
    network.rows[:-1] = rows
    network.output[:] = rest[lanes:].reshape(2, lanes)
    if np.abs(network.output.astype(np.int64)).max() > MOST_WEIGHT:
        raise NetworkError(f"{name}: an output weight is beyond {MOST_WEIGHT}")
    network.check(game)
    return network


@lru_cache(maxsize=32)
def own_network(game: Game, folder: Path = FOLDER) -> Network:
    """Return the network that comes with the program for a game, NO_NETWORK where none does. Raises NetworkError."""
    path = folder / f"{game.spec.name}{SUFFIX}"
    return read(path, game) if path.is_file() else NO_NETWORK


class Accumulators:
    """The memory that a network needs in one thread, and its record for the kernels.

    record : of network_dtype; part of a larger one, or one of its own. It must stay where it is
    """

    def __init__(self, game: Game, record: Any) -> None:
        self._game = game
        self.record = record
        self.network = NO_NETWORK
        self._memory = aligned((STACK, LEVEL // 2), np.int16)

    def use(self, network: Network) -> None:
        """Evaluate by a network from now on; by NO_NETWORK: by hand. NetworkError where it is not one of the game."""
        if network is self.network:
            return
        record, inputs = self.record, inputs_of(self._game)
        record["blocks"] = record["most"] = 0
        self.network = network
        if not network.lanes:
            return
        network.check(self._game)
        stride = 2 * network.lanes
        record["table"] = network.rows.ctypes.data
        record["no_row"] = network.inputs * stride
        record["output"] = network.output.ctypes.data
        record["output_bias"], record["most"] = network.output_bias, network.most
        record["factor"] = round(UNIT * 2**FACTOR_BITS / (ONE * ONE * network.units))
        record["accumulators"] = self._memory.ctypes.data
        record["piece"][:] = (inputs.piece * stride).ravel()
        record["place"][:] = (inputs.place * stride).ravel()
        count = len(inputs.hands)
        record["hands_count"], record["row_bytes"] = count, stride
        record["hands"][:count] = inputs.hands
        record["hand_most"][:count] = inputs.most
        for perspective in range(2):
            record["hand"][perspective * HANDS :][:count] = inputs.hand[perspective] * stride
        # every level is that of an empty board, from which any position differs by its men
        for name in ("keys", "boards", "in_hand"):
            record[name][:] = 0
        levels = self._memory.reshape(STACK, 2, LEVEL // 4)
        levels[:, :, : network.lanes] = network.biases
        record["blocks"] = network.lanes // LANES


assert PIECES <= HANDS
