"""The most that can be asked for: long games, full boards, full hands, games changed while a search runs."""

import io
import os
import random
import re
from statistics import median

import pytest

from bench.startup import resident
from engine.board import Board
from engine.layout import HAND_LIMIT
from engine.protocols.output import Output
from engine.protocols.uci import Uci
from tests.engine.helpers import BUILT_IN, NOTATION, board, game
from tests.oracle.api import GAMES
from variants.errors import FenError
from variants.fen import parse_fen
from variants.spec import VariantSpec


def run(*lines: str) -> list[str]:
    """Return what the loop says; waits for the work of each line."""
    stream = io.StringIO()
    loop = Uci(Output(stream), autoload=False)
    for line in lines:
        loop.obey(line + "\n")
        if line.startswith("go") and "infinite" not in line:
            loop.session.wait()
    assert loop.close() == 0 and not loop.unfinished
    assert "internal error" not in stream.getvalue(), stream.getvalue()
    return stream.getvalue().splitlines()


def there_and_back(name: str) -> list[str]:
    """Four moves after which the start position stands again: each side moves a man and takes the move back."""
    position = board(name)
    for out in position.legal_moves():
        found = [NOTATION.write(position, out)]
        position.push(out)
        for answer in position.legal_moves():
            found[1:] = [NOTATION.write(position, answer)]
            position.push(answer)
            if all(re.fullmatch(r"([a-p]\d+){2}", text) for text in found):
                back = [re.sub(r"([a-p]\d+)([a-p]\d+)", r"\2\1", text) for text in found]
                if back[0] in NOTATION.texts(position):
                    position.push(NOTATION.read(position, back[0]))
                    if back[1] in NOTATION.texts(position):
                        return found + back
                    position.pop()
            position.pop()
        position.pop()
    raise AssertionError(name)


