"""Commands about stored tables: `kritzel backup`, `restore`, `check`, `export` and `import`."""

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

from kritzel.cli.errors import Refused, read_text
from kritzel.cli.language import FILE, NEW_FILE, here, spoken_here
from kritzel.cli.server_access import (
    StorePlace,
    choose_place,
    copy_tables,
    count_tables,
    data_option,
    database_option,
    explain_unusable,
    file_at_rest,
    open_store,
    progress,
)

if TYPE_CHECKING:
    from kritzel.server.store.check import Report
    from kritzel.server.store.sql import TableExport


force_option = click.option(
    "--force",
    is_flag=True,
    help=here("Auch über eine Datei, die es schon gibt.", "Even over a file that is there already."),
)


# Backup and restore ----------------------------------------------------------------------------
@click.command(
    help=here(
        "Alle Tische und Gäste in eine Datei sichern. Auch während gespielt wird.",
        "Save all tables and guests into a file, also while people play.",
    )
)
@click.argument("file", type=NEW_FILE)
@data_option
@database_option
@force_option
def backup(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    source = choose_place(data, database)
    from kritzel.server.store import backup as files
    from kritzel.server.store.check import count_sound_tables

    if file.exists() and not force:
        raise Refused(_exists(file))
    _require_other_file(file, source)
    file.parent.mkdir(parents=True, exist_ok=True)
    with explain_unusable(source), files.temporary_path(file) as part, progress(str(file)) as on_progress:
        copy_tables(source, part, on_progress)
        count = count_sound_tables(part)
        files.put_in_place(part, file)
    click.echo(here(f"{file}: {count_tables(count)} gesichert.", f"{file}: {count_tables(count)} saved."))


def _require_other_file(file: Path, place: StorePlace) -> None:
    if not place.database and file.exists() and place.data.exists() and file.samefile(place.data):
        raise Refused(
            here(f"{file}: Das sind die Tische selbst.", f"{file}: These are the tables themselves.")
        )


def _exists(file: Path) -> str:
    return here(
        f"{file}: Die Datei gibt es schon. Nimm einen anderen Namen, oder --force.",
        f"{file}: This file is there already. Choose another name, or --force.",
    )


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
    target = choose_place(data, database)
    _require_other_file(file, target)
    when = time.strftime("%Y%m%d-%H%M%S")
    count, aside = (_restore_database if target.database else _restore_file)(file, target, when, force=force)
    click.echo(
        here(f"{target}: {count_tables(count)} zurückgeholt.", f"{target}: {count_tables(count)} restored.")
    )
    if aside:
        click.echo(here(f"Was vorher da war: {aside}", f"What was there before: {aside}"))


def _restore_file(file: Path, target: StorePlace, when: str, *, force: bool) -> tuple[int, str]:
    """How many tables, and where the tables are that were there before."""
    from kritzel.server.store import backup as files
    from kritzel.server.store.check import count_sound_tables

    data = target.data
    if data.exists() and not force:
        raise Refused(_exists(data))
    data.parent.mkdir(parents=True, exist_ok=True)
    with files.temporary_path(data) as part, progress(str(file)) as on_progress:
        with explain_unusable(file):
            files.copy_at_rest(file, part, on_progress)
            count = count_sound_tables(part)
        with explain_unusable(target), files.lock_file(data) as held:
            aside = files.put_aside(data, when) if held else ""
            files.put_in_place(part, data)
    return count, str(aside)


def _restore_database(file: Path, target: StorePlace, when: str, *, force: bool) -> tuple[int, str]:
    from kritzel.server.store import backup as files
    from kritzel.server.store import transfer
    from kritzel.server.store.check import count_sound_tables

    with explain_unusable(file):
        files.open_at_rest(file).close()
        count = count_sound_tables(file)
    with explain_unusable(target), progress(str(file)) as on_progress:
        return count, transfer.restore(file, target.database, when, force=force, on_progress=on_progress)


# Check -----------------------------------------------------------------------------------------
PHASES = {
    "open": ("wartet auf Mitspielende", "waiting for players"),
    "running": ("läuft", "being played"),
    "over": ("zu Ende", "over"),
    "stopped": ("aufgegeben", "given up"),
}


@click.command(
    help=here(
        "Prüfen, ob jeder Tisch heil und lesbar ist. Auch während eines Spiels.",
        "Check that every table is whole and can be read. Also while people play.",
    )
)
@click.argument("file", type=NEW_FILE, required=False)
@database_option
def check(file: Path | None, database: str | None) -> None:
    """Exit code 1 where something is wrong."""
    place = choose_place(file, database)
    from kritzel.server.store.check import check as examine

    with file_at_rest(place) as there, explain_unusable(place), progress(str(place)) as on_progress:
        report = examine(there, on_progress)
    _print_report(place, report)
    sys.exit(0 if report.sound else 1)


def _print_report(place: StorePlace, report: Report) -> None:
    say = click.echo
    counts = (report.version, count_tables(report.tables), report.lines, report.players)
    words = here("Version {}, {}; Zeilen: {}, Gäste: {}.", "version {}, {}; lines: {}, guests: {}.")
    say(f"{place}: {words.format(*counts)}")
    for phase, called in PHASES.items():
        if report.phases[phase]:
            say(f"  {here(*called)}: {report.phases[phase]}")
    for damage in report.damage:
        say(here(f"Beschädigt: {damage}", f"Damaged: {damage}"))
    for name, why in report.unreadable.items():
        say(here(f"Nicht zu lesen: {name} ({why})", f"Cannot be read: {name} ({why})"))
    if report.sound:
        say(here("Alles heil.", "All is sound."))


# Export and import -----------------------------------------------------------------------------
LINKS_LIVE_S = 7 * 24 * 3600.0
"""How long guests who came with an imported table can take their seats."""


@click.command(
    "export",
    help=here(
        "Tische als Text herausgeben (docs/server.md). JSON-Zeilen, auch während gespielt wird.",
        "Give tables out as text (docs/server.md). JSON lines, also while people play.",
    ),
)
@click.argument("tables", nargs=-1)
@click.option("--all", "every", is_flag=True, help=here("Alle Tische.", "All tables."))
@click.option("--out", type=NEW_FILE, help=here("In diese Datei.", "Into this file."))
@data_option
@database_option
def export_tables(
    tables: Sequence[str], every: bool, out: Path | None, data: Path | None, database: str | None
) -> None:
    source = choose_place(data, database)
    from kritzel.server.store import backup, export

    if bool(tables) == every:
        raise Refused(here("Welche Tische? Nenne sie, oder --all.", "Which tables? Name them, or --all."))
    if out is not None and out.exists():
        raise Refused(here(f"{out}: Die Datei gibt es schon.", f"{out}: This file is there already."))
    with file_at_rest(source) as there, explain_unusable(source), backup.open_current(there) as connection:
        known = export.table_names(connection)
        wanted = known if every else list(dict.fromkeys(tables))
        if missing := [each for each in wanted if each not in set(known)]:
            named = ", ".join(missing)
            raise Refused(here(f"Diesen Tisch gibt es nicht: {named}", f"There is no such table: {named}"))
        with _open_output(out) as file, progress(str(source)) as on_progress:
            for done, name in enumerate(wanted, 1):
                file.writelines(export.export_table(connection, name))
                on_progress(done, len(wanted))
    if out is not None:
        click.echo(f"{out}: {count_tables(len(wanted))}.")


def _open_output(out: Path | None) -> nullcontext[IO[str]] | IO[str]:
    """The file, readable by its owner only: the secrets of the dice are in it."""
    if out is None:
        return nullcontext(sys.stdout)
    out.parent.mkdir(parents=True, exist_ok=True)
    return os.fdopen(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8")


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
def import_tables(file: Path, data: Path | None, database: str | None) -> None:
    target = choose_place(data, database)
    from kritzel.server.store import export

    try:
        exports = export.parse(StringIO(read_text(file, spoken_here())))
        with explain_unusable(target):
            links = asyncio.run(_import(target, exports))
    except export.Damaged as error:
        raise Refused(f"{file}:{error.line}: {here(*error.why)}") from None
    click.echo(
        here(
            f"{target}: {count_tables(len(exports))} aufgenommen.",
            f"{target}: {count_tables(len(exports))} taken in.",
        )
    )
    _print_links(links)


async def _import(target: StorePlace, exports: Sequence[TableExport]) -> list[tuple[str, str]]:
    """Store the tables; for every guest who was not known, a link that makes a device theirs."""
    from kritzel.server import sessions
    from kritzel.server.store.export import import_tables

    store = open_store(target, f"import-{os.getpid()}")
    try:
        links = []
        for player, name in (await import_tables(store, exports)).items():
            token = sessions.new_token()
            await store.add_link(sessions.hash_secret(token), player, time.time() + LINKS_LIVE_S)
            links.append((name, token))
        return links
    finally:
        await store.close()


def _print_links(links: Sequence[tuple[str, str]]) -> None:
    if links:
        click.echo(
            here(
                "Neu hier; so kommt jede und jeder an den eigenen Platz (einmal, eine Woche lang):",
                "New here; this brings each of them to their own seat (once, for a week):",
            )
        )
    for name, token in links:
        click.echo(f"  {name}: /device#{token}.{quote(name)}")
