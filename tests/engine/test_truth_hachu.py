"""HaChu's list of Lion moves on random positions, its known deviations excepted (rules text, 3.2, 3.4 and 6.1)."""

import random
import re
import shutil
import subprocess

import pytest

from engine.move import origin
from tests.engine.helpers import CATALOG, NOTATION, board, difference, load
from variants.fen import square_name

HACHU = shutil.which("hachu") or shutil.which("hachu", path="/usr/games")
LINE = re.compile(r"# +(-?\d+)\. ([0-9a-f]{8}) [0-9a-f]{8} (\S+)")

TAME_KINGS = """[tamekings:mightylion]
king = -
commoner = m
castling = false
startFen = rlbqmbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQMBNR w - - 0 1
"""

pytestmark = pytest.mark.skipif(HACHU is None, reason="the Debian package hachu is not installed")


def lion_moves_of_hachu(placement: str, lion: str) -> set[str]:
    """The moves of White's Lion that it holds legal: a fresh process, memory first, then an illegal move."""
    assert HACHU is not None
    nobody = "a1a1" if lion != "a1" else "h8h8"  # a pass by a man who is no Lion is none
    script = f"xboard\nprotover 2\nmemory 16\nvariant lion\nforce\nsetboard {placement}\nusermove {nobody}\nquit\n"
    run = subprocess.run([HACHU], input=script, capture_output=True, text=True, timeout=60, check=False)
    listing = run.stdout.partition("usermove")[2].partition("#20482048")[0]
    found = set()
    last = -99
    for number, code, text in LINE.findall(listing):
        if int(number) <= last:  # a second list: moves that it refuses
            break
        last = int(number)
        if code != "00000000" and (text.startswith(lion) or text == "@@@@"):
            found.add(text)
    return found


def random_placement(chance: random.Random) -> str:
    """Kings apart, a Lion each and some more men, often close to the Lions."""
    squares = list(range(64))
    chance.shuffle(squares)
    men: dict[int, str] = {}
    white = squares.pop()
    men[white] = "L"
    near = [s for s in squares if max(abs(s % 8 - white % 8), abs(s // 8 - white // 8)) <= 2]
    men[chance.choice(near if chance.random() < 0.6 else squares)] = "l"
    for letter in "Kk":
        men[chance.choice([s for s in squares if s not in men])] = letter
    for _ in range(chance.choice([4, 8, 14, 20])):
        free = [s for s in (near if chance.random() < 0.4 else squares) if s not in men]
        if free:
            square = chance.choice(free)
            letter = chance.choice("PPPNBRQ" if 8 <= square < 56 else "NBRQ")
            men[square] = letter if chance.random() < 0.4 else letter.lower()
    placement = ""
    for rank in range(7, -1, -1):
        row = "".join(men.get(rank * 8 + file, "1") for file in range(8))
        placement += re.sub("1+", lambda run: str(len(run[0])), row) + ("/" if rank else "")
    return placement


def test_lion_moves() -> None:
    """A sample of forty positions."""
    compare(40)


@pytest.mark.slow
def test_many_lion_moves() -> None:
    """Three hundred positions."""
    compare(300)


def compare(count: int) -> None:
    """Compare the lists on positions in which no king stands in check.

    HaChu does not mind its king's safety, and lets a king protect a Lion (D1, D6): our side of the comparison is the
    game with kings that are not royal, which has these two rules and is otherwise the same.
    """
    if "tamekings" not in CATALOG:
        load(TAME_KINGS)
    chance = random.Random(20130501)
    compared = trades = banned = doubles = passes = 0
    while compared < count:
        placement = random_placement(chance)
        if any(board("mightylion", f"{placement} {side} - - 0 1").fault for side in "bw"):
            continue  # a king that can be taken
        position = board("tamekings", f"{placement.replace('K', 'M').replace('k', 'm')} w - - 0 1")
        pieces = position.setup().pieces
        lion, prey = (next(s for s, man in pieces.items() if man.letter == "l" and man.colour == c) for c in (0, 1))
        name, target = (square_name(position.game.spec, square) for square in (lion, prey))
        mine = {NOTATION.write(position, move) for move in position.legal_moves() if origin(move) == lion}
        mine = {"@@@@" if text == name * 2 else text for text in mine}
        theirs = lion_moves_of_hachu(placement, name)
        assert mine == theirs, difference(placement, sorted(mine), sorted(theirs))
        far = max(abs(lion % 8 - prey % 8), abs(lion // 8 - prey // 8)) == 2
        trades += name + target in mine
        banned += far and name + target not in mine
        doubles += any("," in text for text in mine)
        passes += "@@@@" in mine
        compared += 1
    assert trades and banned and doubles and passes, (trades, banned, doubles, passes)
