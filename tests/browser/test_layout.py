"""A table on every screen: nothing covered, cut or to be scrolled, everything large enough for a finger.

By geometry, not by pictures: one page is brought through all sizes, and `seated.js` measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as StillSo

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]
Json = dict[str, Any]
SEATED = Path(__file__).with_name("seated.js").read_text("utf-8")
NAMES = ("Mara", "Jonas", "Lotte", "Emil")
GAMES = {"dizzle": "dizzle/1", "border": "border/1", "traexx": "traexx/1"}
CORE_GAMES = ["traexx", *(pytest.param(game, marks=pytest.mark.slow) for game in ("dizzle", "border"))]
PHONES = ((280, 653), (320, 568), (360, 640), (360, 740), (375, 667), (390, 664), (390, 844), (412, 732))
LYING = ((844, 390), (740, 360), (640, 400))
LARGER = ((768, 1024), (820, 1180), (1024, 768), (1280, 800), (1920, 1080))
SIZES = (*PHONES, *LYING, *LARGER)
CORE = ((320, 568), (390, 664), (844, 390), (768, 1024), (1280, 800))
"""One of each form; `make test` looks at these."""
SMALLER = {("dizzle", 280), ("dizzle", 320), *[("border", width) for width in (280, 320, 360, 640)]}
"""Where cells may be smaller than 28 pixels, knowingly: game and width."""


class Seen(NamedTuple):
    """How a table lies: its form in words, the smallest cell, and what is wrong."""

    form: str
    cell: float
    faults: list[str]


def seen(page: Page, width: int, height: int) -> Seen:
    page.set_viewport_size({"width": width, "height": height})
    return Seen(**page.evaluate(SEATED))


def faults(page: Page, sizes: Iterable[tuple[int, int]] = SIZES) -> Json:
    """What is wrong at which size."""
    found = {size: seen(page, *size) for size in sizes}
    return {f"{w} x {h}, {at.form}": at.faults for (w, h), at in found.items() if at.faults}


def fullest(server: Server, sheet: str, seats: int) -> ahead.Laid:
    """A table with a whole company, far on in the game, where the first has something to choose."""
    laid = ahead.lay(server, sheet, NAMES[:seats])
    far = 24 * seats
    return ahead.brought(laid, lambda view: view["version"] > far and bool(view["hands"][0]["options"]))


def sits(server: Server, person: People, sheet: str, seats: int = 4, lang: str = "de") -> tuple[Person, Hand]:
    mara = person("Mara", phone=True, lang=lang)
    laid = fullest(server, sheet, seats)
    [hand] = sit_down(laid._replace(guests=laid.guests[:1]), mara)
    return mara, hand


@pytest.mark.parametrize("game", CORE_GAMES)
def test_a_table_fits_each_kind_of_screen(game: str, server: Server, person: People) -> None:
    mara, _ = sits(server, person, GAMES[game])
    assert faults(mara.page, CORE) == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_fits_every_screen(game: str, server: Server, person: People) -> None:
    mara, _ = sits(server, person, GAMES[game])
    assert faults(mara.page) == {}
    cells = {size: seen(mara.page, *size).cell for size in SIZES}
    small = {size: cell for size, cell in cells.items() if cell < 28 and (game, size[0]) not in SMALLER}
    assert small == {}


# Large text ----------------------------------------------------------------------------------------
LARGE = "document.documentElement.style.fontSize = '200%'"


def excused(found: list[str], narrow: bool) -> list[str]:
    """The others' names may be cut (they are whole in the label), on the narrowest phone also the turn."""
    names = tuple(f"cut: {name}" for name in NAMES)
    return [fault for fault in found if not fault.startswith("cut: " if narrow else names)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_text_of_twice_the_size(game: str, server: Server, person: People) -> None:
    mara, _ = sits(server, person, GAMES[game])
    mara.page.evaluate(LARGE)
    found = {size: excused(seen(mara.page, *size).faults, size[0] <= 320) for size in SIZES}
    assert {size: faults for size, faults in found.items() if faults} == {}


# What stands in the hand's place, and above ----------------------------------------------------------
def begins(server: Server, person: People, sheet: str, **more: Any) -> Person:
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.begun(server, sheet, NAMES, **more)
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    return mara


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_real_dice_and_cards_fit(game: str, server: Server, person: People) -> None:
    mara = begins(server, person, GAMES[game], real_dice=True)
    expect(mara.page.get_by_test_id("entry")).to_be_visible()
    assert faults(mara.page, CORE) == {}


@pytest.mark.slow
def test_dice_to_throw_again_fit(server: Server, person: People) -> None:
    """Under each die stands what becomes of it; on the narrowest phones its sign alone."""
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.lay(server, "border/1", NAMES)
    ahead.brought(laid, lambda view: "again" in {o["kind"] for o in view["hands"][0]["options"]})
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    expect(mara.page.get_by_text("werfen").first).to_be_visible()
    assert faults(mara.page) == {}


@pytest.mark.slow
def test_two_ways_out_fit(server: Server, person: People) -> None:
    """No die fits: two cards with what each leads to."""
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.lay(server, "dizzle/1", NAMES)
    ahead.brought(laid, lambda view: {o["kind"] for o in view["hands"][0]["options"]} == {"reroll", "out"})
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    mara.heading("Kein Würfel passt")
    assert faults(mara.page, CORE) == {}


@pytest.mark.slow
def test_rails_to_choose_from_fit(server: Server, person: People) -> None:
    mara = person("Mara", phone=True, lang="de")
    laid = ahead.lay(server, "dizzle/8", NAMES)
    ahead.brought(laid, lambda view: any(o["kind"] == "rail" for o in view["hands"][0]["options"]))
    [hand] = sit_down(laid._replace(guests=laid.guests[:1]), mara)
    hand.tap(next(iter(hand.choices().values()))[:2])
    expect(mara.page.get_by_test_id("pieces")).to_be_visible()
    assert faults(mara.page, CORE) == {}


@pytest.mark.slow
def test_a_whole_family_at_one_device(server: Server, person: People) -> None:
    """Tabs for the seats, and nothing else gets less than it needs."""
    mara = person("Mara", phone=True, lang="de")
    owner = server.guest("Mara")
    laid = ahead.Laid(owner.lay("dizzle/1", "me", "here", "here", "here")["table"], (owner,))
    sit_down(ahead.brought(laid, lambda view: view["version"] > 8), mara)
    expect(mara.page.get_by_role("group", name="Plätze")).to_be_visible()
    assert faults(mara.page, CORE) == {}


@pytest.mark.slow
def test_whoever_watches_sees_everything(server: Server, person: People) -> None:
    kim = person("Kim", phone=True, lang="de")
    laid = fullest(server, "border/1", 3)
    kim.open(laid.path)
    expect(kim.page.get_by_role("grid")).to_be_visible()
    assert faults(kim.page, CORE) == {}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_note_covers_neither_hand_nor_points(game: str, server: Server, person: People) -> None:
    mara = begins(server, person, GAMES[game])
    for width, height in CORE:
        mara.page.set_viewport_size({"width": width, "height": height})
        mara.page.evaluate(SEATED)
        mara.page.locator("main [data-cell]:not(.target)").first.dispatch_event("click")
        note = mara.page.get_by_test_id("toast")
        expect(note).to_be_visible()
        for zone in (".hand", ".acts", ".play > .points", ".play header"):
            assert not overlaps(mara.page, zone), (game, width, height, zone)


def overlaps(page: Page, zone: str) -> bool:
    """Whether the note lies on something."""
    return bool(
        page.evaluate(
            """async (zone) => {
              const note = document.querySelector("[data-testid=toast]");
              await Promise.all(note.getAnimations().map((one) => one.finished));
              const a = note.getBoundingClientRect();
              const b = document.querySelector(zone)?.getBoundingClientRect();
              return b && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
            }""",
            zone,
        )
    )


# Looking closer ---------------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_sheet_is_brought_nearer_by_keys(server: Server, person: People) -> None:
    mara = person("Mara", lang="de")
    laid = ahead.begun(server, "border/1", ["Mara", "Jonas"])
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    cell = mara.page.get_by_role("gridcell").first
    before = cell.bounding_box()
    fit = mara.button("Ganzes Blatt zeigen")
    mara.page.keyboard.press("+")
    expect(fit).to_be_visible()
    nearer = cell.bounding_box()
    assert before
    assert nearer
    assert nearer["width"] > before["width"] * 1.3
    mara.page.keyboard.press("Shift+ArrowRight")
    moved = cell.bounding_box()
    assert moved
    assert moved["x"] < nearer["x"]
    mara.page.keyboard.press("0")
    expect(fit).to_have_count(0)
    assert cell.bounding_box() == before


@pytest.mark.slow
@pytest.mark.parametrize("text", [16, pytest.param(32, marks=pytest.mark.slow)])
def test_a_card_with_five_symbols_fits_every_screen(text: int, server: Server, person: People) -> None:
    laid = ahead.lay(server, "traexx/1", NAMES[:2])
    ahead.brought(laid, lambda view: bool(view["hands"][0]["options"]) and symbols(view) == 5)
    mara = person("Mara", phone=True, lang="de")
    sit_down(laid._replace(guests=laid.guests[:1]), mara)
    mara.page.evaluate("size => document.documentElement.style.setProperty('font-size', `${size}px`)", text)
    wide = {size: card_sticks_out(mara.page, *size) for size in SIZES}
    assert [size for size, out in wide.items() if out] == []


def symbols(view: Json) -> int:
    return sum(token["kind"] == "symbol" for token in view["scenes"][0]["tray"])


def card_sticks_out(page: Page, width: int, height: int) -> bool:
    """Whether the card or the pack is wider than the hand, or a word on it is cut."""
    seen(page, width, height)
    return bool(
        page.evaluate(
            """() => {
              const hand = document.querySelector(".hand").getBoundingClientRect();
              const things = [...document.querySelectorAll(".hand .card, .hand .card *, .hand .pack")];
              return things.some((thing) => thing.checkVisibility() && !thing.closest(".hidden-text")
                && thing.getBoundingClientRect().right > Math.min(hand.right, innerWidth) + 1);
            }"""
        )
    )


# Learning ---------------------------------------------------------------------------------------------
LESSON = """() => {
  const zones = [".coach", ".middle", ".hands"].map((name) => document.querySelector(name).getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const inside = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const cell = document.querySelector('[role="gridcell"]').getBoundingClientRect();
  const wrong = {
    covered: zones.some((a, n) => zones.slice(n + 1).some((b) => !apart(a, b))),
    outside: !zones.every(inside),
    scrolls: document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth,
    small: cell.width < 23 || zones[1].height < 100,
  };
  return Object.keys(wrong).filter((name) => wrong[name]);
}"""  # noqa: E501
"""What is wrong with a first game on this screen: coach, sheet and hand are seen together."""


def settled(page: Page, wrong: str) -> list[str]:
    """What is wrong once the page has come to rest: a busy machine lays a new size out in its own time."""
    with suppress(StillSo):
        page.wait_for_function(f"() => ({wrong})().length === 0")
    return list(page.evaluate(wrong))


@pytest.mark.parametrize("game", CORE_GAMES)
def test_a_first_game_fits_each_kind_of_screen(game: str, person: People) -> None:
    mara = person("Mara", phone=True, lang="de").open(f"/learn/{game}")
    expect(mara.page.get_by_role("gridcell").first).to_be_visible()
    for width, height in CORE:
        mara.page.set_viewport_size({"width": width, "height": height})
        assert settled(mara.page, LESSON) == [], (width, height)
