"""Where the machine code of kernels lies on disk, and how it is read and written. Nothing here can stop the engine.

One file holds one kernel for one width of board. It begins with a mark and a checksum, so that a file that was cut
off, damaged or written by another program is compiled anew instead of being run. Files are written beside their place
and moved there: any number of processes may share a folder. Whatever goes wrong becomes a sentence in `notes`.
"""

import contextlib
import hashlib
import os
import pickle
import re
import shutil
import stat
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Final

from llvmlite.binding import parse_assembly
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

MARK: Final = b"Lionleap kernel 3\n"
SUM_BYTES: Final = 16
KEPT_SECONDS: Final = 30 * 86400.0  # a folder of older code that nobody has used for so long is removed
TOUCH_SECONDS: Final = 86400.0  # how precisely the last use is known
WAIT_SECONDS: Final = 300.0  # for another process that compiles the same; then both do
POLL_SECONDS: Final = 0.1
Need = tuple[str, str, str, tuple[Any, ...]]  # symbol, module and name of a kernel, types of its arguments
_FOLDER: Final = re.compile(r"[a-z]\w*\.\w+-[0-9a-f]{16}")
_LEFT_OVER: Final = re.compile(r".*\.nbc\.\w+\.part")


class Store:
    """The folders of compiled code: one that an installation brings along, and one that this user can write.

    notes : sentences for the user that nobody has told yet
    """

    def __init__(self, shipped: Callable[[], Path | None], candidates: Callable[[], list[Path]]) -> None:
        """`shipped` gives the folder to read first, `candidates` those that may be written, best first."""
        self._shipped, self._candidates = shipped, candidates
        self.notes: list[str] = []
        self._wrote = self._broken = False  # writing was tried; it has failed
        self._turn: IO[bytes] | None = None
        self._turn_name = ""
        self._touched: set[Path] = set()
        self._damaged: dict[Path, Path] = {}  # files, and which of the folders they are in

    # --- folders --------------------------------------------------------------------------------------------------

    @cached_property
    def shipped(self) -> Path | None:
        """The folder that came with the installation, None where there is none for this processor."""
        return self._shipped()

    @cached_property
    def _folders(self) -> list[Path]:
        """The folders that are read, or written where the system lets us; best first."""
        return self._candidates()

    @cached_property
    def writable(self) -> Path | None:
        """The folder that is written, None where there is none."""
        for folder in self._folders:
            if usable(folder):
                if folder != self._folders[0]:
                    self.notes.append(f"compiled kernels are kept in {folder}, as {self._folders[0]} cannot be written")
                return folder
        tried = ", ".join(map(str, self._folders)) or "no folder is known"
        self.notes.append(
            f"compiled kernels cannot be kept, so every start compiles them: cannot write {tried}; "
            "LIONLEAP_CACHE_DIR can name a folder"
        )
        return None

    def take_notes(self) -> list[str]:
        """Return the notes and forget them."""
        notes, self.notes = self.notes, []
        for folder, number in Counter(self._damaged.values()).items():
            notes.append(f"{number} damaged file{'s' * (number > 1)} of compiled kernels in {folder}, made anew")
        self._damaged.clear()
        return list(dict.fromkeys(notes))

    # --- files ----------------------------------------------------------------------------------------------------

    def read(self, folder: str, name: str) -> Iterator[bytes]:
        """Yield what is stored under a name, first what was shipped; what is not whole is left out."""
        for base in ([self.shipped] if self.shipped else []) + self._folders:
            if base != self.shipped and not trusted(base):
                continue
            path = base / folder / name
            try:
                data = path.read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                self.notes.append(f"compiled kernels in {base} cannot be read: {error.strerror}")
                continue
            payload = data[len(MARK) + SUM_BYTES :]
            if data[: len(MARK)] != MARK or data[len(MARK) : len(MARK) + SUM_BYTES] != _checksum(payload):
                self._damaged[path] = base
                continue
            if base != self.shipped:
                self._touch(path.parent)
            yield payload

    def damaged(self, folder: str, name: str) -> None:
        """Note a file whose content is whole and yet of no use."""
        base = self.shipped or self._folders[0]
        self._damaged[base / folder / name] = base

    def write(self, folder: str, name: str, payload: bytes) -> None:
        """Store something, whole or not at all."""
        if self.writable is None or self._broken:
            return
        self._wrote = True
        path = self.writable / folder / name
        part = path.with_name(f"{name}.{os.getpid():x}{time.monotonic_ns():x}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(MARK + _checksum(payload) + payload)
            os.replace(part, path)
        except OSError as error:
            self._broken = True
            self.notes.append(f"compiled kernels cannot be kept in {self.writable}: {error.strerror}")
            with contextlib.suppress(OSError):
                part.unlink()

    def _touch(self, folder: Path) -> None:
        """Let the folder's time tell when it was last used."""
        if folder in self._touched:
            return
        self._touched.add(folder)
        with contextlib.suppress(OSError):
            if time.time() - folder.stat().st_mtime > TOUCH_SECONDS:
                os.utime(folder)

    def prune(self) -> None:
        """Where code was written, remove what nobody has used for long, and what dead processes left half written."""
        if not self._wrote or self.writable is None:
            return
        limit = time.time() - KEPT_SECONDS
        with contextlib.suppress(OSError):
            for folder in self.writable.iterdir():
                if not _FOLDER.fullmatch(folder.name) or not folder.is_dir() or folder.is_symlink():
                    continue
                if folder.stat().st_mtime < limit:
                    shutil.rmtree(folder, ignore_errors=True)
                    continue
                for file in folder.glob("*.part"):
                    if _LEFT_OVER.fullmatch(file.name) and file.stat().st_mtime < time.time() - TOUCH_SECONDS:
                        file.unlink()

    # --- one compiles, the others wait ----------------------------------------------------------------------------

    @contextlib.contextmanager
    def turns(self, name: str) -> Iterator[None]:
        """While this lasts, processes with the same name do not compile at the same time, but read from each other."""
        self._turn_name = name
        try:
            yield
        finally:
            self._turn_name = ""
            self.give_turn_back()

    def take_turn(self) -> bool:
        """Wait until no other process compiles, and return whether this one has just got the right to."""
        if not self._turn_name or self._turn is not None or self.writable is None or self._broken:
            return False
        try:
            import fcntl

            lock = open(self.writable / f"{self._turn_name}.lock", "wb")  # noqa: SIM115
        except (ImportError, OSError):
            return False  # everybody compiles
        end = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() < end:
                    time.sleep(POLL_SECONDS)
                    continue
            except OSError:
                pass  # the file system knows no locks
            self._turn = lock
            return True

    def give_turn_back(self) -> None:
        """Let other processes compile."""
        if self._turn is not None:
            self._turn.close()
            self._turn = None


def usable(folder: Path) -> bool:
    """Return whether a folder can be written and trusted; makes it where it is missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return trusted(folder)


def trusted(folder: Path) -> bool:
    """Return whether a folder is there and, among the temporary files of all users, this user's alone: it is run."""
    try:
        found = folder.stat()
        shared = folder.parent.stat().st_mode & stat.S_IWOTH
    except OSError:
        return False
    if shared and hasattr(os, "getuid"):
        return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWOTH | stat.S_IWGRP)
    return stat.S_ISDIR(found.st_mode)


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=SUM_BYTES).digest()


