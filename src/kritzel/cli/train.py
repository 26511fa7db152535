"""`kritzel train`: a net for one sheet, by self-play. Can be stopped and continued."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.progress import TextColumn

from kritzel.cli.errors import Refused
from kritzel.cli.language import NEW_FOLDER, command, lang_option, option, seed_option, sheet_option
from kritzel.cli.lookup import chosen_sheet, sheet_argument
from kritzel.cli.output import console, grid, progress
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

BARS = "▁▂▃▄▅▆▇█"
CURVE_POINTS = 30
SAVE_EVERY = 8
"""Rounds between two saves of the course."""

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
_SCORES = Text("Plätze#|Punkte#|±#|Partien#", "seats#|points#|±#|games#")
_POINT = Text("{games} von {of} Partien: {score:.1f} Punkte", "{games} of {of} games: {score:.1f} points")
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


@command(
    "Ein Netz für ein Blatt trainieren. Damit spielen es learned und master (docs/bots.md).",
    "Train a net for a sheet. Then learned and master play it with that net (docs/bots.md).",
)
@sheet_argument
@option(
    "--games",
    type=click.IntRange(1, 100_000_000),
    de="Partien gegen sich selbst (sonst so viele, wie das Spiel braucht).",
    en="Games against itself (else as many as the game needs).",
)
@seed_option
@option("--out", type=NEW_FOLDER, de="Ordner für das Netz.", en="Folder for the net.")
@option("--fresh", is_flag=True, de="Von vorn beginnen.", en="Begin anew.")
@option(
    "--onward",
    is_flag=True,
    de="Mit dem Netz beginnen, das das Blatt schon hat; in der Hälfte der Partien spielen Schlaufüchse mit.",
    en="Begin with the net that the sheet has; planners sit at half of the tables.",
)
@option(
    "--anyway",
    is_flag=True,
    de="Das Netz nehmen, auch wenn es nicht besser ist als das, was bisher spielt.",
    en="Use the net even if it is no better than what plays so far.",
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
    """The net plays if it is better than the bot that plays now."""
    game, sheet = chosen_sheet(name, sheet_file, lang)
    _expect_trainable(game, lang)
    from kritzel.bots import weights
    from kritzel.training.games import Simulator

    known = _present_net(game, sheet, lang) if onward else None
    folder = out or weights.own_folder()
    saved = folder / f"{weights.file_name(game, sheet)}.course.npz"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        training = _course(Simulator(game, sheet, pool), games, seed, known, saved, fresh, lang)
        if anyway and not saved.exists() and _ended_weaker(training, folder):
            path = weights.take(folder, game, sheet)
            _print_scores(path, lang)
            console().print(_USED.say(lang).format(path=path))
            return
        _run(training, pool, saved, lang)
        _finish(training, folder, saved, anyway, lang)


def _expect_trainable(game: AnyGame, lang: str) -> None:
    """Raises Refused where no net can be trained: without twin, compiled bots or compiler."""
    try:
        twin(game.slug)
        strategy(game.slug)
    except (UnknownName, NotInstalled) as error:
        raise Refused(f"{error.sentence.say(lang)} {_NO_NET.say(lang)}") from None
    if not compiles():
        raise Refused((_SWITCHED_OFF if find_spec("numba") else _NEEDED).say(lang).format(PLAIN))


def _present_net(game: AnyGame, sheet: Sheet, lang: str) -> Trained:
    """The net of the sheet. Raises Refused."""
    from kritzel.bots import weights

    try:
        found = weights.net_for(game, sheet)
    except weights.Unfit as error:
        raise Refused(error.sentence.say(lang)) from None
    if found is None:
        raise Refused(_NONE_YET.say(lang).format(sheet=f"{game.slug}/{sheet.id}"))
    return found


def _course(
    sim: Simulator, games: int | None, seed: int, known: Trained | None, saved: Path, fresh: bool, lang: str
) -> Training:
    """The course from its beginning, or from where it was stopped."""
    from kritzel.training import trainer

    course = trainer.course_for(sim, games or sim.strategy.COURSE.games, seed, known=known)
    if fresh:
        saved.unlink(missing_ok=True)
    try:
        if saved.exists():
            return trainer.resume(course, sim, saved)
        return trainer.begin(course, sim, known.net if known else None)
    except trainer.OtherCourse:
        raise Refused(_OTHER.say(lang).format(path=saved)) from None


def _ended_weaker(training: Training, folder: Path) -> bool:
    """Whether this course has ended before with a net that was no better."""
    from kritzel.bots import weights

    sim, course = training.sim, training.course
    path = folder / f"{weights.file_name(sim.game, sim.sheet)}{weights.WEAKER}.json"
    try:
        about = weights.read(path, sim.game, sim.sheet).about
    except weights.Unfit:
        return False
    return (about["games"], about["seed"]) == (course.before + course.rounds * course.batch, course.seed)


def _run(training: Training, pool: ThreadPoolExecutor, saved: Path, lang: str) -> None:
    """Train with a bar and the learning curve, or a line for each of its points where no terminal is. Ctrl-C
    saves the course."""
    from kritzel.training.trainer import save

    saved.parent.mkdir(parents=True, exist_ok=True)
    with progress(TextColumn("{task.fields[curve]}"), transient=False) as bar:
        title = f"{training.course.game} · {training.course.games}"
        task = bar.add_task(title, total=training.course.rounds, completed=training.round, curve="")
        told = training.round * training.course.batch
        try:
            for _ in training.run(pool):
                bar.update(task, completed=training.round, curve=draw_curve(training.curve))
                if bar.disable and training.curve and training.curve[-1].games > told:
                    told = _print_point(training, lang)
                if training.round % SAVE_EVERY == 0 or training.round == training.course.rounds:
                    save(training, saved)
        except KeyboardInterrupt:
            save(training, saved)
            raise _stopped(training, lang) from None


def _print_point(training: Training, lang: str) -> int:
    """Print the last point of the learning curve; returns its number of games."""
    point = training.curve[-1]
    line = _POINT.say(lang).format(games=point.games, of=training.course.games, score=point.score)
    console(err=True).print(line)
    return point.games


def _stopped(training: Training, lang: str) -> Refused:
    return Refused(_STOPPED.say(lang).format(games=training.round * training.course.batch))


def _finish(training: Training, folder: Path, saved: Path, anyway: bool, lang: str) -> None:
    """Measure the net, let it play if it is better than the one that plays now, and print the figures."""
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
    saved.unlink()
    rival = (_PRESENT if present else _PLANNER).say(lang)
    _print_scores(path, lang)
    _print_duel(against, rival, lang)
    console().print((_USED if used else _WEAKER).say(lang).format(path=path, rival=rival))


def draw_curve(curve: list[Point]) -> str:
    """The learning curve in one line, and its last score."""
    scores = [point.score for point in curve[-CURVE_POINTS:]]
    if not scores:
        return ""
    low, high = min(scores), max(scores)
    step = (high - low) / (len(BARS) - 1) or 1.0
    return "".join(BARS[round((score - low) / step)] for score in scores) + f" {scores[-1]:.1f}"


def _print_scores(path: Path, lang: str) -> None:
    """The points of the net by number of seats."""
    about = json.loads(path.read_text("utf-8"))
    rows = [
        (seats, f"{points['mean']:.2f}", f"{points['error']:.2f}", str(points["games"]))
        for seats, points in about["achieved"].items()
    ]
    console().print(grid(*_SCORES.say(lang).split("|"), rows=rows))


def _print_duel(against: Duel, rival: str, lang: str) -> None:
    if against.alone:
        ahead, error = against.alone
        console().print(_ALONE.say(lang).format(ahead=ahead, error=error, rival=rival))
    if against.two:
        more, error = against.two
        console().print(_TWO.say(lang).format(share=0.5 + more, error=error, rival=rival))
