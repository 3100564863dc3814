"""The command line of a match, spelled as users of cutechess-cli and fastchess expect."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Final

from bench.clock import Control, ControlError, read_tc
from bench.engine_process import words_of
from bench.entrant import CECP, UCI, Entrant
from bench.game import MAX_MOVES, STALL, Adjudication, Rules
from bench.openings import BOUND, ORDERS, PLIES, Book, Opening, read_epd
from bench.pgn_openings import read_pgn
from bench.score import MODELS, Sprt
from variants.errors import LionleapError, shown

USAGE: Final = """\
usage: lionleap match -engine cmd=COMMAND [name=NAME] ... -engine cmd=COMMAND ... [options]

  -engine KEY=VALUE...   an engine; two of them or more. cmd=lionleap is this program
  -each KEY=VALUE...     the same for all. Keys:
      cmd= name= dir= proto=uci|xboard arg=WORD args="WORDS" variant=ITS_NAME_OF_THE_GAME restart=on|off
      (restart: a new process for every game; by default only for xboard engines, whose `new` may forget too little)
      tc=[MOVES/]TIME[+INCREMENT] (s or m:ss) or tc=inf   st=SECONDS   nodes=N   depth=N   timemargin=MS
      ponder             (it thinks while the opponent does)
      option.NAME=VALUE  (for xboard engines, Hash and Threads become memory and cores)
  -variant NAME          the game; chess by default       -variantfile FILE  a file that defines it
  -rounds N -games N     rounds, and games in each of them; -repeat [N]: each opening so often, with sides changed.
                         By default every round is a pair from one opening
  -tournament round-robin|gauntlet   of more than two engines: each against each, or the first against the others
  -concurrency N         games at a time                  --cluster ADDRESS  a Dask scheduler that plays them
  -openings [file=FILE format=epd|pgn] [order=sequential|random] [start=N] [plies=N] [bound=CENTIPAWNS]
                         without a file they are made: random moves, balanced by a short search; of PGN games,
                         plies= are taken, all by default
  -resign movecount=N score=CENTIPAWNS [twosided=true]    -draw movenumber=N movecount=N score=CENTIPAWNS
  -maxmoves N            a draw after so many moves; 0: never
  -sprt elo0=E elo1=E alpha=A beta=B [model=logistic|normalized]
  -pgnout FILE           where games are added; a match that is found there is resumed
  -ratinginterval N      games between two summaries      -timemargin MS     for all engines
  -stall SECONDS         without an answer that count as hanging
  -seed N                of openings; also -srand N       -event NAME        in the PGN
  -recover               a failed engine is always started again; accepted for the habit
  --plot FILE            score and LLR over the games     --plain            no live display
