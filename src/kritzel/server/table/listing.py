"""A table in a list: what is kept of it beside its log, and what each of its people is told. A cache."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from msgspec import MsgspecError, Struct, json
from msgspec.structs import replace

from kritzel.game import Seat
from kritzel.server.table.seating import Company
from kritzel.server.table.standing import Standing
from kritzel.server.wire import parts
from kritzel.server.wire.parts import Words

Changing: TypeAlias = tuple[str, tuple[int, ...], tuple[Seat, ...], Company]


class Listed(Struct, frozen=True):
    """A table as it is kept for lists; who sits where never leaves the server."""

    summary: parts.Summary
    owner: str
    players: tuple[str, ...]

    def for_player(self, player: str) -> parts.Summary:
        """The table in the list of this player."""
        mine = tuple(seat for seat, other in enumerate(self.players) if other == player)
        return replace(self.summary, you=mine, owner=self.owner == player)


def changing(standing: Standing) -> Changing:
    """What a list tells of the table that can change."""
    return standing.phase, standing.points, standing.deciding, standing.company


def written(standing: Standing) -> bytes:
    """The table as it is kept for lists."""
    return json.encode(_listed(standing))


def _listed(standing: Standing) -> Listed:
    """With what everybody may know of it."""
    table = standing.table
    summary = parts.Summary(
        table=standing.id,
        game=table.game.slug,
        sheet=f"{table.game.slug}/{table.sheet.id}",
        title=Words.of(table.sheet.title),
        phase=standing.phase,
        names=tuple(p.name for p in standing.company.places),
        totals=standing.points,
        deciding=standing.deciding,
    )
    company = standing.company
    return Listed(summary, company.owner, tuple(place.player for place in company.places))


read = json.Decoder(Listed).decode
"""A table in a list, as it was kept."""


def legible(kept: Iterable[bytes]) -> Iterator[Listed]:
    """All that can be read: a damaged line in a list hides its own table and no other (`kritzel check`)."""
    for each in kept:
        try:
            yield read(each)
        except (MsgspecError, UnicodeError):
            continue
