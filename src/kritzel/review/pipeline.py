"""From a record to a finished review, step by step.

1. `task_for`: check the record and the depth; plan the rollouts (`plan`).
2. `context_of`: read the record as chance events and steps (`history`), and make the reference player ready
   (`yardstick`) with its stored start value.
3. `part_keys` lists the parts, `work_out` computes one: the luck of an event (`luck`), what a step was worth
   (`moves`), the same luck again. Parts are kept on disk (`cache`), and may be spread over processes.
4. `assembly` makes the review of the parts: sums, labels and reasons (`labels`), moments, the curve.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from kritzel.arena.processes import cores, spread
from kritzel.bots.learned import net_or_none
from kritzel.bots.weights import Trained
from kritzel.game import Sheet, Text
from kritzel.games import catalogue
from kritzel.record import RecordError, Table, read
from kritzel.review.assembly import assemble
from kritzel.review.cache import Part, PartCache, cache_key
from kritzel.review.history import ChanceNode, Helped, History, MoveNode, history_of, read_help
from kritzel.review.luck import luck_by_net, luck_by_rollouts, replay_luck
from kritzel.review.models import Review
from kritzel.review.moves import judge_move
from kritzel.review.plan import QUICK, NotReviewable, RolloutPlan, plan_for
from kritzel.review.yardstick import Start, Yardstick, start_of, why_no_bot, yardstick_for
from kritzel.sheetfile import digest

LUCK, MOVE, VALUE, REPLAY = "luck", "move", "value", "replay"
"""The kinds of parts: a chance event by the net, a step, a chance event by rollouts, the same luck again."""

UNFINISHED = Text(
    "Diese Partie ist nicht zu Ende gespielt; nachgeschaut wird erst danach.",
    "This game has not ended; only finished games are reviewed.",
)
EMPTY = Text("In dieser Partie ist nichts geschehen.", "Nothing happened in this game.")
FEWEST = Text(
    "Spiele, in denen die wenigsten Punkte gewinnen, können noch nicht nachgeschaut werden.",
    "Games where the fewest points win cannot be reviewed yet.",
)


class ReviewTask(NamedTuple):
    """What is reviewed and how; can be sent to other processes."""

    record: str
    sheet: str
    """The text of the sheet."""
    seed: int
    plan: RolloutPlan
    helped: Helped = ()

    @property
    def luck_text(self) -> str:
        """What the luck of rollouts comes from: the game and the seed, not the depth."""
        return f"review/{digest(self.record)}/{self.seed}"


@dataclass(frozen=True)
class ReviewContext:
    """What all parts of one review have in common."""

    task: ReviewTask
    history: History
    yardstick: Yardstick
    start: Start | None


@dataclass(frozen=True)
class Progress:
    """How far a review has come."""

    done: int
    total: int
    context: ReviewContext
    parts: dict[str, Part]

    @cached_property
    def review(self) -> Review:
        return assemble(self.context, self.parts, self.done == self.total)


def improve(task: ReviewTask, workers: int | None, keep: bool) -> Generator[Progress, None, None]:
    """A review that grows: after each part what is known so far."""
    context = context_of(task)
    trained = _trained(context.history.table)
    nets = trained.checksum if trained else ""
    cache = PartCache(cache_key(task.record, task.sheet, task.seed, task.plan, nets), keep)
    keys = part_keys(context)
    left = [key for key in keys if key not in cache.parts]
    known = len(keys) - len(left)
    yield Progress(known, len(keys), context, dict(cache.parts))
    if workers is None:
        workers = 1 if task.plan.depth == QUICK else cores()
    for done, (key, part) in enumerate(_work_out_all(task, left, workers), known + 1):
        cache.add(key, part)
        yield Progress(done, len(keys), context, dict(cache.parts))


# 1 The task --------------------------------------------------------------------------------------------
def task_for(
    record: str | Table, depth: str, seed: int, rollouts: int | None, sheet: Sheet | None = None
) -> ReviewTask:
    """NotReviewable or RecordError."""
    table = record if isinstance(record, Table) else read(record, sheet)
    if not table.over:
        raise NotReviewable(UNFINISHED)
    if not table.events:
        raise NotReviewable(EMPTY)
    if table.game.facts.fewest_win:
        raise NotReviewable(FEWEST)
    by_habit = why_no_bot(table.game, table.sheet) is not None
    plan = plan_for(depth, len(table.names) > 1, rollouts, by_habit)
    helped = read_help(record) if isinstance(record, str) else ()
    return ReviewTask(table.record(), table.sheet.source, seed, plan, helped)


# 2 The context -----------------------------------------------------------------------------------------
@lru_cache(4)
def context_of(task: ReviewTask) -> ReviewContext:
    table = _read(task)
    history, seats = history_of(table), len(table.names)
    trained, start = _trained(table), None
    if trained and table.boards is not None:
        net = trained.about["checksum"]
        start = start_of(table.sheet, table.game.rules.version, net, seats, table.boards)
    sigma = (start.sigma if seats > 1 else start.points[0].sd) if start else None
    return ReviewContext(task, history, yardstick_for(history, sigma), start)


def _read(task: ReviewTask) -> Table:
    try:
        return read(task.record)
    except RecordError:  # its sheet is not in the catalogue
        return read(task.record, catalogue.from_text(task.sheet, "sheet")[1])


def _trained(table: Table) -> Trained | None:
    return None if why_no_bot(table.game, table.sheet) else net_or_none(table.game, table.sheet)


# 3 The parts -------------------------------------------------------------------------------------------
def part_keys(context: ReviewContext) -> list[str]:
    """All parts of a review, in the order in which they are worked out."""
    nodes = list(enumerate(context.history.nodes))
    events = [nth for nth, node in nodes if isinstance(node, ChanceNode)]
    keys = [f"{LUCK}:{nth}" for nth in events]
    keys += [f"{MOVE}:{nth}" for nth, node in nodes if isinstance(node, MoveNode)]
    if context.task.plan.luck:
        keys += [f"{VALUE}:{nth}" for nth in events]
    if context.yardstick.reference.net:
        keys += [f"{REPLAY}:0"]
    return keys


def work_out(task: ReviewTask, key: str) -> tuple[str, Part]:
    context = context_of(task)
    game, plan = (context.history, context.yardstick), task.plan
    kind, _, number = key.partition(":")
    nth, text = int(number), f"{task.luck_text}/{number}"
    if kind == MOVE:
        return key, judge_move(*game, plan, nth, text)
    if kind == VALUE:
        return key, luck_by_rollouts(*game, plan, nth, text)
    if kind == REPLAY:
        return key, replay_luck(*game, plan.replays, f"{task.luck_text}/replay")
    return key, luck_by_net(*game, nth, text)


def _work_out_all(task: ReviewTask, keys: list[str], workers: int) -> Iterator[tuple[str, Part]]:
    if workers <= 1 or len(keys) <= 1:
        yield from (work_out(task, key) for key in keys)
    else:
        yield from spread(work_out, [(task, key) for key in keys], workers)
