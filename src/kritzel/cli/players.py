"""Who sits at the table: people at this keyboard, and bots, which need none."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kritzel import bots
from kritzel.cli.failing import Refused
from kritzel.cli.showing import console
from kritzel.fast.twins import PLAIN, NoNumba
from kritzel.game import Text
from kritzel.games.catalogue import AnyGame

YOU = ("you", "du")
_ONCE = Text(
    "Beim allerersten Mal wird übersetzt: Ein Zug von master kann dann eine Minute dauern.",
    "The very first time there is compiling to do: a move of master may take a minute then.",
)


def seated(seats: str, lang: str, *, people: bool) -> list[str]:
    """The players of `you,random`, seat by seat. Refused where one is unknown or cannot play here."""
    wanted = [name.strip().lower() for name in seats.split(",")]
    known = [*YOU, *bots.BOTS] if people else list(bots.BOTS)
    for name in wanted:
        if name not in known:
            there = ", ".join(known)
            said = "unbekannt; es gibt" if lang == "de" else "unknown; there are"
            raise Refused(f"--seats {seats}: '{name}' {said}: {there}")
    try:
        return ["you" if name in YOU else bots.ready(name).name for name in wanted]
    except NoNumba as error:
        raise Refused(f"--seats {seats}: {error.sentence.say(lang)}") from None


def tell_stand_ins(players: Iterable[str], game: AnyGame, sheet: Any, lang: str) -> None:
    """A word on stderr for each bot in whose place the planner plays on this sheet."""
    for name in dict.fromkeys(players):
        said = bots.stand_in(bots.bot(name), game, sheet) if name in bots.BOTS else None
        if said is not None:
            console(err=True).print(said.say(lang))


@contextmanager
def thinking(players: Iterable[str], lang: str) -> Iterator[None]:
    """One table needs no compiler: bots think as plain Python, unless one among them does need it."""
    if PLAIN in os.environ:
        yield
    elif any(bots.bot(name).needs_compiler for name in players if name in bots.BOTS):
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
    you = "Du" if lang == "de" else "You"
    plain = [you if player == "you" else player.capitalize() for player in players]
    return [
        f"{name} {plain[:seat].count(name) + 1}" if plain.count(name) > 1 else name
        for seat, name in enumerate(plain)
    ]
