"""Puzzles tried and finished games explored: one try, the verdict, the values of all moves, the way on."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from kritzel.review.puzzles import FIRST, Puzzle, stored_puzzles
from tests.browser import ahead
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_access import serious
from tests.browser.test_nearer import box

People = Callable[..., Person]


def first_of(game: str) -> tuple[str, Puzzle]:
    """The first puzzle of a game, and where it is."""
    nth, puzzle = next(each for each in enumerate(stored_puzzles()) if each[1].game.slug == game)
    return f"/puzzle/{FIRST + timedelta(days=nth)}", puzzle


def make(mara: Person, puzzle: Puzzle, nth: int) -> None:
    """Make one of the ways as a hand does."""
    actions = mara.page.get_by_test_id("actions")
    for text in puzzle.values.moves[nth].moves:
        move = puzzle.game.notation.parse_move(puzzle.state.sheet, text)
        said = puzzle.game.words.say_move(puzzle.state.sheet, move)
        expect(actions.get_by_text("Playing it out")).to_have_count(0)
        if said.die:
            mara.page.keyboard.press(str(said.die))
        if said.cell:
            mara.page.locator(f'[data-cell="{said.cell}"]').click(force=True)
        if said.kind not in ("cross", "extend"):
            actions.locator(".primary").click()


def tried(mara: Person, game: str, nth: int) -> Puzzle:
    path, puzzle = first_of(game)
    mara.open(path)
    mara.heading("Puzzle")
    expect(mara.page.get_by_test_id("actions")).to_be_visible()
    expect(mara.button("Values")).to_have_count(0)
    make(mara, puzzle, nth)
    expect(mara.button("Values")).to_be_visible()
    return puzzle


def test_a_puzzle_is_tried_explained_and_found(person: People) -> None:
    mara = person("Mara", phone=True)
    puzzle = tried(mara, "dizzle", 1)
    expect(mara.text(re.compile("^ ?You: .*Better: .*points more"))).to_be_visible()
    mara.page.keyboard.press("v")
    best = puzzle.game.words.say_move(
        puzzle.state.sheet,
        puzzle.game.notation.parse_move(puzzle.state.sheet, puzzle.values.moves[0].moves[0]),
    )
    expect(mara.page.locator(f'[data-cell="{best.cell}"]')).to_have_attribute(
        "aria-label", re.compile("best move")
    )
    expect(mara.page.get_by_role("region", name="The ways").get_by_role("listitem").nth(1)).to_contain_text(
        "your try"
    )
    assert serious(mara.page) == []
    assert mara.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    mara.button("Try again").click()
    make(mara, puzzle, 0)
    mara.heading("Found it")
    mara.link("Next puzzle").click()
    mara.heading("Puzzle of the day")  # that of today


@pytest.mark.slow
@pytest.mark.parametrize("game", ["border", "traexx"])
def test_a_puzzle_of_the_other_games(person: People, game: str) -> None:
    mara = person("Mara", dark=True)
    tried(mara, game, 1)
    mara.button("Values").click()
    expect(mara.page.get_by_role("region", name="The ways")).to_be_visible()
    assert serious(mara.page) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", ["dizzle", "border", "traexx"])
def test_an_upright_tablet_is_used(person: People, game: str) -> None:
    """The sheet takes what the screen has, and what is to be done is seen below it without scrolling."""
    mara = person("Mara")
    mara.page.set_viewport_size({"width": 768, "height": 1024})
    mara.open(first_of(game)[0])
    actions, sheet = mara.page.get_by_test_id("actions"), mara.page.locator(".sheet")
    expect(actions).to_be_in_viewport(ratio=1)
    paper, below = box(sheet), box(actions)
    assert paper["width"] > 0.9 * 768
    assert paper["height"] > 0.6 * 1024
    assert below["y"] >= paper["y"] + paper["height"]


@pytest.mark.slow
def test_a_finished_game_is_explored(server: Server, person: People) -> None:
    """Another way, back, and on; nothing of it is a game."""
    mara = person("Mara", phone=True)
    laid = ahead.ended(server, "traexx/1", [mara.name])
    laid.handed_to(mara)
    mara.open(f"{laid.path}/explore#1-0")
    mara.heading("Explore")
    mara.button("Done").click()
    expect(mara.page.get_by_role("list", name="What happened since")).to_be_visible()
    expect(mara.text(re.compile("Honeycomb · Card 2 of"))).to_be_visible()
    mara.button("One step back").click()
    expect(mara.text(re.compile("Honeycomb · Card 1 of"))).to_be_visible()
    assert serious(mara.page) == []
    assert mara.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_rails_are_explored_with_company(server: Server, person: People) -> None:
    """Rails are drawn with the pieces of the table: words on six buttons were wider than a phone. Where no
    die fits, on the way there, both ways out are offered."""
    mara = person("Mara", phone=True)
    laid = ahead.ended(server, "dizzle/8", [mara.name, "Jonas"])
    laid._replace(guests=laid.guests[:1]).handed_to(mara)
    mara.open(f"{laid.path}/explore#40-0")
    actions, pieces = mara.page.get_by_test_id("actions"), mara.page.get_by_test_id("pieces")
    expect(actions).to_be_visible()
    for _ in range(40):
        expect(actions.get_by_text("Playing it out")).to_have_count(0)
        buttons = actions.locator("button:not(.square)")
        if pieces.count():
            break
        (buttons.first if buttons.count() else mara.page.locator(".hit.target").last).click(force=True)
    expect(pieces.get_by_role("button")).to_have_count(6)
    expect(actions.get_by_text("Tap a cell")).to_have_count(0)
    assert serious(mara.page) == []
    assert mara.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    pieces.get_by_role("button").first.click()
    expect(pieces).to_have_count(0)


@pytest.mark.slow
def test_home_leads_to_puzzles_while_any_wait(server: Server, person: People) -> None:
    mara = person("Mara", phone=True)
    laid = ahead.ended(server, "traexx/1", [mara.name])
    laid.handed_to(mara)
    mara.open("/")
    row = mara.page.get_by_role("link", name=re.compile("Puzzles.*one is waiting"))
    row.click()
    mara.heading("Puzzle of the day")
    today = mara.page.evaluate("new Date().toISOString().slice(0, 10)")
    mara.page.evaluate("day => localStorage.setItem('kritzel.puzzles', JSON.stringify({seen: [day]}))", today)
    mara.open("/")
    expect(mara.page.get_by_role("heading", name="My games")).to_be_visible()
    expect(row).to_have_count(0)
    mara.button("Menu").click()
    mara.link("Puzzle of the day").click()
    mara.heading("Puzzle of the day")
