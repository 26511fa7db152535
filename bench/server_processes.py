"""Servers as processes of their own: started on a free port, ended by their id, whatever happens."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
BOARDGAME = HERE / "server_boardgame"
START_WITHIN = 60.0
TABLES = "tables.db"
"""The file Kritzel keeps its tables in."""


class Missing(RuntimeError):
    """Something that is needed is not there; says what."""


class Running(NamedTuple):
    """A server that listens."""

    url: str
    pid: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _running(command: Sequence[str], port: int, env: Mapping[str, str], folder: Path) -> Iterator[Running]:
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | dict(env), stdout=log, stderr=log, cwd=HERE.parent
        )
    try:
        _wait(process, port, folder)
        yield Running(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    end = time.monotonic() + START_WITHIN
    while time.monotonic() < end and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise Missing(f"the server does not start: {(folder / 'server.log').read_text()[-500:]}")


@contextmanager
def kritzel(
    folder: Path, *, source: Path | None = None, samples: str = "", port: int = 0, more: Sequence[str] = ()
) -> Iterator[Running]:
    """`kritzel serve` as people run it, its limits for single guests out of the way.

    `source`: the folder its package is taken from, else as everywhere. `samples`: a file for samples of what
    it does (bench/server_sampled.py). `more`: further options.
    """
    port = port or free_port()
    env = {
        "KRITZEL_DATA": str(folder / TABLES),
        "KRITZEL_PORT": str(port),
        "KRITZEL_RATE": "999999",
        "KRITZEL_TABLES": "999999",
        "KRITZEL_CONNECTIONS": "999999",
        "KRITZEL_WARM_BOTS": "0",
    }
    if source is not None:
        env["PYTHONPATH"] = str(source.resolve())
    program = [str(HERE / "server_sampled.py"), samples] if samples else ["-m", "kritzel"]
    with _running([sys.executable, *program, "serve", *more], port, env, folder) as server:
        yield server


@contextmanager
def boardgame(folder: Path, *, files: bool) -> Iterator[Running]:
    """boardgame.io, keeping matches in memory or in files."""
    port = free_port()
    env = {"PORT": str(port), "NODE_ENV": "production"}
    if files:
        env["DATA"] = str(folder / "matches")
    command = [real_node(), str(BOARDGAME / "server.cjs")]
    with _running(command, port, env, folder) as server:
        yield server


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Missing(f"{name} is not installed")
    return found


def real_node() -> str:
    """Node itself: `node` may be a script that starts it, and its CPU time is not that of Node."""
    asked = [_program("node"), "-p", "process.execPath"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def install_boardgame() -> None:
    """boardgame.io of the versions locked beside it, once; into a folder that is not in git."""
    if (BOARDGAME / "node_modules" / "boardgame.io").is_dir():
        return
    command = [_program("npm"), "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=BOARDGAME, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"npm ci: {done.stderr.strip().splitlines()[-1:]}")


def node_version() -> str:
    try:
        return subprocess.run([_program("node"), "--version"], capture_output=True, text=True).stdout.strip()
    except Missing:
        return "not installed"
