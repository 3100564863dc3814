"""`make EXE=name`: one file that starts this version of the engine from any folder.

    python3 -m bench.executable NAME

Test frames such as OpenBench build in a folder that they delete, keep the one file and run several copies of it. So
the program is installed into the user's cache, in a folder named after a digest of the sources, with its compiled
kernels inside; the file only starts it. Uses nothing but the standard library, for it runs before anything is
installed.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = ("engine", "search", "eval", "variants", "bench")
KERNELS: Final = "kernels"  # folder in the installation, so that they are found under every HOME
CACHE: Final = "LIONLEAP_CACHE_DIR"


def digest() -> str:
    """Return 16 hex digits that change whenever the installed program would."""
    found = hashlib.blake2b(f"{sys.version_info[:2]}".encode(), digest_size=8)
    files = [ROOT / "lionleap.py", ROOT / "pyproject.toml"]
    for folder in FOLDERS:
        files += sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".ini", ".toml", ".tsv"))
    for path in files:
        found.update(path.relative_to(ROOT).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def home() -> Path:
    """Return the folder that this version is installed in."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(cache) / "lionleap" / "executables" / digest()


def launcher(program: Path) -> str:
    """Return the text of the file."""
    kernels = program.parents[1] / KERNELS
    return f'#!/bin/sh\n{CACHE}="${{{CACHE}:-{kernels}}}" exec "{program}" "$@"\n'


def install(folder: Path) -> Path:
    """Install the program with its kernels into a folder, once, and return its command."""
    program = folder / "bin" / "lionleap"
    done = folder / "installed"
    if not done.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        venv.create(folder, with_pip=True, clear=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", str(ROOT)]
        subprocess.run(pip, check=True, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        kernels = os.environ | {CACHE: str(folder / KERNELS)}
        subprocess.run([str(program), "compile"], check=True, env=kernels, stdin=subprocess.DEVNULL, stdout=sys.stderr)
        done.touch()
    return program


def write(target: Path, program: Path) -> None:
    """Write the launcher, whole or not at all."""
    with tempfile.NamedTemporaryFile("w", dir=target.parent, delete=False, encoding="utf-8") as file:
        file.write(launcher(program))
    os.chmod(file.name, 0o755)
    os.replace(file.name, target)


def main() -> int:
    """Write the file that is named on the command line."""
    if len(sys.argv) != 2:
        print("usage: python3 -m bench.executable NAME", file=sys.stderr)
        return 2
    write(Path(sys.argv[1]).absolute(), install(home()))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
