"""Leaving is harmless: reload, a killed server, a closed page, a bot for a while. Nothing is lost."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import play_on, sit_down
from tests.browser.people import Company, Person
from tests.browser.serving import Server

People = Callable[..., Person]
GONE = "WebSocket connection|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
"""What a browser notes down while a server is away."""


def marks(person: Person) -> list[str]:
    """All cells of the sheet in front, as they are read out."""
    cells = person.page.get_by_role("gridcell")
    cells.first.wait_for()
    found: list[str] = cells.evaluate_all("cells => cells.map((cell) => cell.getAttribute('aria-label'))")
    return found


def test_a_reload_brings_everything_back(server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas", phone=True, lang="de")
    laid = ahead.lay(server, "dizzle/1", ["Mara", "Jonas"])
    hands = sit_down(ahead.brought(laid, lambda view: view["version"] > 15), mara, jonas)
    for someone, hand in zip((mara, jonas), hands, strict=True):
        before, heading = marks(someone), hand.signs().heading
        someone.page.reload()
        someone.heading(heading)
        assert marks(someone) == before
    version = laid.view()["version"]
    play_on(*hands, enough=lambda: laid.view()["version"] > version + 3)


def test_a_killed_server_loses_nothing(own_server: Server, company: Company) -> None:
    """kill -9 in mid-game. The move that was made meanwhile is kept on the page and sent once."""
    mara, jonas = company.comes(own_server, "Mara"), company.comes(own_server, "Jonas", phone=True)
    for someone in (mara, jonas):
        someone.forgives(GONE)
    laid = ahead.lay(own_server, "traexx/1", ["Mara", "Jonas"])
    hands = sit_down(ahead.brought(laid, lambda view: "Card 4" in ahead.clock(view)), mara, jonas)
    before = {someone.name: marks(someone) for someone in (mara, jonas)}
    cell = next(iter(hands[0].choices()))

    own_server.kill()
    expect(mara.text("Connection lost.").first).to_be_visible()
    expect(jonas.text("Connection lost.").first).to_be_visible()
    assert marks(mara) == before["Mara"], "the sheet stays readable"
    hands[0].cell(cell).click()
    named = hands[0].button(rf"\b{cell}(?!\d)")
    sending = mara.text(re.compile("1 move isn't sent yet. It's kept and sent once"))
    expect(named.or_(sending).first).to_be_visible()
    if named.is_visible():
        named.click()
    expect(sending).to_be_visible()

    own_server.start()
    mara.saw("Back again.")
    jonas.saw("Back again.")
    expect(hands[0].cell(cell)).to_have_accessible_name(re.compile("on your line"))
    assert marks(jonas) == before["Jonas"]
    moves = {text for text in mara.said if '"t":"move"' in text}
    assert len(moves) == 1, "whatever was sent again was the same message"
    play_on(*hands, enough=lambda: "Card 5" in ahead.clock(laid.view()))


@pytest.mark.slow
def test_a_frozen_server_is_noticed_and_loses_nothing(own_server: Server, company: Company) -> None:
    """Nothing is closed, nobody answers: as when somebody walks out of the network."""
    mara = company.comes(own_server, "Mara", lang="de")
    laid = ahead.lay(own_server, "dizzle/1", ["Mara"])
    (hand,) = sit_down(ahead.brought(laid, lambda view: True), mara)
    cell = next(iter(hand.choices()))
    assert own_server.process is not None
    own_server.process.send_signal(signal.SIGSTOP)
    expect(mara.text("Der Server antwortet gerade nicht.").first).to_be_visible()
    hand.cell(cell).click()
    hand.button(rf"\b{cell}(?!\d)").click()
    expect(mara.text(re.compile("1 Zug ist noch nicht gesendet"))).to_be_visible()
    expect(mara.text("Noch nicht gesendet").last).to_be_visible()
    mara.context.set_offline(True)
    expect(mara.text("Dein Gerät hat kein Netz.").first).to_be_visible()
    mara.context.set_offline(False)
    own_server.process.send_signal(signal.SIGCONT)
    expect(hand.cell(cell)).to_have_accessible_name(re.compile("dein Würfel"))
    expect(mara.text(re.compile("noch nicht gesendet"))).to_be_hidden()
    assert len({text for text in mara.said if '"t":"move"' in text}) == 1


@pytest.mark.slow
def test_a_page_that_was_reloaded_while_the_server_was_away(own_server: Server, company: Company) -> None:
    """Not even closing the page loses a move that was made while nobody listened."""
    mara = company.comes(own_server, "Mara").forgives(GONE)
    laid = ahead.lay(own_server, "dizzle/1", ["Mara"])
    (hand,) = sit_down(ahead.brought(laid, lambda view: True), mara)
    cell = next(iter(hand.choices()))
    own_server.kill()
    expect(mara.text("Connection lost.").first).to_be_visible()
    hand.cell(cell).click()
    hand.button(rf"\b{cell}(?!\d)").click()
    expect(mara.text(re.compile("1 move isn't sent yet"))).to_be_visible()
    own_server.start()
    mara.page.reload()
    expect(hand.cell(cell)).to_have_accessible_name(re.compile("your die"))


@pytest.mark.slow
def test_a_bot_stands_in_until_the_player_is_back(own_server: Server, company: Company) -> None:
    mara, jonas = company.comes(own_server, "Mara"), company.comes(own_server, "Jonas")
    laid = ahead.begun(own_server, "traexx/1", ["Mara", "Jonas"])
    first, _ = sit_down(laid, mara, jonas)
    jonas.page.close()
    expect(mara.text("Jonas has been away for a while.")).to_be_visible()
    mara.button("Let a bot play").click()
    mara.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Doodle")).click()
    expect(mara.text(re.compile(r"Doodle \(bot\) plays for Jonas"))).to_be_visible()
    play_on(first, enough=lambda: "Card 2 of 15" in ahead.clock(laid.view()))

    jonas.page = jonas.context.new_page()
    (second,) = sit_down(laid._replace(guests=laid.guests[1:]), jonas)
    expect(mara.text(re.compile(r"\(bot\) plays for Jonas"))).to_be_hidden()
    assert second.signs().heading in ("Everyone chooses", "Done, waiting for Mara")
    play_on(first, second, enough=lambda: "Card 3 of 15" in ahead.clock(laid.view()))


@pytest.mark.slow
def test_a_bot_plays_for_me_while_i_fetch_a_tea(server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas")
    laid = ahead.begun(server, "traexx/1", ["Mara", "Jonas"])
    first, second = sit_down(laid, mara, jonas)
    mara.button("Menu").click()
    mara.button("Bot plays for me").click()
    mara.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Doodle")).click()
    expect(mara.text(re.compile(r"\(bot\) plays for you until you're back", re.IGNORECASE))).to_be_visible()
    mara.heading("Done, waiting for Jonas")
    mara.button("I'm back").first.click()
    expect(mara.text(re.compile(r"\(bot\) plays for you"))).to_be_hidden()
    play_on(second, enough=lambda: "Card 2 of 15" in ahead.clock(laid.view()))
    mara.heading("Everyone chooses")
    assert first.step()


@pytest.mark.slow
def test_whoever_sat_down_may_stand_up_again(server: Server, person: People) -> None:
    """Before the game: the seat is free, its owner keeps theirs, and the rest of the table waits on."""
    mara, jonas = person("Mara"), person("Jonas", phone=True, lang="de")
    owner, friend = server.guest("Mara"), server.guest("Jonas")
    laid = owner.lay("traexx/1", "me", "friend", "friend")
    friend.join(laid["table"], laid["invites"][0]["token"])
    table = ahead.Laid(laid["table"], (owner, friend))
    table.handed_to(mara, jonas)
    mara.open(table.path).heading("Who's joining?")
    jonas.open(table.path).heading("Wer spielt mit?")
    expect(mara.button(re.compile("seat again"))).to_be_hidden()
    jonas.button("Platz wieder freigeben").tap()
    expect(jonas.text("Du schaust zu.")).to_be_visible()
    assert [seat["kind"] for seat in table.view()["seats"]] == ["person", "open", "open"]


@pytest.mark.slow
def test_giving_up_is_asked_twice(server: Server, person: People) -> None:
    mara = person("Mara", lang="de")
    laid = ahead.begun(server, "dizzle/1", ["Mara"])
    sit_down(laid, mara)
    mara.button("Menü").click()
    mara.button("Partie beenden").click()
    dialog = mara.page.get_by_role("dialog", name="Partie beenden")
    dialog.get_by_role("button", name="Weiterspielen").click()
    expect(dialog).to_be_hidden()
    assert laid.view()["phase"] == "running"
    mara.button("Menü").click()
    mara.button("Partie beenden").click()
    dialog.get_by_role("button", name="Beenden", exact=True).click()
    mara.heading("Die Partie wurde beendet")
