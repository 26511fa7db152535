"""`kritzel review`: what was luck, what was skill, and what would have been better, in a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import TextColumn

from kritzel.cli.arena import explain_refusals
from kritzel.cli.errors import Refused, read_text, stopped
from kritzel.cli.language import (
    FILE,
    NEW_FILE,
    command,
    json_option,
    lang_option,
    option,
    seed_option,
    sheet_option,
)
from kritzel.cli.lookup import read_record
from kritzel.cli.output import console, grid, progress, say_json
from kritzel.game import Sheet, Text
from kritzel.record import Table

if TYPE_CHECKING:
    from kritzel.review import Review

_WRITTEN = Text("Die Seite liegt in {path}.", "The page is in {path}.")
_UNWRITABLE = Text(
    "{path}: Dorthin lässt sich nicht schreiben ({why}).", "{path}: cannot be written to ({why})."
)


@command(
    "Eine Partie nachschauen: Glück, Können, bessere Züge. Siehe docs/review.md.",
    "Look at a game again: luck, skill and better moves. See docs/review.md.",
)
@click.argument("file", type=FILE)
@option("--deep", is_flag=True, de="Gründlich, auf allen Kernen.", en="Thoroughly, on all cores.")
@option(
    "--rollouts",
    type=click.IntRange(8, 100_000),
    de="So oft wird jeder Zug zu Ende gespielt (sonst nach Tiefe; ab 800 mit Summen auch mit Mitspielern).",
    en="So often every move is played out (else by depth; from 800 on there are sums with company, too).",
)
@option("--html", type=NEW_FILE, de="Als Seite in diese Datei.", en="As a page into this file.")
@seed_option
@sheet_option
@json_option
@lang_option
def review(
    file: Path,
    deep: bool,
    rollouts: int | None,
    html: Path | None,
    seed: int,
    sheet_file: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    table = read_record(file, sheet_file, lang)
    if html:
        _expect_writable(html, lang)
    own = table.sheet if sheet_file else None
    found = _run(file, own, "deep" if deep else "quick", seed, rollouts, lang)
    if html:
        html.write_text(found.html(lang), "utf-8")
    if as_json:
        say_json("review", **found.to_json(lang))
    elif html:
        console().print(_WRITTEN.say(lang).format(path=html))
    else:
        _print(found, table, lang)


def _expect_writable(path: Path, lang: str) -> None:
    """Raises Refused where the page cannot be written, before the work. Leaves nothing behind."""
    there = path.exists()
    try:
        with path.open("a"):
            pass
    except OSError as error:
        raise Refused(_UNWRITABLE.say(lang).format(path=path, why=error.strerror)) from None
    if not there:
        path.unlink()


def _run(file: Path, sheet: Sheet | None, depth: str, seed: int, rollouts: int | None, lang: str) -> Review:
    """Review with a progress bar. Ctrl-C stops it; the next call goes on from there."""
    from kritzel.review import review as review_record
    from kritzel.review.plan import NotReviewable

    with explain_refusals(lang), progress(TextColumn("{task.percentage:3.0f} %")) as bar:
        task = bar.add_task(file.name, total=None)
        try:
            return review_record(
                read_text(file, lang),
                depth,
                seed,
                rollouts=rollouts,
                sheet=sheet,
                progress=lambda far: bar.update(task, total=far.total, completed=far.done),
            )
        except NotReviewable as error:
            raise Refused(f"{file}: {error.sentence.say(lang)}") from None
        except KeyboardInterrupt:
            raise stopped(lang) from None


def _print(found: Review, table: Table, lang: str) -> None:
    from kritzel.review import page

    out = console()
    out.rule(f"{table.game.title.say(lang)} · {table.sheet.title.say(lang)}")
    for note in page.notes(found):
        out.print(note.say(lang))
    for seat in found.seats:
        out.print(f"\n{seat.name} ({page.UNITS[found.unit].say(lang)}): {page.sum_words(seat, lang)}")
        if listed := page.listed_luck_words(seat, lang):
            out.print(f"{page.even_luck_words(seat, lang)} {listed}")
        for step in page.moments_of(found, seat):
            out.print(f"  {step.now}: {page.moment_words(step, lang)}")
            if step.reason:
                out.print(f"     {step.reason.words.say(lang)}")
    rows = [
        (
            str(step.now),
            found.seats[step.seat].name,
            step.words.say(lang),
            page.signed(step.luck[step.seat], lang),
            page.odds_words(step, lang),
        )
        for step in page.biggest_luck(found)
    ]
    out.print()
    out.print(grid("", "", "", "#", "", rows=rows))
    out.print(page.reference_words(found, lang))
