"""Reader of definition files: sections applied to drafts, and a report on everything that is not as it should be.

The dialect is Fairy-Stockfish's. Fixed order inside a section, whatever the order of the lines: board, pieces,
deprecated keys, pawnTypes, the other keys, those with a colour.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from variants import draft as drafts
from variants.draft import Draft, PieceDraft
from variants.errors import BetzaError, FenError, VariantError
from variants.fen import parse_fen
from variants.keys import (
    MAX_SQUARES,
    PIECE_ORDER,
    Key,
    all_spellings,
    find_key,
    is_custom,
    key_named,
)
from variants.report import Report, Severity
from variants.sections import MAX_BYTES, Entry, Section, decode, read_sections
from variants.spec import BLACK, WHITE, VariantSpec
from variants.values import BadValue, Cells, is_name, pairs_in, read_piece, read_value
from variants.values import Value as Setting

MAX_RIDES: Final = 100_000  # ways to move that the pieces of one text may have together; a common piece has 8
MAX_SUGGESTIONS: Final = 50  # reports of a text after which unknown keys get none; arbitrary
_BOARD: Final = ("maxRank", "maxFile")
_PAWN_TYPES: Final = ("promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes")
_DEPRECATED: Final = {
    "whiteFlag": ("flagRegion", WHITE),
    "blackFlag": ("flagRegion", BLACK),
    "whiteDropRegion": ("dropRegion", WHITE),
    "blackDropRegion": ("dropRegion", BLACK),
    "castlingRookPiece": ("castlingRookPieces", None),
}

# Says by a VariantError that a game is beyond the engine; the reader itself knows no engine.
Accept = Callable[[VariantSpec], object]


@dataclass(slots=True)
class Reading:
    """What a text has given, and the reports in order of lines.

    Games in `unplayed` are well written and may be parents, but have rules that the engine does not play.
    """

    games: dict[str, Draft] = field(default_factory=dict)  # those that may be parents
    specs: dict[str, VariantSpec] = field(default_factory=dict)  # those that can be played
    unplayed: dict[str, tuple[str, ...]] = field(default_factory=dict)  # the keys that are not played
    refused: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)  # those without their parent
    reports: list[Report] = field(default_factory=list)
    rides: int = 0  # of all move texts so far

    @property
    def failed(self) -> bool:
        """Was a game, or the whole text, refused?"""
        return any(report.severity is Severity.ERROR for report in self.reports)


def read_file(path: Path, known: Mapping[str, Draft], source: str = "", accept: Accept | None = None) -> Reading:
    """Read a file. Raises nothing.

    `known` are the games that may be parents and whose names are taken; `source` is the file's name in the reports,
    its path if empty; a game that `accept` raises VariantError for is refused.
    """
    source = source or str(path)
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for without end
            raise ValueError("it is no file but something else")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        report = Report(Severity.ERROR, source, 0, "", "", f"the file cannot be read: {reason}")
        return Reading(reports=[report])
    text, reports = decode(data, source)
    reading = read_text(text, source, known, accept) if text else Reading()
    reading.reports[:0] = reports
    return reading


def read_text(text: str, source: str, known: Mapping[str, Draft], accept: Accept | None = None) -> Reading:
    """Read the text of a file, see `read_file`. `source` is its name in the reports."""
    sections, reports = read_sections(text, source)
    reading = Reading(reports=reports)
    for section in sections:
        if reading.rides > MAX_RIDES:
            problem = f"its pieces have more than {MAX_RIDES} ways to move, it is not read from here on"
            reading.reports.append(Report(Severity.ERROR, source, section.line, "", "", problem))
            break
        _SectionReader(section, source, known, reading, accept).read()
    reading.reports.sort(key=lambda report: report.line)
    return reading


class _SectionReader:
    """Applies one section to a copy of its parent."""

    def __init__(
        self, section: Section, source: str, known: Mapping[str, Draft], reading: Reading, accept: Accept | None
    ) -> None:
        self.accept = accept
        self.section = section
        self.source = source
        self.known = known
        self.reading = reading
        self.failed = False
        self.entries: dict[str, Entry] = {}
        self.draft = Draft(section.name, f"{source}:{section.line}")

    def report(
        self,
        severity: Severity,
        entry: Entry | None,
        problem: str,
        *,
        read: str = "",
        expected: str = "",
        key: str = "",
    ) -> None:
        line = entry.line if entry else self.section.line
        name = key or (entry.key if entry else "")
        self.failed = self.failed or severity is Severity.ERROR
        report = Report(severity, self.source, line, self.section.name, name, problem, read, expected)
        self.reading.reports.append(report)

    def error(self, entry: Entry | None, problem: str, *, read: str = "", expected: str = "", key: str = "") -> None:
        self.report(Severity.ERROR, entry, problem, read=read, expected=expected, key=key)

    def warn(self, entry: Entry | None, problem: str, *, read: str = "", expected: str = "", key: str = "") -> None:
        self.report(Severity.WARNING, entry, problem, read=read, expected=expected, key=key)

    # ---- the section

    def read(self) -> None:
        name, parent = self.section.name, self.section.parent
        if not is_name(name):
            self.error(None, "no name for a game", expected="letters, digits and _ . + -, at most 64")
        if parent is not None:
            base = self.reading.games.get(parent) or self.known.get(parent)
            if base is None:
                refused = " (refused above)" if parent in self.reading.refused else ""
                self.error(None, f"there is no such parent{refused}", read=parent, expected="a game defined before")
                self.reading.refused.append(name)
                self.reading.orphans.append(name)
                return
            self.draft = base.child(name, self.draft.source)
        old = self.reading.games.get(name) or self.known.get(name)
        if old is not None:
            self.refuse_name(old)
            return
        self.apply()
        spec = self.finish()
        if self.failed or spec is None:
            self.reading.refused.append(name)
            return
        self.reading.games[name] = self.draft
        missing = self.draft.unplayed()
        if missing:
            self.reading.unplayed[name] = missing
            self.reading.refused.append(name)
            for key in missing:
                self.report_unplayed(key)
        else:
            self.reading.specs[name] = spec

    def refuse_name(self, old: Draft) -> None:
        """The name is taken. Say in which keys the refused section differs."""
        count = len(self.reading.reports)
        self.apply()
        errors = [report.key for report in self.reading.reports[count:] if report.severity is Severity.ERROR]
        del self.reading.reports[count:]
        different = list(dict.fromkeys([*self.draft.differences(old), *filter(None, errors)]))
        how = "keys that differ: " + ", ".join(different) if different else "the same rules"
        self.error(None, f"the name is taken by {old.source}, which stays; {how}")
        self.reading.refused.append(self.section.name)

    def apply(self) -> None:
        self.collect()
        for name in _BOARD:
            self.apply_entry(name)
        if self.draft.files * self.draft.ranks > MAX_SQUARES:
            self.error(None, f"the board has more than {MAX_SQUARES} cells")
        self.apply_pieces()
        later: list[str] = []
        for name in sorted(self.entries, key=lambda name: find_colour(name) is not None):
            if name in _BOARD or name in PIECE_ORDER:
                continue
            if name == "pawnTypes" or _is_deprecated(name):
                self.apply_entry(name)
            else:
                later.append(name)
        for name in later:
            self.apply_entry(name)

    def collect(self) -> None:
        """Sort the lines by key; the last one counts."""
        for entry in self.section.entries:
            if entry.key not in PIECE_ORDER and find_key(entry.key) is None:
                close = self.suggestion(entry.key)
                self.warn(entry, "unknown key, the line is not applied", read=entry.value, expected=close)
                continue
            old = self.entries.get(entry.key)
            if old is not None:
                self.warn(entry, f"written twice, line {old.line} has no effect", read=entry.value)
            self.entries[entry.key] = entry

    def suggestion(self, key: str) -> str:
        """What an unknown key may have been meant to be; only for the first ones, for the search is slow."""
        if len(self.reading.reports) > MAX_SUGGESTIONS:
            return ""
        from difflib import get_close_matches  # slow to import, and rarely needed

        close = get_close_matches(key[:60], all_spellings(), 1, 0.75)
        return f"{close[0]}?" if close else "a key of docs/keys.md"

    # ---- pieces

    def apply_pieces(self) -> None:
        """Removals, then the others in the order of the types: a letter given again goes to the later type."""
        written = [(name, self.entries[name]) for name in PIECE_ORDER if name in self.entries]
        for name, entry in sorted(written, key=lambda item: item[1].value != "-"):
            self.apply_piece(name, entry)

    def apply_piece(self, name: str, entry: Entry) -> None:
        try:
            read = read_piece(name, entry.value)
        except BadValue as problem:
            self.error(entry, problem.problem, read=entry.value, expected=problem.expected)
            return
        if read is None:
            self.draft.remove_piece(name)
            return
        letter, betza = read
        if betza and not drafts.may_have_betza(name):
            self.warn(entry, f"{name} moves as its name says, the move text has no effect", read=entry.value)
            betza = ""
        owner = self.draft.letters.get(letter)
        if owner is not None and owner != name:
            self.warn(entry, f"the letter {letter!r} was {owner}'s, which is no longer in the game", read=entry.value)
            self.draft.remove_piece(owner)
        if is_custom(name) and not betza:
            self.warn(entry, "no move text, the piece never moves", read=entry.value, expected="such as n:NA")
        if self.read_moves(entry, betza, name):
            self.draft.pieces[name] = PieceDraft(letter, betza or drafts.predefined_betza(name))

    def read_moves(self, entry: Entry, betza: str, name: str) -> bool:
        """Check the move text; a type with `e` may capture en passant."""
        try:
            moves = drafts.moves_of(betza)
        except BetzaError as problem:
            where = f"Betza, position {problem.position}: {problem.problem}"
            self.error(entry, where, read=entry.value, expected=problem.expected)
            return False
        self.reading.rides += len(moves.rides) + len(moves.legs)
        for note in moves.notes:
            self.warn(entry, f"Betza, {note}", read=entry.value)
        if moves.en_passant:
            for colour in (WHITE, BLACK):
                types = self.draft.words("enPassantTypes", colour)
                self.draft.set(key_named("enPassantTypes"), colour, (*types, name))
        return True

    # ---- keys

    def apply_entry(self, name: str) -> None:
        entry = self.entries.get(name)
        found = find_key(name)
        if entry is None or found is None:
            return
        key, colour = found
        try:
            value = read_value(key, entry.value, self.draft.game())
        except BadValue as problem:
            self.error(entry, problem.problem, read=entry.value, expected=problem.expected)
            return
        if key.instead:
            self.apply_deprecated(key, entry, value)
        elif key.name == "pawnTypes":
            for target in _PAWN_TYPES:
                self.draft.set(key_named(target), None, value)
        elif key.name == "mobilityRegion":
            self.draft.settings[name] = value
        elif key.name == "promotedPieceType":
            merged = {**dict(self.draft.pairs(key.name)), **dict(pairs_in(value))}
            self.draft.set(key, None, tuple(merged.items()))
        else:
            self.draft.set(key, colour, value)

    def report_unplayed(self, name: str) -> None:
        """Refuse a rule or a piece type that is not played."""
        entry = next((entry for key, entry in self.entries.items() if key == name or names_key(key, name)), None)
        what = "piece type" if name in PIECE_ORDER else "rule"
        whose = "" if entry else ", which comes from the parent"
        self.error(entry, f"Lionleap does not play this {what} yet{whose}", key=name, read=entry.value if entry else "")

    def apply_deprecated(self, key: Key, entry: Entry, value: Setting) -> None:
        self.report(Severity.NOTE, entry, f"deprecated, write {key.instead}")
        if key.name in _DEPRECATED:
            target, colour = _DEPRECATED[key.name]
            self.draft.set(key_named(target), colour, value)
            return
        if key.name == "dropOnTop":
            self.draft.set(key_named("enclosingDrop"), None, "top" if value else "none")
            return
        assert isinstance(value, int)
        if key.name == "dropOnTop":
            self.draft.set(key_named("enclosingDrop"), None, "top" if value else "none")
        elif key.name == "promotionRank":
            self.set_band("promotionRegion", value, self.draft.ranks - 1)
        elif key.name == "doubleStepRank":
            self.set_band("doubleStepRegion", 1, value)
        elif "doubleStepRank" not in self.entries:
            self.set_band("doubleStepRegion", value, 1)

    def set_band(self, name: str, first: int, last: int) -> None:
        """The ranks from `first` to `last`, counted from either side's edge."""
        top = self.draft.ranks - 1
        files = range(self.draft.files)
        white: Cells = frozenset((x, y) for x in files for y in range(first, last + 1))
        self.draft.set(key_named(name), WHITE, white)
        self.draft.set(key_named(name), BLACK, frozenset((x, top - y) for x, y in white))

    # ---- the whole game

    def finish(self) -> VariantSpec | None:
        """Check what concerns several keys, and the start position."""
        draft = self.draft
        if not draft.pieces and not self.failed:
            self.error(None, "the game has no pieces", expected="lines such as king = k, or a parent")
        if self.failed:
            return None
        self.check_castling()
        spec = draft.spec()
        self.check_start(spec)
        self.check_royal(spec)
        self.check_promotion(spec)
        if spec.piece_drops and spec.n_fold_value == "loss" and not spec.n_fold_value_absolute:
            self.warn(
                self.entries.get("nFoldValue"),
                "the side to move after the repetition loses, so the one who repeats wins",
                key="nFoldValue",
                read="loss",
                expected="win, if repeating is to lose",
            )
        if self.accept and not self.failed and not draft.unplayed():
            try:
                self.accept(spec)
            except VariantError as problem:
                self.error(None, f"Lionleap cannot play this game: {problem}")
        return None if self.failed else spec

    def check_castling(self) -> None:
        """A parent's castling may lie beyond a smaller board."""
        if not self.draft.flag("castling"):
            return
        for name, limit in (("castlingRookQueensideFile", self.draft.files), ("castlingRank", self.draft.ranks)):
            if self.draft.number(name) >= limit:
                self.error(None, "the parent's value is beyond this board", key=name)

    def check_royal(self, spec: VariantSpec) -> None:
        """Nothing becomes a king, and a king becomes nothing."""
        for colour in (WHITE, BLACK):
            if spec.king in spec.promotion_piece_types[colour]:
                self.error(self.entries.get("promotionPieceTypes"), "the king is a choice", key="promotionPieceTypes")
                return
        if spec.king is not None and any(spec.king in pair for pair in spec.promoted_piece_type):
            self.error(self.entries.get("promotedPieceType"), "the king takes part", key="promotedPieceType")

    def check_start(self, spec: VariantSpec) -> None:
        entry = self.entries.get("startFen")
        try:
            setup = parse_fen(spec, spec.start_fen)
        except FenError as problem:
            said = f"the start position does not fit, so only positions given as a FEN can be played: {problem}"
            self.warn(entry, said, read=spec.start_fen, key="startFen")
            return
        if entry is not None:
            for sentence in setup.dropped:
                self.warn(entry, sentence, read=entry.value)
        if not setup.rights:
            return
        for name in ("castlingKingsideFile", "castlingQueensideFile"):
            if self.draft.number(name) >= spec.files:
                self.error(self.entries.get(name), f"the board has {spec.files} files", key=name)
        if spec.castling_kingside_file <= spec.castling_queenside_file:
            self.error(
                self.entries.get("castlingKingsideFile"),
                "the king's wing lies left of the queen's",
                key="castlingKingsideFile",
                expected="a file right of castlingQueensideFile",
            )

    def check_promotion(self, spec: VariantSpec) -> None:
        for colour, side in ((WHITE, "White"), (BLACK, "Black")):
            own = {letter for letter, _ in spec.promotion_choices}
            types = [letter for letter in spec.promotion_pawn_types[colour] if letter not in own]
            choices = spec.promotion_piece_types[colour]
            if types and not choices and spec.mandatory_pawn_promotion and spec.promotion_region[colour]:
                entry = self.entries.get("promotionPieceTypes")
                problem = f"{side}'s pawns must promote and have nothing to become, so they cannot enter their zone"
                self.warn(entry, problem, key="promotionPieceTypes")


def names_key(spelling: str, name: str) -> bool:
    """Is it a spelling of that key, perhaps a deprecated one?"""
    found = find_key(spelling)
    return found is not None and name in (found[0].name, found[0].instead)


def find_colour(name: str) -> int | None:
    """The colour in the spelling of a key."""
    found = find_key(name)
    return found[1] if found else None


def _is_deprecated(name: str) -> bool:
    found = find_key(name)
    return found is not None and bool(found[0].instead)
