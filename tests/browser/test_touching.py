"""What a hand does at the table: die or cell first, preview, confirm, take back; and why not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_layout import CORE, SEATED, overlaps

People = Callable[..., Person]
FITS = re.compile("a die fits")


def rolled(server: Server, person: Person, roll: str) -> Hand:
    """A table of Dizzle for two with real dice, where the first roll is this one. The friend is away."""
    laid = ahead.begun(server, "dizzle/1", [person.name, "Jonas"], real_dice=True)
    laid._replace(guests=laid.guests[:1]).handed_to(person)
    person.open(laid.path)
    hand = Hand(person)
    hand.tap_in(roll)
    return hand


TO_THE_BOMB = ("1d3", "2f3", "3d2", "4g3", "1d1", "6h3")
"""Moves of Mara and Jonas in turn: Jonas has a die on the bomb h3, and one die is left."""


@pytest.mark.slow
def test_what_comes_by_itself_is_noted_with_its_clause(server: Server, person: People) -> None:
    """Jonas was at the bomb first: Mara is told so, and everybody reads it in the story."""
    mara, jonas = person("Mara", phone=True, lang="de"), person("Jonas")
    laid = ahead.lay(server, "dizzle/1", ["Mara", "Jonas"], real_dice=True)
    pages = ahead.begin(laid)
    assert pages[0].say("roll", outcome="1122346", version=laid.view()["version"])["t"] == "ack"
    for nth, move in enumerate(TO_THE_BOMB):
        assert pages[nth % 2].move(nth % 2, move, version=laid.view(nth % 2)["version"])["t"] == "ack"
    first, _ = sit_down(laid, mara, jonas)
    first.choose("c1")
    mara.note("Jonas war an der Bombe auf h3. Deine ist hoch.")
    clause = mara.page.get_by_test_id("toast").get_by_role("link", name="Regel D20")
    clause.focus()  # whoever reads keeps the note
    for width, height in CORE:
        mara.page.set_viewport_size({"width": width, "height": height})
        mara.page.evaluate(SEATED)
        assert not overlaps(mara.page, ".play > .boxes"), (width, height)
        assert not overlaps(mara.page, ".play > .points"), (width, height)
    expect(jonas.page.get_by_test_id("log")).to_contain_text("Mara: The bomb on h3 blows up")
    expect(jonas.page.get_by_test_id("toast")).to_be_hidden()
    for page in pages:
        page.close()


def test_die_first_or_cell_first(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = rolled(server, mara, "1134566")
    mara.heading("Your turn")
    # the die first: only its cells stay bright
    hand.button("^Die 4").tap()
    expect(hand.button("^Die 4")).to_have_attribute("aria-pressed", "true")
    hand.cell("e4").tap()
    expect(hand.button("Place 4 on e4")).to_be_visible()
    # another cell moves the preview, and chooses its die
    hand.cell("d3").tap()
    expect(hand.button("Place 1 on d3")).to_be_visible()
    # the same cell again makes the move
    hand.cell("d3").tap()
    expect(hand.cell("d3")).to_have_accessible_name(re.compile("your die"))


@pytest.mark.slow
def test_a_preview_is_not_a_move(server: Server, person: People) -> None:
    mara = person("Mara")
    hand = rolled(server, mara, "1134566")
    hand.cell("d3").click()
    confirm = hand.button("Place 1 on d3")
    expect(confirm).to_be_visible()
    hand.button("Take back").click()
    expect(confirm).to_be_hidden()
    expect(hand.cell("d3")).to_have_accessible_name(FITS)
    assert not [said for said in mara.said if '"move"' in said]


def test_a_die_is_dragged_onto_its_cell(server: Server, person: People) -> None:
    mara = person("Mara")
    hand = rolled(server, mara, "1134566")
    hand.button("^Die 4").drag_to(hand.cell("e4"))
    hand.button("Place 4 on e4").click()
    expect(hand.cell("e4")).to_have_accessible_name(re.compile("your die"))


def test_an_impossible_tap_says_why(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = rolled(server, mara, "1155566")
    hand.cell("c3").tap()
    mara.note("There's no 4 in the pool.")
    expect(mara.link("Rule D5")).to_be_visible()
    hand.cell("b1").tap()
    mara.note("The first die goes next to a cross")
    with mara.context.expect_page() as opened:
        mara.link("Rule D7").tap()
    rules = opened.value
    expect(rules).to_have_url(re.compile("/rules/dizzle#D7$"))
    clause = rules.get_by_role("article").filter(has_text=re.compile(r"^\s*D7"))
    expect(clause.or_(rules.locator("#D7")).first).to_be_in_viewport()
    expect(hand.cell("b1")).to_be_visible()
    expect(mara.page.get_by_role("heading", level=1)).to_have_text("Your turn")


@pytest.mark.slow
def test_an_impossible_button_says_why(server: Server, person: People) -> None:
    mara = person("Mara", lang="de")
    hand = rolled(server, mara, "1134566")
    hand.button("Neu würfeln").click(force=True)
    mara.note("Es passt noch ein Würfel, also nimm einen.")
    expect(mara.link("Regel D10")).to_be_visible()


def test_no_die_fits(server: Server, person: People) -> None:
    """Re-roll and drop out, each with what it leads to."""
    mara = person("Mara", phone=True)
    hand = rolled(server, mara, "3333333")
    mara.heading("No die fits")
    expect(hand.button("^Re-roll")).to_contain_text("D12 · D13")
    expect(hand.button("^Drop out")).to_contain_text("You sit out the rest of this pass.")
    hand.button("^Re-roll").tap()
    mara.heading("What do you see?")
    hand.tap_in("1444444")
    mara.heading("Your turn")
    expect(hand.cell("d3")).to_have_accessible_name(FITS)


def test_take_back(server: Server, person: People) -> None:
    """Up to what is new for others: a move can be taken back until somebody else has moved."""
    mara, jonas = person("Mara"), person("Jonas")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    first, second = sit_down(laid, mara, jonas)
    name = next(iter(first.choices()))
    first.choose(name)
    mara.heading("Jonas's turn")
    first.button("Take back").click()
    mara.heading("Your turn")
    expect(first.cell(name)).to_have_accessible_name(FITS)
    jonas.heading("Mara's turn")
    first.choose(name)
    jonas.heading("Your turn")
    assert second.step()
    mara.heading("Your turn")
    first.button("Take back").click(force=True)
    expect(mara.page.get_by_test_id("toast")).to_be_visible()
    expect(first.cell(name)).to_have_accessible_name(re.compile("your die"))


def test_what_happened_and_how_it_stands(server: Server, person: People) -> None:
    """Last moves are marked, told in words; the others' sheets and all scores are a tap away."""
    mara, jonas = person("Mara", phone=True), person("Jonas", lang="de")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    first, _ = sit_down(laid, mara, jonas)
    name = next(iter(first.choices()))
    first.choose(name)
    jonas.heading("Du bist dran")
    story = jonas.page.get_by_role("list", name="Was bisher geschah")
    expect(story.get_by_role("listitem").first).to_have_text(re.compile(rf"^Mara.*auf {name} legen"))
    jonas.button(re.compile("^Mara .*Blatt öffnen")).click()
    sheet = jonas.page.get_by_role("dialog", name="Blatt von Mara")
    expect(sheet).to_be_visible()
    jonas.page.keyboard.press("Escape")
    mara.button(re.compile("^What happened")).tap()
    log = mara.page.get_by_role("dialog", name="What happened")
    expect(log.get_by_role("listitem").filter(has_text=f"on {name}")).to_be_visible()
    log.get_by_role("button", name="Close").tap()
    expect(log).to_be_hidden()
    mara.button("Scores").tap()
    scores = mara.page.get_by_role("dialog", name="Scores")
    expect(scores.get_by_role("columnheader")).to_have_text(["Mara", "Jonas"])
    expect(scores.get_by_role("rowheader").first).to_contain_text("D26")
