"""The catalogue of games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from variants.catalog import FOLDER, Catalog, check_file, check_text
from variants.errors import VariantError


def test_built_in_games_are_free_of_reports() -> None:
    catalog = Catalog()
    assert not catalog.reports
    assert catalog.names() == sorted(catalog.names())
    assert set(catalog.names()) >= {"chess", "leaperhouse", "losalamos", "okisakishogi", "yarishogi"}
    assert [spec.name for spec in catalog] == catalog.names()
    assert catalog.get("chess").source.startswith("chess.ini:")


def test_aliases() -> None:
    catalog = Catalog()
    assert catalog.get("normal") is catalog.get("chess") and "normal" in catalog and "normal" not in catalog.names()
    with pytest.raises(VariantError, match="'Chess'"):
        catalog.get("Chess")


def test_loading_adds_and_never_replaces() -> None:
    catalog = Catalog()
    assert not catalog.load_text("[casevar:chess]\ndoubleStep = false\naliases = cv\n")
    assert catalog.get("cv").name == "casevar"
    (report,) = catalog.load_text("[casevar:chess]\n", "two")
    assert report.severity == "error" and not any(catalog.get("casevar").double_step_region)
    assert not catalog.load_text("[child:cv]\n")
    (report,) = catalog.load_text("[other:chess]\naliases = cv\n")
    assert report.severity == "warning" and catalog.get("cv").name == "casevar"


def test_several_files(tmp_path: Path) -> None:
    one, two = tmp_path / "1.ini", tmp_path / "2.ini"
    one.write_text("[one:chess]\n")
    two.write_text("[two:one]\n[bad:one]\nmaxFile = z\n")
    catalog = Catalog()
    missing = str(tmp_path / "3.ini")
    reports = catalog.load_file(os.pathsep.join([str(one), "", missing, str(two)]))
    assert [report.file for report in reports] == [missing, str(two)]
    assert "two" in catalog and "bad" not in catalog


def test_parents_in_other_files_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.ini").write_text("[a:z]\n")
    (tmp_path / "z.ini").write_text("[z]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
    assert Catalog(tmp_path).names() == ["a", "z"]
    (tmp_path / "b.ini").write_text("[b:nosuch]\n[c:z]\n")
    catalog = Catalog(tmp_path)
    assert catalog.names() == ["a", "c", "z"] and len(catalog.reports) == 1


def test_built_in_games_that_are_not_played_are_refused_by_the_name_of_the_rule(tmp_path: Path, unplayed: None) -> None:
    (tmp_path / "a.ini").write_text("[b:a]\n[c:a]\nflagPieceBlockedWin = false\n")
    kings = "[a]\nking = k\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"
    (tmp_path / "z.ini").write_text(kings + "flagPieceBlockedWin = true\n")
    catalog = Catalog(tmp_path)
    assert catalog.names() == ["c"] and not catalog.reports
    assert catalog.unplayed == {"a": ("flagPieceBlockedWin",), "b": ("flagPieceBlockedWin",)}
    with pytest.raises(VariantError, match="'b' is not played yet, for want of: flagPieceBlockedWin"):
        catalog.get("b")
    (report,) = catalog.load_text("[d:a]\n")
    assert "flagPieceBlockedWin" in str(report) and "d" not in catalog
    assert not catalog.load_text("[e:a]\nflagPieceBlockedWin = false\n") and "e" in catalog


def test_check_adds_nothing(tmp_path: Path) -> None:
    catalog = Catalog()
    check = catalog.check_text("[x:chess]\n[y:nosuch]\n")
    assert check.refused and check.accepted == ("x",) and "x" not in catalog
    assert check.lines() == [
        "input:2: error: [y] there is no such parent: read 'nosuch', expected a game defined before",
        "x: can be played",
    ]
    assert not check_text("[x:chess]\n").refused
    path = tmp_path / "a.ini"
    path.write_text("[chess]\n")
    assert check_file(path).refused


def test_acceptance_is_asked_for_loaded_games_only() -> None:
    catalog = Catalog()

    def refuse(spec: object) -> None:
        raise VariantError("no")

    catalog.accept = refuse
    assert catalog.load_text("[x:chess]\n") and "x" not in catalog


def test_importing_and_reading_needs_neither_numba_nor_numpy() -> None:
    code = (
        "import sys; from variants.catalog import Catalog; Catalog(); "
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy', 'difflib')))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=FOLDER.parent).returncode == 0
