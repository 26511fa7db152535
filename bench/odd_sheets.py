"""What the master is worth on sheets that nobody trained for, against the planner: alone and with two seats.

The sheets are printed ones with numbers, symbols, colours, points and cells redrawn, the same for a seed.

    python bench/odd_sheets.py                   play on 14 sheets, a few deals each
    python bench/odd_sheets.py --write FOLDER    write the sheets, for `kritzel arena --sheet FILE` and others
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from kritzel.arena import on_reference
from kritzel.arena.job import enter
from kritzel.game import SheetError
from kritzel.games import catalogue

PLANNER, MASTER = range(2)
DIZZLE, TRAEXX, BORDER = 7, 5, 2
"""How many of each."""
BASES = "1234567"
HOLES = 0.05
"""The share of plain cells of Dizzle that are left out."""
RECOLOURED = 0.15
"""The share of cells of The Border with another colour."""
LETTERS = "roygba"
CELL = re.compile(r"(?<!\S)[1-6](?:g[123]|[bhr])?(?!\S)")
"""A cell of Dizzle that changes places: a number, perhaps with a gem, a bomb, a heap or a rocket."""
POINTS = re.compile(r"(?<=[=\[,] )\d+|(?<=\[)\d+")


def dizzle(text: str, rng: Random) -> str:
    """The cells shuffled, some left out, other points."""
    begin, end = picture(text, "grid")
    cells = CELL.findall(text[begin:end])
    rng.shuffle(cells)
    grid = CELL.sub(lambda _: "." if rng.random() < HOLES else cells.pop(), text[begin:end])
    rest = POINTS.sub(lambda points: str(max(1, int(points[0]) + rng.randint(-3, 3))), text[end:])
    return text[:begin] + grid + re.sub(r"\nranks = .*", "", rest)


def traexx(text: str, rng: Random) -> str:
    """Colours and numbers shuffled, perhaps a row less, other cards."""
    begin, end = picture(text, "board")
    rows = text[begin:end].rstrip("\n").split("\n")[: -1 if rng.random() < 0.5 else None]
    drawn = "\n".join(rows) + "\n"
    numbers = re.findall(r"\d+", text[begin:end])
    colours = re.findall(r"[a-z]", drawn)
    places = rng.sample(range(len(colours)), len(numbers))
    with_number = dict(zip(places, numbers, strict=True))
    rng.shuffle(colours)
    tokens = (f"{each}{with_number.get(at, '')}" for at, each in enumerate(colours))
    drawn = re.sub(r"[a-z]\d* *", lambda token: next(tokens).ljust(len(token[0])), drawn)
    cards = ["".join(rng.choices(LETTERS, k=rng.choice((4, 4, 5)))) for _ in range(15)]
    rest = re.sub(r"cards = \[.*\]", f"cards = {cards}".replace("'", '"'), text[end:], flags=re.DOTALL)
    return text[:begin] + drawn + rest


def border(text: str, rng: Random) -> str:
    """Other colours for some cells."""
    head, *boards = text.split("colours = '''")

    def other(letter: re.Match[str]) -> str:
        return rng.choice(LETTERS) if rng.random() < RECOLOURED else letter[0]

    return "colours = '''".join([head, *(recolour(board, other) for board in boards)])


def recolour(board: str, other: Callable[[re.Match[str]], str]) -> str:
    drawn, end, rest = board.partition("'''")
    return re.sub(f"[{LETTERS}]", other, drawn) + end + rest


def picture(text: str, name: str) -> tuple[int, int]:
    """Where a picture begins and ends."""
    begin = text.index("'''\n", text.index(f"\n{name} = ")) + 4
    return begin, text.index("'''", begin)


MAKERS = {"dizzle": (dizzle, DIZZLE), "traexx": (traexx, TRAEXX), "border": (border, BORDER)}


def sheet(slug: str, nth: int, seed: int) -> str:
    """The text of a sheet; drawn again until the game takes it."""
    base = catalogue.find(f"{slug}/{BASES[nth] if slug == 'dizzle' else 1}")[1].source
    for attempt in range(100):
        text = MAKERS[slug][0](base, Random(f"{slug}/{nth}/{seed}/{attempt}"))
        text = re.sub(r'\nid = ".*"', f'\nid = "odd-{seed}-{nth}"', text)
        try:
            catalogue.from_text(text, "odd")
        except SheetError:
            continue
        return text
    raise SystemExit(f"{slug}/{nth}: no sheet in 100 attempts")


# Games --------------------------------------------------------------------------------------------------
class Found(NamedTuple):
    """On one sheet with so many seats: what the master has more than the planner, deal by deal."""

    leads: list[float]
    wins: list[float]
    """With two seats the share of each deal's games that the master won."""
    seconds: float
    """CPU time of the master per decision."""


