"""What pages put together from small changes is what the game itself would draw, for everybody who looks."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from kritzel.games import catalogue
from kritzel.layout import laid_out
from kritzel.said import Text
from kritzel.server.table.room import Room
from kritzel.server.view import changes, pictures, scenes
from kritzel.server.view.showing import Seen, Showing, Viewer
from kritzel.server.wire import protocol
from tests.server.assembling import Assembled, Json
from tests.server.rooms import EVE, PLAYERS, Driver, laid, seen, whole

TABLES = [
    (f"{slug}/{sheet.id}", seats)
    for slug, game in catalogue.GAMES.items()
    for sheet in catalogue.sheets(slug)
    for seats in sorted({game.seat_counts[0], 2} & set(game.seat_counts))
]
EVERY = 7
"""How often all is looked at."""


class Page:
    """A page that has been there from the beginning: it knows only what it was sent."""

    def __init__(self, driver: Driver, player: str, lang: str) -> None:
        self.player = player
        self.shown: Seen = driver.seen(player)
        document = json.loads(self.shown.showing.book.bytes)
        self.known = Assembled(document, as_json(whole(driver.room, player)), lang)

    def look(self, room: Room) -> None:
        """Take in what is new."""
        now = seen(room, self.player)
        said = changes.update(self.shown, now, room.feed(self.player).entries)
        self.shown = now
        if said is not None:
            self.known.take(as_json(said))


def as_json(thing: object) -> Any:
    return json.loads(protocol.encode(thing))


def drawn(room: Room, player: str, lang: str) -> list[Json]:
    """Every sheet as the game draws it, for whoever looks."""
    game, now, mine = room.standing.table.game, room.standing.now, room.seats_of(player)
    states = [now.seen(seat) if seat in mine else now.public for seat in room.standing.table.seats]
    return [one(game, state, seat, lang) for seat, state in enumerate(states)]


def one(game: Any, state: Any, seat: int, lang: str) -> Json:
    listed = game.moves(state, seat)
    printed = game.layouts(state.sheet)[game.board(state, seat) - 1]
    scene = laid_out(printed, game.picture(state, seat, listed), Text("", ""), lang)
    found: Json = msgspec.json.decode(msgspec.json.encode(scenes.part(scene)))
    return found


def told(entry: Json) -> Json:
    """An entry of a story, with what is left out."""
    usual: Json = {"seat": None, "text": "", "cell": "", "clause": "", "bot": "", "faces": [], "yours": None}
    faces = list(entry.get("faces", ""))
    return {**usual, **entry, "faces": faces, "text": entry.get("text") or "".join(faces)}


def step(driver: Driver, luck: Random) -> None:
    """Somebody moves, or takes a move back."""
    players = [player for player in PLAYERS if driver.room.seats_of(player)]
    hands = [hand for player in players for hand in driver.view(player).hands if hand.undo]
    if hands and luck.random() < 0.15:
        hand = luck.choice(hands)
        driver.undo(hand.seat, hand.undo)
    else:
        driver.step(luck)


def play(sheet: str, seats: int, most: int) -> None:
    luck = Random(f"{sheet} {seats}")
    driver = laid(sheet, seats, real=luck.random() < 0.3).begin()
    langs = {player: luck.choice(("de", "en")) for player in (*PLAYERS[:seats], EVE)}
    pages = [Page(driver, player, lang) for player, lang in langs.items()]
    for nth in range(most):
        if driver.room.standing.phase != "running":
            break
        step(driver, luck) if nth % EVERY == 0 else driver.step(luck)
        for page in pages:
            page.look(driver.room)
        for page in pages if nth % EVERY == 0 else ():
            assert page.known.view()["scenes"] == drawn(driver.room, page.player, langs[page.player])
            entries = driver.room.feed(page.player).entries
            assert [told(entry) for entry in page.known.story] == [
                {**told(as_json(entry)), "n": n} for n, entry in enumerate(entries, 1)
            ]


@pytest.mark.parametrize(("sheet", "seats"), TABLES)
def test_pictures_put_together_are_those_of_the_game(sheet: str, seats: int) -> None:
    play(sheet, seats, 60)


# The test above sees faults ------------------------------------------------------------------------------
def test_a_set_that_is_forgotten_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right, (game, sheet) = pictures._sets, catalogue.find("traexx/1")
    legal = [sign.name for sign in game.layouts(sheet)[0].signs].index("legal")

    def forgetful(*given: Any) -> tuple[tuple[int, ...], ...]:
        return tuple(cells for cells in right(*given) if cells[0] != legal)

    monkeypatch.setattr(pictures, "_sets", forgetful)
    with pytest.raises(AssertionError):
        play("traexx/1", 2, 60)


def test_a_token_that_is_kept_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = pictures._tray
    monkeypatch.setattr(pictures, "_tray", lambda printed, old, new: right(printed, old, old or new))
    with pytest.raises(AssertionError):
        play("border/1", 2, 60)


# Once for all ---------------------------------------------------------------------------------------------
def test_what_everybody_gets_to_know_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, luck, made = laid("border/1", 2).begin(), Random(3), []
    before = Showing(driver.room.standing)
    watching = [before.seen(Viewer(), 0) for _ in range(5)]
    driver.step(luck)

    def counted(*given: Any) -> Any:
        made.append(given)
        return pictures.drawn(*given)

    monkeypatch.setattr(changes, "drawn", counted)
    after = Showing(driver.room.standing)
    told = [changes.update(old, after.seen(Viewer(), 0), ()) for old in watching]
    assert all(each == told[0] for each in told)
    assert len(made) <= 2
