"""Who sits at the table: people at this keyboard, and bots, which need none."""

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


def seated(seats: str, lang: str, game: AnyGame, *, people: bool) -> list[str]:
    """The players of `you,random`, seat by seat. Refused where one is unknown or cannot play here."""
    try:
        return [_player(name.strip(), game, people) for name in seats.split(",")]
    except (UnknownName, NotInstalled) as error:
        raise Refused(f"--seats {seats}: {error.sentence.say(lang)}") from None


def _player(name: str, game: AnyGame, people: bool) -> str:
    if people and name.lower() in bots.YOU:
        return "you"
    return bots.ready(bots.enrol(name if ":" in name else name.lower()).name, game).name


def tell_faults(faults: Iterable[tuple[str, dict[str, Any] | None]], lang: str) -> None:
    """A line on stderr for each bot in whose place another one had to move."""
    for name, stood_in in faults:
        if stood_in is not None:
            console(err=True).print(sentence(name, stood_in).say(lang))


def tell_stand_ins(players: Iterable[str], game: AnyGame, sheet: Sheet, lang: str) -> None:
    """A line on stderr for each bot in whose place the planner plays on this sheet."""
    for name in dict.fromkeys(players):
        found = bots.known(name)
        said = bots.stand_in(found, game, sheet) if found else None
        if said is not None:
            console(err=True).print(said.say(lang))


@contextmanager
def thinking(players: Iterable[str], lang: str) -> Iterator[None]:
    """One table needs no compiler: bots think as plain Python, unless one among them does need it."""
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


def named(players: Sequence[str], lang: str) -> list[str]:
    """A name for each seat; equal ones are numbered."""
    you = Text("Du", "You").say(lang)
    plain = [you if player == "you" else _called(player) for player in players]
    return [
        f"{name} {plain[:seat].count(name) + 1}" if plain.count(name) > 1 else name
        for seat, name in enumerate(plain)
    ]


def _called(player: str) -> str:
    """A bot's name as people read it; one from outside says itself what it is called."""
    found = bots.known(player)
    return found.title.en if isinstance(found, bots.OutsideBot) else player.capitalize()
