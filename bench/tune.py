"""`lionleap tune`: weights and options found by self-play, for any game, here or on a cluster.

    lionleap tune fit VARIANT --games N      piece and hand values, by a logistic fit to games
    lionleap tune spsa VARIANT --param ...   any numbers of the weight file, or any options of an engine
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path
from typing import Any

from bench.clock import Control
from bench.entrant import Entrant, Unplayable
from bench.executor import LOST, RETRIES, executor_for
from bench.fit import RESULT_SHARE, Sample, SelfPlay, applied, fit, samples
from bench.game import Rules, load
from bench.spsa import OPTION, Duel, Spsa, TuneError, duel, read_parameters
from bench.weights_file import current, matters, put, write
from search.margin_values import SECTION, read_margins
from variants.errors import LionleapError

Tell = Callable[[str], None]


def parser() -> argparse.ArgumentParser:
    """Return the command line."""
    found = argparse.ArgumentParser(prog="lionleap tune", description=__doc__.splitlines()[0])
    commands = found.add_subparsers(dest="command", required=True)
    for name, summary in (("fit", "fit piece and hand values"), ("spsa", "tune numbers by games")):
        command = commands.add_parser(name, help=summary)
        command.add_argument("variant")
        command.add_argument("--variantfile", metavar="FILE", help="a file that defines the game")
        command.add_argument("--nodes", type=int, default=3000, help="of every search")
        command.add_argument("--plies", type=int, default=8, help="random plies at the beginning")
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--concurrency", type=int, default=1)
        command.add_argument("--cluster", default="", metavar="ADDRESS")
        command.add_argument("--out", metavar="FILE", help="the weight file; VARIANT.toml by default")
        command.add_argument("--checkpoint", metavar="FILE", help="where the work is kept and taken up again")
    fitted, tuned = commands.choices["fit"], commands.choices["spsa"]
    fitted.add_argument("--games", type=int, default=1000)
    fitted.add_argument("--result-share", type=float, default=RESULT_SHARE, help="of results in the target")
    tuned.add_argument("--param", action="append", required=True, metavar="NAME=VALUE,LOW,HIGH,STEP",
        help="or search.NAME, a margin with the bounds of search/margins.py; search: all of them")
    tuned.add_argument("--iterations", type=int, default=1000)
    tuned.add_argument("--engine", default="", metavar="COMMAND", help="whose options are tuned, as option.NAME")
    return found


def results(
    jobs: Iterator[Any], work: Callable[[Any], Any], concurrency: int, cluster: str
) -> Iterator[tuple[Any, Any]]:
    """Yield every job with its result, in the order in which they end. A job whose worker is lost is done again."""
    lost: list[Any] = []
    for _ in range(RETRIES + 1):
        again, lost = lost, []
        with executor_for(cluster, concurrency) as (executor, places):
            running: dict[Future[Any], Any] = {}
            while True:
                while len(running) < places and not lost:
                    job = again.pop() if again else next(jobs, None)
                    if job is None:
                        break
                    try:
                        running[executor.submit(work, job)] = job
                    except LOST:
                        lost.append(job)
                if not running:
                    break
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    job = running.pop(future)
                    try:
                        yield job, future.result()
                    except LOST:
                        lost.append(job)
        lost += again
        if not lost:
            return
    raise LionleapError("workers are lost again and again; the run ends here")


def run_fit(chosen: argparse.Namespace, tell: Tell) -> None:
    """Play, fit and write the weight file."""
    rules = Rules(chosen.variant, _text(chosen.variantfile))
    game = load(rules)
    store = Path(chosen.checkpoint) if chosen.checkpoint else None
    known = _read_samples(store) if store and store.exists() else {}
    if known:
        tell(f"{len(known)} games are in {store}; it goes on from there")
    jobs = (
        SelfPlay(rules, number, chosen.nodes, chosen.plies, chosen.seed)
        for number in range(chosen.games)
        if number not in known
    )
    for job, found in results(jobs, samples, chosen.concurrency, chosen.cluster):
        known[job.number] = found
        if store:
            _append_samples(store, job.number, found)
        if len(known) % max(chosen.games // 20, 1) == 0:
            tell(f"{len(known)} of {chosen.games} games, {sum(map(len, known.values()))} positions")
    everything = [sample for number in sorted(known) for sample in known[number]]
    if not everything:
        raise TuneError("no position was found to fit values to")
    found_fit = fit(game, everything, chosen.result_share)
    tell(
        f"loss {found_fit.before:.5f} before, {found_fit.after:.5f} after; {found_fit.positions} positions, "
        f"scale {found_fit.scale:.0f} centipawns"
    )
    for where, changes in (("board", found_fit.board), ("hand", found_fit.hand)):
        for name, change in changes.items():
            tell(f"{where:6} {name:3} {change:+7.1f}")
    origin = (
        f"lionleap tune fit {chosen.variant} --games {len(known)} --nodes {chosen.nodes} --plies {chosen.plies} "
        f"--seed {chosen.seed} --result-share {chosen.result_share}: {found_fit.positions} positions of self-play"
    )
    path = chosen.out or f"{game.spec.name}.toml"
    write(path, applied(game, current(game.spec), found_fit), origin)
    tell(f"written to {path}")


def run_spsa(chosen: argparse.Namespace, tell: Tell) -> None:
    """Play, move the numbers and write the weight file, or print the options."""
    rules = Rules(chosen.variant, _text(chosen.variantfile))
    game = load(rules)
    margins = read_margins(game.spec)
    wanted = [parameter for text in chosen.param for parameter in read_parameters(text, margins)]
    spsa = Spsa(tuple(wanted), chosen.iterations, chosen.seed)
    by_options = [parameter.name.startswith(OPTION) for parameter in spsa.parameters]
    if any(by_options) != bool(chosen.engine) or any(by_options) != all(by_options):
        raise TuneError("parameters are all option.NAME, with --engine, or all of the weight file, without it")
    entrant = Entrant("engine", chosen.engine, control=Control(nodes=chosen.nodes)) if chosen.engine else None
    if not entrant:
        for parameter in spsa.parameters:
            try:
                data = current(game.spec)
                searched = parameter.name.startswith(f"{SECTION}.")
                put(data, parameter.name, parameter.value)
                if not searched and not matters(game.spec, data, parameter.name, parameter.low, parameter.high):
                    raise TuneError(f"{parameter.name}: no number of {game.spec.name} is called so")
            except KeyError as error:
                raise TuneError(str(error.args[0])) from error
    if chosen.checkpoint and spsa.restore(chosen.checkpoint):
        tell(f"{spsa.done} iterations are in {chosen.checkpoint}; it goes on from there")

    def jobs() -> Iterator[Duel]:
        for number in range(spsa.done, chosen.iterations):
            yield Duel(rules, number, spsa.settings(number), chosen.nodes, chosen.plies, chosen.seed, entrant)

    for job, points in results(jobs(), duel, chosen.concurrency, chosen.cluster):
        spsa.learn(job.iteration, points)
        if chosen.checkpoint:
            spsa.save(chosen.checkpoint)
        if spsa.done % max(chosen.iterations // 50, 1) == 0 or spsa.done == chosen.iterations:
            shown = ", ".join(f"{p.name} {value:.2f}" for p, value in zip(spsa.parameters, spsa.values, strict=True))
            tell(f"{spsa.done} of {chosen.iterations}: {shown}")
    if not entrant:
        data = current(game.spec)
        for parameter, value in zip(spsa.parameters, spsa.values, strict=True):
            data = put(data, parameter.name, round(value, 2))
        path = chosen.out or f"{game.spec.name}.toml"
        write(path, data, f"lionleap tune spsa {chosen.variant}, {spsa.done} iterations at {chosen.nodes} nodes")
        tell(f"written to {path}")


def _text(path: str | None) -> str:
    return Path(path).read_text(encoding="utf-8") if path else ""


def _append_samples(path: Path, number: int, found: list[Sample]) -> None:
    """Add a game; its last line says that it is whole."""
    lines = [f"{number}\t{sample.fen}\t{sample.score}\t{sample.result}\n" for sample in found]
    with path.open("a", encoding="utf-8") as file:
        file.write("".join([*lines, f"{number}\tend\n"]))


def _read_samples(path: Path) -> dict[int, list[Sample]]:
    """Return the whole games of a file; what was cut off is left out."""
    waiting: dict[int, list[Sample]] = {}
    whole: dict[int, list[Sample]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) == 2 and fields[1] == "end" and fields[0].isdecimal():
            whole[int(fields[0])] = waiting.pop(int(fields[0]), [])
        elif len(fields) == 4 and fields[0].isdecimal():
            try:
                sample = Sample(fields[1], int(fields[2]), float(fields[3]))
            except ValueError:
                continue
            waiting.setdefault(int(fields[0]), []).append(sample)
    return whole


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    chosen = parser().parse_args(words)
    try:
        (run_fit if chosen.command == "fit" else run_spsa)(chosen, lambda text: print(text, flush=True))
    except (LionleapError, Unplayable, OSError) as error:
        print(f"lionleap tune: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
