"""Find Firefox and WebKit for the journeys of the browser tests, or set them up. Prints where they lie.

Both are driven by the standards (WebDriver BiDi and WebDriver), so any build will do. If they are missing:
Debian's packages where these may be installed; elsewhere the journeys are left out, and say so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

FIREFOX = ("firefox-esr", "firefox")
WEBKIT = ("WebKitWebDriver", "Xvfb")
PACKAGES = ("firefox-esr", "webkit2gtk-driver", "xvfb")


def main() -> None:
    if not (firefox() and webkit()):
        set_up()
    for name, path in {"Firefox": firefox(), "WebKit": webkit()}.items():
        print(f"{name}: {path or 'not there, its journeys are left out'}")


def firefox() -> str:
    """The path of a Firefox, or nothing."""
    return next((path for name in FIREFOX if (path := shutil.which(name))), "")


def webkit() -> str:
    """The path of a browser that WebKit's driver can start without a screen, or nothing."""
    if not all(shutil.which(name) for name in WEBKIT):
        return ""
    return next((str(path) for path in sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), "")


def set_up() -> None:
    """Install both where that is possible without asking."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    print("Setting up Firefox and WebKit for the tests (once) ...", file=sys.stderr)
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=env, **quiet)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    subprocess.run(install, env=env, **quiet)


if __name__ == "__main__":
    main()
