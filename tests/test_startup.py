"""The start of a process: what is said, when, and what is loaded by then."""

import subprocess
import sys
import time

import pytest

from tests.transcript import LAUNCHER, ROOT, Talk, patience

pytestmark = pytest.mark.process

UCIOK_SECONDS = 0.5
READYOK_SECONDS = 2.0


def test_uciok_comes_before_numba() -> None:
    """In a fresh process the handshake is answered when neither numba nor numpy is imported."""
    script = (
        "import sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "from engine.protocols.output import Output\n"
        "from engine.protocols.uci import Uci\n"
        "loop = Uci(Output())\n"
        "loop.session.loader.want = lambda spec: None\n"
        "loop.obey('uci')\n"
        "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-2:] == ["uciok", "[]"], done.stderr


def test_warm_start(kernels: None) -> None:
    """Median of three: `uciok` within half a second, `readyok` within two."""
    uciok, readyok = [], []
    for _ in range(3):
        begun = time.monotonic()
        talk = Talk()
        talk.say("uci")
        uciok.append(talk.expect("^uciok$").at - begun)
        talk.say("isready")
        readyok.append(talk.expect("^readyok$").at - begun)
        talk.say("quit")
        assert talk.end().code == 0
    assert sorted(uciok)[1] <= UCIOK_SECONDS * patience(), uciok
    assert sorted(readyok)[1] <= READYOK_SECONDS * patience(), readyok


def test_the_handshake_is_exact(kernels: None) -> None:
    done = subprocess.run([sys.executable, LAUNCHER], input=b"uci\nisready\nquit\n", capture_output=True, timeout=120)
    lines = [line for line in done.stdout.decode().split("\n") if not line.startswith("info string ")]  # progress
    assert done.returncode == 0 and done.stderr == b""
    assert lines[0].startswith("id name ") and lines[1].startswith("id author ") and lines[2] == ""
    assert lines[-3:] == ["uciok", "readyok", ""]
    assert all(line.startswith("option name ") for line in lines[3:-3])
    assert b"\r" not in done.stdout


def test_windows_line_ends(kernels: None) -> None:
    done = subprocess.run(
        [sys.executable, LAUNCHER], input=b"uci\r\nisready\r\nquit\r\n", capture_output=True, timeout=120
    )
    assert done.stdout.endswith(b"uciok\nreadyok\n")


def test_bytes_that_are_no_text(kernels: None) -> None:
    told = b"\xff\xfe\x00flurb\n\x80\nposition fen \xff\nisready\nquit\n"
    done = subprocess.run([sys.executable, LAUNCHER], input=told, capture_output=True, timeout=120)
    assert done.returncode == 0 and done.stdout.endswith(b"readyok\n") and done.stderr == b""


@pytest.mark.parametrize("game", ["chess", "leaperhouse"])
def test_a_second_process_searches_from_the_cache(game: str, kernels: None) -> None:
    """Recursive kernels that were cached wrongly die here: the second process loads what the first one compiled."""
    moves = []
    for _ in range(2):
        talk = Talk()
        talk.say(f"setoption name UCI_Variant value {game}")
        talk.ready()
        talk.say("position startpos")
        moves.append(talk.ask("go depth 6", "^bestmove ").text)
        talk.say("quit")
        done = talk.end()
        assert done.code == 0 and not done.errors
    assert moves[0] == moves[1]


def test_nothing_compiles_on_the_clock(kernels: None) -> None:
    """The first search of a process takes the time that it is given."""
    talk = Talk()
    talk.say("setoption name UCI_Variant value okisakishogi")
    talk.ready()
    talk.say("position startpos moves a3a4")
    begun = time.monotonic()
    spent = talk.ask("go movetime 300", "^bestmove ").at - begun
    talk.say("quit")
    talk.end()
    assert spent < 0.33 * patience()


def test_a_reader_that_goes_away_is_no_error(kernels: None) -> None:
    process = subprocess.Popen(
        [sys.executable, LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    for _ in range(3):
        try:
            process.stdin.write(b"isready\n")
            process.stdin.flush()
        except OSError:
            break
    try:
        process.stdin.close()
    except OSError:
        pass
    code, errors = process.wait(60), process.stderr.read()
    process.stderr.close()
    assert code == 0 and errors == b""
