"""My games: found again on this device, carried to another, cleared away by whoever laid the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.people import Person
from tests.browser.serving import Server

pytestmark = pytest.mark.slow

People = Callable[..., Person]


def test_tables_are_found_again(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    laid = ahead.begun(server, "dizzle/2", ["Mara", "Jonas"])
    laid._replace(guests=laid.guests[:1]).handed_to(mara)
    mara.open()
    mine = mara.page.get_by_role("region", name="My games")
    game = mine.get_by_role("link", name=re.compile("Jonas"))
    expect(game).to_contain_text("Your turn")
    game.tap()
    mara.heading("Your turn")
    assert mara.place == laid.path


def test_another_device(server: Server, person: People) -> None:
    """A link, also as a QR code, makes the other device mine too: with all games, and only once."""
    mara, phone, thief = person("Mara"), person("Phone", phone=True), person("Thief", lang="de")
    laid = ahead.begun(server, "traexx/1", ["Mara"])
    laid.handed_to(mara)
    mara.open()
    mara.page.get_by_role("textbox", name="Your name").fill("Mara")
    mara.button(re.compile("^To another device")).click()
    dialog = mara.page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name=re.compile("^QR code"))).to_be_visible()
    link = dialog.get_by_role("textbox", name="Link for the other device").input_value()
    phone.forgives("status of 401").open(link.removeprefix(server.url))
    phone.button(re.compile("^Yes, I'm Mara")).tap()
    game = phone.page.get_by_role("region", name="My games").get_by_role("listitem").get_by_role("link")
    expect(game).to_have_count(1)
    game.tap()
    phone.heading("Your turn")
    secret = link.split("#")[1].split("&")[0].split("/")[0]
    assert secret not in phone.page.url + server.log

    thief.forgives("status of 4").open(link.removeprefix(server.url))
    thief.button(re.compile("^Ja")).click()
    expect(thief.page.get_by_role("alert").or_(thief.page.get_by_role("main")).first).to_contain_text(
        re.compile("gilt nicht|verbraucht|abgelaufen|nicht mehr|frischen|neuen")
    )
    assert thief.context.request.get(f"{server.url}/api/session").status == 401


def test_clearing_a_table_away(server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas", lang="de")
    laid = ahead.begun(server, "traexx/1", ["Mara", "Jonas"])
    laid.handed_to(mara, jonas)
    jonas.forgives("status of 404").open(laid.path)
    jonas.heading("Alle wählen")
    mara.open()
    mara.button(re.compile("^Clear away: ")).click()
    dialog = mara.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The game ends for everybody at the table, and its record is gone.")
    dialog.get_by_role("button", name="Keep it").click()
    expect(mara.page.get_by_role("region", name="My games")).to_be_visible()
    mara.button(re.compile("^Clear away: ")).click()
    dialog.get_by_role("button", name="Clear away").click()
    expect(mara.page.get_by_role("region", name="My games")).to_have_count(0)
    jonas.heading("Hier ist nichts.")
    answer = mara.context.request.get(f"{server.url}/api/tables/{laid.table}")
    assert answer.status == 404


def test_only_the_owner_clears_away(server: Server, person: People) -> None:
    jonas = person("Jonas")
    laid = ahead.begun(server, "traexx/1", ["Mara", "Jonas"])
    laid._replace(guests=laid.guests[1:]).handed_to(jonas)
    jonas.open()
    expect(
        jonas.page.get_by_role("region", name="My games").get_by_role("listitem").get_by_role("link")
    ).to_have_count(1)
    expect(jonas.button(re.compile("^Clear away: "))).to_have_count(0)


def test_whoever_wants_to_be_forgotten_is(server: Server, person: People) -> None:
    """Asked again first; then nothing of one's own is left, and others keep the game with somebody."""
    mara, jonas = person("Mara"), person("Jonas")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    laid.handed_to(mara, jonas)
    mara.forgives("status of 401").open()
    mara.button("Menu").click()
    mara.button("My data").click()
    mara.button("Delete everything about me").click()
    expect(mara.page.get_by_role("dialog")).to_contain_text("can't be undone")
    mara.button("Delete for ever").click()
    expect(mara.page.get_by_role("dialog")).to_have_count(0)
    expect(mara.page.get_by_role("region", name="My games")).to_have_count(0)
    jonas.open()
    expect(jonas.page.get_by_role("region", name="My games")).to_contain_text("Somebody")
