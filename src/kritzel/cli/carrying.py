"""`kritzel export`, `kritzel import`: tables as text, out of one file and into another."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from typing import IO, TYPE_CHECKING
from urllib.parse import quote

import click

from kritzel.cli.failing import Refused, read_text
from kritzel.cli.speaking import FILE, NEW_FILE, here, spoken_here
from kritzel.cli.tables import (
    Place,
    at_rest,
    chosen,
    data_option,
    database_option,
    in_words,
    progress,
    so_many,
)

if TYPE_CHECKING:
    from kritzel.server.store.export import TableExport
    from kritzel.server.store.sql import SqlStore

LINKS_LIVE = 7 * 24 * 3600.0
"""Seconds in which guests who came with a table can take their seats."""


# Out -------------------------------------------------------------------------------------------
@click.command(
    "export",
    help=here(
        "Tische als Text herausgeben (JSON-Zeilen, docs/server.md), auch während gespielt wird.",
        "Give tables out as text (JSON lines, docs/server.md), also while people play.",
    ),
)
@click.argument("tables", nargs=-1)
@click.option("--all", "every", is_flag=True, help=here("Alle Tische.", "All tables."))
@click.option("--out", type=NEW_FILE, help=here("In diese Datei.", "Into this file."))
@data_option
@database_option
def give(
    tables: Sequence[str], every: bool, out: Path | None, data: Path | None, database: str | None
) -> None:
    """Write tables as text."""
    source = chosen(data, database)
    from kritzel.server.store import backup, export

    if bool(tables) == every:
        raise Refused(here("Welche Tische? Nenne sie, oder --all.", "Which tables? Name them, or --all."))
    if out is not None and out.exists():
        raise Refused(here(f"{out}: Die Datei gibt es schon.", f"{out}: This file is there already."))
    with at_rest(source) as there, in_words(source), backup.open_current(there) as connection:
        known = export.table_names(connection)
        wanted = known if every else list(dict.fromkeys(tables))
        if missing := [each for each in wanted if each not in set(known)]:
            named = ", ".join(missing)
            raise Refused(here(f"Diesen Tisch gibt es nicht: {named}", f"There is no such table: {named}"))
        with _target(out) as file, progress(str(source)) as told:
            for done, name in enumerate(wanted, 1):
                file.writelines(export.export_table(connection, name))
                told(done, len(wanted))
    if out is not None:
        click.echo(f"{out}: {so_many(len(wanted))}.")


def _target(out: Path | None) -> nullcontext[IO[str]] | IO[str]:
    """The file, for nobody else's eyes: the secrets of the dice are in it."""
    if out is None:
        return nullcontext(sys.stdout)
    out.parent.mkdir(parents=True, exist_ok=True)
    return os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")


# In --------------------------------------------------------------------------------------------
@click.command(
    "import",
    help=here(
        "Tische aus einem Text von `kritzel export` aufnehmen. Bei einer Datei darf der Server nicht laufen.",
        "Take tables in from a text of `kritzel export`. With a file the server must not run meanwhile.",
    ),
)
@click.argument("file", type=FILE)
@data_option
@database_option
def take(file: Path, data: Path | None, database: str | None) -> None:
    """Read tables, all or none of them."""
    target = chosen(data, database)
    from kritzel.server.store import export

    try:
        exports = export.parse(StringIO(read_text(file, spoken_here())))
        with in_words(target):
            links = asyncio.run(_import(target, exports))
    except export.Damaged as error:
        raise Refused(f"{file}:{error.line}: {here(error.why.de, error.why.en)}") from None
    click.echo(
        here(
            f"{target}: {so_many(len(exports))} aufgenommen.",
            f"{target}: {so_many(len(exports))} taken in.",
        )
    )
    _tell_links(links)


async def _import(target: Place, exports: Sequence[TableExport]) -> list[tuple[str, str]]:
    """Store the tables; for every guest who was not known, a link that makes a device theirs."""
    from kritzel.server import sessions
    from kritzel.server.store.export import import_tables

    store = _opened(target)
    try:
        links = []
        for player, name in (await import_tables(store, exports)).items():
            token = sessions.new_token()
            await store.add_link(sessions.hash_secret(token), player, time.time() + LINKS_LIVE)
            links.append((name, token))
        return links
    finally:
        await store.close()


def _opened(target: Place) -> SqlStore:
    if target.database:
        from kritzel.server.store.postgres import PostgresStore

        return PostgresStore(target.database, f"import-{os.getpid()}")
    from kritzel.server.store.sqlite import SqliteStore

    target.data.parent.mkdir(parents=True, exist_ok=True)
    return SqliteStore(target.data)


def _tell_links(links: Sequence[tuple[str, str]]) -> None:
    if links:
        click.echo(
            here(
                "Neu hier; so kommt jede und jeder an den eigenen Platz (einmal, eine Woche lang):",
                "New here; this brings each of them to their own seat (once, for a week):",
            )
        )
    for name, token in links:
        click.echo(f"  {name}: /device#{token}.{quote(name)}")
