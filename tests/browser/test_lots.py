"""Who begins: lots are drawn before the first roll, or the company says who."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.test_sitting_down import clear_seats

People = Callable[..., Person]


def two_here(person: Person) -> Person:
    """Two people at one device, about to start."""
    person.open()
    clear_seats(person)
    person.button(re.compile("^Here: ")).tap()
    return person


def test_lots_are_drawn_and_said(person: People) -> None:
    mara = two_here(person("Mara", phone=True, lively=True))
    mara.button("Start, two players").tap()
    slips = mara.page.get_by_test_id("lots")
    expect(slips).to_be_visible()
    expect(slips).to_contain_text("1. ")
    expect(slips).to_be_hidden()
    expect(mara.page.get_by_role("heading", level=1)).to_have_text(re.compile("'s turn"))


@pytest.mark.slow
def test_lots_are_only_a_line_where_less_motion_is_wished(person: People) -> None:
    mara = two_here(person("Mara", phone=True))
    mara.button("Start, two players").tap()
    mara.note(re.compile("The seats were drawn by lot. .* begins."))
    expect(mara.page.get_by_test_id("lots")).to_have_count(0)


@pytest.mark.slow
def test_without_lots_the_company_says_who_begins(person: People) -> None:
    mara = two_here(person("Mara", phone=True))
    chooser = mara.page.get_by_label("Who goes first?")
    other = chooser.locator("option").last.inner_text()
    chooser.select_option(label=other)
    mara.button("Start, two players").tap()
    mara.heading(re.compile(f"^{re.escape(other)}"))
