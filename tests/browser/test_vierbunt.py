"""Coloured rows and dice in the browser: a game played to the end with a bot, and real dice tapped in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import play_on, sit_down
from tests.browser.people import Company
from tests.browser.serving import Server
from tests.browser.test_games import agree_on_the_end
from tests.doors.brought import VIERBUNT, install

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def rows(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where Vierbunt is installed."""
    brought = install(VIERBUNT, tmp_path_factory.mktemp("vierbunt"))
    with Server(tmp_path_factory.mktemp("rows"), pages, PYTHONPATH=brought.env["PYTHONPATH"]) as running:
        yield running
        running.send_home()


@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("de", True)], ids=["desk", "phone"])
def test_a_whole_game_with_a_bot(lang: str, phone: bool, rows: Server, company: Company) -> None:
    rows.luck(f"vierbunt {lang}")
    mara = company.comes(rows, "Mara", lang=lang, phone=phone)
    laid = ahead.lay(rows, "vierbunt/1", ["Mara"], rivals=("random",))
    play_on(*sit_down(laid, mara))
    agree_on_the_end(laid, mara)


def test_real_dice_are_tapped_in_by_colour(rows: Server, company: Company) -> None:
    mara = company.comes(rows, "Mara")
    laid = ahead.begun(rows, "vierbunt/1", ["Mara"], real_dice=True)
    (hand,) = sit_down(laid, mara)
    for face in ("3", "4", "Red 2", "Yellow 5", "Green 1", "Blue 6"):
        hand.button(f"^One more: {face},").click()
    hand.button("^That's the roll").click()
    expect(mara.page.get_by_role("gridcell", name="may be crossed")).to_have_count(4)
