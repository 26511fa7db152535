"""The pages under test: those that `make` has built where they are fresh, otherwise built for this run."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tools import pages


def built(folder: Path) -> Path:
    """The folder of the pages; `KRITZEL_PAGES` names others."""
    if wished := os.environ.get("KRITZEL_PAGES", ""):
        return Path(wished)
    if pages.fresh():
        return pages.BUILT.parent
    return build(folder / "pages")


def build(target: Path) -> Path:
    env = pages.environment()
    vite = shutil.which("npx", path=env["PATH"]) or "npx"
    command = [vite, "vite", "build", "--outDir", str(target), "--emptyOutDir", "--logLevel", "warn"]
    done = subprocess.run(command, cwd=pages.WEB, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target
