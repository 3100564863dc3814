"""Messages of errors are one printable line that says what, where, and what was expected."""

from variants.errors import BetzaError, FenError, LionleapError, VariantError, shown


def test_tree() -> None:
    assert issubclass(BetzaError, VariantError) and issubclass(VariantError, LionleapError)
    assert issubclass(FenError, LionleapError) and issubclass(LionleapError, ValueError)


def test_shown_is_one_short_printable_line() -> None:
    assert shown("a\nb\x1b") == r"'a\nb\x1b'"
    assert shown("\u2028") == r"'\u2028'"
    assert len(shown("x" * 500)) < 70


def test_betza_error_says_where() -> None:
    error = BetzaError("WX", 2, "read 'X'", "an atom")
    assert str(error) == "Betza 'WX', position 2: read 'X', expected an atom"
