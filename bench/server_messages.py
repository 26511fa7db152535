"""All that the measurement knows of Kritzel's protocol: what pages say, what they take from answers.

When the protocol changes, this is the one place of the measurement that changes with it.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import msgspec

from kritzel.server.table import seals
from kritzel.server.view.book import at_address
from kritzel.server.wire.parts import Document

WHOLE = "table"
"""The kind of the message with a whole picture of the table."""


# What pages say -------------------------------------------------------------------------------------------
def path(table: str) -> str:
    return f"/api/tables/{table}/live"


OLD_PATH = "/api/live"
"""Where servers listened before the path named the table; hello told it to them."""


def hello(table: str, known: int = 0) -> bytes:
    """`known`: how much of the story a page has heard that was there before."""
    return _said("hello", table=table, protocol=6, last_version=known)


def _said(kind: str, **content: Any) -> bytes:
    return msgspec.json.encode({"t": kind, **content})


# What they hear -------------------------------------------------------------------------------------------
class Hand(msgspec.Struct):
    """What a seat may do, and which move it may take back, by their numbers in the document."""

    seat: int
    moves: list[int] = []
    undo: int | None = None


class Seal(msgspec.Struct):
    """Whose luck is sealed."""

    seat: int


class Dice(msgspec.Struct):
    """Where luck comes from: what is promised, and in which round."""

    scheme: str
    commit: str
    round: int = 1


class News(msgspec.Struct):
    """What is new at a table."""

    version: int
    hands: list[Hand] = []
    phase: str = ""
    awaits: str = ""
    dice: Dice | None = None
    seals: list[Seal] | None = None


class Message(msgspec.Struct):
    """Any message: the fields a player needs, those that are there."""

    t: str
    document: str = ""
    you: list[int] = []
    now: News | None = None
    version: int = 0
    hands: list[Hand] = []
    phase: str = ""
    awaits: str = ""
    dice: Dice | None = None
    seals: list[Seal] | None = None
    ack: str = ""
    id: str = ""
    code: str = ""


class Bye(msgspec.Struct):
    """A goodbye."""

    after: float = 0.0


@lru_cache(64)
def texts(document: str) -> tuple[str, ...]:
    """Every move of a document in notation. Clients of the measurement need not fetch it."""
    game, sheet, *numbers, _ = document.split("/")[3:]
    found = at_address(f"{game}/{sheet}", *map(int, numbers))
    return tuple([option.text for option in msgspec.json.decode(found.bytes, type=Document).moves])


read = msgspec.json.Decoder(Message).decode
read_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Heard(NamedTuple):
    """What a message means to a player: which command it answers, and what went wrong."""

    answers: str = ""
    problem: str = ""


class Beginning:
    """What a page does for the dice of a table: it is ready with sealed luck, and opens it when all are."""

    def __init__(self, table: str) -> None:
        self.you: list[int] = []
        self._table, self._luck, self._opened = table, "", False
        self._phase = self._awaits = ""
        self._dice, self._seals = Dice("", ""), list[Seal]()

    def hear(self, news: News | Message) -> None:
        """Take in what is new."""
        self._phase, self._awaits = news.phase or self._phase, news.awaits or self._awaits
        self._dice = news.dice or self._dice
        self._seals = self._seals if news.seals is None else news.seals

    def said(self) -> bytes:
        """A message, or nothing."""
        if self._phase != "open" or not self.you:
            return b""
        if self._awaits == "seeds" and self._luck and not self._opened:
            self._opened = True
            return _said("open", id=_name(), seed=self._luck, round=self._dice.round)
        if self._luck or any(seal.seat in self.you for seal in self._seals):
            return b""
        self._luck = secrets.token_hex(32)
        return self._ready()

    def _ready(self) -> bytes:
        dice = self._dice
        if dice.scheme != seals.SCHEME:
            return _said("ready", id=_name(), seed=self._luck)
        sealed = seals.seal(self._table, dice.round, dice.commit, min(self.you), self._luck)
        return _said("ready", id=_name(), seal=sealed, round=dice.round)


def _name() -> str:
    return secrets.token_urlsafe(16)


class Known:
    """A table as one page knows it, from everything it has heard."""

    def __init__(self, table: str = "") -> None:
        self.over = False
        self.problem = ""
        self._beginning = Beginning(table)
        self._hands: dict[int, Hand] = {}
        self._version, self._document = -1, ""

    def hear(self, text: bytes) -> Heard:
        """Take in a message."""
        message = read(text)
        if message.now is not None:
            self._document = message.document
            self._beginning.you = message.you
            self._show(message.now)
        elif message.t == "update":
            self._show(message)
        elif message.t in ("refused", "trouble", "bye"):
            self.problem = f"{message.t} {message.code}"
            return Heard(problem=self.problem)
        return Heard(answers=message.ack or message.id)

    def _show(self, news: News | Message) -> None:
        self._version = news.version
        self._hands |= {hand.seat: hand for hand in news.hands}
        self.over |= news.phase == "over"
        if news.phase or news.awaits or news.dice or news.seals is not None:
            self._beginning.hear(news)

    def for_the_dice(self) -> bytes:
        """What this page says before the game, if it is its turn to say something."""
        return self._beginning.said()

    @property
    def up_to_date(self) -> bool:
        """Whether there is a picture; what a command has led to comes with its answer."""
        return self._version >= 0

    @property
    def can_move(self) -> bool:
        """Whether this page is to move."""
        return any(hand.moves for hand in self._hands.values())

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return any(hand.undo is not None for hand in self._hands.values())

    def move(self, name: str, luck: Random) -> bytes:
        """Any of the options."""
        hand = next(hand for hand in self._hands.values() if hand.moves)
        text = texts(self._document)[luck.choice(hand.moves)]
        return _said("move", id=name, seat=hand.seat, move=text, version=self._version)

    def undo(self, name: str) -> bytes:
        """Take the move back that can be."""
        hand = next(hand for hand in self._hands.values() if hand.undo is not None)
        return _said("undo", id=name, seat=hand.seat, move=texts(self._document)[hand.undo or 0])


def later(text: bytes) -> float:
    """In how many seconds a page shall come again; 0 where nothing is said about it."""
    return msgspec.json.decode(text, type=Bye).after if b'"bye"' in text else 0.0


def weighed(text: bytes) -> dict[str, int]:
    """The bytes of a message by its fields, as `kind.field`; what holds them together is under `kind`."""
    fields = read_fields(text)
    kind = str(msgspec.json.decode(fields.pop("t")))
    found = {f"{kind}.{name}": len(name) + len(bytes(raw)) + len('"":,') for name, raw in fields.items()}
    return {**found, kind: len(text) - sum(found.values())}
