"""Short cuts change no message: what pages get is what the plain way of showing a table would send them."""

from __future__ import annotations

import json
from random import Random

import pytest

from kritzel.games import catalogue
from kritzel.server.view import changes, scenes
from kritzel.server.view.showing import Presence, Showing, Viewer
from kritzel.server.wire import parts, protocol
from tests.server import plain
from tests.server.clients import Json, merge
from tests.server.rooms import EVE, PLAYERS, Driver, laid

TABLES = [
    (f"{slug}/{sheet.id}", seats)
    for slug, game in catalogue.GAMES.items()
    for sheet in catalogue.sheets(slug)
    for seats in sorted({game.seat_counts[0], 2} & set(game.seat_counts))
]
EVERY = 7
"""How often the plain way, which is slow, is asked for."""


class Page:
    """A page that has been there from the beginning: it knows only what it was sent."""

    def __init__(self, player: str, lang: str) -> None:
        self.player, self.lang = player, lang
        self.shown: parts.View | None = None
        self.view: Json = {}
        self.last = b""

    def look(self, driver: Driver, showing: Showing) -> None:
        """Take in what is new."""
        entries = driver.room.feed(self.player).entries
        viewer = Viewer(self.player, driver.room.seats_of(self.player), self.lang, notation=True)
        old, self.shown = self.shown, showing.view(viewer, len(entries))
        if old is None:
            self.view = json.loads(protocol.encode(self.shown))
            return
        said = changes.update(old, self.shown, entries)
        self.last = protocol.encode(said) if said is not None else b""
        if said is not None:
            merge(self.view, json.loads(self.last))


def step(driver: Driver, pages: list[Page], luck: Random) -> None:
    """Somebody moves, or takes a move back."""
    hands = [hand for page in pages if page.shown for hand in page.shown.hands if hand.undo]
    if hands and luck.random() < 0.15:
        hand = luck.choice(hands)
        driver.undo(hand.seat, hand.undo)
    else:
        driver.step(luck)


def play(sheet: str, seats: int, most: int) -> None:
    """A random game with pages in both languages; now and then everything is done again the plain way."""
    luck = Random(f"{sheet} {seats}")
    driver, presence = laid(sheet, seats, real=luck.random() < 0.3).begin(), Presence(frozenset(PLAYERS))
    watching = [Page(player, lang) for player in (*PLAYERS[:seats], EVE) for lang in ("de", "en")]
    showing = Showing(driver.room.standing, presence)
    for nth in range(most):
        for page in watching:
            page.look(driver, showing)
        if driver.room.standing.phase != "running":
            break
        page = luck.choice(watching)
        checked = nth % EVERY == 0
        before = plain.view(driver.room, presence, page.player, page.lang) if checked else None
        step(driver, watching, luck)
        showing = Showing(driver.room.standing, presence, showing)
        if before is not None:
            page.look(driver, showing)
            after = plain.view(driver.room, presence, page.player, page.lang)
            assert page.last == plain.message(before, after, driver.room.feed(page.player).entries)
            assert page.view == json.loads(protocol.encode(after))


@pytest.mark.parametrize(("sheet", "seats"), TABLES)
def test_messages_are_those_of_the_plain_way(sheet: str, seats: int) -> None:
    play(sheet, seats, 60)


# The test above sees faults ------------------------------------------------------------------------------
def test_a_part_that_is_kept_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "_parts", lambda make, things, old, made: made or tuple(map(make, things)))
    with pytest.raises(AssertionError):
        play("border/1", 2, 60)


def test_what_has_not_changed_is_the_same_object() -> None:
    """Otherwise all of it would be made and compared again for every move."""
    driver, luck = laid("border/1", 2).begin(), Random(3)
    for _ in range(30):
        driver.step(luck)
    state, seat = driver.table.state, driver.table.deciding[0]
    before = driver.table.game.scene(state, seat, "en")
    driver.step(luck)
    after = driver.table.game.scene(driver.table.state, seat, "en")
    kept = [one is other for one, other in zip(before.cells, after.cells, strict=True)]
    assert sum(kept) > len(kept) / 2
    assert all(one is other or one != other for one, other in zip(before.cells, after.cells, strict=True))
