"""Whether reviews tell the truth: many games of bots reviewed, and what the sums should be (docs/review.md).

python -m tools.review_proof play SHEET BOT[,BOT] --games N [--rollouts N | --depth D] [--twice] [--file FILE]
python -m tools.review_proof skill SHEET BOT[,BOT] --games N [--rollouts N] [--turns N] [--file FILE]
python -m tools.review_proof truth SHEET BOT[,BOT] --games N [--file FILE]
python -m tools.review_proof luck SHEET BOT[,BOT] --games N [--file FILE]
python -m tools.review_proof drift SHEET BOT,BOT --games N [--rollouts N] [--turns N] [--file FILE]
python -m tools.review_proof tell [--file FILE]

Goes on where it stopped: every game is one line of the file. `--twice` reviews each game again with other
seeds and counts sure labels that turn over; with `--depth` games are reviewed as the pages do it. `skill`
weighs moves alone, for sums; `--turns` says after how many turns of the seat rollouts of a long game end.
`luck` plays no rollouts: only the list of throws by the net, whose sum has to be 0 on average for every seat.
`truth` plays compiled games of the same bots at the same seats, as many as are asked for, and reviews none:
their mean result less the start value is what all moves together are worth, since luck is 0 on average.
`drift`, for long games with two: by how much the first seat's moves are called too bad if rollouts end after
1, 2, ... `--turns` turns. That is what the net tells of the start above the start value, and by how much what
it tells rises, summed over the game, if it tells it a turn later.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from functools import partial
from math import fsum
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np

from kritzel import bots
from kritzel.arena import on_twin
from kritzel.arena.job import LineUp, enter
from kritzel.bots import View
from kritzel.bots.rollouts import Rollouts, seeds
from kritzel.fast.records import Reals
from kritzel.game import Setup, State
from kritzel.games import catalogue
from kritzel.record import SeededDealer, Table
from kritzel.review import review
from kritzel.review.assembly import assemble
from kritzel.review.history import ChanceNode, history_of
from kritzel.review.luck import luck_by_net
from kritzel.review.models import MoveStep, Review
from kritzel.review.pipeline import MOVE, context_of, part_keys, task_for, work_out
from kritzel.review.plan import DEPTHS, TURNS
from kritzel.review.yardstick import HUNDRED, Start, read_start, stored_starts, win_shares

FILE = Path(__file__).parents[1] / "build" / "review_proof.jsonl"
SURE = 1.96
OTHER_DEALS = 1 << 20
"""The deals of `truth` come from another seed than those that are reviewed."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["play", "skill", "truth", "luck", "drift", "tell"])
    parser.add_argument("sheet", nargs="?", default="")
    parser.add_argument("bots", nargs="?", default="")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rollouts", type=int, default=60)
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--depth", choices=DEPTHS)
    parser.add_argument("--twice", action="store_true")
    parser.add_argument("--file", type=Path, default=FILE)
    asked = parser.parse_args()
    named = {what: asked.file.with_suffix(f".{what}.jsonl") for what in ("skill", "truth", "luck", "drift")}
    table = asked.sheet, asked.bots, asked.games
    if asked.what == "play":
        play(asked.file, *table, asked.depth or asked.rollouts, partial(one, twice=asked.twice))
    elif asked.what == "skill":
        play(named["skill"], *table, asked.rollouts, partial(skill, turns=asked.turns))
    elif asked.what == "truth":
        add(named["truth"], truth(*table))
    elif asked.what == "luck":
        play_luck(named["luck"], *table)
    elif asked.what == "drift":
        play_drift(named["drift"], *table, asked.rollouts, asked.turns)
    else:
        known = lines(named["truth"])
        for rows in table_rows(lines(asked.file), known), table_rows(lines(named["skill"]), known):
            print(*rows, sep="\n")
        for name in "luck", "drift":
            print(*column_rows(lines(named[name]), name), sep="\n")


def play(
    file: Path, sheet: str, who: str, games: int, rollouts: int | str, look: Callable[..., dict[str, Any]]
) -> None:
    """Games that are not in the file yet; `rollouts` may name a depth."""
    there = {(each["sheet"], each["bots"], each["game"], each["rollouts"]) for each in lines(file)}
    for game in range(games):
        if (sheet, who, game, rollouts) not in there:
            begun = process_time()
            found = look(played(sheet, who.split(","), game), rollouts)
            about = {"sheet": sheet, "bots": who, "game": game, "rollouts": rollouts}
            add(file, {**about, "cpu": process_time() - begun, **found})


