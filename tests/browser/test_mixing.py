"""Before the first roll: pages seal and open their luck by themselves; one that is away is waited for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]


def kept(person: Person, table: str) -> Any:
    """What this device keeps of the dice."""
    return person.page.evaluate("table => JSON.parse(localStorage.getItem(`kritzel.dice.${table}`))", table)


def test_two_pages_begin_by_themselves_also_after_a_reload(server: Server, person: People) -> None:
    mara, jonas = person("Mara", phone=True), person("Jonas", lang="de")
    laid = ahead.lay(server, "traexx/1", ("Mara", "Jonas"))
    laid.handed_to(mara, jonas)
    mara.open(laid.path)
    expect(mara.text(re.compile("Waiting for Jonas"))).to_be_visible()
    sealed = kept(mara, laid.table)["luck"]
    mara.page.reload()
    expect(mara.text(re.compile("Waiting for Jonas"))).to_be_visible()
    jonas.open(laid.path)
    jonas.heading("Alle wählen")
    mara.heading("Everyone chooses")
    assert kept(mara, laid.table)["luck"] == sealed, "the same luck as before the reload"
    both = [kept(who, laid.table)["seals"]["all"] for who in (mara, jonas)]
    assert both[0] == both[1]
    assert len(both[0]) == 2
    assert laid.guests[0].sit(laid.table).say("stop")["t"] == "ack"
    mara.open(f"/verify/{laid.table}")
    for seen in ("The luck of this device is in the mix.", "Names and seats are those that this device saw"):
        expect(mara.text(re.compile(seen))).to_be_visible()


@pytest.mark.slow
def test_a_device_that_does_not_open_is_waited_for_and_mixed_without(server: Server, person: People) -> None:
    mara, jonas = person("Mara", phone=True, lang="de"), person("Jonas")
    laid = ahead.lay(server, "traexx/1", ("Mara", "Jonas"))
    laid.handed_to(mara, jonas)
    away = laid.guests[1].sit(laid.table)
    assert away.seal()["t"] == "ack"
    away.close()
    mara.open(laid.path)
    expect(mara.text(re.compile("Das Gerät von Jonas muss seines noch öffnen"))).to_be_visible()
    expect(mara.button("Platz von Jonas freigeben")).to_be_visible()
    mara.button("Neu mischen").tap()
    expect(mara.text(re.compile("zum 2. Mal gemischt"))).to_be_visible()
    jonas.open(laid.path)
    for who, words in ((jonas, "I'm in again"), (mara, "Bin wieder dabei")):
        who.button(words).click()
    jonas.heading("Everyone chooses")
    mara.heading("Alle wählen")
    assert kept(mara, laid.table)["seals"]["round"] == 2


@pytest.mark.slow
def test_the_seat_of_somebody_who_does_not_come_is_freed(server: Server, person: People) -> None:
    mara = person("Mara")
    laid = ahead.lay(server, "traexx/1", ("Mara", "Jonas"))
    laid._replace(guests=laid.guests[:1]).handed_to(mara)
    mara.open(laid.path)
    mara.button("Free Jonas's seat").click()
    expect(mara.page.get_by_role("textbox", name="Link for seat 2")).to_be_visible()
