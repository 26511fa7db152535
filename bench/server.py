"""Live play: moves per second, CPU per move and answering times of `kritzel serve`, beside boardgame.io.

python bench/server.py [--quick] [--only NAME ...] [--json] [--write docs/benchmarks-server.md] [--date DATE]

Servers and clients are processes of their own; only the server's CPU time counts. boardgame.io needs Node and
npm and is installed once, into bench/server_boardgame/node_modules. What cannot run here is reported as such.
Linux only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TextIO

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import machine, server_processes, server_report
from bench.server_load import Found, Job
from bench.server_processes import Missing, Running
from bench.server_report import Line, Report, Result
from bench.server_timing import Window

SOCKETS, RATE, SPECTATORS = 300, 500, 2000
GAMES = ("traexx/1", "dizzle/1", "border/1")


class Length(NamedTuple):
    """How long and with how many a line is measured."""

    warm: float
    seconds: float
    sockets: int
    spectators: int


FULL = Length(3, 12, SOCKETS, SPECTATORS)
QUICK = Length(0.2, 0.8, 6, 12)


def lines(length: Length, quick: bool) -> list[Line]:
    """Everything that is measured."""
    everybody = length.sockets
    ours = [Line("kritzel", "SQLite, synced", (game,), everybody) for game in GAMES]
    ours.append(Line("kritzel", "SQLite, synced", GAMES, everybody, rate=60 if quick else RATE))
    ours.append(Line("kritzel", "SQLite, synced", GAMES[:1], 2, spectators=length.spectators))
    theirs = [
        Line("boardgame.io", "memory", ("tic-tac-toe",), everybody),
        Line("boardgame.io", "FlatFile", ("tic-tac-toe",), everybody),
        Line("boardgame.io", "memory", ("sheets",), everybody),
        Line("boardgame.io", "FlatFile", ("sheets",), everybody),
    ]
    return ours if quick else ours + theirs


def options() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--seconds", type=float, default=FULL.seconds, help="how long each line is measured")
    found.add_argument(
        "--quick", action="store_true", help="a moment each, without boardgame.io: does it run?"
    )
    found.add_argument("--only", nargs="+", metavar="NAME", help="servers or games: kritzel, traexx/1 ...")
    found.add_argument(
        "--data", type=Path, help="a folder on the disk to be measured (else: a temporary one)"
    )
    found.add_argument("--json", action="store_true")
    found.add_argument("--write", type=Path, metavar="FILE", help="also write the page of docs")
    found.add_argument("--date", default="", help="a date for the page")
    return found


# One line ---------------------------------------------------------------------------------------------------
def measured(line: Line, length: Length, data: Path | None) -> Result:
    """A server of its own, its clients, and what they found."""
    try:
        with TemporaryDirectory(dir=data) as folder, _served(line, Path(folder)) as server:
            return Result(line, _played(line, length, server))
    except (Missing, OSError, RuntimeError, subprocess.SubprocessError) as problem:
        return Result(line, problem=f"{type(problem).__name__}: {str(problem).strip()[-200:]}")


def _served(line: Line, folder: Path) -> AbstractContextManager[Running]:
    if line.server == "kritzel":
        return server_processes.kritzel(folder)
    server_processes.install_boardgame()
    return server_processes.boardgame(folder, files=line.store == "FlatFile")


def _played(line: Line, length: Length, server: Running) -> Found:
    engine = "kritzel" if line.server == "kritzel" else "boardgame"
    warm, seconds = length.warm, length.seconds
    job = Job(engine, *server, line.games, line.sockets, warm, seconds, line.rate, spectators=line.spectators)
    script = str(Path(__file__).with_name("server_load.py"))
    command = [sys.executable, script, json.dumps(job._asdict())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120 + 4 * (warm + seconds))
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout.splitlines()[-1])
    return Found(**{**found, "window": Window(**found["window"])})


def results(wanted: Sequence[Line], length: Length, data: Path | None, out: TextIO) -> Iterator[Result]:
    """All lines, one after the other, each told at once."""
    print(server_report.HEAD, file=out, flush=True)
    for line in wanted:
        result = measured(line, length, data)
        print(server_report.row(result), file=out, flush=True)
        yield result


def main(arguments: Sequence[str] | None = None) -> None:
    asked = options().parse_args(arguments)
    length = QUICK if asked.quick else FULL._replace(seconds=asked.seconds)
    wanted = [
        line
        for line in lines(length, asked.quick)
        if not asked.only or {line.server, line.store, *line.games} & set(asked.only)
    ]
    load = machine.load()
    found = list(results(wanted, length, asked.data, sys.stderr if asked.json else sys.stdout))
    report = Report(server_report.facts(), load, asked.date, length.seconds, found)
    print(json.dumps(report.as_json(), indent=2) if asked.json else report.as_text())
    if asked.write:
        asked.write.write_text(report.as_page(), "utf-8")


if __name__ == "__main__":
    main()
