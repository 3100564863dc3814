"""Words that threads share."""

import threading
import time

import numpy as np

from engine.jit import kernel
from search.memory import peek, poke, prefetch


@kernel()
def wait(address: int) -> int:
    turns = 0
    while peek(address, 1) == 0:
        turns += 1
    return turns


@kernel()
def copy(address: int, source: int, target: int) -> None:
    prefetch(address, source)
    poke(address, target, peek(address, source))


def test_a_flag_set_by_another_thread_is_seen() -> None:
    """With a plain load LLVM hoists it out of the loop, which then never ends."""
    words = np.zeros(2, dtype=np.int64)
    words[0] = 1
    copy(words.ctypes.data, 0, 1)
    assert wait(words.ctypes.data) == 0
    words[1] = 0
    thread = threading.Thread(target=wait, args=(words.ctypes.data,), daemon=True)
    thread.start()
    time.sleep(0.1)
    assert thread.is_alive()
    words[1] = 1
    thread.join(5)
    assert not thread.is_alive()


def test_words_are_read_and_written() -> None:
    words = np.array([5, -(2**62), 7], dtype=np.int64)
    copy(words.ctypes.data, 1, 2)
    assert words.tolist() == [5, -(2**62), -(2**62)]
