"""A server of its own for each measurement, and clients for it in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import server_processes
from bench.server_load import Found, Job
from bench.server_processes import Running
from bench.server_timing import Window


class Where(NamedTuple):
    """On which disk it is measured (else: a temporary folder), and from which sources Kritzel runs."""

    data: Path | None = None
    source: Path | None = None

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """An empty folder."""
        with TemporaryDirectory(dir=self.data) as folder:
            yield Path(folder)

    @contextmanager
    def kritzel(self, samples: str = "") -> Iterator[Running]:
        """A server with no table yet."""
        with (
            self.folder() as folder,
            server_processes.kritzel(folder, source=self.source, samples=samples) as it,
        ):
            yield it

    @contextmanager
    def boardgame(self, *, files: bool) -> Iterator[Running]:
        """boardgame.io, keeping matches in files or in memory."""
        with self.folder() as folder, server_processes.boardgame(folder, files=files) as it:
            yield it


def loaded(job: Job) -> Found:
    """What the clients of this job found."""
    script = str(Path(__file__).with_name("server_load.py"))
    command = [sys.executable, script, json.dumps(job._asdict())]
    patience = 120 + 4 * (job.warm + job.seconds)
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout.splitlines()[-1])
    return Found(**{**found, "window": Window(**found["window"])})


def trusted(found: Found) -> Window:
    """What was measured, if nothing went wrong. Raises RuntimeError."""
    if found.window.problem or not found.window.moves:
        raise RuntimeError(found.window.problem or "no move was made")
    return found.window
