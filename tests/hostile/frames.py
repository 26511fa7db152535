"""Messages and frames that nobody means well. Commands are made from the protocol itself: a new one is in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, get_args

import msgspec

from kritzel.server.table.commands import Message
from kritzel.server.wire import protocol
from tests.hostile.wire import BINARY, CLOSE, PING, PONG, TEXT, frame

KINDS: tuple[type[Message], ...] = tuple(
    kind for kind in get_args(protocol.FromPage) if kind not in (protocol.Hello, protocol.Ping)
)
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 8, 10**9 + 1, 10**18, 10**30, -(10**19), 1.5, 1e300, "", "\0", "\ud800", "a" * 41,
    "ä" * 300, "​", "../../etc/passwd", "<script>alert(1)</script>", "' OR 1=1 --", [], {}, [[[]]],
    {"t": "move"}, {"cell": "z" * 40, "die": 98}, [1] * 50, "done", "3d4", "\n", "%s%n", "NaN",
)  # fmt: skip
FAIR: dict[str, tuple[Any, ...]] = {
    "seat": (0, 1, 2, 3, 7),
    "move": ("done", "pass", "a1", "3d4", "roll", "keep", "e1-e2"),
    "who": ("lots", "0", "7"),
    "bot": ("greedy", "random", "master", "nobody", "os:system", "program:/bin/sh"),
    "lang": ("de", "en"),
    "agree": (True, False),
    "emote": ("bravo", "wow"),
    "outcome": ("1 2 3", "666666", "r"),
    "touched": ({"cell": "a1"}, {"cell": "a1", "die": 3}, {"kind": "done"}, {}),
    "round": (0, 1, 2),
}


class Malice:
    """Makes them up, from what it has heard: ids of others' commands, secrets of other tables."""

    def __init__(self, luck: Random, heard: Sequence[str]) -> None:
        self._luck, self._heard = luck, heard

    def command(self, version: int) -> bytes:
        """A message of the right form that means no good: wrong seats, replays, late, early."""
        luck = self._luck
        kind = luck.choice(KINDS)
        message: dict[str, Any] = {"t": kind.__struct_config__.tag}
        for field in msgspec.structs.fields(kind):
            message[field.name] = self._fair(field.name, version)
        if luck.random() < 0.02:
            message[luck.choice(list(message))] = luck.choice(ODD)
        return _json(message)

    def _fair(self, name: str, version: int) -> Any:
        luck = self._luck
        if name == "id":
            return luck.choice(self._heard) if luck.random() < 0.3 else f"{luck.getrandbits(128):032x}"
        if name == "version":
            return luck.choice((0, version, version + 1, 10**9))
        if name in ("seed", "seal"):
            return f"{luck.getrandbits(256):064x}"
        return luck.choice(FAIR.get(name, ODD))

    def broken(self) -> bytes:
        """A text that is no message at all."""
        luck = self._luck
        depth = luck.randrange(1, 3900)
        choices = (
            lambda: luck.randbytes(luck.randrange(1, 60)),
            lambda: _json({"t": luck.choice(("hello", "x", "")), **_fields(luck)}),
            lambda: _json(_fields(luck)),
            lambda: b"[" * depth,
            lambda: b'{"t":' * (depth // 5 + 1),
            lambda: b'{"t":"move","id":"\\ud800"}',
            lambda: b"9" * depth,
            lambda: b'{"t":"ready","seed":' + b"1" * depth + b"}",
            lambda: b'"' + b"\\u0000" * (depth // 6) + b'"',
            lambda: b" " * 8000,
            lambda: b'{"t":"why",' + b'"touched":{"cell":"' + b"a" * depth + b'"}}',
            lambda: b"\xef\xbb\xbf{}",
        )
        return luck.choice(choices)().decode("utf-8", "replace").encode()

    def odd_frame(self) -> bytes:
        """A message in an unusual form that is still one: in parts, binary, masked; or a ping."""
        luck, content = self._luck, self.broken()[:2000]
        at = luck.randrange(len(content) + 1)
        choices = (
            lambda: frame(content, TEXT, luck.randbytes(4)),
            lambda: frame(content, BINARY),
            lambda: frame(content[:at], 0x01) + frame(content[at:], 0x80),
            lambda: (
                frame(content[:at], 0x01) + frame(b"", PING) + frame(b"", 0x00) + frame(content[at:], 0x80)
            ),
            lambda: frame(luck.randbytes(luck.randrange(126)), PING),
        )
        return luck.choice(choices)()

    def last_frame(self) -> bytes:
        """One after which no server goes on."""
        luck = self._luck
        choices = (
            lambda: frame(b"x", 0xC1),  # a bit that is reserved
            lambda: frame(luck.choice((b'{"t":"ping\xc3"}', b"\xff", b"\xed\xa0\x80"))),  # no UTF-8
            lambda: frame(b"x", 0x83),  # a kind that is reserved
            lambda: bytes((TEXT, 1)) + b"x",  # not masked
            lambda: frame(b"a" * 9000),
            lambda: bytes((TEXT, 0xFF)) + b"\xff" * 8 + b"\0" * 4,  # larger than the world
            lambda: frame(b"x", 0x80),  # goes on with nothing
            lambda: frame(b"a", 0x01) + frame(b"b", TEXT),  # begins twice
            lambda: frame(b"x" * 126, PING),
            lambda: frame(b"\0", CLOSE),
            lambda: frame((1005).to_bytes(2, "big") + b"\xff", CLOSE),
            lambda: frame((1000).to_bytes(2, "big"), CLOSE),
            lambda: frame(b"", 0x09),  # a ping in parts
            lambda: frame(b"x", PONG) + frame(b"a" * 8193, BINARY),
        )
        return luck.choice(choices)()

    def half_frame(self) -> bytes:
        """The beginning of one."""
        whole = frame(self.broken() + b"x" * 8)
        return whole[: self._luck.randrange(1, len(whole))]


def _fields(luck: Random) -> dict[str, Any]:
    names = ["id", "seat", "move", "version", "table", "lang", "seed", "bot", "outcome", "touched", "x"]
    return {name: luck.choice(ODD) for name in luck.sample(names, luck.randrange(len(names)))}


def _json(message: Any) -> bytes:
    return json.dumps(message).encode("utf-8", "surrogatepass")
