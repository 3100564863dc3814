"""The command line."""

import argparse
import sys
from typing import Final

from engine.protocols.about import NAME, VERSION
from engine.protocols.output import Output
from engine.protocols.uci import Uci
from variants.catalog import Catalog
from variants.errors import LionleapError, VariantError

USAGE: Final = f"""\
usage: lionleap [command]

Without a command, {NAME} reads UCI commands from standard input. Commands:

  bench [depth N | nodes N] [variant NAME]   search fixed positions, the same way every time
  perft DEPTH [--variant NAME] [--fen FEN]   count move sequences
  check FILE...                              report what is wrong with definition files; fails if a game is refused
  load FILE                                  add the games of a file, then read UCI commands
  compile                                    compile the kernels of all games, or see that they are there
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
        if not command and sys.stdin.isatty():
            output.line(f"{NAME} {VERSION}, a chess variant engine. Type help, or quit.")
        if command in ("uci", "load"):
            loop.obey(" ".join(words))
        return loop.run(sys.stdin)
    loop.obey(" ".join(words))
    loop.session.wait()
    return loop.close()


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
    return loop.close()


def _compile(words: list[str]) -> int:
    """Make all kernels ready, with progress on standard error."""
    from engine.protocols.loading import prepare

    def tell(text: str) -> None:
        print(f"lionleap: {text}", file=sys.stderr, flush=True)

    refused = 0
    for spec in Catalog():
        try:
            prepare(spec, tell)
        except VariantError as error:
            refused += 1
            tell(str(error))
    tell("the kernels are ready")
    return int(bool(refused))


_PROGRAMS: Final = {"bench": _bench, "check": _check, "perft": _perft, "compile": _compile}

if __name__ == "__main__":
    raise SystemExit(main())
