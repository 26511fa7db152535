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

from kritzel.review import puzzles
from kritzel.review.history import MoveNode, walk_step
from kritzel.review.labels import thresholds
from kritzel.review.move_values import MoveValues, whole_moves
from kritzel.review.moves import move_values
from kritzel.review.pipeline import ReviewContext, context_of, task_for
from kritzel.sheetfile import digest
from tools.review_proof import lines, played

FILE = Path(__file__).parents[1] / "build" / "puzzles.jsonl"
SHIPPED = Path(puzzles.__file__).with_name(puzzles.FILE)
LEAST_WAYS, MOST_WAYS = 5, 120
"""With fewer ways there is nothing to find, with more the best is too hard to find."""
GLANCE = (8,), 24
LOOK = (24, 96), 400
SURE = 2.5
"""Standard errors that every other way has to be behind, in both calculations."""
MAX_FROM_A_GAME = 3
"""Puzzles that come from one game, at most."""
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
    context = context_of(task_for(table, "quick", 0, None))
    steps = (node for node in context.history.nodes if isinstance(node, MoveNode) and node.seat == 0)
    found = [puzzle for step in steps if (puzzle := puzzle_of(context, step))]
    best = sorted(found, key=lambda each: each["ways"][1][1], reverse=True)
    return best[:MAX_FROM_A_GAME]


def puzzle_of(context: ReviewContext, step: MoveNode) -> dict[str, Any] | None:
    """A table as a puzzle; None where it is none."""
    history, yardstick = context.history, context.yardstick
    listed = len(whole_moves(history.game, step.before, step.seat, MOST_WAYS + 1))
    own = walk_step(history.game, step.before, step.seat, partial(yardstick.choose, 0))
    if not LEAST_WAYS <= listed <= MOST_WAYS or own.state == step.after:
        return None
    word = f"puzzle/{digest(context.task.record)}/{step.events[0]}"
    weigh = partial(move_values, history, yardstick, step.before, step.seat)
    glance = weigh(f"{word}/0", GLANCE)
    least = thresholds(glance.unit, context.start.points[0].sd if context.start else yardstick.sigma)[-1][0]
    if glance.moves[1].gap < least / 2:
        return None
    first, second = weigh(f"{word}/1", LOOK), weigh(f"{word}/2", LOOK)
    missed = first.at(history.game, step.before, step.after) != 0
    same = first.moves[0].moves == second.moves[0].moves
    if not (missed and same and is_sure(first, least) and is_sure(second, least)):
        return None
    return puzzle_entry(context, step, first)


def is_sure(values: MoveValues, least: float) -> bool:
    """Whether all but the best are surely worse, and by enough to be worth finding."""
    return values.whole and all(way.gap > SURE * way.se and way.gap >= least for way in values.moves[1:])


def puzzle_entry(context: ReviewContext, step: MoveNode, values: MoveValues) -> dict[str, Any]:
    """A puzzle as it is stored."""
    table = context.history.table
    return {
        "sheet": f"{table.game.slug}/{table.sheet.id}",
        "hash": digest(table.sheet.source),
        "rules": table.game.rules.version,
        "net": context.yardstick.reference.net,
        "position": table.game.notation.position_text(step.before),
        "names": NAMES[: len(table.names)],
        "seat": step.seat,
        "unit": values.unit,
        "whole": values.whole,
        "ways": [[way.moves, round(way.gap, 3), round(way.se, 3), way.rollouts] for way in values.moves],
    }


def ship(file: Path, shipped: Path = SHIPPED) -> None:
    """What ships already and all that was found, a sheet after the other, so that days are not alike."""
    there = [each for each in json.loads(shipped.read_text("utf-8"))["puzzles"] if puzzles.read_puzzle(each)]
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
