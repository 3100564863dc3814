"""What can go wrong around the program, provoked with real processes; docs/robustness.md has the table.

The faults of the file system need Linux' `unshare`; the tests that use it are skipped where it is not allowed. A copy
of the program with one changed kernel shows what happens when something is compiled, in seconds instead of minutes.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bench.startup import copied
from tests.transcript import LAUNCHER, ROOT

pytestmark = pytest.mark.process

PERFT: Final = "setoption name UCI_Variant value leaperhouse\nisready\nposition startpos\ngo perft 2\n"
SECONDS: Final = 900
FREE: Final = (
    subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0
    if shutil.which("unshare")
    else False
)
needs_unshare = pytest.mark.skipif(not FREE, reason="unshare is missing or not allowed")


@pytest.fixture(scope="module")
def warm(kernels: None) -> Path:
    """The folder of the compiled kernels of this checkout."""
    script = "from engine.jit import cache_folder; print(cache_folder())"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return Path(done.stdout.strip())


@pytest.fixture
def changed(tmp_path: Path, warm: Path) -> Path:
    """A copy of the program whose perft counts double: one kernel that has to be compiled."""
    folder = tmp_path / "program"
    copied(folder)
    text = (folder / "engine" / "perft.py").read_text(encoding="utf-8")
    assert "return count_moves(rules, position)" in text
    text = text.replace("return count_moves(rules, position)", "return 2 * count_moves(rules, position)")
    (folder / "engine" / "perft.py").write_text(text, encoding="utf-8")
    # everything else is found here
    shutil.copytree(
        warm, tmp_path / "xdg" / "lionleap", copy_function=os.symlink, ignore=shutil.ignore_patterns("base*")
    )
    return folder


def talk(
    launcher: Path | str, lines: str, before: str = "", prefix: tuple[str, ...] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program on lines, inside a shell that first does `before`."""
    script = f'{before} exec "{sys.executable}" "{launcher}"'
    return subprocess.run(
        [*prefix, "sh", "-c", script],
        input=lines + "quit\n",
        capture_output=True,
        text=True,
        env=os.environ | environment,
        timeout=SECONDS,
    )


def notes(done: subprocess.CompletedProcess[str], word: str) -> list[str]:
    return [line for line in done.stdout.splitlines() if line.startswith("info string ") and word in line]


def sound(done: subprocess.CompletedProcess[str], count: int) -> None:
    """The engine answered, counted right and ended well."""
    assert done.returncode == 0 and "Traceback" not in done.stdout + done.stderr, done.stderr
    assert "readyok" in done.stdout.splitlines() and f"Nodes searched: {count}" in done.stdout, done.stdout


READ_ONLY: Final = "mount -o remount,ro,bind / || exit 77;"


@needs_unshare
def test_nothing_can_be_written(warm: Path) -> None:
    """A read-only system without a home: kernels are read from where they are, and nothing has to be said."""
    done = talk(
        LAUNCHER,
        PERFT + "go depth 1\n",
        READ_ONLY,
        ("unshare", "-rm"),
        HOME="/nonexistent",
        LIONLEAP_CACHE_DIR=str(warm),
    )
    if done.returncode == 77:
        pytest.skip("the root cannot be mounted again")
    sound(done, 784)
    assert "bestmove " in done.stdout and not notes(done, "kernels")


@needs_unshare
@pytest.mark.slow
def test_nothing_can_be_written_nor_read(changed: Path) -> None:
    """The same without compiled kernels: they are compiled, which is told, as is that it will happen again."""
    done = talk(
        changed / "lionleap.py",
        PERFT,
        READ_ONLY,
        ("unshare", "-rm"),
        HOME="/nonexistent",
        XDG_CACHE_HOME="/nonexistent",
        LIONLEAP_CACHE_DIR="/nonexistent",
    )
    if done.returncode == 77:
        pytest.skip("the root cannot be mounted again")
    sound(done, 2 * 784)
    assert len(notes(done, "every start compiles")) == 1 and notes(done, "compiling the kernels")


def test_an_upgrade_in_place(changed: Path, warm: Path, tmp_path: Path) -> None:
    """Code that older sources left behind is never run, in either direction."""
    cache = str(tmp_path / "cache")
    xdg = str(tmp_path / "xdg")
    sound(talk(changed / "lionleap.py", PERFT, LIONLEAP_CACHE_DIR=cache, XDG_CACHE_HOME=xdg), 2 * 784)
    shutil.copy(ROOT / "engine" / "perft.py", changed / "engine" / "perft.py")
    sound(talk(changed / "lionleap.py", PERFT, LIONLEAP_CACHE_DIR=cache, XDG_CACHE_HOME=xdg), 784)


