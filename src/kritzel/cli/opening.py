"""The tables that a server keeps: its own file, or a database that it shares with other servers."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kritzel.cli.failing import Refused
from kritzel.cli.needing import expect_psycopg
from kritzel.cli.speaking import here

if TYPE_CHECKING:
    from kritzel.server.settings import Settings
    from kritzel.server.store import Store


def opened(chosen: Settings, *, show: bool) -> Store | None:
    """The tables; none where the very same server runs already, and its page is all that was wanted."""
    return _database(chosen) if chosen.database else _file(chosen, show=show)


def named(chosen: Settings, *, fixed: bool) -> Settings:
    """What this server is called among those that share a database: the same when it is started again."""
    who = chosen.port if fixed and chosen.port else f"process-{os.getpid()}"
    return replace(chosen, name=chosen.name or f"{socket.gethostname()}:{who}")


def _file(chosen: Settings, *, show: bool) -> Store | None:
    from kritzel.cli.neighbours import settle
    from kritzel.server.store import InUse, Unusable
    from kritzel.server.store.sqlite import SqliteStore

    _make_folder(chosen.data.parent)
    try:
        return SqliteStore(chosen.data)
    except InUse:
        address = settle(chosen, show=show)
        if not address:
            return _file(chosen, show=show)
        browse(address)
        return None
    except Unusable as error:
        raise Refused(f"{chosen.data}: {here(error.why.de, error.why.en)}") from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        choose = here(
            "Wähle mit --data einen anderen Ort für die Tische.",
            "Choose another place for the tables with --data.",
        )
        raise Refused(f"{folder}: {error.strerror}. {choose}") from None


def _database(chosen: Settings) -> Store:
    expect_psycopg()
    from kritzel.server.settings import discreet
    from kritzel.server.store import Unusable
    from kritzel.server.store.postgres import PostgresStore

    try:
        return PostgresStore(chosen.database, chosen.name)
    except Unusable as error:
        raise Refused(f"{discreet(chosen.database)}: {here(error.why.de, error.why.en)}") from None


def browse(address: str) -> None:
    """Show a page, where there is a screen; a text browser would only fight for the terminal."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
