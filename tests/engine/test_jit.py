"""The cache of compiled kernels, and their signatures."""

import json
import os
import platform
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numba
import pytest
from llvmlite import binding
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
            widths[str(next((a for a in signature if isinstance(a, (types.Record, types.Array))), signature[:1]))] += 1
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


def test_candidates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The named folder first; a home that is no absolute path is none."""
    monkeypatch.setenv("LIONLEAP_CACHE_DIR", str(tmp_path / "named"))
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    found = jit._candidate_folders()
    assert found[0] == tmp_path / "named" and all(folder.is_absolute() for folder in found)
    assert not any("relative" in folder.parts for folder in found)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert tmp_path / ".cache" / "lionleap" in jit._candidate_folders()
    monkeypatch.setenv("HOME", "")
    assert len(jit._candidate_folders()) == len(found)


def test_shipped_code_is_for_processors_that_can_run_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only of this digest, only where all features are there, never where another processor was asked for."""
    folder = tmp_path / jit.kernel_digest()
    monkeypatch.setattr(jit, "_SHIPPED", tmp_path)
    monkeypatch.setattr(numba_config, "CPU_NAME", None)
    monkeypatch.setattr(numba_config, "CPU_FEATURES", None)
    (tmp_path / "0123456789abcdef").mkdir()
    assert jit._shipped_folder() is None
    folder.mkdir()
    features = dict.fromkeys(jit._BASELINE_FEATURES, True)
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: features)
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert jit._shipped_folder() == folder
    for feature in jit._BASELINE_FEATURES:
        monkeypatch.setattr(binding, "get_host_cpu_features", lambda feature=feature: features | {feature: False})
        assert jit._shipped_folder() is None
    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: features)
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert jit._shipped_folder() is None
    monkeypatch.setattr(numba_config, "CPU_NAME", jit.BASELINE)
    monkeypatch.setattr(numba_config, "CPU_FEATURES", "")
    assert jit._shipped_folder() == folder
    monkeypatch.setattr(numba_config, "CPU_NAME", "generic")
    assert jit._shipped_folder() is None


def test_every_kernel_has_a_place_of_its_own() -> None:
    """Kernels of one name in different files are told apart; the folder carries the digest of the file."""
    ours = [k for k in jit.KERNELS if Path(k.py_func.__code__.co_filename).parents[1] == ROOT]
    places = [(kernel._cache._folder, kernel._cache._kernel) for kernel in ours]
    assert len(set(places)) == len(places)
    for kernel in ours:
        file = Path(kernel.py_func.__code__.co_filename)
        if file.parent == ROOT / "engine":
            assert kernel._cache._folder == f"engine.{file.stem}-{jit.source_digest(f'engine/{file.name}')}"


def test_code_of_other_folders_depends_on_everything(tmp_path: Path) -> None:
    """A test's kernel is compiled again when its file changes."""
    scope: dict[str, Any] = {}
    file = tmp_path / "kernels.py"
    found = []
    for text in ("def one(x):\n    return x\n", "def one(x):\n    return x + 1\n"):
        file.write_text(text, encoding="utf-8")
        exec(compile(text, str(file), "exec"), scope)
        found.append(jit._kernel_cache(scope["one"])._folder)
    assert found[0] != found[1]
