"""`kritzel games` and `kritzel sheets`: what there is to play."""

from __future__ import annotations

from typing import Any

import click

from kritzel.cli.language import here, json_option, lang_option
from kritzel.cli.output import console, grid, say_json
from kritzel.game import Sheet
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.sheetfile import digest


@click.command(help=here("Die Spiele, die es gibt.", "The games there are."))
@json_option
@lang_option
def games(as_json: bool, lang: str) -> None:
    """List the games."""
    if as_json:
        say_json("games", games=[_game_json(game, lang) for game in catalogue.GAMES.values()])
        return
    rows = [
        [slug, game.title.say(lang), _span(game.seat_counts), str(len(catalogue.sheets(slug)))]
        for slug, game in catalogue.GAMES.items()
    ]
    titles = (
        ("Spiel", "Titel", "Plätze", "Blätter#") if lang == "de" else ("Game", "Title", "Seats", "Sheets#")
    )
    console().print(grid(*titles, rows=rows))
    for trouble in catalogue.TROUBLES:
        click.echo(trouble.say(lang), err=True)


@click.command(help=here("Die Blätter, alle oder die eines Spiels.", "The sheets, all or those of one game."))
@click.argument("game", required=False)
@json_option
@lang_option
def sheets(game: str | None, as_json: bool, lang: str) -> None:
    """List the sheets."""
    slugs = [catalogue.game(game).slug] if game else list(catalogue.GAMES)
    there = [sheet for slug in slugs for sheet in catalogue.sheets(slug)]
    if as_json:
        say_json("sheets", sheets=[sheet_json(sheet, lang) for sheet in there])
        return
    rows = [[f"{sheet.game}/{sheet.id}", sheet.title.say(lang), sheet.blurb.say(lang)] for sheet in there]
    titles = ("Blatt", "Titel", "Worum es geht") if lang == "de" else ("Sheet", "Title", "What it is about")
    console().print(grid(*titles, rows=rows))


def sheet_json(sheet: Sheet, lang: str) -> dict[str, Any]:
    """What a program may know about a sheet."""
    return {
        "name": f"{sheet.game}/{sheet.id}",
        "game": sheet.game,
        "id": sheet.id,
        "version": sheet.version,
        "hash": digest(sheet.source),
        "title": sheet.title.say(lang),
        "blurb": sheet.blurb.say(lang),
    }


def _game_json(game: AnyGame, lang: str) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title.say(lang),
        "seats": list(game.seat_counts),
        "rules_version": game.rules.version,
        "sheets": [sheet.id for sheet in catalogue.sheets(game.slug)],
    }


def _span(seats: range) -> str:
    return f"{seats[0]}-{seats[-1]}"
