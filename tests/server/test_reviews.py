"""Reviews on the server: who sees which moments, and the process that works them out."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kritzel.fast import cache
from kritzel.game import Text
from kritzel.record import Played, Table, read
from kritzel.review.models import (
    BOT,
    HINT,
    CurvePoint,
    LuckStep,
    MoveStep,
    MoveText,
    Reference,
    Review,
    SeatReview,
    Sum,
)
from kritzel.review.warm_up import review_skill
from kritzel.server import reviews
from kritzel.server.reviews import QueuedReview, ReviewProgress, ReviewQueue, ReviewRequest
from kritzel.server.web.api.reviews import review_for

GOLDEN = Path(__file__).parent.parent / "golden"
WORDS = Text("so", "so")


@pytest.fixture(scope="module")
def table() -> Table:
    return read((GOLDEN / "traexx-2-last_card.txt").read_text())


def reviewed(table: Table) -> Review:
    """A review in which each seat has one moment: its first move."""
    first = [
        next(nth for nth, e in enumerate(table.events) if isinstance(e, Played) and e.seat == s)
        for s in (0, 1)
    ]
    steps = tuple(_step(table, seat, event) for seat, event in enumerate(first))
    luck = LuckStep((0,), 0, 1, "card", "x", WORDS, (1.5, -1.5), 0.0, 1.0, 0.2, 0.9, 1)
    total = Sum(50.0, 2.0, -3.0, 1.0, 50.0, 48.0, 1.0)
    seats = tuple(
        SeatReview(seat, name, seat + 1, total, 1.0, total, 10, 7, 1, (seat,), None, None)
        for seat, name in enumerate(table.names)
    )
    curve = (CurvePoint(0, (50.0, 50.0)), CurvePoint(len(table.events), (60.0, 40.0)))
    owl = Reference("learned", Text("Weise Eule", "Wise Owl"), None, "net")
    return Review(
        1, "traexx", "1", "hash", 1, "quick", 0, "win", 36, 8.0, True, True, (), owl, seats,
        (*steps, luck), curve,
    )  # fmt: skip


def _step(table: Table, seat: int, event: int) -> MoveStep:
    made = table.events[event]
    assert isinstance(made, Played)
    played = MoveText((table.game.notation.move_text(table.sheet, made.move),), WORDS)
    return MoveStep(
        (event,), seat, 1, played, played, played, "", 4, 5.0, 1.0, True, "sure", "mistake", WORDS,
        (-5.0, 5.0), (1.0, 1.0), None, 36, (), None, None,
    )  # fmt: skip


def test_moments_belong_to_the_person(table: Table) -> None:
    seen = review_for(reviewed(table), table, (0,), {0})
    assert [moment.seat for moment in seen.moments] == [0]
    assert seen.you == (0,)
    assert [seat.sum.result for seat in seen.seats] == [50.0, 50.0], "sums are open to everybody"


def test_whoever_watches_sees_no_moments_of_people(table: Table) -> None:
    seen = review_for(reviewed(table), table, (), set())
    assert seen.moments == ()
    assert len(seen.luck) == 1


def test_a_moment_says_where_and_by_how_much(table: Table) -> None:
    (moment,) = review_for(reviewed(table), table, (1,), {1}).moments
    assert moment.better is not None
    assert moment.played.value is not None
    assert moment.better.value is not None
    assert moment.better.value - moment.played.value == pytest.approx(moment.loss)
    assert moment.played.cells, "the page shows it on the sheet"
    assert moment.certainty == "sure"
    assert moment.clock.en


def test_a_choice_says_which_lines_it_draws(table: Table) -> None:
    (moment,) = review_for(reviewed(table), table, (1,), {1}).moments
    ((start, cell),) = moment.played.lines
    assert (moment.played.kind, moment.played.cells) == ("extend", (cell,))
    assert start != cell


def test_a_better_move_that_was_there_three_times_is_a_pattern(table: Table) -> None:
    found = reviewed(table)
    again = replace(found, steps=found.steps + 2 * found.steps[:1])
    mine, theirs = review_for(again, table, (0,), {0}).seats
    assert mine.pattern is not None
    assert mine.pattern.en == "3 times this was the better move: so."
    assert theirs.pattern is None
    assert review_for(again, table, (), set()).seats[0].pattern is None, (
        "it is told to whoever may see the moments"
    )
    assert review_for(found, table, (0,), {0}).seats[0].pattern is None, "once is none"


def test_another_yardstick_is_told(table: Table) -> None:
    instead = replace(reviewed(table).reference, instead=Text("statt", "in place"))
    seen = review_for(replace(reviewed(table), reference=instead, steps=(), seats=()), table, (), set())
    assert seen.notes[0].en == "in place"


def test_help_is_told_at_the_move_and_at_the_seat(table: Table) -> None:
    found = reviewed(table)
    mine, theirs = (step for step in found.steps if isinstance(step, MoveStep))
    steps = (replace(mine, help=HINT), replace(theirs, help=BOT))
    seen = review_for(replace(found, steps=steps), table, (0,), {0})
    assert [moment.hinted for moment in seen.moments] == [True]
    since = [seat.bot_since for seat in seen.seats]
    assert since[0] is None
    assert since[1] is not None
    assert since[1].en.startswith("Card")
    back = review_for(replace(found, steps=(*steps, theirs)), table, (0,), {0})
    assert back.seats[1].bot_since is None, "somebody came back"


def test_luck_tells_its_odds(table: Table) -> None:
    (luck,) = review_for(reviewed(table), table, (), set()).luck
    assert luck.odds == 0.2


# The process -----------------------------------------------------------------------------------
class Slow:
    """A process that tells what the test lets it tell."""

    asked: list[ReviewRequest]
    script: Callable[[ReviewRequest, Callable[[], bool]], Iterator[ReviewProgress]]

    ended = False

    def __init__(self, *_: object, **__: object) -> None:
        pass

    async def stream(
        self, request: ReviewRequest, leave: Callable[[], bool], hear: Callable[[ReviewProgress], None]
    ) -> None:
        Slow.asked.append(request)
        loop = asyncio.get_running_loop()

        def tell() -> None:
            for progress in Slow.script(request, leave):
                loop.call_soon_threadsafe(hear, progress)

        await asyncio.to_thread(tell)

    def end(self) -> None:
        pass


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> ReviewQueue:
    Slow.asked = []
    monkeypatch.setattr(reviews, "Worker", Slow)
    monkeypatch.setattr(reviews, "is_idle", lambda own=0: False)
    return ReviewQueue()


async def asked(desk: ReviewQueue, table: str, depth: str = "quick") -> ReviewProgress:
    found = await desk.ask(table, ReviewRequest("r", depth), "mara")
    assert isinstance(found, ReviewProgress)
    return found


def test_a_review_is_worked_out_once(desk: ReviewQueue, table: Table) -> None:
    done = ReviewProgress(3, 3, reviewed(table))
    Slow.script = lambda asked, leave: iter([ReviewProgress(1, 3), done])

    async def twice() -> tuple[ReviewProgress, ReviewProgress]:
        return await asked(desk, "a"), await asked(desk, "a")

    assert asyncio.run(twice()) == (done, done)
    assert len(Slow.asked) == 1


def test_what_goes_wrong_is_told_and_tried_again(desk: ReviewQueue) -> None:
    def dies(asked: ReviewRequest, leave: Callable[[], bool]) -> Iterator[ReviewProgress]:
        raise EOFError
        yield

    Slow.script = dies

    async def twice() -> tuple[ReviewProgress, ReviewProgress]:
        return await asked(desk, "a"), await asked(desk, "a")

    one, other = asyncio.run(twice())
    assert one.problem is not None
    assert other.problem is not None
    assert len(Slow.asked) == 2


def test_a_quick_one_comes_before_a_thorough_one(desk: ReviewQueue, table: Table) -> None:
    """The thorough one is left when somebody asks for a quick one, and goes on after it."""
    done = ReviewProgress(1, 1, reviewed(table))
    times = iter(range(100))

    def works(asked: ReviewRequest, leave: Callable[[], bool]) -> Iterator[ReviewProgress]:
        if asked.depth == "deep" and next(times) == 0:
            while not leave():
                yield ReviewProgress(0, 1)
            return
        yield done

    Slow.script = works

    async def both() -> tuple[ReviewProgress, ReviewProgress]:
        deep = asyncio.create_task(asked(desk, "a", "deep"))
        while not Slow.asked:
            await asyncio.sleep(0)
        quick = await asked(desk, "b")
        await deep
        while not (found := await asked(desk, "a", "deep")).ended:
            pass
        return quick, found

    assert asyncio.run(both()) == (done, done)
    assert [asked.depth for asked in Slow.asked] == ["deep", "quick", "deep"]


def test_nobody_fills_the_line(desk: ReviewQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MAX_WAITING", 0)
    assert asyncio.run(desk.ask("a", ReviewRequest("r", "quick"), "mara")) is None
    assert Slow.asked == []


def test_one_caller_cannot_fill_the_queue(desk: ReviewQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others still have their reviews, and one that is in the queue already costs nobody anything."""
    monkeypatch.setattr(reviews, "ANSWER_WITHIN_S", 0.0)
    waits = threading.Event()

    def works(request: ReviewRequest, leave: Callable[[], bool]) -> Iterator[ReviewProgress]:
        waits.wait()
        return iter(())

    Slow.script = works

    async def all_of_them() -> None:
        tables = [str(nth) for nth in range(reviews.MAX_WAITING_PER_CALLER)]
        request = ReviewRequest("r", "quick")
        assert None not in [await desk.ask(table, request, "mara") for table in tables]
        assert await desk.ask("another", request, "mara") is None
        assert await desk.ask(tables[0], request, "mara") is not None
        assert await desk.ask("another", request, "ben") is not None
        monkeypatch.setattr(reviews, "WANTED_FOR_S", 0.0)
        waits.set()

    asyncio.run(all_of_them())


