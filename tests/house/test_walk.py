"""A live move passes through few modules."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.house.tree import ROOT

MOST_MODULES = 30
"""How many modules a move may pass through. This number only gets smaller."""


def test_a_move_passes_through_few_modules() -> None:
    command = [sys.executable, "-m", "tools.walk"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = [int(number) for number in re.findall(r": (\d+) modules a move", done.stdout)]
    assert len(found) == 3, done.stdout + done.stderr
    assert min(found) > 10
    assert max(found) <= MOST_MODULES, f"{done.stdout}\nwhich ones: python -m tools.walk --names"
