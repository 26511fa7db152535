"""The requests of docs/protocol.md: each of them made to a real server, and what it answered.

Mara lays a table of Dizzle, Ben joins her by a link, both make a move, and it is given up. Chance is always
the same. Of long lists the first part is shown, of long texts the beginning; everything else is as it came.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
import json
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import NoneType
from typing import Any, NamedTuple
from unittest.mock import AsyncMock, patch

import httpx
import msgspec
from msgspec import structs

from kritzel.record import Played
from kritzel.server.bots.hints import Advice
from kritzel.server.bots.pool import BotPool
from kritzel.server.reviews import ReviewProgress, ReviewQueue
from kritzel.server.settings import Settings
from kritzel.server.table import commands, dice
from kritzel.server.web.app import make_app
from kritzel.server.wire import calls
from kritzel.server.wire.answers import Problem, ServerInfo
from kritzel.server.wire.calls import Call
from tools.protocol_examples import MARK, pretty

HOME = "http://127.0.0.1:8321"
THERE = ServerInfo("1.0.0", "/opt/kritzel", "5b1f0c2a9d3e", "/var/lib/kritzel/tables.db", "", 4242)
"""Where a server runs, which is another place each time."""
LONGEST = 90
"""Letters of a text before it is cut."""
MOST = 3
"""Names of a table by names, and lines at both ends of a text, that are shown."""
FEW = 8
"""Plain values of a list that are shown."""
ABOVE = (calls.DOCUMENT, calls.LOOK)
"""What they answer has an example on the page already."""
AnyCall = Call[Any, Any]


class Exchange(NamedTuple):
    """A request, what it carried, and what came back; `answer` is text where that is no JSON."""

    call: AnyCall
    body: Any
    status: int
    answer: Any


class Talk:
    """Requests to a server, written down under their names."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.said: dict[str, Exchange] = {}

    async def ask(self, call: AnyCall, body: Any = None, name: str = "", **where: object) -> Any:
        """Make a request; the answer."""
        query = {key: str(where[key]) for key in call.query if key in where}
        path = call.template.format(**{key: where[key] for key in where if key not in query})
        sent = {"content": body} if isinstance(body, str) else {"json": {} if body is None else body}
        more: Any = {} if call.method == "GET" else sent
        reply = await self.client.request(call.method, path, params=query, **more)
        answer = reply.json() if "json" in reply.headers["content-type"] else reply.text
        self.said[name or call.name] = Exchange(call, body, reply.status_code, answer)
        return answer


# What is said ----------------------------------------------------------------------------------
@cache
def exchanges() -> dict[str, Exchange]:
    """Every request once, and one that is refused."""
    with TemporaryDirectory() as folder, _same_luck():
        return asyncio.run(_talk(Path(folder)))


async def _talk(folder: Path) -> dict[str, Exchange]:
    async with _server(folder) as (app, mara):
        await _guests(mara)
        await _shelf(mara)
        table = await _company(mara)
        await _play(app, table)
        await _reviewed(app, mara)
        await _ended(mara, table)
        return mara.said


@asynccontextmanager
async def _server(folder: Path) -> AsyncIterator[tuple[Any, Talk]]:
    app = make_app(Settings(data=folder / "tables.db", warm_bots=False))
    async with app.router.lifespan_context(app), _client(app) as client:
        yield app, Talk(client)


def _client(app: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HOME, headers={"origin": HOME})


async def _guests(mara: Talk) -> None:
    await mara.ask(calls.ENTER, {"name": "Mara"})
    await mara.ask(calls.WHOAMI)
    token = (await mara.ask(calls.DEVICE))["token"]
    await mara.ask(calls.LINK, {"token": token})
    await mara.ask(calls.LEAVE_OTHERS)
    for call in (calls.KEEPING, calls.ABOUT, calls.HEALTH, calls.NETWORK):
        await mara.ask(call)
    await mara.ask(calls.SWITCH, {"open": False})


def _cold(_pool: BotPool, bot: str, _sheet: str) -> tuple[str, str] | None:
    """As on a fresh machine, whatever this one has compiled."""
    return ("learned", "warming") if bot == "master" else None


