"""`kritzel backup`, `kritzel restore`: the tables into a safe place, also while people play, and back."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kritzel.cli.failing import Refused
from kritzel.cli.speaking import FILE, NEW_FILE, here
from kritzel.cli.tables import chosen, copy_to, data_option, in_words, progress

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
@force_option
def backup(file: Path, data: Path | None, force: bool) -> None:
    """Save everything."""
    source = chosen(data)
    from kritzel.server.store import copying

    if file.exists() and not force:
        raise Refused(_there(file))
    if file.exists() and file.samefile(source):
        raise Refused(
            here(f"{file}: Das sind die Tische selbst.", f"{file}: These are the tables themselves.")
        )
    file.parent.mkdir(parents=True, exist_ok=True)
    with in_words(source), copying.beside(file) as part, progress(str(file)) as told:
        copy_to(source, part, told)
        count = _expect_sound(part)
        copying.settle(part, file)
    click.echo(here(f"{file}: {count} Tische gesichert.", f"{file}: {count} tables saved."))


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
@force_option
def restore(file: Path, data: Path | None, force: bool) -> None:
    """Put a backup in the place of the tables; what was there is kept beside it."""
    target = chosen(data)
    from kritzel.server.store import copying

    if target.exists() and file.samefile(target):
        raise Refused(
            here(f"{file}: Das sind die Tische selbst.", f"{file}: These are the tables themselves.")
        )
    if target.exists() and not force:
        raise Refused(_there(target))
    target.parent.mkdir(parents=True, exist_ok=True)
    with copying.beside(target) as part, progress(str(file)) as told:
        with in_words(file):
            copying.copy(file, part, told)
        count = _expect_sound(part)
        with in_words(target), copying.alone(target) as held:
            kept = copying.put_aside(target, time.strftime("%Y%m%d-%H%M%S")) if held else None
            copying.settle(part, target)
    click.echo(here(f"{target}: {count} Tische zurückgeholt.", f"{target}: {count} tables restored."))
    if kept:
        click.echo(here(f"Was vorher da war: {kept}", f"What was there before: {kept}"))