class Linker:
    """Which compiled functions call which others by name.

    numba links a copy of everything that a function calls into its code, and optimizes and compiles it there once
    more; so the time to compile grew with the square of the program. Our kernels refer to each other by symbol.
    Whoever loads one from the disk has to load first what it refers to.
    """

    def __init__(self) -> None:
        self._kernels: dict[tuple[str, str], Any] = {}
        self._symbols: dict[str, Need] = {}

    def add(self, kernel: Any) -> None:
        """Let other kernels refer to everything that a dispatcher compiles."""
        function = kernel.py_func
        name = (function.__module__, function.__qualname__)
        self._kernels[name] = kernel
        add_overload = kernel.add_overload

        def add_symbol(compiled: Any) -> None:
            add_overload(compiled)
            description = compiled.fndesc
            kernel.targetctx.insert_user_function(compiled.entry_point, description, [])  # in place of one that links
            self._symbols[description.llvm_func_name] = (description.llvm_func_name, *name, compiled.signature.args)

        kernel.add_overload = add_symbol

    def needs(self, library: Any) -> list[Need]:
        """Return what the code of a library refers to."""
        functions = library._final_module.functions
        return [self._symbols[f.name] for f in functions if f.is_declaration and f.name in self._symbols]

    def provide(self, needs: list[Need]) -> bool:
        """Make everything ready that code from the disk refers to; return False where it now has another name."""
        for symbol, module, name, arguments in needs:
            kernel = self._kernels.get((module, name))
            if kernel is None:
                return False
            if arguments not in kernel.overloads:
                self._load(kernel, arguments)
            if kernel.overloads[arguments].fndesc.llvm_func_name != symbol:
                return False
        return True


    @staticmethod
    def _load(kernel: Any, arguments: tuple[Any, ...]) -> None:
        """Do what `compile` does, without its timers: an event inside would be told to those of every caller."""
        found = kernel._cache.find_overload(arguments, kernel.targetctx)
        if found is None:
            kernel.compile(arguments)
            return
        kernel._cache_hits[arguments] += 1
        kernel.add_overload(found)

    def serialized(self, compiled: Any) -> tuple[Any, ...]:
        """Return what is to be stored of a compiled function.

        The intermediate code, there to be linked into callers, is left out where they call by symbol. What numba takes
        from it besides are the names of the functions that are defined.
        """
        library, description, *rest = compiled._reduce()
        if description.llvm_func_name in self._symbols:
            names = (description.llvm_func_name, description.llvm_cpython_wrapper_name)
            stub = "\n".join(f'define void @"{name}"() {{ unreachable }}' for name in names)
            name, kind, (machine_code, _) = library
            library = (name, kind, (machine_code, parse_assembly(stub).as_bitcode()))
        return (library, description, *rest)


