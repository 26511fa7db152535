"""A review worked out part by part: in this process or in several, going on where it stopped, and
streaming."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from kritzel.arena.processes import cores, spread
from kritzel.bots.weights import Trained
from kritzel.fast.twin import NotInstalled
from kritzel.game import Sheet, Text
from kritzel.record import RecordError, Table, read
from kritzel.review import chance, judging, replaying
from kritzel.review.helping import Helped, helped_in
from kritzel.review.keeping import Kept, word_for
from kritzel.review.plan import DEEP, QUICK, NotReviewable, Part, Plan, plan_for
from kritzel.review.starts import Start, start_of
from kritzel.review.story import Step, Story, Thrown, story_of
from kritzel.review.told import Review
from kritzel.review.yardstick import Yardstick, why_bare, yardstick_for
from kritzel.sheetfile import digest

LUCK = "luck"
MOVE = "move"
VALUE = "value"
REPLAY = "replay"
"""The kinds of parts: a chance event by enumeration, a step, a chance event by rollouts, the game with the
same luck."""

UNFINISHED = Text(
    "Diese Partie ist nicht zu Ende gespielt; nachgeschaut wird erst danach.",
    "This game has not ended; only finished games are reviewed.",
)
EMPTY = Text("In dieser Partie ist nichts geschehen.", "Nothing happened in this game.")
FEWEST = Text(
    "Spiele, in denen die wenigsten Punkte gewinnen, können noch nicht nachgeschaut werden.",
    "Games that the fewest points win cannot be reviewed yet.",
)


class Asked(NamedTuple):
    """What is reviewed and how; can be sent to other processes."""

    record: str
    sheet: str
    seed: int
    plan: Plan
    helped: Helped = ()

    @property
    def word(self) -> str:
        """What the luck of rollouts comes from: the game and the seed, not the depth."""
        return f"review/{digest(self.record)}/{self.seed}"


@dataclass(frozen=True)
class Context:
    """What all parts of one review have in common."""

    asked: Asked
    story: Story
    yardstick: Yardstick
    start: Start | None


@dataclass(frozen=True)
class Progress:
    """How far a review has come; `review` is what is known so far."""

    done: int
    total: int
    context: Context
    parts: dict[str, Part]

    @cached_property
    def review(self) -> Review:
        """The review of all parts that are there."""
        from kritzel.review.adding import added_up

        return added_up(self.context, self.parts, self.done == self.total)


def table_of(record: str | Table, sheet: Sheet | None = None) -> Table:
    """The finished table of a record. NotReviewable or RecordError."""
    table = record if isinstance(record, Table) else read(record, sheet)
    if not table.over:
        raise NotReviewable(UNFINISHED)
    if not table.events:
        raise NotReviewable(EMPTY)
    if table.game.facts.fewest_win:
        raise NotReviewable(FEWEST)
    return table


def ask(
    record: str | Table, depth: str, seed: int, rollouts: int | None, sheet: Sheet | None = None
) -> Asked:
    """What is asked for, checked."""
    if find_spec("numpy") is None:
        raise NotInstalled("numpy")
    table = table_of(record, sheet)
    bare = why_bare(table.game, table.sheet) is not None
    plan = plan_for(depth, len(table.names) > 1, rollouts, bare)
    helped = helped_in(record) if isinstance(record, str) else ()
    return Asked(table.record(), table.sheet.source, seed, plan, helped)


@lru_cache(4)
def context_of(asked: Asked) -> Context:
    """The record read, and the reference player ready."""
    table = _read(asked)
    story = story_of(table)
    trained = _trained(table)
    seats = len(table.names)
    known = None
    if trained and table.boards is not None:
        net = trained.about["checksum"]
        known = start_of(table.sheet, table.game.rules.version, net, seats, table.boards)
    sigma = (known.sigma if seats > 1 else known.points[0].sd) if known else None
    return Context(asked, story, yardstick_for(story, sigma), known)


def _read(asked: Asked) -> Table:
    try:
        return read(asked.record)
    except RecordError:
        from kritzel.games import catalogue

        return read(asked.record, catalogue.from_text(asked.sheet, "sheet")[1])


def _trained(table: Table) -> Trained | None:
    from kritzel.bots.learned import net_or_none

    return None if why_bare(table.game, table.sheet) else net_or_none(table.game, table.sheet)


def keys_of(context: Context) -> list[str]:
    """All parts of a review, in the order in which they are worked out."""
    thrown = [nth for nth, node in enumerate(context.story.nodes) if isinstance(node, Thrown)]
    steps = [nth for nth, node in enumerate(context.story.nodes) if isinstance(node, Step)]
    keys = [f"{LUCK}:{nth}" for nth in thrown] + [f"{MOVE}:{nth}" for nth in steps]
    if context.asked.plan.luck:
        keys += [f"{VALUE}:{nth}" for nth in thrown]
    if context.yardstick.reference.net:
        keys += [f"{REPLAY}:0"]
    return keys


def work(asked: Asked, key: str) -> tuple[str, Part]:
    """One part, wherever that is."""
    context = context_of(asked)
    kind, _, number = key.partition(":")
    nth = int(number)
    story = context.story
    plan = asked.plan
    text = f"{asked.word}/{nth}"
    if kind == MOVE:
        return key, judging.judged(story, context.yardstick, plan, nth, text)
    if kind == VALUE:
        return key, chance.rolled(story, context.yardstick, plan, nth, text)
    if kind == REPLAY:
        return key, replaying.replayed(story, context.yardstick, plan.replays, f"{asked.word}/replay")
    return key, chance.weighed(story, context.yardstick, nth, text) or {}


def improving(
    record: str | Table,
    depth: str = DEEP,
    seed: int = 0,
    *,
    rollouts: int | None = None,
    sheet: Sheet | None = None,
    workers: int | None = None,
    keep: bool = True,
) -> Generator[Progress, None, None]:
    """A review that grows: after each part what is known so far. Whoever stops asking stops the work; what
    was found is kept, and the next one goes on from there.
    """
    asked = ask(record, depth, seed, rollouts, sheet)
    context = context_of(asked)
    trained = _trained(context.story.table)
    nets = trained.checksum if trained else ""
    kept = Kept(word_for(asked.record, asked.sheet, asked.seed, asked.plan, nets), keep)
    keys = keys_of(context)
    left = [key for key in keys if key not in kept.parts]
    yield Progress(len(keys) - len(left), len(keys), context, dict(kept.parts))
    for done, (key, part) in enumerate(_worked(asked, left, workers), len(keys) - len(left) + 1):
        kept.add(key, part)
        yield Progress(done, len(keys), context, dict(kept.parts))


def _worked(asked: Asked, keys: list[str], workers: int | None) -> Iterator[tuple[str, Part]]:
    many = workers if workers is not None else (1 if asked.plan.depth == QUICK else cores())
    if many <= 1 or len(keys) <= 1:
        yield from (work(asked, key) for key in keys)
    else:
        yield from spread(work, [(asked, key) for key in keys], many)


def review(
    record: str | Table,
    depth: str = QUICK,
    seed: int = 0,
    *,
    rollouts: int | None = None,
    sheet: Sheet | None = None,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    keep: bool = True,
) -> Review:
    """What was luck, what was skill, and what would have been better: of a record, or a table that has ended.

    The same record and seed bring the same review, whoever works it out; `keep`: on disk, for the next time.
    An exception that `progress` raises stops the work.
    """
    last = None
    for last in improving(record, depth, seed, rollouts=rollouts, sheet=sheet, workers=workers, keep=keep):
        if progress is not None:
            progress(last)
    assert last is not None, "there is always a beginning"
    return last.review
