"""`kritzel games`, `kritzel sheets` and `kritzel sheet`: what there is to play, and one sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kritzel.cli.errors import read_text
from kritzel.cli.language import (
    FILE,
    command,
    here,
    json_option,
    lang_option,
    option,
    svg_option,
    theme_option,
)
from kritzel.cli.lookup import chosen_seat, complete_sheets, sheet_named
from kritzel.cli.output import console, grid, picture, say_json, write_svg
from kritzel.game import Defect, Sheet, SheetError, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.sheetfile import digest


@command("Die Spiele, die es gibt.", "The games there are.")
@json_option
@lang_option
def games(as_json: bool, lang: str) -> None:
    if as_json:
        say_json("games", games=[_game_json(game, lang) for game in catalogue.GAMES.values()])
        return
    rows = [
        [
            slug,
            game.title.say(lang),
            f"{game.seat_counts[0]}-{game.seat_counts[-1]}",
            str(len(catalogue.sheets(slug))),
        ]
        for slug, game in catalogue.GAMES.items()
    ]
    titles = Text("Spiel|Titel|Plätze|Blätter#", "Game|Title|Seats|Sheets#").say(lang)
    console().print(grid(*titles.split("|"), rows=rows))
    for trouble in catalogue.TROUBLES:
        click.echo(trouble.say(lang), err=True)


@command("Die Blätter, alle oder die eines Spiels.", "The sheets, all or those of one game.")
@click.argument("game", required=False)
@json_option
@lang_option
def sheets(game: str | None, as_json: bool, lang: str) -> None:
    slugs = [catalogue.game(game).slug] if game else list(catalogue.GAMES)
    found = [sheet for slug in slugs for sheet in catalogue.sheets(slug)]
    if as_json:
        say_json("sheets", sheets=[_sheet_json(sheet, lang) for sheet in found])
        return
    rows = [[f"{sheet.game}/{sheet.id}", sheet.title.say(lang), sheet.blurb.say(lang)] for sheet in found]
    titles = Text("Blatt|Titel|Worum es geht", "Sheet|Title|What it is about").say(lang)
    console().print(grid(*titles.split("|"), rows=rows))


def _game_json(game: AnyGame, lang: str) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title.say(lang),
        "seats": list(game.seat_counts),
        "rules_version": game.rules.version,
        "sheets": [sheet.id for sheet in catalogue.sheets(game.slug)],
    }


def _sheet_json(sheet: Sheet, lang: str) -> dict[str, Any]:
    return {
        "name": f"{sheet.game}/{sheet.id}",
        "game": sheet.game,
        "id": sheet.id,
        "version": sheet.version,
        "hash": digest(sheet.source),
        "title": sheet.title.say(lang),
        "blurb": sheet.blurb.say(lang),
    }


# One sheet -----------------------------------------------------------------------------------------
@click.group(help=here("Ein Blatt ansehen oder prüfen.", "Look at a sheet or check it."))
def sheet() -> None:
    pass


@sheet.command(help=here("NAME ist spiel/blatt oder eine Datei.", "NAME is game/sheet or a file."))
@click.argument("name", shell_complete=complete_sheets)
@option("--seat", type=int, default=0, de="Wessen Tafel.", en="Whose board.")
@svg_option
@theme_option
@json_option
@lang_option
def show(name: str, seat: int, svg: Path | None, theme: str, as_json: bool, lang: str) -> None:
    game, found = sheet_named(name, lang)
    state = game.blank(found)
    chosen_seat(game, state, seat, lang)
    if svg:
        write_svg(svg, game, state, seat, lang, theme)
    if as_json:
        say_json("sheet show", sheet={**_sheet_json(found, lang), "source": found.source})
    elif svg:
        click.echo(svg)
    else:
        console().print(picture(game, state, seat, lang))
        console().print(found.blurb.say(lang))


@sheet.command(help=here("Ein eigenes Blatt prüfen: alles, was nicht stimmt.", "Check a sheet: all defects."))
@click.argument("file", type=FILE)
@json_option
@lang_option
def check(file: Path, as_json: bool, lang: str) -> None:
    """Exit code 2 where the sheet cannot be played."""
    defects = _defects(file, lang)
    playable = not any(defect.fatal for defect in defects)
    if as_json:
        found = [{"line": d.line, "fatal": d.fatal, "text": d.text.say(lang)} for d in defects]
        say_json("sheet check", file=str(file), playable=playable, defects=found)
    else:
        _print_defects(file, defects, lang)
    if not playable:
        raise click.exceptions.Exit(2)


def _defects(file: Path, lang: str) -> tuple[Defect, ...]:
    text = read_text(file, lang)
    try:
        game, found = catalogue.from_text(text, str(file))
    except SheetError as error:
        return error.defects
    except catalogue.UnknownName as error:
        return (Defect(1, error.sentence, True),)
    except (ValueError, RecursionError) as error:
        return (Defect(1, Text(f"nicht lesbar: {error}", f"cannot be read: {error}"), True),)
    return tuple(game.notation.defects(found))


def _print_defects(file: Path, defects: tuple[Defect, ...], lang: str) -> None:
    kinds = ("Hinweis", "Fehler") if lang == "de" else ("remark", "error")
    for defect in sorted(defects):
        where = f"{file}:{defect.line}" if defect.line else str(file)
        click.echo(f"{where}: {kinds[defect.fatal]}: {defect.text.say(lang)}", err=defect.fatal)
    if not defects:
        click.echo(Text(f"{file}: alles in Ordnung", f"{file}: nothing wrong").say(lang))
