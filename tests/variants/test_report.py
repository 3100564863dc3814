"""Report lines."""

from variants.report import Report, Severity


def test_line() -> None:
    report = Report(Severity.ERROR, "a.ini", 3, "game", "maxFile", "no such file", "z", "a to p")
    assert str(report) == "a.ini:3: error: [game] maxFile: no such file: read 'z', expected a to p"


def test_report_on_the_whole_file() -> None:
    assert str(Report(Severity.WARNING, "a.ini", 0, "", "", "odd")) == "a.ini: warning: odd"


def test_foreign_text_stays_on_one_line() -> None:
    line = str(Report(Severity.NOTE, "a\nb", 1, "g\r", "k\x1b[", "p", "v\n" * 100, "e"))
    assert line.isprintable() and len(line) < 200
