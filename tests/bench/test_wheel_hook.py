"""What the build hook tells hatchling, which is not needed for that."""

import sys
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The hook, over a stand-in for hatchling's interface."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    from bench.wheel_hook import KernelHook

    return KernelHook()


def data() -> dict[str, Any]:
    return {"force_include": {}, "pure_python": True, "dependencies": []}


def test_kernels_are_for_one_python_one_system_and_one_numba(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIONLEAP_KERNELS", "/some/folder")
    monkeypatch.setenv("LIONLEAP_KERNELS_REQUIRE", "numba==0.68.1")
    found = data()
    hook.initialize("standard", found)
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert found == {
        "force_include": {"/some/folder": "_lionleap/kernels"},
        "pure_python": False,
        "tag": f"{python}-{python}-linux_x86_64",
        "dependencies": ["numba==0.68.1"],
    }


def test_other_builds_are_plain(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIONLEAP_KERNELS", raising=False)
    found = data()
    hook.initialize("standard", found)
    assert found == data()
    monkeypatch.setenv("LIONLEAP_KERNELS", "/some/folder")
    hook.initialize("editable", found)
    assert found == data()
