"""Where games are played: processes of this machine, or the workers of a Dask cluster."""

import concurrent.futures
import importlib
import multiprocessing
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, Final

from bench.engine_process import kill_all, parent_guard
from variants.errors import LionleapError

RETRIES: Final = 3  # of a job whose worker was lost


# What a worker does first. It is sent as text, since nothing of ours can be imported there before.
PREPARE: Final = """\
import importlib
try:
    importlib.import_module("bench.game")
except ImportError:
    importlib.import_module("lionleap")  # puts the program's private folder on the path
    importlib.import_module("bench.game")
"""


class ClusterError(LionleapError):
    """A cluster that cannot be used."""


class Call:
    """A call that is made where its pickle is loaded, so that no scheduler in between has to import anything."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._made = (function, arguments)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._made


class ClusterExecutor(Executor):
    """Hands calls to another executor as bytes."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Return the future of a call."""
        return self._executor.submit(pickle.loads, pickle.dumps(Call(partial(function, **named), arguments)))


@contextmanager
def local(workers: int) -> Iterator[Executor]:
    """Processes of this machine; none is left when the block ends, however it ends."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin_worker,
        initargs=(os.getpid(), list(sys.path)),
    )
    try:
        yield pool
        pool.shutdown(wait=True)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.join(5)
            if process.is_alive():
                process.terminate()
                process.join(5)
            if process.is_alive():
                process.kill()
                process.join()


def _begin_worker(parent: int, path: list[str]) -> None:
    """Let the worker end its engines when it is ended, and end with its parent."""

    def end(_number: int, _frame: FrameType | None) -> None:
        kill_all()
        os._exit(1)  # an exception would only become the job's result

    sys.path[:] = path
    signal.signal(signal.SIGTERM, end)
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal's Ctrl-C goes to all; the parent decides
    guard = parent_guard(signal.SIGTERM)
    if guard:
        guard(parent)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster, and how many games they can play at a time. Raises ClusterError.

    A worker that has only the installed package learns first where its modules are.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError("--cluster needs dask: pip install 'dask[distributed]'") from error
    try:
        client = distributed.Client(address, timeout=30)
    except OSError as error:
        raise ClusterError(f"no cluster answers at {address}: {error}") from error
    with client:
        client.register_worker_callbacks(setup=partial(exec, PREPARE, {}))
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers")
        executor = client.get_executor(retries=RETRIES, pure=False)
        try:
            yield ClusterExecutor(executor), threads
        except BaseException:
            executor.shutdown(wait=False)
            raise
        executor.shutdown(wait=True)


@contextmanager
def executor_for(address: str, workers: int) -> Iterator[tuple[Executor, int]]:
    """Return the executor that was asked for, and how many games it can play at a time."""
    if address:
        with cluster(address) as found:
            yield found
    else:
        with local(workers) as pool:
            yield pool, workers


LOST: Final = (concurrent.futures.BrokenExecutor, concurrent.futures.CancelledError)
