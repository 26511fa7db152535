"""`kritzel admin`: what the operator of a running server does: list tables, end one, ban and unban."""

from __future__ import annotations

import urllib.error
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kritzel.cli.errors import Refused
from kritzel.cli.language import here
from kritzel.cli.server_access import NoServer, count_tables, data_option, request_server, require_serve

if TYPE_CHECKING:
    from kritzel.server.web.api.admin import TableEntry

T = TypeVar("T")
TIMEOUT_S = 30.0
NOT_RUNNING = (
    "Hier läuft kein Server mit diesen Tischen, oder sein Schlüssel gehört jemand anderem.",
    "No server with these tables runs here, or its key belongs to another user.",
)


@click.group(
    help=here(
        "Einen Server betreiben: Tische sehen und beenden, sperren.",
        "Operate a running server: see and end tables, ban.",
    )
)
def admin() -> None: ...


@admin.command(help=here("Die Tische im Speicher.", "The tables in memory."))
@data_option
def tables(data: Path | None) -> None:
    from kritzel.server.web.api.admin import TableEntry

    found = request(data, "/control/tables", list[TableEntry])
    for entry in found:
        click.echo(_line(entry))
    click.echo(count_tables(len(found)), err=True)


def _line(entry: TableEntry) -> str:
    seats = ", ".join(f"{seat.name or seat.bot} ({seat.guest or 'bot'})" for seat in entry.seats)
    pages = here(f"{entry.pages} Seiten", f"{entry.pages} pages")
    return f"{entry.table}  {entry.sheet}  {entry.phase}  {pages}  {seats}"


@admin.command(
    help=here(
        "Eine Partie beenden, mit --delete den Tisch löschen.", "End a game, with --delete delete its table."
    )
)
@click.argument("table")
@click.option(
    "--delete", is_flag=True, help=here("Den Tisch für immer löschen.", "Delete the table for ever.")
)
@data_option
def end(table: str, delete: bool, data: Path | None) -> None:
    from kritzel.server.web.api.admin import ControlResult, EndTable

    request(data, "/control/end", ControlResult, EndTable(table, delete))
    click.echo(here("Beendet.", "Ended.") if not delete else here("Gelöscht.", "Deleted."))


@admin.command(
    help=here(
        "Einen Gast, eine Adresse oder ein Netz sperren: Kennung, 192.0.2.7, 2001:db8::/48.",
        "Ban a guest, an address or a network: id, 192.0.2.7, 2001:db8::/48.",
    )
)
@click.argument("who")
@click.option("--note", default="", help=here("Warum.", "Why."))
@data_option
def ban(who: str, note: str, data: Path | None) -> None:
    from kritzel.server.bans import Ban
    from kritzel.server.web.api.admin import NewBan

    made = request(data, "/control/ban", Ban, NewBan(who, note))
    click.echo(here(f"Gesperrt: {made.who}", f"Banned: {made.who}"))


@admin.command(help=here("Eine Sperre aufheben.", "Lift a ban."))
@click.argument("who")
@data_option
def unban(who: str, data: Path | None) -> None:
    from kritzel.server.web.api.admin import ControlResult, NewBan

    if not request(data, "/control/unban", ControlResult, NewBan(who)).done:
        raise Refused(here(f"{who} ist nicht gesperrt.", f"{who} is not banned."))
    click.echo(here("Freigegeben.", "Unbanned."))


@admin.command(help=here("Wer gesperrt ist.", "Who is banned."))
@data_option
def bans(data: Path | None) -> None:
    from kritzel.server.bans import Ban

    for each in request(data, "/control/bans", list[Ban]):
        click.echo("  ".join(filter(None, (each.who, each.since, each.note))))


@admin.command(
    help=here(
        "Die Adresse der Seite für den Betreiber; sie öffnet einmal, zehn Minuten lang.",
        "The address of the operator's page; it opens once, for ten minutes.",
    )
)
@data_option
def page(data: Path | None) -> None:
    from kritzel.server.web.api.admin import PageAddress

    click.echo(request(data, "/control/page", PageAddress, {}).address)


def request(data: Path | None, path: str, kind: type[T], body: Any = None) -> T:
    """The answer of the server that uses these tables. Raises Refused."""
    require_serve()
    import msgspec

    from kritzel.server.settings import Settings
    from kritzel.server.wire.answers import Problem

    file = data or Settings.from_environment().data
    data_sent = None if body is None else msgspec.json.encode(body)
    try:
        with request_server(file, path, data_sent, TIMEOUT_S) as answer:
            return msgspec.json.decode(answer.read(), type=kind)
    except urllib.error.HTTPError as error:
        try:
            words = msgspec.json.decode(error.read(), type=Problem).words
        except msgspec.MsgspecError:
            raise Refused(here(*NOT_RUNNING)) from None
        raise Refused(here(words.de, words.en)) from None
    except (NoServer, OSError, HTTPException, msgspec.MsgspecError):
        raise Refused(here(*NOT_RUNNING)) from None
