"""Who sits at the table: people at this keyboard, and bots."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kritzel import bots
from kritzel.bots.faults import sentence
from kritzel.cli.errors import Refused
from kritzel.cli.output import console
from kritzel.fast.twin import PLAIN, NotInstalled
from kritzel.game import Sheet, Text
from kritzel.games.catalogue import AnyGame, UnknownName

_ONCE = Text(
    "Beim allerersten Mal wird übersetzt: Ein Zug von master kann dann eine Minute dauern.",
    "The very first time there is compiling to do: a move of master may take a minute then.",
)


def parse_players(seats: str, lang: str, game: AnyGame, *, people: bool) -> list[str]:
    """The players of `you,random`, by seat. Raises Refused where one is unknown or cannot play here."""
    try:
        return [_player(name.strip(), game, people) for name in seats.split(",")]
    except (UnknownName, NotInstalled) as error:
        raise Refused(f"--seats {seats}: {error.sentence.say(lang)}") from None


def _player(name: str, game: AnyGame, people: bool) -> str:
    if people and name.lower() in bots.YOU:
        return "you"
    return bots.ready(bots.enrol(name if ":" in name else name.lower()).name, game).name


def print_faults(faults: Iterable[tuple[str, dict[str, Any] | None]], lang: str) -> None:
    """A line on stderr for each bot that failed, so that another one moved instead."""
    for name, stood_in in faults:
        if stood_in is not None:
            console(err=True).print(sentence(name, stood_in).say(lang))


def print_stand_ins(players: Iterable[str], game: AnyGame, sheet: Sheet, lang: str) -> None:
    """A line on stderr for each bot that the planner replaces on this sheet."""
    for name in dict.fromkeys(players):
        found = bots.known(name)
        replaced = bots.stand_in(found, game, sheet) if found else None
        if replaced is not None:
            console(err=True).print(replaced.say(lang))


@contextmanager
def uncompiled(players: Iterable[str], lang: str) -> Iterator[None]:
    """Run bots as plain Python, which is faster for one table, unless one of them needs the compiler."""
    if PLAIN in os.environ:
        yield
    elif any(found.needs_compiler for name in players if (found := bots.known(name))):
        console(err=True).print(_ONCE.say(lang))
        yield
    else:
        os.environ[PLAIN] = "1"
        try:
            yield
        finally:
            del os.environ[PLAIN]


def player_names(players: Sequence[str], lang: str) -> list[str]:
    """A name for each seat; equal names are numbered."""
    you = Text("Du", "You").say(lang)
    plain = [you if player == "you" else _name(player) for player in players]
    return [
        f"{name} {plain[:seat].count(name) + 1}" if plain.count(name) > 1 else name
        for seat, name in enumerate(plain)
    ]


def _name(player: str) -> str:
    """A bot's name for people; one from outside brings its own."""
    found = bots.known(player)
    return found.title.en if isinstance(found, bots.OutsideBot) else player.capitalize()
