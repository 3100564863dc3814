"""The lines of a definition file: sections, keys, comments. What the values mean is not known here."""

import re
from dataclasses import dataclass, field
from typing import Final

from variants.report import Report, Severity

MAX_BYTES: Final = 2_000_000  # Fairy-Stockfish's own file of all games has about 60,000
MAX_LINES: Final = 40_000
MAX_LINE: Final = 4_000
MAX_SECTIONS: Final = 1_000

_LINE_END: Final = re.compile("\r\n|\n|\r")
_COMMENT: Final = re.compile(r"\s[#;].*$")


@dataclass(frozen=True, slots=True)
class Entry:
    """`key = value`."""

    line: int
    key: str
    value: str


@dataclass(slots=True)
class Section:
    """`[name:parent]` and its entries in the order of the file."""

    line: int
    name: str
    parent: str | None
    entries: list[Entry] = field(default_factory=list)


def decode(data: bytes, source: str) -> tuple[str, list[Report]]:
    """The text of a file. Reports what is not UTF-8, and a file that is no text or too long, whose text is empty."""
    if len(data) > MAX_BYTES:
        return "", [_error(source, 0, "the file is too long", f"at most {MAX_BYTES} bytes")]
    if b"\0" in data:
        return "", [_error(source, 0, "the file is no text", "UTF-8")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        report = Report(Severity.WARNING, source, line, "", "", "the text is not UTF-8 from here on")
        return data.decode("utf-8-sig", "replace"), [report]


def read_sections(text: str, source: str) -> tuple[list[Section], list[Report]]:
    """Split a text into sections. A text beyond the limits gives an error and no section."""
    lines = _LINE_END.split(text.removeprefix("\ufeff"), MAX_LINES)
    if len(text) > MAX_BYTES or len(lines) > MAX_LINES:
        return [], [_error(source, 0, "the text is too long", f"at most {MAX_BYTES} bytes and {MAX_LINES} lines")]
    sections: list[Section] = []
    reports: list[Report] = []
    skipped = False  # inside a section that cannot be read
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if len(line) > MAX_LINE:
            reports.append(_error(source, number, "the line is too long", f"at most {MAX_LINE} characters"))
            return [], reports
        if not line or line[0] in "#;":
            continue
        if line[0] == "[":
            section = _heading(line, number)
            skipped = section is None
            if section is None:
                reports.append(
                    Report(Severity.ERROR, source, number, "", "", "no heading", line, "[name] or [name:parent]")
                )
                continue
            rest = _COMMENT.sub("", " " + line.partition("]")[2]).strip()
            if rest:
                reports.append(_about(section, Severity.WARNING, source, number, "text after ] is not read", rest))
            sections.append(section)
            if len(sections) > MAX_SECTIONS:
                reports.append(_error(source, number, "too many sections", f"at most {MAX_SECTIONS}"))
                return [], reports
        elif sections and not skipped:
            report = _entry(sections[-1], line, number, source)
            if report:
                reports.append(report)
        elif not skipped and "=" in line:
            reports.append(
                Report(Severity.WARNING, source, number, "", "", "a key before the first section is not read", line)
            )
    return sections, reports


def _heading(line: str, number: int) -> Section | None:
    inside, bracket, _ = line[1:].partition("]")
    name, colon, parent = (part.strip() for part in inside.partition(":"))
    if not bracket or not name or (colon and not parent):
        return None
    return Section(number, name, parent if colon else None)


def _entry(section: Section, line: str, number: int, source: str) -> Report | None:
    key, equals, value = line.partition("=")
    if not equals:
        return _about(
            section, Severity.WARNING, source, number, "no equals sign, the line is not applied", line, "key = value"
        )
    value = _COMMENT.sub("", " " + value).strip()
    section.entries.append(Entry(number, key.strip(), value))
    return None


def _about(
    section: Section, severity: Severity, source: str, line: int, problem: str, read: str, expected: str = ""
) -> Report:
    return Report(severity, source, line, section.name, "", problem, read, expected)


def _error(source: str, line: int, problem: str, expected: str) -> Report:
    return Report(Severity.ERROR, source, line, "", "", problem, "", expected)
