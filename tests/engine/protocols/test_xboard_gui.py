"""Debian's XBoard referees games of the engine with itself, on a virtual screen."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.transcript import LAUNCHER, patience

XBOARD = shutil.which("xboard") or shutil.which("xboard", path="/usr/games")
XVFB = shutil.which("xvfb-run")
LIMIT = 45.0  # seconds for one game; some take four


def play(folder: Path, game: str, *options: str) -> str:
    """Let XBoard play one game at depth 1 and return its log."""
    log = folder / "xboard.log"
    engine = f"{sys.executable} {LAUNCHER}"
    command = [str(XVFB), "-a", str(XBOARD), "-noGUI", "-mm", "-mg", "1", "-variant", game, "-depth", "1"]
    command += ["-fcp", engine, "-scp", engine, "-tc", "5", "-inc", "1", "-debug", "-nameOfDebugFile", str(log)]
    process = subprocess.Popen(
        [*command, *options],
        env=os.environ | {"HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + LIMIT * patience()
        text = ""
        while time.monotonic() < end and not re.search(r">first +: result ", text):
            time.sleep(0.2)
            text = log.read_text(errors="replace") if log.exists() else ""
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
    return text


@pytest.mark.process
@pytest.mark.skipif(not (XBOARD and XVFB), reason="needs xboard and xvfb-run")
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("lion", ()),
        ("leaperhouse", ()),
        ("okisakishogi", ()),
        ("yarishogi", ()),
        # XBoard takes a promotion by capture for an error where it tests the moves itself.
        ("frolov10x10", ("-testLegality", "false")),
    ],
)
def test_a_game_under_xboard(game: str, options: tuple[str, ...], tmp_path: Path, kernels: None) -> None:
    text = play(tmp_path, game, *options)
    result = re.search(r">first +: result (\S+) \{(.*)\}", text)
    assert result, text[-2000:]
    assert result[1] in ("1-0", "0-1", "1/2-1/2"), result[0]
    assert not re.search("forfeit|illegal|false|invalid", result[2], re.IGNORECASE), result[0]
    assert not re.search(r"<(first|second) *: (Illegal|Error)", text), text[-2000:]