async def _shelf(mara: Talk) -> None:
    sheet = {"game": "dizzle", "sheet": "1", "lang": "en", "look": "light"}
    with patch.object(BotPool, "substitute", _cold):
        await mara.ask(calls.WARMING)
    for call in (calls.GAMES, calls.BLANK, calls.PAD, calls.SYMBOLS):
        await mara.ask(call, **sheet)
    await mara.ask(calls.RULEBOOK, **sheet)
    lesson = await mara.ask(calls.LESSON, **sheet)
    stand = next(each for each in lesson["steps"][0]["stands"] if each["wanted"])
    touched = {"cell": stand["options"][0]["cell"], "die": 1}
    await mara.ask(calls.WHY, {"position": stand["position"], "seat": lesson["seat"], "touched": touched})


async def _company(mara: Talk) -> str:
    wish = {"sheet": "dizzle/1", "seats": [{"kind": "me"}, {"kind": "friend"}], "begins": "0"}
    table: str = (await mara.ask(calls.LAY, wish))["table"]
    token = (await mara.ask(calls.INVITE, {"seat": 1}, table=table))["token"]
    ben = Talk(httpx.AsyncClient(transport=mara.client._transport, base_url=HOME, headers={"origin": HOME}))
    await ben.ask(calls.JOIN, {"token": token, "name": "Ben"}, table=table)
    await ben.ask(calls.JOIN, {"token": secrets.token_urlsafe(16)}, "refused", table=table)
    mara.said |= ben.said
    await mara.ask(calls.TABLES)
    return table


async def _begun(tables: Any, live: Any) -> tuple[str, ...]:
    """Everybody seals some luck and opens it; who they are."""
    table, people = live.room.id, live.room.state.seating.people
    luck, promise = [secrets.token_hex(32) for _ in people], live.room.state.commit
    for chair, player in enumerate(people):
        seal = dice.seal(table, 1, promise, chair, luck[chair])
        await tables.say(table, player, commands.Ready(secrets.token_urlsafe(16), seal=seal))
    for player, seed in zip(people, luck, strict=True):
        await tables.say(table, player, commands.Open(secrets.token_urlsafe(16), seed, 1))
    return tuple(people)


async def _play(app: Any, table: str) -> None:
    tables = app.state.context.tables
    live = await tables.find(table)
    people = await _begun(tables, live)
    for seat, player in enumerate(people):
        move = live.room.state.table.moves(seat)[0]
        await tables.say(table, player, commands.Move(secrets.token_urlsafe(16), seat, move, 10**9))
    await tables.say(table, people[0], commands.Stop(secrets.token_urlsafe(16)))


async def _reviewed(app: Any, mara: Talk) -> None:
    """A guest plays alone to the end, with a hint, and asks for the review while it is computed."""
    wish = {"sheet": "traexx/1", "seats": [{"kind": "me"}]}
    laid = await mara.client.post(calls.LAY.path, json=wish)
    tables, table = app.state.context.tables, laid.json()["table"]
    live = await tables.find(table)
    (player,) = await _begun(tables, live)
    told = Advice((live.room.state.table.moves(0)[0],))
    with patch.object(BotPool, "advise", AsyncMock(return_value=told)):
        await mara.ask(calls.HINT, {"seat": 0}, table=table)
    while live.room.state.phase == "running":
        move = live.room.state.table.moves(0)[0]
        await tables.say(table, player, commands.Move(secrets.token_urlsafe(16), 0, move, 10**9))
    with patch.object(ReviewQueue, "ask", AsyncMock(return_value=ReviewProgress(12, 45))):
        await mara.ask(calls.REVIEW, table=table, depth="quick")
        at = next(nth for nth, each in enumerate(live.room.state.table.events) if isinstance(each, Played))
        await mara.ask(calls.TRY, {"at": at}, table=table)
        await mara.ask(calls.EXPLORE, {"at": at, "seat": 0, "values": True}, table=table)
    await mara.ask(calls.PUZZLE, {}, day="2026-01-02")


