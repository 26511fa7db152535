"""Tests run again without the compiler."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLAIN = os.environ.get("NUMBA_DISABLE_JIT") == "1"
"""Whether this is such a run."""


def run_again(file: str, which: str) -> None:
    """The tests of a file with these words in their names; all must pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", which, file]
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=plain, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
