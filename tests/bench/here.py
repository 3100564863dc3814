"""Work that would go to other processes, done in this one."""

from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any


class Here(Executor):
    """Runs jobs at once in this process; `losses` of them are lost with their worker."""

    def __init__(self, losses: int = 0) -> None:
        self.losses = losses
        self.done = 0

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.done and self.losses:
            self.losses -= 1
            future.set_exception(BrokenProcessPool())
            return future
        self.done += 1
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future
