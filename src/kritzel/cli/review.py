"""`kritzel review`: what was luck, what was skill, and what would have been better, in recorded games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import TaskID, TextColumn

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
from kritzel.cli.output import YOU, console, grid, progress, say_json
from kritzel.game import Seat, Sheet, Text
from kritzel.record import Table

if TYPE_CHECKING:
    from kritzel.review import Review
    from kritzel.review.pipeline import Progress
    from kritzel.review.totals import Totals

_WRITTEN = Text("Die Seite liegt in {path}.", "The page is in {path}.")
_UNWRITABLE = Text(
    "{path}: Dorthin lässt sich nicht schreiben ({why}).", "{path}: cannot be written to ({why})."
)
_TWICE = Text("{path}: dieselbe Partie wie {first}.", "{path}: the same game as {first}.")
_NOT_HERE = Text(
    "{path}: {player} spielt nicht mit, nur: {names}.", "{path}: {player} does not play, only: {names}."
)
_NO_SEAT = Text("{path}: Platz {seat} gibt es nicht, nur 0-{last}.", "{path}: no seat {seat}, only 0-{last}.")
_WHOSE = Text(
    "--player: Wessen Partien? In allen spielen: {names}.",
    "--player: whose games? These players are in all of them: {names}.",
)
_NOBODY = Text(
    "--player oder --seat: Niemand spielt in allen Partien; es spielen: {names}.",
    "--player or --seat: no player is in all games; there are: {names}.",
)


@command(
    "Partien nachschauen: Glück, Können, bessere Züge. Mehrere werden zusammengezählt. Siehe docs/review.md.",
    "Look at games again: luck, skill and better moves. Several are added up. See docs/review.md.",
)
@click.argument("files", metavar="FILE...", type=FILE, nargs=-1, required=True)
@option("--deep", is_flag=True, de="Gründlich, auf allen Kernen.", en="Thoroughly, on all cores.")
@option(
    "--rollouts",
    type=click.IntRange(8, 100_000),
    de="So oft wird jeder Zug zu Ende gespielt (sonst nach Tiefe; ab 800 mit Summen auch mit Mitspielern).",
    en="So often every move is played out (else by depth; from 800 on there are sums with company, too).",
)
@option(
    "--player",
    metavar="NAME",
    de="Mehrere Partien: wessen (sonst: wer in allen spielt).",
    en="Several games: of which player (default: the one who plays in all).",
)
@option(
    "--seat",
    type=click.IntRange(0),
    de="Mehrere Partien: immer dieser Platz, ab 0.",
    en="Several games: always this seat, counted from 0.",
)
@option("--html", type=NEW_FILE, de="Als Seite in diese Datei.", en="As a page into this file.")
@seed_option
@sheet_option
@json_option
@lang_option
def review(
    files: tuple[Path, ...],
    deep: bool,
    rollouts: int | None,
    player: str | None,
    seat: int | None,
    html: Path | None,
    seed: int,
    sheet_file: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    tables = [read_record(file, sheet_file, lang) for file in files]
    _expect_different(files, tables, lang)
    several = len(files) > 1 or player is not None or seat is not None
    seats = _seats(files, tables, player, seat, lang) if several else []
    if html:
        _expect_writable(html, lang)
    own = tables[0].sheet if sheet_file else None
    found = _run(files, own, "deep" if deep else "quick", seed, rollouts, lang)
    if several:
        name = player or tables[0].names[seats[0]]
        _finish_several(name, files, found, seats, html, as_json, lang)
    else:
        _finish_one(found[0], tables[0], html, as_json, lang)


def _finish_one(found: Review, table: Table, html: Path | None, as_json: bool, lang: str) -> None:
    if html:
        html.write_text(found.html(lang), "utf-8")
    if as_json:
        say_json("review", **found.to_json(lang))
    elif html:
        console().print(_WRITTEN.say(lang).format(path=html))
    else:
        _print(found, table, lang)


def _finish_several(
    name: str,
    files: Sequence[Path],
    found: Sequence[Review],
    seats: Sequence[Seat],
    html: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    from kritzel.review import totals, totals_page

    games = [
        totals.Reviewed(str(file), review, seat)
        for file, review, seat in zip(files, found, seats, strict=True)
    ]
    parts = totals.totals(games)
    if html:
        html.write_text(totals_page.page(name, parts, lang), "utf-8")
    if as_json:
        say_json("review", player=name, totals=[part.to_json(lang) for part in parts])
    elif html:
        console().print(_WRITTEN.say(lang).format(path=html))
    else:
        _print_several(name, parts, lang)


# Whose games -------------------------------------------------------------------------------------------
def _expect_different(files: Sequence[Path], tables: Sequence[Table], lang: str) -> None:
    """Raises Refused where a game is there twice: it would make everything look surer than it is."""
    seen = dict[str, Path]()
    for file, table in zip(files, tables, strict=True):
        first = seen.setdefault(table.record(), file)
        if first is not file:
            raise Refused(_TWICE.say(lang).format(path=file, first=first))


def _seats(
    files: Sequence[Path], tables: Sequence[Table], player: str | None, seat: int | None, lang: str
) -> list[Seat]:
    """The person's seat in each game. Raises Refused."""
    if seat is not None:
        for file, table in zip(files, tables, strict=True):
            if seat >= len(table.names):
                last = len(table.names) - 1
                raise Refused(_NO_SEAT.say(lang).format(path=file, seat=seat, last=last))
        return [seat for _ in tables]
    player = player or _whose(tables, lang)
    for file, table in zip(files, tables, strict=True):
        if player not in table.names:
            names = ", ".join(table.names)
            raise Refused(_NOT_HERE.say(lang).format(path=file, player=player, names=names))
    return [table.names.index(player) for table in tables]


