"""The games of the catalogue against counted positions."""

from pathlib import Path

import pytest

from bench.truth import FOLDER, TABLES, Row, check_game, main, read_rows
from variants.catalog import Catalog


def test_rows_are_read_by_game_and_sorted(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("# game\nb\tstartpos\t2\t400\nb\tstartpos\t1\t20\na\t8/8 w\t1\t7\n")
    assert read_rows([path]) == {
        "a": [Row(7, "a", "8/8 w", 1)],
        "b": [Row(20, "b", "startpos", 1), Row(400, "b", "startpos", 2)],
    }
    assert len(read_rows(FOLDER / name for name in TABLES)) == 121


def test_findings() -> None:
    catalog = Catalog()
    rows = [Row(20, "chess", "startpos", 1), Row(401, "chess", "startpos", 2), Row(8902, "chess", "startpos", 3)]
    assert str(check_game(catalog, "chess", rows[:1])).startswith("right    chess: 1 rows")
    wrong = check_game(catalog, "chess", rows, most=1000)
    assert (wrong.counted, wrong.left, wrong.wrong) == (2, 1, ["startpos depth 2: 400, expected 401"])
    assert "wrong    chess: 1 of 2 rows, 1 beyond" in str(wrong)
    assert check_game(catalog, "chess", [Row(1, "chess", "nonsense", 1)]).wrong
    assert str(check_game(catalog, "nosuch", rows)).startswith("refused  nosuch")


def test_main(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess", "--most", "400"]) == 0
    assert "1 games right, 0 wrong, 0 refused" in capsys.readouterr().out
    assert main(["nosuch"]) == 2