def one(table: Table, rollouts: int | str, twice: bool) -> dict[str, Any]:
    """One game reviewed, and again with other seeds."""
    begun = process_time()
    how: dict[str, Any] = {"depth": rollouts} if isinstance(rollouts, str) else {"rollouts": rollouts}
    how |= {"workers": 1, "keep": False}
    first = review(table, **how)
    found = sums(first) | {"points": table.totals[0], "cpu": process_time() - begun}
    return found | turned_over(first, review(table, seed=1, **how)) if twice else found


def skill(table: Table, rollouts: int, turns: int = TURNS) -> dict[str, Any]:
    """One game, its moves alone."""
    task = task_for(table, "quick", 0, rollouts)
    task = task._replace(plan=task.plan._replace(turns=turns))
    context = context_of(task)
    parts = dict(work_out(task, key) for key in part_keys(context) if key.startswith(MOVE))
    return sums(assemble(context, parts, True))


def sums(found: Review) -> dict[str, Any]:
    """What a review says of the first seat."""
    first = found.seats[0]
    mine = [step for step in moves(found) if step.seat == 0 and step.options > 1]
    return {
        "result": first.sum.result,
        "start": first.sum.start,
        "own": sum(step.effect[0] for step in mine),
        "own_se": sum(step.effect_se[0] ** 2 for step in mine) ** 0.5,
        "others": sum(step.effect[0] for step in moves(found) if step.seat != 0),
        "listed": first.explained,
        "decisions": len(mine),
        "wrong": sum(is_wrong(step) for step in mine),
    }


def truth(sheet: str, who: str, games: int) -> dict[str, Any]:
    """What the first seat gets above the start value: the mean of many games without review."""
    game, found = catalogue.find(sheet)
    names = who.split(",")
    start = start_of(sheet, len(names))
    job = enter(game, found, names, len(names), OTHER_DEALS)
    boards = tuple(range(1, len(names) + 1)) if game.rules.boards(found) else ()
    line_up = LineUp(tuple(range(len(names))), boards)
    points = [each.scores for each in on_twin.play(job, [(deal, line_up) for deal in range(games)])]
    if len(names) == 1:
        results, expected = [float(row[0]) for row in points], start.points[0].mean
    else:
        results = [HUNDRED * win_shares([float(each) for each in row], start.sigma)[0] for row in points]
        expected = HUNDRED * start.shares[0].mean
    about = {"sheet": sheet, "bots": who, "n": games}
    return {**about, "mean": float(np.mean(results)) - expected, "sd": float(np.std(results, ddof=1))}


def start_of(sheet: str, seats: int) -> Start:
    """The stored start value of a table."""
    return read_start(stored_starts()[sheet]["tables"][str(seats)])


def play_luck(file: Path, sheet: str, who: str, games: int) -> None:
    """The listed luck of every seat in games that are not in the file yet."""
    there = {(each["sheet"], each["bots"], each["game"]) for each in lines(file)}
    for game in range(games):
        if (sheet, who, game) in there:
            continue
        task = task_for(played(sheet, who.split(","), game), "quick", 0, None)
        context = context_of(task)
        thrown = [nth for nth, node in enumerate(context.history.nodes) if isinstance(node, ChanceNode)]
        found = [
            luck_by_net(context.history, context.yardstick, nth, f"{task.luck_text}/{nth}") for nth in thrown
        ]
        luck = [
            fsum(part.value[seat] - part.mean[seat] for part in found if part)
            for seat in range(context.history.seats)
        ]
        add(file, {"sheet": sheet, "bots": who, "game": game, "luck": luck})


def play_drift(file: Path, sheet: str, who: str, games: int, rollouts: int, turns: int) -> None:
    """How the first seat's value drifts in games that are not in the file yet."""
    there = {(each["sheet"], each["bots"], each["game"], each["rollouts"]) for each in lines(file)}
    game, found = catalogue.find(sheet)
    names = who.split(",")
    start = start_of(sheet, len(names))
    player = Rollouts(game, found, len(names), start.sigma)
    for nth in range(games):
        if (sheet, who, nth, rollouts) not in there:
            values = drift(
                player, start, played(sheet, names, nth), rollouts, turns, f"drift/{names[0]}/{nth}"
            )
            add(file, {"sheet": sheet, "bots": who, "game": nth, "rollouts": rollouts, "drift": values})


