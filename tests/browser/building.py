"""The pages under test: those that `make` has built where they are fresh, otherwise built for this run."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tools import pages

BUILT = pages.HOUSE / "src/kritzel/server/pages"
ICONS = pages.HOUSE / "src/kritzel/drawing/icons.svg"


def built(folder: Path) -> Path:
    """The folder of the pages; `KRITZEL_PAGES` names others."""
    if wished := os.environ.get("KRITZEL_PAGES", ""):
        return Path(wished)
    if fresh(BUILT / "index.html"):
        return BUILT
    return build(folder / "pages")


def build(target: Path) -> Path:
    env = pages.environment()
    vite = shutil.which("npx", path=env["PATH"]) or "npx"
    command = [vite, "vite", "build", "--outDir", str(target), "--emptyOutDir", "--logLevel", "warn"]
    done = subprocess.run(command, cwd=pages.WEB, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def fresh(page: Path) -> bool:
    """Whether a built page is younger than everything it is made of."""
    return page.exists() and all(source.stat().st_mtime <= page.stat().st_mtime for source in sources())


def sources() -> Iterator[Path]:
    yield ICONS
    for folder, below, names in os.walk(pages.WEB):
        if "node_modules" in below:
            below.remove("node_modules")
        yield from (Path(folder, name) for name in names)
