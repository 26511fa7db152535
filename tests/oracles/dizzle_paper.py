"""Dizzle's sheets and their points for the oracle: dicts and sets of (column, row), nothing clever.

Knows what is printed, what a seat has on its paper, and what that is worth (D26-D31, D39, D40, D21).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

Spot = tuple[int, int]
Pad = dict[str, tuple[str, int]]
STEP = {"N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}
PIECES = ("NS", "EW", "NE", "NW", "SE", "SW")


def name(spot: Spot) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[spot[0]] + str(spot[1] + 1)


def spot_of(text: str) -> Spot:
    return "abcdefghijklmnopqrstuvwxyz".index(text[0]), int(text[1:]) - 1


def drawn(picture: str) -> dict[Spot, str]:
    """The tokens of a picture by place, gaps left out."""
    found = {}
    for row, line in enumerate(line for line in picture.splitlines() if line.strip()):
        for column, token in enumerate(line.split()):
            if token != ".":
                found[column, row] = token
    return found


class Blank:
    """An empty sheet as its text describes it."""

    def __init__(self, text: str) -> None:
        data = tomllib.loads(text)
        self.points = data.get("points", {})
        self.number: dict[Spot, int] = {}
        self.symbol: dict[Spot, str] = {}
        self.crossed: set[Spot] = set()
        self.printed: dict[Spot, str] = {}
        for spot, token in drawn(data["grid"]).items():
            self.read(spot, token)
        self.lines = [(v, self.row(int(k) - 1)) for k, v in data.get("rows", {}).items()]
        self.lines += [(v, self.column(spot_of(k + "1")[0])) for k, v in data.get("columns", {}).items()]
        self.areas: dict[str, list[Spot]] = {}
        for spot, letter in drawn(data.get("areas", "")).items():
            self.areas.setdefault(letter, []).append(spot)
        self.rail_sheet = bool(self.printed)
        self.found: dict[str, list[Spot]] = {}
        self.volcanoes = self.having("v")
        self.planets = self.having("o")
        self.near = {spot: self.around(spot) for spot in self.symbol}

    def read(self, spot: Spot, token: str) -> None:
        if token[0] in "123456":
            self.number[spot], token = int(token[0]), token[1:]
        if token == "x":
            self.crossed.add(spot)
        if token in PIECES:
            self.printed[spot] = token
        self.symbol[spot] = token

    def around(self, spot: Spot) -> list[Spot]:
        beside = [(spot[0] + x, spot[1] + y) for x, y in STEP.values()]
        return [other for other in beside if other in self.symbol]

    def having(self, start: str) -> list[Spot]:
        """All spots whose symbol begins like this."""
        if start not in self.found:
            self.found[start] = [spot for spot, symbol in self.symbol.items() if symbol.startswith(start)]
        return self.found[start]

    def row(self, row: int) -> list[Spot]:
        return [spot for spot in self.symbol if spot[1] == row]

    def column(self, column: int) -> list[Spot]:
        return [spot for spot in self.symbol if spot[0] == column]


@dataclass
class Paper:
    """What one seat has on its sheet."""

    crosses: set[Spot]
    rails: dict[Spot, str]
    dice: set[Spot] = field(default_factory=set)
    fresh: set[Spot] = field(default_factory=set)
    lost: set[Spot] = field(default_factory=set)
    lava: set[Spot] = field(default_factory=set)
    flags: dict[str, int] = field(default_factory=dict)
    picks: dict[Spot, str] = field(default_factory=dict)
    out: bool = False
    owed: int = 0


# The score ---------------------------------------------------------------------------------------
def pad(blank: Blank, paper: Paper, solo: bool) -> Pad:
    """The score pad of one seat: only the lines that this sheet has."""
    lines: Pad = {}
    if blank.having("g"):
        lines["gems"] = "D26", gems(blank, paper)
    if blank.lines:
        lines["arrows"] = "D27", sum(points for points, line in blank.lines if set(line) <= paper.crosses)
    if blank.having("p"):
        lines["puzzles"] = "D28", puzzles(blank, paper)
    if blank.areas:
        lines["areas"] = "D29", areas(blank, paper)
    if blank.having("f"):
        lines["flags"] = "D21", sum(paper.flags.values())
    if blank.having("h"):
        lines["heaps"] = "D30", blank.points["heap"] * len(paper.crosses & set(blank.having("h")))
    if blank.having("b"):
        lines["bombs"] = "D31", bombs(blank, paper, solo)
    if blank.rail_sheet:
        lines["routes"] = "D39", sum(points for _, points in routes(paper.rails))
    if blank.having("s"):
        lines["stations"] = "D40", stations(blank, paper)
    return lines


def total(scored: Pad) -> int:
    return sum(points for _, points in scored.values())


def gems(blank: Blank, paper: Paper) -> int:
    colours = [int(blank.symbol[spot][1:]) for spot in blank.having("g") if spot in paper.crosses]
    return sum(blank.points["gems"][colour - 1] for colour in colours)


def puzzles(blank: Blank, paper: Paper) -> int:
    points = 0
    for colour, worth in blank.points["puzzles"].items():
        pieces = blank.having("p" + colour)
        if pieces and all(spot in paper.crosses for spot in pieces):
            points += worth
    return points


def areas(blank: Blank, paper: Paper) -> int:
    done = [letter for letter, spots in blank.areas.items() if set(spots) <= paper.crosses]
    return sum(blank.points["areas"][letter] for letter in done)


def bombs(blank: Blank, paper: Paper, solo: bool) -> int:
    exploded = int(blank.points["bomb"]) * len(paper.lost)
    return exploded + (2 * len(paper.crosses & set(blank.having("b"))) if solo else 0)


def stations(blank: Blank, paper: Paper) -> int:
    on_loops = {spot for route in closed_routes(paper.rails) for spot in route}
    return sum(int(blank.symbol[spot][1:]) for spot in blank.having("s") if spot in on_loops)


def closed_routes(rails: dict[Spot, str]) -> list[set[Spot]]:
    return [route for route in chains(rails) if all(len(joined(rails, spot)) == 2 for spot in route)]


def routes(rails: dict[Spot, str]) -> Iterator[tuple[set[Spot], int]]:
    """D39: every route with its points; of the longest closed ones, one counts three a cell."""
    closed = closed_routes(rails)
    longest = max(closed, key=len, default=set())
    for route in chains(rails):
        worth = 1 if route not in closed else 3 if route == longest else 2
        yield route, worth * len(route)


def chains(rails: dict[Spot, str]) -> list[set[Spot]]:
    """All maximal chains of pieces whose ends meet."""
    left, found = set(rails), []
    while left:
        chain, edge = set(), [left.pop()]
        while edge:
            spot = edge.pop()
            chain.add(spot)
            edge += [other for other in joined(rails, spot) if other not in chain]
        left -= chain
        found.append(chain)
    return found


def joined(rails: dict[Spot, str], spot: Spot) -> list[Spot]:
    """The neighbours whose pieces meet the ends of the piece on this spot."""
    met = []
    for end in rails[spot]:
        other = spot[0] + STEP[end][0], spot[1] + STEP[end][1]
        if ACROSS[end] in rails.get(other, ""):
            met.append(other)
    return met
