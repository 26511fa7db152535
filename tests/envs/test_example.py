"""The training example runs, shortened, and learns."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent


def test_a_few_seconds_of_training_help() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    wanted = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": paths}
    command = [sys.executable, "examples/train_traexx.py", "--quick"]
    done = subprocess.run(command, cwd=ROOT, env=wanted, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    means = re.search(r"untrained (\S+), trained (\S+), greedy", done.stdout)
    assert means is not None, done.stdout
    assert float(means[2]) > float(means[1]) + 20, done.stdout
    assert "95 % interval" in done.stdout
