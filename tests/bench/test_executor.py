"""Workers: processes here, and those of a Dask cluster."""

import os
import pickle
import signal
import sys
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bench.executor import PREPARE, Call, ClusterError, ClusterExecutor, cluster, executor_for, local
from bench.match import Match, run
from bench.progress import Display
from tests.bench.matches import left_behind, plan


@pytest.mark.process
def test_processes() -> None:
    with local(1) as pool:
        pid = pool.submit(os.getpid).result(60)
    assert pid != os.getpid() and not Path(f"/proc/{pid}").exists()


@pytest.mark.process
def test_an_error_ends_them() -> None:
    found = []
    with pytest.raises(RuntimeError), executor_for("", 1) as (pool, places):
        found.append(pool.submit(os.getpid).result(60))
        pool.submit(time.sleep, 60)
        time.sleep(0.2)
        raise RuntimeError
    assert places == 1 and not Path(f"/proc/{found[0]}").exists()


def test_what_a_worker_imports() -> None:
    exec(PREPARE, {})
    assert "bench.game" in sys.modules


def test_calls_travel_as_bytes() -> None:
    assert pickle.loads(pickle.dumps(Call(pow, (2, 5)))) == 32
    with ThreadPoolExecutor(1) as pool:
        executor = ClusterExecutor(pool)
        assert executor.submit(pow, 2, 5).result() == 32 and executor.submit(int, "11", base=2).result() == 3
        assert isinstance(executor.submit(int, "x").exception(), ValueError)


def test_no_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match="needs dask"), cluster("tcp://127.0.0.1:1"):
        pass


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.filterwarnings("ignore")
def test_a_worker_is_killed_in_mid_match(kernels: None, tmp_path: Path) -> None:
    """Every game is there once, and no engine is left."""
    distributed: Any = pytest.importorskip("distributed")
    token = uuid.uuid4().hex
    path = tmp_path / "games.pgn"
    victim: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as workers:
        pids = [worker.process.pid for worker in workers.workers.values()]
        wanted = plan(
            *("slow", "fine", "-rounds", "4", "-pgnout", str(path), "--cluster", workers.scheduler_address),
            token=token,
        )

        def kill_one(match: list[str]) -> None:
            if not victim and sum(" 1/2-1/2 " in line or "game " in line for line in match) >= 1:
                victim.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        lines: list[str] = []

        def write(text: str) -> None:
            lines.append(text)
            kill_one(lines)

        match: Match = run(wanted, Display(write=write))
    assert victim and match.tally.games == 8 == path.read_text().count("[Result ")
    assert sorted(match.tally.records) == [(pair, number) for pair in range(4) for number in range(2)]
    assert not match.tally.faults(0) and not match.tally.faults(1)
    assert not left_behind(token, 10)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("engine output")]
