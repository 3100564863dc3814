"""The cache of compiled kernels, and their signatures."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numba
import pytest
from numba.core import config as numba_config
from numba.core import types

from engine import jit
from tests.engine.helpers import board

ROOT = Path(jit.__file__).parent.parent

SECOND_PROCESS = """
import json
from engine.jit import KERNELS
from engine.board import Board
from engine.rules import compile_rules
from variants.catalog import Catalog
counts = [Board(compile_rules(Catalog().get(name))).perft(3) for name in ("chess", "leaperhouse")]
Board(compile_rules(Catalog().get("chess"))).outcome()
print(json.dumps([
    counts,
    sum(sum(kernel.stats.cache_misses.values()) for kernel in KERNELS),
    sum(sum(kernel.stats.cache_hits.values()) for kernel in KERNELS),
]))
"""


def test_one_signature_for_each_width() -> None:
    """No kernel was compiled twice for one width of board, nor for literals or small integers."""
    for name in ("chess", "leaperhouse", "okisakishogi", "yarishogi", "mightylion", "frolov10x10"):
        position = board(name)
        position.perft(2)
        position.outcome()
        position.push(position.legal_moves()[0])
        position.pop()
    compiled = 0
    for kernel in jit.KERNELS:
        if not kernel.py_func.__module__.startswith("engine."):
            continue
        widths: Counter[str] = Counter()
        for signature in kernel.signatures:
            for argument in signature:
                assert not isinstance(argument, types.Literal), (kernel, signature)
                assert not isinstance(argument, types.Integer) or argument == types.int64, (kernel, signature)
            widths[str(next((a for a in signature if isinstance(a, (types.Record, types.Array))), ""))] += 1
            compiled += 1
        assert all(count == 1 for count in widths.values()), (kernel.py_func.__name__, kernel.signatures)
    assert compiled >= 10


def test_second_process_compiles_nothing() -> None:
    """What this process compiled, another one finds in the cache."""
    for name in ("chess", "leaperhouse"):
        board(name).perft(3)
        board(name).outcome()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", SECOND_PROCESS], capture_output=True, text=True, check=True, env=environment, timeout=300
    )
    counts, misses, hits = json.loads(run.stdout.splitlines()[-1])
    assert counts == [8902, 22456]
    assert misses == 0 and hits > 3


def fake_tree(folder: Path, text: str) -> str:
    """The digest of a tree with one kernel source."""
    (folder / "engine").mkdir(exist_ok=True)
    (folder / "engine" / "kernels.py").write_text(text, encoding="utf-8")
    return jit.kernel_digest.__wrapped__()


def test_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It follows sources, their names, numba's version and its switches, and nothing else."""
    monkeypatch.setattr(jit, "_ROOT", tmp_path)
    monkeypatch.setattr(jit, "_kernel_sources", jit._kernel_sources.__wrapped__)
    one = fake_tree(tmp_path, "a = 1\n")
    assert one == fake_tree(tmp_path, "a = 1\n") and len(one) == 16 and int(one, 16) >= 0
    other = fake_tree(tmp_path, "a = 2\n")
    (tmp_path / "engine" / "notes.txt").write_text("x", encoding="utf-8")
    assert other == jit.kernel_digest.__wrapped__() != one
    (tmp_path / "engine" / "kernels.py").rename(tmp_path / "engine" / "others.py")
    renamed = jit.kernel_digest.__wrapped__()
    assert renamed != other
    monkeypatch.setattr(numba_config, "BOUNDSCHECK", 1)
    switched = jit.kernel_digest.__wrapped__()
    assert switched != renamed
    monkeypatch.setattr(numba, "__version__", "0.0")
    assert jit.kernel_digest.__wrapped__() != switched


def test_source_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It follows the file and what that imports, by whatever way, and no other file."""
    monkeypatch.setattr(jit, "_ROOT", tmp_path)
    monkeypatch.setattr(jit, "_kernel_sources", jit._kernel_sources.__wrapped__)
    texts = {"a": "from engine.b import x\n", "b": "import engine.c\n", "c": "x = 1\n", "d": "y = 1\n"}

    def digests(**changes: str) -> list[str]:
        for name, text in (texts | changes).items():
            fake_tree(tmp_path, "")
            (tmp_path / "engine" / f"{name}.py").write_text(text, encoding="utf-8")
        return [jit.source_digest.__wrapped__(f"engine/{name}.py") for name in texts]

    before = digests()
    assert len(set(before)) == 4
    assert [one != two for one, two in zip(before, digests(c="x = 2\n"), strict=True)] == [True, True, True, False]
    assert [one != two for one, two in zip(before, digests(a="x = 1\n"), strict=True)] == [True, False, False, False]


def test_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The named folder first; one that cannot be written is passed over; shipped code wins."""
    monkeypatch.setattr(jit, "_SHIPPED", tmp_path / "none")
    monkeypatch.setenv("LIONLEAP_CACHE_DIR", str(tmp_path / "named"))
    assert jit.cache_folder.__wrapped__() == tmp_path / "named"
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("LIONLEAP_CACHE_DIR", str(tmp_path / "file"))
    found = jit.cache_folder.__wrapped__()
    assert found is not None and tmp_path / "file" not in found.parents
    monkeypatch.setattr(jit, "_candidate_folders", lambda: [tmp_path / "file"])
    assert jit.cache_folder.__wrapped__() is None
    (tmp_path / "shipped" / jit.kernel_digest()).mkdir(parents=True)
    monkeypatch.setattr(jit, "_SHIPPED", tmp_path / "shipped")
    assert jit.cache_folder.__wrapped__() == tmp_path / "shipped" / jit.kernel_digest()


def test_locator() -> None:
    """Kernels of one name in different files are told apart; the stamp is the digest of the file."""
    kernels = [kernel.py_func for kernel in jit.KERNELS]
    locator = jit.CacheLocator.from_function(kernels[0], kernels[0].__code__.co_filename)
    file = Path(kernels[0].__code__.co_filename)
    stamp = jit.source_digest(f"{file.parent.name}/{file.name}")
    assert locator.get_source_stamp() == stamp
    assert Path(locator.get_cache_path()) == Path(str(jit.cache_folder())) / f"{file.parent.name}.{file.stem}-{stamp}"
    names = [
        (k.__name__, Path(k.__code__.co_filename).name, jit.CacheLocator(k, k.__code__.co_filename).get_disambiguator())
        for k in kernels
    ]
    assert len(set(names)) == len(names)
