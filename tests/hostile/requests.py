"""Requests that nobody means well, to every route there is: they are taken from the app itself."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

from starlette.routing import Route

from kritzel.server.settings import Settings
from kritzel.server.web.app import make_app
from tests.hostile.frames import ODD

METHODS = ("GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "PATCH")
FIELDS = (
    "name",
    "token",
    "sheet",
    "seats",
    "seat",
    "open",
    "position",
    "touched",
    "lang",
    "real_dice",
    "begins",
)
TYPES = ("application/json", "application/json", "text/plain", "\x80")
FAIR = {
    "game": ("dizzle", "border", "traexx"),
    "sheet": ("1", "2", "8", "0"),
    "lang": ("de", "en"),
    "look": ("light", "dark"),
    "version": ("1", "2", "99999999999999999999"),
    "seats": ("1", "2", "4", "1000000"),
}
BODIES: dict[str, dict[str, Any]] = {
    "/api/session": {"name": "Eve"},
    "/api/session/link": {"token": "a" * 22},
    "/api/tables": {"sheet": "traexx/1", "seats": [{"kind": "me"}]},
    "/api/tables/{table}/join": {"token": "a" * 22, "name": "Eve"},
    "/api/tables/{table}/invites": {"seat": 1},
}


def routes() -> Iterator[tuple[str, frozenset[str]]]:
    """Every route with its methods, and an address of the pages."""
    for route in make_app(Settings()).routes:
        if isinstance(route, Route):
            yield route.path, frozenset(route.methods or ())
    yield "/t/{table}", frozenset({"GET"})
    yield "/{file}", frozenset({"GET"})


class Asking:
    """Makes up requests, with what it knows: tables, cookies, secrets of others."""

    def __init__(self, luck: Random, port: int, tables: Sequence[str], cookies: Sequence[str]) -> None:
        self._luck, self._port = luck, port
        self._tables, self._cookies = tables, cookies
        self._routes = sorted((path, sorted(methods)) for path, methods in routes())

    def request(self) -> bytes:
        """The bytes of one request."""
        luck = self._luck
        path, methods = luck.choice(self._routes)
        method = luck.choice(methods) if luck.random() < 0.9 else luck.choice(METHODS)
        body = self._body(path) if method in ("POST", "PUT", "PATCH") or luck.random() < 0.05 else b""
        lines = [f"{method} {self._filled(path)} HTTP/1.1", *self._headers(), f"content-length: {len(body)}"]
        return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body

    def _filled(self, path: str) -> str:
        parts = [self._part(part) for part in path.split("/")]
        query = (
            f"?at={self._odd()}&lang={self._odd()}&before={self._odd()}" if self._luck.random() < 0.3 else ""
        )
        return "/".join(parts) + query

    def _part(self, part: str) -> str:
        if "{" not in part:
            return part
        name = part.strip("{}").partition(":")[0].partition("}")[0]
        if self._luck.random() < 0.7:
            fair = self._tables if name == "table" else FAIR.get(name, ("x",))
            return part.replace(part[part.index("{") : part.index("}") + 1], self._luck.choice(fair))
        return self._odd()

    def _odd(self) -> str:
        luck = self._luck
        choices = (
            str(luck.randrange(1000)),
            quote_from_bytes(luck.randbytes(luck.randrange(1, 40))),
            quote_from_bytes(str(luck.choice(ODD)).encode("utf-8", "surrogatepass")),
            "..%2f..%2fetc%2fpasswd",
            "a" * luck.randrange(1, 4000),
            "%00",
        )
        return luck.choice(choices)

    def _headers(self) -> Iterator[str]:
        luck = self._luck
        yield f"host: {luck.choice((f'127.0.0.1:{self._port}', 'evil.example', '[::1', ''))}"
        if luck.random() < 0.8:
            own = f"http://127.0.0.1:{self._port}"
            yield f"origin: {luck.choice((own, own, own, 'http://evil.example', 'null'))}"
        if luck.random() < 0.8:
            yield f"cookie: {luck.choice((*self._cookies, 'kritzel=' + 'x' * 3000, 'kritzel', '=;=;' * 200))}"
        yield f"content-type: {luck.choice(TYPES)}"
        if luck.random() < 0.3:
            yield f"x-forwarded-for: {luck.choice(('1.2.3.4', '::1, 127.0.0.1', 'x' * 5000, ','))}"
        if luck.random() < 0.1:
            yield f"if-none-match: {'W/' * 2000}"
            yield f"accept-encoding: {'gzip;q=0.,' * 500}"
            yield f"range: bytes=0-{10**20}"

    def _body(self, path: str) -> bytes:
        luck = self._luck
        body = BODIES.get(path, {})
        choices = (
            lambda: json.dumps(body).encode(),
            lambda: _odd_json({**body, luck.choice(FIELDS): luck.choice(ODD)}),
            lambda: luck.randbytes(luck.randrange(2000)),
            lambda: b"[" * luck.randrange(1, 16_000),
            lambda: b"# dice seed: a" + b" " * luck.randrange(60_000) + b"b",
            lambda: b"#" + b"\n#" * luck.randrange(30_000),
            lambda: b"9" * luck.randrange(1, 17_000),
            lambda: b'{"position":"' + b"a" * luck.randrange(15_000) + b'","seat":0,"touched":{}}',
        )
        return luck.choice(choices)()


def _odd_json(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode("utf-8", "surrogatepass")


async def ask(port: int, made: Asking, many: int) -> Counter[int]:
    """So many requests over one connection, as long as the server keeps it; the answers by their status."""
    found: Counter[int] = Counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(asyncio.IncompleteReadError, ConnectionError):
        for _ in range(many):
            request = made.request()
            writer.write(request)
            found[await _status(reader, head=request.startswith(b"HEAD"))] += 1
    writer.transport.abort()
    return found


async def _status(reader: asyncio.StreamReader, *, head: bool) -> int:
    """Read one answer to its end."""
    lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(b": ") for line in lines[1:-2])}
    status = int(lines[0].split()[1])
    if not head and status != 304:
        await reader.readexactly(int(headers.get(b"content-length", b"0")))
    return status
