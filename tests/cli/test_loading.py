"""A command is loaded when it is asked for: a server that comes back does not wait for the others."""

from __future__ import annotations

import subprocess
import sys

OTHERS = {"rich", "numpy", "numba", "kritzel.cli.arena", "kritzel.cli.play", "kritzel.cli.stored_tables"}


def test_serving_loads_nothing_of_the_other_commands() -> None:
    code = "import sys, kritzel.cli.serve, kritzel.server.web.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert OTHERS & set(loaded.split()) == set()
