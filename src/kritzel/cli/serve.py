"""`kritzel serve`: the live server. Everything it needs is loaded when it is called."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kritzel.cli.failing import Refused
from kritzel.cli.speaking import here

if TYPE_CHECKING:
    from kritzel.server.settings import Settings

FILE_OF_TABLES = click.Path(dir_okay=False, path_type=Path)
NEEDED = ("starlette", "msgspec", "uvicorn", "websockets", "apsw")
UP_WITHIN = 30.0


@click.command(
    help=here(
        "Kritzel im Browser: der Server für Tische, Freunde und Bots. Einstellungen: docs/server.md.",
        "Kritzel in the browser: the server for tables, friends and bots. Settings: docs/server.md.",
    )
)
@click.option("--open", "show", is_flag=True, help=here("Den Browser öffnen.", "Open the browser."))
@click.option(
    "--lan",
    is_flag=True,
    help=here("Auch für andere Geräte im eigenen Netz.", "For other devices in your own network, too."),
)
@click.option("--host", help=here("Adresse, sonst 127.0.0.1.", "Address, else 127.0.0.1."))
@click.option("--port", type=int, help=here("Port, sonst 8321.", "Port, else 8321."))
@click.option("--data", type=FILE_OF_TABLES, help=here("Die Datei der Tische.", "The file of tables."))
def serve(show: bool, lan: bool, host: str | None, port: int | None, data: Path | None) -> None:
    """Serve tables until stopped."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Refused(f"{', '.join(missing)}: pip install 'kritzel[serve]'")
    from kritzel.server.addresses import NoNetwork, reached
    from kritzel.server.settings import Settings

    wished = {"host": host, "port": port, "data": data}
    found = Settings.from_environment()
    chosen = replace(found, **{name: value for name, value in wished.items() if value is not None})  # type: ignore[arg-type]
    try:
        chosen, address = reached(chosen, lan=lan)
    except NoNetwork:
        why = here(
            "Kein Netz gefunden. Ohne --lan geht es hier allein.", "No network found. Try without --lan."
        )
        raise Refused(why) from None
    click.echo(address)
    if show and _answers(address):  # it runs already: one more page is all that is wanted
        _open(address)
        return
    _check_port(chosen)
    _run(chosen, address, show=show)


def _run(chosen: Settings, address: str, *, show: bool) -> None:
    import uvicorn

    from kritzel.server import app, logs
    from kritzel.server.sqlite import SqliteStore, Unusable

    try:
        chosen.data.parent.mkdir(parents=True, exist_ok=True)
        store = SqliteStore(chosen.data)
    except Unusable as error:
        raise Refused(f"{chosen.data}: {here(error.why.de, error.why.en)}") from None
    if chosen.pages is None:
        hint = here("Ohne Seiten: tools/pages.py baut sie.", "Without pages: tools/pages.py builds them.")
        click.echo(hint, err=True)
    if show:
        click.echo(here("Beenden mit Strg+C.", "Stop with Ctrl+C."))
        threading.Thread(target=_open_when_up, args=(address,), daemon=True).start()
    logs.set_up("WARNING" if show else "INFO")
    uvicorn.run(app.make_app(chosen, store), **app.uvicorn_options(chosen))


# The port ----------------------------------------------------------------------------------------
def _check_port(chosen: Settings) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((chosen.host, chosen.port))
        except OSError as error:
            why = here("Wähle einen anderen mit --port.", "Choose another with --port.")
            raise Refused(f"{chosen.host}:{chosen.port}: {error.strerror}. {why}") from None


# The browser -----------------------------------------------------------------------------------
def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=1) as reply:
            return bool(reply.read(20) == b'{"ok":true}')
    except OSError:
        return False


def _open_when_up(address: str) -> None:
    until = time.monotonic() + UP_WITHIN
    while time.monotonic() < until and not _answers(address):
        time.sleep(0.1)
    _open(address)


def _open(address: str) -> None:
    """Show a page, where there is a screen; a text browser would only fight for the terminal."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)
