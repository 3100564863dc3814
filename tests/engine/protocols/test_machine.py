"""How much memory there is, from the files of the system."""

from pathlib import Path

import pytest

from engine.protocols.machine import spare_memory

MB = 1 << 20


def system(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


MEMORY = {"proc/meminfo": "MemTotal: 9000 kB\nMemAvailable:    2048000 kB\n"}


@pytest.mark.parametrize(
    ("group", "wanted"),
    [
        ({}, 2000),
        ({"memory.max": "max\n", "memory.current": f"{5 * MB}\n"}, 2000),
        ({"memory.max": f"{500 * MB}\n", "memory.current": f"{100 * MB}\n"}, 400),
        ({"memory.max": f"{50 * MB}\n", "memory.current": f"{100 * MB}\n"}, 0),
        ({"memory/memory.limit_in_bytes": f"{300 * MB}\n", "memory/memory.usage_in_bytes": f"{MB}\n"}, 299),
        ({"memory/memory.limit_in_bytes": "9223372036854771712\n", "memory/memory.usage_in_bytes": "1\n"}, 2000),
    ],
)
def test_the_least_of_all_limits(group: dict[str, str], wanted: int, tmp_path: Path) -> None:
    files = MEMORY | {f"sys/fs/cgroup/{name}": text for name, text in group.items()}
    assert spare_memory(system(tmp_path, files)) == wanted


def test_the_limit_of_the_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda what: (64 * MB, 64 * MB))
    pages = 1024
    found = spare_memory(system(tmp_path, MEMORY | {"proc/self/statm": f"{pages} 1 1 1 0 1 0\n"}))
    assert found == 64 - pages * resource.getpagesize() // MB


def test_a_system_without_such_files(tmp_path: Path) -> None:
    found = spare_memory(tmp_path)
    assert found is None or found > 0
