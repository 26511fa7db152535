"""What was luck, what was skill, and what would have been better: a finished game looked at again.

`review(record)` is a pure function of the record and a seed; `improving(record)` is the same, part by part.
docs/review.md tells how it is worked out, and how far it can be trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from kritzel.review.told import LuckStep, MoveStep, Review, SeatReview, Sum

if TYPE_CHECKING:
    from kritzel.game import Sheet
    from kritzel.record import Table
    from kritzel.review.working import Progress

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

    The same record and seed bring the same review, whoever works it out. `sheet`: where the game was played
    on one of your own. An exception that `progress` raises stops the work; what was found is kept for the
    next time.
    """
    from kritzel.review import working

    options: dict[str, Any] = {"rollouts": rollouts, "sheet": sheet, "workers": workers, "keep": keep}
    return working.review(record, depth, seed, progress=progress, **options)


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
    """The same, part by part: after each what is known so far. Whoever stops asking stops the work."""
    from kritzel.review import working

    options: dict[str, Any] = {"rollouts": rollouts, "sheet": sheet, "workers": workers, "keep": keep}
    return working.improving(record, depth, seed, **options)
