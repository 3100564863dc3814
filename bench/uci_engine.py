"""A UCI engine in a match."""

import time
from collections.abc import Callable, Sequence
from typing import Final

from bench.clock import Clock, Control
from bench.entrant import EngineFault, Entrant, Fault, Resigned, Table, Thought, Unplayable
from bench.talking_engine import TalkingEngine

ALWAYS_CHESS: Final = "chess"  # the only game that an engine without UCI_Variant plays


class UciEngine(TalkingEngine):
    """An engine process that speaks UCI."""

    def __init__(self, entrant: Entrant, table: Table, stall: float) -> None:
        """Start it, set its options and choose the game. Raises StartError, Unplayable, EngineFault.

        stall : seconds after which an engine hangs that should answer at once, or that has no clock
        """
        super().__init__(entrant, stall)
        self._fen = ""
        self._ponders = False
        self._expected = ""  # the move that it is pondering about
        try:
            self._begin(entrant, table)
        except BaseException:
            self.kill()
            raise

    # --- start ----------------------------------------------------------------------------------------------------

    def _begin(self, entrant: Entrant, table: Table) -> None:
        offered = self._offer()
        for name, value in entrant.options:
            if name.lower() not in offered:
                self.notes.append(f"{entrant.name} has no option {name}")
            elif offered[name.lower()] == "button":
                self._send(f"setoption name {name}")
            else:
                self._send(f"setoption name {name} value {value}")
        if entrant.ponder and "ponder" in offered:
            self._ponders = True
            self._send("setoption name Ponder value true")
        elif entrant.ponder:
            self.notes.append(f"{entrant.name} cannot ponder")
        if any(name.lower() == "variantpath" for name, _ in entrant.options):
            offered = self._offer()
        self._choose(offered, entrant, table)
        self._ready()

    def _offer(self) -> dict[str, str]:
        """Return the options that it has: their names in lower case, their types; of UCI_Variant, its values."""
        self._send("uci")
        lines = self._until(lambda text: text == "uciok", "uciok")
        offered = {}
        for text in lines:
            words = text.split()
            if words[:2] == ["id", "name"] and not self.name:
                self.name = " ".join(words[2:])
            if words[:2] == ["option", "name"] and "type" in words:
                at = words.index("type")
                values = [word for before, word in zip(words, words[1:], strict=False) if before == "var"]
                name = " ".join(words[2:at]).lower()
                offered[name] = " ".join(values) if name == "uci_variant" else words[at + 1]
        return offered

    def _choose(self, offered: dict[str, str], entrant: Entrant, table: Table) -> None:
        values = offered.get("uci_variant")
        names = table.names(entrant)
        if values is None:
            if ALWAYS_CHESS not in names:
                raise Unplayable(f"{self.name} has no option UCI_Variant, so it cannot play {table.variant}")
            return
        known = next((name for name in names if name in values.split()), None)
        if known is None:
            raise Unplayable(f"{self.name} does not offer {' or '.join(names)} in UCI_Variant")
        self._send(f"setoption name UCI_Variant value {known}")

    # --- a game ---------------------------------------------------------------------------------------------------

    def new_game(self, fen: str, control: Control, opponent: Control) -> None:
        """Begin a game from a FEN, or from the start where it is empty."""
        self._stop_pondering()
        self._fen = fen
        self._process.drop()
        self._send("ucinewgame")
        self._ready()

    def think(self, moves: Sequence[str], clocks: tuple[Clock, Clock], side: int) -> Thought:
        """Return the move after all the moves of the game."""
        if self._expected and self._expected == moves[-1]:
            self._expected = ""
            self._send("ponderhit")
        else:
            self._stop_pondering()
            self._position(moves)
            self._ready()
            self._send(" ".join(["go", *self._limits(clocks, side)]))
        return self._listen(time.perf_counter(), clocks[side].allowed())

    def ponder(self, moves: Sequence[str], expected: str, clocks: tuple[Clock, Clock], side: int) -> None:
        """Think on while the opponent does, about the answer that is expected."""
        if self._ponders:
            self._position([*moves, expected])
            self._ready()
            self._send(" ".join(["go", "ponder", *self._limits(clocks, side)]))
            self._expected = expected

    def _stop_pondering(self) -> None:
        if self._expected:
            self._expected = ""
            self._send("stop")
            self._until(lambda text: text.split()[:1] == ["bestmove"], "bestmove")

    def _position(self, moves: Sequence[str]) -> None:
        root = f"position fen {self._fen}" if self._fen else "position startpos"
        self._send(" ".join([root, "moves", *moves]) if moves else root)

    def _limits(self, clocks: tuple[Clock, Clock], side: int) -> list[str]:
        words: list[str] = []
        own = clocks[side]
        control = own.control
        if control.nodes is not None:
            words += ["nodes", str(control.nodes)]
        if control.depth is not None:
            words += ["depth", str(control.depth)]
        if control.movetime is not None:
            words += ["movetime", str(control.movetime)]
        if own.left is not None:
            for name, clock in zip("wb", clocks, strict=True):
                shown = clock if clock.left is not None else own
                words += [f"{name}time", str(round(shown.left or 0)), f"{name}inc", str(shown.control.increment)]
            if own.moves_to_go:
                words += ["movestogo", str(own.moves_to_go)]
        return words or ["infinite"]

    def _listen(self, begun: float, allowed: float | None) -> Thought:
        """Read until the move comes."""
        thought = Thought("", 0.0)
        for line in self._while_thinking(begun, allowed, "stop"):
            words = line.text.split()
            if words[:1] == ["info"]:
                _note(thought, words)
            elif words[:1] == ["bestmove"]:
                thought.elapsed = max(line.at - begun, 0.0) * 1000
                thought.move = words[1] if len(words) > 1 else ""
                thought.ponder = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else ""
                if thought.move == "resign":
                    raise Resigned
                break
        return thought

    def game_over(self, result: str) -> None:
        """UCI has no word for it; pondering ends."""
        self._stop_pondering()

    # --- lines ----------------------------------------------------------------------------------------------------

    def _until(self, is_last: Callable[[str], bool], wanted: str) -> list[str]:
        until = time.perf_counter() + self._stall
        texts: list[str] = []
        while not texts or not is_last(texts[-1]):
            try:
                texts.append(self._line(until, wanted).text)
            except TimeoutError:
                raise EngineFault(Fault.STALL, f"no {wanted} within {self._stall:g} s") from None
        return texts

    def _ready(self) -> None:
        self._send("isready")
        self._until(lambda text: text == "readyok", "readyok")


def _note(thought: Thought, words: list[str]) -> None:
    """Keep score and depth of an info line of the first variation."""
    values = dict(zip(words, words[1:], strict=False))
    if "score" not in words or values.get("multipv", "1") != "1" or "string" in words:
        return
    at = words.index("score")
    kind, number = (words[at + 1 : at + 3] + ["", ""])[:2]
    if not number.lstrip("+-").isdecimal():
        return
    if kind == "cp":
        thought.score, thought.mate = int(number), None
    elif kind == "mate":
        thought.score, thought.mate = None, int(number)
    depth = values.get("depth", "")
    thought.depth = int(depth) if depth.isdecimal() else thought.depth
