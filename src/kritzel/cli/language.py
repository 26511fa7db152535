"""Which language the command line speaks, and how commands and options are declared in both."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kritzel.game import LANGUAGES, Text

Function = TypeVar("Function", bound=Callable[..., Any])


def spoken_here() -> str:
    """The language of the environment: KRITZEL_LANG, else LANG, else English."""
    wished = [os.environ.get(name, "")[:2].lower() for name in ("KRITZEL_LANG", "LANG")]
    return next((lang for lang in wished if lang in LANGUAGES), "en")


def here(de: str, en: str) -> str:
    """A sentence in the language of the environment; for help texts, which are fixed at the start."""
    return Text(de, en).say(spoken_here())


def language_of(context: click.Context) -> str:
    """The language of `--lang`, or that of the environment."""
    return str(context.meta.get("kritzel.lang") or spoken_here())


# Commands and options ------------------------------------------------------------------------------
def command(de: str, en: str) -> Callable[[Callable[..., Any]], click.Command]:
    """A command and its help; `kritzel --help` shows the first sentence."""
    return click.command(help=here(de, en))


def option(*names: str, de: str, en: str, **settings: Any) -> Callable[[Function], Function]:
    return click.option(*names, help=here(de, en), **settings)


def _remember(context: click.Context, _: click.Parameter, lang: str) -> str:
    """Errors are told in this language, even by the command above."""
    context.meta["kritzel.lang"] = lang
    return lang


FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
NEW_FOLDER = click.Path(file_okay=False, path_type=Path)
lang_option = option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=spoken_here,
    callback=_remember,
    is_eager=True,
    de="Sprache (sonst KRITZEL_LANG oder LANG).",
    en="Language (else KRITZEL_LANG or LANG).",
)
json_option = option(
    "--json",
    "as_json",
    is_flag=True,
    de="Für Programme: JSON (docs/json.md).",
    en="For programs: JSON (docs/json.md).",
)
sheet_option = option(
    "--sheet",
    "sheet_file",
    type=FILE,
    de="Ein eigenes Blatt (docs/sheets.md).",
    en="A sheet of your own (docs/sheets.md).",
)
seed_option = option(
    "--seed", type=int, default=0, show_default=True, de="Fester Zufall.", en="Chance that can be repeated."
)
seat_option = option("--seat", type=int, de="Nur dieser Platz, ab 0.", en="This seat only, counted from 0.")
svg_option = option(
    "--svg", type=NEW_FILE, de="Das Bild in diese Datei schreiben.", en="Write the picture to this file."
)
theme_option = option(
    "--theme",
    type=click.Choice(["light", "dark"]),
    default="light",
    show_default=True,
    de="Hell oder dunkel.",
    en="Light or dark.",
)
