"""Compiled code on disk: whatever happens to the files, kernels are found, or compiled anew, and the user is told."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.serialize import dumps

from engine import kernel_store
from engine.bitboard import count
from engine.jit import _LINKER, kernel
from engine.kernel_store import KernelCache, Linker, Store, usable
from engine.safety import dangers
from tests.engine.helpers import board

FOLDER = "engine.make-0123456789abcdef"


def store_in(folder: Path, shipped: Path | None = None) -> Store:
    return Store(lambda: shipped, lambda: [folder])


def compiled(store: Store) -> tuple[int, int]:
    """Compile a kernel that the store may know and use it; return how often it was compiled, and how often read."""

    @kernel()
    def double(number: int) -> int:
        return number + number

    double._cache = KernelCache(store, FOLDER, "double", Linker())  # type: ignore[attr-defined]
    assert double(np.int64(21)) == 42  # type: ignore[arg-type]
    stats = double.stats  # type: ignore[attr-defined]
    return sum(stats.cache_misses.values()), sum(stats.cache_hits.values())


def only_file(folder: Path) -> Path:
    (file,) = folder.rglob("*.nbc")
    return file


def test_the_second_process_reads(tmp_path: Path) -> None:
    assert compiled(store_in(tmp_path)) == (1, 0)
    assert compiled(store_in(tmp_path)) == (0, 1)
    assert not list(tmp_path.rglob("*.part"))


def test_what_was_shipped_is_read_first_and_never_written(tmp_path: Path) -> None:
    compiled(store_in(tmp_path / "shipped"))
    store = store_in(tmp_path / "own", tmp_path / "shipped")
    assert compiled(store) == (0, 1)
    assert not (tmp_path / "own").exists() and store.take_notes() == []


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def flip_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def foreign(path: Path) -> None:
    path.write_bytes(b"\x80\x05K\x01." * 100)  # a pickle, but nobody's kernel


def no_kernel(path: Path) -> None:
    payload = b"no pickle at all"
    path.write_bytes(kernel_store.MARK + kernel_store._checksum(payload) + payload)


@pytest.mark.parametrize("spoil", [cut, empty, flip_a_bit, foreign, no_kernel])
def test_a_damaged_file_is_made_anew(spoil: Callable[[Path], None], tmp_path: Path) -> None:
    compiled(store_in(tmp_path))
    spoil(only_file(tmp_path))
    store = store_in(tmp_path)
    assert compiled(store) == (1, 0)
    (note,) = store.take_notes()
    assert "damaged" in note
    assert compiled(store_in(tmp_path)) == (0, 1)


def test_code_for_another_signature_is_not_run(tmp_path: Path) -> None:
    """A whole file under the wrong name, as a copy may leave it."""
    store = store_in(tmp_path)
    compiled(store)
    name = only_file(tmp_path).name
    other = dumps((("another", "key"), ()))
    store.write(FOLDER, name, other)
    assert compiled(store_in(tmp_path)) == (1, 0)


def test_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("", encoding="utf-8")
    store = store_in(tmp_path)
    assert compiled(store) == (1, 0)
    assert any("cannot be kept" in note for note in store.take_notes())


def test_a_full_disk_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        with open(path, "wb") as file:
            file.write(data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = store_in(tmp_path)
    monkeypatch.setattr(Path, "write_bytes", full)
    assert compiled(store) == (1, 0) and compiled(store) == (1, 0)
    (note,) = store.take_notes()
    assert note == f"compiled kernels cannot be kept in {tmp_path}: {os.strerror(errno.ENOSPC)}"
    assert not list(tmp_path.rglob("*.part"))


def test_no_folder_at_all(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = store_in(tmp_path / "file" / "below")
    assert compiled(store) == (1, 0)
    (note,) = store.take_notes()
    assert "every start compiles" in note and str(tmp_path / "file" / "below") in note and "LIONLEAP_CACHE_DIR" in note
    assert store.take_notes() == []


def test_the_next_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = Store(lambda: None, lambda: [tmp_path / "file", tmp_path / "second"])
    assert store.writable == tmp_path / "second"
    assert store.take_notes() == [
        f"compiled kernels are kept in {tmp_path / 'second'}, as {tmp_path / 'file'} cannot be written"
    ]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the temporary folder of one user")
def test_nobody_else_can_put_code_among_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where everybody may write, a folder must belong to this user alone; elsewhere its owner is whoever made it."""
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    assert usable(shared / "mine") and (shared / "mine").stat().st_mode & 0o77 == 0
    (shared / "mine").chmod(0o777)
    assert not usable(shared / "mine")
    (shared / "mine").chmod(0o700)
    user = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: user + 1)
    assert not usable(shared / "mine")
    assert usable(tmp_path / "private")


