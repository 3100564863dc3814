"""The one file of `make EXE=name`."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.executable import digest, home, install, launcher, write


def test_home_follows_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert home().parent.parent == tmp_path / "lionleap"
    assert home().name == digest() and len(digest()) == 16


def test_the_file_runs_from_any_folder(tmp_path: Path) -> None:
    program = tmp_path / "a place" / "bin" / "program"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho "got $1 and $2 with $LIONLEAP_CACHE_DIR"\n', encoding="utf-8")
    program.chmod(0o755)
    target = tmp_path / "engine"
    write(target, program)
    assert target.read_text(encoding="utf-8") == launcher(program)
    for own, used in (({}, str(tmp_path / "a place" / "kernels")), ({"LIONLEAP_CACHE_DIR": "mine"}, "mine")):
        command = [str(target), "bench", "two words"]
        done = subprocess.run(command, cwd="/", env=own, capture_output=True, text=True, check=True)
        assert done.stdout == f"got bench and two words with {used}\n"


def test_kernels_lie_in_the_installation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    called: list[tuple[str, str]] = []

    def run(command: list[str], **more: Any) -> None:
        called.append((command[-1], more.get("env", {}).get("LIONLEAP_CACHE_DIR", "")))

    monkeypatch.setattr("bench.executable.venv.create", lambda folder, **more: folder.mkdir())
    monkeypatch.setattr("bench.executable.subprocess.run", run)
    folder = tmp_path / "home" / "x"
    assert install(folder) == install(folder) == folder / "bin" / "lionleap"
    assert called[1:] == [("compile", str(folder / "kernels"))] and len(called) == 2
