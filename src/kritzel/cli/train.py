"""`kritzel train`: a net for one sheet, by self-play, on this machine. Can be stopped and continued."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from kritzel.cli.errors import Refused
from kritzel.cli.language import here, lang_option, seed_option, sheet_option
from kritzel.cli.lookup import sheet_asked
from kritzel.cli.output import console, grid
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import PLAIN, NotInstalled, compiles, twin
from kritzel.game import Sheet, Text
from kritzel.games.catalogue import UnknownName

if TYPE_CHECKING:
    from kritzel.bots.weights import Trained
    from kritzel.games.catalogue import AnyGame
    from kritzel.training.duels import Duel
    from kritzel.training.games import Simulator
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
_SWITCHED_OFF = Text(
    "Training braucht den Übersetzer, und {} schaltet ihn ab.",
    "Training needs the compiler, and {} switches it off.",
)
_NO_NET = Text("Ohne das lässt sich kein Netz trainieren.", "No net can be trained without.")
_TOLD = Text("Plätze#|Punkte#|±#|Partien#", "seats#|points#|±#|games#")
_MEASURED = Text("Das Netz wird gemessen …", "Measuring the net …")
_USED = Text(
    "Das Netz liegt in {path}; casual, skilled, learned und master spielen damit.",
    "The net is kept in {path}; casual, skilled, learned and master play with it.",
)
_WEAKER = Text(
    "Es ist nicht besser als {rival} und spielt deshalb nicht; es liegt in {path}. "
    "Derselbe Befehl mit --anyway lässt es trotzdem spielen.",
    "It is no better than {rival}, so it does not play; it is kept in {path}. "
    "The same command with --anyway lets it play all the same.",
)
_PLANNER = Text("planner", "the planner")
_PRESENT = Text("learned mit dem bisherigen Netz", "learned with the net so far")
_ALONE = Text(
    "Allein: {ahead:+.1f} Punkte (± {error:.1f}) gegenüber {rival}.",
    "Alone: {ahead:+.1f} points (± {error:.1f}) beside {rival}.",
)
_TWO = Text(
    "Zu zweit: {share:.1%} der Siege (± {error:.1%}) gegen {rival}.",
    "Two seats: {share:.1%} of the wins (± {error:.1%}) against {rival}.",
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
@seed_option
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
@click.option(
    "--anyway",
    is_flag=True,
    help=here(
        "Das Netz nehmen, auch wenn es nicht besser ist als das, was bisher spielt.",
        "Use the net even if it is no better than what plays so far.",
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
    anyway: bool,
    sheet_file: Path | None,
    lang: str,
) -> None:
    """Train, measure, and keep the net; it plays if it is better than who plays now."""
    game, sheet = sheet_asked(name, sheet_file, lang)
    _check(game, lang)
    from kritzel.bots import weights
    from kritzel.training.games import Simulator

    known = _known(game, sheet, lang) if onward else None
    folder = out or weights.own_folder()
    kept = folder / f"{weights.file_name(game, sheet)}.course.npz"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        training = _training(Simulator(game, sheet, pool), games, seed, known, kept, fresh, lang)
        if anyway and not kept.exists() and _waits(training, folder):
            path = weights.take(folder, game, sheet)
            _tell(path, lang)
            console().print(_USED.say(lang).format(path=path))
            return
        _run(training, pool, kept, lang)
        _finish(training, folder, kept, anyway, lang)


def _check(game: AnyGame, lang: str) -> None:
    """Refused where no net can be trained: the game has no twin or no compiled bots, or no compiler."""
    try:
        twin(game.slug)
        strategy(game.slug)
    except (UnknownName, NotInstalled) as error:
        raise Refused(f"{error.sentence.say(lang)} {_NO_NET.say(lang)}") from None
    if not compiles():
        raise Refused((_SWITCHED_OFF if find_spec("numba") else _NEEDED).say(lang).format(PLAIN))


def _known(game: AnyGame, sheet: Sheet, lang: str) -> Trained:
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
    sim: Any, games: int | None, seed: int, known: Trained | None, kept: Path, fresh: bool, lang: str
) -> Training:
    """The course from its beginning, or from where it was stopped."""
    from kritzel.training import trainer

    course = trainer.course_for(sim, games or sim.strategy.COURSE.games, seed, known=known)
    if fresh:
        kept.unlink(missing_ok=True)
    try:
        if kept.exists():
            return trainer.resume(course, sim, kept)
        return trainer.begin(course, sim, known.net if known else None)
    except trainer.OtherCourse:
        raise Refused(_OTHER.say(lang).format(path=kept)) from None


def _waits(training: Training, folder: Path) -> bool:
    """Whether this course has ended before, with a net that was no better."""
    from kritzel.bots import weights

    sim, course = training.sim, training.course
    path = folder / f"{weights.file_name(sim.game, sim.sheet)}{weights.WEAKER}.json"
    try:
        about = weights.read(path, sim.game, sim.sheet).about
    except weights.Unfit:
        return False
    return (about["games"], about["seed"]) == (course.before + course.rounds * course.batch, course.seed)


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
                if training.round % SAVE_EVERY == 0 or training.round == training.course.rounds:
                    save(training, kept)
        except KeyboardInterrupt:
            save(training, kept)
            raise _stopped(training, lang) from None


def _stopped(training: Training, lang: str) -> Refused:
    return Refused(_STOPPED.say(lang).format(games=training.round * training.course.batch))


def _finish(training: Training, folder: Path, kept: Path, anyway: bool, lang: str) -> None:
    """Measure the net, let it play if it is better than who plays now, and tell both."""
    from kritzel.bots import weights
    from kritzel.bots.learned import net_or_none
    from kritzel.training.duels import duel
    from kritzel.training.evaluation import finish

    sim: Simulator = training.sim
    present = net_or_none(sim.game, sim.sheet)
    try:
        with console(err=True).status(_MEASURED.say(lang)):
            net, about = finish(training)
            against = duel(sim, net, present)
    except KeyboardInterrupt:
        raise _stopped(training, lang) from None
    used = against.better or anyway
    about["duel"] = {"with": present.about["checksum"] if present else "planner", **against.as_json()}
    path = weights.write(folder, sim.game, sim.sheet, net, about, weaker=not used)
    kept.unlink()
    rival = (_PRESENT if present else _PLANNER).say(lang)
    _tell(path, lang)
    _compare(against, rival, lang)
    console().print((_USED if used else _WEAKER).say(lang).format(path=path, rival=rival))


def drawn(curve: list[Point]) -> str:
    """The learning curve in one line, and its last score."""
    scores = [point.score for point in curve[-CURVE:]]
    if not scores:
        return ""
    low, high = min(scores), max(scores)
    step = (high - low) / (len(BARS) - 1) or 1.0
    return "".join(BARS[round((score - low) / step)] for score in scores) + f" {scores[-1]:.1f}"


def _tell(path: Path, lang: str) -> None:
    """What the net achieved, by seats."""
    about = json.loads(path.read_text("utf-8"))
    rows = [
        (seats, f"{told['mean']:.2f}", f"{told['error']:.2f}", str(told["games"]))
        for seats, told in about["achieved"].items()
    ]
    console().print(grid(*_TOLD.say(lang).split("|"), rows=rows))


def _compare(against: Duel, rival: str, lang: str) -> None:
    """How the duel with whoever plays now went."""
    if against.alone:
        ahead, error = against.alone
        console().print(_ALONE.say(lang).format(ahead=ahead, error=error, rival=rival))
    if against.two:
        more, error = against.two
        console().print(_TWO.say(lang).format(share=0.5 + more, error=error, rival=rival))
