"""Find a Chromium for the browser tests and the screenshots, or set one up. Prints its path.

Looked for: `KRITZEL_BROWSER`, then an installed Chromium or Chrome, then Playwright's own. If there is none:
Debian's package where this may be installed, else Playwright's download, else a word on what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Nothing that calls home."""
PACKAGES = ("chromium", "fonts-noto-core")


def main() -> None:
    found = find() or set_up()
    if not found:
        print(
            "The browser tests need Chromium or Chrome. Install one (Debian: apt install chromium), or set "
            "KRITZEL_BROWSER to the path of one.",
            file=sys.stderr,
        )
        sys.exit(2)
    print(found)


def find() -> str:
    """The path of a browser, or nothing."""
    wished = os.environ.get("KRITZEL_BROWSER", "")
    if wished:
        return wished if shutil.which(wished) else ""
    installed = next((path for name in NAMES if (path := shutil.which(name))), "")
    return installed or (str(MAC) if MAC.exists() else "") or _playwrights()


def flags() -> list[str]:
    """How to start it; the sandbox of Chromium does not work for root."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*FLAGS, *(["--no-sandbox"] if root else [])]


def set_up() -> str:
    """Install a browser where that is possible without asking."""
    print("Setting up a browser for the tests (once) ...", file=sys.stderr)
    if shutil.which("apt-get") and os.geteuid() == 0:
        _run("apt-get", "update", "-qq")
        _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
    else:
        _run(sys.executable, "-m", "playwright", "install", "chromium")
    return find()


def _playwrights() -> str:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        path = play.chromium.executable_path
    return path if Path(path).exists() else ""


def _run(*command: str) -> None:
    subprocess.run(
        command, stdout=sys.stderr, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"}, check=False
    )


if __name__ == "__main__":
    main()
