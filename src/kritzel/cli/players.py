"""Who sits at the table: people at this keyboard, and players that need none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from kritzel.cli.failing import Refused

Player: TypeAlias = Callable[[Any, int, Sequence[Any], Random], Any]
"""Sees a view and its seat, gets the legal moves and a generator, returns one of them."""

YOU = ("you", "du")


def random(view: Any, seat: int, moves: Sequence[Any], luck: Random) -> Any:
    """Any legal move, all alike."""
    return moves[luck.randrange(len(moves))]


PLAYERS: dict[str, Player] = {"random": random}


def seated(seats: str, lang: str, *, people: bool) -> list[str]:
    """The players of `you,random`, seat by seat. Refused where one is unknown."""
    wanted = [name.strip().lower() for name in seats.split(",")]
    known = [*YOU, *PLAYERS] if people else list(PLAYERS)
    for name in wanted:
        if name not in known:
            there = ", ".join(known)
            said = "unbekannt; es gibt" if lang == "de" else "unknown; there are"
            raise Refused(f"--seats {seats}: '{name}' {said}: {there}")
    return ["you" if name in YOU else name for name in wanted]


def named(players: Sequence[str], lang: str) -> list[str]:
    """A name for each seat; equal ones are numbered."""
    words = {"you": "Du" if lang == "de" else "You", "random": "Random"}
    plain = [words.get(player, player) for player in players]
    return [
        f"{name} {plain[:seat].count(name) + 1}" if plain.count(name) > 1 else name
        for seat, name in enumerate(plain)
    ]
