"""`kritzel report`: a page that tells a sheet's character. `kritzel.report` makes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import TextColumn

from kritzel.cli.arena import explain_refusals
from kritzel.cli.errors import Refused
from kritzel.cli.language import (
    NEW_FILE,
    command,
    json_option,
    lang_option,
    option,
    seed_option,
    sheet_option,
)
from kritzel.cli.lookup import chosen_sheet, sheet_argument
from kritzel.cli.output import console, progress, say_json
from kritzel.game import Text

if TYPE_CHECKING:
    from kritzel.report.games import Played
    from kritzel.report.plan import ReportPlan

_STOPPED = Text("Abgebrochen; nichts geschrieben.", "Stopped; nothing written.")
_UNWRITABLE = Text(
    "{path}: Dorthin lässt sich nicht schreiben ({why}).", "{path}: cannot be written to ({why})."
)
_DONE = Text("Der Bericht liegt in {path}.", "The report is in {path}.")


@command(
    "Ein Bericht über ein Blatt als HTML-Seite. Punkte, Glück, Plätze, Felder (docs/sheets.md).",
    "A report on a sheet as an HTML page. Points, luck, seats, cells (docs/sheets.md).",
)
@sheet_argument
@option(
    "--out",
    type=NEW_FILE,
    de="Die Seite (sonst report-SPIEL-BLATT.html hier).",
    en="The page (else report-GAME-SHEET.html here).",
)
@option(
    "--quick/--full",
    default=True,
    de="Zwei Minuten, oder gründlich und mit master.",
    en="Two minutes, or thoroughly and with master.",
)
@option(
    "--games",
    type=click.IntRange(2, 1_000_000),
    de="Partien für jede Zahl (sonst meist 1000, ohne Zwilling nach Rechenzeit; mit --full viermal mehr).",
    en="Games for each figure (else mostly 1000, without a twin by CPU time; 4 times as many with --full).",
)
@seed_option
@sheet_option
@json_option
@lang_option
def report(
    name: str | None,
    out: Path | None,
    quick: bool,
    games: int | None,
    seed: int,
    sheet_file: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """With --json the figures, and the page only with --out."""
    game, sheet = chosen_sheet(name, sheet_file, lang)
    path = out or (None if as_json else Path(f"report-{game.slug}-{sheet.id}.html"))
    if path:
        _expect_writable(path, lang)
    with explain_refusals(lang):
        from kritzel.report.figures import figures
        from kritzel.report.plan import plan_report

        plan = plan_report(game, sheet, games=games, full=not quick, seed=seed)
        if plan.instead:
            console(err=True).print(plan.instead.say(lang))
        found = figures(plan, _play(plan, lang))
    if path:
        _write(path, plan, found, name, sheet_file, lang)
    if as_json:
        say_json("report", **found)
    else:
        console().print(_DONE.say(lang).format(path=path))


def _expect_writable(path: Path, lang: str) -> None:
    """Raises Refused where the page cannot be written, before minutes of playing. Leaves nothing behind."""
    fresh = path.with_name(path.name + ".new")
    try:
        if path.is_dir():
            raise IsADirectoryError(21, "is a folder")
        fresh.touch()
        fresh.unlink()
    except OSError as error:
        raise Refused(_UNWRITABLE.say(lang).format(path=path, why=error.strerror)) from None


def _play(plan: ReportPlan, lang: str) -> Played:
    """Play with a progress bar."""
    from kritzel.arena.processes import cores
    from kritzel.report.games import play_all

    with progress(TextColumn("{task.percentage:3.0f} %")) as bar:
        task = bar.add_task(f"{plan.game.slug}/{plan.sheet.id}", total=plan.total)
        try:
            return play_all(plan, cores(), lambda more: bar.advance(task, more))
        except KeyboardInterrupt:
            raise Refused(_STOPPED.say(lang)) from None


def _write(path: Path, plan: ReportPlan, found: Any, name: str | None, file: Path | None, lang: str) -> None:
    from kritzel.arena.results import write
    from kritzel.report.page import command_line, page

    command = command_line(name, file.name if file else None, plan, lang)
    write(path, page(plan, found, command, lang))
