"""The suite's own end: whatever tests start is gone afterwards, also where nobody could tidy up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import LONGEST, until
from tests.server.families import children, runs_still

ROOT = Path(__file__).parents[2]
STARTS_THINGS = ROOT / "tests" / "house" / "starts_things.py"

pytestmark = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")


@pytest.mark.parametrize(
    ("workers", "end"),
    [
        (1, "itself"),
        (1, "parent"),
        (1, "everything"),
        pytest.param(0, "itself", marks=pytest.mark.slow),
        pytest.param(0, "friendly", marks=pytest.mark.slow),
        pytest.param(1, "friendly", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_left(workers: int, end: str, tmp_path: Path) -> None:
    told = tmp_path / "told"
    env = os.environ | {"TEST_TOLD": str(told), "TEST_END": end}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"-n{workers}"]
    command += ["--max-worker-restart=0", f"--basetemp={tmp_path / 'inner'}", str(STARTS_THINGS)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=quiet, stderr=quiet) as session:
        until(lambda: told.exists() or session.poll() is not None)
        assert told.exists(), "the inner session failed"
        started = [*map(int, told.read_text("utf-8").splitlines()[0].split()), *children(session.pid)]
        if end == "everything":  # the watchers, too
            family = children(session.pid)
            for process in [*(each for one in family for each in children(one)), *family]:
                os.kill(process, signal.SIGTERM)
        if end in ("parent", "everything"):
            session.send_signal(signal.SIGKILL)
        session.wait(LONGEST)
    folders = [Path(folder) for folder in told.read_text("utf-8").splitlines()[1].split()]
    until(lambda: not any(map(runs_still, started)), lambda: [*filter(runs_still, started)])
    until(lambda: not any(folder.exists() for folder in folders), lambda: folders)
