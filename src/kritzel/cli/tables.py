"""What the commands about a file of tables share: which file, a copy of it while somebody plays, progress."""

from __future__ import annotations

import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from kritzel.cli.failing import Refused
from kritzel.cli.showing import console
from kritzel.cli.speaking import here

NEEDED = ("starlette", "msgspec", "uvicorn", "websockets", "apsw")
SILENCE = 60.0
"""Seconds without a word after which a server is not waited for any longer."""
Told = Callable[[int, int], None]

_IN_A_DATABASE = here(
    "Die Tische sind in einer Datenbank (KRITZEL_DATABASE). Sichere sie mit pg_dump, oder nimm --data.",
    "The tables are in a database (KRITZEL_DATABASE). Save them with pg_dump, or name a file: --data.",
)

data_option = click.option(
    "--data",
    type=click.Path(dir_okay=False, path_type=Path),
    help=here("Die Datei der Tische, sonst die des Servers.", "The file of tables, else that of the server."),
)


def expect_everything() -> None:
    """Refused where something of the extra `serve` is missing."""
    missing = ", ".join(name for name in NEEDED if find_spec(name) is None)
    if missing:
        raise Refused(
            here(
                f"Für den Browser fehlt noch {missing}. Installiere es mit: pip install 'kritzel[serve]'",
                f"For the browser {missing} is missing. Install it with: pip install 'kritzel[serve]'",
            )
        )


def chosen(data: Path | None) -> Path:
    """The file that is meant: the one named, else that of the settings."""
    expect_everything()
    from kritzel.server.settings import Settings
    from kritzel.server.store.placing import shards

    settings = Settings.from_environment()
    if data is None and settings.database:
        raise Refused(_IN_A_DATABASE)
    found = data or settings.data
    if shards(found):
        raise Refused(
            here(
                f"{found}: Diese Tische liegen in mehreren Dateien (--workers). "
                "Starte den Server einmal mit --workers 1, dann liegen sie wieder in einer.",
                f"{found}: These tables lie in several files (--workers). "
                "Start the server once with --workers 1, and they lie in one again.",
            )
        )
    return found


@contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Whatever is wrong with a file is told, and which it is."""
    from kritzel.server.store import Unusable

    try:
        yield
    except Unusable as error:
        raise Refused(f"{path}: {here(error.why.de, error.why.en)}") from None


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
def at_rest(data: Path) -> Iterator[Path]:
    """The file where nobody uses it, else a copy that its server makes; gone again in the end. Refused."""
    from kritzel.server.store import InUse, copying

    with in_words(data):
        try:
            copying.opened(data).close()
            used = False
        except InUse:
            used = True
    if not used:
        yield data
        return
    with TemporaryDirectory() as folder, progress(here("Kopie", "copy")) as told:
        yield from_server(data, Path(folder) / data.name, told)


def copy_to(data: Path, target: Path, told: Told) -> None:
    """A copy of the tables, whether somebody plays or not. Raises Unusable, Refused."""
    from kritzel.server.store import InUse, copying

    try:
        copying.copy(data, target, told)
    except InUse:
        target.unlink(missing_ok=True)
        from_server(data, target, told)


# The server that plays -------------------------------------------------------------------------
def from_server(data: Path, target: Path, told: Told) -> Path:
    """The server of these tables makes a copy, which is moved here. Refused."""
    import msgspec

    from kritzel.server.web import control

    key = control.found(data)
    if key is None:
        raise Refused(_silent(data, here("kein Schlüssel daneben", "no key beside it")))
    asked = urllib.request.Request(
        key.address + control.COPY, b"", {"Authorization": f"Bearer {key.key}"}, method="POST"
    )
    said = control.Progress(problem="?")
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
            asked, timeout=SILENCE
        ) as lines:
            for line in lines:
                said = msgspec.json.decode(line, type=control.Progress)
                if said.of:
                    told(said.done, said.of)
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused(_silent(data, str(error))) from None
    if not said.copy:
        raise Refused(_unmade(data, said.problem))
    try:
        shutil.move(said.copy, target)
    finally:
        with suppress(OSError):
            Path(said.copy).unlink(missing_ok=True)
    return target


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
    return here(
        f"{data}: Der Server konnte keine Kopie machen: {why}",
        f"{data}: The server could not make a copy: {why}",
    )
