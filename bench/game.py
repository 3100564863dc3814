"""One game of a match: two engines, our referee, the clocks. `play` is the job that a worker runs."""

import multiprocessing.util
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from bench.cecp_engine import CecpEngine
from bench.clock import Clock
from bench.engine_process import StartError
from bench.entrant import UCI, EngineFault, Entrant, Fault, Player, Resigned, Table, Thought, Unplayable
from bench.openings import Book, Opening
from bench.san import has_san, san
from bench.uci_engine import UciEngine
from engine.board import Board
from engine.endings import PERPETUAL_CHECK, REPETITION, REPETITION_POINTS
from engine.protocols.loading import prepare
from engine.protocols.notation import MoveTextError, UciNotation
from engine.protocols.verdict import NAMES, points, words
from engine.rules import Game
from variants.catalog import Catalog
from variants.errors import LionleapError, shown
from variants.fen import parse_fen

STALL: Final = 120.0  # seconds
MAX_MOVES: Final = 400  # of both sides together make twice as many plies
DRAWN: Final = "1/2-1/2"
WINS: Final = ("1-0", "0-1")  # of white, of black

RULE: Final = "rule"  # kinds of ends other than a Fault
BY_REPETITION: Final = "repetition"
ADJUDICATION: Final = "adjudication"
RESIGNATION: Final = "resignation"


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game is ended because of the engines' scores. Counts of 0: never.

    resign_moves : moves in a row of one side at -resign_score or below; of both sides' opinion where two_sided
    draw_moves   : moves in a row of both sides within draw_score, from move draw_number on
    """

    resign_moves: int = 0
    resign_score: int = 0
    two_sided: bool = False
    draw_number: int = 0
    draw_moves: int = 0
    draw_score: int = 0
    max_moves: int = MAX_MOVES


@dataclass(frozen=True, slots=True)
class Rules:
    """The game that is played, with the text of the file that defines it where it is not built in."""

    variant: str
    ini: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played. `first` is the entrant that plays white; engines come in the match's order.

    opening : unless None, it is given, as the other game of the pair was played from it
    keep    : the engines' processes stay for the worker's next game
    """

    pair: int
    number: int
    rules: Rules
    entrants: tuple[Entrant, Entrant]
    white: int
    book: Book = Book()
    opening: Opening | None = None
    adjudication: Adjudication = Adjudication()
    stall: float = STALL
    keep: bool = False


@dataclass(slots=True)
class Record:
    """A game that was played.

    ending : a kind of end above, or a Fault; then `faulty` is the entrant that lost by it
    moves  : as UCI writes them; texts: as PGN shows them; both with the opening's
    """

    pair: int
    number: int
    white: int
    names: tuple[str, str]  # of the entrants, as the match calls them
    fen: str = ""
    opening_plies: int = 0
    moves: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    result: str = "*"
    reason: str = ""
    ending: str = RULE
    faulty: int | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def black(self) -> int:
        """The entrant that plays black."""
        return 1 - self.white

    def score(self, entrant: int) -> float:
        """Return the points of an entrant."""
        if self.result == DRAWN:
            return 0.5
        return float((self.result == WINS[0]) == (entrant == self.white))


@lru_cache(maxsize=8)
def load(rules: Rules) -> Game:
    """Return the game, ready to be played. Raises VariantError."""
    catalog = Catalog()
    if rules.ini:
        catalog.load_text(rules.ini)
    return prepare(catalog.get(rules.variant), lambda _text: None)


def table_of(game: Game) -> Table:
    """Return what the engines must know of the game."""
    return Table(game.spec.name, game.spec.aliases, game.spec.ranks == 10)


# --- processes that outlive a game ----------------------------------------------------------------------------------

_idle: dict[tuple[Entrant, str], list[Player]] = {}
_idle_lock = threading.Lock()


def _take(entrant: Entrant, table: Table, stall: float) -> Player:
    with _idle_lock:
        waiting = _idle.get((entrant, table.variant), [])
        if waiting:
            return waiting.pop()
    return (UciEngine if entrant.proto == UCI else CecpEngine)(entrant, table, stall)


def _give_back(entrant: Entrant, table: Table, player: Player) -> None:
    with _idle_lock:
        _idle.setdefault((entrant, table.variant), []).append(player)


