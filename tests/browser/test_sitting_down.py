"""From the first page to the first move: alone, at one device, with friends, with bots; and watching."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser import ahead
from tests.browser.hands import Hand, play_on, sit_down
from tests.browser.people import LOCALES, PHONE, Person
from tests.browser.serving import Server
from tests.patience import LONGEST_MS

People = Callable[..., Person]
NO_COOKIES = "Object.defineProperty(Navigator.prototype, 'cookieEnabled', { get: () => false })"
KEEPS_NOTHING = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("insecure", "SecurityError"); } });"""


def pick_game(person: Person, game: str) -> None:
    person.page.get_by_text(game, exact=True).first.click()
    expect(person.page.get_by_role("radio", name=game)).to_be_checked()


def clear_seats(person: Person) -> None:
    """Only oneself is left. The page comes with a bot on a seat, once it knows the bots."""
    seats = person.button(re.compile("^Clear seat|^Platz .* freimachen"))
    expect(seats.first).to_be_visible()
    while seats.count():
        seats.last.click()


def test_solo_is_one_tap(person: People) -> None:
    mara = person("Mara", phone=True).open()
    mara.button(re.compile("^Solo now")).tap()
    mara.heading("Your turn")
    assert Hand(mara).step()


@pytest.fixture
def peculiar(person: People) -> Iterator[Person]:
    """Somebody at a phone with its ways, which nobody uses afterwards."""
    mara = person("Mara")
    assert mara.context.browser
    context = mara.context.browser.new_context(**PHONE, locale=LOCALES["en"], reduced_motion="reduce")
    context.set_default_timeout(LONGEST_MS)
    mara.page = context.new_page()
    yield mara
    context.close()


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_still_plays(peculiar: Person) -> None:
    """As where site data is blocked: settings, tables and moves work for as long as the page is open."""
    peculiar.page.add_init_script(KEEPS_NOTHING)
    peculiar.open()
    peculiar.button("DE: Deutsch").tap()
    peculiar.button(re.compile("^Solo")).tap()
    peculiar.lang = "de"
    peculiar.heading("Du bist dran")
    assert Hand(peculiar).step()
    story = peculiar.page.get_by_test_id("log").or_(peculiar.page.locator(".moves"))
    expect(story).to_contain_text("legen")


@pytest.mark.slow
def test_a_page_whose_scripts_do_not_come_says_so_after_a_while(peculiar: Person) -> None:
    peculiar.page.route(re.compile(r"\.js$"), lambda route: route.abort())
    peculiar.open()
    late = peculiar.text("This is taking long.")
    expect(late).to_be_hidden()
    peculiar.page.evaluate("() => document.getAnimations().forEach((each) => each.finish())")
    expect(late).to_be_visible()
    expect(peculiar.text("too old for Kritzel")).to_be_hidden()


def test_a_browser_without_cookies_says_what_is_missing(peculiar: Person) -> None:
    def comes_without(route: Route) -> None:
        peculiar.page.context.clear_cookies()
        route.continue_()

    peculiar.page.add_init_script(NO_COOKIES)
    peculiar.page.route(re.compile("/api/tables$"), comes_without)
    peculiar.open()
    peculiar.button(re.compile("^Solo now")).tap()
    expect(peculiar.text("please allow them for this page")).to_be_visible()


@pytest.mark.slow
def test_alone_to_the_end(server: Server, person: People) -> None:
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.lay(server, "traexx/1", ["Mara"])
    ahead.brought(laid, lambda view: "Card 12" in ahead.clock(view))
    (hand,) = sit_down(laid, mara)
    play_on(hand)
    title = laid.view()["result"]["title"]["de"]
    mara.heading(re.compile(rf"^Rang \d von 2: {title}"))
    expect(mara.page.get_by_role("img", name=re.compile(r"^Rang \d von 2"))).to_be_visible()


def test_a_friend_comes_by_link(person: People) -> None:
    mara = person("Mara").open()
    pick_game(mara, "Träxx")
    mara.page.get_by_role("textbox", name="Your name").fill("Mara")
    clear_seats(mara)
    mara.button(re.compile("^Link: ")).click()
    mara.button("Start, two players").click()
    mara.heading("Who's joining?")
    expect(mara.page.get_by_role("img", name="QR code of the link for seat 2")).to_be_visible()
    link = mara.page.get_by_role("textbox", name="Link for seat 2").input_value()
    token = link.split("#")[1]
    hints = mara.page.get_by_role("switch", name="Hints allowed")
    expect(hints).to_have_attribute("aria-checked", "false")
    hints.click()
    expect(mara.page.get_by_role("img", name="Hints allowed")).to_be_visible()

    jonas = person("Jonas", phone=True, lang="de").open(link.removeprefix(mara.server.url))
    expect(jonas.text(re.compile("Mara hat einen Platz für dich"))).to_be_visible()
    jonas.page.get_by_role("textbox", name="Dein Name").fill("Jonas")
    jonas.page.get_by_role("switch", name="Tipps erlaubt").tap()
    jonas.button("Hinsetzen").tap()
    jonas.heading("Alle wählen")
    mara.heading("Everyone chooses")
    expect(mara.page.get_by_test_id("bulb")).to_be_visible()
    expect(mara.button(re.compile("^Jonas .*Open the sheet"))).to_be_visible()
    assert token not in jonas.page.url, "nobody copies a used link by mistake"
    assert token not in mara.server.log, "secrets stay out of logs"

    late = person("Kim").open(link.removeprefix(mara.server.url))
    late.heading("This link is used up")
    late.button("Just watch").click()
    expect(late.text("You're watching.")).to_be_visible()


