"""Where starts, bombs and flags of a Dizzle sheet make a fair race: the search behind newer sheets.

Seat 0 starts, and a bomb or a flag goes to the seat that comes first: where they lie, and what is around the
start crosses, decides how much starting is worth (docs/research, entry 3).

    python -m tools.dizzle_races 4 [--starts] --tries 12 --seed 104 --out FOLDER

puts bombs on other plain cells by chance, outside of rows, columns and areas that pay, and flags anywhere but
near a start; with --starts the start crosses change places with plain cells. On each of these sheets the net
that the sheet has takes a short course with two seats: one that does not know the new places makes them look
fairer than they are. Then it plays against itself; told are seat 0's share of the wins and its lead by
element, which shows what is to blame. All sheets and nets are kept in the folder.
"""

from __future__ import annotations

import argparse
import os
import random
import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from kritzel.arena.job import Entrant, Job
from kritzel.arena.runner import COMPILED
from kritzel.bots import weights
from kritzel.fast.net import Net
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.report.games import play
from kritzel.training.games import Simulator
from kritzel.training.trainer import begin, course_for

GRID = re.compile(r"(?<=grid = '''\n).*?(?=''')", re.DOTALL)
AREAS = re.compile(r"areas = '''\n(.*?)'''", re.DOTALL)
COLUMNS = "abcdefghij"
APART, BOMB_FROM_START, FLAG_FROM_START = 4, 2, 3
"""The least steps between two of them, and from a start; starts are as far apart as bombs and flags."""
COURSE, GAMES = 10_240, 4000
"""Games of the short course, and of the net against itself after it."""
Place = tuple[int, int]
GAME = catalogue.game("dizzle")


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
    """Bombs and flags, or start crosses, in other places."""

    where: str
    text: str


class Pairs(Simulator):
    """A Simulator in which two play at every table."""

    def tables(self, games: int, rng: Any, seats: int | None = None) -> Any:
        """Tables before the first move."""
        return super().tables(games, rng, seats or 2)


def main() -> None:
    """Other places by chance, a course and a measurement for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sheet", help="the number of a sheet")
    parser.add_argument("--starts", action="store_true", help="move the start crosses instead")
    parser.add_argument("--tries", type=int, default=12)
    parser.add_argument("--seed", type=int, default=104)
    parser.add_argument("--out", type=Path, default=Path("build/races"))
    asked = parser.parse_args()
    sheet = catalogue.find(f"dizzle/{asked.sheet}")[1]
    trained, rng, layout = weights.net_for(GAME, sheet), random.Random(asked.seed), read(sheet.source)
    if trained is None:
        parser.error(f"no net for dizzle/{asked.sheet}: train one first")
    asked.out.mkdir(parents=True, exist_ok=True)
    os.environ["KRITZEL_NETS"] = str(asked.out)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for nth in range(asked.tries):
            found = (restarted if asked.starts else elsewhere)(layout, rng)
            path = asked.out / f"{asked.sheet}-{nth}.toml"
            path.write_text(found.text, "utf-8")
            teach(found.text, trained.net, pool, asked.out)
            print(f"{path.name}: {found.where}: {measured(found.text)}", flush=True)


def teach(text: str, net: Net, pool: ThreadPoolExecutor, folder: Path) -> None:
    """A short course on the sheet with this text for a net that knows one much like it."""
    sim = Pairs(GAME, GAME.notation.parse_sheet(text, "elsewhere.toml"), pool)
    training = begin(course_for(sim, COURSE, 0), sim, net)
    for _ in training.run(pool):
        pass
    about = {"games": COURSE, "seed": 0, "noise": {"skilled": 0.0, "casual": 0.0}}
    weights.write(folder, GAME, sim.sheet, weights.read_back(training.net), about)
    weights.forget()


def measured(text: str) -> str:
    """Seat 0's share of the wins of `learned` against itself, and its lead in points by element."""
    entries = Entrant("a", "learned"), Entrant("b", "learned")
    job = Job(version("kritzel"), "dizzle", text, 2, entries, 31)
    games = play(job, [(deal, job.games(deal)[0]) for deal in range(GAMES)], COMPILED)
    share = sum((game.places[0] == 1) / game.places.count(1) for game in games) / GAMES
    lines = GAME.rules.score(GAME.rules.start(Setup(GAME.notation.parse_sheet(text, "elsewhere.toml"), 2)))[
        0
    ].lines
    leads = (
        sum(game.lines[0][nth] - game.lines[1][nth] for game in games) / GAMES for nth in range(len(lines))
    )
    told = (f"{line.key} {lead:+.2f}" for line, lead in zip(lines, leads, strict=True))
    return f"{100 * share:.1f} % (lead: {', '.join(told)})"


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


def restarted(layout: Layout, rng: random.Random) -> Found:
    """All start crosses on other cells, by chance: each changes places with a plain one."""
    starts = sorted(at for at, token in layout.cells.items() if token == "x")
    racing, cells, taken = layout.racing(), dict(layout.cells), list[Place]()
    plain = [at for at, token in layout.cells.items() if re.fullmatch(r"\d", token) and at in layout.steps]
    while len(taken) < len(starts):
        at = rng.choice(plain)
        if far(at, taken, APART) and far(at, racing, FLAG_FROM_START):
            taken.append(at)
    for at, place in zip(starts, taken, strict=True):
        cells[at], cells[place] = cells[place], "x"
    names = (f"x {COLUMNS[x]}{y + 1}" for x, y in taken)
    return Found(", ".join(names), layout.drawn(cells))


def far(at: Place, others: list[Place], least: int) -> bool:
    """Whether a place is that many steps away from all of these."""
    return all(abs(at[0] - x) + abs(at[1] - y) >= least for x, y in others)


def may_lie(layout: Layout, what: str, at: Place, taken: list[Place]) -> bool:
    """Whether a bomb or a flag may lie there, beside those that lie already."""
    if not far(at, taken, APART):
        return False
    if what.startswith("b"):
        return at not in layout.paying and layout.steps[at] >= BOMB_FROM_START
    return layout.steps[at] >= FLAG_FROM_START


if __name__ == "__main__":
    main()
