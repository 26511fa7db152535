"""Where bombs and flags of a Dizzle sheet make a fair race: the search behind version 2 of the sheets.

Seat 0 starts, and a bomb or a flag goes to whoever comes first: where they lie decides how much the start is
worth (docs/research, entry 3).

    python -m tools.dizzle_races 4 --tries 36 --seed 104 --out FOLDER

puts bombs on other plain cells by chance, outside of rows, columns and areas that pay, and flags anywhere but
near a start; lets equal bots play in each of these places (`learned` with the net of the sheet as it is, and
planners), the most promising again with more games, and writes the two fairest sheets.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import deque
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from kritzel.arena import on_twin
from kritzel.arena.job import Entry, Job
from kritzel.bots.weights import Trained, net_for
from kritzel.games import catalogue

GRID = re.compile(r"(?<=grid = '''\n).*?(?=''')", re.DOTALL)
AREAS = re.compile(r"areas = '''\n(.*?)'''", re.DOTALL)
COLUMNS = "abcdefghij"
APART, BOMB_FROM_START, FLAG_FROM_START = 4, 2, 3
"""The least steps between two of them, and from a start."""
FIRST, SECOND, THIRD = (900, 0), (3500, 5000), (6000, 6000)
"""Games of `learned` and of planners in each heat."""
KEPT = (6, 2)
"""How many go into the second heat, and into the third."""
Place = tuple[int, int]


class Layout(NamedTuple):
    """A sheet's text, its cells, and how many steps each is from a start."""

    text: str
    cells: dict[Place, str]
    steps: dict[Place, int]
    paying: frozenset[Place]

    def racing(self) -> list[Place]:
        """Bombs and flags that a die can reach."""
        return sorted(
            at for at, token in self.cells.items() if re.match(r"\d[bf]", token) and at in self.steps
        )

    def drawn(self, cells: dict[Place, str]) -> str:
        """The sheet with other cells."""
        lines = [""] * (1 + max(y for _, y in cells))
        for (_, y), token in cells.items():
            lines[y] += f"{token:5}"
        picture = "".join(line.rstrip() + "\n" for line in lines)
        return GRID.sub(lambda _: picture, self.text)


class Found(NamedTuple):
    """Bombs and flags in other places, and seat 0's share of the wins: of `learned`, of planners."""

    where: str
    text: str
    learned: float = 0.5
    planner: float = 0.5

    @property
    def unfair(self) -> float:
        """How far from a half."""
        return max(abs(self.learned - 0.5), abs(self.planner - 0.5))

    def __str__(self) -> str:
        return f"{self.where}: learned {self.learned:.4f}, planner {self.planner:.4f}"


def main() -> None:
    """Three heats, each with more games for fewer sheets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sheet", help="the number of a sheet")
    parser.add_argument("--tries", type=int, default=36)
    parser.add_argument("--seed", type=int, default=104)
    parser.add_argument("--out", type=Path, default=Path())
    asked = parser.parse_args()
    game, sheet = catalogue.find(f"dizzle/{asked.sheet}")
    trained, rng, layout = net_for(game, sheet), random.Random(asked.seed), read(sheet.source)
    if trained is None:
        parser.error(f"no net for dizzle/{asked.sheet}: train one first")
    tried = [measured(elsewhere(layout, rng), FIRST, 11, trained) for _ in range(asked.tries)]
    for nth, (kept, games) in enumerate(zip(KEPT, (SECOND, THIRD), strict=True)):
        fairest = sorted(tried, key=lambda found: found.unfair)[:kept]
        tried = [measured(found, games, 12 + nth, trained) for found in fairest]
    for nth, found in enumerate(tried):
        (asked.out / f"{asked.sheet}-{nth}.toml").write_text(found.text, "utf-8")


def measured(found: Found, games: tuple[int, int], seed: int, trained: Trained) -> Found:
    """The shares of seat 0 in so many games."""
    learned = share(found.text, "learned", games[0], seed, trained)
    planner = share(found.text, "planner", games[1], seed, trained)
    found = found._replace(learned=learned, planner=planner)
    print(found, flush=True)
    return found


def share(text: str, bot: str, games: int, seed: int, trained: Trained) -> float:
    """Seat 0's share of the wins between equal bots."""
    if not games:
        return 0.5
    job = Job(version("kritzel"), "dizzle", text, 2, (Entry("a", bot), Entry("b", bot)), seed)
    played = on_twin.play(job, [(deal, job.games(deal)[0]) for deal in range(games)], trained)
    return sum((game.places[0] == 1) / game.places.count(1) for game in played) / games


# Sheets --------------------------------------------------------------------------------------------------
def read(text: str) -> Layout:
    """The sheet with this text."""
    cells, areas = tokens(GRID.search(text)), tokens(AREAS.search(text))
    rows = {int(row) - 1 for row in re.findall(r"(?m)^(\d+) = ", text)}
    columns = {COLUMNS.index(column) for column in re.findall(r"(?m)^([a-j]) = ", text)}
    paying = {at for at in cells if at[1] in rows or at[0] in columns or areas.get(at, ".") != "."}
    return Layout(text, cells, steps_from_start(cells), frozenset(paying))


def tokens(found: re.Match[str] | None) -> dict[Place, str]:
    """The cells of a picture."""
    lines = found[found.re.groups].splitlines() if found else []
    return {(x, y): token for y, line in enumerate(lines) for x, token in enumerate(line.split())}


def steps_from_start(cells: dict[Place, str]) -> dict[Place, int]:
    """How many dice in a row lead to each cell that has a number and no lock."""
    steps = {at: 0 for at, token in cells.items() if token == "x"}
    queue = deque(steps)
    while queue:
        at = queue.popleft()
        for near in beside(at):
            if near not in steps and re.match(r"\d(?!l)", cells.get(near, "")):
                steps[near] = steps[at] + 1
                queue.append(near)
    return steps


def beside(at: Place) -> Iterator[Place]:
    """The four places beside one."""
    x, y = at
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def elsewhere(layout: Layout, rng: random.Random) -> Found:
    """All bombs and flags on other cells, by chance."""
    racing = layout.racing()
    plain = [at for at, token in layout.cells.items() if re.fullmatch(r"\d", token) and at in layout.steps]
    while True:
        cells, taken = dict(layout.cells), list[Place]()
        for at in racing:
            cells[at] = cells[at][0]
        for at in racing:
            what = layout.cells[at][1:]
            fits = [place for place in plain + racing if may_lie(layout, what, place, taken)]
            if not fits:
                break
            place = rng.choice(fits)
            cells[place] += what
            taken.append(place)
        else:
            names = (f"{cells[x, y][1:]} {COLUMNS[x]}{y + 1}" for x, y in taken)
            return Found(", ".join(names), layout.drawn(cells))


def may_lie(layout: Layout, what: str, at: Place, taken: list[Place]) -> bool:
    """Whether a bomb or a flag may lie there, beside those that lie already."""
    if any(abs(at[0] - x) + abs(at[1] - y) < APART for x, y in taken):
        return False
    if what.startswith("b"):
        return at not in layout.paying and layout.steps[at] >= BOMB_FROM_START
    return layout.steps[at] >= FLAG_FROM_START


if __name__ == "__main__":
    main()
