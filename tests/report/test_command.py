"""`kritzel report`, called as a person would."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kritzel.games import catalogue
from tests.arena.test_command import too_large
from tests.cli.run import TINY, kritzel, refused

SMALL = ("report", "--sheet", TINY, "--games", "6")


@pytest.mark.slow
def test_the_page_goes_where_it_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = kritzel(*SMALL, "--out", "mine.html")
    assert said.stdout == "The report is in mine.html.\n"
    assert "the planner plays in place of learned" in said.stderr
    assert "In short" in (tmp_path / "mine.html").read_text("utf-8")
    kritzel(*SMALL, "--lang", "de")
    assert "In Kürze" in (tmp_path / "report-dizzle-tiny.html").read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.html", "report-dizzle-tiny.html"]


@pytest.mark.slow
def test_programs_get_figures_and_a_page_only_if_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = json.loads(kritzel(*SMALL, "--json").stdout)
    assert told["about"]["strong"] == "planner"
    assert list(tmp_path.iterdir()) == []
    kritzel(*SMALL, "--json", "--out", "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_sheet_too_large_for_the_twin_is_played_on_the_reference(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    said = kritzel(
        "report", "--sheet", too_large(tmp_path), "--games", "3", "--out", str(out), "--lang", "de"
    )
    assert "der starke Bot ist generic" in " ".join(said.stderr.split())
    page = out.read_text("utf-8")
    assert "Neugierige Katze vor Krakel" in page or "Krakel vor Neugierige Katze" in page


@pytest.mark.slow
def test_areas_without_a_picture_can_be_reported_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = re.sub(r'icon = ".*"\n', "", catalogue.find("border/1")[1].source).replace(
        'id = "1"', 'id = "mine"'
    )
    (tmp_path / "plain.toml").write_text(plain, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert kritzel("report", "--sheet", "plain.toml", "--games", "2").exit_code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Missing argument"),
        (("chess/1",), "There is no game 'chess'"),
        (("dizzle/99",), "There is no sheet 'dizzle/99'"),
        (("--sheet", "nowhere.toml"), "does not exist"),
        (("--sheet", TINY, "--games", "1"), "1 is not in the range"),
        (("traexx/1", "--sheet", TINY), "a sheet for dizzle, not for traexx"),
    ],
)
def test_bad_input(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refused("report", *words)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.toml").write_text(Path(TINY).read_text("utf-8").replace("5    x", "5    ?"), "utf-8")
    assert "broken.toml:8" in refused("report", "--sheet", "broken.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["broken.toml"]


@pytest.mark.parametrize("out", ["no/such/folder.html", "file/page.html"])
def test_a_page_that_cannot_be_written_is_refused_before_anybody_plays(
    out: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("", "utf-8")
    monkeypatch.setattr("kritzel.report.games.play_all", pytest.fail)
    assert f"{out}: cannot be written to" in refused(*SMALL, "--out", out)
    assert "lässt sich nicht schreiben" in refused(*SMALL, "--out", out, "--lang", "de")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_is_no_page(tmp_path: Path) -> None:
    assert "is a directory" in refused(*SMALL, "--out", str(tmp_path))


def test_an_interrupt_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("kritzel.report.games.play_all", stop)
    assert "Stopped; nothing written." in refused(*SMALL)
    assert list(tmp_path.iterdir()) == []
