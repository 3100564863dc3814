"""Weight files of the evaluation (eval/weights.py says what is in them): games that use one, and writing one."""

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from engine.layout import HAND_LIMIT, KINDS
from engine.rules import Game, compile_rules
from eval.values import install_values
from eval.weights import Weights, read_weights
from search.margin_values import SECTION
from search.margins import find
from variants.spec import BLACK, VariantSpec

GROUPS: Final = ("material", "hand", "terms", SECTION)
Data = dict[str, Any]


def current(spec: VariantSpec) -> Data:
    """Return a copy of what the game's weight file holds now; nothing where there is none."""
    return copy.deepcopy(read_weights(spec).data)


def game_with(spec: VariantSpec, data: Data) -> Game:
    """Return the game with weights from a file's data instead of those that it has."""
    shared = compile_rules(spec)
    game = replace(shared, rules=np.array([shared.rules], dtype=shared.rules.dtype)[0])
    install_values(game, Weights("tuning", data))
    return game


def put(data: Data, name: str, value: float) -> Data:
    """Return data with one number changed; the name is such as `terms.tempo`, `material.n` or `search.delta`.

    Raises KeyError.
    """
    group, _, key = name.partition(".")
    if group not in GROUPS or not key:
        raise KeyError(f"{name}: expected material., hand., terms. or {SECTION}. and a name")
    if group == SECTION and find(key) is None:
        raise KeyError(f"{name}: the search has no margin of this name")
    changed = copy.deepcopy(data)
    changed.setdefault(group, {})[key] = value
    return changed


def matters(spec: VariantSpec, data: Data, name: str, low: float, high: float) -> bool:
    """Return whether the evaluation differs between two values of a number. Raises KeyError."""
    first, second = (game_with(spec, put(data, name, value)).rules for value in (low, high))
    return bool(first.tobytes() != second.tobytes())


def means(game: Game) -> dict[str, tuple[float, float]]:
    """Return the mean square value of every kind, middle and end, by the kind's text for Black."""
    found = {}
    for kind in game.table.kinds:
        start = kind.number * game.width
        words = game.rules["value"][start : start + game.width]
        middle, end = unpacked(words[words != 0])
        if middle.size and kind.number != game.rules["king_kind"]:
            found[kind.text(BLACK)] = (float(middle.mean()), float(end.mean()))
    return found


def first_in_hand(game: Game) -> dict[str, tuple[float, float]]:
    """Return the value of the first man of every kind that a hand can hold."""
    found = {}
    for kind in game.table.kinds:
        middle, end = unpacked(game.rules["hand_value"][kind.number * HAND_LIMIT + 1 :][:1])
        if kind.number < KINDS and (middle[0] or end[0]):
            found[kind.text(BLACK)] = (float(middle[0]), float(end[0]))
    return found


def unpacked(words: Any) -> tuple[Any, Any]:
    """Return the middle and the end parts of packed values."""
    words = np.asarray(words, dtype=np.int64)
    middle = words << 32 >> 32
    return middle, words - middle >> 32


def text_of(data: Data, origin: str) -> str:
    """Return a weight file."""
    lines = [f'origin = "{_plain(origin)}"']
    for group in GROUPS:
        if data.get(group):
            lines += ["", f"[{group}]", *(f'"{key}" = {_value(value)}' for key, value in data[group].items())]
    for letter, parts in data.get("squares", {}).items():
        lines += ["", f'[squares."{letter}"]', *(f"{part} = {_value(numbers)}" for part, numbers in parts.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    number = round(float(value), 2)
    return str(int(number)) if number == int(number) else str(number)


def _plain(text: str) -> str:
    return "".join(sign if sign.isprintable() and sign not in '"\\' else "'" for sign in text)


def write(path: str | Path, data: Data, origin: str) -> None:
    """Write a weight file, whole or not at all."""
    target = Path(path)
    waiting = target.with_name(target.name + ".new")
    waiting.write_text(text_of(data, origin), encoding="utf-8")
    waiting.replace(target)
