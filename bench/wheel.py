"""`make dist`: a wheel that starts at once, because it brings compiled kernels along; then tries it.

    python -m bench.wheel [--out FOLDER] [--no-try]

The kernels are compiled for every width of board and for a baseline processor (engine/jit.py: BASELINE). The wheel is
then installed into an empty environment with an empty home, made read-only, and every game has to be ready in time
there without compiling anything.
"""

import argparse
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Final

from bench.compare import GAMES, show
from bench.process import ROOT, EngineError
from bench.startup import start_once

READY_SECONDS: Final = 3.0  # the most that a first start may take to `readyok`
# One board for each width: engine/bitboard.py has 64, 128 and 256 bits.
BOARDS: Final = "".join(
    f"[width{files * ranks}]\nmaxFile = {files}\nmaxRank = {ranks}\nking = k\nrook = r\npieceDrops = true\n"
    f"startFen = k{files - 2}r/" + f"{files}/" * (ranks - 2) + f"R{files - 2}K[] w - - 0 1\n"
    for files, ranks in ((8, 8), (10, 10), (16, 16))
)


class WheelError(RuntimeError):
    """A wheel that is not as it should be."""


def compile_all(cache: Path) -> None:
    """Compile the kernels of every width for the baseline processor, a process for each; what is there is kept."""
    from engine.jit import BASELINE

    environment = os.environ | {
        "NUMBA_CPU_NAME": BASELINE,
        "NUMBA_CPU_FEATURES": "",
        "LIONLEAP_CACHE_DIR": str(cache),
    }
    names = [line[1:-1] for line in BOARDS.splitlines() if line.startswith("[")]
    command = [sys.executable, "-m", "bench.wheel", "--compile"]
    running = [subprocess.Popen([*command, name], cwd=ROOT, env=environment) for name in names]
    if any([process.wait() for process in running]):
        raise WheelError("the kernels could not be compiled")


def collect(cache: Path, kernels: Path) -> None:
    """Copy the compiled code of the sources as they are now to where an installation looks for it."""
    from engine.jit import kernel_digest, source_digest

    for path in [path for folder in ("engine", "eval", "search") for path in (ROOT / folder).glob("*.py")]:
        name = f"{path.parent.name}.{path.stem}-{source_digest(f'{path.parent.name}/{path.name}')}"
        if (cache / name).is_dir():
            shutil.copytree(cache / name, kernels / kernel_digest() / name)


def compile_one(name: str) -> None:
    """Compile what one of `BOARDS` needs."""
    from engine.protocols.loading import prepare
    from variants.catalog import Catalog

    catalog = Catalog()
    catalog.load_text(BOARDS)
    prepare(catalog.get(name), lambda text: print(f"{name}: {text}", file=sys.stderr, flush=True))


def build(kernels: Path, out: Path) -> Path:
    """Build the wheel with a folder of kernels and return its file."""
    import numba

    environment = os.environ | {
        "LIONLEAP_KERNELS": str(kernels),
        "LIONLEAP_KERNELS_REQUIRE": f"numba=={numba.__version__}",
    }
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(out), str(ROOT)]
    subprocess.run(command, check=True, env=environment, stdin=subprocess.DEVNULL)
    return max(out.glob("*-linux_x86_64.whl"), key=lambda path: path.stat().st_mtime)


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment and return its command."""
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", str(wheel)]
    subprocess.run(pip, check=True, stdin=subprocess.DEVNULL)
    return folder / "bin" / "lionleap"


def protect(folder: Path) -> None:
    """Take the right to write away from everything in a folder."""
    for path in [*folder.rglob("*"), folder]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def try_out(command: Path, home: Path) -> list[list[str]]:
    """Start every game for the first time and return the rows of a table. WheelError where one is late or compiles."""
    rows = []
    for game in GAMES:
        empty = home / game
        empty.mkdir(parents=True)
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(empty)}
        found = start_once(game, (str(command),), environment)
        left = [path.relative_to(empty).as_posix() for path in empty.rglob("*.nbc")]
        if left:
            raise WheelError(f"{game}: {len(left)} kernels were compiled, such as {left[0]}")
        if found.processor > READY_SECONDS:  # on an idle machine that is the time itself
            raise WheelError(f"{game}: readyok after {found.processor:.1f} s, expected at most {READY_SECONDS:.0f} s")
        times = (f"{seconds:.2f}" for seconds in (found.uciok, found.readyok, found.processor))
        rows.append([game, *times, f"{found.memory:.0f}"])
    return rows


def main() -> int:
    """Build the wheel, and try it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the wheel")
    parser.add_argument("--no-try", action="store_true", help="only build it")
    parser.add_argument("--compile", metavar="BOARD", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.compile:
        compile_one(chosen.compile)
        return 0
    chosen.out.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(os.environ.get("LIONLEAP_CACHE_DIR") or ROOT / ".numba_cache") / "baseline"
            compile_all(cache)
            collect(cache, Path(folder, "kernels"))
            wheel = build(Path(folder, "kernels"), chosen.out)
            print(f"{wheel}: {wheel.stat().st_size >> 20} MB")
            if not chosen.no_try:
                command = install(wheel, Path(folder, "installed"))
                protect(Path(folder, "installed"))
                head = ["game", "uciok s", "readyok s", "processor s", "resident MB"]
                show("first start, read-only, empty home", head, try_out(command, Path(folder, "home")))
    except (WheelError, EngineError, subprocess.CalledProcessError) as error:
        print(f"bench.wheel: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
