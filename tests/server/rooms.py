"""Rooms for tests: laid, filled and driven without any I/O, as the server drives them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from kritzel.game import Chance
from kritzel.games import catalogue
from kritzel.server.live import welcome
from kritzel.server.table import commands, dice, log
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Decided, Room
from kritzel.server.table.view import Presence, View, ViewBuilder, Viewer, changed_fields
from kritzel.server.wire import protocol
from tests.server.assembling import Assembled

TABLE = "table-0123456789"[:16]
SEED = bytes(range(32))
GAMES = ("dizzle/1", "border/1", "traexx/1")
ANA, BEN, CEM, EVE = "ana-player", "ben-player", "cem-player", "eve-player"
PLAYERS = (ANA, BEN, CEM, "dia-player")
NAMES = ("Ana", "Ben", "Cem", "Dia")

_ids = count(1)


def new_id() -> str:
    return f"test-command-{next(_ids):06d}"


def refused(code: str) -> Any:
    return pytest.raises(Refused, match=f"^{code}$")


def chairs(seats: int) -> tuple[log.Chair, ...]:
    return tuple(log.Chair("person", NAMES[seat], PLAYERS[seat]) for seat in range(seats))


def created(
    sheet: str, places: Sequence[log.Chair], *, real: bool = False, seed: bytes = SEED
) -> log.Created:
    game, paper = catalogue.find(sheet)
    first = log.Created(sheet, paper.version, game.rules.version, tuple(places), ANA)
    if real:
        return first
    return replace(first, commit=dice.promise(TABLE, 1, secret(seed)))


# Ready to begin --------------------------------------------------------------------------------
def secret(seed: bytes, round_: int = 1) -> bytes:
    """What the table keeps to itself until the end."""
    return dice.secret(seed, TABLE, round_)


def luck_of(player: str) -> str:
    """The seed on a player's device."""
    return hashlib.sha256(player.encode()).hexdigest()


def ready(room: Room, player: str, seed: str = "") -> commands.Ready:
    """How this player's device says that it is ready: with a seal, or openly where the dice are real."""
    table_state, seed = room.state, seed or luck_of(player)
    if table_state.real_dice:
        return commands.Ready(new_id(), seed)
    sealed = dice.seal(room.id, table_state.round, table_state.commit, min(room.seats_of(player)), seed)
    return commands.Ready(new_id(), seal=sealed, round=table_state.round)


def opening(room: Room, player: str, seed: str = "") -> commands.Open:
    """What this player's device says when everybody has sealed."""
    return commands.Open(new_id(), seed or luck_of(player), room.state.round)


def beginning(room: Room) -> Iterator[tuple[str, commands.AnyCommand]]:
    """All that is said until the game begins: everybody is ready, then opens. Each is to be carried out."""
    for player in room.state.seating.people:
        yield player, ready(room, player)
    for player in room.state.seating.people if room.state.opening else ():
        yield player, opening(room, player)


