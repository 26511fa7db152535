"""A family's evening: refusals leave, the last move is seen, keys are where the next thing happens."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import Hand, play_on, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]


def focused(person: Person) -> str:
    """What the thing with the focus is called."""
    named = "at => at.getAttribute('aria-label') ?? at.textContent.trim()"
    return str(person.page.evaluate(f"({named})(document.activeElement)"))


# Notes ---------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_refusal_leaves_with_the_next_good_move(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    (hand,) = sit_down(ahead.begun(server, "dizzle/1", ["Mara"]), mara)
    note = mara.page.get_by_test_id("toast")
    hand.cell("e3").tap()
    expect(note).to_be_visible()
    hand.choose(next(iter(hand.choices())))
    expect(note).to_have_count(0)


@pytest.mark.slow
def test_taps_go_through_a_note_beside_its_clause(server: Server, person: People) -> None:
    """The scores lie under it: a tap opens them and takes the note away."""
    mara = person("Mara", phone=True)
    (hand,) = sit_down(ahead.begun(server, "dizzle/1", ["Mara"]), mara)
    note = mara.page.get_by_test_id("toast")
    hand.cell("e3").tap()
    expect(note.get_by_role("link")).to_be_visible()
    box = note.bounding_box()
    assert box
    mara.page.touchscreen.tap(box["x"] + 30, box["y"] + box["height"] / 2)
    expect(note).to_have_count(0)


# The end -------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_last_move_is_seen_before_the_result(server: Server, person: People) -> None:
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.brought(
        ahead.lay(server, "traexx/1", ["Mara"]), lambda view: view["waiting"]["clock"]["now"] == 15
    )
    (hand,) = sit_down(laid, mara)
    play_on(hand, enough=lambda: hand.button("Ergebnis").is_visible())
    mara.heading("Das war's")
    expect(mara.page.get_by_role("grid")).to_be_visible()
    assert focused(mara) == "Ergebnis"
    mara.page.keyboard.press("Enter")
    mara.heading(re.compile(r"^Rang 2 von 2: "))
    assert focused(mara).startswith("Rang 2 von 2")
    goal = mara.page.get_by_test_id("goal")
    expect(goal).to_contain_text(re.compile(r"Noch \d+ Punkte, dann ist es Rang 1"))
    expect(goal).to_contain_text("Dein erstes Ergebnis auf diesem Blatt")
    mara.page.reload()
    expect(goal).to_contain_text("Dein erstes Ergebnis auf diesem Blatt")


@pytest.mark.slow
def test_the_result_comes_by_itself_for_those_who_wait(server: Server, person: People) -> None:
    mara = person("Mara")
    laid = ahead.brought(
        ahead.lay(server, "traexx/1", ["Mara"]), lambda view: view["waiting"]["clock"]["now"] == 15
    )
    (hand,) = sit_down(laid, mara)
    play_on(hand, enough=lambda: hand.button("Result").is_visible())
    mara.heading(re.compile("^Rank"))


# Keys ----------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_keys_are_on_the_sheet_when_the_turn_comes(server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas")
    first, _ = sit_down(ahead.begun(server, "dizzle/1", ["Mara", "Jonas"]), mara, jonas)
    expect(mara.page.locator(":focus")).to_have_accessible_name(re.compile("a die fits"))
    assert focused(jonas) == "" or "a die fits" not in focused(jonas)
    first.choose(next(iter(first.choices())))
    expect(jonas.page.locator(":focus")).to_have_accessible_name(re.compile("a die fits"))


@pytest.mark.slow
def test_the_keys_stay_with_somebody_who_reads(server: Server, person: People) -> None:
    mara, jonas = person("Mara"), person("Jonas")
    first, _ = sit_down(ahead.begun(server, "dizzle/1", ["Mara", "Jonas"]), mara, jonas)
    jonas.page.keyboard.press("s")
    expect(jonas.page.get_by_role("dialog", name="Scores")).to_be_visible()
    first.choose(next(iter(first.choices())))
    jonas.heading("Your turn")
    assert jonas.page.evaluate("document.activeElement.closest('dialog') !== null")


# Rails ---------------------------------------------------------------------------------------------
FORMERLY = 3
"""Taps for a piece of rail before all of a pass were drawn at once: cell, piece, confirm."""


@pytest.mark.slow
def test_rails_take_one_tap_a_pass(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    laid = ahead.begun(server, "dizzle/8", ["Mara"])
    (hand,) = sit_down(laid, mara)
    play_on(hand, enough=lambda: hand.button("Result").is_visible())
    pieces = laid.guests[0].get(f"/api/tables/{laid.table}/record").count("rail ")
    before = hand.taps - hand.drawings + FORMERLY * pieces
    print(f"{hand.taps} taps instead of {before}, {hand.drawings} of them for {pieces} pieces")
    assert hand.drawings <= 10
    assert hand.taps < 0.55 * before


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["paper", "board"])
def test_rails_follow_a_finger_and_pieces_go_on_to_the_next_cell(
    dark: bool, server: Server, person: People
) -> None:
    laid = ahead.lay(server, "dizzle/8", ["Mara"])
    ahead.brought(laid, lambda view: any(o["kind"] == "rail" for o in view["hands"][0]["options"]))
    mara = person("Mara", dark=dark)
    (hand,) = sit_down(laid, mara)
    pieces = mara.page.get_by_test_id("pieces")
    cells = list(dict.fromkeys(o["cell"] for o in laid.view()["hands"][0]["options"]))
    expect(pieces).to_have_accessible_name(f"Rail for {cells[0]}")
    pieces.get_by_role("button").nth(2).click()
    expect(pieces).to_have_accessible_name(f"Rail for {cells[1 % len(cells)]}")
    beside = next(cell for cell in around(cells[0]) if cell not in cells and hand.cell(cell).count())
    mara.page.mouse.move(*middle(hand, cells[0]))
    mara.page.mouse.down()
    mara.page.mouse.move(*middle(hand, beside), steps=4)
    mara.page.mouse.up()
    expect(pieces).to_have_accessible_name(f"Rail for {cells[0]}")
    expect(pieces.get_by_role("button", pressed=True)).to_have_count(1)
    hand.press("^Draw ")
    expect(pieces).to_be_hidden()


ENDED = """() => {
  window.ended = [];
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => ended.push(kind), true);
}"""


@pytest.mark.slow
def test_a_finger_that_draws_rails_does_not_scroll(server: Server, person: People) -> None:
    laid = ahead.lay(server, "dizzle/8", ["Mara"])
    ahead.brought(laid, lambda view: any(o["kind"] == "rail" for o in view["hands"][0]["options"]))
    mara = person("Mara", phone=True)
    (hand,) = sit_down(laid, mara)
    cell = laid.view()["hands"][0]["options"][0]["cell"]
    beside = next(other for other in around(cell) if hand.cell(other).count())
    mara.page.evaluate(ENDED)
    drag_by_finger(mara, middle(hand, cell), middle(hand, beside))
    assert mara.page.evaluate("() => ended") == ["pointerup"]


def drag_by_finger(person: Person, begin: tuple[float, float], end: tuple[float, float]) -> None:
    fingers = person.context.new_cdp_session(person.page)
    steps = [[a + (b - a) * part / 8 for a, b in zip(begin, end, strict=True)] for part in range(9)]
    for kind, (x, y) in [("touchStart", steps[0]), *(("touchMove", step) for step in steps[1:])]:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    fingers.detach()


def middle(hand: Hand, cell: str) -> tuple[float, float]:
    box = hand.cell(cell).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def around(cell: str) -> list[str]:
    """The names of the cells beside this one; some may not be there."""
    column, row = ord(cell[0]), int(cell[1:])
    places = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    return [f"{chr(c)}{r}" for c, r in places]


# What is this? -------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_long_press_explains_and_chooses_nothing(server: Server, person: People) -> None:
    mara = person("Mara")
    (hand,) = sit_down(ahead.begun(server, "dizzle/1", ["Mara"]), mara)
    said = mara.page.get_by_test_id("explained")
    for name in (next(iter(hand.choices())), symbol(hand, "bomb")):
        mara.page.mouse.move(*middle(hand, name))
        mara.page.mouse.down()
        expect(said).to_be_visible()
        mara.page.mouse.up()
        expect(said.get_by_role("link")).to_be_visible()
        expect(hand.button("^Place")).to_be_hidden()
    expect(said).to_contain_text("Bomb: if you cross it, it explodes for everybody")
    expect(said.get_by_role("link")).to_have_attribute("href", "/rules/dizzle#D20")
    mara.page.keyboard.press("Escape")
    expect(said).to_have_count(0)


@pytest.mark.slow
def test_a_tap_explains_where_it_does_nothing_else(server: Server, person: People) -> None:
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.begun(server, "border/1", ["Mara", "Jonas"])
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    said = mara.page.get_by_test_id("explained")
    tag = mara.page.locator("[data-tag=place]").first.bounding_box()
    assert tag
    mara.page.touchscreen.tap(tag["x"] + tag["width"] / 2, tag["y"] + tag["height"] / 2)
    expect(said).to_contain_text("Gebiet: Wer zuerst alle Felder ringsum angekreuzt hat")


@pytest.mark.slow
def test_keys_ask_what_a_cell_is_at_the_table_and_in_a_lesson(server: Server, person: People) -> None:
    mara = person("Mara")
    sit_down(ahead.begun(server, "traexx/1", ["Mara"]), mara)
    said = mara.page.get_by_test_id("explained")
    expect(mara.page.locator(":focus")).to_have_role("gridcell")
    at = focused(mara)
    mara.page.keyboard.press("?")
    expect(said.get_by_role("link")).to_be_focused()
    mara.page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    assert focused(mara) == at
    mara.open("/learn/dizzle")
    mara.page.get_by_role("gridcell").and_(mara.page.locator("[tabindex='0']")).focus()
    mara.page.keyboard.press("?")
    expect(said.get_by_role("link")).to_be_focused()


def symbol(hand: Hand, name: str) -> str:
    """A cell whose label says that it has this symbol."""
    cells = hand.page.get_by_role("gridcell").all()
    labels = [str(cell.get_attribute("aria-label")) for cell in cells]
    return next(label.split(",")[0] for label in labels if name in label)


# Company -------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_reaction_is_seen_at_the_seat_it_comes_from(server: Server, person: People) -> None:
    mara, jonas = person("Mara", phone=True), person("Jonas", lang="de")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    sit_down(laid, mara, jonas)
    mara.button("React").tap()
    mara.button("Wow").tap()
    expect(jonas.button(re.compile("^Mara")).get_by_test_id("reaction")).to_have_attribute(
        "data-emote", "wow"
    )
    expect(jonas.page.locator("[aria-live=polite]").filter(has_text="Mara: Wow")).not_to_have_count(0)
    expect(mara.page.get_by_role("banner").get_by_test_id("reaction")).to_be_visible()


@pytest.mark.slow
def test_a_device_may_want_no_reactions(server: Server, person: People) -> None:
    mara, jonas = person("Mara", phone=True), person("Jonas")
    sit_down(ahead.begun(server, "dizzle/1", ["Mara", "Jonas"]), mara, jonas)
    jonas.button("Menu").click()
    jonas.page.get_by_role("switch", name="Show reactions").click()
    jonas.page.keyboard.press("Escape")
    expect(jonas.button("React")).to_have_count(0)
    mara.button("React").tap()
    mara.button("Haha").tap()
    expect(mara.page.get_by_test_id("reaction")).to_be_visible()
    expect(jonas.page.get_by_test_id("reaction")).to_have_count(0)


@pytest.mark.slow
def test_sound_is_switched_in_the_head_of_the_table(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    sit_down(ahead.begun(server, "traexx/1", ["Mara"]), mara)
    sound = mara.page.get_by_role("banner").get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_scores_of_four_seats_fit_a_phone(server: Server, person: People) -> None:
    mara = person("Mara", phone=True, viewport={"width": 390, "height": 664})
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Bartholomäus", "Konstantin", "Wilhelmina"])
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    mara.button("Scores").tap()
    slips = mara.page.get_by_role("dialog", name="Scores")
    expect(slips.get_by_role("columnheader")).to_have_count(4)
    assert slips.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") == 0
    table = slips.get_by_role("table").bounding_box()
    assert table
    assert table["x"] + table["width"] <= 390
    slips.get_by_role("button", name="Flags").tap()
    expect(slips).to_contain_text("values struck out are taken")


@pytest.mark.slow
def test_alone_one_sees_which_dice_the_extra_dice_took(server: Server, person: People) -> None:
    laid = ahead.brought(ahead.lay(server, "dizzle/1", ["Mara"]), has_lost_a_die)
    mara = person("Mara", phone=True, viewport={"width": 390, "height": 664})
    (hand,) = sit_down(laid, mara)
    expect(hand.button("taken away by the extra dice").first).to_be_visible()
    expect(mara.page.get_by_test_id("log")).to_contain_text(
        re.compile("The extra dice .* take .* out of the pool")
    )


def has_lost_a_die(view: ahead.Json) -> bool:
    """All dice of a number are gone, so that it lies there crossed out."""
    tray = view["scenes"][0]["tray"]
    left = {token["face"] for token in tray if token["state"] != "removed"}
    return any(token["face"] not in left for token in tray)
