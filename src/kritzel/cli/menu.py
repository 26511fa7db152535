"""The menu of `kritzel play` without arguments: language, game, sheet, company."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click
from click.core import ParameterSource

from kritzel.cli.output import console
from kritzel.game import Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame


class Wish(NamedTuple):
    """What was chosen."""

    lang: str
    name: str
    seats: str


def ask(lang: str, asked_for_lang: ParameterSource | None) -> Wish | None:
    """Ask for everything; None where nobody answers (end of input)."""
    try:
        if asked_for_lang is not ParameterSource.COMMANDLINE:
            lang = ("de", "en")[_choose("Sprache / Language", ["Deutsch", "English"], first=lang == "en")]
        games = list(catalogue.GAMES.values())
        titles = [f"{game.title.say(lang)} ({game.seat_counts[0]}-{game.seat_counts[-1]})" for game in games]
        game = games[_choose(Text("Spiel", "Game").say(lang), titles)]
        sheet = _sheet(game, lang)
        return Wish(lang, f"{game.slug}/{sheet}", _company(game, lang))
    except (click.Abort, EOFError):
        console().print()
        return None


def _sheet(game: AnyGame, lang: str) -> str:
    there = catalogue.sheets(game.slug)
    if len(there) == 1:
        return str(there[0].id)
    titles = [f"{sheet.title.say(lang)}: {sheet.blurb.say(lang)}" for sheet in there]
    return str(there[_choose(Text("Blatt", "Sheet").say(lang), titles)].id)


def _company(game: AnyGame, lang: str) -> str:
    """How many sit at the table, and how many of them are people at this keyboard."""
    counts = list(game.seat_counts)
    people_word, seats_word = (
        ("Davon an dieser Tastatur", "Plätze") if lang == "de" else ("At this keyboard", "Seats")
    )
    seats = counts[_choose(seats_word, [str(count) for count in counts], first=counts.index(2))]
    people = 1 + (_choose(people_word, [str(n) for n in range(1, seats + 1)]) if seats > 1 else 0)
    return ",".join(["you"] * people + ["random"] * (seats - people))


def _choose(title: str, options: Sequence[str], first: int = 0) -> int:
    """One of several, by number; asks again until it is one of them."""
    out = console()
    out.print(f"\n{title}", style="bold")
    for number, option in enumerate(options, 1):
        out.print(f"  {number}  {option}")
    return int(click.prompt(">", type=click.IntRange(1, len(options)), default=first + 1)) - 1
