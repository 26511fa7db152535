"""Colourings of The Border's map, and which four make fair boards: the search behind tools/border_data.

A colouring cuts the border into 24 segments, one of 2, 3, 4 and 5 cells in each colour, so that no two
segments of a colour touch. Colours mean nothing (all dice are alike), so a board's strength lies in where its
segments are. With three or four at the table the seat that begins has more than its share (docs/research,
entry 2): boards given out in an order shall make up for that (`border_seatings` looks for better ones).

    python -m tools.border_colourings --seed 5 --candidates 20 --rounds 12 --games 500

makes colourings by chance and plays a tournament of equal planners: in each round all candidates in fours,
so many games with two, three and four seats. From the wins each colouring and each seat gets a strength for
every number of seats; the fours in an order with which all seats should win most equally play as dealt
(`--final` games each), the fairest three of them once more (`--check`). `--write` puts the fairest four into
colourings.json.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from importlib.metadata import version
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from kritzel.arena import on_twin
from kritzel.arena.job import Entrant, Job, LineUp
from tools.border_sheet import DATA, sheet_text

SIZES, SEATS, BOARDS = (2, 3, 4, 5), (2, 3, 4), 4
COLOURS = ("red", "green", "blue", "yellow", "orange", "grey")
STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ITERATIONS, FINALS, CHECKED = 300, 12, 3
Hexagon = tuple[int, int]
Segment = tuple[Hexagon, ...]
Colouring = dict[str, Any]


class Won(NamedTuple):
    """One game: the candidates at the table, and the share of the win of each."""

    who: tuple[int, ...]
    shares: tuple[float, ...]


class Strengths(NamedTuple):
    """What a colouring and a seat win in proportion to, with one number of seats."""

    boards: list[float]
    seats: list[float]


def main() -> None:
    """Make colourings, let them compete, tell the fairest four."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (
        ("seed", 5),
        ("candidates", 20),
        ("rounds", 12),
        ("games", 500),
        ("final", 3000),
        ("check", 20_000),
    ):
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
    orders = permutations(range(len(pool)), BOARDS)
    best = nsmallest(FINALS, orders, key=lambda four: unfairness(four, strong))
    finals = [[pool[each] for each in four] for four in best]
    promising = sorted(finals, key=lambda boards: off_by(boards, asked.final, rng))[:CHECKED]
    chosen = min(promising, key=lambda boards: off_by(boards, asked.check, rng))
    if asked.write:
        write(chosen)


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
    order = [tuple(rng.sample(range(1, BOARDS + 1), seats)) for _ in range(games)]
    for each, shares in zip(order, played(boards, order, rng), strict=True):
        yield Won(tuple(names[board - 1] for board in each), shares)


def as_dealt(boards: list[Colouring], seats: int, games: int, rng: random.Random) -> list[float]:
    """What each seat wins, with its own board."""
    every = played(boards, [tuple(range(1, seats + 1))] * games, rng)
    return [sum(shares) / games for shares in zip(*every, strict=True)]


def off_by(boards: list[Colouring], games: int, rng: random.Random) -> float:
    """How far the seat that is off most is from its fair share, over all numbers of seats; told, too."""
    worst = 0.0
    print(*(each["id"] for each in boards))
    for seats in SEATS:
        shares = as_dealt(boards, seats, games, rng)
        worst = max(worst, *(abs(share - 1 / seats) for share in shares))
        print(" ", seats, "seats:", *(f"{100 * share:.1f} %" for share in shares), flush=True)
    return worst


def played(
    boards: list[Colouring], order: Sequence[tuple[int, ...]], rng: random.Random
) -> Iterator[tuple[float, ...]]:
    """Games of equal planners with these boards on the seats: the share of the win of each."""
    seats = len(order[0])
    entries = tuple(Entrant(f"planner-{seat}", "planner") for seat in range(seats))
    job = Job(version("kritzel"), "border", sheet_text(boards), seats, entries, rng.randrange(1 << 30))
    asked = [(deal, LineUp(tuple(range(seats)), each)) for deal, each in enumerate(order)]
    for finished in on_twin.play(job, asked):
        yield shares_of(finished.places)


def shares_of(places: Sequence[int]) -> tuple[float, ...]:
    """The share of the win of each seat."""
    first = [place == 1 for place in places]
    return tuple(one / sum(first) for one in first)


def strengths(games: Sequence[Won], many: int) -> Strengths:
    """Who wins in proportion to what (Bradley-Terry), by repeated averaging: a board times its seat."""
    who, shares = np.array([game.who for game in games]), np.array([game.shares for game in games])
    seat_of = np.broadcast_to(np.arange(who.shape[1]), who.shape)
    boards, seats = np.ones(many), np.ones(who.shape[1])
    for _ in range(ITERATIONS):
        for mine, place, other, elsewhere in ((boards, who, seats, seat_of), (seats, seat_of, boards, who)):
            due = other[elsewhere] / (boards[who] * seats).sum(axis=1, keepdims=True)
            won = np.bincount(place.ravel(), shares.ravel(), len(mine))
            mine[:] = won / np.maximum(np.bincount(place.ravel(), due.ravel(), len(mine)), 1e-9)
            mine /= np.exp(np.log(np.maximum(mine, 1e-9)).mean())
    return Strengths(boards.tolist(), seats.tolist())


def unfairness(four: Sequence[int], strong: dict[int, Strengths]) -> float:
    """How far the seat that is off most is from its fair share, over all numbers of seats."""
    worst = 0.0
    for seats, (boards, places) in strong.items():
        values = [boards[board] * place for board, place in zip(four, places, strict=False)]
        worst = max(worst, *(abs(value / sum(values) - 1 / seats) for value in values))
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
