"""The command line: `kritzel ...`. One module per group of commands; docs/cli.md tells them all.

A command is loaded when it is asked for: a server that comes back does not wait for the others.
"""

from __future__ import annotations

import click

from kritzel.cli.errors import Commands
from kritzel.cli.language import here

PLACES = {
    "games": "lists",
    "bots": "bots",
    "sheets": "lists",
    "sheet": "sheet",
    "rules": "rules",
    "play": "play",
    "replay": "replay",
    "dice": "dice",
    "review": "review",
    "moves": "positions",
    "why": "positions",
    "simulate": "simulate",
    "arena": "arena",
    "report": "report",
    "train": "train",
    "new": "new",
    "serve": "serve",
    "backup": "stored_tables",
    "restore": "stored_tables",
    "check": "stored_tables",
    "admin": "admin",
    "export": "stored_tables:export_tables",
    "import": "stored_tables:import_tables",
}
"""The module of each command, and its function where that has another name."""


@click.group(
    cls=Commands,
    places=PLACES,
    help=here(
        "Würfeln und kritzeln: Dizzle, The Border und Träxx.",
        "Roll and write: Dizzle, The Border and Träxx.",
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="kritzel", message="kritzel %(version)s")
def main() -> None:
    """Everything under one name."""