def close_idle() -> None:
    """End the engines that wait for a next game."""
    with _idle_lock:
        players = [player for waiting in _idle.values() for player in waiting]
        _idle.clear()
    for player in players:
        player.close()


multiprocessing.util.Finalize(None, close_idle, exitpriority=100)


# --- a game ---------------------------------------------------------------------------------------------------------


def play(job: Job) -> Record:
    """Play a game; whatever the engines do, the result is a Record. Raises Unplayable where none can be played."""
    try:
        game = load(job.rules)
        opening = job.opening if job.opening is not None else job.book.opening(game, job.pair)
        root = parse_fen(game.spec, opening.fen) if opening.fen else None
        board = Board(game, root)
    except LionleapError as error:
        raise Unplayable(str(error)) from error
    record = Record(job.pair, job.number, job.white, (job.entrants[0].name, job.entrants[1].name), opening.fen)
    referee = _Referee(board, record, job.adjudication)
    try:
        for text in opening.moves:
            referee.push(text)
    except MoveTextError as error:
        raise Unplayable(f"opening {job.pair + 1}: {error}") from error
    record.opening_plies = len(record.moves)
    _with_engines(job, referee, table_of(game))
    return record


def _with_engines(job: Job, referee: "_Referee", table: Table) -> None:
    """Start the engines, let them play and end or keep them."""
    record = referee.record
    players: list[Player | None] = [None, None]
    fine = False
    try:
        for index in (job.white, 1 - job.white):
            entrant = job.entrants[index]
            player = _ready(referee, index, entrant, table, job)
            if player is None:
                return
            players[index] = player
            record.notes += [note for note in player.notes if note not in record.notes]
        _play_on(job, referee, (players[job.white], players[1 - job.white]))
        fine = True
    finally:
        for index, player in enumerate(players):
            if player is None:
                continue
            if fine and job.keep and not job.entrants[index].restart and record.faulty != index:
                _give_back(job.entrants[index], table, player)
            elif record.faulty == index or not fine:
                player.kill()
            else:
                player.close()


def _ready(referee: "_Referee", index: int, entrant: Entrant, table: Table, job: Job) -> Player | None:
    """Return an engine in a new game; None where it failed and the game is lost by that."""
    opponent = job.entrants[1 - index].control
    player: Player | None = None
    for _ in range(2):  # a process that was kept may have died since: then a new one has its turn
        kept = bool(_idle.get((entrant, table.variant)))
        try:
            player = _take(entrant, table, job.stall)
            player.new_game(referee.record.fen, entrant.control, opponent)
            return player
        except StartError as error:
            raise Unplayable(str(error)) from error
        except EngineFault as fault:
            if player is not None:
                player.kill()
            if not kept:
                referee.fault(index, fault)
                return None
    return None


def _play_on(job: Job, referee: "_Referee", players: tuple[Player | None, Player | None]) -> None:
    """Ask the engines for moves until the game is over. The players come as white and black."""
    record = referee.record
    order = (job.white, 1 - job.white)
    white_clock, black_clock = (Clock(job.entrants[index].control) for index in order)
    clocks = (white_clock, black_clock)
    while record.result == "*" and not referee.ended():
        side = referee.board.side
        player = players[side]
        assert player is not None
        try:
            thought = player.think(record.moves, clocks, side)
            if not clocks[side].spend(thought.elapsed):
                raise EngineFault(Fault.TIME, f"{thought.elapsed / 1000:.2f} s")
            referee.move(thought)
            expected = referee.expected(thought.ponder) if job.entrants[order[side]].ponder else ""
            if expected:
                player.ponder(record.moves, expected, clocks, side)
        except Resigned:
            referee.end(WINS[1 - side], f"{NAMES[side]} resigns", RESIGNATION)
        except EngineFault as fault:
            referee.fault(order[side], fault)
    for side in (0, 1):
        player = players[side]
        if player is not None and record.faulty != order[side]:
            try:
                player.game_over(record.result)
            except EngineFault as fault:
                record.notes.append(f"{job.entrants[order[side]].name} after the game: {fault}")


