"""How little it can cost to tell many pages something: python -m bench.server_floor [--pages N] [--bytes N]

A bare loop (uvloop, as in the server) has a TCP connection to each page and nothing else to do. Every round
it writes the same bytes to all of them, as `kritzel serve` does when somebody moves at a table that many
watch: one `write` each, straight to the transport. What that costs no server with one socket per page can
undercut. The pages are a process of their own that only reads. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import cast

import uvloop

from bench.server_timing import kernel_share, user_and_system
from bench.server_walk import quiet

ROUNDS, REPEATS = 40, 5
PAUSE = 0.06
"""Seconds between rounds: what a move at a watched table takes in the measurement."""


class Heard(asyncio.Protocol):
    """A page that reads and says nothing."""

    def __init__(self) -> None:
        self.bytes_heard = 0

    def data_received(self, data: bytes) -> None:
        """Whatever came."""
        self.bytes_heard += len(data)


async def _listen(port: int, pages: int) -> None:
    loop = asyncio.get_running_loop()
    for _ in range(pages):
        await loop.create_connection(Heard, "127.0.0.1", port)
    await loop.run_in_executor(None, sys.stdin.read)


async def _told(pages: int, size: int) -> list[tuple[float, float]]:
    """CPU milliseconds of a round, and which share of them the kernel took; several times."""
    there: list[asyncio.WriteTransport] = []

    class Page(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            there.append(cast(asyncio.WriteTransport, transport))

    server = await asyncio.get_running_loop().create_server(Page, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    command = [sys.executable, "-m", "bench.server_floor", "--listen", str(port), "--pages", str(pages)]
    clients = subprocess.Popen(command, stdin=subprocess.PIPE)
    try:
        while len(there) < pages:
            await asyncio.sleep(0.01)
        await quiet(lambda: len(there))
        return [await _round(there, b"x" * size) for _ in range(REPEATS)]
    finally:
        clients.communicate()


async def _round(there: Sequence[asyncio.WriteTransport], message: bytes) -> tuple[float, float]:
    before, ticks = time.process_time(), user_and_system(os.getpid())
    for _ in range(ROUNDS):
        for transport in there:
            transport.write(message)
        await asyncio.sleep(PAUSE)
    return (time.process_time() - before) / ROUNDS * 1e3, kernel_share(os.getpid(), ticks)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--bytes", type=int, default=250)
    parser.add_argument("--listen", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.listen:
        asyncio.run(_listen(asked.listen, asked.pages))
        return
    found = uvloop.run(_told(asked.pages, asked.bytes))
    spent, kernel = (statistics.median(each) for each in zip(*found, strict=True))
    least = min(each for each, _ in found)
    told = f"{asked.pages} pages, {asked.bytes} B each: {spent:.2f} ms of CPU (at least {least:.2f})"
    print(f"{told}, {kernel:.0%} of it in the kernel")


if __name__ == "__main__":
    main()