def test_old_code_goes_when_nobody_has_used_it_for_long(tmp_path: Path) -> None:
    old = time.time() - kernel_store.KEPT_SECONDS - 10
    for name in ("engine.make-0000000000000000", "engine.make-1111111111111111", "a.b", "engine.make-x"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "kernel.nbc").write_bytes(b"x")
        if "1111" not in name:
            os.utime(tmp_path / name, (old, old))
    left = tmp_path / "engine.make-1111111111111111" / "one.nbc.12ab.part"
    left.write_bytes(b"x")
    os.utime(left, (old, old))
    store = store_in(tmp_path)
    store.prune()
    assert left.exists()  # a process that compiles nothing leaves the folder alone
    store.write("engine.make-1111111111111111", "other.nbc", b"x")
    store.prune()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.b", "engine.make-1111111111111111", "engine.make-x"]
    assert not left.exists()


def test_reading_counts_as_use(tmp_path: Path) -> None:
    compiled(store_in(tmp_path))
    old = time.time() - kernel_store.KEPT_SECONDS - 10
    os.utime(tmp_path / FOLDER, (old, old))
    store = store_in(tmp_path)
    assert compiled(store) == (0, 1)
    store.write("engine.move-0123456789abcdef", "other.nbc", b"x")
    store.prune()
    assert (tmp_path / FOLDER).exists()


ONE_OF_MANY = """
import sys, time
from pathlib import Path
import numpy as np
from engine import jit
from engine.kernel_store import KernelCache, Linker, Store
folder = Path(sys.argv[1])
store = Store(lambda: None, lambda: [folder])
@jit.kernel()
def double(number):
    return number + number
double._cache = KernelCache(store, "engine.make-0123456789abcdef", "double", Linker())
while not (folder / "go").exists():
    time.sleep(0.01)
with store.turns("compiling"):
    assert double(np.int64(21)) == 42
print(sum(double.stats.cache_misses.values()), store.take_notes())
"""


@pytest.mark.process
def test_of_many_processes_one_compiles(tmp_path: Path) -> None:
    script = tmp_path / "one.py"
    script.write_text(ONE_OF_MANY, encoding="utf-8")
    root = Path(kernel_store.__file__).parent.parent
    environment = os.environ | {"PYTHONPATH": str(root)}
    command = [sys.executable, str(script), str(tmp_path)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(6)]
    time.sleep(1)
    (tmp_path / "go").touch()
    said = sorted(process.communicate(timeout=120)[0].strip() for process in running)
    assert said == ["0 []"] * 5 + ["1 []"]
    assert all(process.returncode == 0 for process in running)


def test_a_turn_is_not_waited_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_store, "WAIT_SECONDS", 0.2)
    first, second = store_in(tmp_path), store_in(tmp_path)
    with first.turns("compiling"), second.turns("compiling"):
        assert first.take_turn() and second.take_turn()
        assert not first.take_turn()
    with second.turns("compiling"):
        assert second.take_turn()
    assert not second.take_turn()


@kernel()
def refers(rules: Any, position: Any) -> int:
    """Call a kernel of the engine."""
    return count(dangers(rules, position))


def test_kernels_refer_to_each_other_by_name(tmp_path: Path) -> None:
    """A caller's code holds no copy of what it calls; read from the disk, it asks for what it needs, by its name."""
    position = board("chess")
    refers._cache = KernelCache(store_in(tmp_path), FOLDER, "refers", _LINKER)  # type: ignore[attr-defined]
    assert refers(position.game.rules, position.position) == 0
    (overload,) = refers.overloads.values()  # type: ignore[attr-defined]
    needs = _LINKER.needs(overload.library)
    assert [need[1:3] for need in needs] == [("engine.safety", "dangers")]
    assert _LINKER.provide(needs)
    symbol, module, name, arguments = needs[0]
    assert not _LINKER.provide([(symbol + "x", module, name, arguments)])
    assert not _LINKER.provide([(symbol, module, "nobody", arguments)])
