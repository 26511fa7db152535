"""What only whoever has the file of tables may ask of the server that plays in it: a copy of it.

The server alone can read its file while it runs. Beside it lies a key, which nobody but its owner can read;
a request that brings it gets a copy made, step by step, and takes it from there. Everybody else finds nothing
here, and neither does whoever comes through a proxy.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kritzel.server.settings import Settings
from kritzel.server.store import Store, Unavailable, copying
from kritzel.server.store.copying import Copied
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web.addresses import opened_at
from kritzel.server.web.network import FORWARDED

COPY = "/control/copy"
TELL = 40
"""Steps after which it is told how far a copy is: 10 MB."""


class Key(msgspec.Struct, frozen=True):
    """Where the server of a file is asked, and the secret (`key`) that proves that one may."""

    address: str
    key: str


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a copy is: pages `done` `of` all; at last where it lies (`copy`), or what went wrong."""

    done: int = 0
    of: int = 0
    copy: str = ""
    problem: str = ""


def key_of(data: Path) -> Path:
    """The file beside the tables with the key."""
    return data.with_name(f"{data.name}.key")


def found(data: Path) -> Key | None:
    """The key to the server of these tables, where there is one and we may read it."""
    try:
        return msgspec.json.decode(key_of(data).read_bytes(), type=Key)
    except (OSError, msgspec.MsgspecError):
        return None


def new_key(chosen: Settings) -> Key:
    """A key to a server with these settings."""
    return Key(opened_at(chosen.host, chosen.port), secrets.token_urlsafe(32))


class KeyFile:
    """The key beside the tables, as long as their server runs. Without a file there is none."""

    def __init__(self, data: Path | None, key: Key) -> None:
        self._data, self._key = data, key

    def leave(self) -> None:
        """Here it is; what an earlier server left unfinished is gone."""
        if self._data is None:
            return
        with suppress(OSError):
            for left in self._data.parent.glob(f"{self._data.name}.copy-*"):
                left.unlink()
            path = key_of(self._data)
            path.unlink(missing_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.encode(self._key))

    def take_away(self) -> None:
        """Nobody answers to it any more."""
        if self._data is not None:
            with suppress(OSError):
                key_of(self._data).unlink(missing_ok=True)


class Copying(Protocol):
    """Whoever can copy all tables of a house: the file, or the way to all workers."""

    @property
    def path(self) -> Path | None:
        """The file beside which copies are made; none where there is none."""

    def copied(self, target: Path) -> AsyncGenerator[Copied, None]:
        """Copy everything, step by step. Raises Unavailable."""


class OneFile:
    """The tables of one process."""

    def __init__(self, store: Store) -> None:
        self._store = store if isinstance(store, SqliteStore) else None

    @property
    def path(self) -> Path | None:
        """The file; none where it is another kind of store."""
        return self._store.path if self._store else None

    def copied(self, target: Path) -> AsyncGenerator[Copied, None]:
        """Copy it, step by step. Raises Unavailable."""
        assert self._store is not None
        return copying.copied(self._store, target)


class Control:
    """Who has the key may have a copy, one at a time."""

    def __init__(self, key: Key, copying: Copying) -> None:
        self._key, self._copying = key, copying
        self._busy = False

    def admits(self, request: Request) -> bool:
        """Whether this comes with the key, and through no proxy."""
        brought = request.headers.get("authorization", "").removeprefix("Bearer ")
        straight = not any(name in request.headers for name in FORWARDED)
        return straight and hmac.compare_digest(brought.encode(), self._key.key.encode())

    async def copies(self) -> AsyncGenerator[bytes, None]:
        """Make a copy and tell how far it is, one JSON object in a line."""
        if (path := self._copying.path) is None or self._busy:
            yield _told(Progress(problem="busy" if self._busy else "no_file"))
            return
        self._busy = True
        target = path.with_name(f"{path.name}.copy-{secrets.token_hex(4)}")
        handed = False
        try:
            async for told in self._steps(target):
                yield told
            handed = True
            yield _told(Progress(copy=str(target.resolve())))
        except (Unavailable, OSError) as error:
            handed = False
            yield _told(Progress(problem=f"{type(error).__name__}: {error}"))
        finally:
            self._busy = False
            if not handed:
                for each in target.parent.glob(f"{target.name}*"):
                    each.unlink(missing_ok=True)

    async def _steps(self, target: Path) -> AsyncGenerator[bytes, None]:
        steps = 0
        async for copied in self._copying.copied(target):
            steps += 1
            if steps % TELL == 1:
                yield _told(Progress(*copied))


def _told(progress: Progress) -> bytes:
    return msgspec.json.encode(progress) + b"\n"


async def copy(request: Request) -> Response:
    """A copy of the tables, for whoever brings the key."""
    control: Control = request.app.state.control
    if not control.admits(request):
        raise HTTPException(404)
    return StreamingResponse(control.copies(), media_type="application/jsonl")


ROUTES = [Route(COPY, copy, methods=["POST"])]
