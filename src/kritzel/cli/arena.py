"""`kritzel arena`: bots against each other, many games, honest figures. `scoreboard` tells them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kritzel.cli.errors import STOPPED, Refused
from kritzel.cli.language import here, json_option, lang_option, seed_option, sheet_option
from kritzel.cli.lookup import sheet_asked
from kritzel.cli.output import console, say_json
from kritzel.cli.players import tell_faults, tell_stand_ins
from kritzel.fast.twin import NEEDED, NotInstalled, compiles
from kritzel.game import Explained, Text

if TYPE_CHECKING:
    from kritzel.arena.job import Job
    from kritzel.arena.results import Folder
    from kritzel.arena.runner import Play

NEW_FOLDER = click.Path(file_okay=False, path_type=Path)
_KEPT = Text(
    "{done} von {deals} Gaben sind fertig und liegen in {path}; weiter mit --out {path} --resume.",
    "{done} of {deals} deals are finished and kept in {path}; go on with --out {path} --resume.",
)
_SLOWER = Text(
    "{why}: Gespielt wird auf der Referenz, langsamer.", "{why}: playing on the reference, slower."
)
_PLAINLY = Text(
    "Numba fehlt: Die Bots rechnen als einfaches Python, sehr viel langsamer (kritzel[fast]).",
    "Numba is missing: the bots think as plain Python, very much slower (kritzel[fast]).",
)
_NOT_HERE = Text("{bot} kann hier nicht spielen. {why}.", "{bot} cannot play here. {why}.")


@click.command(
    help=here(
        "Bots gegeneinander antreten lassen: gleiches Glück, getauschte Plätze, ehrliche Zahlen.",
        "Let bots compete: same luck, seats permuted, honest figures.",
    )
)
@click.argument("name", required=False)
@click.option("--bots", "names", required=True, help=here("Wer antritt: a,b,c.", "Who competes: a,b,c."))
@click.option(
    "--games",
    type=click.IntRange(1, 100_000_000),
    default=1000,
    show_default=True,
    help=here("Wie viele; aufgerundet auf ganze Gaben.", "How many; rounded up to whole deals."),
)
@click.option(
    "--seats", type=int, default=2, show_default=True, help=here("Plätze am Tisch.", "Seats at a table.")
)
@seed_option
@click.option(
    "--out", type=NEW_FOLDER, help=here("Ordner für Ergebnisse und Bilder.", "Folder for results and plots.")
)
@click.option("--resume", is_flag=True, help=here("In --out weiterspielen.", "Go on in --out."))
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    help=here("Prozesse (sonst alle Kerne).", "Processes (else all cores)."),
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help=here("Auf diesem Dask-Cluster spielen.", "Play on this Dask cluster."),
)
@click.option(
    "--reference",
    is_flag=True,
    help=here(
        "Alles auf der Referenz spielen (langsam, zum Prüfen).", "Play on the reference (slow, for checking)."
    ),
)
@sheet_option
@json_option
@lang_option
def arena(
    name: str | None,
    names: str,
    games: int,
    seats: int,
    seed: int,
    out: Path | None,
    resume: bool,
    jobs: int | None,
    cluster: str | None,
    reference: bool,
    sheet_file: Path | None,
    as_json: bool,
    lang: str,
) -> None:
    """Play many games between bots and tell what they show."""
    if resume and out is None:
        raise click.UsageError("--resume needs --out.")
    game, sheet = sheet_asked(name, sheet_file, lang)
    with refusals_told(lang):
        from kritzel.arena import job as asked
        from kritzel.arena.results import Folder

        job = asked.enter(game, sheet, [each.strip() for each in names.split(",")], seats, seed)
        engine = _engine(job, reference, lang)
        tell_stand_ins([entry.bot for entry in job.entries], game, sheet, lang)
        play = _place(cluster, jobs)
        deals = -(-games // job.per_deal)
        with _kept(out) as path:
            folder = Folder(path, job, resume=resume)
            worked = _run(job, folder, deals, engine, play, lang)
            _finish(job, folder, worked, out, as_json, lang)


@contextmanager
def refusals_told(lang: str) -> Iterator[None]:
    """What the arena refuses is told in the language asked for."""
    from kritzel.arena.job import ArenaError

    try:
        yield
    except (ArenaError, NotInstalled) as error:
        raise Refused(error.sentence.say(lang)) from None
    except ImportError as error:
        if error.name not in NEEDED:
            raise
        raise Refused(NotInstalled(error.name).sentence.say(lang)) from None


def _engine(job: Job, reference: bool, lang: str) -> str:
    """The fastest engine for this sheet; a line on stderr where that is not the twin."""
    from kritzel.arena.on_twin import unfit
    from kritzel.arena.runner import COMPILED, REFERENCE

    if why := unfit(job):
        for entry in range(len(job.entries)):
            if job.bot(entry).needs_twin:
                raise Refused(_NOT_HERE.say(lang).format(bot=job.bot(entry).name, why=why.say(lang)))
        console(err=True).print(_SLOWER.say(lang).format(why=why.say(lang)))
        return REFERENCE
    if not compiles():
        console(err=True).print(_PLAINLY.say(lang))
    return REFERENCE if reference else COMPILED


def _place(cluster: str | None, jobs: int | None) -> Play:
    from kritzel.arena.cluster import on_cluster
    from kritzel.arena.processes import cores
    from kritzel.arena.runner import on_this_machine

    return on_cluster(cluster) if cluster is not None else on_this_machine(jobs or cores())


@contextmanager
def _kept(out: Path | None) -> Iterator[Path]:
    """The folder asked for, or one for the time being that stays only if something goes wrong."""
    if out is not None:
        yield out
        return
    path = Path(tempfile.mkdtemp(prefix="kritzel-arena-"))
    try:
        yield path
    except BaseException:
        if not _anything_in(path):
            shutil.rmtree(path)
        raise
    shutil.rmtree(path)


def _anything_in(path: Path) -> bool:
    from kritzel.arena.results import DEALS

    return (path / DEALS).exists() and (path / DEALS).stat().st_size > 0


def _run(job: Job, folder: Folder, deals: int, engine: str, play: Play, lang: str) -> Any:
    """Play with a progress bar; whatever ends it early is told together with what was saved."""
    from kritzel.arena.job import ArenaError
    from kritzel.arena.runner import run

    err = console(err=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        title = f"{job.game} · {', '.join(entry.name for entry in job.entries)}"
        done = sum(deal < deals for deal in folder.lines)
        task = progress.add_task(title, total=deals, completed=done)
        try:
            return run(job, folder, deals, engine, play, lambda more: progress.advance(task, more))
        except (ArenaError, KeyboardInterrupt, OSError) as error:
            why = _why(error, lang)
    if not folder.lines:
        raise Refused(why)
    kept = _KEPT.say(lang).format(done=len(folder.lines), deals=deals, path=folder.path)
    raise Refused(f"{why} {kept}")


def _why(error: BaseException, lang: str) -> str:
    if isinstance(error, KeyboardInterrupt):
        return STOPPED.say(lang)
    return error.sentence.say(lang) if isinstance(error, Explained) else f"{error}."


def _finish(job: Job, folder: Folder, worked: Any, out: Path | None, as_json: bool, lang: str) -> None:
    """Figures on the screen or as JSON, pictures into the folder."""
    from kritzel.arena import plots
    from kritzel.arena.results import write
    from kritzel.arena.runner import throughput
    from kritzel.arena.summary import summary
    from kritzel.cli import scoreboard

    deals = folder.deals()
    told = summary(job, deals)
    tell_faults([(bot["name"], bot["stood_in"]) for bot in told["bots"]], lang)
    if out is not None:
        write(out / "scores.svg", plots.scores_svg(job, deals, told, lang))
        write(out / "ladder.svg", plots.ladder_svg(job, told, lang))
    if as_json:
        head = {
            "game": job.game,
            "sheet": job.manifest()["sheet"],
            "seats_at_table": job.seats,
            "seed": job.seed,
        }
        say_json("arena", **head, **told, throughput=throughput(worked))
    else:
        scoreboard.tell(console(), job, told, throughput(worked), out, lang)
