"""Everything fits a phone of 360 x 740: nothing moves sideways, and a table needs no scrolling at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import ahead
from tests.browser.hands import sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]
DOWN = "document.documentElement.scrollHeight"
SIDEWAYS = """() => {
  if (document.documentElement.scrollWidth <= outerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((thing) => thing.getBoundingClientRect().right > outerWidth + 1)
    .map((thing) => `${thing.tagName}.${thing.getAttribute("class")}: ${thing.textContent.slice(0, 60)}`);
}"""
"""What makes a page wider than the screen."""
SMALL = """() => {
  const AROUND = [[-21, 0], [21, 0], [0, -21], [0, 21]];
  const means = (thing, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (thing.contains(hit) || hit.closest("label")?.control === thing);
  };
  const controls = "button, a.btn, a.iconbtn, .clauses a, .ids a, input:not([type=file]), select";
  return [...document.querySelectorAll(controls)]
    .filter((thing) => thing.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((thing) => [thing, thing.getBoundingClientRect()])
    .filter(([thing, box]) => box.width > 1 && !thing.classList.contains("hidden-text"))
    .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
    .filter(([thing, { x, y, width, height }]) =>
      AROUND.some(([dx, dy]) => !means(thing, x + width / 2 + dx, y + height / 2 + dy)))
    .map(([thing, { width, height }]) =>
      `${thing.getAttribute("aria-label") ?? thing.textContent.trim()}: ${width} x ${height}`);
}"""
"""Controls that a finger misses: less than 44 pixels wide or high around their middle."""


def no_sideways(page: Page) -> None:
    assert page.evaluate(SIDEWAYS) == [], page.url


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["de", "en"])
def test_pages_do_not_move_sideways(lang: str, server: Server, person: People) -> None:
    mara = person("Mara", phone=True, lang=lang)
    ended = ahead.ended(server, "traexx/1", ["Mara"])
    ended.handed_to(mara)
    paths = ["/", "/rules/dizzle", "/rules/traexx#T5", "/learn/border", "/verify", f"/verify/{ended.table}"]
    for path in [*paths, ended.path, "/device", "/nowhere"]:
        mara.forgives("status of 401").open(path)
        expect(mara.page.get_by_role("heading", level=1)).to_be_visible()
        expect(mara.page.get_by_role("main")).to_be_visible()
        no_sideways(mara.page)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sheet", "seats"), [("dizzle/1", 2), ("dizzle/8", 4), ("border/1", 4), ("traexx/1", 2), ("traexx/1", 4)]
)
def test_a_table_fits_a_phone(sheet: str, seats: int, server: Server, person: People) -> None:
    names = ["Mara", "Jonas", "Kim", "Annemarie-Charlotte"][:seats]
    laid = ahead.lay(server, sheet, names)
    ahead.brought(laid, lambda view: view["version"] > 14 and bool(view["hands"][0]["options"]))
    mara = person("Mara", phone=True, lang="de")
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    expect(mara.page.get_by_test_id("actions")).to_be_in_viewport(ratio=1)
    expect(mara.page.get_by_role("grid")).to_be_in_viewport(ratio=1)
    no_sideways(mara.page)
    assert mara.page.evaluate(DOWN) <= 740
    assert mara.page.evaluate(SMALL) == []


@pytest.mark.slow
def test_real_dice_fit_a_phone(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"], real_dice=True)
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    expect(mara.page.get_by_test_id("entry")).to_be_in_viewport(ratio=1)
    no_sideways(mara.page)
    assert mara.page.evaluate(DOWN) <= 740
    assert mara.page.evaluate(SMALL) == []


def test_controls_of_the_first_page_are_large_enough(person: People) -> None:
    mara = person("Mara", phone=True).open()
    expect(mara.button("Start, two players")).to_be_visible()
    no_sideways(mara.page)
    assert mara.page.evaluate(SMALL) == []


def test_the_border_shows_its_strip_on_a_phone(server: Server, person: People) -> None:
    """Nine lands and the sum, on two lines; on a screen that is shorter still only the sum."""
    mara = person("Mara", phone=True)
    laid = ahead.begun(server, "border/1", ["Mara", "Jonas"])
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    boxes = mara.page.get_by_test_id("scores").get_by_role("listitem")
    expect(boxes).to_have_count(10)
    expect(boxes.first).to_be_in_viewport(ratio=1)
    assert mara.page.evaluate(DOWN) <= 740
    mara.page.set_viewport_size({"width": 360, "height": 700})
    expect(boxes).to_have_count(1)
    mara.page.set_viewport_size({"width": 360, "height": 740})
    expect(boxes).to_have_count(10)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
@pytest.mark.parametrize("path", ["/rules/dizzle", "/learn/dizzle", "/learn/traexx"])
def test_controls_for_readers_are_large_enough(path: str, phone: bool, person: People) -> None:
    mara = person("Mara", phone=phone, lang="de").open(path)
    expect(mara.page.get_by_role("heading", level=1)).to_be_visible()
    expect(mara.page.get_by_role("main")).to_be_visible()
    assert mara.page.evaluate(SMALL) == []


@pytest.mark.slow
def test_a_table_fits_a_desk(server: Server, person: People) -> None:
    mara = person("Mara")
    laid = ahead.begun(server, "dizzle/1", ["Mara", "Jonas"])
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    no_sideways(mara.page)
    expect(mara.page.get_by_test_id("actions")).to_be_in_viewport(ratio=1)
    expect(mara.page.get_by_role("grid")).to_be_in_viewport(ratio=1)
