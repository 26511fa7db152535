"""Requests and answers over HTTP: reading bodies, knowing the caller, saying no. Knows no table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kritzel.server import meters, settings
from kritzel.server.hall import Hall
from kritzel.server.reviewers import Reviewers
from kritzel.server.sessions import Sessions
from kritzel.server.store import Conflict, Player, Unavailable, Unreadable
from kritzel.server.table.refusals import No
from kritzel.server.web.callers import Proxies, household
from kritzel.server.web.checking import Checker
from kritzel.server.web.connections import Crowd, counted
from kritzel.server.web.files import connections
from kritzel.server.web.keepsakes import Keepsakes
from kritzel.server.web.limits import Address, Allowance, Each, new_row
from kritzel.server.web.network import Network
from kritzel.server.web.whole import Whole
from kritzel.server.wire.answers import Problem
from kritzel.server.wire.calls import AnyCall, Call
from kritzel.server.wire.parts import Words
from kritzel.server.wire.protocol import TableId

BodyT = TypeVar("BodyT")
AnswerT = TypeVar("AnswerT")
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]

ASKING = "kritzel.player"
"""Where it is noted who asks, once that was looked up."""
STATUS = {
    "no_table": 404,
    "no_sheet": 404,
    "no_lessons": 404,
    "no_puzzle": 404,
    "no_session": 401,
    "not_owner": 403,
    "not_seated": 403,
    "origin": 403,
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
"""The status of each refusal; 409 where the table simply is not in that state."""


class House:
    """What every endpoint needs: the hall, the guests, the way in from the network, the limits."""

    checker: Checker
    """Reads the records of strangers."""

    def __init__(
        self, hall: Hall, sessions: Sessions, network: Network, proxies: Proxies, whole: Whole | None = None
    ) -> None:
        """`whole` is the whole house, where this is one of several workers."""
        rate, row = hall.settings.rate, whole.ledger.row if whole else new_row
        self.whole = whole
        self.hall, self.sessions, self.settings = hall, sessions, hall.settings
        self.network, self._proxies = network, proxies
        self._allowed = hall.settings.allowed
        self.addresses = Each(lambda name: Address(rate, row=row(f"address {name}")))
        self.guests = Each(lambda name: Allowance(rate, row=row(f"guest {name}")))
        self.reviewers = Reviewers()
        self.sockets = Crowd(hall.settings.connections, connections())
        self.keepsakes = Keepsakes()

    def allows(self, connection: HTTPConnection) -> bool:
        """Whether the page comes from an address of ours. Programs that are no page name none."""
        origin = connection.headers.get("origin")
        return origin is None or origin in self._allowed or origin in self.network.origins

    async def player(self, connection: HTTPConnection) -> Player | None:
        """Who is asking, if they have said their name; looked up once."""
        if ASKING not in connection.scope:
            connection.scope[ASKING] = await self.sessions.player(connection.cookies)
        found: Player | None = connection.scope[ASKING]
        return found

    def address(self, connection: HTTPConnection) -> Address:
        """What everybody may do together who comes from where this comes from."""
        return self.addresses.of(household(connection.client.host if connection.client else ""))

    def allowance(self, player: Player | None, connection: HTTPConnection) -> Allowance:
        """What this guest may do; a stranger has one for each socket. The address has one for all."""
        own = self.guests.of(player.id) if player else Allowance(self.settings.rate)
        return own.at(self.address(connection))

    def expect_room_for_guests(self, connection: HTTPConnection) -> None:
        """New guests cost nothing, so an address brings a bounded number. Raises No."""
        if not self.address(connection).arriving.take():
            raise No("slow_down")

    def counted(self, connection: HTTPConnection) -> str:
        """By which name connections from there are counted."""
        return counted(connection.client.host if connection.client else "", self._proxies)

    async def known(self, request: Request) -> Player:
        """Who is asking. Raises No."""
        found = await self.player(request)
        if found is None:
            raise No("no_session")
        return found


def house(request: HTTPConnection) -> House:
    """The house this request came to."""
    found: House = request.app.state.house
    return found


def table_of(request: HTTPConnection) -> str:
    """The table of the path. Raises No."""
    try:
        return msgspec.convert(request.path_params["table"], TableId)
    except msgspec.ValidationError:
        raise No("no_table") from None


def number(request: Request, name: str, default: int) -> int:
    """A number of the address; what is none of ours counts as the default."""
    given = request.query_params.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 7 else default


def at(call: AnyCall, endpoint: Endpoint) -> Route:
    """Where a request is answered."""
    return Route(call.path, endpoint, methods=[call.method])


async def body(request: Request, call: Call[BodyT, Any]) -> BodyT:
    """The body of a request, checked. Raises No."""
    if request.headers.get("content-type", "").split(";")[0] != "application/json":
        raise No("bad_message")
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > settings.BODY:
            raise No("too_large")
    try:
        return msgspec.json.decode(data, type=call.body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise No("bad_message") from None


def reply(call: Call[Any, AnswerT], content: AnswerT, status: int = 0, cookie: str = "") -> Response:
    """The answer to a request as JSON, with a cookie for this device."""
    headers = {"set-cookie": cookie} if cookie else {}
    return Response(encoded(call, content), status or call.status, headers, call.media)


def encoded(call: Call[Any, AnswerT], content: AnswerT) -> bytes:
    """The answer to a request as text; the types say that it is one."""
    return msgspec.json.encode(content)


def problem(code: str, words: Words) -> Response:
    """Why a request is refused."""
    told = msgspec.json.encode(Problem(code, words))
    return Response(told, STATUS.get(code, 409), media_type="application/json")


def refusing(endpoint: Endpoint) -> Endpoint:
    """Whatever the house refuses becomes an answer with its reason."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except No as no:
            return refused(no)
        except (Conflict, Unavailable):
            return refused(No("retry"))
        except Unreadable:  # damaged since it was loaded
            return refused(No("unreadable"))
        except ClientDisconnect:  # nobody hears it
            return refused(No("bad_message"))

    return answered


def refused(no: No) -> Response:
    """A refusal as an answer."""
    meters.REFUSED.add(no.code)
    answer = problem(no.code, no.words)
    if answer.status_code in (429, 503):
        answer.headers["retry-after"] = "1"
    return answer


def changing(endpoint: Endpoint) -> Endpoint:
    """For what changes something: from pages of ours only, and not too fast."""

    async def checked(request: Request) -> Response:
        home = house(request)
        if not home.allows(request):
            raise No("origin")
        if not home.address(request).changing.take():
            raise No("slow_down")
        player = await home.player(request)
        if player and not home.guests.of(player.id).changing.take():
            raise No("slow_down")
        return await endpoint(request)

    return refusing(checked)


class Unfinished:
    """Whoever still waits when the server ends is told so; what was begun is finished without them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except asyncio.CancelledError:
            if scope["type"] != "http":
                raise
            if not begun:
                await refused(No("stopping"))(scope, receive, send)


class Limited:
    """Every request counts for the address it comes from, whatever it asks for."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http":
            request = Request(scope)
            if not house(request).address(request).looking.take():
                return await refused(No("slow_down"))(scope, receive, send)
        return await self._app(scope, receive, send)
