"""Where games are played: processes of this machine, or the workers of a Dask cluster."""

import concurrent.futures
import importlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

from bench.engine_process import kill_all, parent_guard
from variants.errors import LionleapError

RETRIES: Final = 3  # of a job whose worker was lost


class ClusterError(LionleapError):
    """A cluster that cannot be used."""


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
        cloudpickle: Any = importlib.import_module("cloudpickle")
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise ClusterError("--cluster needs dask: pip install 'dask[distributed]'") from error
    try:
        client = distributed.Client(address, timeout=30)
    except OSError as error:
        raise ClusterError(f"no cluster answers at {address}: {error}") from error
    with client:
        cloudpickle.register_pickle_by_value(sys.modules[__name__])
        try:
            client.register_worker_callbacks(setup=prepare_worker)
        finally:
            cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers")
        executor = client.get_executor(retries=RETRIES, pure=False)
        try:
            yield executor, threads
        except BaseException:
            executor.shutdown(wait=False)
            raise
        executor.shutdown(wait=True)


def prepare_worker() -> None:
    """Make the program's modules importable. Sent as a whole, since nothing of ours can be imported before."""
    import importlib

    try:
        importlib.import_module("bench.game")
    except ImportError:
        importlib.import_module("lionleap")  # puts its private folder on the path
        importlib.import_module("bench.game")


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
