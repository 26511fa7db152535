"""A game from another package in the browser: found at home, played to the end with a bot, and read about."""

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
from tests.doors.brought import YACHT, install


@pytest.fixture(scope="module")
def harbour(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where Yacht is installed."""
    brought = install(YACHT, tmp_path_factory.mktemp("yacht"))
    with Server(tmp_path_factory.mktemp("harbour"), pages, PYTHONPATH=brought.env["PYTHONPATH"]) as running:
        yield running
        running.send_home()


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "phone"), [("en", False), ("de", True)], ids=["desk", "phone"])
def test_a_whole_game_with_the_bot_for_any_game(
    lang: str, phone: bool, harbour: Server, company: Company
) -> None:
    harbour.luck(f"yacht {lang}")
    mara = company.comes(harbour, "Mara", lang=lang, phone=phone)
    laid = ahead.lay(harbour, "yacht/1", ["Mara"], rivals=("generic",))
    play_on(*sit_down(laid, mara))
    agree_on_the_end(laid, mara)


def test_it_is_at_home_and_its_rules_are_read(harbour: Server, company: Company) -> None:
    mara = company.comes(harbour, "Mara")
    mara.open("/")
    expect(mara.text("Yacht").first).to_be_visible()
    mara.open("/rules/yacht")
    mara.heading("Yacht: the rules")
    expect(mara.text("Five alike are a full house too.")).to_be_visible()
    mara.forgives("404").open("/learn/yacht")
    expect(mara.text("This game has no first steps yet.")).to_be_visible()
