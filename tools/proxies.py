"""Find Caddy and nginx for the tests of `deploy/`, or set them up. Prints where they lie.

On Debian their packages are unpacked into `.venv/proxies`, nothing is installed; elsewhere those tests are
left out, and say so.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
UNPACKED = ROOT / ".venv" / "proxies"
PROGRAMS = ("caddy", "nginx")


def main() -> None:
    if not all(map(found, PROGRAMS)):
        set_up()
    for name in PROGRAMS:
        print(f"{name}: {found(name) or 'not there, its tests are left out'}")


def found(name: str) -> str:
    """The path of a program, or nothing."""
    own = [UNPACKED / "usr" / folder / name for folder in ("bin", "sbin")]
    return shutil.which(name) or next((str(path) for path in own if path.exists()), "")


def set_up() -> None:
    """Unpack both, where Debian's packages can be had."""
    if not (shutil.which("apt-get") and shutil.which("dpkg")):
        return
    print("Setting up Caddy and nginx for the tests (once) ...", file=sys.stderr)
    UNPACKED.mkdir(parents=True, exist_ok=True)
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    subprocess.run(["apt-get", "download", *PROGRAMS], cwd=UNPACKED, **quiet)
    for package in UNPACKED.glob("*.deb"):
        subprocess.run(["dpkg", "-x", package, UNPACKED], **quiet)


if __name__ == "__main__":
    main()