async def _ended(mara: Talk, table: str) -> None:
    known = (await mara.ask(calls.LOOK, table=table))["document"].split("/")[3:]
    gaps = ("game", "sheet", "version", "rules", "seats", "mark")
    await mara.ask(calls.DOCUMENT, **dict(zip(gaps, known, strict=True)))
    await mara.ask(calls.STORY, table=table, before=3)
    await mara.ask(calls.REPLAY, table=table, at=1)
    await mara.ask(calls.TIMELINE, table=table, lang="en")
    await mara.ask(calls.DICE, table=table)
    await mara.ask(calls.VERIFY, await mara.ask(calls.RECORD, table=table))
    again = (await mara.ask(calls.REMATCH, table=table))["table"]
    await mara.ask(calls.LEAVE_TABLE, table=again, lang="en")
    await mara.ask(calls.DELETE, table=table)
    await mara.ask(calls.LEAVE, lang="en")
    await mara.ask(calls.ENTER, {"name": "Mara"})
    await mara.ask(calls.LEAVE_DEVICE)


@contextmanager
def _same_luck() -> Iterator[None]:
    """Every secret is made from a number that counts up."""
    numbers = count()

    def drawn(size: int | None = None) -> bytes:
        return hashlib.sha256(f"Kritzel {next(numbers)}".encode()).digest()[: size or 32]

    with patch("secrets.token_bytes", drawn):  # tokens are made of them
        yield


# As text ---------------------------------------------------------------------------------------
def requests() -> str:
    """All of them, in the order of the list."""
    return "".join([_told(exchanges()[call.name]) for call in calls.CALLS])


def refusal() -> str:
    """One that is refused."""
    return _told(exchanges()["refused"])


def _told(said: Exchange) -> str:
    return f"#### `{said.call.method} {said.call.display_path}` {said.status}\n" + "".join(_blocks(said))


def _blocks(said: Exchange) -> Iterator[str]:
    kind = Problem if said.status >= 400 else said.call.answer
    if said.call.body is not NoneType:
        yield _block(said.body, str) if isinstance(said.body, str) else _json(said.body)
    if said.call in ABOVE:
        yield f"A `{kind.__name__}`, as above.\n\n"
    else:
        yield _block(said.answer, kind)


def _block(value: Any, kind: Any) -> str:
    if kind is str:
        return f"```\n{_cut(value)}\n```\n"
    told = THERE if kind is ServerInfo else _short(msgspec.convert(value, kind))
    return _json(json.loads(msgspec.json.encode(told)))


def _json(value: Any) -> str:
    return f"```json\n{pretty(value)}\n```\n"


def _cut(text: str) -> str:
    """The first and the last lines of a text."""
    lines = [line if len(line) <= LONGEST else f"{line[:LONGEST]} ..." for line in text.strip().split("\n")]
    return "\n".join(lines if len(lines) <= 2 * MOST else [*lines[:MOST], "...", *lines[-MOST:]])


def _short(thing: Any) -> Any:
    """A part of it: long lists and tables by names end early, long texts too."""
    if isinstance(thing, msgspec.Struct):
        return structs.replace(
            thing, **{name: _short(getattr(thing, name)) for name in thing.__struct_fields__}
        )
    if dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        names = [field.name for field in dataclasses.fields(thing)]
        return dataclasses.replace(thing, **{name: _short(getattr(thing, name)) for name in names})
    if isinstance(thing, dict):
        return {key: _short(value) for key, value in [*thing.items()][:MOST]}
    if isinstance(thing, tuple) and len(thing) == 2 and isinstance(thing[1], tuple):  # a kind and its cells
        return thing[0], _short(thing[1])
    if isinstance(thing, list | tuple) and not hasattr(thing, "_fields"):
        plain = all(isinstance(each, str | int | float) for each in thing)
        return type(thing)([_short(each) for each in thing[: FEW if plain else 1]])
    if isinstance(thing, str) and thing.startswith("/api/documents/"):
        return f"{thing.rpartition('/')[0]}/{MARK}"
    return f"{thing[:LONGEST]} ..." if isinstance(thing, str) and len(thing) > LONGEST else thing


def _shortened(thing: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: _short(getattr(thing, name)) for name in names}
