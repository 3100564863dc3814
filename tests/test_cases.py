"""The situations of tests/data/cases.jsonl, from public reports and the sources of tools, against the engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.case_table import ELSEWHERE, EXPECTED, LATER
from tests.transcript import ROOT, converse

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in map(json.loads, (ROOT / "tests" / "data" / "cases.jsonl").read_text(encoding="utf-8").splitlines())
}


def test_every_case_is_run_or_has_a_reason() -> None:
    names = [*EXPECTED, *ELSEWHERE, *LATER]
    assert len(set(names)) == len(names) and set(names) == set(CASES)


@pytest.mark.parametrize("test", ELSEWHERE.values())
def test_the_tests_that_run_cases_exist(test: str) -> None:
    file, _, name = test.partition("::")
    assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.process
@pytest.mark.parametrize("name", EXPECTED)
def test_case(name: str, tmp_path: Path, kernels: None, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES[name]
    ini = None
    if "ini" in case:
        ini = tmp_path / "case.ini"
        ini.write_bytes(case["ini"].encode())
    game = ROOT / "tests" / "data" / "games" / f"{case['variant'].split()[0]}.ini"  # a game that is not built in
    if game.exists():
        monkeypatch.setenv("LIONLEAP_VARIANT_PATH", str(game))
    arguments = case.get("args", [])
    talk = converse(case["stdin"], ini, arguments)
    assert talk.code == 0, talk.errors
    assert "Traceback" not in talk.text + talk.errors
    assert arguments or not talk.errors, talk.errors
    for check in EXPECTED[name]:
        check(talk)