@pytest.mark.slow
def test_several_people_at_one_device(server: Server, person: People) -> None:
    """Hot seat: the sheet of whoever has to act comes to the front, and the game goes on to its end."""
    mara = person("Mara", phone=True).open()
    pick_game(mara, "Träxx")
    mara.page.get_by_role("textbox", name="Your name").fill("Mara")
    clear_seats(mara)
    mara.button(re.compile("^Here: ")).tap()
    mara.page.get_by_role("textbox", name="Name of seat 2").fill("Opa")
    mara.button("Start, two players").tap()
    mara.heading("Mara's turn")
    hand = Hand(mara)
    while "Mara" in hand.signs().heading:
        assert hand.step()
    mara.note("Pass it on: Opa's turn.")
    mara.heading("Opa's turn")
    play_on(hand, enough=lambda: "Mara" in hand.signs().heading)
    expect(mara.page.get_by_role("img", name="Card 2 of 15")).to_be_visible()
    mara.page.get_by_role("group", name="Seats").get_by_role("button", name=re.compile("^Opa")).tap()
    expect(mara.page.get_by_role("grid", name="Opa's sheet")).to_be_visible()


@pytest.mark.slow
def test_hot_seat_to_the_end(server: Server, person: People) -> None:
    mara = person("Mara")
    guest = server.guest("Mara")
    laid = guest.lay("traexx/1", "me", "here")
    table = ahead.Laid(laid["table"], (guest,))
    ahead.brought(table, lambda view: "14 of" in ahead.clock(view))
    play_on(*sit_down(table, mara))
    expect(mara.page.get_by_role("region", name="Ranking").get_by_role("listitem")).to_have_count(2)


def test_a_bot_plays_along(person: People) -> None:
    mara = person("Mara").open()
    pick_game(mara, "Träxx")
    clear_seats(mara)
    mara.button(re.compile("^Bot: ")).click()
    levels = mara.page.get_by_role("radiogroup", name="Level of the bot on seat 2")
    levels.locator("label", has=mara.page.get_by_role("radio", name=re.compile("level 1"))).click()
    mara.button("Start, two players").click()
    mara.heading("Everyone chooses")
    hand = Hand(mara)
    play_on(hand, enough=lambda: "Card 3 of 15" in str(mara.page.locator("header").inner_text()))
    expect(mara.button(re.compile(r"^Doodle\b"))).to_be_visible()


@pytest.mark.slow
def test_bots_are_of_different_kinds_and_two_alike_keep_their_number_in_sight(person: People) -> None:
    mara = person("Mara", phone=True).open()
    pick_game(mara, "Träxx")
    clear_seats(mara)
    for _ in range(3):
        mara.button(re.compile("^Bot: ")).tap()
    names = mara.page.get_by_test_id("seats").locator(".bot b")
    assert names.all_inner_texts() == ["Quick Hare", "Doodle", "Gobbler"]
    last = mara.page.get_by_role("radiogroup", name="Level of the bot on seat 4, from easy to hard")
    expect(last).to_contain_text("harder")
    last.locator("label", has=mara.page.get_by_role("radio", name="Quick Hare, level 2 of 6")).tap()
    assert names.all_inner_texts() == ["Quick Hare", "Doodle", "Quick Hare 2"]
    mara.button("Start, four players").tap()
    number = mara.button(re.compile(r"Hare\s*2")).get_by_text("2", exact=True)
    expect(number).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_bot_takes_a_free_seat(person: People) -> None:
    mara = person("Mara").open()
    pick_game(mara, "The Border")
    clear_seats(mara)
    mara.button(re.compile("^Link: ")).click()
    mara.button("Start, two players").click()
    mara.button("A bot instead").click()
    mara.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Doodle")).click()
    expect(mara.page.get_by_role("grid")).to_be_visible()


@pytest.mark.slow
def test_the_border_asks_for_company(person: People) -> None:
    mara = person("Mara").open()
    pick_game(mara, "The Border")
    clear_seats(mara)
    expect(mara.button(re.compile("^Solo now"))).to_have_count(0)
    mara.button(re.compile("The Border needs 2 or more")).click(force=True)
    expect(mara.text("Put a friend, somebody here or a bot on the free seat.")).to_be_visible()


def test_whoever_comes_late_watches(server: Server, person: People) -> None:
    mara, jonas, kim = person("Mara"), person("Jonas"), person("Kim", phone=True, lang="de")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    hands = sit_down(laid, mara, jonas)
    kim.open(laid.path)
    expect(kim.text("Du schaust zu.")).to_be_visible()
    expect(kim.page.get_by_test_id("actions")).to_have_count(0)
    watched = kim.page.get_by_role("grid", name=re.compile("Mara|Jonas"))
    expect(watched).to_be_visible()
    play_on(*hands, enough=lambda: sum(hand.taps for hand in hands) >= 4)
    expect(kim.page.get_by_role("gridcell", name=re.compile(r"Würfel \d$"))).not_to_have_count(0)
    kim.button("Menü").tap()
    kim.button("Was bisher geschah", exact=True).tap()
    story = kim.page.get_by_role("dialog", name="Was bisher geschah")
    expect(story.get_by_role("listitem").first).to_have_text(re.compile("^(Mara|Jonas).*legen"))
    story.get_by_role("button", name="Schließen").tap()
    kim.page.get_by_role("gridcell").first.tap()
    kim.note("Du schaust zu. Das geht nur, wenn du mitspielst.")
    assert not [said for said in kim.said if '"t":"move"' in said]
