"""What was luck, what was skill, and what would have been better: a finished game looked at again.

`review(record)` is a pure function of the record and a seed; `improving(record)` is the same, part by part.
`pipeline` is the way from a record to a review. docs/review.md: the definitions, and how far to trust them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from kritzel.review.models import LuckStep, MoveStep, Review, SeatReview, Sum

if TYPE_CHECKING:
    from kritzel.game import Sheet
    from kritzel.record import Table
    from kritzel.review.pipeline import Progress

__all__ = ["LuckStep", "MoveStep", "Review", "SeatReview", "Sum", "improving", "review"]


def review(
    record: str | Table,
    depth: str = "quick",
    seed: int = 0,
    *,
    rollouts: int | None = None,
    sheet: Sheet | None = None,
    workers: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    keep: bool = True,
) -> Review:
    """The review of a record, or of a table that has ended; `depth` is `quick` or `deep`.

    The same record and seed bring the same review. `sheet`: where the game was played on one of your own.
    `keep`: keep parts on disk for the next time. An exception that `progress` raises stops the work.
    """
    last = None
    for last in improving(record, depth, seed, rollouts=rollouts, sheet=sheet, workers=workers, keep=keep):
        if progress is not None:
            progress(last)
    assert last is not None, "the first progress comes before the first part"
    return replace(last.review, table=last.context.history.table)


def improving(
    record: str | Table,
    depth: str = "deep",
    seed: int = 0,
    *,
    rollouts: int | None = None,
    sheet: Sheet | None = None,
    workers: int | None = None,
    keep: bool = True,
) -> Generator[Progress, None, None]:
    """The same, part by part: after each what is known so far. Closing the generator stops the work."""
    if find_spec("numpy") is None:
        from kritzel.fast.twin import NotInstalled

        raise NotInstalled("numpy")
    from kritzel.review import pipeline

    yield from pipeline.improve(pipeline.task_for(record, depth, seed, rollouts, sheet), workers, keep)
