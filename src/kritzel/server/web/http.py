"""Requests and responses: the context of an app, bodies, refusals, and three middlewares."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import msgspec
from cachetools import LRUCache, TTLCache
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kritzel.server import settings
from kritzel.server.bans import Bans
from kritzel.server.reviews import ReviewQueue
from kritzel.server.sessions import Sessions
from kritzel.server.store import Conflict, Player, Unavailable, Unreadable
from kritzel.server.table.commands import TableId
from kritzel.server.table.document import Words
from kritzel.server.table.refusals import Refused
from kritzel.server.tables import Tables
from kritzel.server.web.limits import (
    Caller,
    ConnectionCounter,
    Networks,
    RateLimits,
    counted_address,
    locate,
    max_connections,
)
from kritzel.server.web.network import Network
from kritzel.server.wire.answers import Problem, ServerInfo
from kritzel.server.wire.calls import Call

if TYPE_CHECKING:
    from kritzel.server.web.api.admin import Control
    from kritzel.server.web.api.records import Checker
    from kritzel.server.web.sockets import PageSocket

BodyT = TypeVar("BodyT")
AnswerT = TypeVar("AnswerT")
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

LOG = logging.getLogger("kritzel.http")
UNNAMED_PROXY = (
    "Anfragen kommen durch einen Proxy, der nicht genannt ist: alle, die er bringt, teilen sich eine Grenze. "
    "KRITZEL_PROXIES oder --proxy nennt ihn. / Requests come through a proxy that is not named: all its "
    "visitors share one limit. Name it with KRITZEL_PROXIES or --proxy."
)
RESPONSE_CACHE_BYTES = 16 * 1024 * 1024
REVIEWS_REMEMBERED, REVIEW_PAID_FOR_S = 1000, 3600.0
PLAYER_KEY = "kritzel.player"
"""Key of the scope under which the guest is cached."""
CSP = (
    "default-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-resource-policy": "same-origin",
}
OWN_WINDOW = "cross-origin-opener-policy"
"""Isolates our window from other sites. Sent where browsers trust the connection; elsewhere they complain."""
STATUS = {
    "no_table": 404,
    "no_sheet": 404,
    "no_lessons": 404,
    "no_puzzle": 404,
    "no_session": 401,
    "not_owner": 403,
    "not_seated": 403,
    "origin": 403,
    "banned": 403,
    "slow_down": 429,
    "too_large": 413,
    "bad_message": 400,
    "bad_name": 422,
    "bad_table": 422,
    "unknown_bot": 422,
    "too_hard": 422,
    "no_proof": 422,
    "no_record": 422,
    "retry": 503,
    "busy": 503,
    "stopping": 503,
    "too_late": 408,
    "broken": 500,
}
"""HTTP status by code of a refusal; 409 for all others."""


class AppContext:
    """What every endpoint needs: tables, guests, limits, bans, caches."""

    about: ServerInfo
    """This server, as its own machine may know it."""
    checker: Checker
    """Reads the records of strangers."""
    control: Control
    """Admits the operator."""

    def __init__(self, tables: Tables, network: Network, bans: Path | None = None) -> None:
        self.tables, self.network, self.settings = tables, network, tables.settings
        self.sessions = Sessions(tables.store, secure=self.settings.secure)
        self.limits = RateLimits(self.settings.rate)
        self._allowed, self._proxies = self.settings.allowed, Networks(self.settings.proxies)
        self.reviews = ReviewQueue()
        self.reviews_began: TTLCache[tuple[str, str], bool] = TTLCache(REVIEWS_REMEMBERED, REVIEW_PAID_FOR_S)
        """Tables and depths whose review was begun lately: asking again costs nothing."""
        self.bans = Bans(bans)
        self.pages: dict[PageSocket, tuple[str, str]] = {}
        """Open pages, with the address and the guest they come from."""
        self.sockets = ConnectionCounter(self.settings.connections, max_connections())
        self.responses: LRUCache[Hashable, bytes] = LRUCache(RESPONSE_CACHE_BYTES, getsizeof=len)
        """Answers about finished games: they never change and cost work to make."""

    def allows(self, connection: HTTPConnection) -> bool:
        """Whether the page comes from an address of this server. Programs send no Origin and are allowed."""
        origin = connection.headers.get("origin")
        return origin is None or origin in self._allowed or origin in self.network.origins

    async def player(self, connection: HTTPConnection) -> Player | None:
        """The guest who asks, looked up once; None without a session. Raises Refused if they are banned."""
        if PLAYER_KEY not in connection.scope:
            connection.scope[PLAYER_KEY] = await self.sessions.player(connection.cookies)
        found: Player | None = connection.scope[PLAYER_KEY]
        if found is not None and self.bans.blocks(guest=found.id):
            raise Refused("banned")
        return found

    def expect_no_ban(self, connection: HTTPConnection) -> None:
        """Raises Refused where the address is banned."""
        if self.bans.blocks(host_of(connection)):
            raise Refused("banned")

    def caller(self, connection: HTTPConnection, guest: str = "") -> Caller:
        """Whose limits this request counts for."""
        return locate(host_of(connection))._replace(guest=guest)

    def counted(self, connection: HTTPConnection) -> str:
        """The address by which its connections are counted; empty: not counted."""
        return counted_address(host_of(connection), self._proxies)

    async def require_player(self, request: Request) -> Player:
        """The guest who asks. Raises Refused."""
        found = await self.player(request)
        if found is None:
            raise Refused("no_session")
        return found


def host_of(connection: HTTPConnection) -> str:
    """The address of the caller; empty where there is none, as in tests."""
    return connection.client.host if connection.client else ""


def context_of(request: HTTPConnection) -> AppContext:
    found: AppContext = request.app.state.context
    return found


def table_of(request: HTTPConnection) -> str:
    """The name of the table in the path. Raises Refused."""
    try:
        return msgspec.convert(request.path_params["table"], TableId)
    except msgspec.ValidationError:
        raise Refused("no_table") from None


def query_number(request: Request, name: str, default: int) -> int:
    """A number in the query; the default where it is none."""
    given = request.query_params.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 7 else default


async def body(request: Request, call: Call[BodyT, Any]) -> BodyT:
    """The body of a request, checked. Raises Refused."""
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise Refused("bad_message")
    data = await read_body(request, settings.MAX_BODY_BYTES)
    try:
        return msgspec.json.decode(data, type=call.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise Refused("bad_message") from None


async def read_body(request: Request, max_bytes: int) -> bytes:
    """The body of a request. Raises Refused if it is larger."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > max_bytes:
            raise Refused("too_large")
    return bytes(data)


