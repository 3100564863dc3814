"""What XBoard is told about a game that it does not know: `setup` with the letters of the men, and `piece` lines.

A letter's place in the table, its *slot*, decides the picture of a man, and some of what XBoard thinks about him.
"""

from typing import Final

from engine.protocols.xbetza import moves_text, suffix
from variants.fen import parse_fen
from variants.spec import WHITE, PieceSpec, VariantSpec

# Slots of XBoard 4.9 by the names of predefined men, and by letter for others.
_PICTURES: Final = {
    "pawn": 0,
    "shogiPawn": 0,
    "knight": 1,
    "bishop": 2,
    "rook": 3,
    "queen": 4,
    "fers": 5,
    "alfil": 6,
    "elephant": 6,
    "archbishop": 7,
    "chancellor": 8,
    "wazir": 9,
    "commoner": 10,
    "cannon": 11,
    "amazon": 26,
    "silver": 16,
    "lance": 18,
    "gold": 9,
}
_BY_LETTER: Final = {"n": 1, "b": 2, "r": 3, "q": 4, "f": 5, "e": 6, "a": 7, "m": 8, "w": 9, "c": 11, "u": 20, "l": 21}
_PROMOTING: Final = {"b": 2, "r": 3, "s": 5, "l": 7, "n": 6}  # under the parent below
_UNPROMOTING: Final = {"g": 9, "q": 10, "n": 12}
_BY_MOVE: Final = {"C": 24}  # the camel

PROMOTED: Final = 11  # from a man's slot to that of his promoted form
LION: Final = 21  # XBoard has rules for trades of men in this slot
SLOTS: Final = 60
_HALF: Final = 22  # shorter halves leave no room for promoted forms

# With this parent XBoard restricts drops in slots 0, 1 and 4, and asks men in slots 0 to 8 whether they promote.
_DROP_PARENT: Final = "shogi"
_RESTRICTED: Final = (1, 4)
_ASKED: Final = (0, 2, 3, 5, 6, 7, 8)
_PARENTS: Final = ("fairy", "shogi", "crazyhouse", "xiangqi", "makruk", "shatranj", "atomic", "suicide", "giveaway")


def setup_lines(spec: VariantSpec) -> list[str]:
    """Return the lines that define a game for XBoard."""
    board = parse_fen(spec, spec.start_fen)
    size = f"{spec.files}x{spec.ranks}+{_hand_size(spec)}_{parent(spec)}"
    lines = [f"setup ({letter_table(spec)}) {size} {board.fen(spec)}"]
    by_letter = {piece.letter: piece for piece in spec.pieces}
    in_hand = set(hand_letters(spec))
    for piece in spec.pieces:
        lines += _piece_line(
            spec, piece, piece.letter, suffix(spec, piece, bool(board.rights), piece.letter in in_hand)
        )
    for letter, target in spec.promoted_piece_type:
        lines += _piece_line(spec, by_letter[target], f"+{letter}", "")
    return lines


def _piece_line(spec: VariantSpec, piece: PieceSpec, name: str, more: str) -> list[str]:
    moves = moves_text(piece)
    return [] if moves is None else [f"piece {name.upper()}& {moves}{more}"]


def parent(spec: VariantSpec) -> str:
    """Return the game of XBoard whose rules hold for what is not told."""
    if spec.template == "fairy" and spec.piece_drops:
        return "crazyhouse" if not spec.promoted_piece_type else _DROP_PARENT
    return spec.template if spec.template in _PARENTS else "fairy"


def hand_letters(spec: VariantSpec) -> list[str]:
    """Return the letters of the men that can be in a hand: those of the start, but for the king."""
    if not spec.piece_drops:
        return []
    board = parse_fen(spec, spec.start_fen)
    there = {man.letter for man in board.pieces.values()} | {letter for hand in board.hands for letter in hand}
    if not spec.promoted_piece_type:
        there |= set(spec.promotion_piece_types[WHITE]) if spec.captures_to_hand and spec.drop_loop else set()
    return [piece.letter for piece in spec.pieces if piece.letter in there and piece.letter != spec.king]


def _hand_size(spec: VariantSpec) -> int:
    return len(hand_letters(spec))


