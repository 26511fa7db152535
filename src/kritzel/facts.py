"""What is known of a game before anybody plays it: its names, its looks, and the words for its keys.

Part of the contract; `kritzel.game` hands it on, so import it from there. A key that a game has not named is
told as it stands: a game that somebody brings must not stumble over a missing word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kritzel.said import Text

PLACINGS = {"points": Text("nach Punkten", "by points"), "shared": Text("geteilt", "shared")}
"""What puts seats on their places in every game."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Facts:
    """What is known of a game before anybody plays it."""

    slug: str
    """Its name in addresses, records and commands: letters, digits and `_`."""
    title: Text
    about: Text
    """What one does in it, in a few words."""
    seat_counts: range
    minutes: int = 15
    """How long a game takes, about."""
    pad: str = "#5B6670"
    """The colour of its score pad, `#RRGGBB`."""
    fewest_win: bool = False
    """Whether the fewest points win."""
    together: bool = False
    """Whether nobody begins: all seats always play at the same time."""
    lines: Mapping[str, Text] = field(default_factory=dict)
    """The names of its score lines; several alike (`area.a`, `area.b`) share one with a gap: `Area {}`."""
    chances: Mapping[str, Text] = field(default_factory=dict)
    """What luck is for, by the purposes of chance: Roll, Card."""
    reasons: Mapping[str, Text] = field(default_factory=dict)
    """Why it ended, in a sentence."""
    placings: Mapping[str, Text] = field(default_factory=dict)
    """What else than points put a seat on its place: its tie-breaks."""
    titles: tuple[Text, ...] = ()
    """The ranks of somebody who plays alone, best first."""
    signs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What is typical of a sheet, by its id: an icon (docs/scene.md) and its tint."""

    def line(self, key: str) -> Text:
        """The name of a score line: `gems`, `area.a`, `number.2`."""
        kind, _, which = key.partition(".")
        named = self.lines.get(kind)
        return Text(*[name.format(which.upper()) for name in named]) if named else _as_it_stands(key)

    def chance(self, purpose: str) -> Text:
        """What luck is awaited for."""
        return self.chances.get(purpose) or _as_it_stands(purpose)

    def reason(self, key: str) -> Text:
        """Why the game ended, as a sentence."""
        return self.reasons.get(key) or _as_it_stands(key)

    def placed_by(self, key: str) -> Text:
        """What put a seat on its place: points, a tie-break, or nothing (`shared`)."""
        return self.placings.get(key) or PLACINGS.get(key) or _as_it_stands(key)

    def rank(self, nth: int) -> Text:
        """The title of a solo rank, 1 being the best."""
        return self.titles[nth - 1] if 0 < nth <= len(self.titles) else Text(f"Rang {nth}", f"Rank {nth}")


def _as_it_stands(key: str) -> Text:
    plain = key.replace("_", " ")
    return Text(plain, plain)
