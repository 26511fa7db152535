"""`kritzel serve`: the live server. What it needs is imported when it is called."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kritzel import bots
from kritzel.cli.errors import Refused
from kritzel.cli.language import NEW_FILE, here
from kritzel.cli.server_access import StorePlace, explain_unusable, open_store, require_serve
from kritzel.fast.twin import compiles
from kritzel.games.catalogue import UnknownName

if TYPE_CHECKING:
    from kritzel.server.settings import Settings
    from kritzel.server.store.sql import Store
    from kritzel.server.wire.answers import ServerInfo


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
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=here(
        "Port, sonst 8321 oder der nächste freie; 0: irgendein freier.",
        "Port, else 8321 or the next free one; 0: any free one.",
    ),
)
@click.option("--data", type=NEW_FILE, help=here("Die Datei der Tische.", "The file of tables."))
@click.option(
    "--database",
    help=here(
        "Statt der Datei: eine PostgreSQL-Datenbank, auch für mehrere Server: postgresql://...",
        "Instead of the file: a PostgreSQL database, also for several servers: postgresql://...",
    ),
)
@click.option(
    "--bots",
    "named",
    help=here(
        "Bots von außen, die mitspielen dürfen: package.module:Bot,program:./bot.",
        "Bots from outside that may play: package.module:Bot,program:./bot.",
    ),
)
@click.option(
    "--proxy",
    help=here(
        "Proxys, denen geglaubt wird, wen sie bringen: 127.0.0.1,10.0.0.0/8.",
        "Proxies that are believed whom they bring: 127.0.0.1,10.0.0.0/8.",
    ),
)
def serve(
    show: bool,
    lan: bool,
    host: str | None,
    port: int | None,
    data: Path | None,
    database: str | None,
    named: str | None,
    proxy: str | None,
) -> None:
    require_serve()
    from kritzel.server.settings import Settings, check_database_address, parse_networks, split_list

    wished = {"host": host, "port": port, "data": data, "bots": split_list(named) if named else None}
    wished["database"] = check_database_address(database, "--database") if database else None
    wished["proxies"] = parse_networks(proxy, "--proxy") if proxy else None
    found = Settings.from_environment()
    chosen = replace(found, **{name: value for name, value in wished.items() if value is not None})  # type: ignore[arg-type]
    _enrol(chosen)
    fixed = port is not None or bool(os.environ.get("KRITZEL_PORT"))
    chosen = name_server(chosen, fixed=fixed)
    store = open_tables(chosen, show=show)
    if store is not None:
        try:
            _run(chosen, store, show=show, lan=lan, fixed=fixed)
        finally:
            asyncio.run(store.close())


def _enrol(chosen: Settings) -> None:
    """Enrol the operator's bots. Raises Refused; warns of installed bots that cannot play."""
    for sentence in bots.broken():
        click.echo(here(*sentence), err=True)
    for text in chosen.bots:
        try:
            bots.enrol(text)
        except UnknownName as error:
            raise Refused(f"--bots {text}: {here(*error.sentence)}") from None


