"""Whom to tell of a weakness of this server: `/.well-known/security.txt` (RFC 9116), where its owner says."""

from __future__ import annotations

import time

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from kritzel.server.web.asking import house

DAYS = 180
"""For so long the answer counts."""


async def contact(request: Request) -> Response:
    """The owner's address; without one there is no such page."""
    address = house(request).settings.contact
    if not address:
        raise HTTPException(404)
    until = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + DAYS * 86400))
    return PlainTextResponse(f"Contact: {address}\nExpires: {until}\nPreferred-Languages: de, en\n")


ROUTES = [Route("/.well-known/security.txt", contact)]
