"""Packages that bring something, installed beside Kritzel in a folder of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
YACHT = ROOT / "examples" / "kritzel-yacht"
VIERBUNT = ROOT / "examples" / "kritzel-vierbunt"
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")
ALONE = ("--no-index", "--no-deps", "--no-build-isolation")


class Brought(NamedTuple):
    """A folder on the path: what is installed there is found by its entry points, as after `pip install`."""

    folder: Path

    @property
    def env(self) -> dict[str, str]:
        """The environment of somebody who has it installed."""
        path = [str(self.folder), str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
        quiet = {"COLUMNS": "120", "TERM": "dumb", "KRITZEL_LANG": "en"}
        return os.environ | quiet | {"PYTHONPATH": os.pathsep.join(filter(None, path))}

    def python(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Python with the package at hand."""
        return subprocess.run(
            [sys.executable, *words],
            env=self.env,
            cwd=self.folder,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def pytest(self, *words: str) -> str:
        """What pytest prints; a test that fails there fails here."""
        done = self.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def kritzel(self, *words: str, typed: str = "") -> str:
        """What a command prints; a command that fails fails the test."""
        done = self.python("-m", "kritzel", *words, typed=typed)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def refused(self, *words: str) -> str:
        """The kind word of a command that cannot be: exit code 2 and no traceback."""
        done = self.python("-m", "kritzel", *words)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stderr


def install(package: Path, folder: Path) -> Brought:
    """Install a package into this folder, from what is on the machine."""
    command = [sys.executable, *PIP, *ALONE, "--target", str(folder), str(package)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Brought(folder)
