"""Strict headers on every answer, also on those that no endpoint gives. Knows no table."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
"""No other site's window gets hold of ours. Browsers heed it where they trust the way, else they complain."""


class StrictHeaders:
    """Strict headers on every answer; nothing about a table is kept by browsers on the way."""

    def __init__(self, app: ASGIApp, *, secure: bool) -> None:
        self._app = app
        self._secure = secure
        self._fixed = HEADERS | ({"strict-transport-security": "max-age=31536000"} if secure else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(self._fixed)
                if self._secure or trusted(scope):
                    headers[OWN_WINDOW] = "same-origin"
                if scope["path"].startswith("/api") and "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        await self._app(scope, receive, sending if scope["type"] == "http" else send)


def trusted(scope: Scope) -> bool:
    """Whether a browser trusts the way here: https, or the machine itself."""
    host = Headers(scope=scope).get("host", "").split("]")[0].lstrip("[")
    name = host if host.count(":") > 1 else host.partition(":")[0]
    here = name in ("localhost", "::1") or name.endswith(".localhost") or name.startswith("127.")
    return here or scope["scheme"] == "https"
