"""Live play: what `kritzel serve` costs, beside boardgame.io and beside what is aimed at.

python -m bench.server [--quick] [--only NAME ...] [--json] [--write docs/benchmarks-server.md] [--date DATE]
python -m bench.server profile [--only GAME ...]      where the CPU and the bytes of a move go
python -m bench.server storm [--pages N]              everybody comes back at once
python -m bench.server hold --games N [--rate 300]    many games at a time, moves at a steady rate

Servers and clients are processes of their own; only the server's CPU time counts. boardgame.io needs Node and
npm and is installed once, into bench/server_boardgame/node_modules. What cannot run here is reported as such.
Linux only.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple, TextIO

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import (
    machine,
    server_aims,
    server_hold,
    server_measures,
    server_processes,
    server_profile,
    server_report,
    server_storm,
)
from bench.server_load import Found, Job
from bench.server_processes import Missing, Running
from bench.server_profile import Profile
from bench.server_report import Line, Report, Result
from bench.server_runs import Where, loaded, trusted

SOCKETS, RATE, SPECTATORS = 300, 500, 2000
GAMES = ("traexx/1", "dizzle/1", "border/1")


class Length(NamedTuple):
    """How long and with how many a line is measured."""

    warm: float
    seconds: float
    sockets: int
    spectators: int


FULL = Length(3, 12, SOCKETS, SPECTATORS)
PROFILE = Length(1, 6, SOCKETS, 0)
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
    found.add_argument("what", nargs="?", choices=("all", "profile", "storm", "hold"), default="all")
    found.add_argument(
        "--pages", type=int, default=server_storm.PAGES, help="storm: how many come back at once"
    )
    found.add_argument("--games", type=int, default=server_hold.GAMES, help="hold: how many at a time")
    found.add_argument("--rate", type=int, default=server_hold.RATE, help="hold: moves begun a second")
    found.add_argument("--seconds", type=float, help="how long each line or game is measured")
    found.add_argument(
        "--quick", action="store_true", help="a moment each, without boardgame.io: does it run?"
    )
    names = f"measures ({', '.join(server_aims.MEASURES)}), servers or games: kritzel, traexx/1 ..."
    found.add_argument("--only", nargs="+", metavar="NAME", default=[], help=names)
    found.add_argument("--repeats", type=int, help="how often each measure is taken, else 1 to 3 times")
    found.add_argument(
        "--data", type=Path, help="a folder on the disk to be measured (else: a temporary one)"
    )
    found.add_argument("--source", type=Path, help="run Kritzel from this folder of sources, e.g. older ones")
    found.add_argument(
        "--before", type=Path, help="measure these older sources, too, in turns with the others"
    )
    found.add_argument("--json", action="store_true")
    found.add_argument("--write", type=Path, metavar="FILE", help="also write the page of docs")
    found.add_argument("--date", default="", help="a date for the page")
    return found


# What is wanted ---------------------------------------------------------------------------------------------
def wanted_lines(every: Sequence[Line], only: Sequence[str]) -> list[Line]:
    """The lines with these names; none where a measure was asked for by its name."""
    if set(only) & set(server_aims.MEASURES):
        return []
    return [line for line in every if not only or {line.server, line.store, *line.games} & set(only)]


def wanted_measures(only: Sequence[str], quick: bool) -> dict[str, Sequence[str]]:
    """The measures with these names and their games: of these games, if any is named."""
    every = server_aims.MEASURES
    names = [name for name in every if name in only or not (only or quick)]
    games = [game for game in GAMES if game in only]
    return {
        name: games if games and every[name].games != (server_aims.ALL,) else every[name].games
        for name in names
    }


def unknown(only: Sequence[str]) -> list[str]:
    """Names that mean nothing here."""
    every = lines(FULL, quick=False)
    known = {name for line in every for name in (line.server, line.store, *line.games)}
    return [name for name in only if name not in known | set(server_aims.MEASURES)]


# One line ---------------------------------------------------------------------------------------------------
def measured(line: Line, length: Length, where: Where) -> Result:
    """A server of its own, its clients, and what they found."""
    try:
        with _served(line, where) as server:
            return Result(line, _played(line, length, server))
    except (Missing, OSError, RuntimeError, subprocess.SubprocessError) as problem:
        return Result(line, problem=f"{type(problem).__name__}: {str(problem).strip()[-200:]}")


def _served(line: Line, where: Where) -> AbstractContextManager[Running]:
    if line.server == "kritzel":
        return where.kritzel()
    server_processes.install_boardgame()
    return where.boardgame(files=line.store == "FlatFile")


def _played(line: Line, length: Length, server: Running) -> Found:
    engine = "kritzel" if line.server == "kritzel" else "boardgame"
    warm, seconds = length.warm, length.seconds
    job = Job(engine, *server, line.games, line.sockets, warm, seconds, line.rate, spectators=line.spectators)
    return loaded(job)


def results(wanted: Sequence[Line], length: Length, where: Where, out: TextIO) -> Iterator[Result]:
    """All lines, one after the other, each told at once."""
    if wanted:
        print(server_report.HEAD, file=out, flush=True)
    for line in wanted:
        result = measured(line, length, where)
        print(server_report.row(result), file=out, flush=True)
        yield result


def aimed(
    wanted: Mapping[str, Sequence[str]], repeats: int | None, where: Sequence[Where], out: TextIO
) -> list[list[server_aims.Row]]:
    """All measures that are wanted, each run told at once: rows for each place where it is measured."""
    found: dict[Where, list[server_aims.Once]] = {each: [] for each in where}
    for each, run in server_aims.runs(wanted, where, repeats):
        figures = ", ".join(f"{key} {server_aims.number(figure)}" for key, figure in run.figures.items())
        told = f"{run.name}, {run.game}{' (before)' if each != where[-1] else ''}"
        print(f"{told}: {figures or run.problem}", file=out, flush=True)
        found[each].append(run)
    return [server_aims.rows(found[each]) for each in where]


# The profile ------------------------------------------------------------------------------------------------
def profiled(game: str, length: Length, where: Where, repeats: int) -> Profile:
    """A game without the sampler and with it, in turns; then a few games weighed."""
    plains, sampleds, stages = [], [], Counter[str]()
    for _ in range(repeats):
        plains.append(_sampled(game, length, where, "")[0])
        with where.folder() as folder:
            spent, text = _sampled(game, length, where, str(folder / "samples"))
        sampleds.append(spent)
        stages += server_profile.read(text)
    return Profile(game, plains, sampleds, stages, *server_measures.weigh(where, game))


def _sampled(game: str, length: Length, where: Where, samples: str) -> tuple[float, str]:
    """CPU microseconds per move, and the samples of just these moves."""
    with where.kritzel(samples) as server:
        job = Job("kritzel", *server, (game,), length.sockets, length.warm, length.seconds, samples=samples)
        found = loaded(job)
    window = trusted(found)
    text = Path(samples).read_bytes()[slice(*found.samples)].decode() if samples else ""
    return window.cpu / window.moves * 1e6, text


def profile(asked: argparse.Namespace, where: Where) -> None:
    """Every game that is wanted, told together."""
    length = PROFILE._replace(seconds=asked.seconds or PROFILE.seconds)
    games = [game for game in server_measures.GAMES if not asked.only or game in asked.only]
    found = [profiled(game, length, where, asked.repeats or 1) for game in games]
    told = [each.as_json() for each in found]
    print(json.dumps(told, indent=2) if asked.json else server_profile.as_text(found))


def storm(asked: argparse.Namespace, where: Where) -> None:
    """Everybody comes back at once, to each game that is wanted."""
    for game in [game for game in GAMES if game in asked.only] or ["dizzle/1"]:
        found = server_storm.storm(where, game, asked.pages)
        print(json.dumps(found._asdict()) if asked.json else found.told(), flush=True)


def hold(asked: argparse.Namespace, where: Where) -> None:
    """Many games at a time, of each game that is wanted."""
    seconds = asked.seconds or server_hold.SECONDS
    for game in [game for game in GAMES if game in asked.only] or ["dizzle/1"]:
        found = server_hold.hold(where, game, asked.games, asked.rate, seconds)
        print(json.dumps(found.as_json()) if asked.json else found.told(), flush=True)


def questionable(asked: argparse.Namespace) -> str:
    """What is wrong with what was asked for; nothing where all is well."""
    if strange := unknown(asked.only):
        return f"--only: nothing is called {', '.join(strange)}"
    if asked.what != "all" and asked.only and not set(asked.only) <= set(GAMES):
        return f"--only: a {asked.what} is of games: {', '.join(GAMES)}"
    if asked.pages < 2:
        return "--pages: at least 2, who sit at a table together"
    for name in ("games", "rate"):
        if getattr(asked, name) < 1:
            return f"--{name}: at least 1"
    for source in (asked.source, asked.before):
        if source and not (source / "kritzel").is_dir():
            return f"{source} holds no package kritzel"
    return ""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options()
    asked = parser.parse_args(arguments)
    if problem := questionable(asked):
        parser.error(problem)
    length = QUICK if asked.quick else FULL._replace(seconds=asked.seconds or FULL.seconds)
    where = Where(asked.data, asked.source)
    if asked.what != "all":
        {"profile": profile, "storm": storm, "hold": hold}[asked.what](asked, where)
        return
    load, out = machine.load(), sys.stderr if asked.json else sys.stdout
    found = list(results(wanted_lines(lines(length, asked.quick), asked.only), length, where, out))
    places = [*([where._replace(source=asked.before)] if asked.before else []), where]
    *old, aims = aimed(wanted_measures(asked.only, asked.quick), asked.repeats, places, out)
    before = {(row.key, row.game): row for row in old[0]} if old else server_aims.before()
    report = Report(server_report.facts(), load, asked.date, length.seconds, found, aims, before)
    print(json.dumps(report.as_json(), indent=2) if asked.json else report.as_text())
    if asked.write:
        asked.write.write_text(report.as_page(), "utf-8")


if __name__ == "__main__":
    main()
