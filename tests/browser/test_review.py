"""A finished game looked at again: its sum, its curve, its moments. What was found is told by the test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser import ahead
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import serious

People = Callable[..., Person]
Json = dict[str, Any]


def words(text: str) -> Json:
    return {"de": text, "en": text}


def choice(cell: str, value: float) -> Json:
    return {"words": words(f"place 3 on {cell}"), "cells": [cell], "value": value,
            "kind": "take", "die": 3, "faces": [], "lines": []}  # fmt: skip


def moment(at: int, cell: str, better: str, **more: Any) -> Json:
    return {
        "at": at, "until": at + 1, "seat": 0, "clock": words("Pass 2 of 10"),
        "played": choice(cell, 60.0), "better": choice(better, 64.5),
        "also": [], "loss": 4.5, "se": 0.8, "certainty": "sure", "why": words("It fills row 5: 11 points."),
        "about": ["b5", "c5"], "clause": "D26", "find": False, "tell_loss": figure(5, 2), **more,
    }  # fmt: skip


def figure(about: int, by: int) -> Json:
    return {"low": about - by, "about": about, "high": about + by}


def reviewed(result: int, events: int) -> Json:
    parts = {
        "result": result, "start": 89.2, "luck": result - 89.2 + 15.4, "own": -15.4, "others": 0.0,
        "adjusted": 73.8, "error": 1.2, "mostly": "", "tell_luck": figure(result - 76, 3),
        "tell_own": figure(-15, 3), "tell_even": figure(74, 3),
    }  # fmt: skip
    seat = {"seat": 0, "sum": parts, "points": parts, "moves": 40, "same": 25, "sure": 2, "explained": -4.0,
            "owl": 82.4, "owl_exact": False,
            "pattern": words("3 times this was the better move: place 3 on b3.")}  # fmt: skip
    return {
        "unit": "points", "depth": "quick", "sums": True, "notes": [], "reference": words("Wise Owl"),
        "rollouts": 36, "spread": 10.4, "you": [0], "seats": [seat],
        "curve": [{"at": 0, "values": [89.0]}, {"at": events, "values": [float(result)]}],
        "luck": [{"at": 0, "seat": 0, "clock": words("Pass 1 of 10"), "words": words("Roll"), "luck": [-4.0],
                  "odds": 0.03, "mark": -2}],
        "moments": [moment(1, "e4", "b3"), moment(3, "d7", "j5", certainty="likely", why=None)],
    }  # fmt: skip


def looked_at(server: Server, person: Person) -> str:
    """A finished game of this person, and a server that knows its review."""
    laid = ahead.ended(server, "dizzle/2", [person.name])
    laid.handed_to(person)
    result, events = laid.view()["seats"][0]["total"], 20

    def told(route: Route) -> None:
        route.fulfill(json={"done": 5, "of": 5, "review": reviewed(result, events)})

    person.page.route(re.compile(r"/review\?depth="), told)
    return laid.path


def test_from_the_end_to_the_review_and_a_moment(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    mara.open(looked_at(server, mara))
    mara.link("Review").click()
    sum_of = mara.page.get_by_role("table", name="What the result is made of")
    expect(sum_of.get_by_role("row", name=re.compile("Par"))).to_contain_text("what Wise Owl scores")
    expect(
        sum_of.get_by_role("row", name=re.compile("Your moves")).get_by_role("img", name="−15")
    ).to_be_visible()
    expect(mara.text(re.compile("With even luck it would be about 74"))).to_be_visible()
    expect(mara.text("With almost the same luck Wise Owl gets about 82 points.")).to_be_visible()
    expect(mara.text(re.compile("A pattern: 3 times this was the better move"))).to_be_visible()
    thrown = mara.button(re.compile("Pass 1 of 10"))
    expect(thrown).to_contain_text("As bad as this in 3 of 100 cases.")
    expect(thrown).to_contain_text("−4 points")
    mara.page.get_by_role("slider", name="Moment of the game").press("Home")
    expect(mara.text(re.compile("Blank sheets"))).to_be_attached()
    first = mara.page.get_by_role("link", name=re.compile("place 3 on e4"))
    expect(first).to_contain_text("It fills row 5: 11 points.")
    expect(first).to_contain_text("−5 points")
    first.click()
    mara.heading("Moment 1 of 2")
    assert mara.place.endswith("#1")
    sheet = mara.page.get_by_role("grid", name=re.compile("place 3 on e4.*place 3 on b3"))
    expect(sheet.get_by_role("gridcell", name=re.compile("^e4.*, your move$"))).to_be_attached()
    expect(sheet.get_by_role("gridcell", name=re.compile("^b3.*, better$"))).to_be_attached()
    expect(mara.page.locator(".again .about")).to_have_count(2)
    expect(mara.link("Rule D26")).to_have_attribute("href", "/rules/dizzle#D26")
    mara.link("Next moment").first.click()
    mara.heading("Moment 2 of 2")
    expect(mara.text("likely")).to_be_visible()
    mara.page.keyboard.press("Escape")
    expect(first).to_be_visible()
    mara.open("/")
    expect(mara.link(re.compile("^Review: "))).to_have_attribute("href", re.compile("/review$"))


@pytest.mark.slow
def test_what_was_done_with_help_is_told(server: Server, person: People) -> None:
    """Moves with a hint have their bulb and a row of their own in the sum, which still adds up."""
    mara = person("Mara", phone=True)
    path = looked_at(server, mara)
    told = reviewed(70, 20)
    told["seats"][0] |= {"hinted": 2, "stood_in": 3, "bot_since": words("Pass 8 of 10")}
    for parts in (told["seats"][0]["sum"], told["seats"][0]["points"]):
        parts |= {"others": 5.4, "luck": 70 - 89.2 + 10.0}
    told["moments"][0] |= {"hinted": True, "dead_end": True, "about": ["e4"]}
    mara.page.route(
        re.compile(r"depth=quick"), lambda route: route.fulfill(json={"done": 1, "of": 1, "review": told})
    )
    mara.open(f"{path}/review")
    sum_of = mara.page.get_by_role("table", name="What the result is made of")
    expect(mara.text("2 moves with a hint count as help. 3 moves by the bot count as help.")).to_be_visible()
    expect(sum_of.get_by_role("row", name=re.compile("Help")).get_by_role("img", name="+5")).to_be_visible()
    mara.button(re.compile("Help")).click()
    expect(mara.text(re.compile("not one's own skill"))).to_be_visible()
    first = mara.page.get_by_role("link", name=re.compile("place 3 on e4"))
    expect(first).to_contain_text("with a hint")
    first.click()
    expect(mara.text("with a hint")).to_be_visible()
    expect(mara.page.locator(".again .deadend")).to_have_count(1)
    expect(mara.page.locator(".again .stop")).to_have_count(1)


def test_the_review_for_everybody(server: Server, person: People) -> None:
    """No complaint of axe, nothing sideways, in the dark; the thorough one runs."""
    mara = person("Mara", phone=True, dark=True)
    path = looked_at(server, mara)
    mara.open(f"{path}/review")
    expect(mara.page.get_by_role("heading", name=re.compile("Moments worth a look"))).to_be_visible()
    assert serious(mara.page) == []
    assert mara.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    waiting = {"done": 2, "of": 8, "review": None, "deeper": 0.25}
    mara.page.unroute(re.compile(r"/review\?depth="))
    mara.page.route(re.compile(r"depth=deep"), lambda route: route.fulfill(body=json.dumps(waiting)))
    mara.button("Calculate now").click()
    expect(mara.page.get_by_role("progressbar", name="Thorough calculation")).to_have_attribute(
        "aria-valuenow", "25"
    )
    expect(mara.button("Calculate now")).to_have_count(0)


@pytest.mark.slow
def test_an_address_that_leads_nowhere(person: People) -> None:
    mara = person("Mara").forgives("status of 404")
    mara.open("/t/0123456789abcdef/review")
    expect(mara.page.get_by_role("heading", name="There is nothing to review here")).to_be_visible()


@pytest.mark.slow
def test_a_cold_machine_says_what_it_waits_for(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    path = looked_at(server, mara)
    cold = {"done": 0, "of": 0, "review": None, "warming": True}
    mara.page.route(re.compile(r"depth=quick"), lambda route: route.fulfill(json=cold))
    mara.open(f"{path}/review")
    expect(mara.text(re.compile("The Wise Owl is warming up"))).to_be_visible()
    expect(mara.text(re.compile(r"^0:0[1-9] so far"))).to_be_visible()
    expect(mara.page.get_by_role("slider", name="Moment of the game")).to_be_attached()


@pytest.mark.slow
def test_what_cannot_be_judged_still_has_its_curve(server: Server, person: People) -> None:
    """A game that was stopped: its points and its replay, and no button that would not help."""
    mara = person("Mara", phone=True).forgives("status of 409")
    path = looked_at(server, mara)
    stopped = {"code": "not_over", "words": words("This game was stopped.")}
    mara.page.route(re.compile(r"depth=quick"), lambda route: route.fulfill(json=stopped, status=409))
    mara.open(f"{path}/review")
    expect(mara.text("Too short to judge.")).to_be_visible()
    expect(mara.page.get_by_role("heading", name="Points on the pad")).to_be_visible()
    expect(mara.page.get_by_role("slider", name="Moment of the game")).to_be_attached()
    expect(mara.button("Try again")).to_have_count(0)


@pytest.mark.slow
def test_a_picture_to_share(server: Server, person: People) -> None:
    """Drawn on the device in both shapes, under the policy of the server; links where they may be seen."""
    mara = person("Mara", phone=True, dark=True)
    mara.open(f"{looked_at(server, mara)}/review#1")
    mara.heading("Moment 1 of 2")
    mara.button("Share").click()
    picture = mara.page.get_by_role("dialog").get_by_role("img", name=re.compile("^Kritzel"))
    size = "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
    expect(picture).to_be_visible()
    assert picture.evaluate(size) == [1200, 630]
    mara.page.get_by_role("radio", name="Square").check(force=True)
    expect(picture).to_have_js_property("naturalHeight", 1080)
    mara.page.get_by_role("switch", name="Initials instead of names").click()
    with mara.page.expect_download() as saved:
        mara.link("Save the picture").click()
    assert saved.value.suggested_filename == "kritzel.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    expect(mara.button("Copy the link to this moment")).to_be_visible()
    assert serious(mara.page) == []