def _whose(tables: Sequence[Table], lang: str) -> str:
    """The name that is in all games; "You" goes before others."""
    every = list(dict.fromkeys(name for table in tables for name in table.names))
    common = [name for name in every if all(name in table.names for table in tables)]
    chosen = [name for name in common if name in YOU] or common
    if len(chosen) == 1:
        return chosen[0]
    text = _WHOSE if chosen else _NOBODY
    raise Refused(text.say(lang).format(names=", ".join(chosen or every)))


# The work ----------------------------------------------------------------------------------------------
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


def _run(
    files: Sequence[Path], sheet: Sheet | None, depth: str, seed: int, rollouts: int | None, lang: str
) -> list[Review]:
    """Review with a progress bar. Ctrl-C stops it; the next call goes on from there."""
    from kritzel.review import review as review_record

    records = [read_text(file, lang) for file in files]
    found: list[Review] = []
    with explain_refusals(lang), progress(TextColumn("{task.percentage:3.0f} %")) as bar:
        for file, record in zip(files, records, strict=True):
            _expect_reviewable(file, record, depth, seed, rollouts, sheet, lang)
        for file, record in zip(files, records, strict=True):
            task = bar.add_task(file.name, total=None)

            def show(far: Progress, task: TaskID = task) -> None:
                bar.update(task, total=far.total, completed=far.done)

            try:
                found.append(
                    review_record(record, depth, seed, rollouts=rollouts, sheet=sheet, progress=show)
                )
            except KeyboardInterrupt:
                raise stopped(lang) from None
    return found


def _expect_reviewable(
    file: Path, record: str, depth: str, seed: int, rollouts: int | None, sheet: Sheet | None, lang: str
) -> None:
    """Raises Refused where a game cannot be reviewed, before the work on any of them."""
    from kritzel.review.pipeline import task_for
    from kritzel.review.plan import NotReviewable

    try:
        task_for(record, depth, seed, rollouts, sheet)
    except NotReviewable as error:
        raise Refused(f"{file}: {error.sentence.say(lang)}") from None


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


def _print_several(name: str, parts: Sequence[Totals], lang: str) -> None:
    from kritzel.review import totals_page as page

    out = console()
    out.rule(page.title(name, sum(len(part.games) for part in parts), lang))
    for part in parts:
        out.print(f"\n{page.part_title(part, lang)}")
        first, second, *figures = page.columns(part, lang)
        rows = [*page.rows(part, lang), page.mean_row(part, lang)]
        out.print(grid(first, second, *(f"{figure}#" for figure in figures), rows=rows))
        told = page.habits(part, lang)
        for heading, some in told:
            out.print(f"\n{heading}")
            for each in some:
                out.print(f"  {each}")
        if not told:
            out.print(f"\n{page.NONE.say(lang)}")
        for remark in page.remarks(part, lang):
            out.print(remark)
