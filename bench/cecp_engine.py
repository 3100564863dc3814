"""An engine in a match that speaks XBoard's protocol, version 2.

Its commands come in the order that old engines need: memory and cores before `new` and `variant`, since some crash on
their first `go` without. Every move carries the clocks. Boards of ten ranks are numbered from 0 in this protocol.
"""

import re
import time
from collections.abc import Sequence
from typing import Final

from bench.clock import Clock, Control
from bench.entrant import EngineFault, Entrant, Fault, Resigned, Table, Thought, Unplayable
from bench.talking_engine import TalkingEngine

FEATURES_SECONDS: Final = 8.0  # an engine of version 1 never says `done`
MATE: Final = 100_000  # scores from here on are mates
MEMORY: Final = "64"  # MB, where nothing else is asked for
PASS: Final = "@@@@"
RENAMED: Final = {"hash": "memory", "threads": "cores"}  # UCI options that are commands here
NORMAL: Final = "normal"

_FEATURE: Final = re.compile(r'(\w+)=("[^"]*"|\S+)')
_RANK: Final = re.compile(r"(?<=[a-z])\d+")
_RESULT: Final = re.compile(r"(1-0|0-1|1/2-1/2|\*)(?:\s*\{(.*)\})?")


class CecpEngine(TalkingEngine):
    """An engine process that speaks CECP."""

    def __init__(self, entrant: Entrant, table: Table, stall: float) -> None:
        """Start it and set its options. Raises StartError, Unplayable, EngineFault.

        stall : seconds after which an engine hangs that should answer at once, or that has no clock
        """
        if entrant.control.nodes is not None:
            raise Unplayable(f"{entrant.name}: nodes= needs a UCI engine")
        super().__init__(entrant, stall)
        self._entrant, self._table = entrant, table
        self._features: dict[str, str] = {}
        self._pings = 0
        self._known = 0  # moves of the game that the engine has
        self._playing = False  # it answers a move with a move
        try:
            self._begin()
        except BaseException:
            self.kill()
            raise

    # --- start ----------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._send("xboard")
        self._send("protover 2")
        until = time.perf_counter() + FEATURES_SECONDS
        while self._features.get("done") != "1":
            try:
                line = self._line(until, "its features")
            except TimeoutError:
                break
            if line.text.startswith("feature "):
                for name, value in _FEATURE.findall(line.text):
                    self._features[name if name != "option" else f"option {value.strip(chr(34)).split(' -')[0]}"] = (
                        value.strip('"')
                    )
                    if name != "done":
                        self._send(f"accepted {name}")
                    if name == "done" and value == "0":
                        until = time.perf_counter() + self._stall
        self.name = self.name or self._features.get("myname", "")
        known = self._features.get("variants", "").split(",")
        self._variant = next((name for name in self._names() if name in known), "")
        if not self._variant:
            raise Unplayable(f"{self.name} does not offer {' or '.join(self._names())}")

    def _names(self) -> tuple[str, ...]:
        names = self._table.names(self._entrant)
        return (*names, NORMAL) if self._table.variant == "chess" else names

    def _send_options(self) -> None:
        commands = {"memory": MEMORY, "cores": "1"}
        for name, value in self._entrant.options:
            if name.lower() in RENAMED:
                commands[RENAMED[name.lower()]] = value
            elif f"option {name}" in self._features:
                self._send(f"option {name}={value}")
            elif f"{name} is no option of {self.name}" not in self.notes:
                self.notes.append(f"{name} is no option of {self.name}")
        self._send(f"memory {commands['memory']}")
        if self._features.get("smp") == "1":
            self._send(f"cores {commands['cores']}")

    # --- a game ---------------------------------------------------------------------------------------------------

    def new_game(self, fen: str, control: Control, opponent: Control) -> None:
        """Begin a game from a FEN, or from the start where it is empty."""
        self._process.drop()
        self._known, self._playing = 0, False
        self._send_options()
        self._send("new")
        if self._variant != NORMAL:
            self._send(f"variant {self._variant}")
        self._send("hard" if self._entrant.ponder else "easy")
        self._send("post")
        if control.movetime is not None:
            self._send(f"st {control.movetime / 1000:g}")
        elif control.base is not None:
            minutes, seconds = divmod(control.base / 1000, 60)
            self._send(f"level {control.moves} {minutes:.0f}:{_seconds(seconds)} {control.increment / 1000:g}")
        if control.depth is not None:
            self._send(f"sd {control.depth}")
        self._send("force")
        if fen:
            self._send(f"setboard {self._shifted_fen(fen)}")
        self._ping()

    def think(self, moves: Sequence[str], clocks: tuple[Clock, Clock], side: int) -> Thought:
        """Return the move after all the moves of the game. Raises Resigned."""
        new, self._known = list(moves[self._known :]), len(moves)
        if self._playing and len(new) != 1:
            self._send("force")
            self._playing = False
        for move in new[:-1] if self._playing else new:
            self._send(self._move_command(move))
        for name, clock in (("time", clocks[side]), ("otim", clocks[1 - side])):
            if clock.left is not None:
                self._send(f"{name} {max(round(clock.left / 10), 0)}")
        self._send(self._move_command(new[-1]) if self._playing else "go")
        begun = time.perf_counter()
        self._playing = True
        thought = self._listen(begun, clocks[side].allowed(), side)
        self._known += 1
        return thought

    def ponder(self, moves: Sequence[str], expected: str, clocks: tuple[Clock, Clock], side: int) -> None:
        """After `hard` it does so by itself."""

    def _move_command(self, move: str) -> str:
        text = self._shifted(move, -1)
        if "," not in text and "@" not in text and text[: len(text) // 2] == text[len(text) // 2 :]:
            text = PASS
        return f"usermove {text}" if self._features.get("usermove") == "1" else text

    def _shifted(self, move: str, by: int) -> str:
        return _RANK.sub(lambda rank: str(int(rank[0]) + by), move) if self._table.ten_ranks else move

    def _shifted_fen(self, fen: str) -> str:
        fields = fen.split()
        fields[3:4] = [self._shifted(field, -1) for field in fields[3:4]]
        return " ".join(fields)

    def _listen(self, begun: float, allowed: float | None, side: int) -> Thought:
        thought = Thought("", 0.0)
        legs = ""
        for line in self._while_thinking(begun, allowed, "?"):
            words = line.text.split()
            if words[:1] == ["move"] and len(words) > 1:
                legs += words[1]
                if not legs.endswith(","):
                    thought.move = self._shifted(legs, 1)
                    thought.elapsed = (line.at - begun) * 1000
                    break
            elif words:
                self._judge(line.text, side)
                _note(thought, words)
        return thought

    def _judge(self, text: str, side: int) -> None:
        """Raise what a line other than a move means for the game. What the referee did not see is a false claim."""
        if text == "resign":
            raise Resigned
        if text.lower().startswith("illegal move"):
            raise EngineFault(Fault.CLAIM, f"wrote {text!r} to a legal move")
        result = _RESULT.fullmatch(text)
        if result and result[1] != "*":
            if result[1] == ("0-1", "1-0")[side]:
                raise Resigned
            raise EngineFault(Fault.CLAIM, f"claimed {text!r}")

    def game_over(self, result: str) -> None:
        """Tell it that the game has ended."""
        self._send("force")
        self._send(f"result {result} {{}}")
        self._ping()

    # --- lines ----------------------------------------------------------------------------------------------------

    def _ping(self) -> None:
        """Wait until it has done all that was sent, where it can tell."""
        if self._features.get("ping") != "1":
            return
        self._pings += 1
        self._send(f"ping {self._pings}")
        until = time.perf_counter() + self._stall
        while True:
            try:
                if self._line(until, "pong").text == f"pong {self._pings}":
                    return
            except TimeoutError:
                raise EngineFault(Fault.STALL, f"no pong within {self._stall:g} s") from None


def _seconds(seconds: float) -> str:
    """Return two digits, with a fraction only where there is one: old engines do not read it."""
    return f"{seconds:02.0f}" if seconds == int(seconds) else f"{seconds:05.2f}"


def _note(thought: Thought, words: list[str]) -> None:
    """Keep score and depth of a thinking line: depth, score, centiseconds, nodes, moves."""
    numbers = words[:4]
    if len(numbers) < 4 or not all(word.lstrip("+-").isdecimal() for word in numbers):
        return
    score = int(words[1])
    thought.depth = int(words[0])
    if abs(score) >= MATE:
        moves = abs(score) - MATE
        thought.score, thought.mate = None, moves if score > 0 else -moves
    else:
        thought.score, thought.mate = score, None
