"""Runs a program from outside inside bounds and ends it whole, with everything that it has started.

The guard is a process between Kritzel and the program: `python guard.py LEASH LIMITS PROGRAM...`. It gives
the program a home folder and limits, and adopts all orphans below it, so that a child with a session of its
own stays in reach. When the program ends, or the leash (a pipe that Kritzel holds) closes because Kritzel is
done or was killed, the guard kills all processes below it, removes the home folder and ends.

Only the standard library: this file runs as a script, without the package.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

POSIX = os.name == "posix"
MEMORY = "KRITZEL_BOT_MEMORY"
"""The environment variable that says how many MiB a bot from outside may use; 0: no limit."""
PASSED_ON = ("PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "PYTHONPATH", "LD_LIBRARY_PATH", "SYSTEMROOT")
"""What a program sees of our environment, besides LC_*."""
OWN_SETTINGS = ("KRITZEL_", "PG")
"""Settings of the server, with secrets among them, begin like this."""
_ADDRESS_SPACE = 4
"""Address space per memory: programs reserve more than they use."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


class Limits(NamedTuple):
    """Bounds of a process, inherited by each that it starts. 0: no bound."""

    memory_mib: int = 4096
    cpu_s: int = 0
    processes: int = 64
    """More than its user has when it starts; the system does not count those of root."""
    files: int = 256

    @staticmethod
    def from_env(env: Mapping[str, str] = os.environ) -> Limits:
        """The defaults, with the memory that the owner of the machine allows."""
        memory = env.get(MEMORY, "")
        return Limits(memory_mib=int(memory)) if memory.isdecimal() else Limits()


# In Kritzel ------------------------------------------------------------------------------------
def command(argv: Sequence[str], limits: Limits, leash: int) -> list[str]:
    """The command that starts a program under guard. `leash`: a file descriptor to pass on."""
    return [sys.executable, "-I", "-S", __file__, str(leash), ",".join(map(str, limits)), *argv]


def clean_environment() -> dict[str, str]:
    """What a program may see of our environment: nothing that could be a secret."""
    return {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("LC_")}


def forget_settings() -> None:
    """Remove the server's settings from this process's environment, apart from those that bots use."""
    for name in [*os.environ]:
        if name.startswith(OWN_SETTINGS) and name not in (MEMORY, "KRITZEL_CACHE"):
            del os.environ[name]


def kill_below(pid: int) -> None:
    """Kill all processes below this one. Programs under guard are left to their guards."""
    for each in list(_unguarded(pid)):
        with suppress(OSError):
            os.kill(each, signal.SIGKILL)


def _unguarded(pid: int) -> Iterator[int]:
    for child in children(pid):
        with suppress(OSError):
            if __file__.encode() not in Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0"):
                yield child
                yield from _unguarded(child)


def children(pid: int) -> list[int]:
    """The processes whose parent this is; none where the system has no /proc."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            if int(stat.read_bytes().rpartition(b")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
    return found


def adopt_orphans() -> None:
    """What is started below this process stays below it when its parent ends (Linux)."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def apply(limits: Limits) -> None:
    """Bound this process, and all that it starts from now on."""
    import resource

    memory = limits.memory_mib << 20
    bounds: dict[str, int] = {"RLIMIT_DATA": memory, "RLIMIT_AS": _ADDRESS_SPACE * memory}
    bounds |= {"RLIMIT_CPU": limits.cpu_s, "RLIMIT_NOFILE": limits.files}
    if limits.processes:
        bounds["RLIMIT_NPROC"] = _tasks_of_user() + limits.processes
    for name, value in bounds.items():
        if value:
            _bound(getattr(resource, name), value)
    _bound(resource.RLIMIT_CORE, 0)


def _bound(which: int, value: int) -> None:
    import resource

    _, hard = resource.getrlimit(which)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with suppress(ValueError, OSError):  # a limit that this system does not have
        resource.setrlimit(which, (value, value))


def _tasks_of_user() -> int:
    """Processes and threads of this user."""
    tasks = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == os.getuid():
                tasks += sum(1 for _ in (process / "task").iterdir())
    return tasks


def _prctl(option: int, value: int) -> None:
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


# The guard -------------------------------------------------------------------------------------
def main(leash: int, limits: Limits, argv: Sequence[str]) -> None:
    """Run a program until it ends or the leash closes, and end like the program."""
    import shutil
    import tempfile

    os.set_inheritable(leash, False)
    adopt_orphans()
    signals = _listen()
    home = tempfile.mkdtemp(prefix="kritzel-bot-")
    try:
        program = _start(argv, limits, home)
        _let_go_of_its_pipes()
        status = _wait(program, leash, signals)
        with suppress(OSError):  # where there is no /proc, its session has to do
            os.killpg(program, signal.SIGKILL)
        _end_children()
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if os.WIFSIGNALED(status):
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    sys.exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


def _listen() -> int:
    """Signals arrive as bytes at the file descriptor that is returned."""

    def ignore(*_: Any) -> None:
        """The byte says all."""

    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
        signal.signal(number, ignore)
    return reading


def _start(argv: Sequence[str], limits: Limits, home: str) -> int:
    guard = os.getpid()
    if pid := os.fork():
        return pid
    try:
        os.setsid()
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == guard:
            apply(limits)
            os.execvpe(argv[0], list(argv), {**os.environ, "HOME": home, "TMPDIR": home})
    except OSError as error:
        sys.stderr.write(f"{argv[0]}: {error.strerror}\n")
        sys.stderr.flush()
    os._exit(127)


def _let_go_of_its_pipes() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)


def _wait(program: int, leash: int, signals: int) -> int:
    """The status of a program that ended; 0 where Kritzel does not need it any more."""
    while True:
        ready, _, _ = select.select([leash, signals], [], [])
        if leash in ready or signal.SIGTERM in os.read(signals, 512):
            return 0
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                return ended[1]


def _end_children() -> None:
    """Kill until no child is left: children of those that were killed become ours."""
    with suppress(ChildProcessError):
        while True:
            for pid in children(os.getpid()):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), Limits(*map(int, sys.argv[2].split(","))), sys.argv[3:])