class Driver:
    """A room with its log: decides, writes down, applies. `rows` is the whole log."""

    def __init__(self, first: log.Created, seed: bytes = SEED) -> None:
        self.rows: list[log.LogRow] = [log.LogRow(1, first)]
        self.seed = b"" if not first.commit else seed
        self.room = Room(TABLE, self.seed, self.rows)

    def say(self, player: str, command: commands.AnyCommand, gone: frozenset[str] = frozenset()) -> Decided:
        decided = self.room.decide(player, command, gone)
        self.rows += decided.rows
        self.room.accept(decided)
        return decided

    def begin(self) -> Driver:
        for player, command in beginning(self.room):
            self.say(player, command)
        return self

    def folded(self) -> Room:
        """The same room from its log alone."""
        return Room(TABLE, self.seed, self.rows)

    # Moving ------------------------------------------------------------------------------------
    def move(self, seat: int, text: str, version: int = 10**9) -> Decided:
        return self.say(self.player(seat), commands.Move(new_id(), seat, text, version))

    def undo(self, seat: int, text: str) -> Decided:
        return self.say(self.player(seat), commands.Undo(new_id(), seat, text))

    def roll(self, text: str, player: str = ANA) -> Decided:
        return self.say(player, commands.Roll(new_id(), text, 10**9))

    def player(self, seat: int) -> str:
        return self.room.state.seating.places[seat].player

    @property
    def table(self) -> Any:
        return self.room.state.table

    def step(self, luck: Random) -> None:
        """One random event: a move of a seat that may act, or what real dice bring."""
        pending = self.table.pending
        if isinstance(pending, Chance):
            outcome = pending.event.sample(luck.randrange)
            self.roll(self.table.game.notation.outcome_text(self.table.state, outcome))
            return
        seat = luck.choice(self.table.deciding)
        self.move(seat, luck.choice(self.table.moves(seat)))

    def until_shared(self, luck: Random, most: int = 400) -> bool:
        """Play until several seats decide together; whether that happened."""
        for _ in range(most):
            if self.room.state.phase != "running" or len(self.table.deciding) > 1:
                break
            self.step(luck)
        return len(self.table.deciding) > 1

    # Looking -----------------------------------------------------------------------------------
    def view(self, player: str, lang: str = "en") -> Any:
        """What a page of this player would show."""
        return view(self.room, player, lang)

    def entries(self, player: str) -> tuple[Any, ...]:
        """The log of this player, in words."""
        return entries(self.room, player)

    def seen(self, player: str) -> View:
        return seen(self.room, player)

    def bytes_for(self, player: str) -> bytes:
        """Everything a page of this player would be sent on joining."""
        return protocol.encode(whole(self.room, player))


def viewer(room: Room, player: str) -> Viewer:
    return Viewer(room.seats_of(player), player == room.state.seating.owner, program=True)


def seen(room: Room, player: str) -> View:
    views = ViewBuilder(room.state, Presence(frozenset(room.state.seating.people)))
    return views.view(viewer(room, player), len(room.feed(player).entries))


def whole(room: Room, player: str) -> protocol.Welcome:
    entries = tuple(room.feed(player).entries)
    return welcome(room, viewer(room, player), seen(room, player), 0, 0, entries)


def update(known: View, room: Room, player: str) -> protocol.Update | None:
    """What a page is sent that knew this view; None where nothing is new."""
    now = seen(room, player)
    entries = tuple(room.feed(player).entries[known.version : now.version])
    changes = changed_fields(known, now)
    return protocol.Update(changes, entries) if changes else None


def view(room: Room, player: str, lang: str = "en") -> Any:
    return named(_assembled(room, player, lang).view())


def entries(room: Room, player: str) -> tuple[Any, ...]:
    """The log as a page of this player would show it, in words."""
    default = dict.fromkeys(("text", "cell", "clause", "bot", "faces"), "") | {"seat": None}
    return tuple([named({**default, **entry}) for entry in _assembled(room, player).story])


def _assembled(room: Room, player: str, lang: str = "en") -> Assembled:
    sent = json.loads(protocol.encode(whole(room, player)))
    return Assembled(json.loads(room.state.document.encoded), sent, lang)


def named(thing: Any) -> Any:
    """JSON with names to ask for."""
    if isinstance(thing, dict):
        return SimpleNamespace(**{name: named(value) for name, value in thing.items()})
    return tuple(map(named, thing)) if isinstance(thing, list) else thing


def laid(sheet: str, seats: int, *, real: bool = False, seed: bytes = SEED) -> Driver:
    """A table of people, about to begin."""
    return Driver(created(sheet, chairs(seats), real=real, seed=seed), seed)


def running(sheet: str, seats: int, *, real: bool = False, seed: bytes = SEED) -> Driver:
    return laid(sheet, seats, real=real, seed=seed).begin()


def at_shared(sheet: str, seats: int = 3) -> Driver:
    """A table at which several seats decide together, each of them with a choice."""
    for seed in range(20):
        driver = running(sheet, seats, seed=bytes([seed]) * 32)
        shared = driver.until_shared(Random(seed))
        if shared and all(len(driver.table.moves(seat)) > 1 for seat in driver.table.deciding):
            return driver
    raise AssertionError(f"nobody ever decides together on {sheet}")
