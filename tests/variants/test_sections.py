"""Lines, comments and limits of definition files."""

import pytest

from variants.report import Severity
from variants.sections import MAX_LINE, MAX_LINES, MAX_SECTIONS, decode, read_sections


def test_sections_and_entries() -> None:
    text = "ignored\n[one]\na = 1\n# c\n; c\n\n[two:one] # why\nb=2 = 3\n"
    sections, reports = read_sections(text, "f")
    assert [(s.name, s.parent, s.line) for s in sections] == [("one", None, 2), ("two", "one", 7)]
    assert [(e.key, e.value, e.line) for s in sections for e in s.entries] == [("a", "1", 3), ("b", "2 = 3", 8)]
    assert not reports


@pytest.mark.parametrize(
    "line",
    [
        "key = value",
        "  key = value",
        "\tkey\t=\tvalue\t",
        "key=value   ",
        "key = value # note",
        "key = value ; note",
        "key = value\t#note # more",
        "key = value\r",
    ],
)
def test_harmless_forms(line: str) -> None:
    sections, reports = read_sections(f"[g]\n{line}\n", "f")
    assert [(e.key, e.value) for e in sections[0].entries] == [("key", "value")]
    assert not reports


def test_a_comment_sign_inside_a_word_is_part_of_it() -> None:
    assert read_sections("[g]\nkey = a#b;c\n", "f")[0][0].entries[0].value == "a#b;c"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    sections, _ = read_sections(end.join(["[g]", "a = 1", "b = 2"]), "f")
    assert [entry.line for entry in sections[0].entries] == [2, 3]


def test_no_equals_sign_is_reported_and_not_applied() -> None:
    sections, (report,) = read_sections("[g]\ndoubleStep: false\n", "f")
    assert not sections[0].entries
    assert report.severity is Severity.WARNING and "no equals sign" in str(report) and report.line == 2


@pytest.mark.parametrize("heading", ["[g", "[]", "[:p]", "[g:]", "["])
def test_bad_headings_take_their_lines_with_them(heading: str) -> None:
    sections, (report,) = read_sections(f"[ok]\n{heading}\na = 1\n", "f")
    assert [section.name for section in sections] == ["ok"] and not sections[0].entries
    assert report.severity is Severity.ERROR and report.line == 2


def test_blanks_in_headings_and_text_after_them() -> None:
    sections, (report,) = read_sections("[ a : b ] text\n", "f")
    assert (sections[0].name, sections[0].parent) == ("a", "b")
    assert report.severity is Severity.WARNING


def test_keys_before_the_first_section() -> None:
    sections, (report,) = read_sections("a = 1\n", "f")
    assert not sections and report.severity is Severity.WARNING


@pytest.mark.parametrize(
    "text", ["\n" * (MAX_LINES + 1), "[g]\n" * (MAX_SECTIONS + 1), "[g]\na = " + "x" * MAX_LINE, "x" * 3_000_000]
)
def test_limits(text: str) -> None:
    sections, reports = read_sections(text, "f")
    assert not sections and reports[-1].severity is Severity.ERROR


def test_decode() -> None:
    assert decode(b"\xef\xbb\xbf[g]", "f") == ("[g]", [])
    text, (report,) = decode("[g]\n# Grüße\n".encode("latin-1"), "f")
    assert text.startswith("[g]") and report.line == 2 and report.severity is Severity.WARNING
    for data in (b"a\0b", b"x" * 3_000_000):
        text, (report,) = decode(data, "f")
        assert not text and report.severity is Severity.ERROR
