"""Openings from the games of a PGN file.

The moves of chess are read by python-chess, whatever their spelling. Files of other games have the moves as UCI writes
them, as our own matches do; whether they are legal shows when they are played.
"""

import importlib
import io
import re
from itertools import count
from typing import Any, Final

from bench.openings import Opening, OpeningError, text_of_file
from bench.san import STANDARD
from variants.errors import shown

_TAG: Final = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
_REMARK: Final = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+")
_NUMBER: Final = re.compile(r"^\d+(\.+|$)")
_RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")


def read_pgn(path: str, variant: str, plies: int | None) -> tuple[Opening, ...]:
    """Return the games of a file as openings. Raises OpeningError.

    plies : moves of each that are taken at most; None: all
    """
    text = text_of_file(path)
    found = _chess_games(text, path) if variant in STANDARD else _games(text)
    if not found:
        raise OpeningError(f"openings: {shown(path)} holds no game")
    return tuple(Opening(opening.fen, opening.moves[:plies]) for opening in found)


def _chess_games(text: str, path: str) -> list[Opening]:
    try:
        reader: Any = importlib.import_module("chess.pgn")
    except ImportError as error:
        raise OpeningError("openings: PGN of chess needs python-chess: pip install chess") from error
    found = []
    stream = io.StringIO(text)
    for number in count(1):
        game = reader.read_game(stream)
        if game is None:
            break
        if game.errors:
            raise OpeningError(f"openings: {shown(path)}, game {number}: {game.errors[0]}")
        board = game.board()
        moves = []
        for move in game.mainline_moves():
            moves.append(board.uci(move))
            board.push(move)
        found.append(Opening(game.headers.get("FEN", ""), tuple(moves)))
    return found


def _games(text: str) -> list[Opening]:
    """Return the games of a file whose moves are UCI's."""
    found = []
    words: list[str] = []
    fen, depth = "", 0
    for line in _REMARK.sub(" ", text).splitlines():
        tag = _TAG.fullmatch(line.strip())
        if tag:
            fen = tag[2] if tag[1] == "FEN" else fen
            continue
        for word in line.replace("(", " ( ").replace(")", " ) ").split():
            depth += (word == "(") - (word == ")")
            if depth or word == ")":
                continue
            word = _NUMBER.sub("", word)
            if word in _RESULTS:
                found.append(Opening(fen, tuple(words)))
                fen, words = "", []
            elif word:
                words.append(word.rstrip("!?"))
    return found
