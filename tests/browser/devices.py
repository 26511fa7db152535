"""Devices that are used again: a browser of each kind is kept and wiped, because a new one takes its time."""

from __future__ import annotations

import json
from typing import Any, Protocol

from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket

from tests.patience import LONGEST_MS

Json = dict[str, Any]

LUCK = """(who) => {
  let drawn = 0;
  const counted = () => {
    try {
      drawn = Number(localStorage.getItem("test.luck") ?? 0) + 1;
      localStorage.setItem("test.luck", String(drawn));
    } catch { drawn += 1; }
    return drawn;
  };
  const mix = (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  const mixed = (text) => [...text].reduce(mix, 2166136261);
  Crypto.prototype.getRandomValues = function (array) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength), nth = counted();
    for (let i = 0; i < bytes.length; i++) bytes[i] = mixed(`${who}|${nth}|${i}`) >>> 11;
    return array;
  };
}"""
"""The luck a page adds to the dice, the same in every run. Counted on the device, so nothing comes twice."""
FLEETING = """() => {
  const shown = new Set(), asking = new Set();
  const look = () => {
    for (const each of document.querySelectorAll('[data-testid="toast"], [role="status"]'))
      shown.add(each.textContent.replace(/\\s+/g, " ").trim());
    for (const ask of [...asking]) ask();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  window.wasShown = ([words, isPattern, patience]) => new Promise((done, fail) => {
    const fits = (text) => isPattern ? new RegExp(words, "i").test(text) : text.includes(words);
    const ask = () => {
      const found = [...shown].find(fits);
      if (found === undefined) return;
      shown.delete(found);
      asking.delete(ask);
      done(found);
    };
    setTimeout(() => fail(new Error(`never shown: ${words}, but ${JSON.stringify([...shown])}`)), patience);
    asking.add(ask);
    look();
  });
}"""
"""Remembers what a page shows only for a while: whoever looks late has still seen it, once."""
WIPED = "if (location.protocol.startsWith('http')) { localStorage.clear(); sessionStorage.clear(); }"


class Owner(Protocol):
    """Whoever holds the device: hears what its pages hear, say and complain about."""

    heard: list[str]
    said: list[str]
    troubles: list[str]


class Device:
    """A browser context with a page, and the owner of the moment."""

    def __init__(self, browser: Browser, name: str, wishes: Json) -> None:
        self.context = browser.new_context(**wishes)
        self._size = wishes["viewport"]
        self.context.add_init_script(f"({LUCK})({json.dumps(name)})")
        self.context.add_init_script(f"({FLEETING})()")
        self.context.set_default_timeout(LONGEST_MS)
        self.context.on("page", self._listen)
        self.owner: Owner | None = None
        self.page: Page = self.context.new_page()

    def wipe(self) -> None:
        """As if it came out of the box; only files of the pages, which every visitor may keep, are there."""
        self.owner = None
        for page in self.context.pages:
            page.evaluate(WIPED)
        for page in self.context.pages[1:]:
            page.close()
        self.page = next(iter(self.context.pages), None) or self.context.new_page()
        self.page.goto("about:blank")
        self.page.set_viewport_size(self._size)
        self.context.clear_cookies()

    def _listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._trouble(f"error: {error}"))
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._trouble(f"{message.type}: {message.text} ({message.location['url']})")

    def _trouble(self, words: str) -> None:
        if self.owner:
            self.owner.troubles.append(words)

    def _socket(self, socket: WebSocket) -> None:
        if owner := self.owner:
            socket.on("framereceived", lambda frame: owner.heard.append(str(frame)))
            socket.on("framesent", lambda frame: owner.said.append(str(frame)))


class Shelf:
    """All devices of a worker that nobody holds right now."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Device]] = {}

    def take(self, name: str, wishes: Json) -> Device:
        """A device of this kind, clean."""
        free = self._free.get(_kind(name, wishes), [])
        return free.pop() if free else Device(self._browser, name, wishes)

    def put_back(self, device: Device, name: str, wishes: Json) -> None:
        device.wipe()
        self._free.setdefault(_kind(name, wishes), []).append(device)


def _kind(name: str, wishes: Json) -> str:
    return json.dumps([name, wishes], sort_keys=True)
