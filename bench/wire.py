"""Kritzel's protocol as clients of a benchmark speak it, over a socket that does as little as possible.

The clients must not be what is measured: frames are masked with zeros, which the standard allows, and
only the fields that a player needs are decoded. A change of the protocol changes nothing else in bench/.
"""

from __future__ import annotations

import asyncio
import secrets
import struct
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, UnsetType

from kritzel.server.table.dice import SCHEME, seal
from kritzel.server.table.document import Document, find_document
from kritzel.server.wire.protocol import PROTOCOL

# Sockets ------------------------------------------------------------------------------------------
Hear = Callable[[bytes], None]
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class Wire(asyncio.Protocol):
    """One socket. `opened` is done when the server has agreed; messages wait for a reader."""

    def __init__(self, request: bytes) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hung_up = False
        self.bytes_heard = 0
        self._request = request
        self._hear: Hear | None = None
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self.hung_up = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        """Whatever came: the server's agreement first, then frames."""
        self._buffer += data
        if not self.opened.done():
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                return
            self._buffer = bytearray(rest)
            self.opened.set_result(None)
        self._frames()

    def listen(self, hear: Hear) -> None:
        """Who gets every text message, from the first one on."""
        self._hear = hear
        self._frames()

    def _frames(self) -> None:
        at, buffer = 0, self._buffer
        while self._hear is not None and (frame := _frame(buffer, at)) is not None:
            kind, start, at = frame
            self._take(kind, bytes(buffer[start:at]))
        del buffer[:at]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT and self._hear is not None:
            self.bytes_heard += len(payload)
            self._hear(payload)
        elif kind == PING:
            self._write(PONG, payload)

    def send(self, text: bytes) -> None:
        """Say something."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        if size > 125:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + payload)


def _frame(buffer: bytearray, at: int) -> tuple[int, int, int] | None:
    """Kind, start and end of the frame that begins here; None where it is not whole yet."""
    if len(buffer) < at + 2:
        return None
    size, start = buffer[at + 1] & 0x7F, at + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        if len(buffer) < start + wide:
            return None
        size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
    return (buffer[at] & 0xF, start, start + size) if len(buffer) >= start + size else None


def request(url: str, path: str, headers: dict[str, str]) -> bytes:
    """What a page asks for when it wants a socket."""
    asked = {
        "Host": urlsplit(url).netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (asked | headers).items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def connect(url: str, path: str, headers: dict[str, str]) -> Wire:
    """A socket that the server has agreed to."""
    place, asked = urlsplit(url), request(url, path, headers)
    host, port = place.hostname or "", place.port or 80
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(asked), host, port)
    await wire.opened
    return wire


WHOLE = "welcome"
"""The kind of the message with a whole picture of the table."""


# What pages say -----------------------------------------------------------------------------------
def path(table: str) -> str:
    return f"/api/tables/{table}/live"


def hello(known: int = 0) -> bytes:
    """`known`: how many entries of the log a page has already."""
    return _encode("hello", protocol=PROTOCOL, last_version=known)


def _encode(kind: str, **content: Any) -> bytes:
    return msgspec.json.encode({"t": kind, **content})


# What they hear -----------------------------------------------------------------------------------
class Hand(msgspec.Struct):
    """What a seat may do, and which move it may take back, by their numbers in the document."""

    moves: list[int] | UnsetType = UNSET
    undo: int | UnsetType | None = UNSET


class Seal(msgspec.Struct):
    """Whose luck is sealed."""

    seat: int


class Dice(msgspec.Struct):
    """Where luck comes from: what is promised, and in which round. An update has only what changed."""

    scheme: str = ""
    commit: str = ""
    round: int = 0


class News(msgspec.Struct):
    """A view, or what is new of it."""

    version: int | None = None
    hands: dict[str, Hand | None] = {}
    phase: str = ""
    awaits: str = ""
    dice: Dice | None = None
    seals: list[Seal] | None = None


class Message(msgspec.Struct):
    """Any message: the fields a player needs, those that are there."""

    t: str
    document: str = ""
    you: list[int] = []
    view: News | None = None
    changes: News | None = None
    ack: str = ""
    id: str = ""
    code: str = ""


class Bye(msgspec.Struct):
    """A goodbye."""

    after: float = 0.0


@lru_cache(64)
def move_texts(document: str) -> tuple[str, ...]:
    """Every move of a document in notation. Clients of the measurement need not fetch it."""
    game, sheet, *numbers, _ = document.split("/")[3:]
    found = find_document(f"{game}/{sheet}", *map(int, numbers))
    return tuple([option.text for option in msgspec.json.decode(found.encoded, type=Document).moves])


read = msgspec.json.Decoder(Message).decode
read_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class Answer(NamedTuple):
    """What a message means to a player: which command it answers, and what went wrong."""

    answers: str = ""
    problem: str = ""


class Beginning:
    """What a page does for the dice of a table: it is ready with sealed luck, and opens it when all are."""

    def __init__(self, table: str) -> None:
        self.you: list[int] = []
        self._table, self._luck, self._opened = table, "", False
        self._phase = self._awaits = ""
        self._dice, self._seals = Dice(), list[Seal]()

    def hear(self, news: News) -> None:
        """Take in what is new."""
        self._phase, self._awaits = news.phase or self._phase, news.awaits or self._awaits
        old, new = self._dice, news.dice or Dice()
        self._dice = Dice(new.scheme or old.scheme, new.commit or old.commit, new.round or old.round)
        self._seals = self._seals if news.seals is None else news.seals

    def message(self) -> bytes:
        """The message that is due, or empty."""
        if self._phase != "open" or not self.you:
            return b""
        if self._awaits == "seeds" and self._luck and not self._opened:
            self._opened = True
            return _encode("open", id=_new_id(), seed=self._luck, round=self._dice.round)
        if self._luck or any(each.seat in self.you for each in self._seals):
            return b""
        self._luck = secrets.token_hex(32)
        return self._ready()

    def _ready(self) -> bytes:
        dice = self._dice
        if dice.scheme != SCHEME:
            return _encode("ready", id=_new_id(), seed=self._luck)
        sealed = seal(self._table, dice.round, dice.commit, min(self.you), self._luck)
        return _encode("ready", id=_new_id(), seal=sealed, round=dice.round)


def _new_id() -> str:
    return secrets.token_urlsafe(16)


class ClientView:
    """A table as one page knows it, from everything it has heard."""

    def __init__(self, table: str = "") -> None:
        self.over = False
        self.problem = ""
        self._beginning = Beginning(table)
        self._hands: dict[int, Hand] = {}
        self._version, self._document = -1, ""

    def hear(self, text: bytes) -> Answer:
        """Take in a message."""
        message = read(text)
        if message.view is not None:
            self._document, self._hands = message.document, {}
            self._beginning.you = message.you
            self._show(message.view)
        elif message.changes is not None:
            self._show(message.changes)
        elif message.t in ("refused", "trouble", "bye"):
            self.problem = f"{message.t} {message.code}"
            return Answer(problem=self.problem)
        return Answer(answers=message.ack or message.id)

    def _show(self, news: News) -> None:
        self._version = self._version if news.version is None else news.version
        for seat, new in news.hands.items():
            hand, new = self._hands.get(int(seat), Hand([], None)), new or Hand([], None)
            moves = hand.moves if new.moves is UNSET else new.moves
            self._hands[int(seat)] = Hand(moves, hand.undo if new.undo is UNSET else new.undo)
        self.over |= news.phase == "over"
        if news.phase or news.awaits or news.dice or news.seals is not None:
            self._beginning.hear(news)

    def dice_message(self) -> bytes:
        """What this page says before the game, if it is its turn to say something."""
        return self._beginning.message()

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
        seat, moves = next((seat, hand.moves) for seat, hand in self._hands.items() if hand.moves)
        text = move_texts(self._document)[luck.choice(moves)]
        return _encode("move", id=name, seat=seat, move=text, version=self._version)

    def undo(self, name: str) -> bytes:
        """Take the move back that can be."""
        seat, undo = next((seat, hand.undo) for seat, hand in self._hands.items() if hand.undo is not None)
        return _encode("undo", id=name, seat=seat, move=move_texts(self._document)[undo or 0])


def retry_after_s(text: bytes) -> float:
    """In how many seconds a page shall come again; 0 where nothing is said about it."""
    return msgspec.json.decode(text, type=Bye).after if b'"bye"' in text else 0.0


def field_sizes(text: bytes) -> dict[str, int]:
    """The bytes of a message by its fields, as `kind.field`; what holds them together is under `kind`.

    Fields of the view are named one by one.
    """
    fields = read_fields(text)
    kind = str(msgspec.json.decode(fields.pop("t")))
    for whole in fields.keys() & {"changes", "view"}:
        fields |= {f"{whole}.{name}": raw for name, raw in read_fields(fields.pop(whole)).items()}
    found = {
        f"{kind}.{name}": len(name.rpartition(".")[2]) + len(bytes(raw)) + len('"":,')
        for name, raw in fields.items()
    }
    return {**found, kind: len(text) - sum(found.values())}
