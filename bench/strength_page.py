"""The tables of bench/strength.py: what docs/bots.md says on strength, and the ratings of the bots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import log
from pathlib import Path
from typing import Any, TypeAlias

from kritzel.arena.ratings import ELO
from kritzel.bots import BOTS

Told: TypeAlias = Mapping[Any, dict[str, Any]]
ALL = tuple(BOTS)
ANCHOR, ANCHORED = "planner", 1500
"""On every sheet this bot is rated so."""
ROUNDS = 2000

MARKED = re.compile(r"(?<=<!-- strength -->\n).*?(?=<!-- /strength -->)", re.DOTALL)
SEATS = {1: "Alone", 2: "Two seats", 3: "Three seats", 4: "Four seats"}


def put(page: Path, text: str) -> None:
    """The tables into the page, between its marks."""
    told, found = MARKED.subn(lambda _: f"\n{text}\n", page.read_text("utf-8"))
    assert found == 1, f"{page} has no marks"
    page.write_text(told, "utf-8")


def tables(told: Told) -> str:
    """Everything, as text of the page."""
    parts = [*_alone(told), *_ladders(told), *_company(told)]
    return "\n".join(parts)


def ratings(told: Told) -> dict[str, dict[str, int]]:
    """By sheet and bot: its rating, from all games with two seats."""
    return {sheet: _rated(told, sheet) for sheet in dict.fromkeys(job.sheet for job in told)}


def _rated(told: Told, sheet: str) -> dict[str, int]:
    """Bradley-Terry by repeated averaging (Zermelo 1929); half a win each way keeps ratings finite."""
    won = {(one, two): 0.5 for one in ALL for two in ALL if one != two}
    for job, figures in told.items():
        for pair in figures["pairs"] if (job.sheet, job.seats) == (sheet, 2) else ():
            one, two, share = pair["one"], pair["other"], pair["ahead"]["share"]
            won[one, two] += pair["games"] * share
            won[two, one] += pair["games"] * (1 - share)
    strong = dict.fromkeys(ALL, 1.0)
    for _ in range(ROUNDS):
        for one in ALL:
            others = [two for two in ALL if two != one]
            met = sum((won[one, two] + won[two, one]) / (strong[one] + strong[two]) for two in others)
            strong[one] = sum(won[one, two] for two in others) / met
    return {bot: round(ELO * log(strong[bot] / strong[ANCHOR])) + ANCHORED for bot in ALL}


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table as lines of text."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]


def _alone(told: Told) -> Iterator[str]:
    yield "### Alone: mean points ± half of the 95 % interval\n"
    rows = []
    for job, figures in told.items():
        if job.seats == 1:
            rows.append([job.sheet, *[_mean(bot["points"]) for bot in figures["bots"]]])
    yield from table(["sheet", *(f"`{bot}`" for bot in ALL)], rows)


def _mean(points: dict[str, float]) -> str:
    return f"{points['mean']:.1f} ± {(points['high'] - points['low']) / 2:.1f}"


def _ladders(told: Told) -> Iterator[str]:
    """Each level against the one below; in bold where the interval leaves half of the wins out."""
    yield "### Two seats: share of the wins of each level against the one below, %\n"
    duels = {(job.sheet, *job.bots): figures for job, figures in told.items() if len(job.bots) == 2}
    pairs = list(dict.fromkeys((one, two) for _, one, two in duels))
    rows = [
        [sheet, *[_ahead(duels[sheet, one, two]) for one, two in pairs]]
        for sheet in dict.fromkeys(sheet for sheet, *_ in duels)
    ]
    yield from table(["sheet", *(f"`{two}` : `{one}`" for one, two in pairs)], rows)


def _ahead(figures: dict[str, Any]) -> str:
    """The share of the second bot, in bold if it is surely the better one."""
    share = figures["bots"][1]["wins"]
    text = f"{100 * share['share']:.0f} ({100 * share['low']:.0f} to {100 * share['high']:.0f})"
    return f"**{text}**" if share["low"] > 0.5 else text


def _company(told: Told) -> Iterator[str]:
    """Every bot against every weaker one, at tables of every size."""
    for seats in (2, 3, 4):
        yield f"### {SEATS[seats]}: whose were the wins of a bot and a weaker one at the same table, %\n"
        large = {job: figures for job, figures in told.items() if job.seats == seats and len(job.bots) > 2}
        bots = [bot for bot in ALL if any(bot in job.bots for job in large)]
        rows: list[list[str]] = []
        for sheet in dict.fromkeys(job.sheet for job in large):
            pairs = [figures["pairs"] for job, figures in large.items() if job.sheet == sheet]
            rows += _rows(sheet, bots, [pair for some in pairs for pair in some])
        yield from table(["sheet", "", *(f"`{bot}`" for bot in bots[:-1])], rows)


def _rows(sheet: str, bots: list[str], pairs: list[dict[str, Any]]) -> Iterator[list[str]]:
    """A bot per row; of two tables that both sat at, the one with more games counts."""
    most: dict[tuple[str, str], dict[str, Any]] = {}
    for pair in sorted(pairs, key=lambda pair: int(pair["games"])):
        most[pair["one"], pair["other"]] = pair["wins"]
    for place, bot in enumerate(bots[1:], 1):
        cells = [_beaten(most.get((weaker, bot))) for weaker in bots[:place]]
        yield [sheet if place == 1 else "", f"`{bot}`", *cells, *[""] * (len(bots) - 1 - place)]


def _beaten(wins: dict[str, float] | None) -> str:
    """How many of both bots' wins were the other one's; in bold where it surely is the better one."""
    if wins is None:
        return ""
    text = f"{100 * (1 - wins['share']):.0f}"
    return f"**{text}**" if wins["high"] < 0.5 else text