"""

FLAGS: Final = ("-recover", "--plain")
SINGLE: Final = {
    "-variant": "chess",
    "-variantfile": "",
    "-tournament": "round-robin",
    "-rounds": "1",
    "-games": "0",
    "-concurrency": "1",
    "-maxmoves": str(MAX_MOVES),
    "-ratinginterval": "10",
    "-timemargin": "",
    "-stall": f"{STALL:g}",
    "-seed": "1",
    "-pgnout": "",
    "-event": "Lionleap match",
    "--plot": "",
    "--cluster": "",
}
SAME: Final = {"-srand": "-seed", "-plot": "--plot", "-cluster": "--cluster", "-plain": "--plain"}
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "-openings": ("file", "format", "order", "start", "plies", "bound"),
    "-resign": ("movecount", "score", "twosided"),
    "-draw": ("movenumber", "movecount", "score"),
    "-sprt": ("elo0", "elo1", "alpha", "beta", "model"),
}
ENGINE_KEYS: Final = (
    *("cmd", "name", "dir", "proto", "arg", "args", "variant", "restart"),
    *("tc", "st", "nodes", "depth", "timemargin", "ponder"),
)
BARE: Final = ("ponder",)  # keys that need no value
TOURNAMENTS: Final = ("round-robin", "gauntlet")
FORMATS: Final = ("epd", "pgn")
YES: Final = ("true", "on", "1", "yes")


class OptionError(LionleapError):
    """A command line that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A match as it was asked for."""

    entrants: tuple[Entrant, ...]
    rules: Rules
    pairs: int  # of games, for every two engines that meet
    games_per_pair: int = 2  # from one opening, sides changed after each
    concurrency: int = 1
    book: Book = Book()
    adjudication: Adjudication = Adjudication()
    sprt: Sprt | None = None
    pgn: str = ""
    event: str = ""
    interval: int = 10
    stall: float = STALL
    plot: str = ""
    cluster: str = ""
    plain: bool = False
    gauntlet: bool = False

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """The engines that meet, by their numbers."""
        return tuple(pair for pair in combinations(range(len(self.entrants)), 2) if not self.gauntlet or pair[0] == 0)

    @property
    def games(self) -> int:
        """Games at most."""
        return self.pairs * self.games_per_pair * len(self.pairings)

    @property
    def match_id(self) -> str:
        """What tells this match from others: everything that decides what is played, not how much and where."""
        parts = [*map(asdict, self.entrants), asdict(self.rules), asdict(self.book), asdict(self.adjudication)]
        return hashlib.sha256(repr((parts, self.games_per_pair)).encode()).hexdigest()[:16]


@dataclass(slots=True)
class _Words:
    """The options as they were written."""

    engines: list[dict[str, str]] = field(default_factory=list)
    each: dict[str, str] = field(default_factory=dict)
    single: dict[str, str] = field(default_factory=lambda: dict(SINGLE))
    groups: dict[str, dict[str, str]] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    repeat: int | None = None


def read_plan(words: Sequence[str]) -> Plan:
    """Read a command line. Raises LionleapError."""
    read = _sort(words)
    if len(read.engines) < 2:
        raise OptionError(f"a match has two engines or more; -engine was given {len(read.engines)} times")
    if len(read.engines) > 2:
        for option in (*(["-sprt"] if "-sprt" in read.groups else []), *(["--plot"] if read.single["--plot"] else [])):
            raise OptionError(f"{option} is for two engines; -engine was given {len(read.engines)} times")
    kind = {"roundrobin": TOURNAMENTS[0]}.get(read.single["-tournament"], read.single["-tournament"])
    if kind not in TOURNAMENTS:
        raise OptionError(f"-tournament: read {shown(kind)}, expected {' or '.join(TOURNAMENTS)}")
    rounds, games = _number(read, "-rounds"), int(read.single["-games"])
    repeat = read.repeat or (2 if games in (0, 2) or games % 2 == 0 else 1)
    total = rounds * (games or repeat)
    margin = read.single["-timemargin"]
    shared = ({"timemargin": margin} if margin else {}) | read.each
    entrants = [_entrant(shared | engine, number) for number, engine in enumerate(read.engines, 1)]
    often = Counter(entrant.name for entrant in entrants)
    entrants = [
        replace(entrant, name=f"{entrant.name} {n}") if often[entrant.name] > 1 else entrant
        for n, entrant in enumerate(entrants, 1)
    ]
    return Plan(
        entrants=tuple(entrants),
        rules=Rules(read.single["-variant"], _text_of(read.single["-variantfile"])),
        pairs=-(-total // repeat),
        games_per_pair=repeat,
        concurrency=max(_number(read, "-concurrency"), 1),
        book=_book(read),
        adjudication=_adjudication(read),
        sprt=_sprt(read.groups.get("-sprt")),
        pgn=read.single["-pgnout"],
        event=read.single["-event"],
        interval=max(_number(read, "-ratinginterval"), 1),
        stall=float(_value("-stall", read.single["-stall"])),
        plot=read.single["--plot"],
        cluster=read.single["--cluster"],
        plain="--plain" in read.flags,
        gauntlet=kind == TOURNAMENTS[1],
    )


def _sort(words: Sequence[str]) -> _Words:
    """Give every word to the option that it belongs to."""
    found = _Words()
    rest = list(words)
    while rest:
        option = rest.pop(0)
        option = SAME.get(option, option)
        values = []
        while rest and not (rest[0].startswith("-") and rest[0].lstrip("-")[:1].isalpha()):
            values.append(rest.pop(0))
        if option == "-engine":
            found.engines.append(_pairs(option, values, ENGINE_KEYS))
        elif option == "-each":
            found.each |= _pairs(option, values, ENGINE_KEYS)
        elif option in GROUPS:
            found.groups[option] = _pairs(option, values, GROUPS[option])
        elif option == "-repeat":
            found.repeat = int(_value(option, values[0])) if values else 2
        elif option in FLAGS:
            found.flags.add(option)
        elif option == "-pgnout" and values:
            found.single[option] = values[0]  # further words choose details that we always write
        elif option in SINGLE and len(values) == 1:
            found.single[option] = values[0]
        elif option in SINGLE:
            raise OptionError(f"{option}: expected one value, read {shown(' '.join(values))}")
        else:
            raise OptionError(f"read {shown(option)}, expected an option; lionleap match --help lists them")
    return found


def _pairs(option: str, values: Sequence[str], keys: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in values:
        key, sign, value = word.partition("=")
        if not sign and key in BARE and key in keys:
            sign, value = "=", YES[0]
        if not sign or not (key in keys or (keys is ENGINE_KEYS and key.startswith("option."))):
            raise OptionError(f"{option}: read {shown(word)}, expected {'= or '.join(keys)}=")
        found[key] = f"{found[key]}\n{value}" if key == "arg" and key in found else value
    return found


def _value(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"{name}: read {shown(text)}, expected a number") from None


def _number(read: _Words, option: str) -> int:
    return int(_value(option, read.single[option]))


def _entrant(keys: dict[str, str], number: int) -> Entrant:
    """Return an engine from its keys."""
    command = keys.get("cmd", "")
    if not command:
        raise OptionError(f"engine {number} has no cmd=")
    proto = {"cecp": CECP}.get(keys.get("proto", UCI), keys.get("proto", UCI))
    if proto not in (UCI, CECP):
        raise OptionError(f"proto={shown(proto)}: expected uci or xboard")
    arguments = [word for word in keys.get("arg", "").split("\n") if word] + words_of(keys.get("args", ""))
    options = tuple((key.removeprefix("option."), keys[key]) for key in keys if key.startswith("option."))
    return Entrant(
        name=keys.get("name") or Path(command.split()[0]).name,
        command=command,
        proto=proto,
        arguments=tuple(arguments),
        folder=keys.get("dir"),
        options=options,
        variant=keys.get("variant", ""),
        control=_control(keys),
        restart=keys.get("restart", "on" if proto == CECP else "off") in YES,
        ponder=keys.get("ponder", "") in YES,
    )


def _control(keys: dict[str, str]) -> Control:
    base, increment, moves = read_tc(keys.get("tc", "inf"))
    numbers = {key: _value(key, keys[key]) for key in ("st", "nodes", "depth", "timemargin") if key in keys}
    if base is not None and "st" in numbers:
        raise ControlError("tc= and st= exclude each other")
    control = Control(
        base,
        increment,
        moves,
        round(1000 * numbers["st"]) if "st" in numbers else None,
        int(numbers["nodes"]) if "nodes" in numbers else None,
        int(numbers["depth"]) if "depth" in numbers else None,
        int(numbers.get("timemargin", 0)),
    )
    if not control.timed and control.nodes is None and control.depth is None:
        raise ControlError("an engine without tc=, st=, nodes= or depth= would think for ever")
    return control


def _book(read: _Words) -> Book:
    keys = read.groups.get("-openings", {})
    kind = keys.get("format", "pgn" if keys.get("file", "").endswith(".pgn") else "epd")
    if kind not in FORMATS:
        raise OptionError(f"-openings: format={shown(kind)}: expected {' or '.join(FORMATS)}")
    order = keys.get("order", "sequential")
    if order not in ORDERS:
        raise OptionError(f"-openings: order={shown(order)}: expected {' or '.join(ORDERS)}")
    plies = int(_value("plies", keys["plies"])) if "plies" in keys else None
    openings: tuple[Opening, ...] = ()
    if "file" in keys:
        variant = read.single["-variant"]
        openings = read_pgn(keys["file"], variant, plies) if kind == "pgn" else read_epd(keys["file"])
    return Book(
        openings=openings,
        order=order,
        start=max(int(_value("start", keys.get("start", "1"))) - 1, 0),
        seed=_number(read, "-seed"),
        plies=PLIES if plies is None else plies,
        bound=int(_value("bound", keys.get("bound", str(BOUND)))),
    )


def _adjudication(read: _Words) -> Adjudication:
    resign, draw = (
        {key: value for key, value in read.groups.get(option, {}).items() if key != "twosided"}
        for option in ("-resign", "-draw")
    )
    return Adjudication(
        resign_moves=int(_value("movecount", resign.get("movecount", "0"))),
        resign_score=int(_value("score", resign.get("score", "0"))),
        two_sided=read.groups.get("-resign", {}).get("twosided", "false") in YES,
        draw_number=int(_value("movenumber", draw.get("movenumber", "0"))),
        draw_moves=int(_value("movecount", draw.get("movecount", "0"))),
        draw_score=int(_value("score", draw.get("score", "0"))),
        max_moves=_number(read, "-maxmoves"),
    )


def _sprt(keys: dict[str, str] | None) -> Sprt | None:
    if keys is None:
        return None
    model = keys.get("model", MODELS[0])
    if model not in MODELS:
        raise OptionError(f"-sprt: model={shown(model)}: expected {' or '.join(MODELS)}")
    elo0, elo1, alpha, beta = (
        _value(key, keys.get(key, usual))
        for key, usual in (("elo0", "0"), ("elo1", "5"), ("alpha", "0.05"), ("beta", "0.05"))
    )
    if not (elo0 < elo1 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise OptionError("-sprt: elo0 must be below elo1, alpha and beta between 0 and 0.5")
    return Sprt(elo0, elo1, alpha, beta, model)


def _text_of(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8") if path else ""
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"-variantfile: {error}") from error
