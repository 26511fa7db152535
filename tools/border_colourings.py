"""Colourings of The Border's map, and which four make fair boards: the search behind tools/border_data.

A colouring cuts the border into 24 segments, one of 2, 3, 4 and 5 cells in each colour, so that no two
segments of a colour touch. Which one a seat gets must not decide the game; colours mean nothing (all dice
are alike), so a board's strength lies in where its segments are.

    python -m tools.border_colourings --seed 5 --candidates 20 --rounds 12 --games 500

makes colourings by chance and plays a tournament of equal planners: in each round all candidates in fours,
so many games with two, three and four seats. From the wins each gets a strength for every number of seats;
the four whose boards win most equally are told, and written into colourings.json with `--write`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import combinations
from typing import Any, NamedTuple

from kritzel.arena import on_twin
from kritzel.arena.design import Seating
from kritzel.arena.job import Entry, Job
from tools.border_sheet import DATA, sheet_text

SIZES, SEATS, BOARDS = (2, 3, 4, 5), (2, 3, 4), 4
COLOURS = ("red", "green", "blue", "yellow", "orange", "grey")
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ITERATIONS = 300
Hexagon = tuple[int, int]
Segment = tuple[Hexagon, ...]
Colouring = dict[str, Any]


class Won(NamedTuple):
    """One game: the candidates at the table, and the share of the win of each."""

    who: tuple[int, ...]
    shares: tuple[float, ...]


def main() -> None:
    """Make colourings, let them compete, tell the fairest four."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("seed", 5), ("candidates", 20), ("rounds", 12), ("games", 500)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--write", action="store_true", help="the fairest four into colourings.json")
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    pool = [colouring(f"t{asked.seed}-{nth}", rng) for nth in range(asked.candidates)]
    games: dict[int, list[Won]] = {seats: [] for seats in SEATS}
    for at in range(asked.rounds):
        for seats in SEATS:
            games[seats] += tournament(pool, seats, asked.games, rng)
        print(f"round {at + 1} of {asked.rounds}", flush=True)
    strong = {seats: strengths(games[seats], len(pool)) for seats in SEATS}
    fairest = min(combinations(range(len(pool)), BOARDS), key=lambda four: unfairness(four, strong))
    print([pool[each]["id"] for each in fairest], f"off by {100 * unfairness(fairest, strong):.1f} %")
    if asked.write:
        write([pool[each] for each in fairest])


def write(chosen: Sequence[Colouring]) -> None:
    """The four boards, a segment on a line."""
    told = [
        f'  {{"id":"{each["id"]}","segments":[\n'
        + ",\n".join(f"   {json.dumps(segment, separators=(',', ':'))}" for segment in each["segments"])
        + "\n  ]}"
        for each in chosen
    ]
    (DATA / "colourings.json").write_text('{"chosen":[\n' + ",\n".join(told) + "\n]}\n", "utf-8")


# Measuring -----------------------------------------------------------------------------------------
def tournament(pool: Sequence[Colouring], seats: int, games: int, rng: random.Random) -> Iterator[Won]:
    """Everybody once, in fours; a few sit out where they do not come out even."""
    order = rng.sample(range(len(pool)), len(pool))
    for at in range(0, len(pool) - BOARDS + 1, BOARDS):
        four = order[at : at + BOARDS]
        yield from table([pool[each] for each in four], four, seats, games, rng)


def table(
    boards: list[Colouring], names: Sequence[int], seats: int, games: int, rng: random.Random
) -> Iterator[Won]:
    """Games of equal planners, with boards on seats by chance."""
    entries = tuple(Entry(f"planner-{seat}", "planner") for seat in range(seats))
    job = Job(version("kritzel"), "border", sheet_text(boards), seats, entries, rng.randrange(1 << 30))
    order = [tuple(rng.sample(range(1, BOARDS + 1), seats)) for _ in range(games)]
    asked = [(deal, Seating(tuple(range(seats)), each)) for deal, each in enumerate(order)]
    for each, finished in zip(order, on_twin.play(job, asked), strict=True):
        first = [place == 1 for place in finished.places]
        shares = tuple(one / sum(first) for one in first)
        yield Won(tuple(names[board - 1] for board in each), shares)


