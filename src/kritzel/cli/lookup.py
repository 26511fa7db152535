"""From what was typed to what is meant: sheets, positions, seats, records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kritzel.cli.errors import Refused, explained, read_text
from kritzel.game import Seat, SheetError, State, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record import RecordError, Table, read


def sheet_in(path: Path, lang: str) -> tuple[AnyGame, Any]:
    """Game and sheet from a file. Refused with every fatal defect and its line."""
    text = read_text(path, lang)
    try:
        return catalogue.from_text(text, str(path))
    except SheetError as error:
        raise Refused(explained(error, lang, str(path))) from None
    except (ValueError, catalogue.UnknownName, RecursionError) as error:
        raise Refused(f"{path}:1: {explained(error, lang)}") from None


def sheet_named(name: str, lang: str) -> tuple[AnyGame, Any]:
    """Game and sheet by `game/sheet`, or from the file of this name."""
    if name.partition("/")[0] not in catalogue.GAMES and Path(name).is_file():
        return sheet_in(Path(name), lang)
    return catalogue.find(name)


def sheet_asked(name: str | None, file: Path | None, lang: str) -> tuple[AnyGame, Any]:
    """The sheet of one's own where there is one; it must be of the game that was named. One has to be."""
    if file is None:
        if name is None:
            raise click.UsageError("Missing argument 'NAME' (game/sheet) or --sheet FILE.")
        return sheet_named(name, lang)
    game, sheet = sheet_in(file, lang)
    if name and name.partition("/")[0] != game.slug:
        said = Text(f"ein Blatt für {game.slug}, nicht für", f"a sheet for {game.slug}, not for").say(lang)
        raise Refused(f"{file}: {said} {name.partition('/')[0]}")
    return game, sheet


def position_typed(line: str, file: Path | None, lang: str) -> tuple[AnyGame, Any]:
    """Game and state of a position in notation. NotationError names the part that is wrong."""
    name = (line.split() or [""])[0]
    game, sheet = sheet_asked(name, file, lang)
    return game, game.notation.parse_position(sheet, line)


def record_in(path: Path, file: Path | None, lang: str) -> Table:
    """The table of a record file. Refused with line, expectation and reason."""
    text = read_text(path, lang)
    sheet = sheet_in(file, lang)[1] if file else None
    try:
        return read(text, sheet)
    except RecordError as error:
        raise Refused(explained(error, lang, str(path))) from None


def seat_asked(game: AnyGame, state: State, seat: int | None, lang: str) -> Seat:
    """The seat that was named, which must be at the table; without one the first that may act, or 0."""
    seats = len(game.rules.score(state))
    if seat is None:
        return next((each for each in range(seats) if game.rules.moves(state, each)), 0)
    if not 0 <= seat < seats:
        said = Text("Diesen Platz gibt es nicht, nur", "no such seat, only").say(lang)
        raise Refused(f"--seat {seat}: {said} 0-{seats - 1}")
    return seat