def drift(player: Rollouts, start: Start, table: Table, rollouts: int, turns: int, text: str) -> list[float]:
    """What the net tells the first seat of the start above its start value, and summed over the turns of
    the second seat, whose moves are the reference player's, what it tells later less a turn earlier."""

    def values(state: State, nth: int) -> Reals:
        luck, before = seeds(f"{text}/{nth}", rollouts, player.seats), player.table(state)
        ends = [player.play(before, *luck, 0, 1 + turn)[0].shares[:, 0] for turn in range(turns + 1)]
        return np.array([each.mean() for each in ends])

    total = values(table.start, 0)[:-1] - start.shares[0].mean
    for nth, node in enumerate(history_of(table).nodes):
        if isinstance(node, ChanceNode) and player.strategy.rests(player.ready, player.table(node.before), 1):
            total += np.diff(values(node.before, nth))
    return [HUNDRED * float(each) for each in total]


def column_rows(found: list[dict[str, Any]], name: str) -> Iterator[str]:
    """Means by sheet and bots: of the listed luck seat by seat, of drifts turn by turn."""
    for key in sorted({(each["sheet"], each["bots"]) for each in found}):
        rows = [each[name] for each in found if (each["sheet"], each["bots"]) == key]
        columns = (mean([row[at] for row in rows], 2) for at in range(len(rows[0])))
        yield f"| {key[0]} {key[1]} | {len(rows)} | {'; '.join(columns)} |"


def turned_over(first: Review, second: Review) -> dict[str, Any]:
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
    table = Table.new(game, Setup(sheet, len(who)), dealer=SeededDealer(seed))
    own = [Random(f"{name}/{who}/{seed}/{seat}") for seat in table.seats]
    while not table.over:
        if not table.deciding:
            table.roll()
            continue
        seat = table.deciding[0]
        view = View.of(game, table.state, seat)
        table.play(
            seat, bots.bot(who[seat]).choose(view, game.rules.moves(table.state, seat), own[seat], 1.0)
        )
    return table


# Tables ----------------------------------------------------------------------------------------------
def lines(file: Path) -> list[dict[str, Any]]:
    """What has been reviewed."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def add(file: Path, line: dict[str, Any]) -> None:
    """One more line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(line) + "\n")


def table_rows(found: list[dict[str, Any]], known_truths: list[dict[str, Any]]) -> Iterator[str]:
    """A table for docs/review.md."""
    yield (
        "| sheet, seat 0 (and others) | rollouts | n | result - start | own | others | truth | luck "
        "| listed luck | SE of own | sure labels of decisions | turned over of labels | CPU s |"
    )
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
    truths = {(each["sheet"], each["bots"]): each for each in known_truths}
    for key in sorted({(each["sheet"], each["bots"], each["rollouts"]) for each in found}, key=str):
        some = [each for each in found if (each["sheet"], each["bots"], each["rollouts"]) == key]
        known = [each for each in some if each["start"] is not None]
        short = [each["result"] - each["start"] for each in known]
        own, others = ([each[name] for each in known] for name in ("own", "others"))
        luck = list(np.array(short) - np.array(own) - np.array(others))
        listed = [each["listed"] for each in known if each["listed"] is not None]
        wrong, decisions = (sum(each[name] for each in some) for name in ("wrong", "decisions"))
        twice = [each for each in some if "labels" in each]
        over, labels = (sum(each[name] for each in twice) for name in ("over", "labels"))
        cells = [mean(each) for each in (short, own, others)]
        cells += [true_mean(truths.get(key[:2])), mean(luck), mean(listed)]
        noise = np.mean([each["own_se"] for each in some])
        cpu = np.mean([each["cpu"] for each in some])
        yield (
            f"| {key[0]} {key[1]} | {key[2]} | {len(some)} | {' | '.join(cells)} | {noise:.1f} "
            f"| {wrong} of {decisions} | {f'{over} of {labels}' if twice else '-'} | {cpu:.1f} |"
        )


def true_mean(found: dict[str, Any] | None) -> str:
    """With the half of its 95 % interval."""
    return f"{found['mean']:+.1f} ± {SURE * found['sd'] / found['n'] ** 0.5:.1f}" if found else "-"


def mean(values: list[float], digits: int = 1) -> str:
    """With the half of its 95 % interval."""
    if len(values) < 2:
        return "-"
    half = SURE * np.std(values, ddof=1) / len(values) ** 0.5
    return f"{np.mean(values):+.{digits}f} ± {half:.{digits}f}"


if __name__ == "__main__":
    main()
