"""Whether reviews tell the truth: many games of bots reviewed, and what the sums should be (docs/review.md).

python -m tools.review_proof play SHEET BOT[,BOT] --games N [--rollouts N | --depth D] [--twice] [--file FILE]
python -m tools.review_proof luck SHEET BOT[,BOT] --games N [--file FILE]
python -m tools.review_proof tell [--file FILE]

Goes on where it stopped: every game is one line of the file. `--twice` reviews each game again with other
seeds and counts sure labels that turn over; with `--depth` games are reviewed as the pages do it. `luck`
plays no rollouts: only the list of throws by the net, whose sum has to be 0 on average. The truth about a
bot alone is its mean over many games less the start value.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import fsum
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np

from kritzel import bots
from kritzel.bots import View
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.record import SeededDealer, Table
from kritzel.review import review
from kritzel.review.chance import weighed
from kritzel.review.plan import DEPTHS
from kritzel.review.story import Thrown
from kritzel.review.told import MoveStep, Review
from kritzel.review.working import ask, context_of

FILE = Path(__file__).parents[1] / "build" / "review_proof.jsonl"
SURE = 1.96


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["play", "luck", "tell"])
    parser.add_argument("sheet", nargs="?", default="")
    parser.add_argument("bots", nargs="?", default="")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rollouts", type=int, default=60)
    parser.add_argument("--depth", choices=DEPTHS)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    if asked.what == "play":
        play(asked.file, asked.sheet, asked.bots, asked.games, asked.depth or asked.rollouts, asked.twice)
    elif asked.what == "luck":
        listed(asked.file.with_suffix(".luck.jsonl"), asked.sheet, asked.bots, asked.games)
    else:
        for line in told(lines(asked.file)):
            print(line)
        for line in told_luck(lines(asked.file.with_suffix(".luck.jsonl"))):
            print(line)


def play(file: Path, sheet: str, who: str, games: int, rollouts: int | str, twice: bool) -> None:
    """Games that are not in the file yet; `rollouts` may name a depth."""
    there = {(each["sheet"], each["bots"], each["game"], each["rollouts"]) for each in lines(file)}
    file.parent.mkdir(parents=True, exist_ok=True)
    for game in range(games):
        if (sheet, who, game, rollouts) not in there:
            found = one(sheet, who.split(","), game, rollouts, twice)
            about = {"sheet": sheet, "bots": who, "game": game, "rollouts": rollouts}
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({**about, **found}) + "\n")


def one(sheet: str, who: list[str], seed: int, rollouts: int | str, twice: bool) -> dict[str, Any]:
    """One game reviewed, and again with other seeds."""
    table = played(sheet, who, seed)
    begun = process_time()
    how: dict[str, Any] = {"depth": rollouts} if isinstance(rollouts, str) else {"rollouts": rollouts}
    how |= {"workers": 1, "keep": False}
    first = review(table, **how)
    took = process_time() - begun
    mine = [step for step in moves(first) if step.seat == 0 and step.options > 1]
    told: dict[str, Any] = {
        "points": table.totals[0],
        "result": first.seats[0].sum.result,
        "start": first.seats[0].sum.start,
        "own": sum(step.effect[0] for step in mine),
        "own_se": sum(step.effect_se[0] ** 2 for step in mine) ** 0.5,
        "others": sum(step.effect[0] for step in moves(first) if step.seat != 0),
        "listed": first.seats[0].explained,
        "decisions": len(mine),
        "wrong": sum(is_wrong(step) for step in mine),
        "cpu": took,
    }
    if twice:
        told |= turned(first, review(table, seed=1, **how))
    return told


def listed(file: Path, sheet: str, who: str, games: int) -> None:
    """The listed luck of seat 0 in games that are not in the file yet."""
    there = {(each["sheet"], each["bots"], each["game"]) for each in lines(file)}
    file.parent.mkdir(parents=True, exist_ok=True)
    for game in range(games):
        if (sheet, who, game) in there:
            continue
        asked = ask(played(sheet, who.split(","), game), "quick", 0, None)
        context = context_of(asked)
        thrown = [nth for nth, node in enumerate(context.story.nodes) if isinstance(node, Thrown)]
        found = (weighed(context.story, context.yardstick, nth, f"{asked.word}/{nth}") for nth in thrown)
        luck = fsum(part["value"][0] - part["mean"][0] for part in found if part)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"sheet": sheet, "bots": who, "game": game, "luck": luck}) + "\n")


def told_luck(found: list[dict[str, Any]]) -> Iterator[str]:
    """The mean of the listed luck, by sheet and bots."""
    for key in sorted({(each["sheet"], each["bots"]) for each in found}):
        luck = [each["luck"] for each in found if (each["sheet"], each["bots"]) == key]
        yield f"| {key[0]} {key[1]} | {len(luck)} | {mean(luck, 2)} |"


def turned(first: Review, second: Review) -> dict[str, Any]:
    """How many sure labels of one review the other contradicts, and how far sums differ."""
    pairs = list(zip(moves(first), moves(second), strict=True))
    both = pairs + [(other, one) for one, other in pairs]
    labelled = [(one, other) for one, other in both if is_wrong(one)]
    return {
        "labels": len(labelled),
        "over": sum(other.effect[other.seat] > 0 and other.label == "better" for _, other in labelled),
        "unconfirmed": sum(other.effect[other.seat] >= 0 for _, other in labelled),
        "apart": sum(one.effect[0] - other.effect[0] for one, other in pairs if one.seat == 0),
    }


def moves(found: Review) -> list[MoveStep]:
    """Its steps that are moves."""
    return [step for step in found.steps if isinstance(step, MoveStep)]


def is_wrong(step: MoveStep) -> bool:
    """Whether the review surely says that there was more in it."""
    return step.sure and step.best is not None and step.label != "better"


def played(name: str, who: list[str], seed: int) -> Table:
    """A game of bots."""
    game, sheet = catalogue.find(name)
    table = Table.laid(game, Setup(sheet, len(who)), dealer=SeededDealer(seed))
    own = [Random(f"{name}/{who}/{seed}/{seat}") for seat in table.seats]
    while not table.over:
        if not table.deciding:
            table.roll()
            continue
        seat = table.deciding[0]
        view = View.of(game, table.state, seat)
        table.play(seat, bots.bot(who[seat]).choose(view, game.moves(table.state, seat), own[seat], 1.0))
    return table


# Telling -----------------------------------------------------------------------------------------------
def lines(file: Path) -> list[dict[str, Any]]:
    """What has been reviewed."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def told(found: list[dict[str, Any]]) -> Iterator[str]:
    """A table for docs/review.md."""
    yield (
        "| sheet, seat 0 (and others) | rollouts | n | result - start | own | luck | listed luck "
        "| SE of own | sure labels of decisions | turned over of labels | CPU s |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for key in sorted({(each["sheet"], each["bots"], each["rollouts"]) for each in found}, key=str):
        some = [each for each in found if (each["sheet"], each["bots"], each["rollouts"]) == key]
        known = [each for each in some if each["start"] is not None]
        short = [each["result"] - each["start"] for each in known]
        own, others = ([each[name] for each in known] for name in ("own", "others"))
        luck = list(np.array(short) - np.array(own) - np.array(others))
        listed = [each["listed"] for each in known]
        wrong, decisions = (sum(each[name] for each in some) for name in ("wrong", "decisions"))
        twice = [each for each in some if "labels" in each]
        over, labels = (sum(each[name] for each in twice) for name in ("over", "labels"))
        cells = [mean(each) for each in (short, own, luck, listed)]
        noise = np.mean([each["own_se"] for each in some])
        cpu = np.mean([each["cpu"] for each in some])
        yield (
            f"| {key[0]} {key[1]} | {key[2]} | {len(some)} | {' | '.join(cells)} | {noise:.1f} "
            f"| {wrong} of {decisions} | {f'{over} of {labels}' if twice else '-'} | {cpu:.1f} |"
        )


def mean(values: list[float], digits: int = 1) -> str:
    """With the half of its 95 % interval."""
    if len(values) < 2:
        return "-"
    half = SURE * np.std(values, ddof=1) / len(values) ** 0.5
    return f"{np.mean(values):+.{digits}f} ± {half:.{digits}f}"


if __name__ == "__main__":
    main()
