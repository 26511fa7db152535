"""A device that is turned, held in the left hand, or small: where things go, and how they get there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_nearer import box, resized
from tests.browser.test_review import looked_at

People = Callable[..., Person]
LONG = ["Mara", "Wolkensteinerin", "Maximiliane Rosenberg", "Emil"]


def sits(server: Server, person: Person, sheet: str, names: list[str] = LONG) -> Hand:
    laid = ahead.begun(server, sheet, names)
    [hand] = sit_down(laid._replace(guests=laid.guests[:1]), person)
    return hand


WATCHED = """() => {
  window.moved = [];
  const plain = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...rest) {
    moved.push([this.className, Object.keys(frames)[0]]);
    return plain.call(this, frames, ...rest);
  };
}"""


@pytest.mark.slow
def test_no_page_of_a_finished_game_stays_wide_when_the_device_is_turned(
    server: Server, person: People
) -> None:
    """What was drawn for the lying phone gives way: the line of the replay kept the page twice as wide."""
    mara = person("Mara", phone=True)
    path = looked_at(server, mara)
    for page, drawn in ((path, "[data-testid=replay] .line"), (f"{path}/review", ".curve")):
        mara.page.set_viewport_size({"width": 844, "height": 390})
        mara.open(page)
        expect(mara.page.locator(f"{drawn} svg").first).to_be_visible()
        mara.page.set_viewport_size({"width": 390, "height": 844})
        mara.page.wait_for_function("() => document.documentElement.scrollWidth <= 390")


@pytest.mark.parametrize(
    "lively", [pytest.param(True, id="lively", marks=pytest.mark.slow), pytest.param(False, id="calm")]
)
def test_the_sheet_glides_when_the_device_is_turned(lively: bool, server: Server, person: People) -> None:
    """There and back everything lies as before; whoever wants less motion sees none."""
    mara = person("Mara", phone=True, lively=lively)
    sits(server, mara, "border/1")
    resized(mara, 390, 664)
    mara.page.evaluate(WATCHED)
    paper = mara.page.locator("main > .paper")
    before = box(paper)
    assert "turned" in resized(mara, 844, 390)
    resized(mara, 390, 664)
    assert box(paper) == pytest.approx(before, abs=1)
    moved = mara.page.evaluate("() => moved.filter(([name]) => /paper/.test(name)).length")
    assert moved == (2 if lively else 0)


@pytest.mark.slow
def test_slips_come_from_the_side_and_leave_the_sheet_in_sight(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    sits(server, mara, "dizzle/1")
    for left in (False, True):
        mara.page.evaluate("left => localStorage.setItem('kritzel.settings', JSON.stringify({ left }))", left)
        mara.page.reload()
        expect(mara.page.get_by_role("grid")).to_be_visible()
        resized(mara, 844, 390)
        mara.button("Menu").tap()
        slip = mara.page.get_by_role("dialog")
        expect(slip).to_be_visible()
        sheet, at = box(mara.page.locator("main > .paper")), box(slip)
        if left:
            assert at["x"] + at["width"] <= sheet["x"] + 1
        else:
            assert at["x"] >= sheet["x"] + sheet["width"] - 1


@pytest.mark.slow
def test_the_band_beside_a_tall_sheet_goes_to_the_left_hand(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    sits(server, mara, "border/1")
    mara.page.evaluate("() => localStorage.setItem('kritzel.settings', JSON.stringify({ left: true }))")
    mara.page.reload()
    expect(mara.page.get_by_role("grid")).to_be_visible()
    for size in ((390, 664), (768, 1024)):
        assert "rail" in resized(mara, *size)
        sheet = box(mara.page.locator("main"))
        for zone in (".play > .points", ".rivals"):
            there = box(mara.page.locator(zone))
            assert there["x"] + there["width"] <= sheet["x"] + 3, (size, zone)


COVERED = """() => {
  const cells = [...document.querySelectorAll("main [data-cell]")];
  const drawn = [...document.querySelectorAll("main [data-tag=place] use")];
  const on = (cell, x, y) => {
    const place = new DOMPoint(x, y).matrixTransform(cell.getScreenCTM().inverse());
    return cell.isPointInFill(place);
  };
  return drawn.filter((ink) => {
    const { left, right, top, bottom } = ink.getBoundingClientRect();
    const spots = [[left, top], [right, top], [left, bottom], [right, bottom]];
    return spots.some(([x, y]) => cells.some((cell) => on(cell, x, y)));
  }).map((ink) => ink.getAttribute("href"));
}"""
"""Pictures and numerals of areas that lie on a cell."""


@pytest.mark.slow
def test_no_points_of_an_area_lie_on_a_cell_of_a_turned_sheet(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    sits(server, mara, "border/1")
    assert "turned" in resized(mara, 844, 390)
    assert mara.page.evaluate(COVERED) == []


CUT = """() => [...document.querySelectorAll("h1, .rivals .word")]
  .filter((thing) => thing.checkVisibility() && thing.getBoundingClientRect().width < 20)
  .map((thing) => thing.textContent)"""
"""Names of which nothing is left to read."""


@pytest.mark.slow
def test_something_is_left_to_read_of_every_long_name(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    hand = sits(server, mara, "dizzle/1")
    hand.choose(next(iter(hand.choices())))
    expect(mara.page.get_by_role("heading", level=1)).to_contain_text("Wolkensteinerin")
    for text in ("100%", "200%"):
        mara.page.evaluate("text => (document.documentElement.style.fontSize = text)", text)
        for size in ((1024, 768), (844, 390), (390, 664)):
            resized(mara, *size)
            assert mara.page.evaluate(CUT) == [], (text, size)
    mara.page.evaluate("() => (document.documentElement.style.fontSize = '')")
    resized(mara, 844, 390)
    title = mara.page.locator("h1")
    assert title.evaluate("line => line.scrollWidth <= line.clientWidth + 1")
