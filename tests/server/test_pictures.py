"""What pages put together from small changes is what the game itself would draw, for everybody who looks."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kritzel.games import catalogue
from kritzel.layout import laid_out
from kritzel.server.table import view
from kritzel.server.table.room import Room
from kritzel.server.wire import protocol
from kritzel.text import Text
from tests.server.assembling import Assembled, Json
from tests.server.rooms import EVE, PLAYERS, Driver, laid, seen, update, whole
from tools.wire_examples import scene_json

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
        self.shown: view.View = driver.seen(player)
        document = json.loads(driver.room.state.document.encoded)
        self.known = Assembled(document, as_json(whole(driver.room, player)), lang)

    def look(self, room: Room) -> None:
        """Take in what is new."""
        new = update(self.shown, room, self.player)
        self.shown = seen(room, self.player)
        if new is not None:
            self.known.take(as_json(new))


def as_json(thing: object) -> Any:
    return json.loads(protocol.encode(thing))


def drawn(room: Room, player: str, lang: str) -> list[Json]:
    """Every sheet as the game draws it, for whoever looks."""
    game, now, mine = room.state.table.game, room.state.now, room.seats_of(player)
    states = [now.view(seat) if seat in mine else now.public for seat in room.state.table.seats]
    return [one(game, state, seat, lang) for seat, state in enumerate(states)]


def one(game: Any, state: Any, seat: int, lang: str) -> Json:
    listed = game.rules.moves(state, seat)
    printed = game.drawing.layouts(state.sheet)[game.drawing.board(state, seat) - 1]
    scene: Json = scene_json(laid_out(printed, game.drawing.picture(state, seat, listed), Text("", ""), lang))
    return scene


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
        if driver.room.state.phase != "running":
            break
        step(driver, luck) if nth % EVERY == 0 else driver.step(luck)
        for page in pages:
            page.look(driver.room)
        for page in pages if nth % EVERY == 0 else ():
            assert page.known.view()["scenes"] == drawn(driver.room, page.player, langs[page.player])
            whole_story = Assembled(page.known.document, as_json(whole(driver.room, page.player))).story
            assert page.known.story == whole_story


@pytest.mark.parametrize(("sheet", "seats"), TABLES)
def test_pictures_put_together_are_those_of_the_game(sheet: str, seats: int) -> None:
    play(sheet, seats, 60)


# The test above sees faults ------------------------------------------------------------------------------
def test_a_set_that_is_forgotten_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right, (game, sheet) = view.sheet_view, catalogue.find("traexx/1")
    legal = [sign.name for sign in game.drawing.layouts(sheet)[0].signs].index("legal")

    def forgetful(*given: Any) -> Any:
        made = right(*given)
        return replace(made, sets={sign: cells for sign, cells in made.sets.items() if sign != str(legal)})

    monkeypatch.setattr(view, "sheet_view", forgetful)
    with pytest.raises(AssertionError):
        play("traexx/1", 2, 60)


def test_a_token_that_is_kept_too_long_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    right = view.map_patch

    def forgetful(old: Json, new: Json) -> Json:
        return {name: value for name, value in right(old, new).items() if value is not None}

    monkeypatch.setattr(view, "map_patch", forgetful)
    with pytest.raises(AssertionError):
        play("border/1", 2, 60)


# Once for all ---------------------------------------------------------------------------------------------
def test_all_spectators_share_a_view() -> None:
    views = view.ViewBuilder(laid("border/1", 2).begin().room.state)
    assert views.view(view.Viewer(), 0) is views.view(view.Viewer(), 0)


def test_a_sheet_that_has_not_changed_is_not_made_again() -> None:
    driver = laid("border/1", 2).begin()
    views = view.ViewBuilder(driver.room.state)
    before = views.view(view.Viewer(), 0)
    views.show(driver.room.state, view.Presence(frozenset({PLAYERS[0]})))
    after = views.view(view.Viewer(), 0)
    assert after is not before
    assert all(after.sheets[seat] is before.sheets[seat] for seat in before.sheets)
