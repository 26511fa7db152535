"""What a page costs a phone's processor until it stands still, counted so that a busy machine matters little.

    python -m tools.page_work [--rounds N] [--before FOLDER] [PAGE ...]

Counted is the time that the page's main thread really ran (not what the clock says) for each task of a trace,
four times as slow as here, as Lighthouse counts a phone: what blocks (the part of each task over 50 ms), the
longest task, all of it, layout; and bytes and requests. Told is the least of all rounds, and in brackets the
middle: other programs only ever add to it. `--before` names another checkout with built pages: both are
looked at in turns.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from tests.browser.building import built
from tests.server.serving import Server
from tools import browser, lighthouse

SLOWER = 4
"""How many times slower a phone is."""
BLOCKS = 50.0
"""Milliseconds: longer tasks delay the answer to a touch."""
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "v8", "__metadata"]
PHONE: ViewportSize = {"width": 412, "height": 823}
LAYOUT = ("UpdateLayoutTree", "Layout")
CALM = """new Promise(done =>
  requestIdleCallback(() => setTimeout(() => requestIdleCallback(() => done(true)), 1000)))"""
"""The page has had nothing to do for a while."""
Event = dict[str, Any]


class Cost(NamedTuple):
    """Milliseconds of a phone: what blocks, the longest task, all of them, layout; KiB; requests."""

    blocking: float
    longest: float
    all: float
    layout: float
    kib: float
    requests: float


def main() -> None:
    asked = _asked()
    with TemporaryDirectory() as place, ExitStack() as stack, sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=browser.find(), args=browser.flags())
        servers = {name: stack.enter_context(each) for name, each in _servers(asked.before, Path(place))}
        pages = {name: _addresses(server) for name, server in servers.items()}
        for page in pages["now"]:
            if not asked.pages or page in asked.pages:
                rounds = [
                    {name: looked_at(chromium, *known[page]) for name, known in pages.items()}
                    for _ in range(asked.rounds)
                ]
                for name in pages:
                    tell(page, name, [each[name] for each in rounds])
        chromium.close()


def _addresses(server: Server) -> dict[str, tuple[str, str]]:
    """The address of each page, and the cookie of the guest."""
    return {name: (server.url + path, cookie) for name, path, cookie in lighthouse.pages(server)}


def _asked() -> argparse.Namespace:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--rounds", type=int, default=5)
    words.add_argument("--before", type=Path)
    words.add_argument("pages", nargs="*")
    return words.parse_args()


def _servers(before: Path | None, place: Path) -> Iterator[tuple[str, Server]]:
    """The server of these sources, and one of others."""
    for name, house in (("before", before), ("now", None)):
        if house is not None or name == "now":
            folder = place / name
            folder.mkdir()
            pages = house / "src/kritzel/server/pages" if house else built(folder)
            sources = {"PYTHONPATH": str((house / "src").resolve())} if house else {}
            yield name, Server(folder, KRITZEL_PAGES=str(pages), **sources)


# Looking ---------------------------------------------------------------------------------------
def looked_at(chromium: Browser, address: str, cookie: str) -> Cost:
    """One first visit, with an empty cache."""
    context = chromium.new_context(
        viewport=PHONE, device_scale_factor=1.75, is_mobile=True, has_touch=True, locale="en-US"
    )
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": address}])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    chromium.start_tracing(page=page, categories=CATEGORIES)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_function(CALM)
    trace = json.loads(chromium.stop_tracing())["traceEvents"]
    context.close()
    return Cost(*counted(trace), sum(sizes) / 1024, len(sizes))


def counted(trace: list[Event]) -> tuple[float, float, float, float]:
    """What blocks, the longest task, all of them, layout."""
    own = _main_thread(trace)
    tasks = [SLOWER * each["tdur"] / 1000 for each in own if each["name"] == "RunTask"]
    layout = sum(SLOWER * each["tdur"] / 1000 for each in own if each["name"] in LAYOUT)
    return sum(max(0.0, task - BLOCKS) for task in tasks), max(tasks), sum(tasks), layout


def _main_thread(trace: list[Event]) -> list[Event]:
    """What the busiest main thread of a page did."""
    named = [each for each in trace if each["name"] == "thread_name"]
    mains = {(each["pid"], each["tid"]) for each in named if each["args"]["name"] == "CrRendererMain"}
    timed = [each for each in trace if "tdur" in each and (each["pid"], each["tid"]) in mains]
    busy = Counter[tuple[int, int]]()
    for each in timed:
        if each["name"] == "RunTask":
            busy[each["pid"], each["tid"]] += each["tdur"]
    chosen = busy.most_common(1)[0][0]
    return [each for each in timed if (each["pid"], each["tid"]) == chosen]


# Telling ---------------------------------------------------------------------------------------
def tell(page: str, name: str, costs: list[Cost]) -> None:
    each = zip(Cost._fields, zip(*costs, strict=True), strict=True)
    figures = [f"{field} {min(values):.0f} ({statistics.median(values):.0f})" for field, values in each]
    told = "  ".join(figures)
    print(f"{page:9} {name:6} {told}   load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