def letter_table(spec: VariantSpec) -> str:
    """Return the letters in the order of XBoard's slots: the table of the definition, or a new one."""
    text = spec.piece_to_char_table
    if text and _is_usable(spec, text):
        return text
    slots = _new_slots(spec)
    half = max(_HALF, max(slots) + 1)
    white = "".join(slots.get(slot, ".") for slot in range(half)) + (spec.king or ".").upper()
    return white + white.lower()


def _is_usable(spec: VariantSpec, text: str) -> bool:
    """Return whether XBoard reads a table as meant and restricts none of its men."""
    if len(text) < 24 or len(text) % 2 or not text.isascii() or set(text) & set("/=^'!"):
        return False
    white, black = text[: len(text) // 2], text[len(text) // 2 :]
    letters = [letter for letter in white.lower() if letter.isalpha()]
    if white.lower() != black or sorted(set(letters)) != sorted(letters):
        return False
    if spec.king and white[-1].lower() != spec.king:
        return False
    if set(letters) != {piece.letter for piece in spec.pieces}:
        return False
    slots = {letter.lower(): slot for slot, letter in enumerate(white) if letter.isalpha()}
    promoting = dict(spec.promoted_piece_type)
    if any(
        slot + PROMOTED >= len(white) or white[slot + PROMOTED] != "+" for slot in map(slots.__getitem__, promoting)
    ):
        return False
    if parent(spec) == _DROP_PARENT:
        return not any(
            slot in _RESTRICTED or (slot in _ASKED and letter not in promoting) for letter, slot in slots.items()
        )
    pawns = {piece.letter for piece in spec.pieces if piece.name == "pawn"}
    return white[0] == "." or white[0].lower() in pawns


def _new_slots(spec: VariantSpec) -> dict[int, str]:
    """Return capital letters by slot. Men that can be in a hand come first, as XBoard counts them along the table."""
    shogi = parent(spec) == _DROP_PARENT
    promoting = dict(spec.promoted_piece_type)
    slots: dict[int, str] = {}
    hand = set(hand_letters(spec))
    men = [piece for piece in spec.pieces if piece.letter != spec.king]
    # Those that promote choose first: only some slots have room for a promoted form.
    for piece in sorted(men, key=lambda man: (man.letter not in hand, man.letter not in promoting)):
        promotes = piece.letter in promoting
        if shogi and promotes:
            allowed = [slot for slot in _ASKED if slot or _is_drop_pawn(spec, piece)] + [10, 9]
        elif shogi:
            allowed = [slot for slot in range(9, SLOTS) if slot != LION]
        else:
            allowed = [slot for slot in range(SLOTS) if slot != LION and (slot or piece.name == "pawn")]
            if promotes:
                allowed = allowed[:10]
        last = max((slot for slot, letter in slots.items() if letter != "+" and letter.lower() in hand), default=-1)
        free = [slot for slot in allowed if slot not in slots and (slots.get(slot + PROMOTED) is None or not promotes)]
        if hand and piece.letter not in hand:
            free = [slot for slot in free if slot > last]
        wish = _wish(piece, shogi, promotes)
        if spec.trade_ban == (piece.letter,):
            wish, free = LION, [LION, *free]
        slot = wish if wish in free else free[0]
        slots[slot] = piece.letter.upper()
        if promotes:
            slots[slot + PROMOTED] = "+"
    return slots


def _wish(piece: PieceSpec, shogi: bool, promotes: bool) -> int:
    """Return the slot whose picture fits a man best, -1 for none."""
    if piece.betza in _BY_MOVE:
        return _BY_MOVE[piece.betza]
    if shogi:
        return (_PROMOTING if promotes else _UNPROMOTING).get(piece.letter, _PICTURES.get(piece.name, -1))
    return _PICTURES.get(piece.name, _BY_LETTER.get(piece.letter, -1))


def _is_drop_pawn(spec: VariantSpec, piece: PieceSpec) -> bool:
    """Return whether XBoard's rules for dropping pawns are those of the man."""
    return spec.drop_no_doubled == piece.letter and spec.drop_no_doubled_count == 1 and spec.immobility_illegal
