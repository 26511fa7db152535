"""Hints at the table: asked for with the bulb, three steps on one note, confirmed by the player, counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import serious
from tests.browser.test_layout import CORE, faults

People = Callable[..., Person]
Json = dict[str, Any]


def advised(server: Server, sheet: str) -> tuple[ahead.Laid, Json]:
    """A table where the first has a best move on a cell, and that hint, which is taken now.

    Whoever sits there allows hints. Alone, except where the game needs two.
    """
    laid = ahead.lay(server, sheet, ["Mara", "Jonas"] if sheet == "border/1" else ["Mara"], hints=True)
    pages = ahead.begin(laid)
    for page in pages[1:]:
        assert page.say("allow", hints=True)["t"] != "refused"
    hint: Json = {}

    def is_advised(view: Json) -> bool:
        if 0 in view["waiting"]["seats"] and view["version"] > 3:
            hint.update(laid.guests[0].post(f"/api/tables/{laid.table}/hint", seat=0))
        return bool(hint.get("cells"))

    ahead.play(laid, pages, is_advised)
    for page in pages:
        page.close()
    return laid._replace(guests=laid.guests[:1]), hint


def looks(person: Person, laid: ahead.Laid) -> Any:
    """The person sits down at the table and asks for a hint with the bulb; its note."""
    sit_down(laid, person)
    person.page.get_by_test_id("bulb").click()
    note = person.page.get_by_test_id("hint")
    expect(note).to_be_visible()
    return note


def test_a_hint_is_asked_for_looked_at_and_confirmed(server: Server, person: People) -> None:
    mara = person("Mara", phone=True, lang="de")
    laid, hint = advised(server, "dizzle/1")
    note = looks(mara, laid)
    expect(note).to_contain_text(re.compile("Tipp 1 von 3.*Schau .*Zählt als 1 Tipp", re.DOTALL))
    expect(mara.page.get_by_test_id("looked")).to_have_count(1)
    note.get_by_role("button", name="Genauer").click()
    expect(note).to_contain_text(f"Nimm eine {hint['faces']}.")
    expect(mara.page.locator(".looped")).to_have_count(1)
    assert serious(mara.page) == []
    note.get_by_role("button", name="Genauer").click()
    expect(note).to_contain_text(hint["words"]["de"])
    mara.page.get_by_test_id("actions").locator(".primary").click()
    expect(note).to_have_count(0)
    assert laid.view()["seats"][0]["hints"] == hint["taken"]
    mara.button("Menü").click()
    expect(mara.page.get_by_role("switch", name="Tipps erlaubt")).to_contain_text(f"bisher {hint['taken']}")


@pytest.mark.slow
def test_own_touches_put_a_hint_away_and_the_menu_switches_them_off(server: Server, person: People) -> None:
    mara = person("Mara")
    laid, _ = advised(server, "dizzle/1")
    note = looks(mara, laid)
    mara.page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    mara.page.keyboard.press("h")
    expect(note).to_be_visible()
    mara.page.get_by_test_id("tray").get_by_role("button").first.click()
    expect(note).to_have_count(0)
    mara.button("Menu").click()
    mara.page.get_by_role("switch", name="Hints allowed").click()
    mara.page.keyboard.press("Escape")
    expect(mara.page.get_by_test_id("bulb")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "sheet",
    ["traexx/1", *(pytest.param(sheet, marks=pytest.mark.slow) for sheet in ("dizzle/1", "border/1"))],
)
def test_the_bulb_and_its_note_fit_each_kind_of_screen(server: Server, person: People, sheet: str) -> None:
    mara = person("Mara", phone=True, lang="de")
    laid, _ = advised(server, sheet)
    sit_down(laid, mara)
    expect(mara.page.get_by_test_id("bulb")).to_be_visible()
    assert faults(mara.page, CORE) == {}
    mara.page.get_by_test_id("bulb").click()
    expect(mara.page.get_by_test_id("hint")).to_be_visible()
    found = {fault for all_ in faults(mara.page, CORE).values() for fault in all_}
    assert found == {"points is missing"}


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["border/1", "traexx/1"])
def test_hints_of_the_other_games(server: Server, person: People, sheet: str) -> None:
    mara = person("Mara", dark=True)
    laid, hint = advised(server, sheet)
    note = looks(mara, laid)
    expect(note).to_contain_text("Hint 1 of 3")
    note.get_by_role("button", name="More").click()
    expect(note).to_contain_text("You need")
    expect(mara.page.locator(".looped")).to_have_count(len(hint["faces"]))
    note.get_by_role("button", name="More").click()
    expect(note).to_contain_text(hint["words"]["en"][1:])
    assert serious(mara.page) == []
    before = laid.view()["version"]
    mara.page.get_by_test_id("actions").locator(".primary").first.click()
    expect(note).to_have_count(0)
    assert laid.view()["version"] > before
