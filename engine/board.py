"""A position that plain Python can use: text in, moves, outcome, text out."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.attacks import can_take_en_passant, hits, in_check
from engine.bitboard import pack, unpack
from engine.counters import CHECKS_LEFT, MOVES_COUNTED, start_counters
from engine.endings import OPEN
from engine.geometry import set_of, squares_of
from engine.layout import (
    BAN,
    CAPTURES_TO_HAND,
    CASTLE,
    CASTLINGS,
    CHECKED,
    COUNT,
    COUNTER_WORDS,
    COUNTS_CHECKS,
    EP_KEY,
    EP_VICTIM,
    FRAME,
    FREEZES,
    FROZEN,
    HAND_LIMIT,
    HAS_SPECIALS,
    KEY,
    KINDS,
    MOVE,
    PHASE,
    PLIES,
    ROWS,
    SCORE,
    SEEN,
    SHOWS_VICTIM,
    SIGHTS,
    position_dtype,
)
from engine.line import legal_length
from engine.make import en_passant_key, make, unmake
from engine.men import ALL
from engine.moves import generate
from engine.outcome import immediate_end, referee_end, stuck_end
from engine.perft import perft
from engine.royals import threatened
from engine.rules import Game
from engine.safety import look
from variants.errors import FenError
from variants.fen import COLOURS, Man, Right, Setup, parse_fen, square_name
from variants.spec import BLACK, WHITE

ROOT_PLIES: Final = PLIES - SIGHTS // 2  # a search needs the rest
KEPT_PLIES: Final = ROOT_PLIES // 2  # of the history, where a game outgrows it


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands or ended. `value` is 1, 0 or -1 for the side to move."""

    reason: int  # a constant of engine.outcome
    value: int
    immediate: bool  # no move can follow; otherwise a referee has to declare it


