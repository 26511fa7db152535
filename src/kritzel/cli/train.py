"""`kritzel train`: a net for one sheet, by self-play, on this machine. Can be stopped and gone on with."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from kritzel.cli.failing import Refused
from kritzel.cli.finding import sheet_asked
from kritzel.cli.showing import console, grid
from kritzel.cli.speaking import here, lang_option, sheet_option
from kritzel.fast.twins import compiles, has_twin
from kritzel.game import Text

if TYPE_CHECKING:
    from kritzel.bots.weights import Trained
    from kritzel.games.catalogue import AnyGame
    from kritzel.training.trainer import Point, Training

FOLDER = click.Path(file_okay=False, path_type=Path)
BARS = "▁▂▃▄▅▆▇█"
CURVE = 30
"""The curve on the screen shows so many points."""
SAVE_EVERY = 8
"""Rounds between two notes of how far the course has come."""

_STOPPED = Text(
    "Angehalten nach {games} Partien; derselbe Befehl macht weiter.",
    "Stopped after {games} games; the same command goes on.",
)
_OTHER = Text(
    "Dort liegt ein angefangener Kurs mit anderen Einstellungen ({path}). Mit --fresh beginnt ein neuer.",
    "A course with other settings has been begun there ({path}). Use --fresh to begin a new one.",
)
_NONE_YET = Text(
    "Für {sheet} gibt es noch kein Netz; ohne --onward entsteht eines.",
    "There is no net for {sheet} yet; without --onward one is made.",
)
_NEEDED = Text("Dafür fehlt Numba: installiere kritzel[fast].", "This needs Numba: install kritzel[fast].")
_TOLD = Text("Plätze#|Punkte#|±#|Partien#", "seats#|points#|±#|games#")
_MEASURED = Text("Das Netz wird gemessen …", "Measuring the net …")
_WHERE = Text(
    "Das Netz liegt in {path}; learned und master spielen damit.",
    "The net is kept in {path}; learned and master play with it.",
)


@click.command(
    help=here(
        "Ein Netz für ein Blatt trainieren, damit learned und master es spielen (docs/bots.md).",
        "Train a net for a sheet, for learned and master to play it with (docs/bots.md).",
    )
)
@click.argument("name", required=False)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000_000),
    help=here(
        "Partien gegen sich selbst (sonst so viele, wie das Spiel braucht).",
        "Games against itself (else as many as the game needs).",
    ),
)
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help=here("Fester Zufall.", "Chance that can be repeated."),
)
@click.option("--out", type=FOLDER, help=here("Ordner für das Netz.", "Folder for the net."))
@click.option("--fresh", is_flag=True, help=here("Von vorn beginnen.", "Begin anew."))
@click.option(
    "--onward",
    is_flag=True,
    help=here(
        "Mit dem Netz beginnen, das das Blatt schon hat; in der Hälfte der Partien spielen Schlaufüchse mit.",
        "Begin with the net that the sheet has; planners sit at half of the tables.",
    ),
)
@sheet_option
@lang_option
def train(
    name: str | None,
    games: int | None,
    seed: int,
    out: Path | None,
    fresh: bool,
    onward: bool,
    sheet_file: Path | None,
    lang: str,
) -> None:
    """Train, measure, and keep the net."""
    if name is None and sheet_file is None:
        raise click.UsageError("Missing argument 'NAME' (game/sheet) or --sheet FILE.")
    game, sheet = sheet_asked(name, sheet_file, lang)
    if not has_twin(game.slug) or not compiles():
        raise Refused(_NEEDED.say(lang))
    from kritzel.bots import weights
    from kritzel.training.games import Hall
    from kritzel.training.graduating import graduate

    known = _known(game, sheet, lang) if onward else None
    folder = out or weights.own_folder()
    kept = folder / f"{weights.file_name(game, sheet)}.course.npz"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        training = _training(Hall(game, sheet, pool), games, seed, known, kept, fresh, lang)
        _run(training, pool, kept, lang)
        with console(err=True).status(_MEASURED.say(lang)):
            path = graduate(training, folder)
    kept.unlink()
    _tell(path, lang)


def _known(game: AnyGame, sheet: Any, lang: str) -> Trained:
    """The net that there is for the sheet."""
    from kritzel.bots import weights

    try:
        found = weights.net_for(game, sheet)
    except weights.Unfit as error:
        raise Refused(error.sentence.say(lang)) from None
    if found is None:
        raise Refused(_NONE_YET.say(lang).format(sheet=f"{game.slug}/{sheet.id}"))
    return found


def _training(
    hall: Any, games: int | None, seed: int, known: Trained | None, kept: Path, fresh: bool, lang: str
) -> Training:
    """The course from its beginning, or from where it was stopped."""
    from kritzel.training import trainer

    course = trainer.course_for(hall, games or trainer.GAMES[hall.game.slug], seed, known=known)
    if fresh:
        kept.unlink(missing_ok=True)
    try:
        if kept.exists():
            return trainer.resumed(course, hall, kept)
        return trainer.begin(course, hall, known.net if known else None)
    except trainer.OtherCourse:
        raise Refused(_OTHER.say(lang).format(path=kept)) from None


def _run(training: Training, pool: ThreadPoolExecutor, kept: Path, lang: str) -> None:
    """To the end of the course, with a bar and the learning curve; Ctrl-C keeps what is known."""
    from kritzel.training.trainer import save

    err = console(err=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[curve]}"),
        TimeRemainingColumn(),
    )
    kept.parent.mkdir(parents=True, exist_ok=True)
    with Progress(*columns, console=err, disable=not err.is_terminal) as progress:
        title = f"{training.course.game} · {training.course.games}"
        task = progress.add_task(title, total=training.course.rounds, completed=training.round, curve="")
        try:
            for _ in training.run(pool):
                progress.update(task, completed=training.round, curve=drawn(training.curve))
                if training.round % SAVE_EVERY == 0:
                    save(training, kept)
        except KeyboardInterrupt:
            save(training, kept)
            done = training.round * training.course.batch
            raise Refused(_STOPPED.say(lang).format(games=done)) from None


def drawn(curve: list[Point]) -> str:
    """The learning curve in one line, and its last score."""
    scores = [point.score for point in curve[-CURVE:]]
    if not scores:
        return ""
    low, high = min(scores), max(scores)
    step = (high - low) / (len(BARS) - 1) or 1.0
    return "".join(BARS[round((score - low) / step)] for score in scores) + f" {scores[-1]:.1f}"


def _tell(path: Path, lang: str) -> None:
    about = json.loads(path.read_text("utf-8"))
    rows = [
        (seats, f"{told['mean']:.2f}", f"{told['error']:.2f}", str(told["games"]))
        for seats, told in about["achieved"].items()
    ]
    console().print(grid(*_TOLD.say(lang).split("|"), rows=rows))
    console().print(_WHERE.say(lang).format(path=path))
