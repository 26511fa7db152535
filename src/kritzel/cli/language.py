"""Which language the command line speaks, and the options most commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kritzel.game import LANGUAGES, Text

Command = TypeVar("Command", bound=Callable[..., Any])


def spoken_here() -> str:
    """The language of the surroundings: KRITZEL_LANG, else LANG, else English."""
    wished = [os.environ.get(name, "")[:2].lower() for name in ("KRITZEL_LANG", "LANG")]
    return next((lang for lang in wished if lang in LANGUAGES), "en")


def here(de: str, en: str) -> str:
    """A sentence in the language of the surroundings; for help texts, which are fixed at the start."""
    return Text(de, en).say(spoken_here())


def _remember(context: click.Context, _: click.Parameter, lang: str) -> str:
    """Errors are told in the language asked for, even by the command above."""
    context.meta["kritzel.lang"] = lang
    return lang


def language_of(context: click.Context) -> str:
    """The language asked for, or that of the surroundings."""
    return str(context.meta.get("kritzel.lang") or spoken_here())


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=spoken_here,
    callback=_remember,
    is_eager=True,
    help=here("Sprache (sonst KRITZEL_LANG oder LANG).", "Language (else KRITZEL_LANG or LANG)."),
)
json_option = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help=here("Für Programme: JSON (docs/json.md).", "For programs: JSON (docs/json.md)."),
)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
sheet_option = click.option(
    "--sheet",
    "sheet_file",
    type=FILE,
    help=here("Ein eigenes Blatt (docs/sheets.md).", "A sheet of your own (docs/sheets.md)."),
)
seed_option = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help=here("Fester Zufall.", "Chance that can be repeated."),
)
svg_option = click.option(
    "--svg", type=NEW_FILE, help=here("Das Bild in diese Datei schreiben.", "Write the picture to this file.")
)
theme_option = click.option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    help=here("Hell oder dunkel.", "Light or dark."),
)
