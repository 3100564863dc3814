"""The wheel with compiled kernels."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bench.wheel import BOARDS, collect, protect
from engine.bitboard import WIDTHS, width_for
from engine.jit import kernel_digest, source_digest
from tests.transcript import ROOT
from variants.catalog import Catalog


def test_there_is_a_board_of_every_width() -> None:
    catalog = Catalog()
    before = set(catalog.names())
    assert catalog.load_text(BOARDS) == []
    made = [catalog.get(name) for name in set(catalog.names()) - before]
    assert sorted(width_for(spec.files * spec.ranks) for spec in made) == sorted(WIDTHS)


def test_only_code_of_the_sources_as_they_are_is_taken(tmp_path: Path) -> None:
    fresh = f"engine.make-{source_digest('engine/make.py')}"
    for name in (fresh, "engine.make-0123456789abcdef", "other"):
        (tmp_path / "cache" / name).mkdir(parents=True)
        (tmp_path / "cache" / name / "file.nbc").touch()
    collect(tmp_path / "cache", tmp_path / "kernels")
    found = [path.relative_to(tmp_path / "kernels").as_posix() for path in (tmp_path / "kernels").rglob("*.nbc")]
    assert found == [f"{kernel_digest()}/{fresh}/file.nbc"]


def test_protected_folders_have_no_right_to_write(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "file").touch()
    protect(tmp_path / "below")
    assert all(not path.stat().st_mode & 0o222 for path in (tmp_path / "below", tmp_path / "below" / "file"))
    (tmp_path / "below").chmod(0o700)


@pytest.mark.slow
@pytest.mark.process
def test_the_wheel_starts_at_once(tmp_path: Path) -> None:
    """Builds it, which compiles for minutes, and starts every game for the first time in an empty environment."""
    command = [sys.executable, "-m", "bench.wheel", "--out", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3000)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*-linux_x86_64.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for path in [*(ROOT / "variants").rglob("*.ini"), *(ROOT / "eval").rglob("*.*")]:
        if "__pycache__" not in path.parts:
            assert f"_lionleap/{path.relative_to(ROOT).as_posix()}" in names
    assert any(name.startswith(f"_lionleap/kernels/{kernel_digest()}/") for name in names)
