"""Decisions per CPU second in random play: reference and compiled twin of every game, beside peers.

python bench/engine.py [--quick] [--only ENGINE ...] [--json] [--write docs/benchmarks.md]

Every line runs in a process of its own on one core. Peers that are not installed are reported as such;
how to install them: docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import engine_page, lib
from bench.engine_lines import (
    Line,
    Result,
    cold_starts,
    measure_here,
    own_lines,
    peer_lines,
    run,
    start_here,
)

QUICK = 0.05, 1


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--seconds", type=float, default=1, help="CPU seconds for each repetition")
    found.add_argument("--repeat", type=int, default=5, help="repetitions of each line")
    found.add_argument("--quick", action="store_true", help="one short repetition: does it run at all?")
    found.add_argument("--only", nargs="+", metavar="NAME", help="engines, ways or games: kritzel, yacht ...")
    found.add_argument("--json", action="store_true")
    found.add_argument("--write", type=Path, metavar="FILE", help="also write the page of docs")
    found.add_argument("--date", default="", help="a date for the page")
    for inner in ("--line", "--cold"):
        found.add_argument(inner, default="", help=argparse.SUPPRESS)
    found.add_argument("--core", type=int, default=0, help=argparse.SUPPRESS)
    return found


def choose_lines(only: Sequence[str] | None) -> list[Line]:
    lines = [*own_lines(), *peer_lines()]
    return [line for line in lines if not only or {line.engine, line.way, line.game} & set(only)]


def measure_lines(lines: Sequence[Line], seconds: float, repeat: int, out: TextIO) -> Iterator[Result]:
    """All lines, one after the other, each is printed at once."""
    print(engine_page.HEAD, file=out, flush=True)
    for line in lines:
        result = run(line, seconds, repeat)
        print(engine_page.row(result), file=out, flush=True)
        yield result


def main(arguments: Sequence[str] | None = None) -> None:
    options = parser().parse_args(arguments)
    if options.line:
        measure_here(options.line, options.seconds, options.repeat, options.core)
        return
    if options.cold:
        start_here(options.cold)
        return
    load = lib.load()
    seconds, repeat = QUICK if options.quick else (options.seconds, options.repeat)
    results = list(
        measure_lines(choose_lines(options.only), seconds, repeat, sys.stderr if options.json else sys.stdout)
    )
    starts = [] if options.quick or options.only else cold_starts()
    found = engine_page.Report(lib.facts(), load, options.date, seconds, repeat, results, starts)
    print(json.dumps(found.as_json(), indent=2) if options.json else found.as_text())
    if options.write:
        options.write.write_text(found.as_page(), "utf-8")


if __name__ == "__main__":
    main()