@needs_unshare
def test_a_full_disk(changed: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    done = talk(
        changed / "lionleap.py",
        PERFT,
        f'mount -t tmpfs -o size=8k none "{tmp_path}/full";',
        ("unshare", "-rm"),
        LIONLEAP_CACHE_DIR=str(tmp_path / "full"),
        XDG_CACHE_HOME=str(tmp_path / "xdg"),
    )
    sound(done, 2 * 784)
    (note,) = notes(done, "cannot be kept")
    assert "No space left on device" in note


def test_a_home_that_is_no_folder(changed: Path, tmp_path: Path) -> None:
    """The next place is taken, and told."""
    done = talk(
        changed / "lionleap.py",
        PERFT,
        LIONLEAP_CACHE_DIR="/dev/null/cache",
        XDG_CACHE_HOME=str(tmp_path / "xdg"),
    )
    sound(done, 2 * 784)
    assert len(notes(done, "as /dev/null/cache cannot be written")) == 1


@pytest.mark.parametrize("damage", ["cut", "foreign", "empty"])
def test_damaged_files(damage: str, changed: Path, tmp_path: Path) -> None:

    def start() -> subprocess.CompletedProcess[str]:
        folders = str(tmp_path / "cache"), str(tmp_path / "xdg")
        return talk(changed / "lionleap.py", PERFT, LIONLEAP_CACHE_DIR=folders[0], XDG_CACHE_HOME=folders[1])

    sound(start(), 2 * 784)
    (file,) = (tmp_path / "cache").rglob("perft-*.nbc")
    data = file.read_bytes()
    file.write_bytes({"cut": data[: len(data) // 2], "foreign": os.urandom(len(data)), "empty": b""}[damage])
    done = start()
    sound(done, 2 * 784)
    (note,) = notes(done, "damaged")
    assert "1 damaged file of compiled kernels" in note
    done = start()
    sound(done, 2 * 784)
    assert not notes(done, "kernels")


@pytest.mark.parametrize("number", [4, pytest.param(20, marks=pytest.mark.slow)])
def test_many_first_starts_at_once(number: int, changed: Path, tmp_path: Path) -> None:
    """One compiles, the others wait for it and read."""
    environment = os.environ | {
        "LIONLEAP_CACHE_DIR": str(tmp_path / "cache"),
        "XDG_CACHE_HOME": str(tmp_path / "xdg"),
        "NUMBA_DEBUG_CACHE": "0",
    }
    running = [
        subprocess.Popen(
            [sys.executable, str(changed / "lionleap.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(number)
    ]
    for process in running:
        assert process.stdin
        process.stdin.write(PERFT + "quit\n")
        process.stdin.close()
    for process in running:
        assert process.stdout and process.stderr
        said, errors = process.stdout.read(), process.stderr.read()
        process.stdout.close()
        process.stderr.close()
        assert process.wait(SECONDS) == 0 and not errors
        assert f"Nodes searched: {2 * 784}" in said and "damaged" not in said
    assert len(list((tmp_path / "cache").rglob("*.nbc"))) == 1


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
def test_a_stream_that_is_closed(closed: str, kernels: None) -> None:
    """The program ends when its input does, also where there is none."""
    script = f'exec "{sys.executable}" "{LAUNCHER}" {closed}'
    done = subprocess.run(
        ["sh", "-c", script], input="isready\nquit\n", capture_output=True, text=True, timeout=SECONDS
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr


def test_a_file_that_is_a_pipe_is_not_waited_for(tmp_path: Path, kernels: None) -> None:
    pipe = tmp_path / "pipe.ini"
    os.mkfifo(pipe)
    lines = (
        f"load {pipe}\nsetoption name Debug Log File value {pipe}\nsetoption name VariantPath value {pipe}\nisready\n"
    )
    done = subprocess.run(
        [sys.executable, LAUNCHER], input=lines + "quit\n", capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0 and done.stdout.count("info string ") == 3 and done.stdout.endswith("readyok\n")


def test_little_memory(kernels: None) -> None:
    """`ulimit -v` leaves less than the table that is asked for: a smaller one is taken, and told."""
    done = talk(LAUNCHER, "setoption name Hash value 30000000\nisready\ngo depth 2\n", "ulimit -v 3000000;")
    assert done.returncode == 0 and "internal error" not in done.stdout
    assert len(notes(done, "Hash is ")) == 1 and "bestmove " in done.stdout


@pytest.mark.parametrize("number", ["64", "2"])
def test_any_number_of_threads(number: str, kernels: None) -> None:
    done = talk(LAUNCHER, f"setoption name Threads value {number}\nisready\ngo movetime 100\nisready\n")
    assert done.returncode == 0 and done.stdout.count("readyok") == 2 and "bestmove " in done.stdout
