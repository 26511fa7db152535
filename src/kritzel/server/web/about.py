"""Who a server is: which version, which files it runs from, which tables it keeps, where it is reached.

A server leaves that beside its file of tables, for whoever finds the file in use; and it answers for it on
its own machine, for whoever finds the port taken. Two are the same if they run the same, unchanged files.
"""

from __future__ import annotations

import hashlib
import os
from importlib import metadata
from pathlib import Path

import msgspec
from starlette.requests import Request

import kritzel
from kritzel.server.settings import Settings, discreet
from kritzel.server.web.asking import house
from kritzel.server.wire.answers import About

HOME = Path(kritzel.__file__).parent
NEAR = ("127.0.0.1", "::1", "localhost", "[::1]")


def of(chosen: Settings, address: str = "") -> About:
    """A server of this process with these settings."""
    data = discreet(chosen.database) if chosen.database else str(chosen.data.resolve())
    return About(version(), str(HOME), edition(), data, address, os.getpid(), chosen.bots, chosen.contact)


def version() -> str:
    """The version that is installed."""
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


# To whom it may be told ------------------------------------------------------------------------
def told(request: Request, everything: About) -> About:
    """Everything to whoever sits at this machine and calls it by its own name; else the version and whom to
    ask. A proxy that brings people from elsewhere comes with an https origin."""
    name = request.headers.get("host", "").rpartition(":")[0]
    near = request.client is not None and request.client.host in NEAR and name in NEAR
    stranger = About(everything.version, contact=everything.contact)
    return everything if near and not house(request).settings.secure else stranger


# The note beside the tables --------------------------------------------------------------------
def note_of(data: Path) -> Path:
    """The file beside the tables that says who keeps them."""
    return data.with_name(f"{data.name}.server")


def found(data: Path) -> About | None:
    """Whoever keeps these tables, as they have written down. Believed only while the tables are in use."""
    try:
        return msgspec.json.decode(note_of(data).read_bytes(), type=About)
    except (OSError, msgspec.MsgspecError):
        return None


def leave_note(data: Path, who: About) -> None:
    """Write down who keeps these tables."""
    note_of(data).write_bytes(msgspec.json.encode(who))
