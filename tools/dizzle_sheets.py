"""Fill the layouts of Dizzle sheets with numbers and write the sheets. Deterministic.

A layout (tools/dizzle_layouts/N.toml) is a sheet whose numbers are still `?`. The numbers are found by
simulated annealing: no equal neighbours, each number equally often, also in every arrow's line and every
part of the sheet, and many different numbers around each start. A sheet whose start moved after that has no
layout any more: its numbers would all be others.

    python tools/dizzle_sheets.py            write src/kritzel/games/dizzle/sheets/*.toml
    python tools/dizzle_sheets.py --check    fail if one of them differs
"""

from __future__ import annotations

import argparse
import math
import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
SHEETS = HERE.parent / "src" / "kritzel" / "games" / "dizzle" / "sheets"
FACES = range(1, 7)
STEPS = 25_000
Place = tuple[int, int]
PICTURE = re.compile(r"(?<=grid = '''\n).*?(?=''')", re.DOTALL)


def main() -> None:
    """Write or check all sheets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if a sheet differs from its layout")
    check = parser.parse_args().check
    stale = []
    for layout in sorted((HERE / "dizzle_layouts").glob("*.toml")):
        text = filled(layout.read_text("utf-8"), seed=int(layout.stem))
        target = SHEETS / layout.name
        if check and text != target.read_text("utf-8"):
            stale.append(target.name)
        if not check:
            target.write_text(text, "utf-8")
    sys.exit(f"stale: {', '.join(stale)}; run python tools/dizzle_sheets.py" if stale else 0)


def filled(layout: str, seed: int) -> str:
    """The sheet's text: the layout with its question marks turned into numbers."""
    found = PICTURE.search(layout)
    if found is None:
        sys.exit("a layout has no grid")
    rows = [line.split() for line in found[0].splitlines()]
    places = [(x, y) for y, row in enumerate(rows) for x, token in enumerate(row) if token[0] == "?"]
    starts = [(x, y) for y, row in enumerate(rows) for x, token in enumerate(row) if token[0] in "xNSE"]
    numbers = annealed(places, starts, random.Random(seed))
    for (x, y), number in numbers.items():
        rows[y][x] = rows[y][x].replace("?", str(number))
    drawn = "".join("".join(f"{token:5}" for token in row).rstrip() + "\n" for row in rows)
    return PICTURE.sub(lambda _: drawn, layout)


def annealed(places: list[Place], starts: list[Place], rng: random.Random) -> dict[Place, int]:
    """Numbers for the places that make a pleasant sheet; each face as often as the others, or one less."""
    faces = [FACES[i % 6] for i in range(len(places))]
    rng.shuffle(faces)
    numbers = dict(zip(places, faces, strict=True))
    groups = alike(places)
    for step in range(STEPS):
        heat = 3.0 * (1 - step / STEPS) + 0.02
        a, b = rng.sample(places, 2)
        if numbers[a] == numbers[b]:
            continue
        before = near_cost(numbers, starts, groups, (a, b))
        numbers[a], numbers[b] = numbers[b], numbers[a]
        rise = near_cost(numbers, starts, groups, (a, b)) - before
        if rise > 0 and rng.random() >= math.exp(-rise / heat):
            numbers[a], numbers[b] = numbers[b], numbers[a]
    return numbers


def near_cost(
    numbers: dict[Place, int], starts: list[Place], groups: dict[Place, list[Place]], at: tuple[Place, ...]
) -> float:
    """How bad the sheet is around these places: the less, the better."""
    cost = 0.0
    for place in at:
        number = numbers[place]
        cost += 9 * sum(numbers.get(beside) == number for beside in ring(place, 1))
        cost += 2 * sum(numbers.get(beside) == number for beside in ring(place, 2))
        cost += 0.6 * sum(numbers[other] == number for other in groups[place])
    for start in starts:
        around = [numbers[p] for p in ring(start, 1) if p in numbers]
        cost += 6 * (len(around) - len(set(around)))
    return cost


def ring(place: Place, distance: int) -> list[Place]:
    """The places exactly this many steps away."""
    x, y = place
    return [
        (x + dx, y + dy)
        for dx in range(-distance, distance + 1)
        for dy in range(-distance, distance + 1)
        if abs(dx) + abs(dy) == distance
    ]


def alike(places: list[Place]) -> dict[Place, list[Place]]:
    """For each place the others in the same row, the same column or the same corner of the sheet."""
    wide, high = max(x for x, _ in places), max(y for _, y in places)

    def corner(place: Place) -> tuple[bool, bool]:
        return 2 * place[0] <= wide, 2 * place[1] <= high

    def related(a: Place, b: Place) -> bool:
        return a != b and (a[0] == b[0] or a[1] == b[1] or corner(a) == corner(b))

    return {place: [other for other in places if related(place, other)] for place in places}


if __name__ == "__main__":
    main()
