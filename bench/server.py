"""Live play: what `kritzel serve` costs, beside boardgame.io and beside its goals.

python -m bench.server [--quick] [--only NAME ...] [--json] [--write docs/benchmarks-server.md] [--date DATE]
python -m bench.server profile [--only GAME ...]      where the CPU and the bytes of a move go
python -m bench.server storm [--pages N]              all pages come back at once
python -m bench.server hold --games N [--rate 300]    many games at a time, moves at a steady rate
python -m bench.server stores [--rate 300]            a file beside PostgreSQL

Servers and clients are processes of their own; only the server's CPU time counts. boardgame.io needs Node
and npm and is installed once, into bench/boardgame/node_modules. What cannot run here is reported. Linux
only.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, TextIO

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import hold, lib, load, server_measures, server_page, server_profile, storm
from bench.clients import Window
from bench.lib import Missing, Place
from bench.load import Found, Job
from bench.server_measures import GAMES, MEASURES
from bench.server_page import Line, Report, Result
from bench.server_profile import Profile
from tests.server.families import children
from tests.server.postgres import Postgres

SOCKETS, RATE, SPECTATORS = 300, 500, 2000
STORE_SOCKETS, STORE_RATE, STORE_SECONDS, STORE_ROUNDS = 100, 100, 15.0, 3


class Length(NamedTuple):
    """How long and with how many clients a line is measured."""

    warm_s: float
    seconds: float
    sockets: int
    spectators: int


FULL = Length(3, 12, SOCKETS, SPECTATORS)
PROFILE = Length(1, 6, SOCKETS, 0)
QUICK = Length(0.2, 0.8, 6, 12)


def lines(length: Length, quick: bool) -> list[Line]:
    """Everything that is measured beside boardgame.io."""
    ours = [Line("kritzel", "SQLite, synced", (game,), length.sockets) for game in GAMES]
    ours.append(Line("kritzel", "SQLite, synced", GAMES, length.sockets, rate=60 if quick else RATE))
    ours.append(Line("kritzel", "SQLite, synced", ("traexx/1",), 2, spectators=length.spectators))
    theirs = [
        Line("boardgame.io", store, (game,), length.sockets)
        for game in ("tic-tac-toe", "sheets")
        for store in ("memory", "FlatFile")
    ]
    return ours if quick else ours + theirs


# Options ------------------------------------------------------------------------------------------
def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = found.add_argument
    add("what", nargs="?", choices=("all", *COMMANDS), default="all")
    add("--pages", type=int, default=storm.PAGES, help="storm: how many come back at once")
    add("--games", type=int, default=hold.GAMES, help="hold: how many at a time")
    add("--rate", type=int, help="hold, stores: moves begun a second")
    add("--seconds", type=float, help="how long each line or game is measured")
    add("--quick", action="store_true", help="a moment each, without boardgame.io: does it run?")
    names = f"measures ({', '.join(MEASURES)}), servers or games: kritzel, traexx/1 ..."
    add("--only", nargs="+", metavar="NAME", default=[], help=names)
    add("--repeats", type=int, help="how often each measure is taken, else 1 to 3 times")
    add("--data", type=Path, help="a folder on the disk to be measured (else: a temporary one)")
    add("--source", type=Path, help="run Kritzel from this folder of sources, e.g. older ones")
    add("--before", type=Path, help="measure these older sources too, in turns with the others")
    add("--json", action="store_true")
    add("--write", type=Path, metavar="FILE", help="also write the page of docs")
    add("--date", default="", help="a date for the page")
    return found


def problem_with(options: argparse.Namespace) -> str:
    """What is wrong with these options; empty where they are fine."""
    every = lines(FULL, quick=False)
    known = {name for line in every for name in (line.server, line.store, *line.games)} | set(MEASURES)
    if unknown := [name for name in options.only if name not in known]:
        return f"--only: nothing is called {', '.join(unknown)}"
    if options.what != "all" and not set(options.only) <= set(GAMES):
        return f"--only: {options.what} takes games: {', '.join(GAMES)}"
    if options.pages < 2:
        return "--pages: at least 2, both of one table"
    for name in ("games", "rate"):
        if (given := getattr(options, name)) is not None and given < 1:
            return f"--{name}: at least 1"
    for source in (options.source, options.before):
        if source and not (source / "kritzel").is_dir():
            return f"{source} holds no package kritzel"
    return ""


def choose_lines(every: Sequence[Line], only: Sequence[str]) -> list[Line]:
    """The lines with these names; none where a measure is named."""
    if set(only) & set(MEASURES):
        return []
    return [line for line in every if not only or {line.server, line.store, *line.games} & set(only)]


def choose_measures(only: Sequence[str], quick: bool) -> dict[str, Sequence[str]]:
    """The measures with these names and their games: of these games, if any is named."""
    names = [name for name in MEASURES if name in only or not (only or quick)]
    games = [game for game in GAMES if game in only]
    return {
        name: games if games and MEASURES[name].games != (server_measures.ALL,) else MEASURES[name].games
        for name in names
    }


# Lines and measures -------------------------------------------------------------------------------
def measure(line: Line, length: Length, place: Place) -> Result:
    """Start a server and its clients, and return what they found."""
    try:
        if line.server == "kritzel":
            engine, running = "kritzel", place.kritzel()
        else:
            lib.install_boardgame()
            engine, running = "boardgame", place.boardgame(files=line.store == "FlatFile")
        with running as server:
            job = Job(engine, *server, line.games, line.sockets, length.warm_s, length.seconds, line.rate)
            return Result(line, load.run(job._replace(spectators=line.spectators)))
    except (Missing, OSError, RuntimeError, subprocess.SubprocessError) as problem:
        return Result(line, problem=f"{type(problem).__name__}: {str(problem).strip()[-200:]}")


def measure_lines(wanted: Sequence[Line], length: Length, place: Place, out: TextIO) -> Iterator[Result]:
    """All lines, one after the other; each is printed at once."""
    if wanted:
        print(server_page.HEAD, file=out, flush=True)
    for line in wanted:
        result = measure(line, length, place)
        print(server_page.row(result), file=out, flush=True)
        yield result


def take_measures(
    wanted: Mapping[str, Sequence[str]], repeats: int | None, places: Sequence[Place], out: TextIO
) -> list[list[server_measures.Row]]:
    """All measures, each run printed at once: rows for each place where it is measured."""
    found: dict[Place, list[server_measures.Run]] = {each: [] for each in places}
    for place, run in server_measures.run_all(wanted, places, repeats):
        figures = ", ".join(f"{key} {server_measures.number(figure)}" for key, figure in run.figures.items())
        name = f"{run.name}, {run.game}{' (before)' if place != places[-1] else ''}"
        print(f"{name}: {figures or run.problem}", file=out, flush=True)
        found[place].append(run)
    return [server_measures.rows(found[place]) for place in places]


def run_everything(options: argparse.Namespace, place: Place) -> None:
    length = QUICK if options.quick else FULL._replace(seconds=options.seconds or FULL.seconds)
    busy, out = lib.load(), sys.stderr if options.json else sys.stdout
    wanted = choose_lines(lines(length, options.quick), options.only)
    found = list(measure_lines(wanted, length, place, out))
    places = [*([place._replace(source=options.before)] if options.before else []), place]
    *old, aims = take_measures(choose_measures(options.only, options.quick), options.repeats, places, out)
    before = {(row.key, row.game): row for row in old[0]} if old else {}
    report = Report(server_page.facts(), busy, options.date, length.seconds, found, aims, before)
    print(json.dumps(report.as_json(), indent=2) if options.json else report.as_text())
    if options.write:
        options.write.write_text(report.as_page(), "utf-8")


# Profile ------------------------------------------------------------------------------------------
def profile_game(game: str, length: Length, place: Place, repeats: int) -> Profile:
    """A game without the sampler and with it, in turns; then a few games weighed."""
    plain, sampled, stages = [], [], Counter[str]()
    for _ in range(repeats):
        plain.append(_cpu_and_samples(game, length, place, "")[0])
        with place.folder() as folder:
            spent, text = _cpu_and_samples(game, length, place, str(folder / "samples"))
        sampled.append(spent)
        stages += server_profile.read(text)
    return Profile(game, plain, sampled, stages, *server_measures.weigh(place, game))


def _cpu_and_samples(game: str, length: Length, place: Place, samples: str) -> tuple[float, str]:
    """CPU microseconds per move, and the samples of just these moves."""
    with place.kritzel(samples) as server:
        job = Job("kritzel", *server, (game,), length.sockets, length.warm_s, length.seconds, samples=samples)
        found: Found = load.run(job)
    window = load.require_window(found)
    text = Path(samples).read_bytes()[slice(*found.samples)].decode() if samples else ""
    return window.cpu / window.moves * 1e6, text


def run_profile(options: argparse.Namespace, place: Place) -> None:
    length = PROFILE._replace(seconds=options.seconds or PROFILE.seconds)
    games = [game for game in GAMES if not options.only or game in options.only]
    found = [profile_game(game, length, place, options.repeats or 1) for game in games]
    as_json = [each.as_json() for each in found]
    print(json.dumps(as_json, indent=2) if options.json else server_profile.as_text(found))


# Storm and hold -----------------------------------------------------------------------------------
def run_storm(options: argparse.Namespace, place: Place) -> None:
    for game in options.only or ["dizzle/1"]:
        found = storm.storm(place, game, options.pages)
        print(json.dumps(found._asdict()) if options.json else found.text(), flush=True)


def run_hold(options: argparse.Namespace, place: Place) -> None:
    for game in options.only or ["dizzle/1"]:
        rate, seconds = options.rate or hold.RATE, options.seconds or hold.SECONDS
        found = hold.hold(place, game, options.games, rate, seconds)
        print(json.dumps(found.as_json()) if options.json else found.text(), flush=True)


# Stores -------------------------------------------------------------------------------------------
def measure_store(place: Place, games: Sequence[str], seconds: float, rate: int, *, postgres: bool) -> Window:
    """CPU time of all processes of the server and of PostgreSQL at the same moves per second."""
    with ExitStack() as stack:
        folder, more, family = stack.enter_context(place.folder()), list[str](), list[int]()
        if postgres:
            database = Postgres().start()
            stack.callback(database.close)
            more = ["--database", database.new()]
        server = stack.enter_context(lib.kritzel(folder, source=place.source, more=more))
        if postgres:
            family = [database.process, *children(database.process)]
        job = Job("kritzel", *server, games, STORE_SOCKETS, 3, seconds, rate, family=family)
        return load.require_window(load.run(job))


def run_stores(options: argparse.Namespace, place: Place) -> None:
    rate, seconds = options.rate or STORE_RATE, options.seconds or STORE_SECONDS
    rounds, games = options.repeats or STORE_ROUNDS, options.only or ("traexx/1", "dizzle/1")
    found: dict[str, list[Window]] = {"a file": [], "PostgreSQL": []}
    for _ in range(rounds):
        for kind, windows in found.items():
            windows.append(measure_store(place, games, seconds, rate, postgres=kind == "PostgreSQL"))
    print(f"{rate} moves a second, {STORE_SOCKETS} pages, {rounds} times {seconds:g} s each")
    head = ("", "CPU per move, µs", "p50, ms", "p99, ms", "other programs, cores")
    print(lib.markdown(head, [(kind, *_store_cells(windows)) for kind, windows in found.items()]))


def _store_cells(windows: Sequence[Window]) -> list[str]:
    columns = [
        [window.cpu / window.moves * 1e6 for window in windows],
        [window.p50 for window in windows],
        [window.p99 for window in windows],
    ]
    cells = [f"{statistics.median(column):.0f} ({min(column):.0f}-{max(column):.0f})" for column in columns]
    return [*cells, f"{statistics.median(window.others for window in windows):.1f}"]


COMMANDS = {"profile": run_profile, "storm": run_storm, "hold": run_hold, "stores": run_stores}


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser().parse_args(arguments)
    if problem := problem_with(options):
        parser().error(problem)
    COMMANDS.get(options.what, run_everything)(options, Place(options.data, options.source))


if __name__ == "__main__":
    main()
