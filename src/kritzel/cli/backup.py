"""`kritzel backup`, `kritzel restore`: the tables into a safe place, also while people play, and back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kritzel.cli.failing import Refused
from kritzel.cli.speaking import FILE, NEW_FILE, here
from kritzel.cli.tables import (
    Place,
    chosen,
    copy_to,
    data_option,
    database_option,
    in_words,
    progress,
    so_many,
)

if TYPE_CHECKING:
    import apsw

force_option = click.option(
    "--force",
    is_flag=True,
    help=here("Auch über eine Datei, die es schon gibt.", "Even over a file that is there already."),
)


# Into a safe place -----------------------------------------------------------------------------
@click.command(
    help=here(
        "Alle Tische und Gäste in eine Datei sichern, auch während gespielt wird.",
        "Save all tables and guests into a file, also while people play.",
    )
)
@click.argument("file", type=NEW_FILE)
@data_option
@database_option
@force_option
def backup(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Save everything."""
    source = chosen(data, database)
    from kritzel.server.store import backup as files

    if file.exists() and not force:
        raise Refused(_there(file))
    _expect_other(file, source)
    file.parent.mkdir(parents=True, exist_ok=True)
    with in_words(source), files.unfinished(file) as part, progress(str(file)) as told:
        copy_to(source, part, told)
        count = _expect_sound(part)
        files.settle(part, file)
    click.echo(here(f"{file}: {so_many(count)} gesichert.", f"{file}: {so_many(count)} saved."))


def _expect_other(file: Path, place: Place) -> None:
    if not place.database and file.exists() and place.data.exists() and file.samefile(place.data):
        raise Refused(
            here(f"{file}: Das sind die Tische selbst.", f"{file}: These are the tables themselves.")
        )


def _there(file: Path) -> str:
    return here(
        f"{file}: Die Datei gibt es schon. Nimm einen anderen Namen, oder --force.",
        f"{file}: This file is there already. Choose another name, or --force.",
    )


def _expect_sound(path: Path) -> int:
    """How many tables are in a copy that is whole. Refused where it is damaged."""
    import apsw

    connection = apsw.Connection(str(path))
    try:
        _expect_whole(connection, path)
        found = connection.execute("SELECT count(*) FROM tables").fetchall()
        return int(str(found[0][0]))
    finally:
        connection.close()


def _expect_whole(connection: apsw.Connection, path: Path) -> None:
    import apsw

    try:
        said = str(connection.execute("PRAGMA quick_check(1)").fetchall()[0][0])
    except apsw.Error as error:
        said = str(error)
    if said != "ok":
        raise Refused(
            here(
                f"{path}: Die Datei ist beschädigt: {said}. Sieh nach mit: kritzel check",
                f"{path}: The file is damaged: {said}. Look at it with: kritzel check",
            )
        )


# And back --------------------------------------------------------------------------------------
@click.command(
    help=here(
        "Gesicherte Tische zurückholen. Der Server darf dabei nicht laufen.",
        "Bring saved tables back. The server must not run meanwhile.",
    )
)
@click.argument("file", type=FILE)
@data_option
@database_option
@force_option
def restore(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Put a backup in the place of the tables; what was there is kept beside it."""
    target = chosen(data, database)
    _expect_other(file, target)
    when = time.strftime("%Y%m%d-%H%M%S")
    count, kept = (_into_database if target.database else _into_file)(file, target, when, force=force)
    click.echo(here(f"{target}: {so_many(count)} zurückgeholt.", f"{target}: {so_many(count)} restored."))
    if kept:
        click.echo(here(f"Was vorher da war: {kept}", f"What was there before: {kept}"))


def _into_file(file: Path, target: Place, when: str, *, force: bool) -> tuple[int, str]:
    """How many tables, and where those lie that were there."""
    from kritzel.server.store import backup as files

    data = target.data
    if data.exists() and not force:
        raise Refused(_there(data))
    data.parent.mkdir(parents=True, exist_ok=True)
    with files.unfinished(data) as part, progress(str(file)) as told:
        with in_words(file):
            files.copy_at_rest(file, part, told)
        count = _expect_sound(part)
        with in_words(target), files.locked(data) as held:
            kept = files.put_aside(data, when) if held else ""
            files.settle(part, data)
    return count, str(kept)


def _into_database(file: Path, target: Place, when: str, *, force: bool) -> tuple[int, str]:
    from kritzel.server.store import backup as files
    from kritzel.server.store import transfer

    with in_words(file):
        files.open_at_rest(file).close()
    count = _expect_sound(file)
    with in_words(target), progress(str(file)) as told:
        return count, transfer.restore(file, target.database, when, force=force, on_progress=told)
