"""Who sits where, who is invited, who is ready. Knows no game and no socket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kritzel.game import Seat
from kritzel.server.table import log
from kritzel.server.wire.parts import SeatKind

PERSON: Final = "person"
HERE: Final = "here"
BOT: Final = "bot"
OPEN: Final = "open"
PEOPLE = (PERSON, HERE)
LOTS = "lots"
"""How it is settled who sits where, unless the company says who begins."""


@dataclass(frozen=True, slots=True)
class Place:
    """One seat: `player` is the private number of a person, `bot` who plays, always or as a stand-in.

    `moved` is the bot that made the last move in that one's place, `why` the reason; empty if it was itself.
    """

    kind: SeatKind
    name: str = ""
    player: str = ""
    bot: str = ""
    moved: str = ""
    why: str = ""


@dataclass
class Company:
    """Everybody at one table."""

    owner: str
    places: tuple[Place, ...]
    invites: dict[Seat, str] = field(default_factory=dict)
    seeds: dict[str, str] = field(default_factory=dict)
    _seats: dict[str, frozenset[Seat]] = field(default_factory=dict, compare=False, repr=False)
    """The seats of each player, worked out when somebody asks; another dict once somebody takes a seat."""

    @staticmethod
    def of(created: log.Created) -> Company:
        """The company a table was laid for."""
        return Company(created.owner, tuple(Place(c.kind, c.name, c.player, c.bot) for c in created.chairs))

    def copy(self) -> Company:
        """The same company, to try something out on."""
        return Company(self.owner, self.places, dict(self.invites), dict(self.seeds), self._seats)

    # Looking -----------------------------------------------------------------------------------
    def seats_of(self, player: str) -> frozenset[Seat]:
        """The seats of a player; none for somebody who watches."""
        if not self._seats:
            for seat, place in enumerate(self.places):
                if place.player:
                    self._seats[place.player] = self._seats.get(place.player, frozenset()) | {seat}
        return self._seats.get(player, frozenset())

    @property
    def people(self) -> tuple[str, ...]:
        """Every player once, in the order of their seats."""
        return tuple(dict.fromkeys(place.player for place in self.places if place.player))

    @property
    def playing(self) -> dict[str, Seat]:
        """The people who play themselves (no bot stands in), each with the first of their seats."""
        first: dict[str, Seat] = {}
        for seat, place in enumerate(self.places):
            if place.player and not place.bot:
                first.setdefault(place.player, seat)
        return first

    @property
    def open(self) -> tuple[Seat, ...]:
        """The seats nobody has taken yet."""
        return tuple(seat for seat, place in enumerate(self.places) if place.kind == OPEN)

    @property
    def unready(self) -> tuple[Seat, ...]:
        """The seats whose people have not said that they are ready."""
        return tuple(
            seat for seat, p in enumerate(self.places) if p.kind in PEOPLE and p.player not in self.seeds
        )

    @property
    def complete(self) -> bool:
        """Whether the game can begin."""
        return not self.open and not self.unready

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat; equal ones are numbered."""
        plain = [place.name or "?" for place in self.places]
        return tuple(_numbered(plain, seat) for seat in range(len(plain)))

    def invited_to(self, token: str) -> Seat | None:
        """The seat a link leads to, None for a link that is void."""
        return next((seat for seat, kept in self.invites.items() if kept == token), None)

    # Changing ----------------------------------------------------------------------------------
    def put(self, seat: Seat, place: Place) -> None:
        """Somebody takes a seat."""
        self.places = (*self.places[:seat], place, *self.places[seat + 1 :])
        self._seats = {}

    def move(self, order: Sequence[Seat]) -> None:
        """Everybody takes their seat for the game: the chair of each seat is `order`."""
        at = {chair: seat for seat, chair in enumerate(order)}
        self.places = tuple([self.places[chair] for chair in order])
        self.invites = {at[chair]: token for chair, token in self.invites.items()}
        self._seats = {}

    def let_play(self, seat: Seat, bot: str) -> None:
        """A bot plays for the seat; without a name its person does again."""
        self.put(seat, replace(self.places[seat], bot=bot, moved="", why=""))

    def note(self, seat: Seat, moved: str, why: str) -> None:
        """Another bot moved in the place of the one that plays there; without a name it did itself."""
        if (self.places[seat].moved, self.places[seat].why) != (moved, why):
            self.put(seat, replace(self.places[seat], moved=moved, why=why))


def _numbered(names: Sequence[str], seat: Seat) -> str:
    before = names[:seat].count(names[seat])
    return f"{names[seat]} {before + 1}" if before else names[seat]
