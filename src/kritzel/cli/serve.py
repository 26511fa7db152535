"""`kritzel serve`: the live server. Everything it needs is loaded when it is called."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import click

from kritzel.cli.failing import Refused
from kritzel.cli.speaking import here

FILE_OF_TABLES = click.Path(dir_okay=False, path_type=Path)
NEEDED = ("starlette", "msgspec", "uvicorn", "websockets", "apsw")


@click.command(
    help=here(
        "Der Server für Live-Spiele, noch ohne Seiten. Einstellungen: docs/server.md.",
        "The server for live play, without pages yet. Settings: docs/server.md.",
    )
)
@click.option("--host", help=here("Adresse, sonst 127.0.0.1.", "Address, else 127.0.0.1."))
@click.option("--port", type=int, help=here("Port, sonst 8321.", "Port, else 8321."))
@click.option("--data", type=FILE_OF_TABLES, help=here("Die Datei der Tische.", "The file of tables."))
def serve(host: str | None, port: int | None, data: Path | None) -> None:
    """Serve tables until stopped."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise Refused(f"{', '.join(missing)}: pip install 'kritzel[serve]'")
    import uvicorn

    from kritzel.server import app, logs
    from kritzel.server.settings import Settings

    wished = {"host": host, "port": port, "data": data}
    found = Settings.from_environment()
    chosen = replace(found, **{name: value for name, value in wished.items() if value is not None})  # type: ignore[arg-type]
    logs.set_up()
    click.echo(f"http://{'127.0.0.1' if chosen.host == '0.0.0.0' else chosen.host}:{chosen.port}")
    uvicorn.run(app.make_app(chosen), **app.uvicorn_options(chosen))
