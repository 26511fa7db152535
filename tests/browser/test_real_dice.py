"""Real dice: the table asks for the roll, people tap in what lies there, everything else is the same."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_sitting_down import clear_seats, pick_game

pytestmark = pytest.mark.slow

People = Callable[..., Person]


def test_two_people_with_dice_on_the_table(person: People) -> None:
    mara = person("Mara", phone=True).open()
    clear_seats(mara)
    mara.button(re.compile("^Here: ")).tap()
    mara.page.get_by_role("switch", name="Real dice").tap()
    mara.button("Start, two players").tap()
    mara.heading("What do you see?")
    hand = Hand(mara)
    send = hand.button("to go")
    expect(send).to_have_attribute("aria-disabled", "true")
    expect(send).to_have_text(re.compile("7"))
    hand.tap_in("6656111")
    expect(hand.button("^3 dice 1")).to_be_visible()
    expect(hand.button("^3 dice 6")).to_be_visible()
    expect(hand.button("^Die 5")).to_be_visible()
    assert hand.step()


def test_a_slip_of_the_finger_can_be_mended(server: Server, person: People) -> None:
    mara = person("Mara", lang="de")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"], real_dice=True)
    (hand,) = sit_down(laid._replace(guests=laid.guests[:1]), mara)
    hand.button("^Noch einmal: 6").click()
    hand.button("wegnehmen").click()
    hand.tap_in("1134566")
    expect(hand.button("^2 Würfel 6")).to_be_visible()


@pytest.mark.slow
def test_real_cards_to_the_end(server: Server, person: People) -> None:
    """Träxx with one's own cards: no commitment, no proof, the same game."""
    mara = person("Mara").open()
    pick_game(mara, "Träxx")
    clear_seats(mara)
    mara.page.get_by_role("switch", name="Real cards").click()
    mara.button(re.compile("^Start, just me")).click()
    hand = Hand(mara)
    for _ in range(15):
        card = mara.page.get_by_test_id("entry").get_by_role("button").first
        card.click()
        expect(mara.page.get_by_test_id("entry")).to_be_hidden()
        hand.press("^Done")
    expect(mara.page.get_by_role("table", name=re.compile("Score pads"))).to_be_visible()
    expect(mara.link("Check the dice")).to_have_count(0)
    expect(mara.link("Record")).to_be_visible()
