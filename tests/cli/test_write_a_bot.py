"""docs/write-a-bot.md is true: its files are written, its package is installed, its commands are run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from kritzel import bots
from kritzel.bots import outside
from tests.cli.run import ROOT, kritzel
from tests.patience import LONGEST, until

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
BLOCKS = re.findall(r"```(python|toml|console)\n(.*?)```", PAGE, re.DOTALL)
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Somebody's folder, with the example beside."""
    shutil.copy(ROOT / "examples" / "busy_bee.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(bots, "ENROLLED", {})
    yield tmp_path
    sys.modules.pop("mybots", None)
    for cached in (outside.packages, outside._load_package, outside.load):
        cached.cache_clear()


def test_the_page_is_true(in_a_folder: Path) -> None:
    ran = [_done(kind, text, in_a_folder) for kind, text in BLOCKS]
    assert sum(ran) >= 8, "commands of all five chapters"


def _done(kind: str, text: str, folder: Path) -> int:
    """Do what a block says; how many commands it had."""
    if kind == "python":
        (folder / text.splitlines()[0].removeprefix("# ")).write_text(text, "utf-8")
    elif kind == "toml":
        _install(tomllib.loads(text)["project"], folder)
    commands = (
        re.findall(r"^\$ kritzel (.+)\n((?:[^$].*\n)*)", text, re.MULTILINE) if kind == "console" else []
    )
    for line, shown in commands:
        monkey = _served if line.startswith("serve") else _run
        monkey(shlex.split(line), shown)
    return len(commands)


def _install(project: dict[str, object], folder: Path) -> None:
    """What an installer leaves behind."""
    about = folder / f"{str(project['name']).replace('-', '_')}-{project['version']}.dist-info"
    about.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (about / "METADATA").write_text(head, "utf-8")
    groups: dict[str, dict[str, str]] = project["entry-points"]  # type: ignore[assignment]
    lines = [
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in each.items()) for group, each in groups.items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    outside.packages.cache_clear()
    bots.ENROLLED.clear()


def _run(words: list[str], shown: str) -> None:
    result = kritzel(*words)
    assert result.exit_code == (2 if shown.startswith("kritzel:") else 0), result.output
    said = result.stderr if result.exit_code else result.stdout
    assert doctest.OutputChecker().check_output(shown, said, SAME), f"{words}\n{said}"


def _served(words: list[str], shown: str) -> None:
    """A real server, on a port the system chooses and with tables of its own; it knows the bots."""
    log = Path("server.log")
    with log.open("wb") as out:
        command = [sys.executable, "-m", "kritzel", *words, "--port", "0", "--data", "tables.db"]
        env = os.environ | {"KRITZEL_WARM_BOTS": "0", "KRITZEL_LANG": "en"}
        process = subprocess.Popen(command, stdout=out, stderr=out, env=env)
    try:
        until(lambda: process.poll() is not None or re.search(r"^http:.*\n", log.read_text(), re.MULTILINE))
        said = log.read_text("utf-8")
        assert doctest.OutputChecker().check_output(f"{shown.strip()}...", said, SAME), said
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(LONGEST)
