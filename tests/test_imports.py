"""Which folder may import which: the arrows of docs/architecture.md, read from the syntax trees."""

import ast
from pathlib import Path
from typing import Final

import pytest

from tests.transcript import ROOT

OURS: Final = ("variants", "engine", "eval", "search", "bench", "tests", "lionleap")
PROTOCOLS: Final = "engine.protocols"

MAY_IMPORT: Final[dict[str, set[str]]] = {
    "variants": {"variants"},
    "engine": {"engine", "variants"},
    "eval": {"eval", "engine", "variants"},
    "search": {"search", "eval", "engine", "variants"},
    PROTOCOLS: {PROTOCOLS, "engine", "search", "eval", "variants", "bench"},
    "bench": {"bench", PROTOCOLS, "engine", "search", "eval", "variants"},
}
NUMBA: Final = ("numba", "llvmlite")


def place(module: str) -> str:
    """Return the folder, or the one below it with rules of its own, that a module belongs to."""
    return PROTOCOLS if module == PROTOCOLS or module.startswith(PROTOCOLS + ".") else module.split(".")[0]


def imports(path: Path) -> list[tuple[str, bool]]:
    """Return the modules that a file imports, and whether that happens when the file is imported."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    late = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        or (isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(name.name, id(node) not in late) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.append((node.module or "", id(node) not in late))
    return found


def sources(folder: str) -> list[Path]:
    paths = sorted((ROOT / folder.replace(".", "/")).rglob("*.py"))
    return [path for path in paths if place(".".join(path.relative_to(ROOT).with_suffix("").parts)) == folder]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_imports_follow_the_arrows(folder: str) -> None:
    assert sources(folder)
    for path in sources(folder):
        for module, _ in imports(path):
            if module.split(".")[0] in OURS:
                assert place(module) in MAY_IMPORT[folder], f"{path.relative_to(ROOT)} imports {module}"


def test_the_games_are_pure_python() -> None:
    for path in sources("variants"):
        assert not {module.split(".")[0] for module, _ in imports(path)} & {*NUMBA, "numpy"}, path


def test_numbas_decorators_stand_in_one_file() -> None:
    for folder in MAY_IMPORT:
        for path in sources(folder):
            if path != ROOT / "engine" / "jit.py":
                text = path.read_text(encoding="utf-8")
                assert "njit(" not in text and "@jit" not in text and "numba.jit" not in text, path


def test_the_loop_starts_without_numba() -> None:
    """What the UCI loop imports before the first command leads to numba nowhere."""
    seen: set[str] = set()
    waiting = ["lionleap", "engine.protocols.cli"]
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        assert module.split(".")[0] not in (*NUMBA, "numpy"), sorted(seen)
        path = ROOT / (module.replace(".", "/") + ".py")
        if path.is_file():
            waiting += [name for name, early in imports(path) if early]
            parents = [".".join(module.split(".")[:count]) for count in range(1, module.count(".") + 1)]
            waiting += [f"{parent}.__init__" for parent in parents]


def test_the_arrows_are_those_of_the_document() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = {
        line.split("|")[1].strip(): line.split("|")[3].strip() for line in text.splitlines() if line.startswith("| `")
    }
    assert rows["`variants/`"] == "nothing of ours"
    assert rows["`engine/`"] == "variants"
    assert rows["`eval/`"] == "engine"
    assert rows["`search/`"] == "engine, eval"
