"""The regret of the bots on the micro-games, which are solved exactly: how far they are from the best play.

python bench/regret.py [--only GAME ...] [--bots BOT ...] [--games N] [--write docs/research/0001-regret.md]

Nets for the micro-games are trained first where there are none yet (minutes; The Border's learned bot takes
minutes more to compile), and kept beside the results in the user's cache folder. The page is written from all
results that are kept there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import regret_page
from bench.regret_nets import folder, trained
from bench.regret_play import Found, exactly, sampled
from kritzel.bots import BOTS
from kritzel.games import catalogue
from tests.micro import border_solver, dizzle_solver, traexx_solver

SOLVERS: dict[str, Any] = {"traexx": traexx_solver, "dizzle": dizzle_solver, "border": border_solver}
PLAYERS = ("master", "learned", "planner", "greedy")
SEATS = {"traexx": (0,), "dizzle": (0,), "border": (0, 1)}
GAMES = {"traexx": 0, "dizzle": 4000, "border": 2000}
"""So many sampled games for each bot and seat; none: every position is asked."""
SEED = 1


def options() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--only", nargs="+", choices=sorted(SOLVERS), default=sorted(SOLVERS), metavar="GAME")
    found.add_argument("--bots", nargs="+", choices=PLAYERS, default=PLAYERS, metavar="BOT")
    found.add_argument("--games", type=int, help="sampled games for each bot and seat")
    found.add_argument("--write", type=Path, metavar="FILE", help="write the page of docs from what is kept")
    found.add_argument("--code", default="", help="for the page: which version of the bots was measured")
    return found


def measure(slug: str, bots: Sequence[str], games: int) -> None:
    """The bots on one micro-game, each told at once and kept."""
    game, solver = catalogue.game(slug), SOLVERS[slug].micro()
    about = trained(game, solver)
    for name in bots:
        for seat in SEATS[slug]:
            found = (
                sampled(game, solver, BOTS[name], seat, games, SEED)
                if games
                else exactly(game, solver, BOTS[name])
            )
            print(regret_page.row(slug, found), flush=True)
            keep(slug, found, {"games": about["games"], "seed": about["seed"]})


def keep(slug: str, found: Found, net: dict[str, int]) -> None:
    """Note a result."""
    path = folder() / f"{slug}.{found.bot}.{found.seat}.result"
    path.write_text(json.dumps({"found": asdict(found), "net": net}, indent=1), "utf-8")


def kept() -> dict[str, list[tuple[Found, dict[str, int]]]]:
    """All results, by game; the bots in the order of their strength."""
    results: dict[str, list[tuple[Found, dict[str, int]]]] = {}
    for slug in SOLVERS:
        for name in PLAYERS:
            for seat in SEATS[slug]:
                path = folder() / f"{slug}.{name}.{seat}.result"
                if path.exists():
                    told = json.loads(path.read_text("utf-8"))
                    results.setdefault(slug, []).append((Found(**told["found"]), told["net"]))
    return results


def main(arguments: Sequence[str] | None = None) -> None:
    asked = options().parse_args(arguments)
    folder().mkdir(parents=True, exist_ok=True)
    print(regret_page.HEAD)
    for slug in asked.only if not asked.write else ():
        measure(slug, asked.bots, GAMES[slug] and (asked.games or GAMES[slug]))
    if asked.write:
        asked.write.write_text(regret_page.page(kept(), SEED, asked.code), "utf-8")


if __name__ == "__main__":
    main()
