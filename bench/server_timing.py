"""What is measured while clients play: moves, how long each took, what the server spent. Linux only."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

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


class Window(NamedTuple):
    """What happened within a span of time."""

    moves: int
    seconds: float
    cpu: float
    """CPU seconds of the server."""
    p50: float
    p99: float
    """Milliseconds until a move was answered."""
    sent: float
    """Bytes the clients got for each move, all of them together."""
    busy: float
    """How much of one core the clients needed."""
    problem: str = ""
    others: float = 0.0
    """Cores that programs needed which have nothing to do with it: 0 on a quiet machine."""


class Moves:
    """All moves that were answered; `count` runs, and latencies are kept while a window is open."""

    def __init__(self) -> None:
        self.count = 0
        self.waits: list[float] = []

    def answered(self, wait: float) -> None:
        """One more."""
        self.count += 1
        self.waits.append(wait)


class Player:
    """A client. Without a `queue` it moves as soon as it can (closed loop), else it waits to be called."""

    def __init__(self, moves: Moves) -> None:
        self.waiting_for = ""
        self.problem = ""
        self.queue: dict[Player, None] | None = None
        self._moves = moves
        self._begun = 0.0

    @property
    def can_move(self) -> bool:
        """Whether it is to move."""
        raise NotImplementedError

    @property
    def bytes_heard(self) -> int:
        """Everything it was sent."""
        raise NotImplementedError

    async def sit_down(self) -> None:
        """Join the first game."""
        raise NotImplementedError

    def move(self) -> None:
        """Make any legal move and set `waiting_for`."""
        raise NotImplementedError

    def look(self) -> None:
        """Something has changed."""
        if not self.can_move:
            return
        if self.queue is None:
            self.begin(time.perf_counter())
        else:
            self.queue[self] = None

    def begin(self, since: float) -> None:
        """Move; the time counts from `since`."""
        self._begun = since
        self.move()

    def answered(self) -> None:
        """The move is answered."""
        self.waiting_for = ""
        self._moves.answered(time.perf_counter() - self._begun)


class Measure:
    """A window that is open: begin it, play, then ask for the result."""

    def __init__(self, pids: Sequence[int], moves: Moves, heard: Callable[[], int]) -> None:
        self._pids, self._moves, self._heard = pids, moves, heard
        moves.waits.clear()
        spent = sum(map(cpu_seconds, pids))
        self._from = (moves.count, heard(), time.perf_counter(), time.process_time(), spent)
        self._all = machine_seconds()

    def result(self, problem: str = "") -> Window:
        """What happened since."""
        count, heard, clock, own, cpu = self._from
        moves, seconds = self._moves.count - count, time.perf_counter() - clock
        spent, mine = sum(map(cpu_seconds, self._pids)) - cpu, time.process_time() - own
        waits = sorted(self._moves.waits) or [0.0]
        p50, p99 = (waits[min(len(waits) - 1, int(len(waits) * part))] * 1e3 for part in (0.5, 0.99))
        sent = (self._heard() - heard) / max(moves, 1)
        others = max(0.0, machine_seconds() - self._all - spent - mine) / seconds
        return Window(moves, seconds, spent, p50, p99, sent, mine / seconds, problem, others)
