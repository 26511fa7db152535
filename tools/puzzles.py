"""Puzzles of the day out of games of bots: tables at which one move is surely best (docs/review.md).

python -m tools.puzzles find SHEET BOT[,BOT] --games N [--first N] [--file FILE]
python -m tools.puzzles ship [--file FILE]

Goes on where it stopped: every game is one line of the file. A table becomes a puzzle if its player missed
the best move, and if two calculations with luck of their own name the same best move and call every other
worse.
`ship` adds what was found to `review/puzzles.json`, games and sheets in turn.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any

from kritzel.review import puzzles, working
from kritzel.review.labels import thresholds
from kritzel.review.story import Step
from kritzel.review.ways import Ways, whole_moves
from kritzel.review.weighing import Effort, ways_of
from kritzel.review.yardstick import step_of
from kritzel.sheetfile import digest
from tools.review_proof import lines, played

FILE = Path(__file__).parents[1] / "build" / "puzzles.jsonl"
SHIPPED = Path(puzzles.__file__).with_name(puzzles.FILE)
LEAST_WAYS, MOST_WAYS = 5, 120
"""With fewer ways there is nothing to find, with more it is too hard to find."""
GLANCE = Effort((8,), 24)
LOOK = Effort((24, 96), 400)
SURE = 2.5
"""Standard errors by which every other way has to be worse, in both calculations."""
A_GAME = 3
"""Most puzzles from one game."""
NAMES = ("Ada", "Ben", "Cleo", "Dora")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["find", "ship"])
    parser.add_argument("sheet", nargs="?", default="")
    parser.add_argument("bots", nargs="?", default="")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    if asked.what == "ship":
        ship(asked.file)
        return
    for game in range(asked.first, asked.first + asked.games):
        find(asked.file, asked.sheet, asked.bots, game)


def find(file: Path, sheet: str, who: str, game: int) -> None:
    """The puzzles of one game, if it was not looked at before."""
    key = {"sheet": sheet, "bots": who, "game": game}
    if any(key.items() <= each.items() for each in lines(file)):
        return
    found = found_in(sheet, who.split(","), game)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps({**key, "puzzles": found}) + "\n")
    print(sheet, who, game, len(found), flush=True)


def found_in(name: str, who: list[str], seed: int) -> list[dict[str, Any]]:
    """The puzzles of one game, those first where most was to be had."""
    table = played(name, who, seed)
    context = working.context_of(working.ask(table, "quick", 0, None))
    steps = (node for node in context.story.nodes if isinstance(node, Step) and node.seat == 0)
    found = [told for step in steps if (told := puzzle_of(context, step))]
    best = sorted(found, key=lambda each: each["ways"][1][1], reverse=True)
    return best[:A_GAME]


def puzzle_of(context: working.Context, step: Step) -> dict[str, Any] | None:
    """A table as a puzzle; None where it is none."""
    story, yardstick = context.story, context.yardstick
    listed = len(whole_moves(story.game, step.before, step.seat, MOST_WAYS + 1))
    own = step_of(story.game, step.before, step.seat, partial(yardstick.choose, 0))
    if not LEAST_WAYS <= listed <= MOST_WAYS or own.state == step.after:
        return None
    word = f"puzzle/{digest(context.asked.record)}/{step.events[0]}"
    weigh = partial(ways_of, story, yardstick, step.before, step.seat)
    glance = weigh(f"{word}/0", GLANCE)
    least = thresholds(glance.unit, context.start.points[0].sd if context.start else yardstick.sigma)[-1][0]
    if glance.ways[1].gap < least / 2:
        return None
    first, second = weigh(f"{word}/1", LOOK), weigh(f"{word}/2", LOOK)
    missed = first.at(story.game, step.before, step.after) != 0
    same = first.ways[0].moves == second.ways[0].moves
    if not (missed and same and is_sure(first, least) and is_sure(second, least)):
        return None
    return told(context, step, first)


def is_sure(ways: Ways, least: float) -> bool:
    """Whether all but the best are surely worse, and by enough to be worth finding."""
    return ways.whole and all(way.gap > SURE * way.se and way.gap >= least for way in ways.ways[1:])


def told(context: working.Context, step: Step, ways: Ways) -> dict[str, Any]:
    """A puzzle as it is stored."""
    table = context.story.table
    return {
        "sheet": f"{table.game.slug}/{table.sheet.id}",
        "hash": digest(table.sheet.source),
        "rules": table.game.rules.version,
        "net": context.yardstick.reference.net,
        "position": table.game.notation.position_text(step.before),
        "names": NAMES[: len(table.names)],
        "seat": step.seat,
        "unit": ways.unit,
        "whole": ways.whole,
        "ways": [[way.moves, round(way.gap, 3), round(way.se, 3), way.rollouts] for way in ways.ways],
    }


def ship(file: Path, shipped: Path = SHIPPED) -> None:
    """What ships already and all that was found, a sheet after the other, so that days are not alike."""
    there = [each for each in json.loads(shipped.read_text("utf-8"))["puzzles"] if puzzles.read(each)]
    every = {each["position"]: each for each in (*there, *_interleaved(lines(file)))}
    by_sheet: dict[str, list[dict[str, Any]]] = {}
    for each in every.values():
        by_sheet.setdefault(each["sheet"], []).append(each)
    days = [each for day in zip_longest(*by_sheet.values()) for each in day if each]
    text = ",\n".join(json.dumps(each) for each in days)
    shipped.write_text(f'{{"version": {puzzles.VERSION}, "puzzles": [\n{text}\n]}}\n', "utf-8")
    print(len(days), "puzzles")


def _interleaved(found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The best of each game, then the second best."""
    for layer in zip_longest(*(each["puzzles"] for each in found)):
        yield from (each for each in layer if each)


if __name__ == "__main__":
    main()
