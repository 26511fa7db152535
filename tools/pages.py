"""Build the pages into the package: `web/` with Node to `src/kritzel/server/pages/`. Sets up what is missing.

An installed Node that is new enough is used; otherwise Node comes as a wheel from PyPI into this Python
environment. `check` proves instead that nothing generated is stale, that all types fit and the tests of
`web/` pass; `types` makes what is generated for the pages anew.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parent.parent
WEB = HOUSE / "web"
NEWEST_NEEDED = (22, 12)
WHEEL = HOUSE / "requirements/node.txt"


JOBS = {
    "build": [["npm", "run", "--silent", "build", "--", "--logLevel", "warn"]],
    "check": [
        [sys.executable, "../tools/page_tokens.py", "--check"],
        [sys.executable, "../tools/protocol_types.py", "--check"],
        ["npm", "run", "--silent", "check"],
        ["npm", "run", "--silent", "test"],
    ],
    "types": [[sys.executable, "../tools/page_tokens.py"], [sys.executable, "../tools/protocol_types.py"]],
}


def main() -> None:
    env = environment()
    if not fresh():
        run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], env)
        stamp().touch()
    for command in JOBS[(sys.argv[1:] or ["build"])[0]]:
        run(command, env)


def environment() -> dict[str, str]:
    """The environment with a Node that is new enough, and that trusts whom this machine trusts."""
    path = f"{node()}{os.pathsep}{os.environ['PATH']}"
    return {"NODE_USE_SYSTEM_CA": "1"} | os.environ | {"PATH": path}


def node() -> str:
    """The folder of a Node that is new enough."""
    found = shutil.which("node")
    if found and version(found) >= NEWEST_NEEDED:
        return str(Path(found).parent)
    own = Path(sys.executable).parent
    if not (own / "node").exists() and not (own / "node.exe").exists():
        print("Fetching Node (once) ...", file=sys.stderr)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        run([*pip, "--require-hashes", "-r", str(WHEEL)], dict(os.environ))
    return str(own)


def version(program: str) -> tuple[int, ...]:
    """The version a Node says it has; nothing for one that does not start."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def stamp() -> Path:
    """Touched when the packages of `web/` are those of its lock file."""
    return WEB / "node_modules/.kritzel"


def fresh() -> bool:
    """Whether the packages of `web/` are there and up to date."""
    return stamp().exists() and stamp().stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def run(command: list[str], env: dict[str, str]) -> None:
    """Run a program in `web/`; where it fails, so does this one."""
    program = shutil.which(command[0], path=env["PATH"]) or command[0]
    if subprocess.run([program, *command[1:]], cwd=WEB, env=env, check=False).returncode:
        sys.exit(f"failed: {' '.join(Path(part).name for part in command)}")


if __name__ == "__main__":
    main()