class Board:
    """A position of a game with its history.

    position : one record of `layout.position_dtype`, to be handed to kernels together with `game.rules`
    """

    def __init__(self, game: Game, setup: Setup | None = None) -> None:
        """Set up a position, by default the start. FenError where the game cannot have it."""
        self.game = game
        self.position = np.zeros(1, dtype=position_dtype(game.width))[0]
        self._root = setup or parse_fen(game.spec, game.spec.start_fen)
        self._place(self._root)

    # --- set-up ---------------------------------------------------------------------------------------------------

    def _place(self, setup: Setup) -> None:
        game, position = self.game, self.position
        men, side_men = [0] * (2 * ROWS), [0, 0]
        position["king"][:] = -1
        for square, man in setup.pieces.items():
            kind = game.table.find(man.letter, man.mark) or game.table.find(man.letter)
            if kind is None:
                raise FenError(f"{square_name(game.spec, square)}: {man} is no piece of {game.spec.name}")
            position["board"][square] = man.colour * KINDS + kind.number
            men[man.colour * ROWS + game.table.classes[kind.number]] |= 1 << square
            side_men[man.colour] |= 1 << square
            if kind.number == game.rules["king_kind"]:
                position["king"][man.colour] = square
        position["men"][:] = pack(men, game.width)
        position["side_men"][:] = pack(side_men, game.width)
        for colour in (WHITE, BLACK):
            for letter, number in setup.hands[colour].items():
                self._fill_hand(colour, letter, number)
        position["side"] = setup.side
        self._place_castlings(setup.rights + self._to_be_gained(setup.rights))
        frame = position["frames"]
        frame[EP_VICTIM], frame[CHECKED], frame[COUNT] = -1, -1, setup.halfmove
        frame[CASTLE] = sum(1 << number for number, right in enumerate(self._rights) if right in setup.rights)
        frame[FROZEN] = -1 if setup.frozen is None else setup.frozen
        position["walls"][:1] = pack([set_of(setup.walls)], game.width)
        position["gates"][:2] = pack([set_of(gates) for gates in setup.gates], game.width)
        self._place_en_passant(setup.en_passant)
        self._place_counters(setup)
        self.refresh()
        position["seen"][frame[KEY] & (SEEN - 1)] = 1
        look(game.rules, position)

    def _fill_hand(self, colour: int, letter: str, number: int) -> None:
        kind = self.game.table.find(letter)
        if kind is None or not number:
            return
        most, where = number, "in hand"
        if self._has(CAPTURES_TO_HAND):
            most += sum(letter == man.letter for man in self._root.pieces.values())
            most, where = most + self._root.hands[1 - colour].get(letter, 0), "on the board and in hand"
        if most >= HAND_LIMIT:
            raise FenError(f"more than {HAND_LIMIT - 1} men {letter!r} {where}")
        self.position["hand"][colour * KINDS + kind.number] = number
        self.position["hand_kinds"][colour] |= np.int64(1 << kind.number)

    def _to_be_gained(self, rights: tuple[Right, ...]) -> tuple[Right, ...]:
        """Return the rights that men may gain who are dropped on their homes."""
        spec = self.game.spec
        if not spec.castling_dropped_piece:
            return ()
        found = []
        for colour in (WHITE, BLACK):
            rank = spec.castling_rank if colour == WHITE else spec.ranks - 1 - spec.castling_rank
            home = rank * spec.files
            for file in (0, spec.files - 1):
                right = Right(colour, file == 0, home + spec.castling_king_file, home + file)
                found += [right] if right not in rights else []
        return tuple(found)

    def _place_castlings(self, rights: tuple[Right, ...]) -> None:
        spec, position = self.game.spec, self.position
        position["castling_side"][:] = -1
        self._rights: list[Right] = []  # the right of each entry of the table
        empty, safe = [0] * CASTLINGS, [0] * CASTLINGS
        for right in rights:
            row = right.king - right.king % spec.files
            file = spec.castling_queenside_file if right.queenside else spec.castling_kingside_file
            outward = -1 if right.queenside else 1
            both = {right.king, right.rook}
            for king_to in [right.king + outward * n for n in spec.castling_distances] or [row + file]:
                number = len(self._rights)
                if number == CASTLINGS:
                    raise FenError(f"more than {CASTLINGS} ways to castle")
                self._rights.append(right)
                rook_to = king_to - outward
                passed = _between(right.king, king_to) + _between(right.rook, rook_to)
                empty[number] = set_of([s for s in passed if s not in both])
                safe[number] = set_of([s for s in _between(right.king, king_to) if s not in (right.king, king_to)])
                position["castling_side"][number] = right.colour
                position["castling_king"][number], position["castling_king_to"][number] = right.king, king_to
                position["castling_rook"][number], position["castling_rook_to"][number] = right.rook, rook_to
                for square in both:
                    position["castling_loss"][square] |= 1 << number
        position["castling_empty"][:] = pack(empty, self.game.width)
        position["castling_safe"][:] = pack(safe, self.game.width)

    def _place_en_passant(self, squares: tuple[int, ...]) -> None:
        """Find the man that made the double step: on one of the squares named, or the one before the passed squares."""
        if not squares:
            return
        board, files = self.position["board"], self.game.spec.files
        them = 1 - int(self.position["side"])
        forward = files if them == WHITE else -files
        passed = [square for square in squares if not board[square] or board[square] >> 6 != them]
        if len(passed) < len(squares):
            last = next(square for square in squares if square not in passed)
        else:
            last = (max(squares) if them == WHITE else min(squares)) + forward
        if not 0 <= last < len(board) or not board[last] or board[last] >> 6 != them or any(board[s] for s in passed):
            return  # as peers do: a square without a man to take is no right
        self.position["frames"][EP_VICTIM] = last
        self.position["en_passant"][:1] = pack([set_of(passed)], self.game.width)
        key = en_passant_key(self.game.rules, self.position, last)
        self.position["frames"][EP_KEY] = key

    def _place_counters(self, setup: Setup) -> None:
        counters = self.position["counters"]
        counters[CHECKS_LEFT] = setup.checks_left[WHITE] | setup.checks_left[BLACK] << 8
        if setup.counting_limit:
            counters[MOVES_COUNTED] = setup.counting_limit << 16 | min(setup.halfmove, 0xFFFF)
            self.position["frames"][COUNT] = 0
        start_counters(self.game.rules, self.position)

    def _counters(self) -> np.ndarray[Any, Any]:
        start = self.ply * COUNTER_WORDS
        counters: np.ndarray[Any, Any] = self.position["counters"][start : start + COUNTER_WORDS]
        return counters

    def refresh(self) -> None:
        """Compute key, score and phase of the current position from scratch."""
        rules, position = self.game.rules, self.position
        frame = position["frames"][int(position["ply"]) * FRAME :]
        key = np.int64(frame[EP_KEY]) ^ rules["zobrist_castle"][frame[CASTLE]] ^ rules["zobrist_ban"][frame[BAN]]
        if self._has(FREEZES | HAS_SPECIALS) and frame[FROZEN] >= 0:
            key ^= rules["zobrist_ep"][frame[FROZEN]]
        if rules["ends"] & COUNTS_CHECKS:
            left = int(self._counters()[CHECKS_LEFT])
            for colour in (WHITE, BLACK):
                key ^= rules["zobrist_checks"][colour * 256 + (left >> 8 * colour & 255)]
        score = phase = np.int64(0)
        if position["side"] == BLACK:
            key ^= rules["zobrist_black"]
        for wall in self._set_at("walls", self.ply):
            key ^= rules["zobrist_wall"][wall]
        for colour in (WHITE, BLACK):
            for gate in self._set_at("gates", 2 * self.ply + colour):
                key ^= rules["zobrist_gate"][colour * self.game.width + gate]
        for square in np.flatnonzero(position["board"]):
            piece = int(position["board"][square])
            key ^= rules["zobrist"][piece * self.game.width + square]
            score += rules["value"][piece * self.game.width + square]
            phase += rules["phase"][piece]
        for piece in map(int, np.flatnonzero(position["hand"])):
            index = piece * HAND_LIMIT + position["hand"][piece]
            key ^= rules["zobrist_hand"][index]
            score += rules["hand_value"][index]
        frame[KEY], frame[SCORE], frame[PHASE] = key, score, phase

    # --- moves ----------------------------------------------------------------------------------------------------

    def legal_moves(self) -> list[int]:
        """Return the legal moves; none where the game has ended by an immediate end."""
        rules, position = self.game.rules, self.position
        if immediate_end(rules, position):
            return []
        look(rules, position)
        end = generate(rules, position, 0, ALL)
        return [int(move) for move in position["moves"][:end]]

    def legal_length(self, moves: list[int]) -> int:
        """Return how many of the moves, played one after the other, are legal."""
        return int(legal_length(self.game.rules, self.position, np.array(moves, dtype=np.int64)))

    def push(self, move: int) -> None:
        """Play a legal move."""
        if self.ply >= ROOT_PLIES:
            self._forget()
        make(self.game.rules, self.position, move)
        look(self.game.rules, self.position)

    def pop(self) -> int:
        """Take back the last move and return it."""
        move = self.last_move
        unmake(self.game.rules, self.position)
        look(self.game.rules, self.position)
        return move

    def _forget(self) -> None:
        """Drop the oldest part of a history that outgrows its memory."""
        position = self.position
        gone = self.ply - KEPT_PLIES
        for ply in range(gone):
            position["seen"][position["frames"][ply * FRAME + KEY] & (SEEN - 1)] -= 1
        position["frames"][: (KEPT_PLIES + 1) * FRAME] = position["frames"][
            gone * FRAME : (self.ply + 1) * FRAME
        ].copy()
        for name, each in (("en_passant", 1), ("walls", 1), ("gates", 2), ("changed", 1), ("counters", COUNTER_WORDS)):
            kept = position[name][each * gone : each * (self.ply + 1)].copy()
            position[name][: each * (KEPT_PLIES + 1)] = kept
        position["changes"][:] = np.roll(position["changes"], -int(position["changed"][0]))
        position["changed"][:] -= position["changed"][0]
        position["ply"] = KEPT_PLIES

    def copy(self) -> "Board":
        """Return an independent board with the same history."""
        other = object.__new__(Board)
        other.game, other._root, other._rights = self.game, self._root, self._rights
        other.position = np.array([self.position], dtype=self.position.dtype)[0]
        return other

    # --- questions ------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """Plies played since the set-up position."""
        return int(self.position["ply"])

    @property
    def side(self) -> int:
        """The side to move."""
        return int(self.position["side"])

    @property
    def key(self) -> int:
        """The position's hash key, 64 bits, unsigned."""
        return int(self.position["frames"][self.ply * FRAME + KEY]) & (1 << 64) - 1

    @property
    def last_move(self) -> int:
        """The move that led here, 0 at the set-up position."""
        return int(self.position["frames"][self.ply * FRAME + MOVE]) if self.ply else 0

    @property
    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return self._is_threatened(self.side)

    @property
    def fault(self) -> str:
        """What makes the position impossible to play on from, empty where nothing does."""
        other = 1 - self.side
        if self._is_threatened(other):
            return f"{COLOURS[other]}'s king can be captured, but it is {COLOURS[self.side]}'s turn"
        return ""

    def _is_threatened(self, colour: int) -> bool:
        test = threatened if self.game.rules["careful"] else in_check
        return bool(test(self.game.rules, self.position, colour))

    def checkers(self) -> list[int]:
        """Return the squares of the men that give check."""
        king = int(self.position["king"][self.side])
        if king < 0:
            return []
        enemies = np.flatnonzero(self.position["board"])
        return [
            int(square)
            for square in enemies
            if self.position["board"][square] // KINDS != self.side
            and hits(self.game.rules, self.position, int(square), king)
        ]

    def outcome(self) -> Outcome | None:
        """Return how the game ended or what a referee would declare, None while it is open."""
        rules, position = self.game.rules, self.position
        ending = immediate_end(rules, position)
        immediate = True
        if ending == OPEN:
            look(rules, position)
            if generate(rules, position, 0, ALL) == 0:
                ending = stuck_end(rules, position)
            else:
                ending, immediate = referee_end(rules, position), False
        if ending == OPEN:
            return None
        return Outcome(int(ending) >> 2, (int(ending) & 3) - 1, immediate)

    def perft(self, depth: int) -> int:
        """Return the number of legal move sequences of a length."""
        return int(perft(self.game.rules, self.position, 0, depth)) if depth > 0 else 1

    # --- text -----------------------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """Return the position as a Setup."""
        game, position = self.game, self.position
        kinds = game.table.kinds
        pieces = {}
        for square in np.flatnonzero(position["board"]):
            piece = int(position["board"][square])
            kind = kinds[piece % KINDS - 1]
            pieces[int(square)] = Man(kind.letter, piece // KINDS, kind.mark)
        hands: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for piece in map(int, np.flatnonzero(position["hand"])):
            hands[piece // KINDS][kinds[piece % KINDS - 1].letter] = int(position["hand"][piece])
        frame = position["frames"][self.ply * FRAME :]
        rights = dict.fromkeys(r for number, r in enumerate(self._rights) if int(frame[CASTLE]) >> number & 1)
        left, counted = map(int, self._counters()[[CHECKS_LEFT, MOVES_COUNTED]])
        halves = 2 * (self._root.fullmove - 1) + self._root.side + self.ply
        return Setup(
            pieces=pieces,
            hands=hands,
            side=self.side,
            rights=tuple(rights),
            en_passant=self._en_passant_squares(int(frame[EP_VICTIM])),
            walls=frozenset(self._set_at("walls", self.ply)),
            gates=(
                frozenset(self._set_at("gates", 2 * self.ply)),
                frozenset(self._set_at("gates", 2 * self.ply + 1)),
            ),
            frozen=int(frame[FROZEN]) if self._has(FREEZES) and frame[FROZEN] >= 0 else None,
            halfmove=counted & 0xFFFF if counted >> 16 else int(frame[COUNT]),
            checks_left=(left & 255, left >> 8 & 255),
            counting_limit=counted >> 16,
            fullmove=halves // 2 + 1,
        )

    def _en_passant_squares(self, victim: int) -> tuple[int, ...]:
        """Return the squares that a FEN names: the passed ones if a man could take there, his own if need be."""
        if victim < 0 or not (self._has(SHOWS_VICTIM) or can_take_en_passant(self.game.rules, self.position)):
            return ()
        passed = list(squares_of(unpack(self.position["en_passant"][self.ply : self.ply + 1])[0]))
        files = self.game.spec.files
        straight = all(square % files == victim % files for square in passed)
        if self._has(SHOWS_VICTIM):
            return (*passed, victim)
        return tuple(passed if straight else sorted([*passed, victim]))  # in the order in which peers write them

    def _set_at(self, name: str, index: int) -> list[int]:
        """Return the squares of a set of the position."""
        return list(squares_of(unpack(self.position[name][index : index + 1])[0]))

    def _has(self, flag: int) -> bool:
        return bool(self.game.rules["flags"] & flag)

    def fen(self, chess960: bool = False) -> str:
        """Return the position as FEN."""
        return self.setup().fen(self.game.spec, chess960=chess960)

    def sfen(self) -> str:
        """Return the position as SFEN."""
        return self.setup().sfen(self.game.spec)


def _between(start: int, end: int) -> list[int]:
    """Return the squares of a rank from one to another, both included."""
    return list(range(min(start, end), max(start, end) + 1))
