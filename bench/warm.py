"""How long bots take on a fresh machine: `python -m bench.warm` prints the table of docs/bots.md.

Each game in fresh processes with an empty cache folder of its own: as plain Python, compiled, loaded again.
CPU seconds are the measure: they hardly depend on what else the machine does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time

from kritzel.fast.twin import PLAIN
from kritzel.games import catalogue
from kritzel.server.bots import questions as bots

HEAD = ("", *bots.ORDER, "together", "cache")


def main() -> None:
    """All games, one after the other."""
    print(_row(HEAD))
    print(_row(["---"] * len(HEAD)))
    for slug in catalogue.GAMES:
        with tempfile.TemporaryDirectory() as folder:
            told = {way: _measured(slug, folder, way) for way in ("plain", "compiled", "loaded")}
            size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        for way, spent in told.items():
            cells = [f"{spent[bot]:.2f}" if bot in spent else "–" for bot in bots.ORDER]
            kept = f"{size / 1e6:.1f} MB" if way == "compiled" else ""
            print(_row([f"{slug}, {way}", *cells, f"{sum(spent.values()):.1f}", kept]), flush=True)


def _row(cells: object) -> str:
    return f"| {' | '.join(cells)} |"  # type: ignore[arg-type]


def _measured(slug: str, folder: str, way: str) -> dict[str, float]:
    """The CPU seconds of each bot's first move, one after the other in a fresh process."""
    surroundings = {**os.environ, "KRITZEL_CACHE": folder, PLAIN: "1" if way == "plain" else "0"}
    who = [bot for bot in bots.ORDER if way != "plain" or not bots.needs_compiler(bot)]
    command = [sys.executable, "-m", "bench.warm", slug, *who]
    found: dict[str, float] = json.loads(subprocess.check_output(command, env=surroundings, text=True))
    return found


def first_moves(slug: str, who: list[str]) -> dict[str, float]:
    """The work of such a process. The first bot pays for what all of them need."""
    spent, begun = {}, process_time()
    for bot in who:
        bots.answer(bots.exercise(bot, slug))
        spent[bot], begun = process_time() - begun, process_time()
    return spent


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(first_moves(sys.argv[1], sys.argv[2:])))
    else:
        main()
