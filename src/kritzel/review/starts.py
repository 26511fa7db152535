"""What the reference player makes of a sheet on average: the start values of reviews, from stored games.

`starts.json` holds them by sheet, seats and boards, with how many games they come from and the checksum of
the net that played; `python -m tools.review_starts` makes it. A net's own guess is no start value: with two
seats it was off by five and a half win-%. Where nothing is stored, or another net plays, a review has no
sums and says so.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from kritzel.game import Sheet
from kritzel.sheetfile import digest

FILE = "starts.json"
ENOUGH = 10_000
"""So many games make a start value."""


class Mean(NamedTuple):
    """A mean over games and the spread of one game."""

    mean: float
    sd: float


class Start(NamedTuple):
    """What each seat may expect of a table: points and, with company, the share of a win."""

    n: int
    sigma: float
    points: tuple[Mean, ...]
    shares: tuple[Mean, ...]

    def error(self, sd: float) -> float:
        """The standard error of a mean of these games."""
        return float(sd / self.n**0.5)


@lru_cache(1)
def stored() -> dict[str, Any]:
    """All start values that ship."""
    file = resources.files(__package__).joinpath(FILE)
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}


def key_of(seats: int, boards: tuple[int, ...]) -> str:
    """How a table is named: its seats, and the boards where they are not the first ones in order."""
    usual = tuple(range(1, seats + 1))
    return str(seats) if boards in ((), usual) else f"{seats}:{','.join(map(str, boards))}"


def start_of(sheet: Sheet, rules: int, net: str, seats: int, boards: tuple[int, ...]) -> Start | None:
    """The start value of a table by these rules and this net (its checksum); None where none is stored."""
    found = stored().get(f"{sheet.game}/{sheet.id}", {})
    about = {"hash": digest(sheet.source), "rules": rules, "net": net}
    table = found.get("tables", {}).get(key_of(seats, boards))
    if table is None or {name: found.get(name) for name in about} != about or table["n"] < ENOUGH:
        return None
    return read(table)


def read(table: dict[str, Any]) -> Start:
    """A stored table."""
    points, shares = ([Mean(*each) for each in table[name]] for name in ("points", "shares"))
    return Start(table["n"], table["sigma"], tuple(points), tuple(shares))
