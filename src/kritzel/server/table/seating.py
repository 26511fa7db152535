"""Who sits where, who is invited, who is ready. Knows no game and no socket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from kritzel.game import Seat
from kritzel.server.table.dice import DeviceSeed

if TYPE_CHECKING:
    from kritzel.server.table.log import Created, SeatKind

PERSON: Final = "person"
HERE: Final = "here"
BOT: Final = "bot"
OPEN: Final = "open"
PEOPLE = (PERSON, HERE)
NO_SEATS: Final[frozenset[Seat]] = frozenset()


@dataclass(frozen=True, slots=True)
class Occupant:
    """One seat: `player` is the private number of a person, `bot` who plays, always or as a stand-in.

    `moved` is the bot that made the last move in that one's place, `why` the reason; empty if it was itself.
    `hints`: its person allows hints at the table.
    """

    kind: SeatKind
    name: str = ""
    player: str = ""
    bot: str = ""
    moved: str = ""
    why: str = ""
    hints: bool = False


@dataclass(frozen=True, eq=False)
class Seating:
    """The people and bots at one table. Immutable: a change makes a new one.

    `sealed` is what each device has sealed; `seeds` are those given openly, where the dice are real.
    """

    owner: str
    places: tuple[Occupant, ...]
    invites: Mapping[Seat, str] = field(default_factory=dict)
    seeds: Mapping[str, str] = field(default_factory=dict)
    sealed: Mapping[str, DeviceSeed] = field(default_factory=dict)

    @staticmethod
    def of(created: Created) -> Seating:
        chairs = enumerate(created.chairs)
        places = [
            Occupant(chair.kind, chair.name, chair.player, chair.bot, hints=seat in created.hints)
            for seat, chair in chairs
        ]
        return Seating(created.owner, tuple(places))

    # Looking -----------------------------------------------------------------------------------
    def seats_of(self, player: str) -> frozenset[Seat]:
        """The seats of a player; empty for a spectator."""
        return self._seats.get(player, NO_SEATS)

    @cached_property
    def _seats(self) -> dict[str, frozenset[Seat]]:
        found: dict[str, frozenset[Seat]] = {}
        for seat, place in enumerate(self.places):
            if place.player:
                found[place.player] = found.get(place.player, NO_SEATS) | {seat}
        return found

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place.player for place in self.places if place.player))

    @property
    def playing(self) -> dict[str, Seat]:
        """The people who play themselves (no bot stands in), with their first seats."""
        first: dict[str, Seat] = {}
        for seat, place in enumerate(self.places):
            if place.player and not place.bot:
                first.setdefault(place.player, seat)
        return first

    @property
    def open(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place.kind == OPEN)

    @property
    def unready(self) -> tuple[Seat, ...]:
        """The seats whose people are not ready."""
        return tuple(
            seat for seat, p in enumerate(self.places) if p.kind in PEOPLE and not self.is_ready(p.player)
        )

    def is_ready(self, player: str) -> bool:
        return player in self.seeds or player in self.sealed

    @property
    def gathered(self) -> bool:
        """Whether all seats are taken and all are ready: from here on seals are opened, none is made."""
        return not self.open and not self.unready

    @property
    def unopened(self) -> tuple[Seat, ...]:
        """The chairs whose devices have sealed something and not opened it yet."""
        return tuple(sorted(luck.chair for luck in self.sealed.values() if not luck.seed))

    @property
    def complete(self) -> bool:
        return self.gathered and not self.unopened

    @property
    def luck(self) -> tuple[DeviceSeed, ...]:
        """What the devices gave to the dice, by chair: sealed, or openly where the dice are real."""
        given = [DeviceSeed(min(self.seats_of(player)), "", seed) for player, seed in self.seeds.items()]
        return tuple(sorted([*self.sealed.values(), *given]))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each seat; equal ones are numbered."""
        plain = [place.name or "?" for place in self.places]
        return tuple(_numbered(plain, seat) for seat in range(len(plain)))

    @cached_property
    def hints(self) -> bool:
        """Whether hints may be taken: every seat is taken, and all people there allow it."""
        people = [place for place in self.places if place.kind != BOT]
        return all(place.hints for place in people)

    def allows(self, player: str) -> bool:
        return all(self.places[seat].hints for seat in self.seats_of(player))

    def invited_to(self, token: str) -> Seat | None:
        return next((seat for seat, secret in self.invites.items() if secret == token), None)

    # Changing ----------------------------------------------------------------------------------
    def occupy(self, seat: Seat, place: Occupant) -> Seating:
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def invite(self, seat: Seat, token: str) -> Seating:
        return replace(self, invites={**self.invites, seat: token})

    def get_ready(self, player: str, seed: str) -> Seating:
        """A player is ready at a table with real dice and gives a seed for the lots."""
        return replace(self, seeds={**self.seeds, player: seed})

    def seal(self, player: str, luck: DeviceSeed) -> Seating:
        return replace(self, sealed={**self.sealed, player: luck})

    def free(self, seat: Seat) -> Seating:
        """The seat is open again; its link is void, and so is what its device has sealed."""
        player = self.places[seat].player
        left = self.occupy(seat, Occupant(OPEN))
        invites = {at: token for at, token in self.invites.items() if at != seat}
        gone = {player} if not left.seats_of(player) else set()
        seeds = {who: seed for who, seed in self.seeds.items() if who not in gone}
        sealed = {who: luck for who, luck in self.sealed.items() if who not in gone}
        return replace(left, invites=invites, seeds=seeds, sealed=sealed)

    def move(self, order: Sequence[Seat]) -> Seating:
        """Move all to their seats for the game; `order` is the chair of each seat. Names stay the same."""
        at = {chair: seat for seat, chair in enumerate(order)}
        invites = {at[chair]: token for chair, token in self.invites.items()}
        places = tuple([replace(self.places[chair], name=self.names[chair]) for chair in order])
        return replace(self, places=places, invites=invites)

    def allow(self, player: str, hints: bool) -> Seating:
        places = [replace(place, hints=hints) if place.player == player else place for place in self.places]
        return replace(self, places=tuple(places))

    def let_play(self, seat: Seat, bot: str) -> Seating:
        """A bot plays for the seat; without a name its person does again."""
        return self.occupy(seat, replace(self.places[seat], bot=bot, moved="", why=""))

    def note(self, seat: Seat, moved: str, why: str) -> Seating:
        """Another bot moved in the place of the one that plays there; without a name it did itself."""
        place = self.places[seat]
        if place.moved == moved and place.why == why:
            return self
        return self.occupy(seat, replace(place, moved=moved, why=why))


def _numbered(names: Sequence[str], seat: Seat) -> str:
    before = names[:seat].count(names[seat])
    return f"{names[seat]} {before + 1}" if before else names[seat]
