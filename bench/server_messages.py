"""All that the measurement knows of Kritzel's protocol: what pages say, what they take from answers.

When the protocol changes, this is the one place of the measurement that changes with it.
"""

from __future__ import annotations

import secrets
from random import Random
from typing import Any, NamedTuple

import msgspec

PATH = "/api/live"
WHOLE = "table"
"""The kind of the message with a whole picture of the table."""


# What pages say -------------------------------------------------------------------------------------------
def hello(table: str) -> bytes:
    return _said("hello", table=table, lang="en")


def ready() -> bytes:
    return _said("ready", id=secrets.token_urlsafe(16), seed=secrets.token_hex(16))


def _said(kind: str, **content: Any) -> bytes:
    return msgspec.json.encode({"t": kind, **content})


# What they hear -------------------------------------------------------------------------------------------
class Option(msgspec.Struct):
    """A legal move."""

    text: str


class Hand(msgspec.Struct):
    """What a seat may do, and which move it may take back."""

    seat: int
    options: list[Option]
    undo: str = ""


class View(msgspec.Struct):
    """A whole table."""

    version: int
    phase: str
    hands: list[Hand]


class Message(msgspec.Struct):
    """Any message: the fields a player needs, those that are there."""

    t: str
    view: View | None = None
    version: int = 0
    hands: list[Hand] | None = None
    phase: str = ""
    id: str = ""
    code: str = ""


read = msgspec.json.Decoder(Message).decode
read_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Heard(NamedTuple):
    """What a message means to a player: which command it answers, and what went wrong."""

    answers: str = ""
    problem: str = ""


class Known:
    """A table as one page knows it, from everything it has heard."""

    def __init__(self) -> None:
        self.over = False
        self._hands: list[Hand] = []
        self._version, self._needed = -1, 0

    def hear(self, text: bytes) -> Heard:
        """Take in a message."""
        message = read(text)
        if message.view is not None:
            self._show(message.view.version, message.view.hands, message.view.phase)
        elif message.t == "update":
            self._show(message.version, message.hands, message.phase)
        elif message.t == "ack":
            self._needed = message.version
            return Heard(answers=message.id)
        elif message.t in ("refused", "trouble", "bye"):
            return Heard(problem=f"{message.t} {message.code}")
        return Heard()

    def _show(self, version: int, hands: list[Hand] | None, phase: str) -> None:
        self._version = version
        self._hands = self._hands if hands is None else hands
        self.over |= phase == "over"

    @property
    def up_to_date(self) -> bool:
        """Whether there is a picture, and what the last command has led to is in it."""
        return self._version >= self._needed

    @property
    def can_move(self) -> bool:
        """Whether this page is to move."""
        return any(hand.options for hand in self._hands)

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return any(hand.undo for hand in self._hands)

    def move(self, name: str, luck: Random) -> bytes:
        """Any of the options."""
        hand = next(hand for hand in self._hands if hand.options)
        text = luck.choice(hand.options).text
        return _said("move", id=name, seat=hand.seat, move=text, version=self._version)

    def undo(self, name: str) -> bytes:
        """Take the move back that can be."""
        hand = next(hand for hand in self._hands if hand.undo)
        return _said("undo", id=name, seat=hand.seat, move=hand.undo)


def weighed(text: bytes) -> dict[str, int]:
    """The bytes of a message by its fields, as `kind.field`; what holds them together is under `kind`."""
    fields = read_fields(text)
    kind = str(msgspec.json.decode(fields.pop("t")))
    found = {f"{kind}.{name}": len(name) + len(bytes(raw)) + len('"":,') for name, raw in fields.items()}
    return {**found, kind: len(text) - sum(found.values())}
