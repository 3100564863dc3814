"""The table of options."""

import pytest

from engine.protocols.options import OPTIONS, Kind, OptionError, Options, find


def test_names_are_found_in_any_case() -> None:
    assert find("uci_variant").name == "UCI_Variant"
    assert find("  clear   HASH ").name == "Clear Hash"


@pytest.mark.parametrize("name", ["NoSuchThing", "", "Hash value"])
def test_an_unknown_name_is_told(name: str) -> None:
    with pytest.raises(OptionError, match="No such option: "):
        find(name)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Hash", "32", "32"),
        ("Hash", " 032 ", "32"),
        ("Skill Level", "-20", "-20"),
        ("Ponder", "TRUE", "true"),
        ("SyzygyPath", "<empty>", ""),
        ("VariantPath", "a b.ini", "a b.ini"),
    ],
)
def test_values(name: str, text: str, value: str) -> None:
    assert find(name).read(text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Hash", "abc"),
        ("Hash", "0"),
        ("Hash", "-5"),
        ("Hash", ""),
        ("Hash", "1e3"),
        ("Hash", "9" * 5000),
        ("Hash", "٣"),
        ("MultiPV", "501"),
        ("Ponder", "yes"),
        ("Ponder", ""),
    ],
)
def test_bad_values_are_refused(name: str, text: str) -> None:
    with pytest.raises(OptionError, match=f"{name}: read .*, expected"):
        find(name).read(text)


def test_each_line_fits_its_type() -> None:
    for option in OPTIONS:
        line = option.uci(["a", "b"] if option.kind is Kind.COMBO else [])
        assert line.startswith(f"option name {option.name} type {option.kind}")
        assert ("default" in line) == (option.kind is not Kind.BUTTON)
        assert (" min " in line and " max " in line) == (option.kind is Kind.SPIN)
        assert line.endswith(" var a var b") == (option.kind is Kind.COMBO)
        assert line == " ".join(line.split())


def test_each_default_is_a_value() -> None:
    for option in OPTIONS:
        if option.kind is not Kind.BUTTON:
            assert option.read(option.default) == option.default


def test_values_are_kept() -> None:
    options = Options()
    assert (options.number("Hash"), options.flag("Ponder"), options.text("UCI_Variant")) == (16, False, "chess")
    options.put(find("Ponder"), "true")
    assert options.flag("Ponder")
