"""Going back: a roll of real dice that was read wrong, and a move at a device that has been passed on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_sitting_down import clear_seats

People = Callable[..., Person]


def hot_seat(person: Person, *, real: bool = False) -> Hand:
    """Two people at one device, the game begun."""
    person.open()
    clear_seats(person)
    person.button(re.compile("^Here: ")).tap()
    if real:
        person.page.get_by_role("switch", name="Real dice").tap()
    person.button("Start, two players").tap()
    return Hand(person)


def test_undo_at_one_device_works_after_the_page_has_turned(person: People) -> None:
    mara = person("Mara", phone=True)
    hand = hot_seat(mara)
    heading = mara.page.get_by_role("heading", level=1)
    expect(heading).to_have_text(re.compile("'s turn"))
    first = heading.inner_text()
    assert hand.step()
    expect(heading).not_to_have_text(first)
    mara.note("Pass it on")
    hand.button("^Take back").tap()
    mara.note(re.compile("Taken back: place .* turn again"))
    mara.heading(first)
    assert hand.choices()


@pytest.mark.slow
def test_a_roll_read_wrong_is_typed_again_and_moves_since_go(person: People) -> None:
    mara = person("Mara", phone=True)
    hand = hot_seat(mara, real=True)
    hand.tap_in("1112345")
    hand.button("^Correct the roll").tap()
    hand.button("^Take away: 1, so far 3").tap()
    hand.button("^One more: 6, so far 0").tap()
    hand.button("^That's the roll").tap()
    expect(hand.button("^2 dice 1")).to_be_visible()
    assert hand.step()
    mara.note("Pass it on")
    hand.button("^Correct the roll").tap()
    dialog = mara.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The move after it goes back.")
    dialog.get_by_role("button", name="Type it again").tap()
    hand.tap_in("6651234")
    expect(hand.button("^2 dice 6")).to_be_visible()
    assert hand.choices()


@pytest.mark.slow
def test_the_others_are_asked_before_a_roll_is_corrected(server: Server, person: People) -> None:
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"], real_dice=True)
    mara, jonas = person("Mara", lang="de"), person("Jonas", phone=True)
    one, other = sit_down(laid, mara, jonas)
    one.tap_in("1112345")
    assert one.step() or other.step()
    one.button("^Wurf korrigieren").click()
    mara.page.get_by_role("dialog").get_by_role("button", name="Die anderen fragen").click()
    expect(mara.page.get_by_role("status").filter(has_text="Warten auf Jonas")).to_be_visible()
    asked = jonas.page.get_by_role("alert").filter(has_text="Mara mistyped the roll")
    asked.get_by_role("button", name="Agree").tap()
    one.tap_in("1122345")
    expect(one.button("^2 Würfel 2")).to_be_visible()
    expect(asked).to_be_hidden()
