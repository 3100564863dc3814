"""The one place where kernels are declared and where their machine code is kept.

Every compiled function of the project is declared with `kernel`. Kernels allocate nothing, so reference counting is
switched off for them: with it, counting the arrays of an argument cost a factor of 4 to 9 in perft (numba 0.68).

numba's own cache does not see an edit in *another* file and keys itself by the path of the source. `CacheLocator`
keys the folder by a digest of all kernel sources, numba's version and switches and the Python version instead, so
stale code is never run and a copied installation still finds its code. The processor is part of numba's own index.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import lru_cache
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

KERNELS: Final[list[Any]] = []  # every declared kernel, for the tests


@lru_cache(maxsize=1)
def kernel_digest() -> str:
    """Return 16 hex digits that change whenever compiled code could."""
    switches = {name: getattr(numba_config, name, None) for name in ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT")}
    digest = hashlib.blake2b(f"{numba.__version__} {sys.version_info[:2]} {switches}".encode(), digest_size=8)
    for folder in _KERNEL_FOLDERS:
        for path in sorted((_ROOT / folder).glob("*.py")):
            digest.update(path.relative_to(_ROOT).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


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
    """Return the folder of this build's compiled code, or None where nothing can be written."""
    shipped = _SHIPPED / kernel_digest()
    if shipped.is_dir():
        return shipped
    for base in _candidate_folders():
        folder = base / kernel_digest()
        if _usable(folder):
            return folder
    return None


class CacheLocator(_CacheLocator):  # type: ignore[misc]
    """Tells numba where the code of one kernel lies."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._name = f"{Path(py_file).parent.name}-{py_func.__code__.co_firstlineno}"

    def get_cache_path(self) -> str:
        """Return the folder, the same for all kernels."""
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        """Return the digest: the code is fresh exactly while no kernel source changes."""
        return kernel_digest()

    def get_disambiguator(self) -> str:
        """Return what tells kernels of one name apart."""
        return self._name

    def ensure_cache_path(self) -> None:
        """Do nothing: the folder was tested when it was chosen, and a shipped one need not be writable."""

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
