"""Build the pages into the package: `web/` with Node to `src/kritzel/server/pages/`. Sets up what is missing.

Nothing is done where they are there and fresh, as in a folder unpacked from an sdist. An installed Node that
is new enough is used; otherwise Node comes as a wheel from PyPI into this Python environment. `needs` prints
that wheel where a build would require it; `check` proves that nothing generated is stale, that everything is
formatted, all types fit and the tests of `web/` pass; `types` generates all for the pages again, and
`format` formats them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
BUILT = ROOT / "src/kritzel/server/pages/index.html"
ICONS = ROOT / "src/kritzel/drawing/icons.svg"
WHEEL = ROOT / "requirements/node.txt"

JOBS = {
    "build": [[["npm", "run", "--silent", "build", "--", "--logLevel", "warn"]]],
    "check": [
        [
            [sys.executable, "../tools/page_drawing.py", "--check"],
            [sys.executable, "../tools/protocol_types.py", "--check"],
            ["npm", "run", "--silent", "formatted"],
            [sys.executable, "../tools/page_lines.py"],
            ["npm", "run", "--silent", "lint"],
        ],
        [
            ["npm", "run", "--silent", "check"],
            [sys.executable, "../tools/wire_examples.py"],
            ["npm", "run", "--silent", "test"],
        ],
    ],
    "types": [[[sys.executable, "../tools/page_drawing.py"], [sys.executable, "../tools/protocol_types.py"]]],
    "format": [[["npm", "run", "--silent", "format"]]],
}
"""Lists of commands: those of a list one after the other, the lists side by side."""


def main() -> None:
    job = (sys.argv[1:] or ["build"])[0]
    if job == "needs":
        print("" if fresh() or able(shutil.which("node"), "build") else wheel())
    elif job != "build" or not fresh():
        work(job)


def work(job: str) -> None:
    """Do it, with the packages of `web/` as its lock file says."""
    env = environment(job)
    if not stamped():
        run(["npm", "ci", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"], env)
        stamp().touch()

    def in_order(commands: list[list[str]]) -> None:
        for command in commands:
            run(command, env)

    with ThreadPoolExecutor() as side_by_side:
        list(side_by_side.map(in_order, JOBS[job]))


# Node ------------------------------------------------------------------------------------------
def environment(job: str = "build") -> dict[str, str]:
    """The environment with a Node that is new enough, and that trusts whom this machine trusts."""
    path = f"{node(job)}{os.pathsep}{os.environ['PATH']}"
    return {"NODE_USE_SYSTEM_CA": "1"} | os.environ | {"PATH": path}


def node(job: str) -> str:
    """The folder of a Node that is new enough."""
    found, own = shutil.which("node"), shutil.which("node", path=str(Path(sys.executable).parent))
    if not able(found, job) and not own:
        fetch(found)
    return str(Path(found).parent if found and able(found, job) else Path(sys.executable).parent)


def fetch(found: str | None) -> None:
    """Node into this environment; says why."""
    if sys.prefix == sys.base_prefix:
        sys.exit(
            "Run it with .venv/bin/python (make sets it up): Node would go into the Python of this machine."
        )
    if find_spec("pip") is None:
        sys.exit("The pages have to be built, and that needs Node 20.19 or 22.12: install one.")
    old = f"the one installed is {'.'.join(map(str, version(found)))}" if found else "none is installed"
    print(f"The pages for the browser need Node 22.12; {old}.", file=sys.stderr)
    print("Fetching it from PyPI into .venv (60 MB) ...", file=sys.stderr)
    pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install"]
    run([*pip, "--no-deps", "--require-hashes", "-r", str(WHEEL)], dict(os.environ))


def able(program: str | None, job: str) -> bool:
    """Whether this Node can do the job: what Vite needs to build, and Vitest to test."""
    has = version(program) if program else (0, 0)
    return has >= (22, 12) or (job == "build" and (20, 19) <= has < (21, 0))


def version(program: str) -> tuple[int, ...]:
    """The version a Node says it has; nothing for one that does not start."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def wheel() -> str:
    """Node as a requirement."""
    return WHEEL.read_text("utf-8").split()[0]


# What is there already -------------------------------------------------------------------------
def fresh(page: Path = BUILT) -> bool:
    """Whether built pages are younger than everything they are made of; those of an sdist always count."""
    if not page.exists():
        return False
    if (ROOT / "PKG-INFO").exists():
        return True
    return all(source.stat().st_mtime <= page.stat().st_mtime for source in sources())


def sources() -> Iterator[Path]:
    """Everything the pages are made of."""
    yield ICONS
    for folder, below, names in os.walk(WEB):
        if "node_modules" in below:
            below.remove("node_modules")
        yield from (Path(folder, name) for name in names)


def stamp() -> Path:
    """Touched when the packages of `web/` are those of its lock file."""
    return WEB / "node_modules/.kritzel"


def stamped() -> bool:
    """Whether the packages of `web/` are there and up to date."""
    return stamp().exists() and stamp().stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def run(command: list[str], env: dict[str, str]) -> None:
    """Run a program in `web/`; where it fails, so does this one."""
    program = shutil.which(command[0], path=env["PATH"]) or command[0]
    if subprocess.run([program, *command[1:]], cwd=WEB, env=env, check=False).returncode:
        sys.exit(f"failed: {' '.join(Path(part).name for part in command)}")


if __name__ == "__main__":
    main()