def strengths(games: Sequence[Won], many: int) -> list[float]:
    """Who wins in proportion to what (Bradley-Terry), by repeated averaging."""
    strong = [1.0] * many
    won = [sum(dict(zip(*game, strict=True)).get(each, 0.0) for game in games) for each in range(many)]
    for _ in range(ITERATIONS):
        expected = [1e-9] * many
        for game in games:
            together = sum(strong[each] for each in game.who)
            for each in game.who:
                expected[each] += 1 / together
        strong = [max(mine, 1e-9) / due for mine, due in zip(won, expected, strict=True)]
        middle = math.exp(sum(map(math.log, strong)) / many)
        strong = [each / middle for each in strong]
    return strong


def unfairness(four: Sequence[int], strong: dict[int, list[float]]) -> float:
    """How far the board that is off most is from its fair share, over all numbers of seats."""
    worst = 0.0
    for seats, values in strong.items():
        tables = list(combinations(four, seats))
        for each in four:
            own = [table for table in tables if each in table]
            share = sum(values[each] / sum(values[other] for other in table) for table in own) / len(own)
            worst = max(worst, abs(share - 1 / seats))
    return worst


# Making one ----------------------------------------------------------------------------------------
def colouring(name: str, rng: random.Random) -> Colouring:
    """A colouring by chance."""
    chart = json.loads((DATA / "map.json").read_text("utf-8"))
    cells = {(q, r) for q, r in chart["border"]} - {(q, r) for q, r in chart["white"]}
    while True:
        segments = cut(cells, rng)
        colours = coloured(segments, rng) if segments else None
        if colours:
            told = [
                {"colour": colour, "cells": [list(cell) for cell in segment]}
                for segment, colour in zip(segments, colours, strict=True)
            ]
            return {"id": name, "segments": told}


def cut(cells: set[Hexagon], rng: random.Random) -> list[Segment]:
    """The cells cut into segments, each size as often as there are colours; nothing where it went wrong."""
    left, sizes, segments = set(cells), [size for size in SIZES for _ in COLOURS], []
    while left:
        start = min(left, key=lambda cell: (len(beside(cell) & left), rng.random()))
        size = rng.choice(sizes) if sizes else 0
        segment = grown(start, size, left, rng)
        if len(segment) != size or not size:
            return []
        sizes.remove(size)
        left -= set(segment)
        segments.append(segment)
    return segments


def grown(start: Hexagon, size: int, left: set[Hexagon], rng: random.Random) -> Segment:
    """Connected cells from a start on; fewer where there are no more."""
    segment = [start]
    while len(segment) < size:
        open_cells = sorted({near for cell in segment for near in beside(cell) & left} - set(segment))
        if not open_cells:
            break
        segment.append(min(open_cells, key=lambda cell: (len(beside(cell) & left), rng.random())))
    return tuple(segment)


def beside(cell: Hexagon) -> set[Hexagon]:
    """The six neighbours."""
    return {(cell[0] + q, cell[1] + r) for q, r in STEPS}


def coloured(segments: list[Segment], rng: random.Random) -> list[str] | None:
    """A colour for each segment: one of each size, none beside its like. None where chance found nothing."""
    touching = [
        {other for other, cells in enumerate(segments) if any(beside(cell) & set(cells) for cell in segment)}
        for segment in segments
    ]
    for _ in range(2000):
        colours: list[str] = [""] * len(segments)
        for size in SIZES:
            same = [nth for nth, segment in enumerate(segments) if len(segment) == size]
            for nth, colour in zip(same, rng.sample(COLOURS, len(same)), strict=True):
                colours[nth] = colour
        alike = (
            other != nth and colours[other] == colours[nth]
            for nth, near in enumerate(touching)
            for other in near
        )
        if not any(alike):
            return colours
    return None


if __name__ == "__main__":
    main()
