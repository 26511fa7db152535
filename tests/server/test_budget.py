"""Whatever a stranger asks costs little: a tenth of a second of CPU for every route there is.

Routes are taken from the app, so that a new one cannot be forgotten. CPU time of the thread that serves is
measured, not the clock, and five times the budget is allowed: a busy machine fails no sooner. What is worked
out once and kept (rulebooks, pictures) is worked out by the first try.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from kritzel.server import settings
from kritzel.server.settings import Settings
from kritzel.server.table import commands
from kritzel.server.web.api import records
from kritzel.server.web.app import make_app
from tests.hostile.requests import routes
from tests.patience import LONGEST
from tests.server.rooms import beginning

BUDGET = 0.1
ALLOWED = 5 * BUDGET
TRIES = 3
HOME = "http://127.0.0.1:8321"
JSON = {"content-type": "application/json"}
FAIR = {
    "game": "border",
    "sheet": "1",
    "lang": "de",
    "look": "dark",
    "version": "1",
    "seats": "4",
    "rules": "1",
}
TEXTS = (
    "# dice seed: a" + " " * 65_000 + "b",
    "#\n" * 32_000,
    "# dice seed: 00\n" * 4_000,
    "kritzel record 1\ngame: dizzle\n" + "roll: 123456\n" * 5_000,
    "kritzel record 1\n" + "a: " * 20_000,
    "9" * 65_000,
    "\n" * 65_000,
)
"""Records that are none, as large as they may be."""


def bodies() -> Iterator[bytes]:
    """Bodies that nobody means well, up to the largest that is read and beyond."""
    most = settings.MAX_BODY_BYTES - 200
    yield b""
    yield b"[" * most
    yield b'{"a":' * (most // 5)
    yield b'{"name":"' + b" " * most + b'"}'
    yield b'{"name":"' + b"\\u0301" * (most // 6) + b'"}'
    yield b'{"token":"' + b"a" * most + b'","name":"' + b"e\xcc\x81" * 20 + b'"}'
    yield b'{"position":"' + b"dizzle/1 " * (most // 9) + b'","seat":0,"touched":{"cell":"a1"}}'
    yield b'{"position":"' + b"(" * most + b'","seat":0,"touched":{}}'
    yield b'{"sheet":"dizzle/1","seats":[' + b'{"kind":"bot"},' * (most // 15) + b'{"kind":"me"}]}'
    yield b"x" * 70_000


class Counted:
    """Requests, and what they cost."""

    def __init__(self, client: httpx.AsyncClient, tables: list[str]) -> None:
        self.client, self.tables = client, tables

    async def cost(self, method: str, path: str, body: bytes = b"") -> float:
        """CPU seconds of a request: the least of a few tries."""
        return await least(lambda: self.client.request(method, path, content=body, headers=JSON))

    def paths(self, path: str) -> Iterator[str]:
        """Addresses of a route: as it is meant, and not."""
        for table in self.tables:
            yield filled(path, FAIR | {"table": table}) + "?at=7&lang=de&before=10"
        for odd in ("x" * 4000, "%00", "..%2f..", "%f0%9f%8e%b2", "9" * 400):
            yield (
                filled(path, dict.fromkeys((*FAIR, "table", "mark", "file"), odd)) + f"?at={odd}&before={odd}"
            )


async def least(work: Callable[[], Awaitable[object]]) -> float:
    found: list[float] = []
    while len(found) < TRIES and (not found or found[-1] > BUDGET):
        before = time.thread_time()
        await work()
        found.append(time.thread_time() - before)
    return min(found)


def filled(path: str, values: dict[str, str]) -> str:
    for part in path.split("{")[1:]:
        gap = part.partition("}")[0]
        path = path.replace(f"{{{gap}}}", values.get(gap.partition(":")[0], "x"))
    return path


@asynccontextmanager
async def counted(folder: Path) -> AsyncIterator[Counted]:
    app = make_app(Settings(data=folder / "tables.db", rate=100_000))
    way = httpx.ASGITransport(app, raise_app_exceptions=False)
    client = httpx.AsyncClient(transport=way, base_url=HOME, headers={"origin": HOME}, timeout=LONGEST)
    async with app.router.lifespan_context(app), client:
        tables = [
            await played(app, client, sheet, stop) for sheet in ("dizzle/1", "border/1") for stop in (0, 1)
        ]
        client.cookies.clear()
        yield Counted(client, tables)


async def played(app: Any, client: httpx.AsyncClient, sheet: str, stop: int) -> str:
    """A table of four at one device in the middle of its game, or given up then."""
    if not client.cookies:
        await client.post("/api/session", json={"name": "Ana"})
    seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}, {"kind": "here"}]
    laid = await client.post("/api/tables", json={"sheet": sheet, "seats": seats})
    table, tables, luck = str(laid.json()["table"]), app.state.context.tables, Random(3)
    live = await tables.find(table)
    player = live.room.state.seating.owner
    for who, command in beginning(live.room):
        await tables.say(table, who, command)
    for _ in range(120):
        game = live.room.state.table
        seat = luck.choice(game.deciding)
        move = luck.choice(game.moves(seat))
        await tables.say(table, player, commands.Move(secrets.token_urlsafe(16), seat, move, 10**9))
    if stop:
        await tables.say(table, player, commands.Stop(secrets.token_urlsafe(16)))
    return table


def test_every_request_of_a_stranger_has_a_budget(tmp_path: Path) -> None:
    async def work() -> list[str]:
        costly: list[str] = []
        async with counted(tmp_path) as server:
            for path, methods in sorted((path, sorted(methods)) for path, methods in routes()):
                for method in methods:
                    for address in server.paths(path):
                        costs = [await server.cost(method, address)]
                        if method in ("POST", "DELETE") and "%" not in address and address.count("x") < 100:
                            costs += [await server.cost(method, address, body) for body in bodies()]
                        if max(costs) > ALLOWED:
                            costly.append(f"{method} {address[:80]}: {max(costs):.2f} s")
        return costly

    assert asyncio.run(work()) == []


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_reading_a_record_has_a_budget_too(text: str) -> None:
    async def read() -> None:
        assert records.verify_record(text)[0] == 422

    assert asyncio.run(least(read)) < ALLOWED
