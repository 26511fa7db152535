"""Reviews on the server: who sees which moments, and the process that works them out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kritzel.fast import cache
from kritzel.game import Text
from kritzel.games import catalogue
from kritzel.record import Played, Table, read
from kritzel.review.helping import BOT, HINT
from kritzel.review.rehearsing import skill
from kritzel.review.told import CurvePoint, LuckStep, MoveStep, Reference, Review, SeatReview, Sum, Told
from kritzel.server import reviewers
from kritzel.server.reviewers import Asked, Reviewers
from kritzel.server.reviewers import Told as Far
from kritzel.server.view.reviewing import shown

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
    luck = LuckStep(0, 0, "card", "x", WORDS, (1.5, -1.5), 0.0, 1.0, 0.2, 0.9, 1, 1)
    total = Sum(50.0, 2.0, -3.0, 1.0, 50.0, 48.0, 1.0)
    seats = tuple(
        SeatReview(seat, name, seat + 1, total, total, 1.0, 10, 7, 1, (seat,), None, None)
        for seat, name in enumerate(table.names)
    )
    curve = (CurvePoint(0, (50.0, 50.0)), CurvePoint(len(table.events), (60.0, 40.0)))
    owl = Reference("learned", Text("Weise Eule", "Wise Owl"), None, "net")
    return Review(
        1, "traexx", "1", "hash", 1, "quick", 0, "win", owl, 36, 8.0, True, True, (), seats,
        (*steps, luck), curve,
    )  # fmt: skip


def _step(table: Table, seat: int, event: int) -> MoveStep:
    made = table.events[event]
    assert isinstance(made, Played)
    played = Told((table.game.move_text(table.sheet, made.move),), WORDS)
    return MoveStep(
        (event,), seat, played, played, played, 4, 5.0, 1.0, True, "sure", "mistake", (-5.0, 5.0), (1.0, 1.0),
        None, 36, (), None, None, 1,
    )  # fmt: skip


def test_moments_belong_to_the_person(table: Table) -> None:
    seen = shown(reviewed(table), table, (0,), {0})
    assert [moment.seat for moment in seen.moments] == [0]
    assert seen.you == (0,)
    assert [seat.sum.result for seat in seen.seats] == [50.0, 50.0], "sums are open to everybody"


def test_whoever_watches_sees_no_moments_of_people(table: Table) -> None:
    seen = shown(reviewed(table), table, (), set())
    assert seen.moments == ()
    assert len(seen.luck) == 1


def test_a_moment_says_where_and_by_how_much(table: Table) -> None:
    (moment,) = shown(reviewed(table), table, (1,), {1}).moments
    assert moment.better is not None
    assert moment.better.value - moment.played.value == pytest.approx(moment.loss)
    assert moment.played.cells, "the page shows it on the sheet"
    assert moment.certainty == "sure"
    assert moment.clock.en


def test_a_choice_says_which_lines_it_draws(table: Table) -> None:
    (moment,) = shown(reviewed(table), table, (1,), {1}).moments
    ((start, cell),) = moment.played.lines
    assert (moment.played.kind, moment.played.cells) == ("extend", (cell,))
    assert start != cell


def test_a_better_move_that_was_there_three_times_is_a_pattern(table: Table) -> None:
    found = reviewed(table)
    again = replace(found, steps=found.steps + 2 * found.steps[:1])
    mine, theirs = shown(again, table, (0,), {0}).seats
    assert mine.pattern is not None
    assert mine.pattern.en == "3 times this was the better move: so."
    assert theirs.pattern is None
    assert shown(again, table, (), set()).seats[0].pattern is None, (
        "it is told to whoever may see the moments"
    )
    assert shown(found, table, (0,), {0}).seats[0].pattern is None, "once is none"


def test_older_rules_and_another_yardstick_are_told(table: Table) -> None:
    old = read((GOLDEN / "dizzle-2-last_round.txt").read_text())
    assert old.game.rules_version < catalogue.game("dizzle").rules_version
    instead = replace(reviewed(table).reference, instead=Text("statt", "in place"))
    seen = shown(replace(reviewed(table), reference=instead, steps=(), seats=()), old, (), set())
    assert [note.en.split(",")[0] for note in seen.notes] == ["in place", "Played by older rules"]


def test_help_is_told_at_the_move_and_at_the_seat(table: Table) -> None:
    found = reviewed(table)
    mine, theirs = (step for step in found.steps if isinstance(step, MoveStep))
    steps = (replace(mine, help=HINT), replace(theirs, help=BOT))
    seen = shown(replace(found, steps=steps), table, (0,), {0})
    assert [moment.hinted for moment in seen.moments] == [True]
    since = [seat.bot_since for seat in seen.seats]
    assert since[0] is None
    assert since[1] is not None
    assert since[1].en.startswith("Card")
    back = shown(replace(found, steps=(*steps, theirs)), table, (0,), {0})
    assert back.seats[1].bot_since is None, "somebody came back"


def test_luck_tells_its_odds(table: Table) -> None:
    (luck,) = shown(reviewed(table), table, (), set()).luck
    assert luck.odds == 0.2


# The process -----------------------------------------------------------------------------------
class Slow:
    """A process that tells what the test lets it tell."""

    asked: list[Asked]
    script: Callable[[Asked, Callable[[], bool]], Iterator[Far]]

    def __init__(self) -> None:
        pass

    def tells(self, asked: Asked, leave: Callable[[], bool]) -> Iterator[Far]:
        Slow.asked.append(asked)
        yield from Slow.script(asked, leave)

    def end(self) -> None:
        pass


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Reviewers:
    Slow.asked = []
    monkeypatch.setattr(reviewers, "Process", Slow)
    return Reviewers()


def test_a_review_is_worked_out_once(desk: Reviewers, table: Table) -> None:
    done = Far(3, 3, reviewed(table))
    Slow.script = lambda asked, leave: iter([Far(1, 3), done])

    async def twice() -> tuple[Far, Far]:
        return await desk.look("a", Asked("r", "quick")), await desk.look("a", Asked("r", "quick"))

    assert asyncio.run(twice()) == (done, done)
    assert len(Slow.asked) == 1


def test_what_goes_wrong_is_told_and_tried_again(desk: Reviewers) -> None:
    def dies(asked: Asked, leave: Callable[[], bool]) -> Iterator[Far]:
        raise EOFError
        yield

    Slow.script = dies

    async def twice() -> tuple[Far, Far]:
        return await desk.look("a", Asked("r", "quick")), await desk.look("a", Asked("r", "quick"))

    one, other = asyncio.run(twice())
    assert one.problem is not None
    assert other.problem is not None
    assert len(Slow.asked) == 2


def test_a_quick_one_comes_before_a_thorough_one(desk: Reviewers, table: Table) -> None:
    """The thorough one is left when somebody asks for a quick one, and goes on after it."""
    done = Far(1, 1, reviewed(table))
    times = iter(range(100))

    def works(asked: Asked, leave: Callable[[], bool]) -> Iterator[Far]:
        if asked.depth == "deep" and next(times) == 0:
            while not leave():
                yield Far(0, 1)
            return
        yield done

    Slow.script = works

    async def both() -> tuple[Far, Far]:
        deep = asyncio.create_task(desk.look("a", Asked("r", "deep")))
        while not Slow.asked:
            await asyncio.sleep(0)
        quick = await desk.look("b", Asked("s", "quick"))
        await deep
        while not (found := await desk.look("a", Asked("r", "deep"))).ended:
            pass
        return quick, found

    assert asyncio.run(both()) == (done, done)
    assert [asked.depth for asked in Slow.asked] == ["deep", "quick", "deep"]


def test_nobody_fills_the_line(desk: Reviewers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewers, "WAITING", 0)
    assert asyncio.run(desk.look("a", Asked("r", "quick"))) == Far()
    assert Slow.asked == []


def test_whoever_stops_asking_stops_the_work(desk: Reviewers, monkeypatch: pytest.MonkeyPatch) -> None:
    left = []

    def works(asked: Asked, leave: Callable[[], bool]) -> Iterator[Far]:
        left.append(leave())
        monkeypatch.setattr(reviewers, "PATIENCE", 0.0)
        left.append(leave())
        return iter(())

    Slow.script = works
    monkeypatch.setattr(reviewers, "ANSWER_WITHIN", 0.0)

    async def once() -> None:
        await desk.look("a", Asked("r", "deep"))
        while len(left) < 2:
            await asyncio.sleep(0)

    asyncio.run(once())
    assert left == [False, True]


def test_a_cold_machine_says_that_it_warms_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, table: Table
) -> None:
    monkeypatch.setenv("KRITZEL_CACHE", str(tmp_path))
    monkeypatch.setattr(reviewers, "WARM", set())
    monkeypatch.setattr(reviewers, "compiles", lambda: True)
    assert reviewers.is_cold(table)
    reviewers.WARM.add(("traexx", False))
    assert reviewers.is_cold(table), "a review alone is not one of two"
    reviewers.WARM.add(("traexx", True))
    assert not reviewers.is_cold(table)
    reviewers.WARM.clear()
    cache.mark(skill("traexx"))
    assert not reviewers.is_cold(table), "compiled together with the bots"
