"""A table in a list: what is kept of it beside its log, and what each of its people is told. A cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import MsgspecError, Struct, json
from msgspec.structs import replace

from kritzel.game import Seat
from kritzel.server.table.document import Part, Words
from kritzel.server.table.log import Phase
from kritzel.server.table.seating import Seating
from kritzel.server.table.state import TableState

Changing: TypeAlias = tuple[str, tuple[int, ...], tuple[Seat, ...], Seating]


class Summary(Part, frozen=True, omit_defaults=False):
    """A table in the list of one of its players: `names`, `totals` by seat, who is `deciding`.

    `you`: the player's seats. `owner`: whether the table is theirs.
    """

    table: str
    game: str
    sheet: str
    title: Words
    phase: Phase
    names: tuple[str, ...]
    totals: tuple[int, ...]
    deciding: tuple[int, ...]
    you: tuple[int, ...] = ()
    owner: bool = False


class Listed(Struct, frozen=True):
    """A table as it is kept for lists; who sits where never leaves the server."""

    summary: Summary
    owner: str
    players: tuple[str, ...]

    def for_player(self, player: str) -> Summary:
        """The table in the list of this player."""
        mine = tuple(seat for seat, other in enumerate(self.players) if other == player)
        return replace(self.summary, you=mine, owner=self.owner == player)


def changing(table_state: TableState) -> Changing:
    """What a list tells of the table that can change."""
    return table_state.phase, table_state.points, table_state.deciding, table_state.seating


def written(table_state: TableState) -> bytes:
    """The table as it is kept for lists."""
    return json.encode(_listed(table_state))


def _listed(table_state: TableState) -> Listed:
    """With what everybody may know of it."""
    table = table_state.table
    summary = Summary(
        table=table_state.id,
        game=table.game.slug,
        sheet=f"{table.game.slug}/{table.sheet.id}",
        title=Words.of(table.sheet.title),
        phase=table_state.phase,
        names=tuple(p.name for p in table_state.seating.places),
        totals=table_state.points,
        deciding=table_state.deciding,
    )
    seating = table_state.seating
    return Listed(summary, seating.owner, tuple(place.player for place in seating.places))


read = json.Decoder(Listed).decode
"""A table in a list, as it was kept."""


def legible(kept: Iterable[bytes]) -> Iterator[Listed]:
    """All that can be read: a damaged line in a list hides its own table and no other (`kritzel check`)."""
    for each in kept:
        try:
            yield read(each)
        except (MsgspecError, UnicodeError):
            continue
