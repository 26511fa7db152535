"""Every answer that a test gets over HTTP is held to what is written of its request (`wire/calls.py`)."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import msgspec

from kritzel.server.web.http import STATUS
from kritzel.server.wire.answers import Problem
from kritzel.server.wire.calls import ALWAYS, CALLS, Call

AnyCall = Call[Any, Any]
PATHS = [(re.compile(re.sub(r"{\w+}", "[^/]+", call.template)), call) for call in CALLS]


def call_of(method: str, path: str) -> AnyCall | None:
    """The request of this address; none for pages and for what there is not."""
    fitting = [call for pattern, call in PATHS if call.method == method and pattern.fullmatch(path)]
    return fitting[0] if fitting else None


def held(response: httpx.Response) -> None:
    """An answer is what is announced: every field, no other, a refusal that is on the list."""
    call = call_of(response.request.method, response.request.url.path)
    if call is None or response.status_code == 304 or by_a_proxy(response):
        return
    response.read()
    if response.is_success:
        holds(call, response.content)
    else:
        refuses(call, response.status_code, response.content)


def by_a_proxy(response: httpx.Response) -> bool:
    """Whether a proxy says that no server answers; a server of ours says so as JSON."""
    return response.status_code in (502, 503, 504) and "json" not in response.headers.get("content-type", "")


def holds(call: AnyCall, content: bytes) -> None:
    """Read as what is announced and written again it is the same."""
    if call.answer is not str:
        again = msgspec.json.encode(msgspec.json.decode(content, type=call.answer))
        assert json.loads(again) == json.loads(content), f"{call.name}: another shape than {call.answer}"


def refuses(call: AnyCall, status: int, content: bytes) -> None:
    """A problem whose code is one of the request's, with the status of that."""
    code = msgspec.json.decode(content, type=Problem).code
    assert code in (*ALWAYS, *call.refusals), f"{call.name} is refused with {code}: name it in wire/calls.py"
    assert status == STATUS.get(code, 409), f"{call.name}: {code} with status {status}"
