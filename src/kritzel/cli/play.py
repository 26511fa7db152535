"""`kritzel play`: the terminal game. This module sets the table; `session` plays on it."""

from __future__ import annotations

import shutil
from datetime import datetime
from pathlib import Path
from random import Random

import click

from kritzel.bots import running
from kritzel.cli import keyboard, menu
from kritzel.cli.errors import Refused, write_text
from kritzel.cli.language import NEW_FILE, here, lang_option, sheet_option
from kritzel.cli.lookup import sheet_asked
from kritzel.cli.output import console
from kritzel.cli.players import named, seated, tell_stand_ins, thinking
from kritzel.cli.session import Session
from kritzel.game import Setup, Sheet, Text
from kritzel.games.catalogue import AnyGame
from kritzel.homes import data_folder
from kritzel.record import Played, SeededDealer, Table


@click.command(
    help=here(
        "Im Terminal spielen; ohne NAME (spiel/blatt) mit Menü.",
        "Play in the terminal; without NAME (game/sheet) with a menu.",
    )
)
@click.argument("name", required=False)
@click.option("--seats", help=here("Wer mitspielt: you,random (du,random).", "Who plays: you,random."))
@click.option("--seed", type=int, help=here("Fester Zufall.", "Chance that can be repeated."))
@sheet_option
@click.option(
    "--record", type=NEW_FILE, help=here("Wohin die Partie geschrieben wird.", "Where the game is saved.")
)
@click.option("--real-dice", is_flag=True, help=here("Ihr würfelt selbst.", "You roll real dice."))
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
    """Play a game in the terminal."""
    if name is None and sheet_file is None:
        wish = menu.ask(lang, asked_for_lang=context.get_parameter_source("lang"))
        if wish is None:
            return
        lang, name, seats = wish.lang, wish.name, seats or wish.seats
    game, sheet = sheet_asked(name, sheet_file, lang)
    players = seated("you,random" if seats is None else seats, lang, game, people=True)
    with thinking(players, lang), running():
        _evening(game, sheet, players, seed, record, lang, real_dice=real_dice)


def _evening(
    game: AnyGame,
    sheet: Sheet,
    players: list[str],
    seed: int | None,
    record: Path | None,
    lang: str,
    *,
    real_dice: bool,
) -> None:
    tell_stand_ins(players, game, sheet, lang)
    table = _laid(game, sheet, players, seed, lang)
    path = _free(record, table, lang)
    luck = Random(None if seed is None else f"players {seed}")  # not the luck of the dice once more
    session = Session(table, players, lang, luck, real_dice=real_dice, out=console())
    try:
        session.play()
    except (keyboard.Quit, click.Abort, KeyboardInterrupt):
        console().print()
    _save(path, table, lang)


def _laid(game: AnyGame, sheet: Sheet, players: list[str], seed: int | None, lang: str) -> Table:
    try:
        return Table.new(game, Setup(sheet, len(players)), named(players, lang), SeededDealer(seed))
    except ValueError as error:
        raise Refused(f"--seats: {error}") from None


def _free(record: Path | None, table: Table, lang: str) -> Path:
    """Where the record will go: a file that does not exist yet."""
    if record is None:
        name = f"{table.game.slug}-{table.sheet.id}-{datetime.now():%Y%m%d-%H%M%S}.txt"
        return records() / name
    if record.exists():
        raise Refused(f"{record}: {Text('gibt es schon', 'exists already').say(lang)}")
    return record


def records() -> Path:
    """The folder of records. Those that earlier versions wrote among the settings are brought along."""
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
