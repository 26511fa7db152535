"""`kritzel serve` under a sampler: python bench/server_sampled.py FILE serve

Whenever the process has spent some milliseconds of CPU time, whichever thread spends it writes its stack into
FILE. faulthandler does so from within C, at that very moment: nothing waits for the interpreter, so time in
uvloop, SQLite and the kernel is seen where it is spent. Nothing of the server is wrapped or changed.
"""

from __future__ import annotations

import faulthandler
import runpy
import signal
import sys
from pathlib import Path

EVERY = 0.001
"""Seconds of CPU time between samples; the kernel takes its own tick where that is longer."""


def main(file: str, *arguments: str) -> None:
    faulthandler.register(signal.SIGPROF, file=Path(file).open("wb"), all_threads=False)  # noqa: SIM115
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)
    sys.argv[:] = ["kritzel", *arguments]
    sys.path.pop(0)
    runpy.run_module("kritzel", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
