"""Reads arguments: sheets, positions, seats, records; completes the names of sheets and bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kritzel import bots
from kritzel.cli.errors import Refused, explained, read_text
from kritzel.game import Seat, SheetError, State, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record import RecordError, Table, read


# Completion ----------------------------------------------------------------------------------------
def complete_sheets(_: click.Context, __: click.Parameter, start: str) -> list[str]:
    names = (f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug))
    return [name for name in names if name.startswith(start)]


def complete_bots(_: click.Context, __: click.Parameter, start: str) -> list[str]:
    """The last name of a list as in `greedy,random`."""
    before, comma, last = start.rpartition(",")
    return [before + comma + name for name in bots.BOTS if name.startswith(last)]


sheet_argument = click.argument("name", required=False, shell_complete=complete_sheets)


# Sheets, positions, records ------------------------------------------------------------------------
def read_sheet(path: Path, lang: str) -> tuple[AnyGame, Any]:
    """Game and sheet of a file. Raises Refused with every fatal defect and its line."""
    text = read_text(path, lang)
    try:
        return catalogue.from_text(text, str(path))
    except SheetError as error:
        raise Refused(explained(error, lang, str(path))) from None
    except (ValueError, catalogue.UnknownName, RecursionError) as error:
        raise Refused(f"{path}:1: {explained(error, lang)}") from None


def sheet_named(name: str, lang: str) -> tuple[AnyGame, Any]:
    """Game and sheet by `game/sheet`, or from the file of this name."""
    if name.endswith(".toml") or (name.partition("/")[0] not in catalogue.GAMES and Path(name).is_file()):
        return read_sheet(Path(name), lang)
    return catalogue.find(name)


def chosen_sheet(name: str | None, file: Path | None, lang: str) -> tuple[AnyGame, Any]:
    """The sheet of the file, else the one that is named. Raises Refused where they are of different games."""
    if file is None:
        if name is None:
            raise click.UsageError("Missing argument 'NAME' (game/sheet) or --sheet FILE.")
        return sheet_named(name, lang)
    game, sheet = read_sheet(file, lang)
    if name and name.partition("/")[0] != game.slug:
        why = Text(f"ein Blatt für {game.slug}, nicht für", f"a sheet for {game.slug}, not for").say(lang)
        raise Refused(f"{file}: {why} {name.partition('/')[0]}")
    return game, sheet


def typed_position(line: str, file: Path | None, lang: str) -> tuple[AnyGame, Any]:
    """Game and state of a position in notation. Raises NotationError."""
    name = (line.split() or [""])[0]
    game, sheet = chosen_sheet(name, file, lang)
    return game, game.notation.parse_position(sheet, line)


def read_record(path: Path, file: Path | None, lang: str) -> Table:
    """The table of a record file. Raises Refused with line, expectation and reason."""
    text = read_text(path, lang)
    sheet = read_sheet(file, lang)[1] if file else None
    try:
        return read(text, sheet)
    except RecordError as error:
        raise Refused(explained(error, lang, str(path))) from None


def chosen_seat(game: AnyGame, state: State, seat: int | None, lang: str) -> Seat:
    """The seat that is named, else the first that may act, else 0. Raises Refused."""
    seats = len(game.rules.score(state))
    if seat is None:
        return next((each for each in range(seats) if game.rules.moves(state, each)), 0)
    if not 0 <= seat < seats:
        why = Text("Diesen Platz gibt es nicht, nur", "no such seat, only").say(lang)
        raise Refused(f"--seat {seat}: {why} 0-{seats - 1}")
    return seat
