"""A table on every screen: nothing covered, cut or to be scrolled, everything large enough for a finger.

By geometry, not by pictures: one page is brought through all sizes, and `seated.js` measures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser import ahead
from tests.browser.hands import Hand, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server

People = Callable[..., Person]
Json = dict[str, Any]
SEATED = Path(__file__).with_name("seated.js").read_text("utf-8")
NAMES = ("Mara", "Jonas", "Lotte", "Emil")
GAMES = {"dizzle": "dizzle/1", "border": "border/1", "traexx": "traexx/1"}
PHONES = ((320, 568), (360, 640), (360, 740), (375, 667), (390, 664), (390, 844), (412, 732))
LYING = ((844, 390), (740, 360), (640, 400))
LARGER = ((768, 1024), (820, 1180), (1024, 768), (1280, 800), (1920, 1080))
SIZES = (*PHONES, *LYING, *LARGER)
CORE = ((320, 568), (390, 664), (844, 390), (768, 1024), (1280, 800))
"""One of each form; `make test` looks at these."""
SMALLER = {("dizzle", 320), ("border", 320), ("border", 360), ("border", 640)}
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


@pytest.mark.parametrize("game", GAMES)
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