def duel(text: str, seats: int, deals: Iterable[int], seed: int) -> Found:
    """Each deal from every seat."""
    job = enter(*catalogue.from_text(text, "odd"), ("planner", "master"), seats, seed)
    leads, wins, begun, decisions = list[float](), list[float](), process_time(), 0
    for deal in deals:
        games = [(line_up, on_reference.play(job, deal, line_up)) for line_up in job.games(deal)]
        points: dict[int, list[float]] = {PLANNER: [], MASTER: []}
        places: dict[int, list[int]] = {PLANNER: [], MASTER: []}
        for line_up, game in games:
            for seat, entrant in enumerate(line_up.bots):
                points[entrant].append(game.scores[seat])
                places[entrant].append(game.places[seat])
        decisions += sum(game.decisions for _, game in games) // 2
        leads.append(fmean(points[MASTER]) - fmean(points[PLANNER]))
        if seats > 1:
            pairs = zip(places[PLANNER], places[MASTER], strict=True)
            wins.append(fmean((1 + (other > mine) - (other < mine)) / 2 for other, mine in pairs))
    return Found(leads, wins, (process_time() - begun) / max(1, decisions))


def interval(values: Sequence[float], unit: float = 1.0) -> str:
    """The mean and half of the 95 % interval."""
    error = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return f"{unit * fmean(values):.1f} ± {unit * error:.1f}"


def report(what: str, found: Found) -> None:
    won = f", wins {interval(found.wins, 100)} %" if found.wins else ""
    count = len(found.leads)
    print(
        f"{what}: lead {interval(found.leads)}{won} ({count} deals, {found.seconds:.2f} s a decision)",
        flush=True,
    )


def main() -> None:
    """Play, or write the sheets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write the sheets and play nothing")
    parser.add_argument("--only", nargs="+", choices=MAKERS, default=list(MAKERS), help="these games")
    parser.add_argument("--seats", nargs="+", type=int, choices=(1, 2), default=[1, 2])
    parser.add_argument("--deals", type=int, default=4, help="on each sheet")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for slug in asked.only:
        texts = [sheet(slug, nth, asked.seed) for nth in range(MAKERS[slug][1])]
        if asked.write:
            asked.write.mkdir(parents=True, exist_ok=True)
            for nth, text in enumerate(texts):
                (asked.write / f"{slug}-{nth}.toml").write_text(text, "utf-8")
            continue
        for seats in sorted({*asked.seats} & {*catalogue.game(slug).seat_counts}):
            measure(slug, seats, texts, asked.deals, asked.seed)


def measure(slug: str, seats: int, texts: Sequence[str], deals: int, seed: int) -> None:
    """Each sheet, then all of them together."""
    every = list[Found]()
    for nth, text in enumerate(texts):
        every.append(duel(text, seats, range(deals), seed))
        report(f"{slug}-{nth}, {seats} seats", every[-1])
    leads = [lead for found in every for lead in found.leads]
    wins = [share for found in every for share in found.wins]
    report(f"{slug}, {seats} seats, all", Found(leads, wins, fmean(found.seconds for found in every)))


if __name__ == "__main__":
    main()
