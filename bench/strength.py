"""How strong the bots are on every sheet: tables of docs/strength.md, and ratings shown with the bots.

python bench/strength.py [--only NAME ...] [--seats N ...] [--of BOT ...] [--without BOT] [--share 0.1]
    [--kept FOLDER] [--write]

Plays all jobs of every sheet with `kritzel arena`, two at a time; the games are stored in a folder, so
that a run goes on where the last one ended. `--only`, `--seats` and `--without` leave jobs out, `--share`
plays only that part of each. `--of` is for bots that have changed: only games with one of them are
played, and the page keeps its figures of the others. `--write` puts the results into the tables of
docs/strength.md, where all else stays, and the ratings of sheets whose games with two seats were all played
into src/kritzel/bots/ratings.json; a bot left out keeps its distance to the one below.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from math import log
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from kritzel.arena.job import games_per_deal
from kritzel.arena.ratings import ELO
from kritzel.bots import BOTS, STEPS
from kritzel.games import catalogue

ROOT = Path(__file__).resolve().parents[1]
PAGE, RATINGS = ROOT / "docs" / "strength.md", ROOT / "src" / "kritzel" / "bots" / "ratings.json"
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
"""The factor of games at larger tables where levels are close together."""
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
        return self.deals * games_per_deal(len(self.bots), self.seats, len(game.rules.boards(laid)))


def jobs(sheet: str, share: float) -> list[Job]:
    """All there is to play on a sheet: tables of every size, then neighbours on the ladder."""
    game = catalogue.find(sheet)[0]
    wanted: list[tuple[int, tuple[str, ...], int]] = [
        *((seats, bots, deals) for seats in game.seat_counts for bots, deals in DEALS[seats]),
        *((2, pair, LONG_DUELS if "master" in pair else DUELS) for pair in PAIRS),
    ]
    return [
        Job(sheet, seats, bots, max(2, round(deals * share * share_of_deals(sheet, seats, bots))))
        for seats, bots, deals in wanted
    ]


def share_of_deals(sheet: str, seats: int, bots: tuple[str, ...]) -> float:
    """Fewer deals where the master thinks long, and at larger tables where boards make more games of each."""
    game, laid = catalogue.find(sheet)
    if seats <= 2:
        return SHARES.get(game.slug, 1.0) if "master" in bots else 1.0
    many = len(bots), seats
    return (
        MORE.get(game.slug, 1)
        * games_per_deal(*many, 0)
        / games_per_deal(*many, len(game.rules.boards(laid)))
    )


def run_arena(job: Job, kept: Path) -> dict[str, Any]:
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
    parser.add_argument("--write", action="store_true", help="write docs/strength.md and the ratings")
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
        told = dict(zip(wanted, pool.map(lambda job: run_arena(job, asked.kept), wanted), strict=True))
    cells = cells_about(asked.of, cells_of(told))
    print(tables(cells))
    if asked.write:
        write_page(PAGE, cells)
        whole = {sheet for sheet in every if all(job in told for job in every[sheet] if job.seats == 2)}
        rated = ratings({job: told[job] for job in told if job.sheet in whole})
        before = json.loads(RATINGS.read_text("utf-8"))
        now = before | {sheet: with_others(rated[sheet], before[sheet]) for sheet in rated}
        RATINGS.write_text(json.dumps(now, indent=1) + "\n", "utf-8")


# Tables -------------------------------------------------------------------------------------------
Told: TypeAlias = Mapping[Any, dict[str, Any]]
Cells: TypeAlias = dict[tuple[str, str, str, str], str]
"""What stands in the tables: by title, sheet, bot of the row (or nothing) and column."""
ANCHOR, ANCHORED = "planner", 1500
"""On every sheet this bot is rated so."""
ROUNDS = 2000

NAMED = re.compile(f"`({'|'.join(ALL)})`")
MARKED = re.compile(r"(?<=<!-- strength -->\n).*?(?=<!-- /strength -->)", re.DOTALL)
ALONE = "Alone: mean points ± half of the 95 % interval"
LADDER_TITLE = "Two seats: share of the wins of each level against the one below, %"
COMPANY = "{} seats: whose were the wins of a bot and a weaker one at the same table, %"
SEATS = {2: "Two", 3: "Three", 4: "Four"}


def write_page(page: Path, told: Cells) -> None:
    """What is told into the tables of the page, between its marks; cells it does not speak of stay."""
    text = page.read_text("utf-8")
    found = MARKED.search(text)
    assert found, f"{page} has no marks"
    cells = read_cells(found[0]) | told
    page.write_text(text[: found.start()] + f"\n{tables(cells)}\n" + text[found.end() :], "utf-8")


def read_cells(text: str) -> Cells:
    """The cells of tables that were written before."""
    cells: Cells = {}
    for section in text.split("### ")[1:]:
        title, _, rest = section.partition("\n")
        head, _, *rows = [line[2:-2].split(" | ") for line in rest.split("\n") if line]
        sheet, first = "", head.index("") + 1 if "" in head else 1
        for row in rows:
            sheet, bot = row[0] or sheet, row[1] if first == 2 else ""
            cells |= {
                (title, sheet, bot, column): cell
                for column, cell in zip(head[first:], row[first:], strict=True)
                if cell
            }
    return cells


def cells_of(told: Told) -> Cells:
    """What is told, by cell."""
    return {**_solo_cells(told), **_ladder_cells(told), **_company_cells(told)}


def cells_about(bots: Iterable[str], cells: Cells) -> Cells:
    """The cells that speak of one of these bots."""
    named = [f"`{bot}`" for bot in bots]
    return {cell: text for cell, text in cells.items() if any(name in cell[2] + cell[3] for name in named)}


def tables(cells: Cells) -> str:
    """All tables, as text of the page."""
    return "\n".join(
        line for title in _ordered_names(cell[0] for cell in cells) for line in _table(title, cells)
    )


def _table(title: str, cells: Cells) -> Iterator[str]:
    mine = [cell for cell in cells if cell[0] == title]
    columns = _ordered_names(column for *_, column in mine)
    head = ["sheet", *[""] * any(bot for _, _, bot, _ in mine), *columns]
    yield from (f"### {title}\n", _line(head), _line(["---"] * len(head)))
    for sheet in dict.fromkeys(sheet for _, sheet, _, _ in mine):
        for nth, bot in enumerate(_ordered_names(bot for _, on, bot, _ in mine if on == sheet)):
            row = [cells.get((title, sheet, bot, column), "") for column in columns]
            yield _line([sheet if nth == 0 else "", *[bot] * bool(bot), *row])
    yield ""


def ratings(told: Told) -> dict[str, dict[str, int]]:
    """By sheet and bot: its rating, from all games with two seats."""
    return {sheet: _ratings_of(told, sheet) for sheet in dict.fromkeys(job.sheet for job in told)}


def with_others(rated: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """The ratings, and of bots that did not play the distance they had to the one below."""
    now: dict[str, int] = {}
    for below, bot in pairwise((ALL[0], *ALL)):
        now[bot] = rated[bot] if bot in rated else now[below] + before[bot] - before[below]
    return now


def _ratings_of(told: Told, sheet: str) -> dict[str, int]:
    """Bradley-Terry by repeated averaging (Zermelo 1929); half a win each way keeps ratings finite."""
    played = {bot for job in told if (job.sheet, job.seats) == (sheet, 2) for bot in job.bots}
    bots = [bot for bot in ALL if bot in played]
    won = {(one, two): 0.5 for one in bots for two in bots if one != two}
    for job, figures in told.items():
        for pair in figures["pairs"] if (job.sheet, job.seats) == (sheet, 2) else ():
            one, two, share = pair["one"], pair["other"], pair["ahead"]["share"]
            won[one, two] += pair["games"] * share
            won[two, one] += pair["games"] * (1 - share)
    strong = dict.fromkeys(bots, 1.0)
    for _ in range(ROUNDS):
        for one in bots:
            others = [two for two in bots if two != one]
            met = sum((won[one, two] + won[two, one]) / (strong[one] + strong[two]) for two in others)
            strong[one] = sum(won[one, two] for two in others) / met
    return {bot: round(ELO * log(strong[bot] / strong[ANCHOR])) + ANCHORED for bot in bots}


def _solo_cells(told: Told) -> Cells:
    """Points; in bold where a bot surely has more than the one below on the same deals. Of two jobs of a bot,
    the one with more deals counts."""
    jobs = sorted((job for job in told if job.seats == 1), key=lambda job: int(job.deals))
    return {
        (ALONE, job.sheet, "", f"`{bot['bot']}`"): _points_cell(
            bot["points"], _is_better(told[job], bot["bot"])
        )
        for job in jobs
        for bot in told[job]["bots"]
    }


def _is_better(figures: dict[str, Any], bot: str) -> bool:
    """Whether a bot surely has more points than the one below."""
    below = dict(pairwise(reversed(ALL))).get(bot)
    return any(
        pair["points"]["high"] < 0
        for pair in figures["pairs"]
        if (pair["one"], pair["other"]) == (below, bot)
    )


def _points_cell(points: dict[str, float], surely: bool) -> str:
    text = f"{points['mean']:.1f} ± {(points['high'] - points['low']) / 2:.1f}"
    return f"**{text}**" if surely else text


def _ladder_cells(told: Told) -> Cells:
    """Each level against the one below; in bold where the interval leaves half of the wins out."""
    return {
        (LADDER_TITLE, job.sheet, "", f"`{job.bots[1]}` : `{job.bots[0]}`"): _ladder_cell(figures)
        for job, figures in told.items()
        if len(job.bots) == job.seats == 2
    }


def _ladder_cell(figures: dict[str, Any]) -> str:
    """The share of the second bot, in bold if it is surely the better one."""
    share = figures["bots"][1]["wins"]
    text = f"{100 * share['share']:.0f} ({100 * share['low']:.0f} to {100 * share['high']:.0f})"
    return f"**{text}**" if share["low"] > 0.5 else text


def _company_cells(told: Told) -> Cells:
    """Every bot against every weaker one, at tables of every size; of two jobs in which both sat at the same
    tables, the one with more of these counts."""
    cells: Cells = {}
    for seats, word in SEATS.items():
        large = [(job, told[job]) for job in told if job.seats == seats]
        for sheet in dict.fromkeys(job.sheet for job, _ in large):
            pairs = [pair for job, figures in large if job.sheet == sheet for pair in figures["pairs"]]
            for pair in sorted(pairs, key=lambda pair: int(pair["games"])):
                place = COMPANY.format(word), sheet, f"`{pair['other']}`", f"`{pair['one']}`"
                cells[place] = _wins_cell(pair["wins"])
    return cells


def _wins_cell(wins: dict[str, float]) -> str:
    """How many of both bots' wins were the other one's; in bold where it surely is the better one."""
    text = f"{100 * (1 - wins['share']):.0f}"
    return f"**{text}**" if wins["high"] < 0.5 else text


def _ordered_names(names: Iterable[str]) -> list[str]:
    """Each once; bots from the weakest to the strongest, pairs by the stronger one and the nearest first, all
    else as it comes."""
    return sorted(dict.fromkeys(names), key=_rank)


def _rank(name: str) -> tuple[int, int]:
    ranks = [ALL.index(bot) for bot in NAMED.findall(name)] or [0]
    return ranks[0], ranks[0] - ranks[-1]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
