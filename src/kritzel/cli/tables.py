"""What the commands about kept tables share: where they are, a copy while somebody plays, progress."""

from __future__ import annotations

import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from kritzel.cli.failing import Refused
from kritzel.cli.needing import expect_everything, expect_psycopg
from kritzel.cli.showing import console
from kritzel.cli.speaking import here

SILENCE = 60.0
"""Seconds without a word after which a server is not waited for any longer."""
Told = Callable[[int, int], None]

data_option = click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help=here("Die Datei der Tische, sonst die des Servers.", "The file of tables, else that of the server."),
)
database_option = click.option(
    "--database",
    help=here(
        "Statt der Datei: eine PostgreSQL-Datenbank: postgresql://...",
        "Instead of the file: a PostgreSQL database: postgresql://...",
    ),
)


def so_many(count: int) -> str:
    """Tables, counted."""
    return here(
        "1 Tisch" if count == 1 else f"{count} Tische", "1 table" if count == 1 else f"{count} tables"
    )


class Place(NamedTuple):
    """Where tables are kept: a file, or instead of it a database."""

    data: Path
    database: str = ""

    def __str__(self) -> str:
        from kritzel.server.settings import discreet

        return discreet(self.database) or str(self.data)


def chosen(data: Path | None, database: str | None) -> Place:
    """What is meant: what was named, else what the settings say."""
    expect_everything()
    from kritzel.server.settings import Settings, address

    settings = Settings.from_environment()
    if data is not None and database:
        raise Refused(here("Entweder eine Datei oder --database.", "Either a file or --database."))
    if data is not None:
        return Place(data)
    found = address(database or "", "--database") or settings.database
    if found:
        expect_psycopg()
    return Place(settings.data, found)


@contextmanager
def in_words(place: Place | Path) -> Iterator[None]:
    """Whatever is wrong with a file or a database is told, and which it is."""
    from kritzel.server.store import Unusable

    try:
        yield
    except Unusable as error:
        raise Refused(f"{place}: {here(error.why.de, error.why.en)}") from None


@contextmanager
def progress(title: str) -> Iterator[Told]:
    """A bar on a terminal, nothing elsewhere."""
    err = console(err=True)
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %")
    bar = Progress(*columns, TimeRemainingColumn(), console=err, transient=True, disable=not err.is_terminal)
    with bar:
        task = bar.add_task(title, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def at_rest(place: Place) -> Iterator[Path]:
    """The file where nobody uses it, else a copy; gone again in the end. Refused."""
    from kritzel.server.store import InUse, backup

    alone = not place.database
    if alone:
        with in_words(place):
            try:
                backup.open_at_rest(place.data).close()
            except InUse:
                alone = False
    if alone:
        yield place.data
        return
    with TemporaryDirectory() as folder, progress(here("Kopie", "copy")) as told:
        with in_words(place):
            copy_to(place, copied := Path(folder) / "tables.db", told)
        yield copied


def copy_to(place: Place, target: Path, told: Told) -> None:
    """A copy of all tables in one file, whether somebody plays or not. Raises Unusable, Refused."""
    from kritzel.server.store import InUse, backup

    if place.database:
        from kritzel.server.store import transfer

        return transfer.save(place.database, target, told)
    try:
        backup.copy_at_rest(place.data, target, told)
    except InUse:
        for each in target.parent.glob(f"{target.name}*"):
            each.unlink(missing_ok=True)
        from_server(place.data, target, told)


# The server that plays -------------------------------------------------------------------------
def from_server(data: Path, target: Path, told: Told) -> None:
    """The server of these tables makes a copy, which is moved here. Refused."""
    import msgspec

    from kritzel.server.web.api import admin

    key = admin.found(data)
    if key is None:
        raise Refused(_silent(data, here("kein Schlüssel daneben", "no key beside it")))
    asked = urllib.request.Request(
        key.address + admin.COPY, b"", {"Authorization": f"Bearer {key.key}"}, method="POST"
    )
    said = admin.Progress(problem="?")
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            asked, timeout=SILENCE
        ) as lines:
            for line in lines:
                said = msgspec.json.decode(line, type=admin.Progress)
                if said.of:
                    told(said.done, said.of)
    except (OSError, HTTPException, msgspec.MsgspecError) as error:
        raise Refused(_silent(data, str(error))) from None
    if not said.copy:
        raise Refused(_unmade(data, said.problem))
    made = Path(said.copy)
    try:
        shutil.move(made, target)
    finally:
        with suppress(OSError):
            made.unlink(missing_ok=True)


def _silent(data: Path, why: str) -> str:
    return here(
        f"{data}: Ein Server benutzt diese Datei, antwortet aber nicht ({why}). Beende ihn erst.",
        f"{data}: A server uses this file, but does not answer ({why}). Stop it first.",
    )


def _unmade(data: Path, why: str) -> str:
    if why == "busy":
        return here(
            f"{data}: Der Server macht gerade schon eine Kopie. Versuch es gleich noch einmal.",
            f"{data}: The server is making a copy already. Try again in a moment.",
        )
    if not why:
        return here(
            f"{data}: Der Server wurde beendet, bevor die Kopie fertig war. Versuch es gleich noch einmal.",
            f"{data}: The server ended before the copy was complete. Try again in a moment.",
        )
    return here(
        f"{data}: Der Server konnte keine Kopie machen: {why}",
        f"{data}: The server could not make a copy: {why}",
    )
