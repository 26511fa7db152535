"""`kritzel play`: the terminal game. This module asks what to play and saves the record; `session` plays."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

import click
from click.core import ParameterSource

from kritzel.bots import running
from kritzel.cli.errors import Refused, write_text
from kritzel.cli.language import NEW_FILE, command, lang_option, option, sheet_option
from kritzel.cli.lookup import chosen_sheet, complete_bots, sheet_argument
from kritzel.cli.output import console
from kritzel.cli.players import parse_players, player_names, print_stand_ins, uncompiled
from kritzel.cli.session import Quit, Session
from kritzel.game import Setup, Sheet, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.paths import data_folder
from kritzel.record import Played, SeededDealer, Table


@command(
    "Im Terminal spielen; ohne NAME (spiel/blatt) mit Menü.",
    "Play in the terminal; without NAME (game/sheet) with a menu.",
)
@sheet_argument
@option(
    "--seats",
    shell_complete=complete_bots,
    de="Wer mitspielt: you,random (du,random).",
    en="Who plays: you,random.",
)
@option("--seed", type=int, de="Fester Zufall.", en="Chance that can be repeated.")
@sheet_option
@option("--record", type=NEW_FILE, de="Wohin die Partie geschrieben wird.", en="Where the game is saved.")
@option("--real-dice", is_flag=True, de="Ihr würfelt selbst.", en="You roll real dice.")
@lang_option
@click.pass_context
def play(
    context: click.Context,
    name: str | None,
    seats: str | None,
    seed: int | None,
    sheet_file: Path | None,
    record: Path | None,
    real_dice: bool,
    lang: str,
) -> None:
    if name is None and sheet_file is None:
        choice = _ask_menu(lang, context.get_parameter_source("lang"))
        if choice is None:
            return
        lang, name, seats = choice.lang, choice.name, seats or choice.seats
    game, sheet = chosen_sheet(name, sheet_file, lang)
    players = parse_players("you,random" if seats is None else seats, lang, game, people=True)
    with uncompiled(players, lang), running():
        print_stand_ins(players, game, sheet, lang)
        table = _new_table(game, sheet, players, seed, lang)
        path = _record_path(record, table, lang)
        luck = Random(None if seed is None else f"players {seed}")  # not the luck of the dice once more
        session = Session(table, players, lang, luck, real_dice=real_dice, out=console())
        try:
            session.play()
        except (Quit, click.Abort, KeyboardInterrupt):
            console().print()
        finally:  # also where the output was closed (| head)
            _save(path, table, lang)


def _new_table(game: AnyGame, sheet: Sheet, players: list[str], seed: int | None, lang: str) -> Table:
    try:
        return Table.new(game, Setup(sheet, len(players)), player_names(players, lang), SeededDealer(seed))
    except ValueError as error:
        raise Refused(f"--seats: {error}") from None


# The record ----------------------------------------------------------------------------------------
def _record_path(record: Path | None, table: Table, lang: str) -> Path:
    """Where the record will go: a file that does not exist yet."""
    if record is None:
        name = f"{table.game.slug}-{table.sheet.id}-{datetime.now():%Y%m%d-%H%M%S}.txt"
        return records() / name
    if record.exists():
        raise Refused(f"{record}: {Text('gibt es schon', 'exists already').say(lang)}")
    return record


def records() -> Path:
    """The folder of records. Records that earlier versions wrote among the settings are moved there."""
    folder, former = data_folder() / "records", Path(click.get_app_dir("kritzel")) / "records"
    if former != folder and former.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        for record in former.glob("*.txt"):
            if not (folder / record.name).exists():
                shutil.move(record, folder)
    return folder


def _save(path: Path, table: Table, lang: str) -> None:
    if not any(isinstance(event, Played) for event in table.events):
        return
    try:
        write_text(path, table.record())
    except OSError:
        click.echo(table.record())  # better on the screen than lost
        raise
    click.echo(f"{Text('Aufgeschrieben in', 'Recorded in').say(lang)} {path}")


# The menu ------------------------------------------------------------------------------------------
class Choice(NamedTuple):
    """What was chosen in the menu: language, `game/sheet`, and who plays."""

    lang: str
    name: str
    seats: str


def _ask_menu(lang: str, lang_source: ParameterSource | None) -> Choice | None:
    """Ask for everything, the language only if `--lang` is missing; None at the end of the input."""
    try:
        if lang_source is not ParameterSource.COMMANDLINE:
            lang = ("de", "en")[_choose("Sprache / Language", ["Deutsch", "English"], first=lang == "en")]
        games = list(catalogue.GAMES.values())
        titles = [f"{game.title.say(lang)} ({game.seat_counts[0]}-{game.seat_counts[-1]})" for game in games]
        game = games[_choose(Text("Spiel", "Game").say(lang), titles)]
        sheet = _choose_sheet(game, lang)
        return Choice(lang, f"{game.slug}/{sheet}", _choose_seats(game, lang))
    except (click.Abort, EOFError):
        console().print()
        return None


def _choose_sheet(game: AnyGame, lang: str) -> str:
    sheets = catalogue.sheets(game.slug)
    if len(sheets) == 1:
        return str(sheets[0].id)
    titles = [f"{sheet.title.say(lang)}: {sheet.blurb.say(lang)}" for sheet in sheets]
    return str(sheets[_choose(Text("Blatt", "Sheet").say(lang), titles)].id)


def _choose_seats(game: AnyGame, lang: str) -> str:
    """How many sit at the table, and how many of them are people at this keyboard."""
    counts = list(game.seat_counts)
    seats_title = Text("Plätze", "Seats").say(lang)
    people_title = Text("Davon an dieser Tastatur", "At this keyboard").say(lang)
    first = counts.index(2) if 2 in counts else 0
    seats = counts[_choose(seats_title, [str(count) for count in counts], first=first)]
    people = 1 + (_choose(people_title, [str(n) for n in range(1, seats + 1)]) if seats > 1 else 0)
    return ",".join(["you"] * people + ["random"] * (seats - people))


def _choose(title: str, options: Sequence[str], first: int = 0) -> int:
    """One of several, by number; asks again until it is one of them."""
    out = console()
    out.print(f"\n{title}", style="bold")
    for number, text in enumerate(options, 1):
        out.print(f"  {number}  {text}")
    return int(click.prompt(">", type=click.IntRange(1, len(options)), default=first + 1)) - 1
