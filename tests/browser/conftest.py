"""A browser and a server for each worker; people for each test, who notice everything that goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.building import built
from tests.browser.devices import Shelf
from tests.browser.people import Company, Person
from tests.browser.serving import Server
from tests.patience import LONGEST_MS
from tools import browser as found

FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=LONGEST_MS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or bool(report.failed)
    return report


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = found.find()
    assert path, "no browser: run tools/browser.py"
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=path, args=found.flags(), timeout=LONGEST_MS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def shelf(browser: Browser) -> Shelf:
    return Shelf(browser)


@pytest.fixture(scope="session")
def house(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), pages) as running:
        yield running


@pytest.fixture
def server(house: Server, request: pytest.FixtureRequest) -> Iterator[Server]:
    """The server of this worker; its dice are those of this test."""
    house.luck(request.node.name)
    yield house
    house.send_home()


@pytest.fixture
def own_server(pages: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server that may be killed; absent players can be replaced soon."""
    with Server(tmp_path, pages, KRITZEL_GRACE="0.5") as running:
        running.luck(request.node.name)
        yield running


@pytest.fixture
def company(shelf: Shelf, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Company]:
    everybody = Company(shelf)
    yield everybody
    failed = request.node.stash.get(FAILED, False)
    if failed:
        everybody.leave_pictures(tmp_path)
    everybody.go_home(well=not failed)


@pytest.fixture
def person(server: Server, company: Company) -> Callable[..., Person]:
    """Somebody who opens the pages of the server: `person("Mara", phone=True, lang="de")`."""

    def comes(name: str, **wishes: Any) -> Person:
        return company.comes(server, name, **wishes)

    return comes
