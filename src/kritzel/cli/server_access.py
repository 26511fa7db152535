"""What commands about a server share: its packages, its tables, a copy of them, requests to a running server.

Imports of the server are inside functions: `kritzel --help` works without its packages.
"""

from __future__ import annotations

import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kritzel.cli.errors import Refused
from kritzel.cli.language import NEW_FILE, here

if TYPE_CHECKING:
    from kritzel.server.store.sql import Store

SERVE_PACKAGES = ("starlette", "msgspec", "uvicorn", "websockets", "apsw")


def require_serve() -> None:
    """Raises Refused where a package of the extra `serve` is missing."""
    _require(SERVE_PACKAGES, "serve", "Für den Server", "The server")


def require_postgres() -> None:
    """Raises Refused where the extra `postgres` is missing."""
    _require(("psycopg",), "postgres", "Für PostgreSQL", "PostgreSQL")


def _require(packages: Sequence[str], extra: str, de: str, en: str) -> None:
    missing = ", ".join(name for name in packages if find_spec(name) is None)
    if missing:
        raise Refused(
            here(
                f"{de} muss noch installiert werden: {missing}. Das tut: pip install 'kritzel[{extra}]'",
                f"{en} needs {missing}. Install that with: pip install 'kritzel[{extra}]'",
            )
        )


# Where tables are stored -------------------------------------------------------------------------
SERVER_TIMEOUT_S = 60.0
"""A running server that sends nothing for this long is given up."""
OnProgress = Callable[[int, int], None]

data_option = click.option(
    "--data",
    type=NEW_FILE,
    help=here("Die Datei der Tische, sonst die des Servers.", "The file of tables, else that of the server."),
)
database_option = click.option(
    "--database",
    help=here(
        "Statt der Datei: eine PostgreSQL-Datenbank: postgresql://...",
        "Instead of the file: a PostgreSQL database: postgresql://...",
    ),
)


def count_tables(count: int) -> str:
    return here(
        "1 Tisch" if count == 1 else f"{count} Tische", "1 table" if count == 1 else f"{count} tables"
    )


class StorePlace(NamedTuple):
    """Where tables are stored: a file, or a database instead."""

    data: Path
    database: str = ""

    def __str__(self) -> str:
        from kritzel.server.settings import hide_password

        return hide_password(self.database) or str(self.data)


def choose_place(data: Path | None, database: str | None) -> StorePlace:
    """The place named by options, else by the settings. Raises Refused."""
    require_serve()
    from kritzel.server.settings import Settings, check_database_address

    settings = Settings.from_environment()
    if data is not None and database:
        raise Refused(here("Entweder eine Datei oder --database.", "Either a file or --database."))
    if data is not None:
        return StorePlace(data)
    found = check_database_address(database or "", "--database") or settings.database
    if found:
        require_postgres()
    return StorePlace(settings.data, found)


@contextmanager
def explain_unusable(place: StorePlace | Path) -> Iterator[None]:
    """Raise Refused with the place and the reason instead of Unusable."""
    from kritzel.server.store import Unusable

    try:
        yield
    except Unusable as error:
        raise Refused(f"{place}: {here(*error.why)}") from None


@contextmanager
def progress(title: str) -> Iterator[OnProgress]:
    """A bar on a terminal, nothing elsewhere."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from kritzel.cli.output import console

    err = console(err=True)
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:.0f} %")
    bar = Progress(*columns, TimeRemainingColumn(), console=err, transient=True, disable=not err.is_terminal)
    with bar:
        task = bar.add_task(title, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


@contextmanager
def file_at_rest(place: StorePlace) -> Iterator[Path]:
    """The file itself if no server uses it, else a temporary copy. Raises Refused."""
    from kritzel.server.store import InUse, backup

    alone = not place.database
    if alone:
        with explain_unusable(place):
            try:
                backup.open_at_rest(place.data).close()
            except InUse:
                alone = False
    if alone:
        yield place.data
        return
    with TemporaryDirectory() as folder, progress(here("Kopie", "copy")) as on_progress:
        with explain_unusable(place):
            copy_tables(place, copied := Path(folder) / "tables.db", on_progress)
        yield copied


def copy_tables(place: StorePlace, target: Path, on_progress: OnProgress) -> None:
    """Copy all tables into one file, also while a server runs. Raises Unusable, Refused."""
    from kritzel.server.store import InUse, backup

    if place.database:
        from kritzel.server.store import transfer

        return transfer.save(place.database, target, on_progress)
    try:
        backup.copy_at_rest(place.data, target, on_progress)
    except InUse:
        for each in target.parent.glob(f"{target.name}*"):
            each.unlink(missing_ok=True)
        copy_from_server(place.data, target, on_progress)


def open_store(place: StorePlace, name: str) -> Store:
    """Open a file or a database; `name` is that of this server there. Raises Unusable, InUse."""
    if place.database:
        require_postgres()
        from kritzel.server.store.postgres import PostgresStore

        return PostgresStore(place.database, name)
    from kritzel.server.store.sqlite import SqliteStore

    try:
        place.data.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        choose = here(
            "Wähle mit --data einen anderen Ort für die Tische.",
            "Choose another place for the tables with --data.",
        )
        raise Refused(f"{place.data.parent}: {error.strerror}. {choose}") from None
    return SqliteStore(place.data)


# The server that plays -------------------------------------------------------------------------
class NoServer(Exception):
    """No running server answers for these tables, and why."""


def request_server(data: Path, path: str, body: bytes | None, timeout_s: float) -> Any:
    """Call the server that uses this file, with the key beside it; the open response. Raises NoServer.

    Raises HTTPError where the server refuses.
    """
    from kritzel.server.web.api import admin

    key = admin.read_key(data)
    if key is None:
        raise NoServer(here("kein Schlüssel daneben", "no key beside it"))
    request = urllib.request.Request(key.address + path, body, {"Authorization": f"Bearer {key.key}"})
    try:
        return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=timeout_s)
    except urllib.error.HTTPError:
        raise
    except (OSError, HTTPException) as error:
        raise NoServer(str(error)) from None


def copy_from_server(data: Path, target: Path, on_progress: OnProgress) -> None:
    """Let the server of these tables make a copy, and move it to `target`. Raises Refused."""
    import msgspec

    from kritzel.server.web.api import admin

    last = admin.CopyReport(problem="?")
    try:
        with request_server(data, admin.COPY, b"", SERVER_TIMEOUT_S) as lines:
            for line in lines:
                last = msgspec.json.decode(line, type=admin.CopyReport)
                if last.of:
                    on_progress(last.done, last.of)
    except (NoServer, OSError, HTTPException, msgspec.MsgspecError) as error:
        no_answer = here(
            f"{data}: Ein Server benutzt diese Datei, antwortet aber nicht ({error}). Beende ihn erst.",
            f"{data}: A server uses this file, but does not answer ({error}). Stop it first.",
        )
        raise Refused(no_answer) from None
    if not last.copy:
        raise Refused(_no_copy(data, last.problem))
    made = Path(last.copy)
    try:
        shutil.move(made, target)
    finally:
        with suppress(OSError):
            made.unlink(missing_ok=True)


def _no_copy(data: Path, why: str) -> str:
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
