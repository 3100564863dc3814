"""The one file of `make EXE=name`."""

import subprocess
from pathlib import Path

import pytest

from bench.executable import MAKE_KERNEL_FOLDER, digest, home, launcher, write
from engine import jit


def test_home_follows_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert home().parent.parent == tmp_path / "lionleap"
    assert home().name == digest() and len(digest()) == 16


def test_kernels_lie_in_the_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(jit, "_SHIPPED", tmp_path / "kernels")
    exec(MAKE_KERNEL_FOLDER)
    assert jit.cache_folder.__wrapped__() == tmp_path / "kernels" / jit.kernel_digest()


def test_the_file_runs_from_any_folder(tmp_path: Path) -> None:
    program = tmp_path / "a program"
    program.write_text('#!/bin/sh\necho "got $1 and $2"\n', encoding="utf-8")
    program.chmod(0o755)
    target = tmp_path / "engine"
    write(target, program)
    assert target.read_text(encoding="utf-8") == launcher(program)
    done = subprocess.run([target, "bench", "two words"], cwd="/", capture_output=True, text=True, check=True)
    assert done.stdout == "got bench and two words\n"
