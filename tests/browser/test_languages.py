"""German and English: by the browser, switchable at any time, everything at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import ahead
from tests.browser.hands import sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "words"), [("de", "Wer spielt mit?"), ("en", "Who's in?")])
def test_the_browser_chooses_the_language(lang: str, words: str, person: People) -> None:
    mara = person("Mara", lang=lang).open()
    expect(mara.page.locator("html")).to_have_attribute("lang", lang)
    expect(mara.page.get_by_role("region", name=words)).to_be_visible()


@pytest.mark.slow
def test_the_choice_is_kept(person: People) -> None:
    mara = person("Mara", lang="en").open()
    mara.button("DE: Deutsch").click()
    expect(mara.page.get_by_role("region", name="Wer spielt mit?")).to_be_visible()
    mara.page.reload()
    expect(mara.page.get_by_role("region", name="Wer spielt mit?")).to_be_visible()


def test_switching_in_mid_game(server: Server, person: People) -> None:
    mara, jonas = person("Mara", phone=True), person("Jonas")
    laid = ahead.lay(server, "dizzle/2", ["Mara", "Jonas"])
    hands = sit_down(ahead.brought(laid, lambda view: view["version"] > 12), mara, jonas)
    before = cells(mara.page)
    mara.button("Menu").tap()
    language = mara.page.get_by_role("radiogroup", name="Language").or_(
        mara.page.get_by_role("group", name="Language")
    )
    language.get_by_text("Deutsch").first.tap()
    mara.page.keyboard.press("Escape")
    mara.lang = "de"
    expect(mara.page.locator("html")).to_have_attribute("lang", "de")
    expect(mara.page.get_by_role("grid", name="Dein Blatt")).to_be_visible()
    expect(mara.page.get_by_role("gridcell", name=re.compile("Edelstein")).first).to_be_visible()
    expect(mara.page.get_by_role("gridcell", name=re.compile(r"\bgem\b|crossed"))).to_have_count(0)
    assert cells(mara.page) == before, "the same position"
    jonas.heading(re.compile("Your turn|Mara's turn|No die fits"))
    for hand in hands:
        hand.step()


def cells(page: Page) -> list[str]:
    """Names and numbers of all cells, which are the same in every language."""
    labels: list[str] = page.get_by_role("gridcell").evaluate_all(
        "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    return [re.sub(r"[^a-j\d, ].*", "", label)[:3] + str(label.count(",")) for label in labels]
