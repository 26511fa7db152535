"""Which Kritzel a server is, and its operator's contact.

A server leaves a note beside its file of tables, for a server that finds the file in use; and it answers on
its own machine, for a server that finds the port taken. Two servers are the same if they run the same,
unchanged files.
"""

from __future__ import annotations

import hashlib
import os
import time
from importlib import metadata
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

import kritzel
from kritzel.server.settings import Settings, hide_password
from kritzel.server.web.http import context_of, endpoint, host_of
from kritzel.server.web.limits import LOOPBACK
from kritzel.server.wire import calls
from kritzel.server.wire.answers import Health, ServerInfo

HOME = Path(kritzel.__file__).parent
NEAR = (*LOOPBACK, "localhost", "[::1]")


def describe(chosen: Settings, address: str = "") -> ServerInfo:
    """A server of this process with these settings."""
    data = hide_password(chosen.database) if chosen.database else str(chosen.data.resolve())
    return ServerInfo(
        version(), str(HOME), edition(), data, address, os.getpid(), chosen.bots, chosen.contact
    )


def version() -> str:
    try:
        return metadata.version("kritzel")
    except metadata.PackageNotFoundError:
        return "?"


def edition() -> str:
    """A name for the files of the package as they are now: any change to one of them makes another."""
    seen = hashlib.sha256()
    for file in sorted(path for path in HOME.rglob("*") if path.suffix != ".pyc" and path.is_file()):
        seen.update(f"{file.relative_to(HOME)} {file.stat().st_mtime_ns}\n".encode())
    return seen.hexdigest()[:12]


# Requests --------------------------------------------------------------------------------------
@endpoint(calls.ABOUT)
async def who(request: Request) -> ServerInfo:
    everything = context_of(request).about
    return everything if is_near(request) else ServerInfo(everything.version, contact=everything.contact)


def is_near(request: Request) -> bool:
    """Whether the caller is on this machine and uses its own name.

    A proxy that brings people from elsewhere comes with an https origin.
    """
    name = request.headers.get("host", "").rpartition(":")[0]
    return host_of(request) in NEAR and name in NEAR and not context_of(request).settings.secure


@endpoint(calls.HEALTH)
async def healthz(request: Request) -> Health:
    await context_of(request).tables.store.ping()
    return Health()


# The note beside the tables --------------------------------------------------------------------
def note_of(data: Path) -> Path:
    return data.with_name(f"{data.name}.server")


def read_note(data: Path) -> ServerInfo | None:
    """The server that uses these tables, from its note. True only while the tables are in use."""
    try:
        return msgspec.json.decode(note_of(data).read_bytes(), type=ServerInfo)
    except (OSError, msgspec.MsgspecError):
        return None


def leave_note(data: Path, who: ServerInfo) -> None:
    """Write down who keeps these tables. Only their owner reads it: it names paths."""
    write_private(note_of(data), who)


def write_private(path: Path, content: msgspec.Struct) -> None:
    """Write a new file that only its owner can read, as JSON."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(content))


CONTACT_VALID_DAYS = 180
"""Lifetime of security.txt."""


async def contact(request: Request) -> Response:
    address = context_of(request).settings.contact
    if not address:
        raise HTTPException(404)
    until = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + CONTACT_VALID_DAYS * 86400))
    return PlainTextResponse(f"Contact: {address}\nExpires: {until}\nPreferred-Languages: de, en\n")


ROUTES = [Route("/.well-known/security.txt", contact), healthz, who]
