"""The command line."""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from engine.protocols.about import NAME, VERSION
from engine.protocols.loading import Tell, progress
from engine.protocols.output import Output
from engine.protocols.uci import Uci
from variants.catalog import Catalog
from variants.errors import LionleapError, VariantError

USAGE: Final = f"""\
usage: lionleap [command]

Without a command, {NAME} reads UCI commands from standard input. Commands:

  bench [depth N | nodes N] [variant NAME]   search fixed positions, the same way every time
  perft DEPTH [--variant NAME] [--fen FEN]   count move sequences
  match ...                                  let engines play each other; match --help tells how
  tune ...                                   fit weights, or tune options by self-play; tune --help tells how
  learn GAME ...                             play against itself and train a network; learn --help tells how
  show GAME [--html FILE]                    the rules in words, the moves as diagrams; show --help tells more
  check FILE...                              report what is wrong with definition files; fails if a game is refused
  load FILE                                  add the games of a file, then read UCI commands
  compile [GAME...]                          compile the kernels of all games, or see that they are there
  noautoload                                 read UCI commands, without the files of LIONLEAP_VARIANT_PATH
  any UCI command                            obey it and end, such as: lionleap go depth 8

  --help, --version
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    output = Output()
    try:
        return _run(words, output)
    except LionleapError as error:
        print(f"lionleap: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the output has gone, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(words: list[str], output: Output) -> int:
    command, rest = (words[0], words[1:]) if words else ("", [])
    if command in ("--help", "-h"):
        print(USAGE, end="")
        return 0
    if command == "--version":
        print(f"{NAME} {VERSION}")
        return 0
    if command in _PROGRAMS:
        return _PROGRAMS[command](rest)
    loop = Uci(output, autoload=command != "noautoload")
    if command in ("", "noautoload", "uci", "load"):
        lines = sys.stdin or ()  # none where a shell has closed it
        if not command and sys.stdin and sys.stdin.isatty():
            output.line(f"{NAME} {VERSION}, a chess variant engine. Type help, or quit.")
        if command in ("uci", "load"):
            loop.obey(" ".join(words))
        return _leave(loop, loop.run(lines))
    loop.obey(" ".join(words))
    loop.session.wait()
    return _leave(loop, loop.close())


def _leave(loop: Uci, status: int) -> int:
    """Return the status, or end the process at once where a thread cannot be waited for."""
    if loop.unfinished:
        os._exit(status)
    return status


def _bench(words: list[str]) -> int:
    from bench.signature import main as bench

    return bench(words)


def _check(paths: list[str]) -> int:
    """Print what is wrong with files; the status tells whether one of them was refused."""
    if not paths:
        print("lionleap check: name one file or more", file=sys.stderr)
        return 2
    refused = False
    for path in paths:
        check = Catalog().check_file(path)
        print("\n".join(check.lines()))
        refused |= check.refused
    return int(refused)


def _perft(words: list[str]) -> int:
    from engine.protocols.go import Go

    parser = argparse.ArgumentParser(prog="lionleap perft", description="Count move sequences.")
    parser.add_argument("depth", type=int)
    parser.add_argument("--variant", default="chess")
    parser.add_argument("--fen", help="the position; the start by default")
    chosen = parser.parse_args(words)
    loop = Uci(Output())
    loop.session.select(chosen.variant)
    if chosen.fen:
        loop.session.set_position(("fen", chosen.fen), [])
    loop.release()
    loop.session.start(Go(perft=max(1, chosen.depth)), loop.report())
    loop.session.wait()
    return _leave(loop, loop.close())


def _compile(names: list[str]) -> int:
    """Make the kernels of games ready, by default of all; progress goes to standard error.

    Boards of different widths have kernels of their own, and compiling them is work for one core each: the other
    widths are compiled by processes beside this one. Whatever they leave undone is done here at the end.
    """
    from engine.bitboard import width_for
    from engine.protocols.loading import prepare

    def tell(text: str) -> None:
        print(f"lionleap: {text}", file=sys.stderr, flush=True)

    catalog = Catalog()
    specs = [catalog.get(name) for name in names or catalog.names()]
    first = {width_for(spec.files * spec.ranks): spec for spec in reversed(specs)}
    own = width_for(specs[0].files * specs[0].ranks)
    others = [spec.name for width, spec in first.items() if width != own]
    helpers = [
        subprocess.Popen(
            [sys.executable, "-m", "engine.protocols.cli", "compile", name],
            env=os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name in others
    ]
    refused = 0
    wanted = specs if names else list(first.values())  # games of one width share all kernels
    for spec in sorted(wanted, key=lambda spec: width_for(spec.files * spec.ranks) != own):
        if width_for(spec.files * spec.ranks) != own:
            _wait(helpers, tell)
        try:
            prepare(spec, tell)
        except VariantError as error:
            refused += 1
            tell(str(error))
    tell("the kernels are ready")
    return int(bool(refused))


def _wait(helpers: list["subprocess.Popen[bytes]"], tell: Tell) -> None:
    with progress(tell):
        for helper in helpers:
            helper.wait()


def _show(words: list[str]) -> int:
    from engine.protocols.show.command import main as show

    return show(words)


def _match(words: list[str]) -> int:
    from bench.match import main as match

    return match(words)


def _tune(words: list[str]) -> int:
    from bench.tune import main as tune

    return tune(words)


def _learn(words: list[str]) -> int:
    from bench.learn import main as learn

    return learn(words)


_PROGRAMS: Final = {
    "bench": _bench,
    "check": _check,
    "show": _show,
    "perft": _perft,
    "compile": _compile,
    "match": _match,
    "tune": _tune,
    "learn": _learn,
}

if __name__ == "__main__":
    raise SystemExit(main())
