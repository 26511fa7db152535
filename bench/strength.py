"""How strong the bots are on every sheet: tables of docs/bots.md, and ratings shown where bots are chosen.

python bench/strength.py [--only NAME ...] [--seats N ...] [--of BOT ...] [--without BOT] [--share 0.1]
    [--kept FOLDER] [--write]

Plays all jobs of every sheet with `kritzel arena`, two at a time; the games are kept in a folder, so that a
run goes on where the last one ended. `--only`, `--seats` and `--without` leave jobs out, `--share` plays only
so much of each. `--of` is for bots that have changed: games with one of them are played, and of the others
the page says what it said. `--write` puts what was played into the tables of docs/bots.md, where all else
stays as it is, and the ratings of sheets whose games with two seats were all played into
src/kritzel/bots/ratings.json; a bot left out keeps its distance to the one below.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import strength_page
from kritzel.arena.design import games_per_deal
from kritzel.bots import BOTS, STEPS
from kritzel.games import catalogue

ROOT = Path(__file__).resolve().parents[1]
PAGE, RATINGS = ROOT / "docs" / "bots.md", ROOT / "src" / "kritzel" / "bots" / "ratings.json"
ALL = tuple(BOTS)
QUICK = STEPS[:-1]
LADDER = ("greedy", "planner", "learned", "master")
LOW, HIGH = ("random", "casual", "planner", "master"), ("greedy", "skilled", "planner", "master")
"""Who plays at larger tables: all seven make up too many. Everybody meets everybody in one of them."""
DEALS = {
    1: ((ALL[:-1], 4000), (("learned", "master"), 300)),
    2: ((ALL, 20), (ALL[:-1], 100)),
    3: ((QUICK, 150), (LADDER, 60), (LOW, 20), (HIGH, 20)),
    4: ((QUICK, 150), (LADDER, 150), (LOW, 50), (HIGH, 50)),
}
"""Deals by seats and bots: each of them is a game alone, or one at every table that can be made up. With
three and four seats so many where all seats are alike: boards that differ make more games of a deal."""
DUELS, LONG_DUELS = 1500, 100
"""Deals for each level against the one below, two seats; and where the master thinks."""
SHARES = {"border": 0.3}
"""Where the master thinks for long with two seats, so much is played of its games."""
MORE = {"border": 3}
"""Where levels are close together, so many times the games are played at larger tables."""
PAIRS = (*pairwise(STEPS), ("planner", "learned"), ("greedy", "master"))
"""Neighbours on the ladder, the planner by whom everybody is rated, and from one end to the other."""
SEED = 20


class Job(NamedTuple):
    """One run of the arena."""

    sheet: str
    seats: int
    bots: tuple[str, ...]
    deals: int

    @property
    def folder(self) -> str:
        """Where its games are kept."""
        who = "all" if self.bots == ALL else "-".join(self.bots)
        return f"{self.sheet.replace('/', '-')}-{self.seats}-{who}"

    def games(self) -> int:
        """How many games the deals have."""
        game, laid = catalogue.find(self.sheet)
        return self.deals * games_per_deal(len(self.bots), self.seats, len(game.boards(laid)))


def jobs(sheet: str, share: float) -> list[Job]:
    """All there is to play on a sheet: tables of every size, then neighbours on the ladder."""
    game = catalogue.find(sheet)[0]
    wanted: list[tuple[int, tuple[str, ...], int]] = [
        *((seats, bots, deals) for seats in game.seat_counts for bots, deals in DEALS[seats]),
        *((2, pair, LONG_DUELS if "master" in pair else DUELS) for pair in PAIRS),
    ]
    return [
        Job(sheet, seats, bots, max(2, round(deals * share * evened(sheet, seats, bots))))
        for seats, bots, deals in wanted
    ]


def evened(sheet: str, seats: int, bots: tuple[str, ...]) -> float:
    """Fewer deals where the master thinks long, and at larger tables where boards make more games of each."""
    game, laid = catalogue.find(sheet)
    if seats <= 2:
        return SHARES.get(game.slug, 1.0) if "master" in bots else 1.0
    many = len(bots), seats
    return MORE.get(game.slug, 1) * games_per_deal(*many, 0) / games_per_deal(*many, len(game.boards(laid)))


def played(job: Job, kept: Path) -> dict[str, Any]:
    """What the arena says; games that were played before are not played again."""
    out = kept / job.folder
    command: list[Any] = [Path(sys.executable).with_name("kritzel"), "arena", job.sheet]
    command += ["--bots", ",".join(job.bots), "--seats", str(job.seats), "--games", str(job.games())]
    command += ["--seed", str(SEED), "--jobs", "1", "--out", out, "--json", "--lang", "en"]
    command += ["--resume"] if out.exists() else []
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{job.folder}: {done.stderr.strip()}")
    print(job.folder, job.games(), "games", flush=True)
    return dict(json.loads(done.stdout))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play everything and write it down."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these sheets")
    parser.add_argument("--seats", nargs="+", type=int, choices=list(DEALS), help="these sizes of tables")
    parser.add_argument("--of", nargs="+", choices=ALL, default=ALL, metavar="BOT", help="these bots changed")
    parser.add_argument("--without", choices=ALL, help="no games with this bot")
    parser.add_argument("--share", type=float, default=1.0, help="of the games")
    parser.add_argument("--kept", type=Path, default=ROOT / "build" / "strength", help="folder for the games")
    parser.add_argument("--write", action="store_true", help="write docs/bots.md and the ratings")
    asked = parser.parse_args(arguments)
    sheets = [f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug)]
    every = {sheet: jobs(sheet, asked.share) for sheet in asked.only or sheets}
    every = {sheet: [job for job in every[sheet] if asked.without not in job.bots] for sheet in every}
    wanted = [
        job
        for job in chain(*every.values())
        if (not asked.seats or job.seats in asked.seats) and (job.seats == 2 or {*asked.of} & {*job.bots})
    ]
    asked.kept.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        told = dict(zip(wanted, pool.map(lambda job: played(job, asked.kept), wanted), strict=True))
    cells = strength_page.about(asked.of, strength_page.figures(told))
    print(strength_page.tables(cells))
    if asked.write:
        strength_page.put(PAGE, cells)
        whole = {sheet for sheet in every if all(job in told for job in every[sheet] if job.seats == 2)}
        rated = strength_page.ratings({job: told[job] for job in told if job.sheet in whole})
        before = json.loads(RATINGS.read_text("utf-8"))
        now = before | {sheet: strength_page.with_others(rated[sheet], before[sheet]) for sheet in rated}
        RATINGS.write_text(json.dumps(now, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
