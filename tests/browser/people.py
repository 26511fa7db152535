"""People at browsers: each has a context of their own, hears the server, and notices what goes wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.devices import Device, Shelf
from tests.browser.serving import Server
from tests.patience import LONGEST_MS

Json = dict[str, Any]
PHONE: Json = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK: Json = {"viewport": {"width": 1280, "height": 800}}
LOCALES = {"de": "de-DE", "en": "en-GB"}


class Person:
    """Somebody with a page. `heard` and `said` are the messages of all sockets, as text."""

    def __init__(self, server: Server, device: Device, name: str, lang: str) -> None:
        self.server, self.context, self.name, self.lang = server, device.context, name, lang
        self.heard: list[str] = []
        self.said: list[str] = []
        self.troubles: list[str] = []
        self._forgiven: list[str] = []
        self.page: Page = device.page
        device.owner = self

    # Going somewhere ---------------------------------------------------------------------------
    def open(self, path: str = "/") -> Person:
        self.page.goto(self.server.url + path, wait_until="domcontentloaded")
        return self

    def remember_name(self) -> None:
        """The device knows the name, as after the first table."""
        self.forgives("favicon.ico").open("/icon.svg")  # a place without a page of ours
        self.page.evaluate("name => localStorage.setItem('kritzel.name', name)", self.name)

    def say(self, de: str, en: str) -> str:
        """Words in the language of this person's pages."""
        return de if self.lang == "de" else en

    @property
    def place(self) -> str:
        """The address without the server."""
        return self.page.url.removeprefix(self.server.url)

    # Finding -----------------------------------------------------------------------------------
    def button(self, name: str | re.Pattern[str], **more: Any) -> Locator:
        return self.page.get_by_role("button", name=name, **more)

    def link(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("link", name=name)

    def text(self, words: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_text(words)

    def note(self, words: str | re.Pattern[str]) -> None:
        """The yellow note says this."""
        self.saw(words)

    def saw(self, words: str | re.Pattern[str]) -> None:
        """Something that is shown only for a while: now, or since somebody looked last."""
        text = words if isinstance(words, str) else words.pattern
        self.page.evaluate("asked => window.wasShown(asked)", [text, text != words, LONGEST_MS])

    def heading(self, words: str | re.Pattern[str]) -> None:
        """The page is headed like this: whose turn it is, what is asked, who has won."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(words)

    # Noticing ----------------------------------------------------------------------------------
    def forgives(self, pattern: str) -> Person:
        """This trouble is part of the test."""
        self._forgiven.append(pattern)
        return self

    @property
    def complaints(self) -> list[str]:
        return [t for t in self.troubles if not any(re.search(p, t) for p in self._forgiven)]


class Company:
    """Everybody of one test."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._held: list[tuple[Device, str, Json]] = []
        self.people: list[Person] = []

    def comes(
        self,
        server: Server,
        name: str,
        *,
        phone: bool = False,
        lang: str = "en",
        dark: bool = False,
        lively: bool = False,
        **more: Any,
    ) -> Person:
        """Somebody new. Without `lively` the device asks for less motion, which is quicker too."""
        wishes: Json = {
            "locale": LOCALES[lang],
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "no-preference" if lively else "reduce",
            "accept_downloads": True,
            **(PHONE if phone else DESK),
            **more,
        }
        device = self._shelf.take(name, wishes)
        self._held.append((device, name, wishes))
        self.people.append(Person(server, device, name, lang))
        return self.people[-1]

    def leave_pictures(self, folder: Path) -> None:
        """What everybody saw last, for whoever looks into a failure."""
        for nth, person in enumerate(self.people):
            for number, page in enumerate(person.context.pages):
                path = folder / f"{nth}-{person.name}-{number}.png"
                page.screenshot(path=path, full_page=True)
                print(f"{person.name} at {page.url}: {path}")
            print(f"  troubles: {person.troubles}")

    def go_home(self, *, well: bool = True) -> None:
        """Everybody leaves; whoever met trouble says so. After a failure no device is used again."""
        complaints = {person.name: person.complaints for person in self.people if person.complaints}
        for device, name, wishes in self._held:
            if well and not complaints:
                self._shelf.put_back(device, name, wishes)
            else:
                device.context.close()
        assert not complaints, complaints
