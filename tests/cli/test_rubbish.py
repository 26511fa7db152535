"""Rubbish at every command: a message and exit code 2 (or an ordinary answer), never a traceback."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.cli.run import POSITION, RECORD, TINY, kritzel, refused

WORDS = ["", " ", "-", "|", "dizzle", "dizzle/", "/1", "dizzle/99", "x/y", "\x07", "ß€", "1" * 5000, POSITION]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "command",
    [
        ["sheets"],
        ["sheet", "show"],
        ["sheet", "check"],
        ["rules"],
        ["rules", "--tag"],
        ["moves"],
        ["moves", "--sheet", TINY],
        ["why", POSITION, "--sheet", TINY],
        ["why", "traexx/1 draw | -"],
        ["replay"],
        ["replay", RECORD, "--at"],
        ["play", "--record"],
        ["play", "dizzle/1", "--seats"],
        ["play"],
        ["simulate", "--games", "1"],
        ["simulate", "dizzle/1", "--games"],
        ["nonsense"],
    ],
    ids=" ".join,
)
def test_rubbish_words(
    command: list[str], word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    result = kritzel(*command, word)
    assert result.exit_code in (0, 1, 2)
    assert result.exit_code != 2 or result.stderr
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == [], "nothing may be left behind"


RUBBISH = {
    "empty": b"",
    "binary": bytes(range(256)),
    "deep": b"a = " + b"[" * 50_000,
    "number": b"a = " + b"9" * 9_000,
    "list": b'game = ["dizzle"]',
    "table": b"[game]\nx = 1",
    "head": b'game = "dizzle"\nid = "x"\nversion = 1\n',
    "types": b'game = "dizzle"\nid = "x"\nversion = 1\ngrid = 7\nrows = 3\npoints = "many"\n',
    "border": b'game = "border"\nid = "x"\nversion = 1\nmap = []\nboards = 1\n',
    "traexx": b'game = "traexx"\nid = "x"\nversion = 1\nboard = "r"\nstarts = 1\ncards = [1]\n',
    "other": b'game = "ludo"\nid = "x"\nversion = 1\n',
}


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_files(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.toml"
    file.write_bytes(RUBBISH[name])
    for command in (
        ["sheet", "show"],
        ["sheet", "check"],
        ["replay"],
        ["simulate", "--sheet"],
        ["moves", "a", "--sheet"],
    ):
        assert str(file) in refused(*command, str(file))


def test_broken_records_never_end_in_a_traceback(tmp_path: Path) -> None:
    text, luck = Path(RECORD).read_text("utf-8"), Random(1)
    file = tmp_path / "broken.txt"
    for _ in range(60):
        cut = luck.randrange(len(text))
        file.write_text(
            text[:cut] + luck.choice(["", "#", ":", ",", "\n", "9", "x"]) + text[cut + 1 :], "utf-8"
        )
        result = kritzel("replay", str(file), "--sheet", TINY, "--json")
        assert result.exit_code in (0, 2)
        assert result.exit_code == 0 or f"{file}:" in result.stderr


def test_a_folder_or_missing_file_is_named(tmp_path: Path) -> None:
    assert str(tmp_path) in refused("sheet", "check", str(tmp_path))
    assert "missing.toml" in refused("sheet", "check", str(tmp_path / "missing.toml"))
    assert "No such file" in refused("sheet", "show", str(tmp_path / "missing.toml"))


def test_a_picture_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert str(tmp_path / "file") in refused("sheet", "show", TINY, "--svg", str(tmp_path / "file" / "x.svg"))
