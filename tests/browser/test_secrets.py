"""What everybody chooses at once stays hidden until it is settled: on the pages, and in all messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import ahead
from tests.browser.hands import Hand, play_on, sit_down
from tests.browser.people import Person
from tests.browser.serving import Server
from tests.browser.test_games import shared
from tests.server.assembling import Assembled
from tests.server.clients import Guest

People = Callable[..., Person]
Json = dict[str, Any]
MAY = ("legal", "open", "end", "rest")


@pytest.mark.parametrize(
    ("sheet", "kind"),
    [("traexx/1", "extend"), pytest.param("dizzle/7", "lava", marks=pytest.mark.slow), ("dizzle/8", "rail")],
)
def test_choices_stay_hidden(sheet: str, kind: str, server: Server, person: People) -> None:
    mara, jonas, kim = person("Mara"), person("Jonas", phone=True), person("Kim")
    laid = ahead.lay(server, sheet, ["Mara", "Jonas"])
    ahead.brought(laid, lambda view: shared(view, kind))
    first, second = sit_down(laid, mara, jonas)
    kim.open(laid.path)
    expect(kim.text("You're watching.")).to_be_visible()

    said = len(mara.said)
    choose_all(first)
    moves = [json.loads(text)["move"] for text in mara.said[said:] if '"t":"move"' in text]
    moves = [move for move in moves if move != "done"]
    assert moves
    mara.heading("Done, waiting for Jonas")
    expect(jonas.button(re.compile("^Mara .*done"))).to_be_visible()
    for watcher in (jonas, kim):
        tells_nothing(laid.guests[0], watcher.heard, moves)
    jonas.heading("Everyone chooses")

    before = len(told(laid.guests[0], jonas.heard))
    choose_all(second)
    play_on(second, enough=lambda: bool({*moves} & {*told(laid.guests[0], jonas.heard)[before:]}))
    jonas.button(re.compile("^Mara .*Open the sheet")).tap()
    assert {*moves} <= {*told(laid.guests[0], jonas.heard)[before:]}, "now everything is told"


def choose_all(hand: Hand) -> None:
    """Choose until there is nothing left to choose in this phase."""
    begun = hand.signs().heading
    while hand.signs().heading == begun and hand.signs().legal:
        assert hand.step()
    if hand.signs().heading == begun:
        assert hand.step()


def tells_nothing(guest: Guest, heard: list[str], moves: list[str]) -> None:
    """That somebody is done may be told; what they have chosen may not: no move, no new mark on a cell."""
    known: tuple[Json, list[Json]] | None = None
    for text, page in followed(guest, heard):
        message, scene = json.loads(text), page.view()["scenes"][0]
        shown = marked(scene), scene["strokes"]
        if message["t"] == "update":
            assert shown == known, text
            assert not [entry for entry in message.get("log", []) if entry.get("seat") == 0], text
            assert not [move for move in moves if f'"{move}"' in text], text
        known = shown


def told(guest: Guest, heard: list[str]) -> list[str]:
    """The moves of the first seat, as far as they were told."""
    *_, (_, page) = followed(guest, heard)
    return [entry["text"] for entry in page.story if entry["kind"] == "played" and entry["seat"] == 0]


def followed(guest: Guest, heard: list[str]) -> Iterator[tuple[str, Assembled]]:
    """What somebody heard about the table, and what they then knew."""
    page: Assembled | None = None
    for text in heard:
        message = json.loads(text)
        if message["t"] == "welcome":
            page = Assembled(guest.document(message["document"]), message)
        elif message["t"] == "update" and page:
            page.take(message)
        else:
            continue
        yield text, page


def marked(scene: Json) -> dict[str, list[str]]:
    """The marks of all cells, apart from those that say where a hand may go."""
    return {
        cell["id"]: [mark["kind"] for mark in cell.get("marks", []) if mark["kind"] not in MAY]
        for cell in scene.get("cells", [])
    }
