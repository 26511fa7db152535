"""Whatever a test process starts ends with it, however it ends: servers, browsers, temporary folders.

Each pytest process (also each worker of pytest-xdist) starts a watcher that reads a pipe from it. The end of
the pipe is the end of the process, even by kill -9. The watcher then ends every process that carries its mark
in the environment, and removes the temporary folder. The mark is inherited, also over sessions and groups.
Marks are read from /proc: where there is none, only the folder is removed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

MARK = "KRITZEL_TEST_PROCESS"
"""Environment variable; its value is the temporary folder of the pytest process that started this one."""
FRIENDLY_S = 5.0
"""How long a process may take to end by itself (PostgreSQL gives its shared memory back)."""
LONGEST_S = 60.0


def watch() -> None:
    """Give this process a temporary folder and a watcher. Called once per process, before any test."""
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # tmp_path is kept after failures
    folder = Path(tempfile.mkdtemp(prefix="kritzel-test-", dir=os.environ["PYTEST_DEBUG_TEMPROOT"]))
    folder.chmod(0o711)  # PostgreSQL runs as nobody
    command = [sys.executable, "-I", "-S", __file__, str(folder)]
    unmarked = {name: value for name, value in os.environ.items() if name != MARK}
    quiet = subprocess.DEVNULL
    watcher = subprocess.Popen(
        command, env=unmarked, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
    )
    _watchers.append(watcher)
    os.environ[MARK] = os.environ["TMPDIR"] = tempfile.tempdir = str(folder)


_watchers: list[subprocess.Popen[bytes]] = []  # keeps the pipe open until this process ends


def marked(folder: str) -> list[int]:
    """The processes that were started by the pytest process with this folder."""
    wanted = f"{MARK}={folder}".encode()
    found = []
    for process in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        with suppress(OSError):
            if process.name.isdigit() and wanted in (process / "environ").read_bytes().split(b"\0"):
                found.append(int(process.name))
    return found


def clean_up(folder: str) -> None:
    """End all processes of this mark, kindly for a while, and remove the folder."""
    begun = time.monotonic()
    asked: set[int] = set()
    while (running := marked(folder)) and time.monotonic() < begun + LONGEST_S:
        kindly = time.monotonic() < begun + FRIENDLY_S
        for process in running:
            if not kindly or process not in asked:
                with suppress(OSError):
                    os.kill(process, signal.SIGTERM if kindly else signal.SIGKILL)
        asked.update(running)
        time.sleep(0.05)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):  # who ends a whole run by a signal needs the watchers most
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    sys.stdin.buffer.read()
    clean_up(sys.argv[1])