class KernelCache(_Cache):  # type: ignore[misc]
    """The cache of one kernel, in the place of numba's own, whose index can name another width's code after a race."""

    def __init__(self, store: Store, folder: str, kernel: str, linker: Linker) -> None:
        """`folder` is the file's, with the digest of all that its code depends on; `kernel` is unique in it."""
        self._store, self._folder, self._kernel, self._linker = store, folder, kernel, linker
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder that is read first, as numba's statistics show it."""
        return str((self._store.shipped or self._store.writable or Path()) / self._folder)

    def enable(self) -> None:
        """Use the cache."""
        self._enabled = True

    def disable(self) -> None:
        """Compile always."""
        self._enabled = False

    def flush(self) -> None:
        """Keep everything: what is stale has another folder."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled code for a signature, None where it has to be compiled."""
        target_context.refresh()
        return self.find_overload(sig, target_context)

    def find_overload(self, sig: Any, target_context: Any) -> Any:
        """Do the same where the context is known to be up to date."""
        if not self._enabled:
            return None
        found = self._load(sig, target_context)
        if found is None and self._store.take_turn():
            found = self._load(sig, target_context)
            if found is not None:
                self._store.give_turn_back()
        return found

    def _load(self, sig: Any, target_context: Any) -> Any:
        key = (sig, target_context.codegen().magic_tuple())
        for payload in self._store.read(self._folder, self._file(key)):
            try:
                stored_key, needs, reduced = pickle.loads(payload)
                if stored_key == key and self._linker.provide(needs):
                    return CompileResult._rebuild(target_context, *reduced)
            except Exception:  # whatever unpickling and linking can raise
                self._store.damaged(self._folder, self._file(key))
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the compiled code of a signature."""
        if not self._enabled or data.library.has_dynamic_globals:
            return
        key = (sig, data.codegen.magic_tuple())
        content = key, self._linker.needs(data.library), self._linker.serialized(data)
        self._store.write(self._folder, self._file(key), dumps(content))

    def _file(self, key: tuple[Any, ...]) -> str:
        digest = hashlib.blake2b(repr((str(key[0]), key[1])).encode(), digest_size=8).hexdigest()
        return f"{self._kernel}.{digest}.nbc"
