"""`kritzel new game NAME`: a package with a tiny game that already plays, to be made into another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, count
from pathlib import Path

import click

from kritzel import rulebook
from kritzel.cli.errors import Refused, write_text
from kritzel.cli.language import here, lang_option, option
from kritzel.game import Text
from kritzel.games import catalogue

NAME = Text(
    "Ein Name besteht aus a-z, 0-9 und _ und beginnt mit einem Buchstaben: kritzel new game flower",
    "A name consists of a-z, 0-9 and _ and begins with a letter: kritzel new game flower",
)
TAKEN = Text("Ein Spiel „{name}“ gibt es schon.", "There is a game '{name}' already.")
THERE = Text("{folder} gibt es schon; es bleibt, wie es ist.", "{folder} exists already and stays as it is.")
MADE = Text(
    "{folder} ist da, ein winziges Spiel, das schon geht. Weiter:\n\n"
    "  pip install -e {folder}\n  kritzel play {name}\n  pytest --pyargs kritzel.conformance -k {name}\n\n"
    "Wie daraus deines wird, steht in docs/add-a-game.md.",
    "{folder} is there, a tiny game that already plays. Go on with:\n\n"
    "  pip install -e {folder}\n  kritzel play {name}\n  pytest --pyargs kritzel.conformance -k {name}\n\n"
    "How to make it yours: docs/add-a-game.md.",
)
PLACES = {"around": "", "tests": "tests/", "room": "src/kritzel_{name}/"}
SMALL = {"around": "", "small": "src/kritzel_{name}/"}
"""Where the folders of the skeleton go."""


@click.group(help=here("Etwas Neues anfangen.", "Begin something new."))
def new() -> None:
    pass


@new.command(help=here("Ein Spiel: ein Paket, das schon geht.", "A game: a package that already plays."))
@click.argument("name")
@option(
    "--folder",
    type=click.Path(path_type=Path),
    de="Wohin (sonst kritzel-NAME hier).",
    en="Where to (else kritzel-NAME here).",
)
@option(
    "--small",
    is_flag=True,
    de="Das kleinste Spiel: alles in einer Datei, auf Englisch.",
    en="The least game: all in one file, in English only.",
)
@lang_option
def game(name: str, folder: Path | None, small: bool, lang: str) -> None:
    folder = folder or Path(f"kritzel-{name.replace('_', '-')}")
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise Refused(NAME.say(lang))
    if name in catalogue.GAMES:
        raise Refused(TAKEN.say(lang).format(name=name))
    if folder.exists():
        raise Refused(THERE.say(lang).format(folder=folder))
    for path, text in package(name, _clause_letters(name, folder.parent), SMALL if small else PLACES):
        write_text(folder / path, text)
    click.echo(MADE.say(lang).format(folder=folder, name=name))


def package(name: str, letters: str, places: Mapping[str, str] = PLACES) -> Iterator[tuple[str, str]]:
    """The files of a new game, by their path within its package."""
    for part, place in places.items():
        for path, text in _read_texts(files("kritzel.skeleton") / part):
            yield place.format(name=name) + path, _rename(text, name, letters)


def _read_texts(folder: Traversable, above: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_file():
            yield above + entry.name, entry.read_text("utf-8")
        elif entry.name != "__pycache__":
            yield from _read_texts(entry, f"{above}{entry.name}/")


def _rename(text: str, name: str, letters: str) -> str:
    """Replace the names of the skeleton by those of the new game."""
    text = re.sub(r"kritzel\.skeleton\.(room|small)|kritzel_tiny", f"kritzel_{name}", text)
    text = text.replace("kritzel-tiny", f"kritzel-{name.replace('_', '-')}")
    text = re.sub(r"\btiny\b", name, text).replace("Tiny", name.replace("_", " ").title())
    return re.sub(r"(?<=_)q(?=\d)", letters.lower(), re.sub(r"\bQ(?=\d)", letters, text))


def _clause_letters(name: str, beside: Path) -> str:
    """The letters of its clause ids: as few of its name as no other game has, installed or just begun."""
    taken = {_group(each.id) for slug in catalogue.GAMES for each in rulebook.clauses(slug, "en")}
    for book in beside.glob("*/src/*/rulebook.en.md"):
        taken.update(map(_group, re.findall(r"^- \*\*(\w+)\*\*", book.read_text("utf-8"), re.MULTILINE)))
    letters = re.sub("[^A-Z]", "", name.upper())
    some = chain((letters[: n + 1] for n in range(len(letters))), (letters + "X" * n for n in count(1)))
    return next(each for each in some if each not in taken)


def _group(clause: str) -> str:
    """D of D9."""
    return clause.rstrip("0123456789")
