"""A job: game, sheet, bots, seats, seed. Equal jobs give equal results. Knows no statistics.

Who plays whom, on which seats and boards, is a duplicate design. A deal is the unit: one luck for all its
games. Of every choice of bots for the seats, a deal plays all rotations of one cyclic order, and the order
changes from deal to deal, so that (seats - 1)! deals hold every permutation once. Where boards differ, every
rotation of the bots is played with every rotation of the boards; the set of boards changes from deal to deal
too. So within every single deal each bot sits on each seat, and with each board of the deal on each seat,
equally often.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

from kritzel import bots
from kritzel.bots import Bot, OutsideBot
from kritzel.bots.learned import LearnedBot, net_or_none
from kritzel.bots.weights import Trained
from kritzel.game import Explained, Setup, Sheet, Text, ranking
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.sheetfile import digest

DESIGN = 1
"""Raised when the same job would play other games."""

MOST_ENTRIES = 12


class ArenaError(Explained, ValueError):
    """Something the arena cannot do, and why. What was finished before stays."""


def refuse(de: str, en: str) -> ArenaError:
    return ArenaError(Text(de, en))


class Entrant(NamedTuple):
    """A competitor: its name in this job, and the bot that plays. A bot may be entered several times."""

    name: str
    bot: str


class LineUp(NamedTuple):
    """One game of a deal: each seat's entrant (an index) and its board (counted from 1)."""

    bots: tuple[int, ...]
    boards: tuple[int, ...]


class Finished(NamedTuple):
    """Points and place of each seat; the number of decisions, 0 if the game was broken off.

    `faults`: which bots failed on how many moves, where a stand-in moved (`bots.faults`).
    """

    scores: list[int]
    places: list[int]
    decisions: int
    faults: Sequence[dict[str, Any]] = ()


@dataclass(frozen=True)
class Job:
    """All that the games depend on; can be sent to other processes and machines."""

    kritzel: str
    game: str
    sheet: str
    """The sheet's text: other machines need no file."""
    seats: int
    entries: tuple[Entrant, ...]
    seed: int

    @property
    def boards(self) -> int:
        """How many boards or starts the sheet has; 0 where all seats have the same."""
        game, sheet = game_and_sheet(self)
        return len(game.rules.boards(sheet))

    @property
    def per_deal(self) -> int:
        return games_per_deal(len(self.entries), self.seats, self.boards)

    def games(self, deal: int) -> list[LineUp]:
        return games_of(deal, len(self.entries), self.seats, self.boards)

    def bot(self, entrant: int) -> Bot:
        """In another process a bot from outside is loaded there."""
        return bots.enrol(self.entries[entrant].bot)

    def all_bots(self) -> list[Bot]:
        return [bots.enrol(entrant.bot) for entrant in self.entries]

    def trained(self) -> Trained | None:
        """The net for the sheet, if there is one and one of the bots needs it."""
        needed = any(isinstance(bot, LearnedBot) for bot in self.all_bots())
        return net_or_none(*game_and_sheet(self)) if needed else None

    def _net(self) -> dict[str, Any]:
        """Which net plays and with what noise, where a bot needs one: other nets play other games."""
        if not any(isinstance(bot, LearnedBot) for bot in self.all_bots()):
            return {}
        trained = self.trained()
        return {"net": trained.checksum, "noise": trained.noise} if trained else {"net": "none"}

    def _outside(self) -> dict[str, Any]:
        """The code of bots from outside: other code may play other games."""
        editions = {bot.name: bot.edition for bot in self.all_bots() if isinstance(bot, OutsideBot)}
        return {"outside": editions} if editions else {}

    def manifest(self) -> dict[str, Any]:
        """All that makes this job; two folders with equal manifests hold the same games."""
        game, sheet = game_and_sheet(self)
        return {
            "kritzel": self.kritzel,
            "design": DESIGN,
            "game": self.game,
            "rules_version": game.rules.version,
            "sheet": sheet.id,
            "sheet_version": sheet.version,
            "sheet_hash": digest(sheet.source),
            "seats": self.seats,
            "bots": [entrant._asdict() for entrant in self.entries],
            **self._net(),
            **self._outside(),
            "seed": self.seed,
        }