def test_whoever_stops_asking_stops_the_work(desk: ReviewQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    left = []

    def works(asked: ReviewRequest, leave: Callable[[], bool]) -> Iterator[ReviewProgress]:
        left.append(leave())
        monkeypatch.setattr(reviews, "WANTED_FOR_S", 0.0)
        left.append(leave())
        return iter(())

    Slow.script = works
    monkeypatch.setattr(reviews, "ANSWER_WITHIN_S", 0.0)

    async def once() -> None:
        await asked(desk, "a", "deep")
        while len(left) < 2:
            await asyncio.sleep(0)

    asyncio.run(once())
    assert left == [False, True]


async def deepened(desk: ReviewQueue, table: str) -> ReviewProgress:
    while (found := await asked(desk, table)).review is None or found.review.depth == "quick":
        await asyncio.sleep(0)
    return found


def test_the_deep_one_comes_by_itself_while_the_machine_is_idle(
    desk: ReviewQueue, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asks for it; it begins when the load is gone, and answers for the quick one then."""
    monkeypatch.setattr(reviews, "LOOK_AGAIN_S", 0.0)
    quick = ReviewProgress(1, 1, reviewed(table))
    deep = ReviewProgress(9, 9, replace(reviewed(table), depth="deep"))
    Slow.script = lambda asked, leave: iter([deep if asked.depth == "deep" else quick])

    async def story() -> None:
        assert await asked(desk, "a") == quick
        assert desk.deepening("a") == 0
        for _ in range(20):
            await asyncio.sleep(0)
        assert [asked.depth for asked in Slow.asked] == ["quick"], "there is load"
        monkeypatch.setattr(reviews, "is_idle", lambda own=0: True)
        assert await deepened(desk, "a") == deep
        assert desk.deepening("a") is None
        assert [asked.depth for asked in Slow.asked] == ["quick", "deep"]

    asyncio.run(story())


def test_load_and_whoever_asks_end_the_deep_one(
    desk: ReviewQueue, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "LOOK_AGAIN_S", 0.0)
    monkeypatch.setattr(reviews, "is_idle", lambda own=0: True)
    quick = ReviewProgress(1, 1, reviewed(table))
    deep = ReviewProgress(9, 9, replace(reviewed(table), depth="deep"))
    left = list[str]()

    def works(asked: ReviewRequest, leave: Callable[[], bool]) -> Iterator[ReviewProgress]:
        if asked.depth == "quick":
            yield quick
            return
        yield ReviewProgress(len(left), 9)
        if len(left) < 2:
            while not leave():
                pass
            left.append("left")
            monkeypatch.setattr(reviews, "is_idle", lambda own=0: True)
        else:
            yield deep

    Slow.script = works

    async def story() -> None:
        await asked(desk, "a")
        while Slow.asked[-1].depth == "quick":
            await asyncio.sleep(0)
        await asked(desk, "b")
        while len(Slow.asked) < 4:  # deep again
            await asyncio.sleep(0)
        monkeypatch.setattr(reviews, "is_idle", lambda own=0: False)
        assert await deepened(desk, "b") == deep
        assert await deepened(desk, "a") == deep

    asyncio.run(story())
    assert [asked.depth for asked in Slow.asked][:2] == ["quick", "deep"]
    assert len(left) == 2


def test_tries_are_weighed_again_after_a_deep_review(desk: ReviewQueue, table: Table) -> None:
    deep = ReviewProgress(9, 9, replace(reviewed(table), depth="deep"))
    Slow.script = lambda asked, leave: iter([deep])
    desk._jobs["a/try", "quick"] = QueuedReview(ReviewRequest("r", "quick"), "", progress=deep)
    desk._jobs["b/try", "quick"] = QueuedReview(ReviewRequest("r", "quick"), "", progress=deep)

    async def story() -> None:
        await asked(desk, "a", "deep")
        await asyncio.sleep(0)

    asyncio.run(story())
    assert ("a/try", "quick") not in desk._jobs
    assert ("b/try", "quick") in desk._jobs


def test_a_machine_is_idle_while_half_of_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "cores", lambda: 2)
    monkeypatch.setattr(os, "getloadavg", lambda: (1.4, 0.0, 0.0))
    assert not reviews.is_idle()
    assert reviews.is_idle(own=1), "its own work is no load"


def test_a_cold_machine_says_that_it_warms_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: Table
) -> None:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    monkeypatch.setattr(reviews, "WARM", set())
    monkeypatch.setattr(reviews, "compiles", lambda: True)
    assert reviews.is_cold(table)
    reviews.WARM.add(("traexx", False))
    assert reviews.is_cold(table), "a review alone is not one of two"
    reviews.WARM.add(("traexx", True))
    assert not reviews.is_cold(table)
    reviews.WARM.clear()
    cache.mark(review_skill("traexx"))
    assert not reviews.is_cold(table), "compiled together with the bots"
