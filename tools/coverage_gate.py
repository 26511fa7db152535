"""Fails unless the floors that hold rules are covered to the last branch. Reads .coverage."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

COMPLETE = ("game.py", "mechanics/", "games/", "record/")
"""What must be covered completely, below src/kritzel."""
TWINS = r"games/\w+/(fast|bot)/"
"""Compiled code is not traced; twins are compared with the rules, step by step."""


def report() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        file = Path(folder, "coverage.json")
        command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(file)]
        subprocess.run(command, check=True)
        found: dict[str, Any] = json.loads(file.read_text("utf-8"))["files"]
    return found


def demanded(path: str) -> bool:
    name = path.replace("\\", "/").partition("src/kritzel/")[2]
    return name.startswith(COMPLETE) and not re.match(TWINS, name)


def gaps(path: str, found: dict[str, Any]) -> list[str]:
    lines = [f"{path}:{line}: never ran" for line in found["missing_lines"]]
    return lines + [f"{path}:{a}: never went on to {_line(b)}" for a, b in found["missing_branches"]]


def _line(number: int) -> str:
    return f"line {number}" if number > 0 else "the end"


def main() -> int:
    files = {path: found for path, found in report().items() if demanded(path)}
    missing = [gap for path, found in sorted(files.items()) for gap in gaps(path, found)]
    print("\n".join(missing) or f"Complete branch coverage of {len(files)} files.")
    return 1 if missing or not files else 0


if __name__ == "__main__":
    sys.exit(main())
