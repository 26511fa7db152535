"""A friend's phone comes in through the own network, switched on from the page; no restart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.people import Company
from tests.browser.serving import Server
from tests.browser.test_sitting_down import clear_seats, pick_game

pytestmark = pytest.mark.slow

NETWORK = "127.0.0.2"
"""Another address of this machine is the network of the test: nothing leaves it."""


@pytest.fixture
def host(pages: Path, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, pages, KRITZEL_NETWORK=NETWORK) as running:
        yield running


def test_a_phone_comes_in_by_a_switch_on_the_page(host: Server, company: Company) -> None:
    mara = company.comes(host, "Mara").open()
    pick_game(mara, "Träxx")
    mara.page.get_by_role("textbox", name="Your name").fill("Mara")
    clear_seats(mara)
    mara.button(re.compile("^Link: ")).click()
    mara.button("Start, two players").click()
    link = mara.page.get_by_role("textbox", name="Link for seat 2")
    expect(link).to_have_value(re.compile(f"^{host.url}/t/"))
    switch = mara.page.get_by_role("switch", name="Let in the phones in your Wi-Fi")
    expect(switch).not_to_be_checked()
    switch.click()
    expect(switch).to_be_checked()
    far = f"http://{NETWORK}:{host.port}"
    expect(link).to_have_value(re.compile(f"^{far}/t/"))
    expect(mara.text(f"Open for everybody in your network: {far}")).to_be_visible()

    jonas = company.comes(host, "Jonas", phone=True, lang="de")
    jonas.page.goto(link.input_value())
    jonas.page.get_by_role("textbox", name="Dein Name").fill("Jonas")
    jonas.button("Hinsetzen").tap()
    jonas.heading("Alle wählen")
    mara.heading("Everyone chooses")


def test_the_switch_goes_off_again(host: Server, company: Company) -> None:
    mara = company.comes(host, "Mara", phone=True).open()
    pick_game(mara, "Dizzle")
    mara.page.get_by_role("textbox", name="Your name").fill("Mara")
    clear_seats(mara)
    mara.button(re.compile("^Link: ")).tap()
    mara.button("Start, two players").tap()
    switch = mara.page.get_by_role("switch", name="Let in the phones in your Wi-Fi")
    for on in (True, False):
        switch.tap()
        expect(switch).to_be_checked(checked=on)
    link = mara.page.get_by_role("textbox", name="Link for seat 2")
    expect(link).to_have_value(re.compile(f"^{host.url}/t/"))
