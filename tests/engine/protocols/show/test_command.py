"""The command line of `show`."""

from pathlib import Path

import pytest

from engine.protocols.session import ENV_PATH
from engine.protocols.show.command import main
from variants.errors import VariantError

INI = "[mine:chess]\nmustCapture = true\ncustomPiece1 = x:NZ\n"


def test_a_game_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lion"]) == 0
    assert capsys.readouterr().out.startswith("mightylion, lion\n")


def test_a_game_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.ini"
    path.write_text(INI + "flurb = 3\n")
    for words in (["mine", "--variantfile", str(path)], ["--ini", str(path)]):
        assert main(words) == 0
        done = capsys.readouterr()
        assert done.out.startswith("mine\n") and "X  a piece of its own   NZ" in done.out
        assert "(mustCapture = true)" in done.out
        assert "my.ini:4: warning" in done.err


def test_games_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my.ini"
    path.write_text(INI)
    monkeypatch.setenv(ENV_PATH, str(path))
    assert main(["mine"]) == 0 and capsys.readouterr().out.startswith("mine\n")


def test_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "page.html"
    assert main(["chess", "--html", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main(["chess", "--html", str(tmp_path)]) == 1
    assert "lionleap show:" in capsys.readouterr().err


def test_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "two.ini"
    path.write_text("[a:chess]\n[b:chess]\nnFoldRule = 4\n")
    for words, told in (
        (["flurb"], "no game is called"),
        ([], "no file was named"),
        (["--ini", str(path)], "defines a, b"),
        (["--ini", "/nowhere"], "defines none"),
    ):
        with pytest.raises(VariantError, match=told):
            main(words)
