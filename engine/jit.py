"""The one place where kernels are declared and where their machine code is kept.

Every compiled function of the project is declared with `kernel`. Kernels allocate nothing, so reference counting is
switched off for them: with it, counting the arrays of an argument cost a factor of 4 to 9 in perft (numba 0.68).

numba's own cache does not see an edit in *another* file and keys itself by the path of the source. `CacheLocator`
keys the folder of a file's kernels by a digest of that file and of all that it imports, of numba's version and switches
and of the Python version instead, so stale code is never run, an edit recompiles no more than what depends on it, and
a copied installation still finds its code. The processor is part of numba's own index.
"""

import hashlib
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.core import config as numba_config
from numba.core import types
from numba.core.caching import _CacheLocator
from numba.core.types.misc import unliteral

import engine.record  # noqa: F401  (how kernels index the fields of records)

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

_ROOT: Final = Path(__file__).resolve().parent.parent
_KERNEL_FOLDERS: Final = ("engine", "eval", "search")
_SHIPPED: Final = _ROOT / "kernels"  # compiled code that an installation brings along, read first
_IMPORT: Final = re.compile(rb"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)

KERNELS: Final[list[Any]] = []  # every declared kernel, for the tests


@lru_cache(maxsize=1)
def _kernel_sources() -> dict[str, bytes]:
    """Return the text of every file that may hold kernels or what they use, by its path below the root."""
    found = [path for folder in _KERNEL_FOLDERS for path in sorted((_ROOT / folder).glob("*.py"))]
    return {path.relative_to(_ROOT).as_posix(): path.read_bytes() for path in found}


def _digest_of(names: Iterable[str]) -> str:
    switches = {name: getattr(numba_config, name, None) for name in ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT")}
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version_info[:2]} {switches}".encode(), digest_size=8)
    for name in names:
        digest.update(name.encode() + _kernel_sources()[name])
    return digest.hexdigest()


@lru_cache(maxsize=1)
def kernel_digest() -> str:
    """Return 16 hex digits that change whenever any compiled code could."""
    return _digest_of(_kernel_sources())


@cache
def source_digest(name: str) -> str:
    """Return 16 hex digits that change whenever the compiled code of one file could; the file as `engine/make.py`."""
    sources = _kernel_sources()
    closure: set[str] = set()
    todo = [name]
    while todo:
        name = todo.pop()
        if name in sources and name not in closure:
            closure.add(name)
            imported = (found.decode() for found in _IMPORT.findall(sources[name]))
            todo += [f"{module.replace('.', '/')}.py" for module in imported]
    return _digest_of(sorted(closure))


def _candidate_folders() -> list[Path]:
    """Return the folders where compiled code may lie, best first."""
    candidates = []
    override = os.environ.get("LIONLEAP_CACHE_DIR") or numba_config.CACHE_DIR
    if override:
        candidates.append(Path(override))
    if (_ROOT / "pyproject.toml").exists():
        candidates.append(_ROOT / ".numba_cache")
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        candidates.append((Path(base) if base else Path.home() / ".cache") / "lionleap")
    except RuntimeError:
        pass  # no home folder
    user = getattr(os, "getuid", lambda: 0)()
    candidates.append(Path(tempfile.gettempdir()) / f"lionleap-{user}")
    return candidates


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@lru_cache(maxsize=1)
def cache_folder() -> Path | None:
    """Return the folder of compiled code, one folder for each file in it, or None where nothing can be written."""
    shipped = _SHIPPED / kernel_digest()
    if shipped.is_dir():
        return shipped
    for folder in _candidate_folders():
        if _usable(folder):
            return folder
    return None


class CacheLocator(_CacheLocator):  # type: ignore[misc]
    """Tells numba where the code of one kernel lies."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        path = Path(py_file)
        self._name = f"{path.parent.name}-{py_func.__code__.co_firstlineno}"
        self._digest = source_digest(f"{path.parent.name}/{path.name}")
        self._folder = Path(str(cache_folder())) / f"{path.parent.name}.{path.stem}-{self._digest}"

    def get_cache_path(self) -> str:
        """Return the folder of the file's kernels."""
        return str(self._folder)

    def get_source_stamp(self) -> str:
        """Return the digest: the code is fresh exactly while neither its file nor one that it imports changes."""
        return self._digest

    def get_disambiguator(self) -> str:
        """Return what tells kernels of one name apart."""
        return self._name

    def ensure_cache_path(self) -> None:
        """Make the folder, where code is written."""
        self._folder.mkdir(parents=True, exist_ok=True)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "CacheLocator":
        """Return the locator of a function."""
        return cls(py_func, py_file)


numba_config.CACHE_LOCATOR_CLASSES = "engine.jit.CacheLocator"


def _widened(argument: Any) -> Any:
    """Return int64 for every type of integer, and literals as what they are a literal of."""
    plain = unliteral(argument)
    return types.int64 if isinstance(plain, types.Integer) else plain


def kernel(**options: Any) -> Callable[[_Kernel], _Kernel]:
    """Compile a function with the program's options; `options` overrides them.

    A kernel has one signature for each width of the board. numba by itself compiles one more for every literal and
    every size of integer among the arguments of a call; for recursive kernels that even ends in a crash once they
    come from the cache (numba 0.68, issue 6061). So calls are typed with widened arguments here.
    """
    settings: dict[str, Any] = {
        "cache": cache_folder() is not None,
        "nogil": True,
        "error_model": "numpy",
        "_nrt": False,
    } | options

    def declare(function: _Kernel) -> _Kernel:
        compiled = numba.njit(**settings)(function)
        typed_call = compiled.get_call_template

        def widened_call(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            return typed_call(tuple(map(_widened, args)), {name: _widened(arg) for name, arg in kws.items()})

        compiled.get_call_template = widened_call
        KERNELS.append(compiled)
        return cast(_Kernel, compiled)

    return declare