def _run(chosen: Settings, store: Store, *, show: bool, lan: bool, fixed: bool) -> None:
    from kritzel.server.web import limits
    from kritzel.server.web.api import about
    from kritzel.server.web.network import NoNetwork, reached

    listener, chosen = _open_port(chosen, lan=lan, fixed=fixed)
    try:
        chosen, address = reached(chosen, lan=lan)
    except NoNetwork:
        why = here(
            "Kein Netz gefunden. Ohne --lan geht es hier allein.", "No network found. Try without --lan."
        )
        raise Refused(why) from None
    if not chosen.database:
        about.leave_note(chosen.data, about.describe(chosen, address))
    if chosen.pages is None:
        hint = here("Ohne Seiten: tools/pages.py baut sie.", "Without pages: tools/pages.py builds them.")
        click.echo(hint, err=True)
    if not compiles():
        no_numba = here(
            "Ohne Numba (kritzel[fast]): Alle Bots spielen, nur Meisterhirn nicht.",
            "Without Numba (kritzel[fast]): all bots play, except Mastermind.",
        )
        click.echo(no_numba, err=True)
    if (most := limits.raise_limit()) < limits.FEW_FILES:  # every connection is a file
        few = here(
            f"Nur {most} Dateien dürfen offen sein, also höchstens so viele Leute zugleich: ulimit -Hn.",
            f"Only {most} files may be open, so at most as many people at a time: ulimit -Hn.",
        )
        click.echo(few, err=True)
    click.echo(address)
    if show:
        click.echo(here("Beenden mit Strg+C.", "Stop with Ctrl+C."))
        threading.Thread(target=browse, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        _play(chosen, store, listener, level="WARNING" if show else "INFO")
    if not chosen.database:
        about.note_of(chosen.data).unlink(missing_ok=True)


def _play(chosen: Settings, store: Store, listener: socket.socket, *, level: str) -> None:
    import uvicorn

    from kritzel.server.web import app

    app.set_up_logs(level)
    options = app.uvicorn_options(chosen)
    uvicorn.Server(uvicorn.Config(app.make_app(chosen, store), **options)).run(sockets=[listener])


# The port --------------------------------------------------------------------------------------
def _open_port(chosen: Settings, *, lan: bool, fixed: bool) -> tuple[socket.socket, Settings]:
    """An open socket, and the settings with its port: the next free one unless it is `fixed`."""
    from kritzel.server.web.network import ALL_ADDRESSES, NEXT_PORTS, listening

    host = ALL_ADDRESSES if lan else chosen.host
    choose = here("Wähle einen anderen mit --port.", "Choose another with --port.")
    for port in range(chosen.port, chosen.port + (1 if fixed else NEXT_PORTS)):
        try:
            listener = listening(host, port)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
                choose = here("Wähle eine andere Adresse mit --host.", "Choose another address with --host.")
            if fixed or error.errno != errno.EADDRINUSE:
                raise Refused(f"{describe_port_owner(host, port, error)} {choose}") from None
            click.echo(describe_port_owner(host, port, error), err=True)
        else:
            return listener, replace(chosen, port=listener.getsockname()[1])
    raise Refused(choose)


# Tables ---------------------------------------------------------------------------------------
def open_tables(chosen: Settings, *, show: bool) -> Store | None:
    """The tables, or None where the same server runs already and its page is shown. Raises Refused."""
    from kritzel.server.store import InUse

    place = StorePlace(chosen.data, chosen.database)
    with explain_unusable(place):
        try:
            return open_store(place, chosen.name)
        except InUse:
            if chosen.database:
                raise
    address = replace_running(chosen, show=show)
    if not address:
        return open_tables(chosen, show=show)
    browse(address)
    return None


def name_server(chosen: Settings, *, fixed: bool) -> Settings:
    """Set the name of this server among those that share a database: the same after a restart."""
    who = chosen.port if fixed and chosen.port else f"process-{os.getpid()}"
    return replace(chosen, name=chosen.name or f"{socket.gethostname()}:{who}")


def browse(address: str) -> None:
    """Open a page in the browser, where there is a screen: a text browser would take the terminal."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


# Other servers on this machine ----------------------------------------------------------------
ANSWER_TIMEOUT_S = 2.0
"""A server that does not answer is described less precisely."""
STOP_TIMEOUT_S = 30.0
"""For a server to finish what it is writing."""


def describe_port_owner(host: str, port: int, error: OSError) -> str:
    """Why this port cannot be used."""
    there = ask_about(f"http://127.0.0.1:{port}") if port else None
    if there is None:
        why = str(error.strerror).partition(" (")[0]  # what Python adds says it again
        return here(f"{host}:{port} geht nicht: {why}.", f"{host}:{port} cannot be had: {why}.")
    return here(
        f"Auf Port {port} läuft schon ein anderes Kritzel: {describe(there)}.",
        f"Another Kritzel is running on port {port}: {describe(there)}.",
    )


def ask_about(address: str) -> ServerInfo | None:
    """Ask the server there what it is; None where no Kritzel answers."""
    import msgspec

    from kritzel.server.wire.answers import ServerInfo

    try:
        with urllib.request.urlopen(f"{address}/api/about", timeout=ANSWER_TIMEOUT_S) as reply:
            return msgspec.json.decode(reply.read(10_000), type=ServerInfo)
    except (OSError, ValueError):
        return None


def describe(who: ServerInfo) -> str:
    tables = here(f"Tische in {who.data}", f"tables in {who.data}") if who.data else ""
    return ", ".join(part for part in (f"Version {who.version}", who.home, tables) if part)


def replace_running(chosen: Settings, *, show: bool) -> str:
    """The address of the same server, if only one more page is wanted; empty once another server has stopped.

    Raises Refused where it does not stop.
    """
    from kritzel.server.web.api import about

    there = about.read_note(chosen.data)
    if there is None:
        raise Refused(_in_use(chosen, here("ein anderes Kritzel", "another Kritzel")))
    if show and there.same(about.describe(chosen)):
        click.echo(here("Kritzel läuft hier schon:", "Kritzel is already running here:"), err=True)
        click.echo(there.address)
        return there.address
    click.echo(_in_use(chosen, f"Kritzel, {describe(there)}, {there.address}"), err=True)
    question = here("Soll ich es beenden und hier weitermachen?", "Shall I stop it and go on here?")
    if not sys.stdin.isatty() or not click.confirm(question, default=True):
        raise Refused(here("Nichts gestartet.", "Nothing was started."))
    _stop(there)
    return ""


def _in_use(chosen: Settings, whom: str) -> str:
    return here(
        f"{chosen.data} benutzt gerade {whom}. Beende es dort mit Strg+C, oder nimm andere Tische: --data.",
        f"{chosen.data} is in use by {whom}. Stop it there with Ctrl+C, or take other tables: --data.",
    )


def _stop(there: ServerInfo) -> None:
    """Ask a server to end, and wait for it. A process that only has its number is never signalled."""
    now = ask_about(there.address)
    if now is None or now.process != there.process:
        raise Refused(here("Es antwortet nicht.", "It does not answer."))
    os.kill(there.process, signal.SIGTERM)
    end = time.monotonic() + STOP_TIMEOUT_S
    while ask_about(there.address) is not None:
        if time.monotonic() > end:
            raise Refused(here("Es hört nicht auf.", "It does not stop."))
        time.sleep(0.1)
