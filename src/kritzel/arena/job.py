"""What is asked for: game, sheet, bots, seats, seed. Equal jobs give equal results. Knows no statistics.

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
from kritzel.game import Explained, Setup, Sheet, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.sheetfile import digest

DESIGN = 1
"""Raised when the same job would play other games."""

MOST_ENTRIES = 12


class ArenaError(Explained, ValueError):
    """Something the arena cannot do, and why. What was finished before stays."""


def refuse(de: str, en: str) -> ArenaError:
    """An error with this sentence."""
    return ArenaError(Text(de, en))


class Entry(NamedTuple):
    """One competitor: its name in this job, and the bot that plays. A bot may be entered several times."""

    name: str
    bot: str


class Seating(NamedTuple):
    """One game of a deal: which entry (by its number) sits on each seat, and each seat's board, from 1."""

    bots: tuple[int, ...]
    boards: tuple[int, ...]


class Finished(NamedTuple):
    """Points and place of each seat, and how many decisions it took; 0 if the game was broken off.

    `faults`: which bots failed on how many moves, on which another one moved in their place (`bots.faults`).
    """

    scores: list[int]
    places: list[int]
    decisions: int
    faults: Sequence[dict[str, Any]] = ()


@dataclass(frozen=True)
class Job:
    """Everything that the games depend on; can be sent to other processes and machines."""

    kritzel: str
    game: str
    sheet: str
    """The sheet's text: other machines need no file."""
    seats: int
    entries: tuple[Entry, ...]
    seed: int

    @property
    def per_deal(self) -> int:
        """How many games a deal has."""
        return games_per_deal(len(self.entries), self.seats, boards_of(self))

    def games(self, deal: int) -> list[Seating]:
        """The games of a deal."""
        return games_of(deal, len(self.entries), self.seats, boards_of(self))

    def bot(self, entry: int) -> Bot:
        """Who plays for an entry; in another process a bot from outside is loaded there."""
        return bots.enrol(self.entries[entry].bot)

    def _net(self, game: AnyGame, sheet: Sheet) -> dict[str, Any]:
        """Which net plays and with what noise, where a bot needs one: other nets play other games."""
        if not any(isinstance(self.bot(entry), LearnedBot) for entry in range(len(self.entries))):
            return {}
        trained = net_or_none(game, sheet)
        return {"net": trained.checksum, "noise": trained.noise} if trained else {"net": "none"}

    def _outside(self) -> dict[str, Any]:
        """The code of bots from outside: another one may play other games."""
        there = [bot for entry in range(len(self.entries)) if isinstance(bot := self.bot(entry), OutsideBot)]
        return {"outside": {bot.name: bot.edition for bot in there}} if there else {}

    def manifest(self) -> dict[str, Any]:
        """What makes this job this job; two folders with equal manifests hold the same games."""
        game, sheet = laid(self)
        return {
            "kritzel": self.kritzel,
            "design": DESIGN,
            "game": self.game,
            "rules_version": game.rules.version,
            "sheet": sheet.id,
            "sheet_version": sheet.version,
            "sheet_hash": digest(sheet.source),
            "seats": self.seats,
            "bots": [entry._asdict() for entry in self.entries],
            **self._net(game, sheet),
            **self._outside(),
            "seed": self.seed,
        }


def enter(game: AnyGame, sheet: Sheet, names: Sequence[str], seats: int, seed: int) -> Job:
    """A job, checked. UnknownName, NotInstalled or ArenaError where it cannot be played."""
    for name in names:
        bots.ready(bots.enrol(name).name, game)
    job = Job(version("kritzel"), game.slug, sheet.source, seats, _entries(names), seed)
    if not names or len(names) > MOST_ENTRIES:
        raise refuse(
            f"Es sind {len(names)} Bots; 1 bis {MOST_ENTRIES} gehen.",
            f"There are {len(names)} bots; 1 to {MOST_ENTRIES} will do.",
        )
    _expect_table(game, sheet, seats)
    if len(names) < seats:
        raise refuse(
            f"{seats} Plätze brauchen mindestens {seats} Bots, nicht {len(names)}. Nenn einen mehrmals.",
            f"{seats} seats need at least {seats} bots, not {len(names)}. Name one several times.",
        )
    return job


def _entries(names: Sequence[str]) -> tuple[Entry, ...]:
    """Equal bots are numbered: greedy, greedy-2."""
    called = [bots.enrol(name).name for name in names]
    numbers = [called[: nth + 1].count(name) for nth, name in enumerate(called)]
    return tuple(
        Entry(f"{name}-{number}" if number > 1 else name, text)
        for name, number, text in zip(called, numbers, names, strict=True)
    )


def _expect_table(game: AnyGame, sheet: Sheet, seats: int) -> None:
    try:
        game.rules.start(Setup(sheet, seats))
    except ValueError as error:
        raise refuse(f"--seats {seats}: {error}", f"--seats {seats}: {error}") from None


@lru_cache(8)
def laid(job: Job) -> tuple[AnyGame, Any]:
    """Game and sheet of a job, read once per process."""
    return catalogue.from_text(job.sheet, "sheet")


def boards_of(job: Job) -> int:
    """How many boards or starts the sheet has; 0 where all seats have the same."""
    game, sheet = laid(job)
    return len(game.rules.boards(sheet))


def games_of(deal: int, entries: int, seats: int, boards: int) -> list[Seating]:
    """All games of a deal; `boards` is how many differing boards the sheet has, 0 for none."""
    all_boards = list(_boards(deal, seats, boards))
    return [
        Seating(line_up, each)
        for chosen in combinations(range(entries), seats)
        for line_up in rotations(_order(deal, chosen))
        for each in all_boards
    ]


def games_per_deal(entries: int, seats: int, boards: int) -> int:
    """How many games a deal has."""
    return comb(entries, seats) * seats * (seats if boards else 1)


def rotations(order: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Everybody moves on by one seat, until all sat everywhere."""
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


def broken_off(scores: list[int], faults: Sequence[dict[str, Any]] = ()) -> Finished:
    """A game that would not end: the points as they stand, places by points alone."""
    return Finished(scores, by_points(scores), 0, faults)


def by_points(scores: list[int]) -> list[int]:
    """Places from 1, equal points shared."""
    return [1 + sum(other > mine for other in scores) for mine in scores]


def deal_seed(job: Job, deal: int) -> int:
    """The luck of a deal: the same for all its games, whoever plays."""
    return _number(f"deal/{job.seed}/{deal}")


def own_seeds(job: Job, deal: int, seating: Seating) -> list[int]:
    """The players' own luck in a game, seat by seat; it does not depend on which other games are played."""
    names = ",".join(job.entries[entry].name for entry in seating.bots)
    game = f"own/{job.seed}/{deal}/{names}/{','.join(map(str, seating.boards))}"
    return [_number(f"{game}/{seat}") for seat in range(job.seats)]


def _number(text: str) -> int:
    """63 bits that nothing but this text brings."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1
