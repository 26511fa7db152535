"""Random play for the conformance tests: nothing but the contract."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from kritzel.game import Chance, Decision, Setup, State
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record import Table, at_random, walk

BOUND = 2_000
"""Most events of a game; the longest random games take a quarter of it."""


class Remark(UserWarning):
    """Something that a game may leave out, and that people would miss. A remark is no failure."""


def remark(game: AnyGame, sentence: str) -> None:
    """Warn once, at the end of the tests."""
    warnings.warn(f"{game.slug}: {sentence}", Remark, stacklevel=2)


class Case(NamedTuple):
    """A game, a sheet and a number of seats."""

    game: AnyGame
    sheet: Any
    seats: int

    def start(self) -> Any:
        return self.game.rules.start(Setup(self.sheet, self.seats))

    def __str__(self) -> str:
        return f"{self.game.slug}-{self.sheet.id}-{self.seats}"


def all_cases() -> list[Case]:
    """Every game, every sheet, every seat count."""
    return [
        Case(game, sheet, seats)
        for slug, game in catalogue.GAMES.items()
        for sheet in catalogue.all_sheets(slug)
        for seats in game.seat_counts
    ]


def step(game: AnyGame, state: State, luck: Random) -> Any:
    """One event: what chance brings, or a random move of a random seat that may act."""
    pending = game.rules.pending(state)
    if isinstance(pending, Chance):
        return game.rules.reveal(state, pending.event.sample(luck.randrange))
    assert isinstance(pending, Decision)
    seat = luck.choice(pending.seats)
    return game.rules.play(state, seat, luck.choice(game.rules.moves(state, seat)))


def states(game: AnyGame, state: State, luck: Random) -> Iterator[Any]:
    """All states of a random game to its end. Fails after BOUND events."""
    for nth, (now, _) in enumerate(walk(game, state, *at_random(game, luck))):
        assert nth < BOUND, f"no end after {BOUND} events: {game.notation.position_text(now)}"
        yield now


def play_table(case: Case, seed: int) -> Table:
    """A whole random game on a Table."""
    table = Table(case.game, case.start())
    table.boards = ()
    luck = Random(seed)
    while not table.over:
        if isinstance(pending := table.pending, Chance):
            table.reveal(pending.event.sample(luck.randrange))
        else:
            seat = luck.choice(table.deciding)
            table.play(seat, luck.choice(case.game.rules.moves(table.state, seat)))
    return table
