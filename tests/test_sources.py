"""The tree itself: every source has its test, no kernel knows a game, nothing stands twice without being compared."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from engine.protocols.about import VERSION
from engine.protocols.options import OPTIONS
from tests.transcript import ROOT
from variants.catalog import Catalog

FOLDERS: Final = ("engine", "search", "eval", "variants", "bench")
KERNELS: Final = ("engine", "search", "eval")

# Sources without a test file of their own name, and where they are tested.
TESTED_ELSEWHERE: Final[dict[str, str]] = {
    "bench/talking_engine.py": "tests/bench/test_uci_engine.py, test_cecp_engine.py, test_game.py",
    "engine/protocols/about.py": "constants; tests/test_sources.py",
    "engine/protocols/cecp_clock.py": "tests/engine/protocols/test_cecp_text.py, test_xboard.py",
    "engine/protocols/cecp_features.py": "tests/engine/protocols/test_xboard.py",
    "engine/protocols/cecp_names.py": "tests/engine/protocols/test_xboard.py",
    "engine/protocols/cecp_notation.py": "tests/engine/protocols/test_cecp_text.py, test_xboard.py",
    "engine/protocols/cecp_plain.py": "tests/engine/protocols/test_xboard.py",
    "engine/protocols/cecp_position.py": "tests/engine/protocols/test_cecp_text.py, test_xboard.py",
    "engine/protocols/cecp_report.py": "tests/engine/protocols/test_xboard.py",
    "engine/protocols/cecp_thinking.py": "tests/engine/protocols/test_xboard.py",
    "engine/protocols/cecp_squares.py": "tests/engine/protocols/test_cecp_text.py",
    "engine/protocols/dialects.py": "tests/engine/protocols/test_usi.py, test_ucci.py, test_xboard.py",
    "engine/protocols/show/pieces.py": "tests/engine/protocols/show/test_terminal.py, test_page.py",
    "engine/protocols/ucci_report.py": "tests/engine/protocols/test_ucci.py",
    "engine/protocols/usi_report.py": "tests/engine/protocols/test_usi.py",
    "engine/protocols/xbetza.py": "tests/engine/protocols/test_cecp_setup.py",
    "engine/apart.py": "tests/engine/test_rare_ends.py",
    "engine/attacks.py": "tests/engine/test_safety.py, and every legal move of tests/engine/test_truth_*.py",
    "engine/duties.py": "tests/engine/test_careful.py",
    "engine/effects.py": "tests/engine/test_careful.py, tests/engine/test_make.py",
    "engine/chases.py": "tests/engine/test_rare_ends.py",
    "engine/counters.py": "tests/engine/test_rare_ends.py, tests/engine/test_truth_results.py",
    "engine/enclosing.py": "tests/engine/test_careful.py",
    "engine/end_rules.py": "tests/engine/test_rare_ends.py, tests/engine/test_truth_results.py",
    "engine/endings.py": "constants; tests/engine/test_outcome.py, test_rare_ends.py",
    "engine/layout.py": "record types; used by every test of a kernel",
    "engine/men.py": "tests/engine/test_movegen.py",
    "engine/moves.py": "tests/engine/test_movegen.py, tests/engine/test_careful.py",
    "engine/null_move.py": "tests/search/test_minimax.py, tests/search/test_driver.py",
    "engine/placing.py": "tests/engine/test_make.py",
    "engine/record.py": "how kernels index; tests/engine/test_jit.py and every test of a kernel",
    "engine/rights.py": "tests/engine/test_rare_ends.py",
    "engine/line.py": "tests/engine/protocols/test_info.py",
    "engine/royals.py": "tests/engine/test_careful.py",
    "engine/trial.py": "tests/engine/test_castling.py, tests/engine/test_specials.py",
    "engine/walls.py": "tests/engine/test_careful.py",
    "eval/judge.py": "tests/eval/test_network.py",
    "eval/king.py": "tests/eval/test_evaluate.py",
    "eval/lanes.py": "tests/eval/test_network.py",
    "eval/mobility.py": "tests/eval/test_values.py",
    "eval/single.py": "tests/eval/test_network.py",
    "eval/terms.py": "constants; tests/eval/test_evaluate.py",
    "eval/weights.py": "tests/eval/test_values.py",
    "search/alphabeta.py": "tests/search/test_minimax.py, test_minimax_oracle.py, test_mates.py",
    "search/history.py": "tests/search/test_mates.py",
    "search/layout.py": "record types; used by every test of a search",
    "search/limits.py": "tests/search/test_timing.py, tests/engine/protocols/test_go.py",
    "search/ordering.py": "tests/search/test_minimax.py",
    "search/quiescence.py": "tests/search/test_minimax.py, tests/search/test_see.py",
    "search/race.py": "tests/search/test_mates.py: the campmates",
    "search/root.py": "tests/search/test_driver.py",
    "search/score.py": "tests/search/test_driver.py, tests/search/test_minimax.py",
    "search/steps.py": "tests/search/test_driver.py, tests/search/test_minimax.py",
    "search/warm.py": "tests/search/test_cache.py",
}


def python_files(folder: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob("*.py")) if path.name != "__init__.py"]


def pyproject() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_source_has_its_test(folder: str) -> None:
    missing = []
    for path in python_files(folder):
        relative = path.relative_to(ROOT)
        test = ROOT / "tests" / relative.parent / f"test_{relative.name}"
        if not test.exists() and relative.as_posix() not in TESTED_ELSEWHERE:
            missing.append(relative.as_posix())
    assert not missing


def test_reasons_are_about_files_that_exist_and_have_no_test() -> None:
    for name, reason in TESTED_ELSEWHERE.items():
        path = Path(name)
        assert (ROOT / name).exists() and reason
        assert not (ROOT / "tests" / path.parent / f"test_{path.name}").exists()


# Names of games that are also pieces, rules or plain English.
WORDS = {
    "normal", "standard", "almost", "amazon", "breakthrough", "centaur", "chancellor", "clobber", "duck", "extinction",
    "grasshopper", "knightmate", "loop", "makruk", "micro", "mini", "modern", "nightrider", "perfect", "placement",
    "asean", "cambodian", "janggi", "ataxx", "petrified", "supply",
}  # fmt: skip


def test_no_kernel_knows_a_game() -> None:
    """`chess` is the default game of the protocols; no code below them names any game."""
    names = {name for spec in Catalog() for name in (spec.name, *spec.aliases)} - WORDS
    pattern = re.compile(r"\b(" + "|".join(sorted(names)) + r")\b", re.IGNORECASE)
    for folder in KERNELS:
        for path in python_files(folder):
            if "protocols" in path.parts:
                continue
            code = "\n".join(_code_lines(path))
            assert not pattern.search(code), f"{path.relative_to(ROOT)} names {pattern.search(code)}"


def _code_lines(path: Path) -> list[str]:
    """Return a file's lines without comments and docstrings."""
    text = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [line.partition("  #")[0] for line in text.splitlines() if not line.lstrip().startswith("#")]


def test_there_is_no_init_below_tests() -> None:
    assert not list((ROOT / "tests").rglob("__init__.py"))


def test_folders_of_the_wheel() -> None:
    wheel = pyproject()["tool"]["hatch"]["build"]["targets"]["wheel"]  # type: ignore[index]
    assert wheel["only-include"] == ["lionleap.py", *FOLDERS]
    assert wheel["sources"] == {folder: f"_lionleap/{folder}" for folder in FOLDERS}


def test_the_version_is_the_packages() -> None:
    assert pyproject()["project"]["version"] == VERSION  # type: ignore[index]
    assert f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_readme_has_every_option() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for option in OPTIONS:
        row, told = f"| {option.name} |", f"**{option.name}**"
        assert (told in text and row not in text) if option.pending else (row in text and told not in text), option.name


def test_no_file_names_this_machine() -> None:
    for path in [*ROOT.glob("*"), *(ROOT / "docs").glob("*.md"), *(p for f in FOLDERS for p in python_files(f))]:
        if path.is_file() and path.suffix in (".py", ".md", ".toml", "") and path.name != "LICENSE":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"(/home/\w|/root/|C:\\\\Users)", text), path
