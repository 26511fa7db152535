"""Not collected: `test_leftovers.py` runs this in a session of its own, and kills it."""

from __future__ import annotations

import os
import signal
import tempfile
from pathlib import Path

from tests.server import postgres
from tests.server.serving import Server

TOLD = Path(os.environ["TEST_TOLD"])


def test_starts_things_and_is_killed(tmp_path: Path) -> None:
    """Writes down which processes and folders there are, then dies or waits to be killed with its parent."""
    server = Server(tmp_path).start()
    assert server.process is not None
    processes, folders = [os.getpid(), server.process.pid], [tempfile.mkdtemp()]
    if postgres.programs():
        database = postgres.shared()
        processes.append(database.process)
        folders.append(str(database.folder))
    written = TOLD.with_suffix(".new")
    written.write_text(f"{' '.join(map(str, processes))}\n{' '.join(folders)}\n", "utf-8")
    written.rename(TOLD)
    if os.environ["TEST_END"] == "itself":
        os.kill(os.getpid(), signal.SIGKILL)
    if os.environ["TEST_END"] in ("parent", "everything"):
        signal.pause()