class _Referee:
    """The board of a game, and the rules by which it ends."""

    def __init__(self, board: Board, record: Record, adjudication: Adjudication) -> None:
        self.board = board
        self.record = record
        self._limits = adjudication
        self._notation = UciNotation(board.game.spec.chess960)
        self._scores: list[int | None] = []  # of the moves that engines made, each from its mover's side

    def push(self, text: str) -> str:
        """Play a move and return its text. Raises MoveTextError."""
        move = self._notation.read(self.board, text)
        written = self._notation.write(self.board, move)
        self.record.moves.append(written)
        self.record.texts.append(san(self.board, move) if has_san(self.board.game) else written)
        self.board.push(move)
        return written

    def move(self, thought: Thought) -> None:
        """Play an engine's move. Raises EngineFault where it is none."""
        try:
            self.push(_single_step(self.board, self._notation, thought.move))
        except MoveTextError:
            raise EngineFault(Fault.ILLEGAL, shown(thought.move)) from None
        self.record.comments.append(thought.comment())
        self._scores.append(thought.centipawns())

    def expected(self, text: str) -> str:
        """Return an answer that an engine expects as UCI writes it; empty where the game cannot go on with it."""
        if not text or self.board.outcome() is not None:
            return ""
        try:
            move = self._notation.read(self.board, text)
        except MoveTextError:
            return ""
        after = self.board.copy()
        after.push(move)
        return "" if after.outcome() is not None else self._notation.write(self.board, move)

    def ended(self) -> bool:
        """Return whether the game is over, by the rules or by adjudication; the record then tells how."""
        outcome = self.board.outcome()
        if outcome is not None:
            repeated = outcome.reason in (REPETITION, PERPETUAL_CHECK, REPETITION_POINTS)
            kind = BY_REPETITION if repeated else RULE
            self.end(points(self.board, outcome), words(self.board, outcome), kind)
            return True
        return self._adjudicated()

    def _adjudicated(self) -> bool:
        limits, scores = self._limits, self._scores
        moves = len(self.record.moves) // 2
        if limits.max_moves and moves >= limits.max_moves:
            self.end(DRAWN, f"adjudication: {limits.max_moves} moves", ADJUDICATION)
            return True
        if limits.draw_moves and moves >= limits.draw_number:
            last = scores[-2 * limits.draw_moves :]
            close = [score for score in last if score is not None and abs(score) <= limits.draw_score]
            if len(close) == 2 * limits.draw_moves:
                self.end(DRAWN, "adjudication: both scores are close to 0", ADJUDICATION)
                return True
        for offset in (1, 2) if limits.resign_moves else ():
            if self._hopeless(offset):
                loser = self.board.side if offset == 2 else 1 - self.board.side
                self.end(WINS[1 - loser], f"adjudication: {NAMES[loser]}'s score is hopeless", ADJUDICATION)
                return True
        return False

    def _hopeless(self, offset: int) -> bool:
        """Return whether the side that moved `offset` plies ago has long called its game lost."""
        count, bound = self._limits.resign_moves, self._limits.resign_score
        own = self._scores[::-1][offset - 1 :: 2][:count]
        if len(own) < count or any(score is None or score > -bound for score in own):
            return False
        other = self._scores[::-1][2 - offset :: 2][:count]
        agreed = len(other) == count and all(score is not None and score >= bound for score in other)
        return agreed or not self._limits.two_sided

    def end(self, result: str, reason: str, kind: str) -> None:
        """Note how the game ended."""
        self.record.result, self.record.reason, self.record.ending = result, reason, kind

    def fault(self, index: int, fault: EngineFault) -> None:
        """An entrant loses by its own fault."""
        colour = 0 if index == self.record.white else 1
        name = self.record.names[index]
        self.end(WINS[1 - colour], f"{NAMES[colour]} loses by {fault.fault}: {fault.detail} ({name})", fault.fault)
        self.record.faulty = index


def _single_step(board: Board, notation: UciNotation, text: str) -> str:
    """Return a move of two legs over an empty square as the one move that it is; any other text as it came."""
    first, comma, second = text.partition(",")
    if not comma or "@" in second:
        return text
    texts = notation.texts(board)
    if text.lower() in texts:
        return text
    start = first.rstrip("0123456789")[:-1]
    target = second[len(first) - len(start) :]
    plain = start + target
    return plain if plain in texts and start + first[len(start) :] in texts else text
