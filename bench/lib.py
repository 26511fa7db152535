"""What benchmarks share: facts about the machine, CPU and memory of processes, servers to measure, tables.

Times of servers are CPU times of their processes, read from /proc: Linux only.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

# The machine --------------------------------------------------------------------------------------
PACKAGES = (
    "kritzel",
    "numba",
    "llvmlite",
    "numpy",
    "open_spiel",
    "pgx",
    "jax",
    "jaxlib",
    "pettingzoo",
    "rlcard",
)


def facts() -> dict[str, str]:
    return {
        "processor": f"{processor_name()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{package: version_of(package) for package in PACKAGES},
    }


def version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def processor_name() -> str:
    listed = Path("/proc/cpuinfo")
    for line in listed.read_text().splitlines() if listed.exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def load() -> float:
    """How many processes wanted a core in the last minute; 0 where it is unknown."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


# Processes ----------------------------------------------------------------------------------------
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def cpu_seconds(pid: int) -> float:
    """What a process has spent so far, all its threads, in user and system time: clock_getcpuclockid(3)."""
    return time.clock_gettime((~pid << 3) | 2)


def kernel_share(pid: int, since: tuple[int, int]) -> float:
    """How much of what a process has spent since then the kernel took: sending, receiving, syncing."""
    user, system = (now - then for now, then in zip(user_and_system(pid), since, strict=True))
    return system / ((user + system) or 1)


def user_and_system(pid: int) -> tuple[int, int]:
    """What a process has spent in its own code and in the kernel, in ticks: too coarse for anything short."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]), int(fields[12])


def machine_seconds() -> float:
    """What everybody on this machine has spent so far, in CPU seconds."""
    user, nice, system, _, _, irq, soft, *_ = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + irq + soft) / TICKS


def memory(pid: int) -> int:
    """What a process holds in memory now, in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


# Servers ------------------------------------------------------------------------------------------
HERE = Path(__file__).resolve().parent
BOARDGAME = HERE / "boardgame"
START_TIMEOUT_S = 60.0
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
def _start(command: Sequence[str], port: int, env: Mapping[str, str], folder: Path) -> Iterator[Running]:
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | dict(env), stdout=log, stderr=log, cwd=HERE.parent
        )
    try:
        _wait_for_port(process, port, folder)
        yield Running(f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for_port(process: subprocess.Popen[bytes], port: int, folder: Path) -> None:
    end = time.monotonic() + START_TIMEOUT_S
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
    it does (bench/server_profile.py). `more`: further options.
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
    program = ["-m", "bench.server_profile", samples] if samples else ["-m", "kritzel"]
    with _start([sys.executable, *program, "serve", *more], port, env, folder) as server:
        yield server


@contextmanager
def boardgame(folder: Path, *, files: bool) -> Iterator[Running]:
    """boardgame.io, keeping matches in memory or in files."""
    port = free_port()
    env = {"PORT": str(port), "NODE_ENV": "production"}
    if files:
        env["DATA"] = str(folder / "matches")
    command = [real_node(), str(BOARDGAME / "server.cjs")]
    with _start(command, port, env, folder) as server:
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


class Place(NamedTuple):
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
            kritzel(folder, source=self.source, samples=samples) as it,
        ):
            yield it

    @contextmanager
    def boardgame(self, *, files: bool) -> Iterator[Running]:
        """boardgame.io, keeping matches in files or in memory."""
        with self.folder() as folder, boardgame(folder, files=files) as it:
            yield it


# Clients ------------------------------------------------------------------------------------------
class ClientProcess:
    """`python -m MODULE FILE`: reads its work from a file, then talks in lines of JSON. Raises Missing."""

    def __init__(self, module: str, file: Path, work: object) -> None:
        file.write_text(json.dumps(work))
        command = [sys.executable, "-m", module, str(file)]
        env = os.environ | {"PYTHONUNBUFFERED": ""}  # unbuffered, Python writes the first 64 KB of a line
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, text=True, env=env, cwd=HERE.parent
        )
        if self.receive() != "ready":
            raise Missing("the clients do not start")

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def send(self, message: object) -> None:
        """Write one line."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def receive(self) -> Any:
        """Read one line."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Missing("the clients have ended")
        return json.loads(line)

    def end(self) -> None:
        """Kill it."""
        self._process.kill()
        self._process.communicate()


# Results ------------------------------------------------------------------------------------------
def percentile(ordered: Sequence[float], share: float) -> float:
    """The value of sorted ones that this share of them does not exceed."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of a page."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))


def verdict(met: bool) -> str:
    """What a page says about a goal."""
    return "met" if met else "MISSED"
