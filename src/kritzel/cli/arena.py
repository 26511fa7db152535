"""`kritzel arena`: bots against each other: many games with the same luck, and what the figures are worth."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import MofNCompleteColumn

from kritzel.bots import BOTS
from kritzel.cli.errors import STOPPED, Refused
from kritzel.cli.language import (
    NEW_FOLDER,
    command,
    json_option,
    lang_option,
    option,
    seed_option,
    sheet_option,
)
from kritzel.cli.lookup import chosen_sheet, complete_bots, sheet_argument
from kritzel.cli.output import console, grid, progress, say_json
from kritzel.cli.players import print_faults, print_stand_ins
from kritzel.fast.twin import NEEDED, NotInstalled, compiles
from kritzel.game import Explained, Text

if TYPE_CHECKING:
    from kritzel.arena.job import Job
    from kritzel.arena.results import Folder
    from kritzel.arena.runner import Play, Worked

Figures = Mapping[str, Any]

_SAVED = Text(
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


@command(
    "Bots gegeneinander antreten lassen. Gleiches Glück, getauschte Plätze, ehrliche Zahlen.",
    "Let bots compete: same luck, seats permuted, honest figures.",
)
@sheet_argument
@option(
    "--bots",
    required=True,
    shell_complete=complete_bots,
    de=f"Wer antritt: a,b,c. Es gibt: {', '.join(BOTS)}.",
    en=f"Who competes: a,b,c. There are: {', '.join(BOTS)}.",
)
@option(
    "--games",
    type=click.IntRange(1, 100_000_000),
    default=1000,
    show_default=True,
    de="Wie viele; aufgerundet auf ganze Gaben.",
    en="How many; rounded up to whole deals.",
)
@option("--seats", type=int, default=2, show_default=True, de="Plätze am Tisch.", en="Seats at a table.")
@seed_option
@option("--out", type=NEW_FOLDER, de="Ordner für Ergebnisse und Bilder.", en="Folder for results and plots.")
@option("--resume", is_flag=True, de="In --out weiterspielen.", en="Go on in --out.")
@option(
    "--jobs",
    type=click.IntRange(1, 1024),
    de="Prozesse (sonst alle Kerne).",
    en="Processes (else all cores).",
)
@option(
    "--cluster", metavar="ADDRESS", de="Auf diesem Dask-Cluster spielen.", en="Play on this Dask cluster."
)
@option(
    "--reference",
    is_flag=True,
    de="Alles auf der Referenz spielen (langsam, zum Prüfen).",
    en="Play on the reference (slow, for checking).",
)
@sheet_option
@json_option
@lang_option
def arena(
    name: str | None,
    bots: str,
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
    if resume and out is None:
        raise click.UsageError("--resume needs --out.")
    game, sheet = chosen_sheet(name, sheet_file, lang)
    with explain_refusals(lang):
        from kritzel.arena.job import enter
        from kritzel.arena.results import Folder

        job = enter(game, sheet, [each.strip() for each in bots.split(",")], seats, seed)
        engine = _engine(job, reference, lang)
        print_stand_ins([entry.bot for entry in job.entries], game, sheet, lang)
        play = _runner(cluster, jobs)
        deals = -(-games // job.per_deal)
        with _results_folder(out) as path:
            folder = Folder(path, job, resume=resume)
            worked = _run(job, folder, deals, engine, play, lang)
            _finish(job, folder, worked, out, as_json, lang)


@contextmanager
def explain_refusals(lang: str) -> Iterator[None]:
    """Raise Refused instead of errors of the arena and of missing packages."""
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


def _runner(cluster: str | None, jobs: int | None) -> Play:
    from kritzel.arena.cluster import on_cluster
    from kritzel.arena.processes import cores
    from kritzel.arena.runner import on_this_machine

    return on_cluster(cluster) if cluster is not None else on_this_machine(jobs or cores())


@contextmanager
def _results_folder(out: Path | None) -> Iterator[Path]:
    """The folder named by `--out`, or a temporary one that stays only if games in it would be lost."""
    from kritzel.arena.results import DEALS

    if out is not None:
        yield out
        return
    path = Path(tempfile.mkdtemp(prefix="kritzel-arena-"))
    try:
        yield path
    except BaseException:
        if not ((path / DEALS).exists() and (path / DEALS).stat().st_size > 0):
            shutil.rmtree(path)
        raise
    shutil.rmtree(path)


def _run(job: Job, folder: Folder, deals: int, engine: str, play: Play, lang: str) -> Any:
    """Play with a progress bar. Raises Refused with what ended it early and what was saved."""
    from kritzel.arena.job import ArenaError
    from kritzel.arena.runner import run

    with progress(MofNCompleteColumn()) as bar:
        title = f"{job.game} · {', '.join(entry.name for entry in job.entries)}"
        done = sum(deal < deals for deal in folder.lines)
        task = bar.add_task(title, total=deals, completed=done)
        try:
            return run(job, folder, deals, engine, play, lambda more: bar.advance(task, more))
        except (ArenaError, KeyboardInterrupt, OSError) as error:
            why = _reason(error, lang)
    if not folder.lines:
        raise Refused(why)
    saved = _SAVED.say(lang).format(done=len(folder.lines), deals=deals, path=folder.path)
    raise Refused(f"{why} {saved}")


def _reason(error: BaseException, lang: str) -> str:
    if isinstance(error, KeyboardInterrupt):
        return STOPPED.say(lang)
    return error.sentence.say(lang) if isinstance(error, Explained) else f"{error}."


def _finish(
    job: Job, folder: Folder, worked: Sequence[Worked], out: Path | None, as_json: bool, lang: str
) -> None:
    """Figures on the screen or as JSON, plots into the folder."""
    from kritzel.arena import plots
    from kritzel.arena.results import write
    from kritzel.arena.runner import throughput
    from kritzel.arena.summary import summary

    deals = folder.deals()
    figures = summary(job, deals)
    print_faults([(bot["name"], bot["stood_in"]) for bot in figures["bots"]], lang)
    if out is not None:
        write(out / "scores.svg", plots.scores_svg(job, deals, figures, lang))
        write(out / "ladder.svg", plots.ladder_svg(job, figures, lang))
    if as_json:
        head = {
            "game": job.game,
            "sheet": job.manifest()["sheet"],
            "seats_at_table": job.seats,
            "seed": job.seed,
        }
        say_json("arena", **head, **figures, throughput=throughput(worked))
    else:
        _print_figures(console(), job, figures, throughput(worked), out, lang)


# The tables for people -----------------------------------------------------------------------------
_BOTS = Text(
    "|Partien#|Punkte#|±#|Streuung#|Siege#|95 %#|Elo#|±#",
    "|games#|points#|±#|spread#|wins#|95 %#|Elo#|±#",
)
_PAIRS = Text("|gegen|Partien#|vorn#|95 %#|Punkte#|±#", "|against|games#|ahead#|95 %#|points#|±#")
_SEATS = Text("Platz|Punkte#|±#|Siege#|95 %#|Elo#|±#", "seat|points#|±#|wins#|95 %#|Elo#|±#")
_BOARDS = Text("Brett|Punkte#|±#|Siege#|95 %#", "board|points#|±#|wins#|95 %#")
_PLAYED = Text(
    "{games} Partien in {deals} Gaben zu {per}, {decisions:.1f} Züge je Partie, {ties:.1%} geteilte Siege.",
    "{games} games in {deals} deals of {per}, {decisions:.1f} decisions a game, {ties:.1%} shared wins.",
)
_UNIT = Text(
    "Alle Bereiche: 95 %, Einheit ist die Gabe (gleiches Glück für alle).",
    "All ranges: 95 %, the unit is the deal (same luck for everybody).",
)
_OPEN = Text(
    "Jemand hat gegen jemanden nie gewonnen: Die Elo-Abstände sind Untergrenzen.",
    "Somebody never won against somebody: the Elo distances are lower bounds.",
)
_BROKEN = Text(
    "{many} Partien wurden abgebrochen; sie nahmen kein Ende.",
    "{many} games were broken off; they would not end.",
)
_NEEDED = Text(
    "Partien, die einen Unterschied von ... mit 80 % zeigen:",
    "Games that show a difference of ... with a power of 80 %:",
)
_WHAT = {"wins": Text("Siege", "wins"), "points": Text("Punkte", "points")}
_SPEED = Text(
    "{engine}: {per:,.0f} Partien je Sekunde und Kern", "{engine}: {per:,.0f} games per second and core"
)
_ENGINES = {
    "compiled": Text("übersetzte Bots", "compiled bots"),
    "reference": Text("Python-Bots (Referenz)", "Python bots (reference)"),
}
_WRITTEN = Text("Ergebnisse und Bilder in {}", "Results and plots in {}")


def _print_figures(
    out: Console, job: Job, figures: Figures, speed: Sequence[Figures], folder: Path | None, lang: str
) -> None:
    """The tables for people, best bot first."""
    out.print(f"{job.game}/{job.manifest()['sheet']}", style="bold")
    names = {bot["name"]: _bot_name(bot) for bot in figures["bots"]}
    out.print(_bots(figures, lang))
    if len(figures["pairs"]) > 1 or job.seats != 2:
        _print_section(out, _PAIRS, [_pair_row(pair, names) for pair in figures["pairs"]], lang)
    _print_section(out, _SEATS, [_seat_row(seat) for seat in figures["seats"]], lang)
    _print_section(out, _BOARDS, [_board_row(board) for board in figures["boards"]], lang)
    out.print()
    _print_summary(out, job, figures, lang)
    _print_needed(out, figures, lang)
    for each in speed:
        engine = _ENGINES[each["engine"]].say(lang)
        out.print(_SPEED.say(lang).format(engine=engine, per=each["per_second"]))
    if folder is not None:
        out.print(_WRITTEN.say(lang).format(folder))


def _print_section(out: Console, titles: Text, rows: list[list[str]], lang: str) -> None:
    if rows:
        out.print()
        out.print(grid(*titles.say(lang).split("|"), rows=rows))


def _bots(figures: Figures, lang: str) -> Any:
    def rank(bot: Figures) -> float:
        return -float(bot["rating"]["elo"] if bot["rating"] else bot["points"]["mean"])

    return grid(
        *_BOTS.say(lang).split("|"), rows=[_bot_row(bot) for bot in sorted(figures["bots"], key=rank)]
    )


def _bot_row(bot: Figures) -> list[str]:
    points = bot["points"]
    rating = _elo(bot["rating"]) if bot["rating"] else ["", ""]
    return [
        _bot_name(bot),
        str(bot["games"]),
        *_points(points),
        f"{points['spread']:.1f}",
        *_share(bot["wins"]),
        *rating,
    ]


def _bot_name(bot: Figures) -> str:
    """The bot, and in brackets the one that played in its place."""
    return bot["name"] if bot["played_by"] == bot["bot"] else f"{bot['name']} ({bot['played_by']})"


def _pair_row(pair: Figures, names: Mapping[str, str]) -> list[str]:
    who = names[pair["one"]], names[pair["other"]]
    return [*who, str(pair["games"]), *_share(pair["ahead"]), *_points(pair["points"], "+")]


def _seat_row(seat: Figures) -> list[str]:
    rating = _elo(seat["rating"], "+") if "rating" in seat else ["", ""]
    return [str(seat["seat"]), *_points(seat["points"]), *_share(seat["wins"]), *rating]


def _board_row(board: Figures) -> list[str]:
    return [str(board["board"]), *_points(board["points"]), *_share(board["wins"])]


def _points(figure: Figures, sign: str = "") -> list[str]:
    return [f"{figure['mean']:{sign}.2f}", _around(figure, ".2f")]


def _share(figure: Figures) -> list[str]:
    return [f"{figure['share']:.1%}", f"{100 * figure['low']:.1f}-{figure['high']:.1%}"]


def _elo(figure: Figures, sign: str = "") -> list[str]:
    return [f"{figure['elo']:{sign}.0f}", _around(figure, ".0f")]


def _around(figure: Figures, form: str) -> str:
    """Half the interval; unknown with a single deal."""
    return "?" if figure["low"] is None else f"{(figure['high'] - figure['low']) / 2:{form}}"


def _print_summary(out: Console, job: Job, figures: Figures, lang: str) -> None:
    played = {
        "games": figures["games"],
        "deals": figures["deals"],
        "per": job.per_deal,
        "ties": figures["ties"],
    }
    out.print(_PLAYED.say(lang).format(**played, decisions=figures["decisions"]["mean"]))
    out.print(_UNIT.say(lang))
    if figures["open_ended"]:
        out.print(_OPEN.say(lang))
    if figures["broken_off"]:
        out.print(_BROKEN.say(lang).format(many=figures["broken_off"]))


def _print_needed(out: Console, figures: Figures, lang: str) -> None:
    """Games for differences of several sizes, a line for wins and one for points."""
    if figures["needed"]:
        out.print(_NEEDED.say(lang))
    for what, word in _WHAT.items():
        sizes = [_size(each) for each in figures["needed"] if each["what"] == what]
        if sizes:
            out.print(f"  {word.say(lang)}: {' · '.join(sizes)}")


def _size(each: Figures) -> str:
    size = f"{each['difference']:.0%}" if each["what"] == "wins" else f"{each['difference']:g}"
    return f"{size} {each['games']:,}"
