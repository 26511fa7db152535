"""`kritzel new game` makes a package that plays and conforms; docs/add-a-game.md leads there and is true."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from kritzel.games import catalogue
from tests.cli.run import ROOT, kritzel, refused
from tests.doors.brought import Brought, install

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
COMMANDS = [
    command
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for command in re.findall(r"^\$ (.+)\n((?:[^$].*\n)*)", block, re.MULTILINE)
]
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_page_is_true(tmp_path: Path) -> None:
    somebody = Brought(tmp_path)
    for line, shown in COMMANDS:
        said = done(somebody, shlex.split(line))
        assert doctest.OutputChecker().check_output(shown or "...", said, SAME), f"{line}\n{said}"


def done(somebody: Brought, words: list[str]) -> str:
    """Do what a line says; what is installed is installed into the folder."""
    program, *rest = words
    if program == "pip":
        install(somebody.folder / rest[-1], somebody.folder)
        return ""
    if program == "pytest":
        return somebody.pytest(*rest)
    ran = somebody.python("-m", "kritzel", *rest)
    assert ran.returncode == (1 if rest[0] == "why" else 0), ran.stdout + ran.stderr
    return ran.stdout


@pytest.mark.parametrize("lang", ["de", "en"])
def test_names_that_cannot_be(tmp_path: Path, lang: str) -> None:
    folder = str(tmp_path / "there")
    (tmp_path / "there").mkdir()
    for name in ("Flower", "1st", "flower-pot", ""):
        assert "kritzel new game flower" in refused("new", "game", name, lang=lang)
    assert "dizzle" in refused("new", "game", "dizzle", lang=lang)
    assert "there" in refused("new", "game", "flower", "--folder", folder, lang=lang)
    assert not list((tmp_path / "there").iterdir())


def test_no_clause_is_called_like_that_of_another_game(tmp_path: Path) -> None:
    for name, letters in (("dozen", "DO"), ("quick", "Q"), ("b", "BX"), ("quack", "QU"), ("q", "QX")):
        assert kritzel("new", "game", name, "--folder", str(tmp_path / name)).exit_code == 0
        book = (tmp_path / name / "src" / f"kritzel_{name}" / "rulebook.en.md").read_text("utf-8")
        assert re.findall(r"\*\*([A-Z]+)1\*\*", book) == [letters]


def test_two_new_games_live_side_by_side(tmp_path: Path) -> None:
    """Begun together, installed together: each has its own clauses, and both are played to the end."""
    somebody = Brought(tmp_path)
    for name in ("flower", "forest"):
        somebody.kritzel("new", "game", name)
    for name in ("flower", "forest"):
        install(tmp_path / f"kritzel-{name}", tmp_path)
    assert {"flower", "forest"} <= set(somebody.kritzel("games").split())
    assert somebody.kritzel("rules", "F3") != somebody.kritzel("rules", "FO3")
    for name in ("flower", "forest"):
        assert name in somebody.kritzel("simulate", f"{name}/1", "--seats", "random,generic", "--games", "2")


@pytest.mark.parametrize("small", [(), ("--small",)])
def test_the_readme_names_only_files_that_are_there(tmp_path: Path, small: tuple[str, ...]) -> None:
    folder = tmp_path / "new"
    assert kritzel("new", "game", "flower", "--folder", str(folder), *small).exit_code == 0
    named = re.findall(r"`(\S+\.\w+)`", (folder / "README.md").read_text("utf-8"))
    assert named
    assert not [name for name in named if not list(folder.rglob(Path(name).name))]


def test_nothing_of_the_skeleton_is_left(tmp_path: Path) -> None:
    kritzel("new", "game", "flower_pot", "--folder", str(tmp_path / "new"))
    texts = [path.read_text("utf-8") for path in (tmp_path / "new").rglob("*") if path.is_file()]
    assert texts
    assert not [text for text in texts if re.search(r"(?i)tiny|skeleton|\bQ\d", text)]
    assert "flower_pot" not in catalogue.GAMES
