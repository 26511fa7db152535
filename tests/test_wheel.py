"""The wheel carries the built pages, the sheets and the rulebooks: who installs it can play."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "src/kritzel/server/pages/index.html"
WANTED = ("server/pages/index.html", "server/pages/manifest.webmanifest", "games/dizzle/sheets/1.toml")


@pytest.mark.skipif(not PAGES.is_file(), reason="the pages are not built: tools/pages.py")
def test_the_wheel_carries_everything(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    names = zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist()
    assert [each for each in WANTED if f"kritzel/{each}" not in names] == []
    assert [
        name for name in names if name.startswith("kritzel/server/pages/assets/") and name.endswith(".js")
    ]
    assert not [name for name in names if "node_modules" in name]
