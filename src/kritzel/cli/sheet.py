"""`kritzel sheet show` and `kritzel sheet check`: one sheet, from the catalogue or of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from kritzel.cli.errors import read_text
from kritzel.cli.language import FILE, here, json_option, lang_option, svg_option, theme_option
from kritzel.cli.lists import sheet_json
from kritzel.cli.lookup import seat_asked, sheet_named
from kritzel.cli.output import console, picture, say_json, write_svg
from kritzel.game import Defect, SheetError, Text
from kritzel.games import catalogue


@click.group(help=here("Ein Blatt ansehen oder prüfen.", "Look at a sheet or check it."))
def sheet() -> None:
    """Show or check a sheet."""


@sheet.command(help=here("NAME ist spiel/blatt oder eine Datei.", "NAME is game/sheet or a file."))
@click.argument("name")
@click.option("--seat", type=int, default=0, help=here("Wessen Tafel.", "Whose board."))
@svg_option
@theme_option
@json_option
@lang_option
def show(name: str, seat: int, svg: Path | None, theme: str, as_json: bool, lang: str) -> None:
    """Draw a sheet before the game begins."""
    game, found = sheet_named(name, lang)
    state = game.blank(found)
    seat_asked(game, state, seat, lang)
    if svg:
        write_svg(svg, game, state, seat, lang, theme)
    if as_json:
        say_json("sheet show", sheet={**sheet_json(found, lang), "source": found.source})
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
    """Name every defect of a sheet file; exit code 2 where it cannot be played."""
    defects = _defects(file, lang)
    playable = not any(defect.fatal for defect in defects)
    if as_json:
        told = [{"line": d.line, "fatal": d.fatal, "text": d.text.say(lang)} for d in defects]
        say_json("sheet check", file=str(file), playable=playable, defects=told)
    else:
        _tell(file, defects, lang)
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


def _tell(file: Path, defects: tuple[Defect, ...], lang: str) -> None:
    kinds = ("Hinweis", "Fehler") if lang == "de" else ("remark", "error")
    for defect in sorted(defects):
        where = f"{file}:{defect.line}" if defect.line else str(file)
        click.echo(f"{where}: {kinds[defect.fatal]}: {defect.text.say(lang)}", err=defect.fatal)
    if not defects:
        click.echo(Text(f"{file}: alles in Ordnung", f"{file}: nothing wrong").say(lang))
