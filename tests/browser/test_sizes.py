"""Pages around the table fit a phone of 360 x 740: nothing moves sideways, controls are large enough."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import ahead
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]
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


@pytest.mark.parametrize("width", [320, pytest.param(360, marks=pytest.mark.slow)])
def test_controls_of_the_first_page_are_large_enough(width: int, person: People) -> None:
    mara = person("Mara", phone=True)
    mara.page.set_viewport_size({"width": width, "height": 740})
    mara.open()
    expect(mara.button("Start, two players")).to_be_visible()
    no_sideways(mara.page)
    assert mara.page.evaluate(SMALL) == []


@pytest.mark.parametrize(
    "phone", [pytest.param(True, id="phone"), pytest.param(False, id="desk", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "path", ["/rules/dizzle", "/learn/dizzle", pytest.param("/learn/traexx", marks=pytest.mark.slow)]
)
def test_controls_for_readers_are_large_enough(path: str, phone: bool, person: People) -> None:
    mara = person("Mara", phone=phone, lang="de").open(path)
    expect(mara.page.get_by_role("heading", level=1)).to_be_visible()
    expect(mara.page.get_by_role("main")).to_be_visible()
    assert mara.page.evaluate(SMALL) == []
