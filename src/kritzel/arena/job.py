"""What is asked for: game, sheet, bots, seats, seed. Equal jobs give equal results. Knows no statistics."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from typing import Any, NamedTuple

from kritzel import bots
from kritzel.arena.design import Seating, games_of, games_per_deal
from kritzel.arena.errors import refuse
from kritzel.bots import Bot, OutsideBot
from kritzel.bots.learned import LearnedBot, net_or_none
from kritzel.game import Setup, Sheet
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.sheetfile import digest

DESIGN = 1
"""Raised when the same job would play other games."""

MOST_ENTRIES = 12


class Entry(NamedTuple):
    """One competitor: its name in this job, and the bot that plays. A bot may be entered several times."""

    name: str
    bot: str


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
