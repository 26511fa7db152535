"""A real server for tests: its own process, its own file, a free port. Ended by its id, whatever happens."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.patience import LONGEST, until
from tests.server.clients import Guest

ADDRESS = re.compile(r"^http://127\.0\.0\.1:(\d+)$", re.MULTILINE)


class Server:
    """`kritzel serve` as people run it, on a port the system chooses. `kill` is kill -9; `start` again finds
    the same file and the same port."""

    module = "tests.server.serving"

    def __init__(self, folder: Path, *arguments: str, **env: str) -> None:
        self.folder, self.arguments = folder, arguments
        self.port = self._told = 0
        calm = {"KRITZEL_RATE": "10000", "KRITZEL_BOT_PAUSE": "0", "KRITZEL_WARM_BOTS": "0"}
        self.env = calm | env
        self.process: subprocess.Popen[bytes] | None = None
        self.guests: list[Guest] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")

    def guest(self, name: str) -> Guest:
        """Somebody who comes in; whoever did leaves with `send_home`."""
        self.guests.append(Guest(self.url, name))
        return self.guests[-1]

    def send_home(self) -> None:
        while self.guests:
            self.guests.pop().close()

    def start(self) -> Self:
        assert self.process is None, "it runs already"
        env = os.environ | self.env | {"KRITZEL_DATA": str(self.folder / "tables.db")}
        env |= {"KRITZEL_PORT": str(self.port)}
        with (self.folder / "server.log").open("ab") as log:
            self._told = len(ADDRESS.findall(self.log))
            command = [sys.executable, "-m", self.module, *self.arguments]
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        self._wait()
        return self

    def _wait(self) -> None:
        """Until it says that it is up: its socket is open from then on."""
        until(self._up, lambda: f"the server does not start: {self.log}")
        self.port = int(ADDRESS.findall(self.log)[-1])

    def _up(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log
        return len(ADDRESS.findall(self.log)) > self._told

    def pause(self) -> None:
        """Stopped in the middle of whatever it does, without a word."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """As if nothing had happened."""
        self._signal(signal.SIGCONT)

    def _signal(self, what: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(what)

    def kill(self) -> None:
        """The power of kill -9: nothing is finished, nothing is said."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """A friendly end; the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        process.send_signal(how)
        return process.wait(LONGEST)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.send_home()
        self._end(signal.SIGKILL)


def hurried(seconds: str) -> None:
    """A dead server counts as alive for so long, so that tests need not wait for others."""
    from kritzel.server.store import postgres

    postgres.ALIVE_S, postgres.BEAT_S = float(seconds), float(seconds) / 5


if __name__ == "__main__":
    from kritzel.cli.serve import serve

    if os.environ.get("TEST_ALIVE"):
        hurried(os.environ["TEST_ALIVE"])
    serve(args=sys.argv[1:])
