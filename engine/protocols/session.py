"""The one object that every protocol drives: games, options, the position, the work in the background.

Nothing here knows how a protocol writes its lines. Whatever the user is told goes through `tell`.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.protocols.loading import Loader
from engine.protocols.machine import spare_memory
from engine.protocols.options import Kind, Option, Options, find
from variants.catalog import Catalog
from variants.errors import FenError, LionleapError, VariantError
from variants.fen import Setup, parse_fen, parse_sfen, start_or_kings
from variants.report import Report

if TYPE_CHECKING:
    from engine.board import Board
    from engine.protocols.go import Go
    from engine.protocols.jobs import Job, Listener
    from engine.protocols.notation import UciNotation
    from engine.rules import Game
    from eval.network_file import Network
    from search.driver import Searcher
    from search.strength import Strength

ENV_PATH: Final = "LIONLEAP_VARIANT_PATH"
START: Final = ("startpos", "")
BY_HAND: Final = "classical evaluation enabled"  # said only where there was a network before, or one was refused
MEMORY_SHARE: Final = 0.75  # of the free memory that the hash table may take

Root = tuple[str, str]  # "startpos", "fen" or "sfen", and the text


class Session:
    """The state of one engine process.

    board : the current position, made when it is first needed
    spec  : the current game
    """

    def __init__(self, tell: Callable[[str], None], catalog: Catalog | None = None) -> None:
        """`tell` shows one line of information; it may be called from other threads."""
        self.tell = tell
        self.catalog = catalog or Catalog()
        self.options = Options()
        self.spec = self.catalog.get("chess")
        self.loader = Loader(tell)
        self._board: Board | None = None
        self._root: Root = START
        self._line: list[str] = []  # the moves that led from the root to the board, as they were spelled
        self._refused = ""  # why the last position was refused; nothing is searched then
        self._job: Job | None = None
        self._searcher: Searcher | None = None
        self._clear_wanted = False
        self._networks: dict[tuple[Game, str], Network] = {}  # by what EvalFile said
        self._evaluation = BY_HAND  # what was told last

    # --- games ----------------------------------------------------------------------------------------------------

    def autoload(self) -> None:
        """Load the files that the environment names."""
        path = os.environ.get(ENV_PATH, "")
        if path:
            self.report(self.catalog.load_file(path))

    def report(self, reports: list[Report]) -> None:
        """Tell what was found in definition files."""
        for report in reports:
            self.tell(str(report))

    def load(self, path: str) -> None:
        """Add the games of a file."""
        self.report(self.catalog.load_file(Path(path)))

    def load_text(self, text: str) -> None:
        """Add the games of a text."""
        self.report(self.catalog.load_text(text))

    def select(self, name: str) -> None:
        """Make a game the current one and set up its start. Raises VariantError."""
        spec = self.catalog.get(name)
        self.spec = spec
        self.options.put(find("UCI_Variant"), spec.name)
        self._forget_position()
        self.loader.want(spec)

    def describe(self) -> str:
        """Return the current game in the words that GUI adapters read."""
        spec = self.spec
        pocket = (spec.pocket_size or len(spec.pieces)) if spec.piece_drops else 0
        return (
            f"variant {spec.name} files {spec.files} ranks {spec.ranks} pocket {pocket} "
            f"template {spec.template} startpos {spec.start_fen}"
        )

    def game(self) -> "Game":
        """Return the current game, ready to play. Where it turns out to be unplayable, chess takes its place."""
        try:
            return self.loader.game(self.spec)
        except VariantError as error:
            if self.spec.name == "chess":
                raise
            self.tell(f"{error}; the game is chess now")
            self.select("chess")
            return self.loader.game(self.spec)

    # --- options --------------------------------------------------------------------------------------------------

    def set_option(self, name: str, text: str) -> Option:
        """Set an option and do what it asks for. Raises LionleapError where it is refused."""
        option = find(name)
        if option.kind is Kind.BUTTON:
            self._clear_wanted = True
            return option
        value = option.read(text)
        if option.name == "UCI_Variant":
            self.select(value)
            return option
        if option.name == "VariantPath":
            self.options.put(option, value)
            if value:
                self.report(self.catalog.load_file(value))
            return option
        if option.name == "Hash":
            value = self._affordable(option, int(value))
        self.options.put(option, value)
        if option.pending and value != option.default:
            self.tell(f"option {option.name} is noted but has no effect: {option.pending}")
        return option

    def _affordable(self, option: Option, megabytes: int) -> str:
        """Return the size that a table can have here, at most the one that was asked for."""
        spare = spare_memory()
        if spare is None:
            return str(megabytes)
        if self._searcher is not None:
            spare += self._searcher.hash_mb  # the old table goes first
        most = max(option.low, int(spare * MEMORY_SHARE))
        if megabytes > most:
            self.tell(f"Hash is {most} MB, not {megabytes}, as {spare} MB of memory are free")
        return str(min(megabytes, most))

    # --- position -------------------------------------------------------------------------------------------------

    @property
    def notation(self) -> "UciNotation":
        """How moves are written now."""
        from engine.protocols.notation import UciNotation

        return UciNotation(self.options.flag("UCI_Chess960"))

    @property
    def board(self) -> "Board":
        """The current position."""
        if self._board is None:
            from engine.board import Board

            game = self.game()
            try:
                self._board = Board(game)
            except FenError as error:
                self._refused = str(error)
                self._board = Board(game, start_or_kings(game.spec))
        return self._board

    def _forget_position(self) -> None:
        self._board, self._root, self._line, self._refused = None, START, [], ""

    def set_position(self, root: Root, moves: list[str]) -> None:
        """Set up a position and play moves, only the new ones where the list extends the last one.

        Raises LionleapError: for a bad position nothing changes, but nothing is searched before the next good one;
        for a move that is not legal it and the rest are left out.
        """
        if root != self._root or moves[: len(self._line)] != self._line or self._board is None:
            self._set_root(root)
        self._refused = ""
        notation, board = self.notation, self.board
        for text in moves[len(self._line) :]:
            try:
                board.push(notation.read(board, text))
            except LionleapError as error:
                raise LionleapError(f"move {len(self._line) + 1} of the list: {error}; it ends there") from error
            self._line.append(text)

    def _set_root(self, root: Root) -> None:
        from engine.board import Board

        kind, text = root
        game = self.game()
        try:
            setup: Setup | None = None
            if kind != "startpos":
                setup = (parse_sfen if kind == "sfen" else parse_fen)(game.spec, text)
            board = Board(game, setup)
        except FenError as error:
            self._refused = str(error)
            raise FenError(f"position refused: {error}") from error
        for sentence in setup.dropped if setup else ():
            self.tell(sentence)
        self._board, self._root, self._line = board, root, []

    def flip(self) -> None:
        """Change colours: turn the board top to bottom and give the turn to the other side."""
        from engine.board import Board
        from engine.protocols.flip import flipped

        setup = flipped(self.spec, self.board.setup())
        self._board = Board(self.game(), setup)
        self._root, self._line = ("flip", ""), []

    # --- background work ------------------------------------------------------------------------------------------

    @property
    def searching(self) -> bool:
        """Whether a search or a perft is running."""
        return self._job is not None and self._job.running

    def ready(self) -> None:
        """Return when the current game can be searched at once; during a search, at once."""
        if not self.searching:
            self._prepare_searcher(self.game())

    def start(self, request: "Go", listener: "Listener") -> None:
        """Begin a search or a perft. A running search is ended, a perft waited for; returns at once."""
        job = self._job_for(request, self.board.copy(), listener)
        previous = self._job
        if previous is not None and not previous.patient:
            previous.stop()
        self._job = job
        job.start(previous if previous is not None and previous.running else None)

    def _job_for(self, request: "Go", board: "Board", listener: "Listener") -> "Job":
        from engine.protocols.jobs import FinishedJob, PerftJob

        for complaint in request.complaints:
            self.tell(complaint)
        hold = request.infinite or request.ponder
        if request.perft is not None:
            return PerftJob(board, listener, request.perft)
        if self._refused:
            self.tell(f"nothing to search, as the last position was refused: {self._refused}")
            return FinishedJob(board, listener, None, hold)
        if board.fault:
            self.tell(f"nothing to search: {board.fault}")
            return FinishedJob(board, listener, None, hold)
        outcome = board.outcome()
        if outcome is not None:
            from engine.protocols.verdict import words

            self.tell(words(board, outcome))
            if outcome.immediate:
                return FinishedJob(board, listener, outcome, hold)
        moves = self._search_moves(board, request)
        if request.searchmoves is not None and not moves:
            return FinishedJob(board, listener, None, hold)
        return self._search_job(board, listener, request, moves, hold)

    def _search_moves(self, board: "Board", request: "Go") -> tuple[int, ...]:
        found = []
        for text in request.searchmoves or ():
            try:
                found.append(self.notation.read(board, text))
            except LionleapError as error:
                self.tell(f"searchmoves: {error}; it is skipped")
        return tuple(dict.fromkeys(found))

    def _search_job(
        self, board: "Board", listener: "Listener", request: "Go", moves: tuple[int, ...], hold: bool
    ) -> "Job":
        from engine.protocols.jobs import SearchJob
        from search.limits import Limits

        multi_pv = self.options.number("MultiPV")
        limits = Limits(**request.bounds(), searchmoves=moves)
        limits.infinite |= request.unlimited
        searchers: list[Searcher] = []

        def search(root: "Board", on_info: Callable[[Any], None]) -> tuple[int, int]:
            searchers.append(self._prepare_searcher(root.game))
            result = searchers[0].search(root, limits, on_info, multi_pv, self._strength())
            return int(result.move or 0), int(result.ponder or 0)

        return SearchJob(board, listener, search, lambda: searchers[0].stop(), lambda: searchers[0].ponderhit(), hold)

    def _strength(self) -> "Strength":
        """Return how well to play: by Elo points where a limit is set, else by the level."""
        from search.strength import Strength

        if self.options.flag("UCI_LimitStrength"):
            return Strength.of_elo(self.options.number("UCI_Elo"))
        return Strength.of_level(self.options.number("Skill Level"))

    def _prepare_searcher(self, game: "Game") -> "Searcher":
        """Return the searcher of a game with the options as they are now. Never called during a search."""
        from search.driver import Searcher

        megabytes = self.options.number("Hash")
        network = self.network(game)
        if self._searcher is None or self._searcher.game is not game:
            self._searcher = None  # the old table goes before the new one comes
            self._searcher = Searcher(game, 1, network=network)
        self._searcher.use(network)
        if self._searcher.hash_mb != megabytes:
            self._resize(self._searcher, megabytes)
        elif self._clear_wanted:
            self._searcher.new_game()
        self._clear_wanted = False
        self._set_threads(self._searcher, self.options.number("Threads"))
        self._searcher.overhead = self.options.number("Move Overhead")
        return self._searcher

    def network(self, game: "Game") -> "Network":
        """Return what evaluates a game, and tell it where that has changed: a network, or NO_NETWORK."""
        from eval.network_file import NO_NETWORK

        network = self._network_of(game, self.options.text("EvalFile")) if self.options.flag("Use NNUE") else NO_NETWORK
        told = f"NNUE evaluation using {network.source} enabled" if network.lanes else BY_HAND
        if told != self._evaluation:
            self._evaluation = told
            self.tell(told)
        return network

    def _network_of(self, game: "Game", wanted: str) -> "Network":
        """Return the first of the files in EvalFile that is for the game; else the network that comes along with it."""
        from eval.network_file import NO_NETWORK, NetworkError, own_network, read

        if (game, wanted) not in self._networks:
            found: Network | None = None
            refusals = []
            for path in wanted.split(os.pathsep) if wanted else ():
                try:
                    found = found or read(path, game)
                except NetworkError as error:
                    refusals.append(str(error))
            if found is None:
                for refusal in refusals:
                    self.tell(f"EvalFile refused: {refusal}")
                    self._evaluation = ""
                try:
                    found = own_network(game)
                except NetworkError as error:
                    self.tell(f"network refused: {error}")
                    self._evaluation = ""
                    found = NO_NETWORK
            self._networks[game, wanted] = found
        return self._networks[game, wanted]

    def _resize(self, searcher: "Searcher", megabytes: int) -> None:
        """Take a table of that size, or of half of it and so on where the system refuses."""
        wanted = megabytes
        while True:
            try:
                searcher.resize(megabytes)
                break
            except MemoryError:
                if megabytes <= 1:
                    raise
                megabytes //= 2
        if megabytes != wanted:
            self.tell(f"Hash is {megabytes} MB, not {wanted}: the system gives no more memory")
            self.options.put(find("Hash"), str(megabytes))

    def _set_threads(self, searcher: "Searcher", number: int) -> None:
        """Search with so many threads, or with fewer where there is no memory for them."""
        wanted = number
        while True:
            try:
                searcher.set_threads(number)
                break
            except MemoryError:
                if number <= 1:
                    raise
                number -= 1
        if number != wanted:
            self.tell(f"Threads is {number}, not {wanted}: the system gives no more memory")
            self.options.put(find("Threads"), str(number))

    def stop(self) -> None:
        """Ask what is running now to end; it answers in its own thread. Without work nothing happens."""
        if self._job is not None and self._job.running:
            (self._job.waits_for or self._job).stop()

    def ponderhit(self) -> None:
        """Go on with a ponder search as a normal one."""
        if self._job is not None and self._job.running:
            self._job.ponderhit()

    def finish(self, seconds: float) -> bool:
        """End a running search, let a perft run to its end, and return whether all has ended.

        seconds : how long a search may take to answer
        """
        job = self._job
        if job is None:
            return True
        if not job.patient:
            job.stop()
        while job.running and (job.patient or job.waits_for):
            job.wait(0.05)
        return job.wait(seconds)

    def wait(self) -> None:
        """Wait until the running work ends by itself."""
        if self._job is not None:
            self._job.wait()

    def new_game(self) -> None:
        """Forget what earlier games left behind, before the next search."""
        if self._job is not None and not self._job.patient:
            self._job.stop()
        self._clear_wanted = True
