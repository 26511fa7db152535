"""The tables of bench/strength.py: what docs/bots.md says on strength, and the ratings of the bots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from kritzel.bots import BOTS

Told: TypeAlias = Mapping[Any, dict[str, Any]]
ALL = tuple(BOTS)
ANCHOR, ANCHORED = "planner", 1500
"""On every sheet this bot is rated so."""

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
    """By sheet and bot: its rating among all bots with two seats."""
    found = {}
    for job, figures in told.items():
        if job.seats == 2 and job.bots == ALL:
            elo = {bot["bot"]: bot["rating"]["elo"] for bot in figures["bots"]}
            found[job.sheet] = {bot: round(elo[bot] - elo[ANCHOR]) + ANCHORED for bot in ALL}
    return found


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
        yield f"### {SEATS[seats]}: how often a bot was ahead of each weaker one at the same table, %\n"
        large = {job: figures for job, figures in told.items() if job.seats == seats and len(job.bots) > 2}
        rows = [row for job, figures in large.items() for row in _rows(job, figures)]
        bots = next(iter(large)).bots if large else ()
        yield from table(["sheet", "", *(f"`{bot}`" for bot in bots[:-1])], rows)


def _rows(job: Any, figures: dict[str, Any]) -> Iterator[list[str]]:
    """A bot per row; in bold where it is surely ahead."""
    ahead = {(pair["one"], pair["other"]): pair["ahead"] for pair in figures["pairs"]}
    for place, bot in enumerate(job.bots[1:], 1):
        shares = [ahead[weaker, bot] for weaker in job.bots[:place]]
        texts = [(f"{100 * (1 - share['share']):.0f}", share["high"] < 0.5) for share in shares]
        cells = [f"**{text}**" if sure else text for text, sure in texts]
        yield [job.sheet if place == 1 else "", f"`{bot}`", *cells, *[""] * (len(job.bots) - 1 - place)]
