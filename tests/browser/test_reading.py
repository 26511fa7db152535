"""Reading and learning: the rulebook with its search, and a first game in ten steps for each game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import serious

pytestmark = pytest.mark.slow

People = Callable[..., Person]
Json = dict[str, Any]
STEPS = 10
LETTERS = {"Red": "r", "Orange": "o", "Yellow": "y", "Green": "g", "Blue": "b", "Violet": "v", "Grey": "a"}
BLACK = """() => [...document.querySelectorAll("svg :is(path, rect, circle, ellipse, polygon)")]
  .filter((shape) => !shape.closest("defs, symbol, pattern"))
  .map((shape) => [getComputedStyle(shape), shape.outerHTML])
  .filter(([{ fill, opacity }]) => fill === "rgb(0, 0, 0)" && opacity === "1")
  .map(([, shape]) => shape)"""
"""The shapes of a page that no style reaches: they are filled with black, which is no colour of the house."""


def test_the_rulebook_is_searched(person: People) -> None:
    mara = person("Mara", phone=True).open("/rules/dizzle")
    mara.page.get_by_role("searchbox", name="Search the rules").fill("bomb")
    expect(mara.text(re.compile(r"^\d+ rules?$"))).to_be_visible()
    expect(mara.page.locator("#D20")).to_be_visible()
    expect(mara.page.locator("#D1")).to_be_hidden()
    mara.page.get_by_role("searchbox", name="Search the rules").fill("D9")
    expect(mara.page.locator("#D9")).to_be_visible()
    mara.page.get_by_role("searchbox", name="Search the rules").fill("zeppelin")
    expect(mara.text("No rule says anything about that.")).to_be_visible()


def test_rules_by_subject(person: People) -> None:
    mara = person("Mara", lang="de").open("/rules/traexx")
    tags = mara.page.get_by_role("group", name="Worum es geht").or_(
        mara.page.get_by_role("search").get_by_role("group")
    )
    tag = tags.first.get_by_role("button", name=re.compile("Wertung|Gleichstand|Ende")).first
    tag.click()
    expect(tag).to_have_attribute("aria-pressed", "true")
    expect(mara.text(re.compile(r"^\d+ Regeln?$"))).to_be_visible()


def test_a_clause_has_an_address(person: People) -> None:
    mara = person("Mara").open("/rules/border#B5")
    expect(mara.page.locator("#B5")).to_be_in_viewport()
    expect(mara.page.get_by_role("img").first).to_be_attached()


@pytest.mark.parametrize("game", ["dizzle", "border", "traexx"])
def test_everything_drawn_in_a_rulebook_has_its_colours(game: str, person: People) -> None:
    mara = person("Mara").open(f"/rules/{game}")
    expect(mara.page.locator("figure svg").first).to_be_attached()
    assert mara.page.evaluate(BLACK) == []


def test_from_one_rulebook_to_the_next(person: People) -> None:
    mara = person("Mara").open("/rules/dizzle")
    mara.heading(re.compile("Dizzle"))
    mara.page.get_by_role("navigation", name="Rulebooks").get_by_role("link", name="Träxx").click()
    mara.heading(re.compile("Träxx"))
    expect(mara.page.locator("#T1")).to_be_attached()


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("dizzle", marks=pytest.mark.slow),
        pytest.param("border", marks=pytest.mark.slow),
        "traexx",
    ],
)
def test_a_first_game_in_ten_steps(game: str, server: Server, person: People) -> None:
    """Whoever does what the coach asks for gets through all ten, and is invited to a real game."""
    mara = person("Mara", phone=True)
    assert sum(1 for _ in steps_of(game, server, mara)) == 2 * STEPS
    expect(mara.text(re.compile("That's it, you can play"))).to_be_visible()
    expect(mara.text("you against a bot")).to_be_visible()


@pytest.mark.parametrize(("game", "dark"), [("dizzle", False), ("border", True), ("traexx", False)])
def test_axe_on_every_step_of_a_first_game(game: str, dark: bool, server: Server, person: People) -> None:
    """As it is asked for and as it was done; and the page at the end."""
    mara = person("Mara", phone=True, dark=dark)
    found = [problem for _ in steps_of(game, server, mara) for problem in serious(mara.page)]
    expect(mara.text(re.compile("That's it, you can play"))).to_be_visible()
    found += serious(mara.page)
    assert not found, "\n".join(found)


def steps_of(game: str, server: Server, mara: Person) -> Iterator[int]:
    """The number of each step, once when it is asked for and once when it is done."""
    mara.open(f"/learn/{game}")
    lesson = server.guest("Teacher").get(f"/api/lessons/{game}/en")
    assert len(lesson["steps"]) == STEPS
    for number, step in enumerate(lesson["steps"], 1):
        here = mara.page.get_by_role("region", name=f"Step {number} of {STEPS}")
        expect(here).to_contain_text(step["text"])
        yield number
        for stand in walk(step["stands"]):
            do(mara, stand)
        if any(stand["wanted"] for stand in step["stands"]):
            expect(here).to_contain_text(step["praise"])
        yield number
        here.get_by_role("button", name="Done" if number == STEPS else "Next").last.tap()


def test_the_coach_answers_what_else_is_tried(person: People) -> None:
    mara = person("Mara", phone=True, lang="de").open("/learn/dizzle")
    coach = mara.page.get_by_role("region", name="Schritt 1 von 10")
    expect(mara.text("Tipp einen Würfel oder ein Feld an.")).to_be_visible()  # the dice have rolled
    expect(coach.get_by_role("link", name="Regel D7")).to_have_count(1)
    mara.page.get_by_role("gridcell", name=re.compile("^b1,")).tap()
    expect(coach.get_by_role("link", name="Regel D7")).to_have_count(2)  # that of the step, and of the answer
    mara.button("Zeig es mir").tap()
    expect(coach).to_contain_text("Tipp:")


def walk(stands: list[Json]) -> Iterator[Json]:
    """The stands of a step at which somebody has to do something, and what that is."""
    at = 0
    while stands[at]["wanted"] or stands[at]["happens"]:
        if stands[at]["wanted"]:
            wish, to = next(iter(stands[at]["wanted"].items()))
            yield {**next(option for option in stands[at]["options"] if option["text"] == wish)}
            at = to
        else:
            at = stands[at]["happens"]["to"]


PRESSED = {"reroll": "Re-roll", "out": "Drop out", "stop": "Keep them all", "done": "Done"}


def do(person: Person, wish: Json) -> None:
    """What is wanted, by touching it."""
    bar = person.page.get_by_test_id("actions")
    if wish["kind"] in PRESSED:
        bar.get_by_role("button", name=PRESSED[wish["kind"]]).tap()
    elif wish["kind"] == "again":
        throw(person, wish["colours"])
    else:
        cell = wish["cell"]
        target = person.page.get_by_role("grid").get_by_role("gridcell", name=re.compile(rf"^{cell},"))
        legal = re.compile("fits|can go|may")
        expect(target).to_have_accessible_name(legal)
        target.tap()
        confirm = bar.get_by_role("button", name=re.compile(rf"\b{cell}(?!\d)", re.IGNORECASE))
        done = person.page.get_by_role("region", name=re.compile("^Step")).get_by_role("button", name="Next")
        expect(confirm.or_(done).or_(target.locator(":scope:not([aria-label*=fits])")).first).to_be_visible()
        if confirm.is_visible():
            confirm.tap()


def throw(person: Person, colours: str) -> None:
    """Keep the dice that are not to be thrown."""
    expect(person.button(re.compile(r"^Throw \d"))).to_be_visible()
    left = list(colours)
    for die in person.page.get_by_role("group", name="Colour dice").get_by_role("button").all():
        letter = LETTERS[die.inner_text().partition(":")[0].strip()]
        if letter in left:
            left.remove(letter)
        elif die.get_attribute("aria-pressed") == "false":
            die.tap()
    person.button(re.compile(r"^Throw \d")).tap()
