"""What is in the box: five dice, and a sheet of boxes to write points into. Knows no turn and no seat."""

from __future__ import annotations

from dataclasses import dataclass

from kritzel.game import Text

SLUG = "yacht"
SEAT_COUNTS = range(1, 5)
DICE = 5
FACES = (1, 2, 3, 4, 5, 6)
THROWS = 3

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The boxes for single numbers, 1 first."""
NAMES = {
    "ones": Text("Einser", "Ones"),
    "twos": Text("Zweier", "Twos"),
    "threes": Text("Dreier", "Threes"),
    "fours": Text("Vierer", "Fours"),
    "fives": Text("Fünfer", "Fives"),
    "sixes": Text("Sechser", "Sixes"),
    "full": Text("Volles Haus", "Full house"),
    "four": Text("Vierling", "Four of a kind"),
    "little": Text("Kleine Straße", "Little straight"),
    "big": Text("Große Straße", "Big straight"),
    "choice": Text("Freie Wahl", "Choice"),
    "yacht": Text("Yacht", "Yacht"),
}
"""Every box there can be: its key in notation and sheet files, and its name for people."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The sheet that every seat has its own copy of. Two sheets are equal only if they are the same."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    columns: tuple[tuple[str, ...], ...]
    """The keys of the boxes as they are printed, column by column from the left."""
    boxes: tuple[str, ...]
    """All of them in that order."""

    @property
    def game(self) -> str:
        """The slug of its game."""
        return SLUG
