"""docs/way-of-a-tap.md says through which modules a live move passes, and these are few."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tools import walk

MOST_MODULES = 29
"""Modules of the server with a named function that a move calls. This number only gets smaller."""


def test_the_page_is_not_stale() -> None:
    """In a process of its own: what other tests have cached is not called again."""
    command = [sys.executable, "-m", "tools.walk", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_move_passes_through_few_modules() -> None:
    rows = re.findall(r"^\| server, [^|]+ \| (\d+) \|", walk.PAGE.read_text("utf-8"), re.MULTILINE)
    counts = [int(number) for number in rows]
    assert len(counts) == len(walk.GAMES)
    assert min(counts) > 10
    assert max(counts) <= MOST_MODULES


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another page, and a server in which nothing is called."""
    page = tmp_path / "way-of-a-tap.md"
    page.write_text(walk.PAGE.read_text("utf-8"), "utf-8")
    monkeypatch.setattr(walk, "PAGE", page)
    monkeypatch.setattr(walk, "measure", lambda: ({game: [] for game in walk.GAMES}, []))
    return page


def test_a_stale_page_is_told_by_the_exit_code(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert walk.main(["--check"]) == 1
    assert "stale: run python -m tools.walk" in capsys.readouterr().out
    assert walk.main([]) == 0
    assert walk.main(["--check"]) == 0
    assert "| server, Dizzle | 0 | 0 |" in copy.read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "function"),
    [("sheet/tapping.ts", "gone"), ("sheet/gone.ts", "tapped"), ("sheet/CellGrid.svelte", "onpick")],
    ids=["function", "file", "only called"],
)
def test_a_function_that_is_gone_is_an_error(
    copy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: str, function: str
) -> None:
    before = copy.read_text("utf-8")
    monkeypatch.setattr(walk, "BACK", f"{walk.BACK} > {file} {function}")
    assert walk.main([]) == 2
    assert f"web/src/{file} has no function {function}" in capsys.readouterr().err
    assert copy.read_text("utf-8") == before
