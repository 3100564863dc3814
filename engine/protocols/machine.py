"""What this machine can still give: memory, with the limits that a container or a shell sets."""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

_GROUPS: Final = (  # limit and use of the process's group, by cgroup v2 and v1
    ("memory.max", "memory.current"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
)


def spare_memory(system: Path = Path("/")) -> int | None:
    """Return the megabytes that this process may still take, None where the system does not say."""
    found = [*_available(system), *_of_group(system), *_of_shell(system)]
    return max(min(found), 0) >> 20 if found else None


def _available(system: Path) -> list[int]:
    """Return what the machine has left, in bytes; all its memory where it tells no more."""
    with suppress(OSError):
        read = re.search(r"^MemAvailable:\s+(\d+) kB$", (system / "proc/meminfo").read_text("utf-8"), re.MULTILINE)
        if read:
            return [int(read[1]) << 10]
    with suppress(AttributeError, ValueError, OSError):
        return [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    return []


def _of_group(system: Path) -> list[int]:
    """Return what is left to the process's group, in bytes."""
    found = []
    for limit, used in _GROUPS:
        with suppress(OSError, ValueError):  # "max" is no number
            folder = system / "sys/fs/cgroup"
            found.append(int((folder / limit).read_text("utf-8")) - int((folder / used).read_text("utf-8")))
    return found


def _of_shell(system: Path) -> list[int]:
    """Return what `ulimit -v` leaves, in bytes."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            pages = int((system / "proc/self/statm").read_text("utf-8").split()[0])
            return [limit - pages * os.sysconf("SC_PAGE_SIZE")]
    return []
