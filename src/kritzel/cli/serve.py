"""`kritzel serve`: the live server. Everything it needs is loaded when it is called."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kritzel import bots
from kritzel.cli import opening
from kritzel.cli.failing import Refused
from kritzel.cli.needing import expect_everything
from kritzel.cli.speaking import here
from kritzel.fast.twin import compiles
from kritzel.game import Text
from kritzel.games.catalogue import UnknownName

if TYPE_CHECKING:
    from kritzel.server.settings import Settings
    from kritzel.server.store import Store

FILE_OF_TABLES = click.Path(dir_okay=False, path_type=Path)
PORT = click.IntRange(0, 65535)

_PLAINLY = Text(
    "Ohne Numba (kritzel[fast]): Alle Bots spielen, nur Meisterhirn nicht.",
    "Without Numba (kritzel[fast]): all bots play, except Mastermind.",
)


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
    type=PORT,
    help=here(
        "Port, sonst 8321 oder der nächste freie; 0: irgendein freier.",
        "Port, else 8321 or the next free one; 0: any free one.",
    ),
)
@click.option("--data", type=FILE_OF_TABLES, help=here("Die Datei der Tische.", "The file of tables."))
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
    """Serve tables until stopped."""
    expect_everything()
    from kritzel.server.settings import Settings, address, listed, networks

    wished = {"host": host, "port": port, "data": data, "bots": listed(named) if named else None}
    wished["database"] = address(database, "--database") if database else None
    wished["proxies"] = networks(proxy, "--proxy") if proxy else None
    found = Settings.from_environment()
    chosen = replace(found, **{name: value for name, value in wished.items() if value is not None})  # type: ignore[arg-type]
    _enrol(chosen)
    fixed = port is not None or bool(os.environ.get("KRITZEL_PORT"))
    chosen = opening.named(chosen, fixed=fixed)
    store = opening.opened(chosen, show=show)
    if store is not None:
        try:
            _run(chosen, store, show=show, lan=lan, fixed=fixed)
        finally:
            asyncio.run(store.close())


def _enrol(chosen: Settings) -> None:
    """The owner's bots; one that cannot play is named before anything is served."""
    for sentence in bots.broken():
        click.echo(here(*sentence), err=True)
    for text in chosen.bots:
        try:
            bots.enrol(text)
        except UnknownName as error:
            raise Refused(f"--bots {text}: {here(*error.sentence)}") from None


def _run(chosen: Settings, store: Store, *, show: bool, lan: bool, fixed: bool) -> None:
    from kritzel.server.web.api import about

    listener, chosen = _listening(chosen, lan=lan, fixed=fixed)
    chosen, address = _reached(chosen, lan=lan)
    if not chosen.database:
        about.leave_note(chosen.data, about.of(chosen, address))
    if chosen.pages is None:
        hint = here("Ohne Seiten: tools/pages.py baut sie.", "Without pages: tools/pages.py builds them.")
        click.echo(hint, err=True)
    if not compiles():
        click.echo(here(_PLAINLY.de, _PLAINLY.en), err=True)
    _warn_of_few_files()
    click.echo(address)
    if show:
        click.echo(here("Beenden mit Strg+C.", "Stop with Ctrl+C."))
        threading.Thread(target=opening.browse, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        _play(chosen, store, listener, level="WARNING" if show else "INFO")
    if not chosen.database:
        about.note_of(chosen.data).unlink(missing_ok=True)


def _play(chosen: Settings, store: Store, listener: socket.socket, *, level: str) -> None:
    import uvicorn

    from kritzel.server.web import app, logs

    logs.set_up(level)
    options = app.uvicorn_options(chosen)
    uvicorn.Server(uvicorn.Config(app.make_app(chosen, store), **options)).run(sockets=[listener])


def _warn_of_few_files() -> None:
    """Every connection is a file; the system's own limit is raised as far as it lets us."""
    from kritzel.server.web import connections

    if (most := connections.raise_limit()) < connections.FEW:
        click.echo(
            here(
                f"Nur {most} Dateien dürfen offen sein, also höchstens so viele Leute zugleich: ulimit -Hn.",
                f"Only {most} files may be open, so at most as many people at a time: ulimit -Hn.",
            ),
            err=True,
        )


def _reached(chosen: Settings, *, lan: bool) -> tuple[Settings, str]:
    from kritzel.server.web.network import NoNetwork, reached

    try:
        return reached(chosen, lan=lan)
    except NoNetwork:
        why = here(
            "Kein Netz gefunden. Ohne --lan geht es hier allein.", "No network found. Try without --lan."
        )
        raise Refused(why) from None


# The port --------------------------------------------------------------------------------------
def _listening(chosen: Settings, *, lan: bool, fixed: bool) -> tuple[socket.socket, Settings]:
    """An open socket, and the settings with its port. Where nobody has chosen a port, the next free one."""
    from kritzel.cli.neighbours import who_has
    from kritzel.server.web.network import EVERYWHERE, NEXT_PORTS, listening

    host = EVERYWHERE if lan else chosen.host
    choose = here("Wähle einen anderen mit --port.", "Choose another with --port.")
    for port in range(chosen.port, chosen.port + (1 if fixed else NEXT_PORTS)):
        try:
            listener = listening(host, port)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
                choose = here("Wähle eine andere Adresse mit --host.", "Choose another address with --host.")
            if fixed or error.errno != errno.EADDRINUSE:
                raise Refused(f"{who_has(host, port, error)} {choose}") from None
            click.echo(who_has(host, port, error), err=True)
        else:
            return listener, replace(chosen, port=listener.getsockname()[1])
    raise Refused(choose)