def enter(game: AnyGame, sheet: Sheet, names: Sequence[str], seats: int, seed: int) -> Job:
    """A job, checked. UnknownName, NotInstalled or ArenaError where it cannot be played."""
    for name in names:
        bots.ready(bots.enrol(name).name, game)
    job = Job(version("kritzel"), game.slug, sheet.source, seats, _entrants(names), seed)
    if not names or len(names) > MOST_ENTRIES:
        raise refuse(
            f"Es sind {len(names)} Bots; 1 bis {MOST_ENTRIES} gehen.",
            f"There are {len(names)} bots; 1 to {MOST_ENTRIES} will do.",
        )
    try:
        game.rules.start(Setup(sheet, seats))
    except ValueError as error:
        raise refuse(f"--seats {seats}: {error}", f"--seats {seats}: {error}") from None
    if len(names) < seats:
        raise refuse(
            f"{seats} Plätze brauchen mindestens {seats} Bots, nicht {len(names)}. Nenn einen mehrmals.",
            f"{seats} seats need at least {seats} bots, not {len(names)}. Name one several times.",
        )
    return job


def _entrants(names: Sequence[str]) -> tuple[Entrant, ...]:
    """Equal bots are numbered: greedy, greedy-2."""
    called = [bots.enrol(name).name for name in names]
    numbers = [called[: nth + 1].count(name) for nth, name in enumerate(called)]
    return tuple(
        Entrant(f"{name}-{number}" if number > 1 else name, text)
        for name, number, text in zip(called, numbers, names, strict=True)
    )


@lru_cache(8)
def game_and_sheet(job: Job) -> tuple[AnyGame, Any]:
    """Read once per process."""
    return catalogue.from_text(job.sheet, "sheet")


def games_of(deal: int, entries: int, seats: int, boards: int) -> list[LineUp]:
    """All games of a deal; `boards` is how many differing boards the sheet has, 0 for none."""
    all_boards = list(_boards(deal, seats, boards))
    return [
        LineUp(seated, each)
        for chosen in combinations(range(entries), seats)
        for seated in rotations(_order(deal, chosen))
        for each in all_boards
    ]


def games_per_deal(entries: int, seats: int, boards: int) -> int:
    return comb(entries, seats) * seats * (seats if boards else 1)


def rotations(order: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All move on by one seat, until each sat on every seat."""
    for shift in range(len(order)):
        yield (*order[shift:], *order[:shift])


def _order(deal: int, chosen: Sequence[int]) -> tuple[int, ...]:
    """The cyclic order of this deal: the first bot stays, the others change places."""
    orders = list(permutations(chosen[1:]))
    return (chosen[0], *orders[deal % len(orders)])


def _boards(deal: int, seats: int, boards: int) -> Iterator[tuple[int, ...]]:
    if not boards:
        return iter([()])
    sets = list(combinations(range(1, boards + 1), seats))
    return rotations(sets[deal % len(sets)])


def broken_off(scores: list[int], faults: Sequence[dict[str, Any]] = (), fewest: bool = False) -> Finished:
    """A game that would not end: the points as they stand, places by points alone."""
    return Finished(scores, by_points(scores, fewest), 0, faults)


def by_points(scores: list[int], fewest: bool = False) -> list[int]:
    """Places from 1, equal points shared; most points win, or the fewest."""
    places = {place.seat: place.place for place in ranking(scores, fewest)}
    return [places[seat] for seat in range(len(scores))]


def deal_seed(job: Job, deal: int) -> int:
    """The luck of a deal: the same for all its games and players."""
    return _number(f"deal/{job.seed}/{deal}")


def own_seeds(job: Job, deal: int, line_up: LineUp) -> list[int]:
    """The players' own luck in a game, seat by seat; it does not depend on which other games are played."""
    names = ",".join(job.entries[entrant].name for entrant in line_up.bots)
    game = f"own/{job.seed}/{deal}/{names}/{','.join(map(str, line_up.boards))}"
    return [_number(f"{game}/{seat}") for seat in range(job.seats)]


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1
