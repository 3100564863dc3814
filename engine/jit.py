"""The one place where kernels are declared and where their machine code is kept.

Every compiled function of the project is declared with `kernel`. Kernels allocate nothing, so reference counting is
switched off for them: with it, counting the arrays of an argument cost a factor of 4 to 9 in perft (numba 0.68).

numba's own cache does not see an edit in *another* file and keys itself by the path of the source. Here the folder of
a file's kernels is keyed by a digest of that file and of all that it imports, of numba's version and switches and of
the Python version instead, so stale code is never run, an edit recompiles no more than what depends on it, and a copied
installation still finds its code. engine/kernel_store.py reads and writes the files; the processor is part of their
names. An installation may bring code along that is made for `BASELINE`, which every newer processor runs.
"""

import hashlib
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from llvmlite import binding
from numba.core import config as numba_config
from numba.core import types
from numba.core.types.misc import unliteral

import engine.record  # noqa: F401  (how kernels index the fields of records)
from engine.kernel_store import KernelCache, Linker, Store

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

_ROOT: Final = Path(__file__).resolve().parent.parent
_KERNEL_FOLDERS: Final = ("engine", "eval", "search")
_NO_CODE: Final = ("engine/kernel_store.py",)  # sources that no machine code depends on
_SHIPPED: Final = _ROOT / "kernels"  # compiled code that an installation brings along, read first
BASELINE: Final = "x86-64-v3"  # the processor that it is made for; its features as LLVM calls them:
_BASELINE_FEATURES: Final = (
    "cx8 fxsr mmx sse sse2 sse3 ssse3 sse4.1 sse4.2 popcnt cx16 sahf avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave"
).split()
_IMPORT: Final = re.compile(rb"^\s*(?:from|import) ([\w.]+)", re.MULTILINE)

KERNELS: Final[list[Any]] = []  # every declared kernel, for the tests
_LINKER: Final = Linker()


@lru_cache(maxsize=1)
def _kernel_sources() -> dict[str, bytes]:
    """Return the text of every file that may hold kernels or what they use, by its path below the root."""
    found = [path for folder in _KERNEL_FOLDERS for path in sorted((_ROOT / folder).glob("*.py"))]
    named = {path.relative_to(_ROOT).as_posix(): path for path in found}
    return {name: path.read_bytes() for name, path in named.items() if name not in _NO_CODE}


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


def _runs_baseline() -> bool:
    """Return whether the processor, and the system, can run code for `BASELINE`."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return False
    try:
        has = binding.get_host_cpu_features()
    except RuntimeError:  # LLVM does not know
        return False
    return all(has.get(feature, False) for feature in _BASELINE_FEATURES)


def _shipped_folder() -> Path | None:
    """Return the folder of the code that came with the installation, None where this processor needs other code."""
    folder = _SHIPPED / kernel_digest()
    chosen = (numba_config.CPU_NAME, numba_config.CPU_FEATURES)
    if folder.is_dir() and (chosen == (BASELINE, "") or (chosen == (None, None) and _runs_baseline())):
        return folder
    return None


def _candidate_folders() -> list[Path]:
    """Return the folders where compiled code may be kept, best first."""
    candidates = []
    override = os.environ.get("LIONLEAP_CACHE_DIR") or numba_config.CACHE_DIR
    if override:
        candidates.append(Path(override).absolute())
    if (_ROOT / "pyproject.toml").exists():
        candidates.append(_ROOT / ".numba_cache")
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    with suppress(RuntimeError):  # no home folder; the root is none either: HOME is empty
        if base or Path.home() != Path("/"):
            candidates.append((Path(base) if base else Path.home() / ".cache") / "lionleap")
    with suppress(OSError):  # no folder for temporary files
        user = getattr(os, "getuid", lambda: 0)()
        candidates.append(Path(tempfile.gettempdir()) / f"lionleap-{user}")
    return [folder for folder in candidates if folder.is_absolute()]


STORE: Final = Store(_shipped_folder, _candidate_folders)
if STORE.shipped is not None:  # before the first kernel is declared: code is found by the processor it was made for
    numba_config.CPU_NAME, numba_config.CPU_FEATURES = BASELINE, ""


def cache_folder() -> Path | None:
    """Return the folder that compiled code is read from first, one folder for each source file in it."""
    return STORE.shipped or STORE.writable


def _kernel_cache(function: Any) -> KernelCache:
    """Return the place of a function's machine code. It must not be a closure: files know kernels by name and line."""
    assert function.__closure__ is None, function
    path = Path(function.__code__.co_filename)
    digest = source_digest(f"{path.parent.name}/{path.name}")
    if path.parent.parent != _ROOT or path.parent.name not in _KERNEL_FOLDERS:  # a test's: whatever it uses counts
        text = kernel_digest().encode() + path.read_bytes()
        digest = hashlib.blake2b(text, digest_size=8).hexdigest()
    name = f"{function.__name__}-{function.__code__.co_firstlineno}"
    return KernelCache(STORE, f"{path.parent.name}.{path.stem}-{digest}", name, _LINKER)


def compiled_here() -> int:
    """Return how many kernels this process had to compile; the others were read."""
    # not `stats`, which asks for the folder to write to as well
    return sum(sum(kernel._cache_misses.values()) for kernel in KERNELS)


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
        "nogil": True,
        "error_model": "numpy",
        "_nrt": False,
    } | options

    def declare(function: _Kernel) -> _Kernel:
        compiled = numba.njit(**settings)(function)
        compiled._cache = _kernel_cache(function)
        if not settings.get("forceinline"):
            _LINKER.add(compiled)
        typed_call = compiled.get_call_template

        def widened_call(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
            return typed_call(tuple(map(_widened, args)), {name: _widened(arg) for name, arg in kws.items()})

        compiled.get_call_template = widened_call
        KERNELS.append(compiled)
        return cast(_Kernel, compiled)

    return declare
