"""`kritzel check`: whether a file of tables is sound, and which tables this Kritzel cannot read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kritzel.cli.speaking import here
from kritzel.cli.tables import Place, at_rest, chosen, database_option, in_words, progress, so_many

if TYPE_CHECKING:
    from kritzel.server.store.check import Report

PHASES = {
    "open": ("wartet auf Mitspielende", "waiting for players"),
    "running": ("läuft", "being played"),
    "over": ("zu Ende", "over"),
    "stopped": ("aufgegeben", "given up"),
}


@click.command(
    help=here(
        "Die Tische prüfen: Ist alles heil, lässt sich jeder Tisch lesen? Auch während eines Spiels.",
        "Check the tables: is all of it whole, can every table be read? Also while people play.",
    )
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path), required=False)
@database_option
def check(file: Path | None, database: str | None) -> None:
    """Look at everything; exit code 1 where something is wrong."""
    place = chosen(file, database)
    from kritzel.server.store.check import check as examine

    with at_rest(place) as there, in_words(place), progress(str(place)) as told:
        report = examine(there, told)
    _tell(place, report)
    sys.exit(0 if report.sound else 1)


def _tell(place: Place, report: Report) -> None:
    say = click.echo
    counts = (report.version, so_many(report.tables), report.lines, report.players)
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
