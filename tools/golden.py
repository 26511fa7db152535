"""Makes the golden records in tests/golden: one per game, seat count and ending.

    python tools/golden.py

Random play with fixed seeds: the first seed whose game ends as wanted and fits is taken, so equal
rules and sheets give equal files. A game too long for 200 lines is recorded from a later pass on.
"""

from __future__ import annotations

import re
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kritzel.game import Chance, Over, Setup
from kritzel.games import catalogue
from kritzel.record import Played, Revealed, SeededDealer, Table

FOLDER = Path(__file__).parent.parent / "tests" / "golden"
LINES, COLUMNS, SPARE = 200, 120, 30
NAMES = ("Mara", "Jonas", "Lotte", "Emil")
ENDINGS = {
    "dizzle": ("last_round", "full_sheet"),
    "border": ("action_1", "action_2"),
    "traexx": ("last_card",),
}
"""How a game can end; The Border's two are told apart by the action in which the last area was enclosed."""

CONTENT = 0.8
"""How often a player of The Border is content with a throw; more throws, more lines."""


class Wanted(NamedTuple):
    """One record: which game, how many seats, and how it ends."""

    game: str
    seats: int
    ending: str

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.game}-{self.seats}-{self.ending}.txt"


def wanted() -> list[Wanted]:
    return [
        Wanted(slug, seats, ending)
        for slug, game in catalogue.OURS.items()
        for seats in game.seat_counts
        for ending in ENDINGS[slug]
    ]


def own_sheet(wish: Wanted) -> Any:
    """A tiny sheet where one has to get full; None: one of the catalogue."""
    if wish.ending != "full_sheet":
        return None
    return catalogue.from_text((FOLDER / "tiny.toml").read_text("utf-8"), "tiny.toml")[1]


def ending_of(table: Table) -> str:
    """How the game ended."""
    over = table.pending
    assert isinstance(over, Over), "the game is not over"
    return over.reason if table.game.slug != "border" else _action(table)


def _action(table: Table) -> str:
    """In which action enough areas were enclosed: the first, if they were when the last second one began."""
    positions = [table.game.notation.position_text(state) for state in table.states]
    begun = [now for before, now in pairwise(positions) if " follow " in now and " follow " not in before]
    enclosed = [areas.count(":") for areas in re.findall(r"areas=(\S+)", begun[-1])]
    return "action_1" if max(enclosed, default=0) >= table.sheet.end else "action_2"


def played(wish: Wanted, seed: int) -> Table:
    """One whole game by random players that are not done while they can still do something."""
    game, luck = catalogue.game(wish.game), Random(seed)
    setup = Setup(own_sheet(wish) or catalogue.find(wish.game)[1], wish.seats)
    table = Table.new(game, setup, NAMES[: wish.seats], SeededDealer(seed))
    while not table.over:
        if isinstance(table.pending, Chance):
            table.roll()
        else:
            seat = table.deciding[0]
            table.play(seat, _choice(table.moves(seat), luck))
    return table


def _choice(moves: list[str], luck: Random) -> str:
    if "stop" in moves and luck.random() < CONTENT:
        return "stop"
    return luck.choice([move for move in moves if move != "done"] or moves)


def shortened(table: Table) -> Table:
    """The game from a later pass or round on, where the whole is too long."""
    for begin in (nth for nth, event in enumerate(table.events) if _purpose(event) in ("roll", "throw")):
        if len(table.events) - begin < LINES - SPARE:
            return _from(table, begin)
    return table


def _purpose(event: Played | Revealed) -> str:
    return event.purpose if isinstance(event, Revealed) else ""


def _from(table: Table, begin: int) -> Table:
    tail = Table(table.game, table.states[begin], table.names)
    for event in table.events[begin:]:
        if isinstance(event, Played):
            tail.play(event.seat, event.move)
        else:
            tail.reveal(event.outcome)
    return tail


def fits(record: str) -> bool:
    lines = record.splitlines()
    return len(lines) <= LINES and max(len(line) for line in lines) <= COLUMNS


def make(wish: Wanted) -> str:
    """The record of the first seed that ends as wanted and fits."""
    for seed in count():
        table = played(wish, seed)
        if ending_of(table) == wish.ending:
            for record in (table.record(), shortened(table).record()):
                if fits(record):
                    return record
    raise AssertionError("seeds never end")


def main() -> None:
    for wish in wanted():
        record = make(wish)
        wish.path.write_text(record, "utf-8")
        print(f"{wish.path.name}: {record.count(chr(10))} lines")


if __name__ == "__main__":
    main()
