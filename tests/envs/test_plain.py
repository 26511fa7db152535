"""Without the compiler everything is the same; NumPy then watches the bounds of every array."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.envs.plain import told

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


def test_the_same_without_the_compiler() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    wanted = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    command = [sys.executable, "-m", "tests.envs.plain"]
    done = subprocess.run(command, cwd=ROOT, env=wanted, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == told()


def test_the_number_of_a_coloured_die_is_seen() -> None:
    from kritzel.envs.plain import _face

    assert [_face(face) for face in ("4", "r4", "b")] == [4, 4, 2]
