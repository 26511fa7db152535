"""Looking closer: a lens where cells are small, two fingers, wheel, keys; a sheet in its frame."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser import ahead
from tests.browser.fingers import fingers
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_layout import SEATED
from tests.patience import until

People = Callable[..., Person]
SMALL = {"width": 320, "height": 568}
"""Cells of Dizzle are 28 pixels wide here."""


def sits(server: Server, person: Person, sheet: str, **size: int) -> Hand:
    laid = ahead.begun(server, sheet, [person.name, "Jonas", "Lotte", "Emil"])
    [hand] = sit_down(laid._replace(guests=laid.guests[:1]), person)
    if size:
        resized(person, **size)
    return hand


def resized(person: Person, width: int, height: int) -> str:
    """The form that the table takes in this room, once it is laid."""
    person.page.set_viewport_size({"width": width, "height": height})
    return str(person.page.evaluate(SEATED)["form"])


def box(thing: Locator) -> FloatRect:
    found = thing.bounding_box()
    assert found
    return found


def middle(thing: Locator) -> tuple[float, float]:
    at = box(thing)
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2


def comes_to(thing: Locator, place: tuple[float, float]) -> None:
    """A browser moves things with its next picture."""
    until(lambda: middle(thing) == pytest.approx(place, abs=4))


# A lens ---------------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_finger_that_stays_sees_small_cells_larger_and_chooses_where_it_lets_go(
    server: Server, person: People
) -> None:
    mara = person("Mara", phone=True)
    hand = sits(server, mara, "dizzle/1", **SMALL)
    lens, said = mara.page.locator("[data-lens]"), mara.page.get_by_test_id("explained")
    first, *_ = hand.choices()
    cell, away = middle(hand.cell(first)), middle(hand.cell("a3"))
    with fingers(mara) as finger:
        finger.down(away)
        expect(lens).to_be_visible()
        glass = box(lens)
        assert glass["y"] + glass["height"] < away[1] or glass["x"] > away[0]  # beside the finger
        expect(said).to_be_visible()
        finger.move([away], [cell])
        expect(said).to_have_count(0)
        finger.up()
    expect(lens).to_have_count(0)
    expect(hand.button(f" on {first}$")).to_be_visible()
    expect(mara.page.get_by_test_id("toast")).to_have_count(0)


@pytest.mark.slow
def test_whoever_only_asks_about_a_small_cell_is_not_refused(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = sits(server, mara, "dizzle/1", **SMALL)
    said = mara.page.get_by_test_id("explained")
    with fingers(mara) as finger:
        finger.down(middle(hand.cell("b10")))
        expect(said).to_contain_text("Bomb")
        finger.up()
    expect(mara.page.locator("[data-lens]")).to_have_count(0)
    expect(said).to_be_visible()
    expect(mara.page.get_by_test_id("toast")).to_have_count(0)


@pytest.mark.slow
def test_cells_as_large_as_a_fingertip_need_no_lens(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = sits(server, mara, "dizzle/1", width=390, height=664)
    with fingers(mara) as finger:
        finger.down(middle(hand.cell("b10")))
        expect(mara.page.get_by_test_id("explained")).to_be_visible()
        assert mara.page.locator("[data-lens]").count() == 0
        finger.up()


# Nearer ---------------------------------------------------------------------------------------------
def fit(person: Person) -> Locator:
    return person.button(person.say("Ganzes Blatt zeigen", "Show the whole sheet"))


@pytest.mark.parametrize("size", [(390, 664), pytest.param((844, 390), marks=pytest.mark.slow)])
def test_two_fingers_bring_a_sheet_nearer_and_one_moves_it(
    size: tuple[int, int], server: Server, person: People
) -> None:
    mara = person("Mara", phone=True, lang="de")
    hand = sits(server, mara, "border/1", width=size[0], height=size[1])
    cell = hand.page.get_by_role("gridcell").nth(40)
    before, at = box(cell), middle(cell)
    spread = [(at[0] - 20, at[1]), (at[0] + 20, at[1])], [(at[0] - 50, at[1]), (at[0] + 50, at[1])]
    with fingers(mara) as finger:
        finger.down(*spread[0])
        finger.move(*spread)
        finger.up()
        expect(fit(mara)).to_be_visible()
        nearer = box(cell)
        assert nearer["width"] == pytest.approx(before["width"] * 2.5, rel=0.1)
        assert middle(cell) == pytest.approx(at, abs=4)  # what lies between the fingers stays there
        finger.drag(at, (at[0] + 30, at[1] + 24))
        comes_to(cell, (at[0] + 30, at[1] + 24))
        assert mara.page.get_by_test_id("toast").count() == 0  # to move is not to choose
        finger.drag(at, (at[0] - 20, at[1]))  # nor are two quick ones a double tap
        comes_to(cell, (at[0] + 10, at[1] + 24))
    fit(mara).tap()
    expect(fit(mara)).to_have_count(0)
    assert box(cell) == pytest.approx(before)


@pytest.mark.slow
def test_a_double_tap_beside_what_can_be_chosen_shows_the_whole_sheet(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = sits(server, mara, "dizzle/1", width=390, height=664)
    cell = hand.cell("a3")
    before, at = box(cell), middle(cell)
    with fingers(mara) as finger:
        spread = [(at[0], at[1] - 20), (at[0], at[1] + 20)], [(at[0], at[1] - 60), (at[0], at[1] + 60)]
        finger.down(*spread[0])
        finger.move(*spread)
        finger.up()
        expect(fit(mara)).to_be_visible()
        finger.down(at)
        finger.up()
        expect(fit(mara)).to_be_visible()
        for _ in range(2):
            finger.down(at)
            finger.up()
    expect(fit(mara)).to_have_count(0)
    assert box(cell) == pytest.approx(before)


@pytest.mark.slow
def test_wheel_and_middle_button_bring_a_sheet_nearer(server: Server, person: People) -> None:
    mara = person("Mara")
    hand = sits(server, mara, "border/1")
    cell = hand.page.get_by_role("gridcell").nth(40)
    before, at = box(cell), middle(cell)
    mara.page.mouse.move(*at)
    mara.page.keyboard.down("Control")
    mara.page.mouse.wheel(0, -300)
    mara.page.keyboard.up("Control")
    expect(fit(mara)).to_be_visible()
    assert box(cell)["width"] > before["width"] * 2
    mara.page.mouse.down(button="middle")
    mara.page.mouse.move(at[0] + 40, at[1] + 20, steps=4)
    mara.page.mouse.up(button="middle")
    comes_to(cell, (at[0] + 40, at[1] + 20))
    fit(mara).click()
    assert box(cell) == pytest.approx(before)


@pytest.mark.slow
def test_the_keys_take_the_sheet_along(server: Server, person: People) -> None:
    """Where not all is seen, the cell that the keys are at is."""
    mara = person("Mara")
    hand = sits(server, mara, "dizzle/1")
    frame = box(mara.page.locator("main svg.board").first)
    for _ in range(4):
        mara.page.keyboard.press("+")
    expect(fit(mara)).to_be_visible()
    mara.page.keyboard.press("n")
    for key in ("Control+Home", "Control+End"):
        mara.page.keyboard.press(key)
        at = middle(hand.page.locator(":focus"))
        assert frame["x"] < at[0] < frame["x"] + frame["width"]
        assert frame["y"] < at[1] < frame["y"] + frame["height"]


# Under a frame ----------------------------------------------------------------------------------------
SEEN = """() => {
  const { left, top, right, bottom } = document.querySelector("main").getBoundingClientRect();
  const inside = ({ x, y, width, height }) =>
    x + width / 2 > left && x + width / 2 < right && y + height / 2 > top && y + height / 2 < bottom;
  return [...document.querySelectorAll("main .target")].some((cell) => inside(cell.getBoundingClientRect()));
}"""
"""Whether something that can be chosen is in sight."""


@pytest.mark.slow
def test_a_sheet_too_large_for_the_screen_is_moved_under_its_frame(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = sits(server, mara, "dizzle/1")
    assert "window" in resized(mara, 568, 320)
    mara.page.wait_for_function(SEEN)
    sheet = mara.page.locator("main")
    assert box(hand.page.get_by_role("gridcell").first)["width"] >= 27
    sheet.evaluate("main => main.scrollTo(0, 0)")
    at = middle(sheet)
    with fingers(mara) as finger:
        finger.drag(at, (at[0] - 80, at[1]))
    mara.page.wait_for_function("() => document.querySelector('main').scrollLeft > 20")
    mara.page.keyboard.press("Shift+ArrowLeft")
    mara.page.wait_for_function("() => document.querySelector('main').scrollLeft === 0")
    mara.page.keyboard.press("n")
    expect(mara.page.locator(":focus")).to_have_role("gridcell")
    assert mara.page.evaluate(SEEN)
    cell = hand.page.locator("main .target").first
    cell.scroll_into_view_if_needed()
    cell.tap()
    expect(hand.button("^Place")).to_be_visible()
