"""The tables of bench/strength.py: what docs/bots.md says on strength, and the ratings of the bots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import log
from pathlib import Path
from typing import Any, TypeAlias

from kritzel.arena.ratings import ELO
from kritzel.bots import BOTS

Told: TypeAlias = Mapping[Any, dict[str, Any]]
Cells: TypeAlias = dict[tuple[str, str, str, str], str]
"""What stands in the tables: by title, sheet, bot of the row (or nothing) and column."""
ALL = tuple(BOTS)
ANCHOR, ANCHORED = "planner", 1500
"""On every sheet this bot is rated so."""
ROUNDS = 2000

NAMED = re.compile(f"`({'|'.join(ALL)})`")
MARKED = re.compile(r"(?<=<!-- strength -->\n).*?(?=<!-- /strength -->)", re.DOTALL)
ALONE = "Alone: mean points ± half of the 95 % interval"
LADDER = "Two seats: share of the wins of each level against the one below, %"
COMPANY = "{} seats: whose were the wins of a bot and a weaker one at the same table, %"
SEATS = {2: "Two", 3: "Three", 4: "Four"}


def put(page: Path, told: Cells) -> None:
    """What is told into the tables of the page, between its marks; cells it does not speak of stay."""
    text = page.read_text("utf-8")
    found = MARKED.search(text)
    assert found, f"{page} has no marks"
    cells = read(found[0]) | told
    page.write_text(text[: found.start()] + f"\n{tables(cells)}\n" + text[found.end() :], "utf-8")


def read(text: str) -> Cells:
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


def figures(told: Told) -> Cells:
    """What is told, by cell."""
    return {**_alone(told), **_ladders(told), **_company(told)}


def about(bots: Iterable[str], cells: Cells) -> Cells:
    """The cells that speak of one of these bots."""
    named = [f"`{bot}`" for bot in bots]
    return {cell: text for cell, text in cells.items() if any(name in cell[2] + cell[3] for name in named)}


def tables(cells: Cells) -> str:
    """All tables, as text of the page."""
    return "\n".join(line for title in _order(cell[0] for cell in cells) for line in _table(title, cells))


def _table(title: str, cells: Cells) -> Iterator[str]:
    mine = [cell for cell in cells if cell[0] == title]
    columns = _order(column for *_, column in mine)
    head = ["sheet", *[""] * any(bot for _, _, bot, _ in mine), *columns]
    yield from (f"### {title}\n", _line(head), _line(["---"] * len(head)))
    for sheet in dict.fromkeys(sheet for _, sheet, _, _ in mine):
        for nth, bot in enumerate(_order(bot for _, on, bot, _ in mine if on == sheet)):
            row = [cells.get((title, sheet, bot, column), "") for column in columns]
            yield _line([sheet if nth == 0 else "", *[bot] * bool(bot), *row])
    yield ""


def ratings(told: Told) -> dict[str, dict[str, int]]:
    """By sheet and bot: its rating, from all games with two seats."""
    return {sheet: _rated(told, sheet) for sheet in dict.fromkeys(job.sheet for job in told)}


def with_others(rated: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """The ratings, and of bots that did not play the distance they had to the one below."""
    now: dict[str, int] = {}
    for below, bot in pairwise((ALL[0], *ALL)):
        now[bot] = rated[bot] if bot in rated else now[below] + before[bot] - before[below]
    return now


def _rated(told: Told, sheet: str) -> dict[str, int]:
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


def _alone(told: Told) -> Cells:
    """Points; in bold where a bot surely has more than the one below on the same deals. Of two jobs of a bot,
    the one with more deals counts."""
    jobs = sorted((job for job in told if job.seats == 1), key=lambda job: int(job.deals))
    return {
        (ALONE, job.sheet, "", f"`{bot['bot']}`"): _mean(bot["points"], _surpassed(told[job], bot["bot"]))
        for job in jobs
        for bot in told[job]["bots"]
    }


def _surpassed(figures: dict[str, Any], bot: str) -> bool:
    """Whether a bot surely has more points than the one below."""
    below = dict(pairwise(reversed(ALL))).get(bot)
    return any(
        pair["points"]["high"] < 0
        for pair in figures["pairs"]
        if (pair["one"], pair["other"]) == (below, bot)
    )


def _mean(points: dict[str, float], surely: bool) -> str:
    text = f"{points['mean']:.1f} ± {(points['high'] - points['low']) / 2:.1f}"
    return f"**{text}**" if surely else text


def _ladders(told: Told) -> Cells:
    """Each level against the one below; in bold where the interval leaves half of the wins out."""
    return {
        (LADDER, job.sheet, "", f"`{job.bots[1]}` : `{job.bots[0]}`"): _ahead(figures)
        for job, figures in told.items()
        if len(job.bots) == job.seats == 2
    }


def _ahead(figures: dict[str, Any]) -> str:
    """The share of the second bot, in bold if it is surely the better one."""
    share = figures["bots"][1]["wins"]
    text = f"{100 * share['share']:.0f} ({100 * share['low']:.0f} to {100 * share['high']:.0f})"
    return f"**{text}**" if share["low"] > 0.5 else text


def _company(told: Told) -> Cells:
    """Every bot against every weaker one, at tables of every size; of two jobs in which both sat at the same
    tables, the one with more of these counts."""
    cells: Cells = {}
    for seats, word in SEATS.items():
        large = [(job, told[job]) for job in told if job.seats == seats]
        for sheet in dict.fromkeys(job.sheet for job, _ in large):
            pairs = [pair for job, figures in large if job.sheet == sheet for pair in figures["pairs"]]
            for pair in sorted(pairs, key=lambda pair: int(pair["games"])):
                place = COMPANY.format(word), sheet, f"`{pair['other']}`", f"`{pair['one']}`"
                cells[place] = _beaten(pair["wins"])
    return cells


def _beaten(wins: dict[str, float]) -> str:
    """How many of both bots' wins were the other one's; in bold where it surely is the better one."""
    text = f"{100 * (1 - wins['share']):.0f}"
    return f"**{text}**" if wins["high"] < 0.5 else text


def _order(names: Iterable[str]) -> list[str]:
    """Each once; bots from the weakest to the strongest, pairs by the stronger one and the nearest first, all
    else as it comes."""
    return sorted(dict.fromkeys(names), key=_rank)


def _rank(name: str) -> tuple[int, int]:
    ranks = [ALL.index(bot) for bot in NAMED.findall(name)] or [0]
    return ranks[0], ranks[0] - ranks[-1]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
