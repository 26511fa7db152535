"""Every game from the first roll to the end, at real pages; and every phase in which all choose together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import play_on, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]
ENOUGH_LANDS = 6
"""Closed lands after which The Border is not far from its end."""


@pytest.mark.parametrize("sheet", [pytest.param("dizzle/1", marks=pytest.mark.slow), "traexx/1"])
def test_two_people_play_a_whole_game(sheet: str, server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas", phone=True, lang="de")
    laid = ahead.lay(server, sheet, ["Mara", "Jonas"])
    play_on(*sit_down(laid, mara, jonas))
    agree_on_the_end(laid, mara, jonas)


@pytest.mark.slow
def test_two_people_play_the_border_to_its_end(server: Server, person: People) -> None:
    """The longest game; the first half is played by messages."""
    mara, jonas = person("Mara"), person("Jonas", phone=True, lang="de")
    laid = ahead.lay(server, "border/1", ["Mara", "Jonas"])
    ahead.brought(laid, lambda view: closed(view) >= ENOUGH_LANDS)
    play_on(*sit_down(laid, mara, jonas))
    agree_on_the_end(laid, mara, jonas)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sheet", "kind"), [("dizzle/7", "lava"), ("dizzle/8", "rail"), ("traexx/1", "done")]
)
def test_everybody_chooses_at_once_until_the_end(
    sheet: str, kind: str, server: Server, person: People
) -> None:
    mara, jonas, kim = person("Mara", lang="de"), person("Jonas", phone=True), person("Kim", phone=True)
    laid = ahead.lay(server, sheet, ["Mara", "Jonas", "Kim"])
    ahead.brought(laid, lambda view: late(view) and shared(view, kind))
    choosing = laid.view()["waiting"]["seats"]
    hands = sit_down(laid, mara, jonas, kim)
    mara.heading("Alle wählen")
    for seat in reversed(choosing):  # any order: nobody waits for another
        assert hands[seat].step()
    play_on(*hands)
    agree_on_the_end(laid, mara, jonas, kim)


@pytest.mark.slow
def test_all_cross_with_the_dice_that_are_left(server: Server, person: People) -> None:
    mara, jonas, kim = person("Mara"), person("Jonas", phone=True), person("Kim", phone=True, lang="de")
    laid = ahead.lay(server, "border/1", ["Mara", "Jonas", "Kim"])
    ahead.brought(laid, lambda view: shared(view, "cross"))
    waiting = laid.view()["waiting"]["seats"]
    hands = sit_down(laid, mara, jonas, kim)
    choosing = [hands[seat] for seat in waiting]
    assert len(choosing) == 2
    for hand in reversed(choosing):
        play_on(hand, enough=lambda hand=hand: not hand.signs().legal)  # type: ignore[misc]
    before = laid.view()["version"]
    for hand in choosing:
        assert hand.step()
    assert laid.view()["version"] > before


@pytest.mark.slow
def test_a_rocket_lands_on_a_planet(server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas", lang="de")
    laid = with_a_planet_to_choose(server)
    hand, _ = sit_down(laid, mara, jonas)
    planets = mara.page.get_by_role("gridcell", name=re.compile("the rocket may land here"))
    expect(planets.first).to_be_visible()
    name = str(planets.first.get_attribute("aria-label")).split(",")[0]
    hand.choose(name)
    expect(hand.cell(name)).not_to_have_accessible_name(re.compile("may land"))


def with_a_planet_to_choose(server: Server) -> ahead.Laid:
    """In some games nobody reaches a rocket before the end: the first in which somebody does."""
    for word in range(20):
        server.luck(f"rocket {word}")
        laid = ahead.lay(server, "dizzle/4", ["Mara", "Jonas"])
        ahead.brought(laid, lambda view: options(view, "planet") or view["phase"] == "over")
        if options(laid.view(), "planet"):
            return laid
    raise AssertionError("no rocket in twenty games")


# What is seen --------------------------------------------------------------------------------------
def agree_on_the_end(laid: ahead.Laid, *people: Person) -> None:
    """Everybody sees the same ranking, and it is the one the table knows."""
    view = laid.view()
    assert view["phase"] == "over"
    for person in people:
        ranking = person.page.get_by_role("region", name=person.say("Rangliste", "Ranking"))
        expect(ranking.get_by_role("listitem")).to_have_count(len(view["seats"]))
        for rank, row in zip(view["result"]["ranking"], ranking.get_by_role("listitem").all(), strict=True):
            word = person.say("Punkt", "point")
            shown = str(rank["points"]).replace("-", "−")
            points = row.get_by_role("img", name=re.compile(rf"^{shown} {word}"))
            expect(points).to_be_visible()
            expect(row).to_contain_text(
                person.say("Du", "You") if person.name == rank["name"] else rank["name"]
            )


def options(view: dict[str, Any], kind: str) -> bool:
    return any(option["kind"] == kind for hand in view["hands"] for option in hand["options"])


def shared(view: dict[str, Any], kind: str) -> bool:
    """Whether all choose now, and the first of them a move of this kind."""
    return len(view["waiting"]["seats"]) > 1 and options(view, kind)


def late(view: dict[str, Any]) -> bool:
    """Whether the end is near: few passes or cards are left."""
    now, of, *_ = map(int, re.findall(r"\d+", ahead.clock(view)))
    return now > of - 2


def closed(view: dict[str, Any]) -> int:
    """How many lands are closed on all sheets."""
    return sum(line["points"] > 0 for seat in view["seats"] for line in seat["lines"])