@pytest.mark.parametrize(
    "name", [name if name in ("chess", "frolov10x10") else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)
def test_a_game_of_two_thousand_moves(name: str) -> None:
    """It is told as GUIs do, all moves in every line, and the engine still moves."""
    moves = there_and_back(name) * 1000
    lines = [f"position startpos moves {' '.join(moves[:count])}" for count in (3998, 3999, 4000)]
    said = run(f"setoption name UCI_Variant value {name}", *lines, "d", "go nodes 50")
    fen = next(line for line in said if line.startswith("Fen: "))
    assert fen.endswith(" 2001") and fen.split()[1] == board(name).fen().split()[0]
    assert said[-1].startswith("bestmove ") and "(none)" not in said[-1]


def crowd(spec: VariantSpec, hand: int) -> str:
    """A position with a man on every square, the strongest of each side, and as many men as can be in hand."""
    letters = [
        piece.letter for piece in sorted(spec.pieces, key=lambda piece: -len(piece.rides)) if piece.letter != spec.king
    ]
    cells = ["*" if square in spec.holes else letters[0] for square in range(spec.files * spec.ranks)]
    half = len(cells) // 2
    cells[half:] = [cell.upper() for cell in cells[half:]]
    free = [square for square, cell in enumerate(cells) if cell != "*"]
    assert spec.king
    cells[free[0]], cells[free[-1]] = spec.king, spec.king.upper()
    rows = ["".join(cells[at : at + spec.files]) for at in range(0, len(cells), spec.files)]
    held = "".join(letter * hand + letter.upper() * hand for letter in letters[1:]) if spec.piece_drops else ""
    return "/".join(rows) + (f"[{held}]" if spec.piece_drops else "") + " w - - 0 1"


@pytest.mark.parametrize("name", GAMES)
def test_a_full_board_and_full_hands(name: str) -> None:
    spec = game(name).spec
    try:
        parse_fen(spec, crowd(spec, 9))
    except FenError as error:  # a limit of the text, never a crash
        assert "at most" in str(error)
    position = Board(game(name), parse_fen(spec, crowd(spec, 3)))
    assert len(set(position.legal_moves())) == len(position.legal_moves())
    said = run(f"setoption name UCI_Variant value {name}", f"position fen {crowd(spec, 3)}", "go nodes 200", "isready")
    assert said[-1] == "readyok" and any(line.startswith("bestmove ") for line in said)


@pytest.mark.parametrize("name", [name for name in GAMES if BUILT_IN.get(name).piece_drops])
def test_hands_have_a_limit_that_is_told(name: str) -> None:
    spec = game(name).spec
    kings = (
        f"{spec.king}{spec.files - 1}"
        + f"/{spec.files}" * (spec.ranks - 2)
        + f"/{spec.files - 1}{str(spec.king).upper()}"
    )
    letter = next(piece.letter for piece in spec.pieces if piece.letter != spec.king)
    full = f"{kings}[{letter.upper() * (HAND_LIMIT - 1)}] w - - 0 1"
    said = run(f"setoption name UCI_Variant value {name}", f"position fen {full}", "go nodes 300")
    assert said[-1].startswith("bestmove ")
    said = run(
        f"setoption name UCI_Variant value {name}", f"position fen {full.replace('[', '[' + letter.upper())}", "go"
    )
    assert any("position refused: more than" in line for line in said) and said[-1] == "bestmove (none)"


def test_another_game_while_a_search_runs() -> None:
    """Each search answers once, the next game is there at once."""
    lines: list[str] = []
    for name in GAMES * 3:
        lines += [f"setoption name UCI_Variant value {name}", "isready", "position startpos", "go infinite"]
    said = run(*lines, "stop", "isready", "d")
    assert sum(line.startswith("bestmove ") for line in said) == 3 * len(GAMES)
    assert f"Fen: {board(GAMES[-1]).fen()}" in said


@pytest.mark.parametrize("size", ["1", "3", "33554432"])
def test_any_size_of_the_table(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clamped to the free memory, and told."""
    monkeypatch.setattr("engine.protocols.session.spare_memory", lambda: 64)
    said = run(f"setoption name Hash value {size}", "isready", "go nodes 100")
    told = [line for line in said if "Hash is " in line]
    assert told == ([f"info string Hash is 48 MB, not {size}, as 64 MB of memory are free"] if int(size) > 48 else [])
    assert said[-1].startswith("bestmove ")


def test_a_system_that_refuses_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table becomes smaller, the threads fewer, and the options say so."""
    from search.driver import Searcher

    resize, set_threads = Searcher.resize, Searcher.set_threads

    def stingy(self: Searcher, megabytes: int) -> None:
        if megabytes > 5:
            raise MemoryError
        resize(self, megabytes)

    def alone(self: Searcher, number: int) -> None:
        if number > 1:
            raise MemoryError
        set_threads(self, number)

    monkeypatch.setattr(Searcher, "resize", stingy)
    monkeypatch.setattr(Searcher, "set_threads", alone)
    said = run("setoption name Hash value 40", "setoption name Threads value 3", "isready", "go nodes 100", "isready")
    assert [line for line in said if line.startswith("info string")] == [
        "info string Hash is 5 MB, not 40: the system gives no more memory",
        "info string Threads is 1, not 3: the system gives no more memory",
    ]
    assert any(line.startswith("bestmove ") for line in said)


def test_threads_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search goes on with those that there are."""
    import threading

    start = threading.Thread.start

    def refuse(self: threading.Thread) -> None:
        if "help_along" in self.name:
            raise RuntimeError("can't start new thread")
        start(self)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    said = run("setoption name Threads value 4", "go nodes 500")
    assert said[-1].startswith("bestmove ")


@pytest.mark.slow
def test_memory_does_not_grow_over_five_hundred_games() -> None:
    """One loop, all games in turn, each begun anew: from the hundredth game on nothing is added."""
    chance = random.Random(7)
    loop = Uci(Output(io.StringIO()), autoload=False)
    sizes = []
    for number in range(500):
        name = GAMES[number % len(GAMES)]
        position = board(name)
        moves: list[str] = []
        for _ in range(12):
            legal = position.legal_moves()
            if not legal or position.outcome() is not None:
                break
            moves.append(NOTATION.write(position, move := chance.choice(legal)))
            position.push(move)
        told = f"position startpos moves {' '.join(moves)}"
        for line in (f"setoption name UCI_Variant value {name}", "ucinewgame", told):
            loop.obey(line)
        for line in ("go nodes 100", "go nodes 100", "isready"):
            loop.obey(line)
            loop.session.wait()
        loop.output = Output(io.StringIO())
        sizes.append(resident(os.getpid()))
    assert loop.close() == 0
    # what is given back is not seen at once: single sizes go up and down by 60 MB, medians of a hundred by 20
    assert median(sizes[-100:]) - median(sizes[100:200]) < 40, sizes[::20]  # MB: a tenth of one in a game
