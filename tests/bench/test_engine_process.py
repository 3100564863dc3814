"""Processes of engines."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bench.engine_process import EngineProcess, StartError, kill_all, own_command, parent_guard, words_of

ECHO = "import sys\nfor line in sys.stdin:\n    print('got', line.strip(), flush=True)\n    if 'quit' in line: break\n"


def start(code: str = ECHO) -> EngineProcess:
    return EngineProcess(sys.executable, ["-c", code])


def test_a_conversation() -> None:
    process = start()
    before = time.perf_counter()
    assert process.alive and process.send("hello")
    line = process.read(before + 30)
    assert line is not None and line.text == "got hello" and before < line.at < before + 30
    process.close()
    last = process.read(0)
    assert not process.alive and last is not None and last.text == "got quit"
    assert process.read(0) is None


def test_the_end_is_told_again_and_again() -> None:
    process = start("print('bye')")
    until = time.perf_counter() + 30
    assert [line and line.text for line in (process.read(until), process.read(until), process.read(until))] == [
        "bye",
        None,
        None,
    ]
    process.drop()
    assert process.read(until) is None
    process.close()


def test_silence() -> None:
    process = start()
    with pytest.raises(TimeoutError):
        process.read(time.perf_counter() + 0.1)
    process.send("a")
    process.read(time.perf_counter() + 30)
    process.close()


def test_who_does_not_quit_is_killed() -> None:
    process = start("import time\nprint(1, flush=True)\ntime.sleep(60)")
    process.read(time.perf_counter() + 30)
    process.close(patience=0.1)
    assert not process.alive


def test_the_whole_group_is_killed() -> None:
    code = "import subprocess, sys, time\nchild = subprocess.Popen(['sleep', '60'])"
    process = start(code + "\nprint(child.pid, flush=True)\ntime.sleep(60)")
    line = process.read(time.perf_counter() + 30)
    assert line is not None
    process.close(patience=0)
    end = time.monotonic() + 5
    while Path(f"/proc/{line.text}/cmdline").exists() and time.monotonic() < end:
        if not Path(f"/proc/{line.text}/cmdline").read_bytes():
            break  # dead, and nobody has waited for it yet
        time.sleep(0.05)
    else:
        assert time.monotonic() < end


def test_a_flood_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.engine_process.MAX_WAITING", 10)
    process = start("while True: print('x' * 1000)")
    assert process.read(time.perf_counter() + 30) is not None
    process.close(patience=0)
    assert not process.alive


def test_all_are_killed() -> None:
    process = start()
    kill_all()
    assert process.read(time.perf_counter() + 30) is None
    process.close()


def test_commands() -> None:
    with pytest.raises(StartError, match="cannot start '/nowhere'"):
        EngineProcess("/nowhere")
    assert words_of("a 'b c'") == ["a", "b c"] and words_of("lionleap x") == [*own_command(), "x"]
    assert Path(own_command()[1]).is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="only there the system knows parents that died")
def test_a_process_dies_with_its_parent() -> None:
    assert parent_guard() is not None
    code = (
        "import sys, time\nfrom bench.engine_process import EngineProcess\n"
        "p = EngineProcess(sys.executable, ['-c', 'import time; time.sleep(60)'])\n"
        "print(p.pid, flush=True)\ntime.sleep(60)"
    )
    root = Path(__file__).resolve().parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(root)}
    ) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].startswith("Z"):
                return
        except OSError:
            return
        time.sleep(0.05)
    raise AssertionError("the engine outlived its parent")