def reply(call: Call[Any, AnswerT], content: AnswerT, status: int = 0, cookie: str = "") -> Response:
    """The answer to a request as JSON; `cookie` is a header."""
    headers = {"set-cookie": cookie} if cookie else {}
    return Response(encode_answer(call, content), status or call.status, headers, call.media)


def encode_answer(call: Call[Any, AnswerT], content: AnswerT) -> bytes:
    """The answer to a request: text as it is, else JSON. mypy checks that it is one of this call."""
    return content.encode() if isinstance(content, str) else msgspec.json.encode(content)


def problem_response(code: str, words: Words) -> Response:
    content = msgspec.json.encode(Problem(code, words))
    return Response(content, STATUS.get(code, 409), media_type="application/json")


def endpoint(
    call: Call[Any, AnswerT],
) -> Callable[[Callable[[Request], Awaitable[AnswerT | Response]]], Route]:
    """Make a route of the function that answers this call.

    All calls but GET change something or cost work: they are answered to our own pages only, within the
    limits.
    """

    def decorate(work: Callable[[Request], Awaitable[AnswerT | Response]]) -> Route:
        @catch_refusals
        async def answered(request: Request) -> Response:
            if call.method != "GET":
                await _expect_change(request)
            content = await work(request)
            return content if isinstance(content, Response) else reply(call, content)

        return Route(call.path, answered, methods=[call.method])

    return decorate


async def _expect_change(request: Request) -> None:
    """Raises Refused where the request comes from another page or exceeds a limit."""
    context = context_of(request)
    if not context.allows(request):
        raise Refused("origin")
    context.limits.charge("change", context.caller(request))
    if player := await context.player(request):
        context.limits.charge("change", Caller(player.id))


def catch_refusals(endpoint: Endpoint) -> Endpoint:
    """Answer with the reason where something is refused."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Refused as no:
            return refusal_response(request, no)
        except (Conflict, Unavailable):
            return refusal_response(request, Refused("retry"))
        except Unreadable:  # damaged since it was loaded
            return refusal_response(request, Refused("unreadable"))
        except ClientDisconnect:
            return refusal_response(request, Refused("bad_message"))

    return answered


def refusal_response(request: HTTPConnection, no: Refused) -> Response:
    context_of(request).tables.metrics.refuse(no.code)
    answer = problem_response(no.code, no.words)
    if answer.status_code in (429, 503):
        answer.headers["retry-after"] = str(no.after or 1)
    return answer


class ShutdownMiddleware:
    """Answer requests that are cancelled because the server ends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            if not begun:
                await refusal_response(Request(scope), Refused("stopping"))(scope, receive, send)


class LimitMiddleware:
    """Charge every request to its address; refuse banned addresses."""

    def __init__(self, app: ASGIApp, proxies: Networks) -> None:
        self._app, self._proxies = app, proxies
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            context = context_of(request)
            if not self._warned and "x-forwarded-for" in request.headers and not self._proxies:
                self._warned = True
                LOG.warning(UNNAMED_PROXY)
            try:
                context.expect_no_ban(request)
                context.limits.charge("look", context.caller(request))
            except Refused as no:
                return await refusal_response(request, no)(scope, receive, send)
        return await self._app(scope, receive, send)


class StrictHeaders:
    """Put strict headers on every response; answers of the API are not cached."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._secure = secure
        self._fixed = HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._fixed)
                if self._secure or is_trusted(scope):
                    headers[OWN_WINDOW] = "same-origin"
                if scope["path"].startswith("/api") and "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)


def is_trusted(scope: Scope) -> bool:
    """Whether a browser trusts the connection: https, or the machine itself."""
    host = Headers(scope=scope).get("host", "").split("]")[0].lstrip("[")
    name = host if host.count(":") > 1 else host.partition(":")[0]
    here = name in ("localhost", "::1") or name.endswith(".localhost") or name.startswith("127.")
    return here or scope["scheme"] == "https"
