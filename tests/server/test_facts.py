"""What a view tells of how the game stands: which throw, how far to the end, what is won, what is missing."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.server.rooms import ANA, named, running


def clock(now: int, of: int, de: str, en: str) -> Any:
    return named({"now": now, "of": of, "words": {"de": de, "en": en}})


def test_the_border_says_which_throw_it_is() -> None:
    driver = running("border/1", 2)
    assert driver.view(ANA).waiting.step == clock(1, 3, "Wurf 1 von 3", "Throw 1 of 3")
    driver.move(0, "stop")
    assert driver.view(ANA).waiting.step is None


def test_the_border_says_how_many_areas_end_the_game() -> None:
    none = clock(0, 6, "0 von 6 Gebieten", "0 of 6 areas")
    assert [seat.goal for seat in running("border/1", 2).view(ANA).seats] == [none, none]


def test_where_no_seat_can_end_the_game_there_is_no_goal() -> None:
    view = running("dizzle/1", 2).view(ANA)
    assert (view.waiting.step, view.seats[0].goal) == (None, None)


def test_traexx_does_not_open_with_everything_missed() -> None:
    view = running("traexx/1", 2).view(ANA)
    assert [seat.total for seat in view.seats] == [0, 0]
    missed = view.seats[0].lines[-1]
    assert (missed.key, missed.have, missed.at_end) == ("missed", 60, True)


def test_at_the_end_of_traexx_missed_cells_count() -> None:
    driver, luck = running("traexx/1", 2), Random(1)
    while driver.room.state.phase == "running":
        driver.step(luck)
    view = driver.view(ANA)
    assert [seat.total for seat in view.seats] == [sum(line.points for line in s.lines) for s in view.seats]
    assert view.scenes[0].total == str(view.seats[0].total)


def test_the_lava_says_its_number() -> None:
    driver, luck = running("dizzle/7", 2), Random(2)
    while driver.view(ANA).waiting.question.en[:4] != "Lava":
        driver.step(luck)
    shown = driver.table.state.shown
    asked = driver.view(ANA).waiting.question
    assert asked.de == f"Lava: Wähl eine {shown} neben dem Vulkan oder neben Lava."
    assert asked.en == f"Lava: pick a {shown} next to the volcano or next to lava."
